package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAnOrderToDoSomethingToCodeIsNoDecision(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }, []string{
		"Use German by default.", "Sort by floor by default.", "default tab: the map", "Page size default 50.",
		"Let the letters be 20 mm.", "Make `delay` 30 s.", "Use `encoding/csv`.",
	}, []string{
		"Give the lift default floors.", "Let Room.price take a default.", "Pass a default to `book`.",
		"Have Guest.name fall back to the default spelling.",
		"Teach Bill.total to accept a default rate.",
		"Let the parser return a default for lost keys.", "Let Bell.ring be safe for threads.", "Make `Room.price` quicker.",
		"Hand every floor the default porter.", "Fill the default keys into the table of the hall.",
	})
}

func TestWhatIsOnlyPointedAtIsNoAimAndRevisesNothing(t *testing.T) {
	for _, says := range []string{"Now make it shorter if you can.", "Make it tidier.", "make that faster, please", "Please make this quieter.", "And make them nicer."} {
		if got := aimed("U: " + says); got != "" {
			t.Errorf("%q aims at %q", says, got)
		}
		got := lastDeltas(aim, "A: Noted.", "U: Use sqlite for the keys.", "A: Done.", "U: "+says)
		if slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, "revised") }) {
			t.Errorf("%q yields %q", says, got)
		}
	}
	for _, says := range []string{"Make it postgres.", "make that redis"} {
		got := lastDeltas(aim, "A: Noted.", "U: Use sqlite for the keys.", "A: Done.", "U: "+says)
		if !slices.ContainsFunc(got, revises) {
			t.Errorf("%q yields %q", says, got)
		}
	}
}
