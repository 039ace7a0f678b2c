package read

import (
	"maps"
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// phraseTable holds phrases by their first word, in the notation of the cues of
// package english: "a|b" is either, "a?" may be left out. Unlike a cue a phrase is
// asked for at a certain word, and the longest one counts.
type phraseTable struct {
	firsts english.WordSet // the first words
	by     map[string]*openedPhrases
}

// openedPhrases are the phrases that begin with a word, without it.
type openedPhrases struct {
	seconds english.Marks // of the words that can stand next
	rests   [][]phraseWord
}

// phraseWord is a place of a phrase after its first word.
type phraseWord struct {
	either   []string
	optional bool
}

func phraseTableOf(texts ...string) phraseTable {
	out := phraseTable{by: map[string]*openedPhrases{}}
	for _, text := range texts {
		words := strings.Fields(text)
		rest := make([]phraseWord, len(words)-1)
		for i, w := range words[1:] {
			w, optional := strings.CutSuffix(w, "?")
			rest[i] = phraseWord{strings.Split(w, "|"), optional}
		}
		for _, first := range strings.Split(words[0], "|") {
			if out.by[first] == nil {
				out.by[first] = &openedPhrases{}
			}
			out.by[first].add(rest)
		}
	}
	out.firsts = english.SetOf(slices.Sorted(maps.Keys(out.by)))
	return out
}

// add adds what may follow the first word.
func (o *openedPhrases) add(rest []phraseWord) {
	o.rests = append(o.rests, rest)
	for _, w := range rest {
		for _, second := range w.either {
			o.seconds.Add(second)
		}
		if !w.optional {
			return
		}
	}
	o.seconds = english.AllMarks // nothing has to follow
}

// begin tells whether phrases may stand in a clause, since one of their first words
// does.
func (t *phraseTable) begin(c *english.Clause) bool { return c.Mentions(t.firsts) }

// after is the index of the token after the longest phrase that stands at i, or
// 0.
func (t *phraseTable) after(c *english.Clause, i int) int {
	if !c.Is(i, t.firsts) {
		return 0
	}
	o := t.by[c.Word(i)]
	if !o.seconds.May(c.Word(i + 1)) {
		return 0
	}
	best := 0
	for _, rest := range o.rests {
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
