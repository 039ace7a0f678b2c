package english

import (
	"slices"
	"strings"
)

// function words carry grammar, not content.
var function = list(`a an the this that these those it its they them their theirs he him his she her hers we us our ours i me my
mine you your yours who whom whose which what when where why how there here and or but nor so if then else than as at by for
from in into of off on onto out over to up with within without about after before again also just only very too more most
much many some any each every all both either neither another other others such same own nothing anything something
everything can could may might must shall should will would do does did done doing be is are was were been being am have
has had having get gets got getting go goes going gone went let lets make makes made making please ok yes well now still yet
already ever even quite rather really actually basically simply maybe perhaps probably possibly instead via per while because
since until though although however therefore thus unless whether like want wants wanted need needs needed keep use uses used
using think thought know say says said one ones thing things stuff lot bit kind sort way around between through during
against toward towards upon across along behind below above under down away back too thanks thank sorry right sure fine good
great nice cool perfect hmm by next whatever whichever whoever`)

// negations change the meaning of what they stand with.
var negations = list("not no never none neither nor without")

// numerals are numbers in words, as far as people write them out.
var numerals = map[string]string{
	"zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
	"sixty": "60", "hundred": "100",
}

// units are measures by their short forms.
var units = map[string]string{
	"s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour",
	"hrs": "hour", "d": "day", "w": "week", "wk": "week", "wks": "week", "yr": "year", "yrs": "year", "kb": "kb", "mb": "mb", "gb": "gb",
	"tb": "tb", "kib": "kb", "mib": "mb", "gib": "gb", "k": "k", "m": "m", "px": "pixel", "fps": "fps", "eur": "euro", "usd": "dollar",
}

// Content lists the stems of the words of a text that carry content, in order,
// each once. Numbers are apart from their units.
func Content(text string) []string {
	r := enter()
	defer r.leave()
	tokens, _ := r.tokenize(text)
	return ContentOf(tokens)
}

// ContentOf is Content of tokens that are there already.
func ContentOf(tokens []Token) []string {
	n := 0
	for i := range tokens {
		if t := &tokens[i]; t.parted {
			n += 1 + strings.Count(t.stem, " ")
		} else if t.stem != "" {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return appendContent(make([]string, 0, n), tokens)
}

// appendContent puts the content of tokens at the end of other stems.
func appendContent(others []string, tokens []Token) []string {
	out, from := others, len(others)
	var marks Marks          // of those that were added
	var seen map[string]bool // of a long text, where looking through out would take longer than reading it
	if len(tokens) > fewTokens {
		seen = make(map[string]bool, len(tokens)/2)
	}
	add := func(w string) {
		if marks.May(w) && (seen == nil && Holds(out[from:], w) || seen[w]) {
			return
		}
		marks.Add(w)
		if out = append(out, w); seen != nil {
			seen[w] = true
		}
	}
	for i := range tokens {
		switch t := &tokens[i]; {
		case t.parted:
			for w := range strings.SplitSeq(t.stem, " ") {
				add(w)
			}
		case t.stem != "":
			add(t.stem)
		}
	}
	return out
}

// fewTokens are as many as some long sentences have.
const fewTokens = 256

// Gist is what a text says, however it says it.
type Gist struct {
	Text    string
	Content []string // its stems, which are not changed
	negated bool
}

// GistOf takes a text apart.
func GistOf(text string) Gist {
	r := enter()
	defer r.leave()
	tokens, _ := r.tokenize(text)
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

// content is the stems of what a token carries of content, with blanks between
// them, and whether they are several, as those of paths and hyphenated words are.
func content(t *Token) (stems string, parted bool) {
	if t.Class == Word && letters(t.Word) {
		if t.id == 0 {
			return Stem(t.Word), false
		}
		return t.lexeme().stem, false
	}
	if strings.Trim(t.Word, "0123456789") == "" {
		return t.Word, false
	}
	var room, keeps [8]string
	kept := keeps[:0]
	for _, part := range parts(room[:0], t.Word) {
		if u, ok := units[part]; ok && t.Class == Number {
			part = u
		}
		switch l := lexemeOf(part); {
		case len(kept) > 0 && (part == "th" || part == "st" || part == "nd" || part == "rd"):
			// of an ordinal
		case l.is(numeral):
			kept = append(kept, numerals[part])
		case !l.is(functional):
			kept = append(kept, Stem(part))
		}
	}
	return strings.Join(kept, " "), len(kept) > 1
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

// Holds tells whether a stem is among others. Most differ in their length or in
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

// IsFunction tells whether a word carries grammar rather than content.
func IsFunction(w string) bool { return lexemeOf(w).is(contentless) }

// IsNegation tells a word that turns down what it stands with.
func IsNegation(w string) bool { return lexemeOf(w).is(negation) }

// IsNoise tells an interjection.
func IsNoise(w string) bool { return lexemeOf(w).is(noisy) }

// IsNumeral tells a number in words.
func IsNumeral(w string) bool {
	_, ok := numerals[w]
	return ok || w == "one"
}
