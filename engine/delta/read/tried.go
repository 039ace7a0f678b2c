package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// untrying are words with which somebody says of themselves that they did not try, or
// cannot try, what they made.
var untrying = phraseTableOf(
	"i can|could not yet|actually|really|even? try|test|see|run|reach|check|open|access|verify|measure|watch|hear|play|look|reproduce|simulate", "i have not yet|actually|really|even? tried|tested|run|played|seen|checked|measured|got|verified|printed|flashed|started|opened",
	"i have no|never|only|just", "i had no|neither", "i do not have", "i did not try|test|run|check|get",
)

// untried tells that a clause says so: "I have no printer here", "I couldn't try it".
func untried(c *english.Clause) bool {
	if !c.HasWord("not", "no", "never", "only", "just", "untested") {
		return false
	}
	if c.HasWord("untested") || c.HasWord("only") && c.HasWord("seen", "tested", "tried", "checked") {
		return true
	}
	for i := range c.Tokens {
		if c.Word(i) == "i" && untrying.after(c, i) > 0 {
			return !c.HasWord("objection", "objections", "idea", "opinion", "preference", "doubt", "doubts", "questions", "more", "further")
		}
	}
	return false
}

// leftUntried tells a turn of the assistant's that says of its work that nobody has
// tried it, so that only a plain word for its end reports that.
func (r *reader) leftUntried() bool {
	return slices.ContainsFunc(r.units(), func(u unit) bool { return untried(u.Clause) })
}

// ended are the plain words for the end of work.
var ended = classOf("done finished complete completed")
