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

func TestListsOfWorkUnderLettersAndTodos(t *testing.T) {
	for said, want := range map[string][]string{
		"The pane shows. Now kindly do the needful:\na) import of the tide table\nb) a print view\nc) one log sheet": {"Import of the tide table", "A print view", "One log sheet"},
		"ok next: todo from our forum\n- spectator mode\n- a horn":                                                   {"Spectator mode", "A horn"},
		"wishlist of the crew\n- boat names\n- a list which shows who is booked":                                     {"Boat names", "A list which shows who is booked"},
		"What I noticed\n- the lamp is on all night\n- two seats are broken":                                         nil,
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
	for said, want := range map[string][]string{
		"Then my order is:\n\n1. the pump reports a pulse\n2. the panel shows it":                                          {"The pump reports a pulse", "The panel shows it"},
		"To organise the steps I can think of these approaches:\n\n1. **Make**: known everywhere\n2. **Just**: friendlier": nil,
	} {
		if got := opened(aim, "A: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}

func TestAReportByLettersClosesItsTaskOnce(t *testing.T) {
	work := "U: Please do:\na) import of the balance\nb) accrual per cost centre\nc) one log sheet"
	for _, x := range []struct {
		said []string
		want int
	}{
		{[]string{"A: a) is ready, it reads semicolons."}, 1},
		{[]string{"A: All centres agree with last year now, so b) is complete."}, 1},
		{[]string{"A: a) and c) are done."}, 2},
		{[]string{"A: a) is ready.", "U: a) is working, I checked with two files."}, 0},
		{[]string{"A: a) is ready.", "U: For b) let us take the average minus what is booked."}, 0},
		{[]string{"A: For b) I have to ask: by which formula is it computed?"}, 0},
	} {
		if got := closed(append([]string{aim, "A: Noted.", work}, x.said...)...); got != x.want {
			t.Errorf("%q closes %d", x.said, got)
		}
	}
}

func TestAQuestionHowSomethingCanBeDoneOrdersNothing(t *testing.T) {
	tellsApart(t, "task_opened", func(says string) []string { return []string{aim, "A: ok", says} }, []string{"U: can you make the letters larger?"}, []string{
		"U: how can you make the letters larger?", "U: where can we put the site?", "U: how could you test that page?",
	})
}

func TestWhatIsAskedForBesideItsName(t *testing.T) {
	const said = "A: Moss would spoil the roof in winter. A heating cable in the gutter would keep it dry."
	for asks, want := range map[string][]string{
		"and a bell when the tank is full, can you add that":                           {"Add a bell when the tank is full"},
		"Could you start with a parser for the meter readings?":                        {"A parser for the meter readings"},
		"What remains is the flyer for the tenants.":                                   {"The flyer for the tenants"},
		"todo for tomorrow write a note for the tenants":                               {"Write a note for the tenants"},
		"Please add three figures to the report.":                                      {"Add three figures to the report"},
		"the cable. order it":                                                          {"Order it: A heating cable in the gutter would keep it dry"},
		"That convinces me. Set that up.":                                              {"Set that up: A heating cable in the gutter would keep it dry"},
		"The next step would be the filter: please write one with a mean of 5 values.": {"Write one with a mean of 5 values (The next step would be the filter)"},

		"Please make first the start page, with two big buttons.":      {"Make first the start page, with two big buttons"},
		"Please add two pages: meters per week as bars, and a map.":    {"Add meters per week as bars", "Add a map"},
		"Next the parser: everything read since May goes into the log": {"The parser: everything read since May goes into the log"},

		"Make the page bigger.":                            nil,
		"Make the list of tenants alphabetical.":           nil,
		"Make the start page blue.":                        nil,
		"Next week the parser is due.":                     nil,
		"Would you paint railings these days?":             nil,
		"Ines changed the fuse and set the timer by hand.": nil,
		"The bees hate it and so do the tenants.":          nil,
		"Let's nail it down.":                              nil,
		"a bell when the tank is full, can you hear that":  nil,
	} {
		if got := opened(aim, said, "U: "+asks); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", asks, got)
		}
	}
}
