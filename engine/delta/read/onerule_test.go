package read

import (
	"strings"
	"testing"
)

func TestARuleInOtherWordsIsTheSameRule(t *testing.T) {
	for says, want := range map[string]int{
		"Every door must be locked at night, the caretaker may not leave one open.":                  1,
		"No drinks on the upper deck, the crew must not serve any there.":                            1,
		"Every door must be locked at night, and nobody may sleep in the barn.":                      2,
		"Everything must run on our own boat, guests must not steer the boat, and I would like tea.": 2,
	} {
		n := 0
		for _, d := range lastDeltas(aim, "A: Noted.", "U: "+says) {
			if strings.HasPrefix(d, "constraint_added") {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d rules, want %d", says, n, want)
		}
	}
}
