package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// deniesBeside tells that a clause denies something outside the words of a cue:
// not "no objections", nor "can't argue with that".
func deniesBeside(u unit, q english.Cue) bool {
	if !u.Negated() {
		return false
	}
	at, n := u.Find(q)
	for i, t := range u.Tokens {
		if i >= at+n && (t.Word == "without" || t.Word == "not" && u.Word(i-1) == ",") {
			return false // "approved without the index"
		}
		if (i < at || i >= at+n) && !t.Quoted && english.IsNegation(t.Word) && u.Word(i-1) != "why" {
			return true
		}
	}
	return false
}

// hedgesBeside tells that a clause doubts outside the words of a cue: not
// "sounds like a plan".
func hedgesBeside(u unit, q english.Cue) bool {
	hedge, _ := u.Find(english.Hedge)
	at, n := u.Find(q)
	return hedge >= 0 && (hedge < at || hedge >= at+n)
}

// takesBack tells that a yes is none: it stands under a condition that does not
// hold ("I'd agree if …"), is the "right" of "right now", or goes on to ask what
// would speak against it ("yes, but who runs it?").
func takesBack(u unit) bool {
	if u.HasWord("would") && u.after() != nil && u.after().Lead == english.If || u.Word(0) == "right" && u.Word(1) == "now" {
		return true
	}
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Lead == english.But && c.Asked && doubtsBy(c) {
			return true
		}
		if c.Lead == english.But && !c.Command && c.Verb > 0 && praisesOnly(u) {
			return true
		}
	}
	if next := u.nextSentence(); next != nil && praisesOnly(u) && (next.Marked || slices.Contains(turning, firstWord(next))) {
		return true
	}
	return u.HasWord("paper", "until") && praisesOnly(u)
}

// praisesOnly tells a yes that is no more than a kind word: "sounds good", "nice
// idea".
func praisesOnly(u unit) bool {
	return u.HasWord("sounds", "sound", "idea", "plan", "thinking", "nice", "makes") && !u.HasWord("yes", "do", "go", "agreed", "let")
}

// doubtsBy tells a question by which somebody doubts rather than asks for work.
func doubtsBy(c *english.Clause) bool {
	switch c.Word(start(c)) {
	case "who", "what", "why", "how", "where", "when", "is", "are", "does", "do", "did", "will", "was", "has", "have":
		return true
	}
	return false
}

// qualified tells an "ok" that goes on with what it holds under: "ok, but only for
// the mails", "fine, with one change: …".
func qualified(u unit) bool {
	next := u.after()
	if next == nil || next.Asked || len(u.Content()) > 0 || next.Has(english.Hedge, english.Undecided, english.Opinion, english.Defer) {
		return false
	}
	if next.Lead == english.But {
		return next.Verb < 0 && !next.Command || next.Has(english.Must, english.Only, english.Limit)
	}
	w := next.Word(0)
	return next.Lead == english.If && next.HasWord("provided") || (w == "with" || w == "without" || w == "except" || w == "only" || w == "minus" || w == "plus") && next.Verb < 0
}
