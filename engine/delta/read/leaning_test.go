package read

import (
	"strings"
	"testing"
)

// What others have in mind or go by picks nothing; whose wish counts may.
func TestTheLeaningsOfOthersPickNothing(t *testing.T) {
	for said, want := range map[string]bool{
		"The gardeners want the hall.":                             false,
		"The organist down the road has strong views on the desk.": false,
		"My wife: the hall! Me: no idea.":                          false,
		"Everybody on the net screams hall.":                       false,
		"The painters say hall.":                                   false,
		"The hall, my wife won't mind.":                            true,
	} {
		got := false
		for _, d := range lastDeltas(aim, "A: Where do the keys hang: in the hall, or at the porter's desk?", "U: "+said) {
			got = got || strings.HasPrefix(d, "decision_made")
		}
		if got != want {
			t.Errorf("%q picks an option: %v", said, got)
		}
	}
}

func TestHowOneTakesItChoosesNothing(t *testing.T) {
	for _, said := range []string{"They did not notice, I take this as a compliment.", "That one I take seriously.", "It is never clear with the porters."} {
		if got := canonical(lastDeltas(aim, "A: The keys hang in the hall now.", "U: "+said)); len(got) > 0 {
			t.Errorf("%q yields %q", said, got)
		}
	}
}
