package acts

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// GoesOn reports whether a turn of the user leaves a task behind: it speaks of something
// else, asks nothing and finds no fault.
func GoesOn(turn Turn, task *delta.Item) bool {
	p := open(turn)
	if silent(nil, p) {
		return false
	}
	about := english.Content(strings.Join(Names(task.Summary), " "))
	for i := range p.units {
		u := &p.units[i]
		if u.asked() || u.clause.Has(english.NotDone, english.Deny, english.Wrong, english.Passing, english.Retire) ||
			english.Shared(u.content, about) > 0 || english.Shared(u.content, task.Content()) > 1 {
			return false
		}
	}
	return len(p.units) > 0 && !p.document()
}

// Names are the names of code and files in a text: what stands in backticks or looks like
// code, and words that are no English and no plain name.
func Names(text string) []string {
	var out []string
	for _, t := range english.Tokens(text) {
		word := text[t.Start:t.End]
		if (t.Class == english.Code || t.Class == english.Word && !t.Known() && word == t.Word) && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}
