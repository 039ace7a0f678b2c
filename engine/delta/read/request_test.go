package read

import (
	"slices"
	"testing"
)

func TestOrdersAndRequestsOfManyShapesOpenTheirTask(t *testing.T) {
	for said, want := range map[string][]string{
		"nah. next do the tide page w a legend":                                  {"Do the tide page w a legend"},
		"please do the contact page":                                             {"Do the contact page"},
		"do paging + sorting, the map can wait":                                  {"Do paging + sorting"},
		"please throw the old form out":                                          {"Throw the old form out"},
		"- take the counter out of the footer":                                   {"Take the counter out of the footer"},
		"Could you meanwhile write me the reply to the landlord?":                {"Write me the reply to the landlord"},
		"can it also print the name of the rower. for the cups":                  {"Print the name of the rower"},
		"could the list also email the crew?":                                    {"Email the crew"},
		"the pump is from 2011 and noisy can you write a letter to the landlord": {"Write a letter to the landlord"},
		"he fits the pump and you write the manual":                              {"Write the manual"},
		"also i want a message on my phone when the lamp fails":                  {"A message on my phone when the lamp fails"},
		"Next: a kill switch, `--off`, and a note for every skipped file.":       {"A kill switch, `--off`", "A note for every skipped file"},
		"Next: an export to pdf, with page numbers":                              {"An export to pdf, with page numbers"},

		"do the math yourself":                                        nil,
		"take your time with it":                                      nil,
		"my boss asked can you write a report":                        nil,
		"can it also be red?":                                         nil,
		"can it also run on windows?":                                 nil,
		"can it print the name of the rower?":                         nil,
		"and you make a good point":                                   nil,
		"if he adds the column and you write the test we will see":    nil,
		"Could it also ring a bell? No, forget that, nobody listens.": nil,
		"Could you add a map of the river? Never mind.":               nil,
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}

func TestDoingWhatWasProposedIsWork(t *testing.T) {
	for said, want := range map[string][]string{
		"yes do the lightbox. map later": {"Do the lightbox"},
		"yesss do lightbox + keyboard":   {"Do lightbox + keyboard"},
		"do that":                        nil,
		"yes, do it":                     nil,
		"ok do the first":                nil,
	} {
		if got := opened(aim, "A: I'd propose a lightbox with keyboard control, and a map.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}
