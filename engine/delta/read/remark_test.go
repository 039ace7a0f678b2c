package read

import (
	"slices"
	"strings"
	"testing"
)

// learnt tells whether the last turn learns something.
func learnt(lines ...string) bool {
	return slices.ContainsFunc(lastDeltas(lines...), func(d string) bool { return strings.HasPrefix(d, "fact_learned") })
}

// What is said in passing of what happened, in jest or with a sigh is no knowledge.
func TestRemarksAreNoKnowledge(t *testing.T) {
	for _, says := range []string{
		"What the first treasurer counted nobody will ever tell us. The shed has two doors.", "Who painted the sign no one knows.",
		"We just had 12 guests at the table.", "I just burnt 3 loaves.",
		"Last Sunday 40 people waited in the snow.", "Last night 3 of the guests slept in the hall.",
		"The second line is a heart. How romantic.", "The header is a row of ducks. What a mess.",
		"30 is too long, everybody yawns.", "The dealer says every 10 weeks, the manual says every 12 weeks.", "The cook is on holiday.", "Sowing the beans, then watering the beds.",
		"One funny thing: my phone calls the club a pub.", "I have seen what comes of borrowed ladders.",
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+says)
		for _, d := range got {
			if strings.HasPrefix(d, "fact_learned") && !strings.Contains(d, "two doors") {
				t.Errorf("%q yields %q", says, got)
			}
		}
		if rules(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q sets a rule", says)
		}
	}
	for _, says := range []string{
		"Something silly: my keyboard insists that names must be capital.", "everybody in the forum says the cheap ones burn and that you must only buy brass but mine is fine",
	} {
		if rules(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q sets a rule", says)
		}
	}
	for _, says := range []string{"Btw, the shed has 2 doors.", "I just counted them: 61 in the attic.", "We measured it last night: 14 litres a minute.", "Our dealer is in Bonn, the workshop has 3 lathes."} {
		if !learnt(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q is not learnt: %q", says, lastDeltas(aim, "A: Noted.", "U: "+says))
		}
	}
}

// What has been so for hours, and what somebody says who says a lot, does not stand.
func TestHoursAndTalkersSettleNothing(t *testing.T) {
	for _, says := range []string{"the import runs since two hours", "and the tar upload is stuck since lunch", "the printer is offline since an hour"} {
		if learnt(aim, "A: Ok.", "U: "+says) {
			t.Errorf("%q: %q", says, lastDeltas(aim, "A: Ok.", "U: "+says))
		}
	}
	if !learnt(aim, "A: Ok.", "U: the archive is read-only since January") {
		t.Error("nothing lasts")
	}
	for _, says := range []string{"our chairman says all must be in blue, but he says many things", "the treasurer says it must be cheaper, but she talks a lot"} {
		if lines := []string{aim, "A: Ok.", "U: " + says}; yields("constraint_added", lines...) {
			t.Errorf("%q: %q", says, lastDeltas(lines...))
		}
	}
}
