package quote

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// Sentence is the sentence of a turn that says most of what a delta says, the
// first of equals. What closes or revises an item need not repeat it ("works
// now, thanks"): where no sentence shares a word with the delta or with about,
// the summary of the item that it changes, it is the turn's first one. "" for a
// turn without prose.
func Sentence(turn string, d delta.Delta, about string) string {
	said, context := english.Content(saidBy(d)), english.Content(about)
	best, score := "", -1
	for _, p := range prose.Read(turn) {
		for _, s := range english.Sentences(p.Text) {
			words := english.Content(s.Text)
			n := 2*english.Shared(said, words) + english.Shared(context, words)
			if n > score {
				best, score = s.Text, n
			}
		}
	}
	return strings.Join(strings.Fields(best), " ")
}

// saidBy is what a delta says in words.
func saidBy(d delta.Delta) string {
	switch d := d.(type) {
	case *delta.BranchCreated:
		return d.Summary + "\n" + strings.Join(d.Alternatives, "\n")
	case *delta.DecisionRevised:
		return d.Summary
	case *delta.ConstraintRevised:
		return d.Summary
	case *delta.ItemSuperseded:
		return d.Reason
	}
	if made := delta.Created(d); made != nil {
		return made.Summary
	}
	return ""
}
