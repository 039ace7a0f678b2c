package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// openNeeds opens a task for each of the things that are needed from a token on: "a csv
// export and a flag for the date".
func (r *reader) openNeeds(u unit, at int) bool {
	c := u.Clause
	opened, begin := false, at
	for _, end := range pieceEnds(c, at-1) {
		opened = r.open(span(c, begin, end-1)) || opened
		for begin = end; c.Word(begin) == "," || c.Word(begin) == "and" || c.Word(begin) == "plus" || c.Word(begin) == "also"; {
			begin++
		}
	}
	return r.open(from(c, begin)) || opened
}

// givenOut tells work that goes to somebody whose name has no capital, in a sentence that
// shares work out: "jonas copies the archives, i do the dns".
func (r *reader) givenOut(u unit) bool {
	c := u.Clause
	if named := c.Verb-1 == start(c) && nameLike(c.Tokens[c.Verb-1]) || c.Verb-2 == start(c) && (c.Word(start(c)) == "my" || c.Word(start(c)) == "our") && people.Holds(c.Word(c.Verb-1)); r.first || !named || c.Has(english.Habit, english.Passing) || pastTense(c) || !r.sharesOut(u) {
		return false
	}
	at := c.Verb
	if w := c.Word(at); w == "will" || w == "shall" {
		at++
	} else if v, ok := c.VerbAt(at); !ok || v.Form&english.Third == 0 {
		return false
	}
	v, ok := c.VerbAt(at)
	if !ok || !english.HasContent(c.Tokens[at+1:]) {
		return false
	}
	switch v.Lemma {
	case "take":
		return true
	case "look":
		return c.Word(at+1) == "after" || c.Word(at+1) == "into"
	}
	if c.Word(start(c)) == "my" || c.Word(start(c)) == "our" {
		return v.Class&english.Work != 0
	}
	return slices.Contains(chores, v.Lemma) || at > c.Verb && v.Class&english.Work != 0
}

// nameLike tells a word that may be somebody's name: one that has no other meaning here.
func nameLike(t english.Token) bool {
	_, verb := english.VerbOf(t.Word)
	return t.Class == english.Word && !verb && !english.IsFunction(t.Word) && len(t.Word) > 2 && !strings.ContainsAny(t.Word, "0123456789-.")
}
