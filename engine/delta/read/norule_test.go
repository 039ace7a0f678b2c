package read

import "testing"

func TestWhatIsToldIsNoRule(t *testing.T) {
	for _, says := range []string{
		"Root cause please.", "The reason for the noise please.", "A short summary please.", "Status of the rooms please.",
		"karl from the board says every room has to be painted by summer. karl says many things", "My boss says we must use purple everywhere. He says a lot.", "my colleague says we must use purple, no idea",
	} {
		if yields("constraint_added", aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q yields a rule", says)
		}
	}
	for _, says := range []string{"At most two colours please.", "The board says every room has to be locked at night.", "Ops says no new machines on that floor."} {
		if !yields("constraint_added", aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q yields no rule", says)
		}
	}
}

func TestAnErrandIsNoChoice(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: The lawyers might object to that.", "U: " + says} },
		[]string{"I'll take the paper form.", "Let us take the spare phone."},
		[]string{"I'll take it to the lawyers on Monday.", "We'll take it to the board tomorrow.", "I take that up with Hanna.", "I'm going to bring it along on Friday.", "My sister has a cellar, we could host it there"})
}
