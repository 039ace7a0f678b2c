package read

import (
	"slices"
	"testing"
)

func TestWhatSomebodyDoesByADayIsATask(t *testing.T) {
	for said, want := range map[string][]string{
		"the plumber fits the valve on friday":                                     {"The plumber fits the valve on friday"},
		"She will translate the labels by Monday.":                                 {"She will translate the labels by Monday"},
		"my brother orders the sensors tomorrow, so we wait":                       {"My brother orders the sensors tomorrow"},
		"We take the blue pump. He will install it on Wednesday.":                  {"He will install it on Wednesday (We take the blue pump)"},
		"first i choose the photo, my cousin prints it this weekend":               {"My cousin prints it this weekend (i choose the photo)"},
		"Ruth writes the invitation today.":                                        {"Ruth writes the invitation today"},
		"our neighbour will repair the gate this week":                             {"Our neighbour will repair the gate this week"},
		"He updates the two entries tomorrow, and I send the next test on Sunday.": {"He updates the two entries tomorrow", "Send the next test on Sunday"},

		"the shop prints our flyers every Tuesday":          nil,
		"he will write a complaint on Monday if it is late": nil,
		"The cron sends the report on Monday":               nil,
		"maybe he fixes it tomorrow":                        nil,
		"They said he will fix it on Monday":                nil,
		"will she fix it tomorrow?":                         nil,
		"he never repairs anything on a Monday":             nil,
		"she comes home on Friday":                          nil,
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}
