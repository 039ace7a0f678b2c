package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// choosesAgainst tells that the assistant does a thing and names what it does not
// do in its place: "I'll use a bitset, not a trie", "I'm dropping duplicates rather
// than skipping the files". Why it tells this is that it has chosen.
func choosesAgainst(u unit) bool {
	c := u.Clause
	i := does(c)
	if i < 0 || pastTense(c) && !hasContrast(c) || c.Lead.Dependent() || c.HasWord("why", "because", "yet") {
		return false
	}
	v, ok := c.VerbAt(i)
	if !ok || v.Class&(english.Work|english.Choose|english.Drop) == 0 || v.Class&english.Mind != 0 && v.Class&english.Choose == 0 {
		return false
	}
	kept := affirmed(c)
	if len(kept) > i+1 && len(kept) < len(c.Tokens) && english.HasContent(kept[i+1:]) && english.HasContent(c.Tokens[len(kept):]) {
		return c.Word(len(kept)) != "without" && c.Word(len(kept)) != "no" && (c.Word(len(kept)) != "over" || v.Class&english.Choose != 0)
	}
	next := u.after()
	return next != nil && next.Verb < 1 && len(c.Content()) >= 2 && len(next.Content()) > 0 &&
		(next.Word(0) == "not" || next.Word(0) == "rather" && next.Word(1) == "than" || next.Word(0) == "instead" && next.Word(1) == "of")
}

// does is where the verb stands of what the assistant says it does or is going to
// do, or -1: "for the sheet I'm going with X", "I'll use X".
func does(c *english.Clause) int {
	at := c.Index("i")
	if at < 0 || at > 6 || c.Verb >= 0 && c.Verb != at+1 {
		return -1
	}
	i := at + 1
	for slices.Contains([]string{"am", "will", "have", "now", "also", "therefore", "just"}, c.Word(i)) {
		i++
	}
	return i
}

// hasContrast tells that a clause says "rather than" or "instead of".
func hasContrast(c *english.Clause) bool {
	return c.Where("rather than") > 0 || c.Where("instead of") > 0 || c.Where("in favour of") > 0 || c.Where("in favor of") > 0 || c.Where("in place of") > 0
}
