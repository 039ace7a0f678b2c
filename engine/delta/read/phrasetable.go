package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// phraseTable holds phrases by their first word; "a|b" is either, "a?" may be
// left out.
type phraseTable map[string][][]string

func phraseTableOf(texts ...string) phraseTable {
	out := phraseTable{}
	for _, text := range texts {
		words := strings.Fields(text)
		for _, first := range strings.Split(words[0], "|") {
			out[first] = append(out[first], words)
		}
	}
	return out
}

// after is the index of the token after the longest phrase that stands at i, or
// 0.
func (t phraseTable) after(c *english.Clause, i int) int {
	best := 0
	for _, words := range t[c.Word(i)] {
		at, ok := i+1, true
		for _, w := range words[1:] {
			w, optional := strings.CutSuffix(w, "?")
			if oneOf(c.Word(at), w) {
				at++
			} else if !optional {
				ok = false
				break
			}
		}
		if ok && at > best {
			best = at
		}
	}
	return best
}
