package read

import (
	"slices"
	"strings"
	"testing"
)

// opened are the tasks that the last turn opens.
func opened(lines ...string) []string {
	var out []string
	for _, d := range lastDeltas(lines...) {
		if text, ok := strings.CutPrefix(d, "task_opened: "); ok {
			out = append(out, text)
		}
	}
	return out
}

func TestAnOrderOpensATaskForEachPieceThatItNames(t *testing.T) {
	for said, want := range map[string][]string{
		"Please write the stock export and a job script for the cluster.":                              {"Write the stock export", "Write a job script for the cluster"},
		"Can you build the roster page and the holiday form?":                                          {"Build the roster page", "Build the holiday form"},
		"Set up the mirror over rsync and a weekly timer.":                                             {"Set up the mirror over rsync", "Set up a weekly timer"},
		"Write the driver for the scales and the reader for the sensors.":                              {"Write the driver for the scales", "Write the reader for the sensors"},
		"Draft the letter to the members, and a page which explains the new fees.":                     {"Draft the letter to the members", "Draft a page which explains the new fees"},
		"I would be grateful if you could draft the rules for the hall, and a notice for the kitchen.": {"Draft the rules for the hall", "Draft a notice for the kitchen"},
		"Write the rest: pagination, search, and an archive page.":                                     {"Write pagination", "Write search", "Write an archive page"},
		"Please write a script that reads the log and the config.":                                     {"Write a script that reads the log and the config"},
		"Write a test for the parser and the lexer.":                                                   {"Write a test for the parser and the lexer"},
		"Add a link between the cart and the invoice.":                                                 {"Add a link between the cart and the invoice"},
		"Add the missing index and a test that fails without it.":                                      {"Add the missing index and a test that fails without it"},
		"Merge the members list and the newsletter list.":                                              {"Merge the members list and the newsletter list"},
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}

func TestAListUnderACountIsWork(t *testing.T) {
	for said, want := range map[string][]string{
		"Right, couple of things\n- a stamp on every invoice\n- copy of each order to the depot": {"A stamp on every invoice", "Copy of each order to the depot"},
		"Works. Three things:\n\n1. a page for the suppliers\n2. the monthly mail\n3. a backup":  {"A page for the suppliers", "The monthly mail", "A backup"},
		"Few things I noticed:\n\n- the lamp was on all night\n- two seats are broken":           nil,
		"Two rules:\n\n- never more than 5 seats\n- no sponsors on the cover":                    nil,
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q", said, got)
		}
	}
}

func TestWorkThatIsSharedOutOrWantedInTurnOpensATaskEach(t *testing.T) {
	for said, want := range map[string][]string{
		"clean the attic, then the cellar and then the shed":               {"Clean the attic", "Clean the cellar", "Clean the shed"},
		"also need a tide chart and a print view":                          {"A tide chart", "A print view"},
		"we need a tide chart and a print view":                            {"A tide chart", "A print view"},
		"can you do the tide maths, the alarm and a widget":                {"Do the tide maths", "Do the alarm", "Do a widget"},
		"first thing: tide chart per harbour. then the moon phases":        {"Tide chart per harbour", "The moon phases"},
		"todo: tide chart, the alarm, icons for the harbours":              {"Tide chart", "The alarm", "Icons for the harbours"},
		"olek will copy the charts, i do the harbours on monday":           {"Olek will copy the charts", "Do the harbours on monday"},
		"redis stores the sessions, postgres has the rest":                 nil,
		"the first thing is that nobody reads it. then came the new boss.": nil,
	} {
		if got := opened("U: I want a tide clock.", "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", said, got, want)
		}
	}
}

func TestTasksAreClosedByTheirNumbersAndInShort(t *testing.T) {
	for said, want := range map[string][]string{
		"1 and 3 are done, 2 i'm still fighting with": {"task_closed: completed Tide chart", "task_closed: completed Widget"},
		"tide chart merged":                           {"task_closed: completed Tide chart"},
		"the alarm's done, widget's broken":           {"task_closed: completed Alarm"},
		"all three are done":                          {"task_closed: completed Tide chart", "task_closed: completed Alarm", "task_closed: completed Widget"},
		"is the alarm done?":                          nil,
		"the widget still misses renamed harbours":    nil,
		"once the alarm's done i want to see it":      nil,
	} {
		if got := lastDeltas("U: I want a tide clock.", "A: Plan: 1) tide chart 2) alarm 3) widget.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", said, got, want)
		}
	}
}

func TestAUserWhoConfirmsWhatWasJustClosedClosesNothingElse(t *testing.T) {
	lines := []string{"U: I want a tide clock.", "A: Plan: 1) tide chart 2) alarm.", "U: go", "A: The tide chart is done.", "U: yeah works here too"}
	if got := lastDeltas(lines...); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}
