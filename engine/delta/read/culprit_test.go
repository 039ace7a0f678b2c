package read

import "testing"

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
