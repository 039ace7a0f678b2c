package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// phraseTable holds phrases by their first word, in the notation of the cues of
// package english: "a|b" is either, "a?" may be left out. Unlike a cue a phrase is
// asked for at a certain word, and the longest one counts.
type phraseTable map[string][][]phraseWord

// phraseWord is a place of a phrase after its first word.
type phraseWord struct {
	either   []string
	optional bool
}

func phraseTableOf(texts ...string) phraseTable {
	out := phraseTable{}
	for _, text := range texts {
		words := strings.Fields(text)
		rest := make([]phraseWord, len(words)-1)
		for i, w := range words[1:] {
			w, optional := strings.CutSuffix(w, "?")
			rest[i] = phraseWord{strings.Split(w, "|"), optional}
		}
		for _, first := range strings.Split(words[0], "|") {
			out[first] = append(out[first], rest)
		}
	}
	return out
}

// after is the index of the token after the longest phrase that stands at i, or
// 0.
func (t phraseTable) after(c *english.Clause, i int) int {
	best := 0
	for _, rest := range t[c.Word(i)] {
		at, ok := i+1, true
		for _, w := range rest {
			if slices.Contains(w.either, c.Word(at)) {
				at++
			} else if !w.optional {
				ok = false
				break
			}
		}
		if ok {
			best = max(best, at)
		}
	}
	return best
}
