package read

import (
	"slices"
	"testing"
)

// What is said in other words than the usual ones yields the same.
func TestOtherWordsSayTheSame(t *testing.T) {
	for said, want := range map[string]string{
		"Let the margins be 20 mm then.":                    "decision_made: Let the margins be 20 mm",
		"the title is going to be Ledger":                   "decision_made: The title is going to be Ledger",
		"The bidding window closes Friday at noon.":         "constraint_added: The bidding window closes Friday at noon",
		"Our parish wants no names of the children online.": "constraint_added: Our parish wants no names of the children online",
		"The noise may not exceed 5 %.":                     "constraint_added: The noise may not exceed 5 %",
	} {
		if got := lastDeltas(aim, "A: ok", "U: "+said); !slices.Equal(got, []string{want}) {
			t.Errorf("%q yields %q, want %q", said, got, want)
		}
	}
	for _, said := range []string{
		"What remains is the question of the second printer.", "Mr Hobbs grumbles that the font insults him.", "I have had my fill of drivers that scale without telling anybody.",
		"My predecessor was a character. Under him the committee decided that we must all count aloud.", "a real gardener must never use a hose", "no idea if the fan still runs, gotta check", "In 87 we decided at the club to write on paper only, must be fair to the old ones.",
		"My mate Joss says real painters must use oil.", "and don't let me catch you naming it version 13 lol", "Names get written in five ways. lemme think", "the shop closes on Friday",
	} {
		if got := lastDeltas(aim, "A: ok", "U: "+said); len(got) > 0 {
			t.Errorf("%q yields %q", said, got)
		}
	}
	if got := lastDeltas(aim, "A: A flag at the end of a line could mark the last one.", "U: perfect, let's do the flag"); len(got) == 0 || got[0] != "decision_made: Do the flag (A flag at the end of a line could mark the last one)" {
		t.Errorf("an idea that is named yields %q", got)
	}
}

func TestAnAimKeepsTheNamesOfItsParts(t *testing.T) {
	got := lastDeltas("U: Build a tool with three commands: Add, List and Remove.")
	if !slices.Equal(got, []string{"goal_set: Build a tool with three commands: Add, List and Remove"}) {
		t.Errorf("%q", got)
	}
}
