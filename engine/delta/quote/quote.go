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
	said, context := english.Content(delta.Says(d)), english.Content(about)
	if b, ok := d.(*delta.BranchCreated); ok {
		said = english.Content(b.Summary + "\n" + strings.Join(b.Alternatives, "\n"))
	}
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
