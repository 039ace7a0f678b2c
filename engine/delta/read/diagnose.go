package read

import (
	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// whyNot are words of an aim that looks for a cause.
var whyNot = classOf("why cause reason debug diagnose culprit understand")

// diagnosing tells that the cause of something is being looked for: the aim says so, or
// something was suspected in the last turns.
func (r *reader) diagnosing() bool {
	for _, e := range r.memory.entries {
		if e.kind == delta.Hypothesis && !e.branch && !e.proposal && !e.fresh && e.age <= 4 || e.kind == delta.Goal && (whyNot.among(e.summary) || amiss.among(e.summary)) {
			return true
		}
	}
	return false
}

// tellsHowItIs tells a text of how things may be rather than of what may be done.
func tellsHowItIs(text string) bool {
	for _, s := range english.Sentences(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if c.Command || c.Has(english.Suggest, english.Lean) && !c.Has(english.Hedge) || c.HasWord("we", "you", "i", "us", "let", "should", "would", "instead", "try", "use", "add", "set") {
				return false
			}
		}
	}
	return true
}
