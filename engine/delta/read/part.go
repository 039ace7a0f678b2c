package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// partTaken is what of a proposal somebody takes who names only one of the two things
// that it proposes: "lazy loading sounds good", of "lazy-loading the map and replacing
// the calendar". Of one that is no such pair it is all.
func partTaken(p *entry, named []string) string {
	if len(named) == 0 {
		return p.summary
	}
	first, second := pairOf(p.summary)
	if first == "" {
		return p.summary
	}
	of, other := english.Content(first), english.Content(second)
	switch a, b := english.Shared(named, minus(of, other)), english.Shared(named, minus(other, of)); {
	case a > 0 && b == 0:
		return first
	case b > 0 && a == 0:
		return sentenceCase(second)
	}
	return p.summary
}

// pairOf is the two things that a proposal joins by an "and" after which the second
// begins like the first: with an article ("a cache and a queue") or with a verb in the
// same form ("adding an index and dropping the view"); or "", "".
func pairOf(proposal string) (first, second string) {
	for s := range english.Each(proposal) {
		if len(s.Clauses) != 1 && !(len(s.Clauses) == 2 && s.Clauses[1].Lead == english.And) {
			return "", ""
		}
		c := &s.Clauses[0]
		ends, begins := len(c.Tokens), -1
		if len(s.Clauses) == 2 {
			begins = s.Clauses[1].Tokens[0].Start
			if !alikeBegun(c, start(c), &s.Clauses[1], 0) {
				return "", ""
			}
		} else {
			if ends = c.Index("and"); ends < 1 || ends+1 >= len(c.Tokens) || after(c, ends, "and", ",") > 0 || !alikeBegun(c, objectStart(c), c, ends+1) {
				return "", ""
			}
			begins = c.Tokens[ends+1].Start
		}
		if begins < 0 || !english.HasContent(c.Tokens[:ends]) {
			return "", ""
		}
		return strings.TrimRight(proposal[:c.Tokens[ends-1].End], ", "), proposal[begins:]
	}
	return "", ""
}

// objectStart is where what a proposal names begins: behind the verb with which it
// opens, where a thing is named with an article.
func objectStart(c *english.Clause) int {
	i := start(c)
	for k := i; k < len(c.Tokens) && k <= i+3; k++ {
		if w := c.Word(k); w == "a" || w == "an" {
			return k
		}
	}
	return i
}

// alikeBegun tells that two stretches begin with an article, or with verbs in the same
// form, of which the second has an object.
func alikeBegun(c *english.Clause, i int, d *english.Clause, k int) bool {
	article := func(w string) bool { return w == "a" || w == "an" }
	if article(c.Word(i)) || article(d.Word(k)) {
		return article(c.Word(i)) && article(d.Word(k))
	}
	if strings.HasSuffix(c.Word(i), "ing") && strings.Contains(c.Word(i), "-") {
		w, ok := d.VerbAt(k) // "lazy-loading"
		return ok && w.Form&english.Gerund != 0 && k+1 < len(d.Tokens)
	}
	v, ok := c.VerbAt(i)
	w, okToo := d.VerbAt(k)
	if !ok || !okToo || k+1 >= len(d.Tokens) {
		return false
	}
	if c.Word(i) == v.Lemma && d.Word(k) == w.Lemma {
		return v.Form&english.Base != 0 && w.Form&english.Base != 0
	}
	return v.Form&w.Form&english.Gerund != 0
}
