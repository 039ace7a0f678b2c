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
