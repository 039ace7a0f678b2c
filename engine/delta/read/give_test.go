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

func TestWhoIsGivenWorkByName(t *testing.T) {
	for said, want := range map[string][]string{
		"Who: Ines takes the lighting, you do the sound.":                                 {"Ines takes the lighting", "Do the sound"},
		"Mrs Berg will paint the sets.":                                                   {"Berg will paint the sets"},
		"Jakub from the bakery will print the menus by Monday.":                           {"Jakub from the bakery will print the menus by Monday"},
		"Action items then. Farid books the van. Ms Osei orders the tickets in the shop.": {"Farid books the van", "Osei orders the tickets in the shop"},
		"Ruth calls both this week.":                                                      {"Ruth calls both this week"},
		"Ok now you write the part that counts the tickets.":                              {"Write the part that counts the tickets"},
		"You write the seat check.":                                                       {"Write the seat check"},

		"Lisbon sends paper lists out of an old program.": nil,
		"Ruth asks why the lamps flicker.":                nil,
		"Ruth does customers.":                            nil,
		"Ruth orders wine.":                               nil,
		"You write the total twice.":                      nil,
		"you write the docs in markdown when you can":     nil,
		"Mr Berg might paint the sets.":                   nil,
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}

func TestWorkIsSharedOutAmongPeople(t *testing.T) {
	for said, want := range map[string][]string{
		"And Piet from the yard will cut the planks for us.":                      {"Piet from the yard will cut the planks for us"},
		"Oak then. She also glues the frames for us.":                             {"She also glues the frames for us"},
		"Nina sews the curtains for us.":                                          {"Nina sews the curtains for us"},
		"New posters. Nina draws them by hand. And she prints the programme.":     {"Nina draws them by hand (New posters)", "She prints the programme"},
		"Nina draws the poster, our neighbour Olaf builds the stage.":             {"Nina draws the poster", "Olaf builds the stage"},
		"Nina draws the poster, Olaf paints the door. And I write the programme.": {"Nina draws the poster", "Olaf paints the door", "Write the programme"},

		"She also sings in the choir.":                  nil,
		"She printed the programme for us.":             nil,
		"Maybe Nina sews the curtains for us.":          nil,
		"Nina never sews the curtains for us.":          nil,
		"Would Nina sew the curtains for us?":           nil,
		"Nina runs the shop. And she has two dogs.":     nil,
		"She writes the programme if Olaf has no time.": nil,
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}
