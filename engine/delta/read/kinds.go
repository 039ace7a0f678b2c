package read

import (
	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// The kinds of entries that rules ask the memory for.
var (
	facts       = kind(delta.Fact)
	constraints = kind(delta.Constraint)
	decisions   = kind(delta.Decision)
	tasks       = kind(delta.Task)
	goals       = kind(delta.Goal)
	ideas       = kind(delta.Hypothesis)
	plans       = kind(delta.Task, delta.Hypothesis)
	droppable   = kind(delta.Task, delta.Decision, delta.Constraint, delta.Hypothesis)
)

// held are decisions in force.
func held(e *entry) bool { return e.open && decisions(e) }

// revisables are what a new answer or value can change.
func revisables(e *entry) bool {
	return (e.kind == delta.Decision || e.kind == delta.Constraint) && !e.branch
}

// sought is stems that are looked for in many entries.
type sought struct {
	stems []string
	marks english.Marks
}

func seek(stems []string) sought { return sought{stems, english.MarksOf(stems)} }

// spokenOf counts the words of an entry of which the other speaker's last turn
// speaks.
func (r *reader) spokenOf(e *entry) int {
	if !e.asked {
		e.asked, e.spoken = true, english.Shared(e.words, r.last.stems)
	}
	return e.spoken
}

// in counts the stems that an entry shares.
func (s *sought) in(e *entry) int {
	if !e.marks.Meet(&s.marks) {
		return 0
	}
	return english.Shared(s.stems, e.stems)
}
