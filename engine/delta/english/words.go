package english

import (
	"slices"
	"strings"
)

// Content lists the stems of the words of a text that carry content, in order,
// each once. Numbers are apart from their units.
func Content(text string) []string { return ContentOf(Tokens(text)) }

// fewTokens are as many as some long sentences have.
const fewTokens = 64

// ContentOf is Content of tokens that are there already.
func ContentOf(tokens []Token) []string {
	var out []string
	var seen map[string]bool // of a long text, where looking through out would take longer than reading it
	if len(tokens) > fewTokens {
		seen = make(map[string]bool, len(tokens)/2)
	}
	for i := range tokens {
		for _, w := range tokens[i].stems {
			if seen == nil && Holds(out, w) || seen[w] {
				continue
			}
			if out = append(out, w); seen != nil {
				seen[w] = true
			}
		}
	}
	return out
}

// Gist is what a text says, however it says it.
type Gist struct {
	Text    string
	Content []string // its stems, which are not changed
	negated bool
}

// GistOf takes a text apart.
func GistOf(text string) Gist {
	tokens := Tokens(text)
	g := Gist{Text: text, Content: slices.Clip(ContentOf(tokens))}
	for i := range tokens {
		g.negated = g.negated || tokens[i].is(negation)
	}
	return g
}

// Meaning is a text's canonical form: its content and its negations, sorted.
// A text without either is itself, in lower case.
func Meaning(text string) []string { return GistOf(text).AppendMeaning(nil) }

// AppendMeaning puts the text's canonical form at the end of other words.
func (g Gist) AppendMeaning(others []string) []string {
	if len(g.Content) == 0 && !g.negated {
		return append(others, strings.Fields(strings.ToLower(g.Text))...)
	}
	out := append(others, g.Content...)
	if g.negated && !Holds(g.Content, "not") {
		out = append(out, "not")
	}
	slices.Sort(out[len(others):])
	return out
}

// content is the stems of what a token carries of content: several of paths and
// hyphenated words.
func content(t *Token) []string {
	if t.idle() {
		return nil
	}
	if t.Class == Word && letters(t.Word) {
		if t.lex.stem != "" {
			return []string{t.lex.stem}
		}
		return []string{Stem(t.Word)}
	}
	if strings.Trim(t.Word, "0123456789") == "" {
		return []string{t.Word}
	}
	var kept []string
	for _, part := range parts(nil, t.Word) {
		l := lexemeOf(part)
		if l.unit != "" && t.Class == Number {
			part = l.unit
			l = lexemeOf(part)
		}
		switch {
		case len(kept) > 0 && (part == "th" || part == "st" || part == "nd" || part == "rd"):
			// of an ordinal
		case l.is(numeral):
			kept = append(kept, l.figure)
		case !l.is(functional):
			kept = append(kept, Stem(part))
		}
	}
	return kept
}

// letters tells a word of small letters only.
func letters(w string) bool {
	for i := 0; i < len(w); i++ {
		if c := w[i]; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// parts splits a word where letters, digits and signs meet; decimals and times
// stay whole. They are put at the end of none.
func parts(none []string, w string) []string {
	out := none
	w = strings.ReplaceAll(w, ",", "")
	if letters(w) {
		return append(out, w)
	}
	kind, from := 0, 0
	flush := func(end int) {
		if kind != 0 && end > from {
			if p := strings.Trim(w[from:end], "."); p != "" {
				out = append(out, p)
			}
		}
	}
	for i, r := range w {
		k := partKind(r)
		if k == 0 && kind == 1 && (r == '.' || r == ',' || r == ':') && i+1 < len(w) && w[i+1] >= '0' && w[i+1] <= '9' {
			k = 1
		}
		if k != kind {
			flush(i)
			kind, from = k, i
		}
	}
	flush(len(w))
	return out
}

func partKind(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return 1
	case r >= 'a' && r <= 'z', r > 127 && isAlnum(r):
		return 2
	}
	return 0
}

// Overlap is how many stems two texts share, over the smaller one: 0 to 1.
func Overlap(a, b []string) float64 {
	small := min(len(a), len(b))
	if small == 0 {
		return 0
	}
	return float64(Shared(a, b)) / float64(small)
}

// Shared counts the stems that are in both.
func Shared(a, b []string) int {
	n := 0
	for _, w := range a {
		if Holds(b, w) {
			n++
		}
	}
	return n
}

// Holds reports whether a stem is among others. Most differ in their length or in
// how they begin.
func Holds(stems []string, stem string) bool {
	if stem == "" {
		return slices.Contains(stems, stem)
	}
	for _, w := range stems {
		if len(w) == len(stem) && w[0] == stem[0] && w == stem {
			return true
		}
	}
	return false
}
