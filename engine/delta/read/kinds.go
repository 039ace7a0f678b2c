package read

import "holdfast/engine/delta"

// The kinds of entries that rules ask the memory for.
var (
	facts       = kind(delta.Fact)
	constraints = kind(delta.Constraint)
	decisions   = kind(delta.Decision)
	tasks       = kind(delta.Task)
	goals       = kind(delta.Goal)
	ideas       = kind(delta.Hypothesis)
	revisables  = kind(delta.Decision, delta.Constraint)
	plans       = kind(delta.Task, delta.Hypothesis)
	droppable   = kind(delta.Task, delta.Decision, delta.Constraint, delta.Hypothesis)
)
