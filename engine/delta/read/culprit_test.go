package read

import (
	"slices"
	"strings"
	"testing"
)

// The cause that the assistant names is knowledge, whether it announces the cause,
// looks back at it, or puts it under a heading; what it supposes is none.
func TestTheCauseThatIsNamedIsKnown(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{"U: Find out why our barn door opens at night.", "A: Fine.", "U: it failed again, the door was open and the heater is broken", "A: " + says}
	}, []string{
		"The relay of the barn is missing from the night plan, and the gate has no lock. That is why the door opens at dusk.",
		"The pump closes the valve before the meter is read. That's why the sum stays at zero.",
		"There is the cause: two motors, each one wired to the same relay.",
		"Then it's my own timer: the motor starts before the latch is closed.",
		"So it's my script: the lamp goes out before the sensor is read.",
		"You were right: the latch closes two seconds after the motor stops.",
		"## Cause\n\nThe latch counts every gust as its own signal.",
		"`closed()` returns true for the jammed latch because it only looks at the motor.",
		"Verified with a second latch: the motor stays off, nothing opens.",
		"I went through the wiring: the longest cable is 40 m and comes from the old stable.",
		"It already reports 17 openings in six nights.",
	}, []string{
		"That is why I'd like to see the wiring plan.",
		"There is the rule: a door must never open at night.",
		"Perhaps the latch is missing from the plan. That would be why the door opens.",
		"You were right to ask.",
		"Gusts arrive in any order. That is why most doors have a second latch.",
		"## Possible cause\n\nThe latch might count every gust.",
		"I can only be reached on weekdays.",
		"Then it's my turn: I'll look at the latch tonight.",
		"Verified!",
	})
}

func TestASuspicionIsBorneOutOrFallsByWhatWasTried(t *testing.T) {
	outcome := func(says string) []string {
		return lastDeltas("U: my lamp flickers, help me find out why", "A: It could be the starter.", "U: "+says)
	}
	for says, want := range map[string]string{
		"replaced the starter, flicker is gone":   "It is the starter",
		"swapped the starter and it's quiet now":  "It is the starter",
		"cleaned the starter and now it glows":    "It is the starter",
		"yes thats exactly it":                    "It is the starter",
		"that fixed it":                           "It is the starter",
		"turns out the fuse sits loose":           "The fuse sits loose",
		"found it, the fuse was loose":            "The fuse was loose",
		"it was the fuse":                         "It was the fuse",
		"oiled the starter, works now":            "It is the starter",
		"that fixed nothing":                      "",
		"if i replace the starter it's quiet now": "",
		"did that fix it?":                        "",
		"turns out i am bad at this":              "",
	} {
		got := outcome(says)
		fact := ""
		for _, d := range got {
			if text, ok := strings.CutPrefix(d, "fact_learned: "); ok {
				fact = text
			}
		}
		fell := slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "item_superseded: It could be the starter") })
		if fact != want || fell != (want != "") {
			t.Errorf("%s: %q", says, got)
		}
	}
	if got := lastDeltas("U: mails arrive twice", "A: Possible causes:\n1. The job is retried.\n2. Two workers are running.", "U: its the second one"); !slices.Contains(got, "item_superseded: Two workers are running") {
		t.Errorf("%q", got)
	}
}
