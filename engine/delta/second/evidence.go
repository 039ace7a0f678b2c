package second

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// evidence is a place of a turn that a quote names.
type evidence struct {
	turn acts.Turn
	// sentences are those that the quote touches, clauses the clauses of them that
	// it does.
	sentences []*english.Sentence
	clauses   []*english.Clause
	// near are the sentences right before and after.
	near []*english.Sentence
}

// speech is a turn's prose as quotes are looked up in it. Code, quotations, tool
// output and wrappers are no part of it.
type speech struct {
	turn     acts.Turn
	passages []passage
}

// passage is a block of prose, with its white space folded for the search.
type passage struct {
	folded string
	at     []int // of each byte of folded, in the text; and the text's end
	parts  []part
}

// part is a sentence and where it stands in the text.
type part struct {
	sentence   english.Sentence
	start, end int
}

func speechOf(t acts.Turn) speech {
	s := speech{turn: t}
	for _, p := range prose.Read(t.Content) {
		s.passages = append(s.passages, passageOf(p.Text))
	}
	return s
}

func passageOf(text string) passage {
	var p passage
	p.folded, p.at = fold(text)
	from := 0
	for _, s := range english.Sentences(text) {
		if at := strings.Index(text[from:], s.Text); at >= 0 {
			p.parts = append(p.parts, part{s, from + at, from + at + len(s.Text)})
			from += at + len(s.Text)
		}
	}
	return p
}

// fold makes one space of each run of white space, none at the ends, and tells
// where each byte came from.
func fold(text string) (string, []int) {
	var b strings.Builder
	var at []int
	gap := -1
	for i, r := range text {
		if unicode.IsSpace(r) {
			if gap < 0 {
				gap = i
			}
			continue
		}
		if gap >= 0 && b.Len() > 0 {
			b.WriteByte(' ')
			at = append(at, gap)
		}
		gap = -1
		_, n := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+n])
		for k := range n {
			at = append(at, i+k)
		}
	}
	return b.String(), append(at, len(text))
}

// maxPlaces bounds at how many places of a turn a quote is looked at.
const maxPlaces = 8

// find lists the places of a turn in which the quote stands word for word, white
// space aside.
func (s *speech) find(quote string) []evidence {
	quote, _ = fold(quote)
	if quote == "" {
		return nil
	}
	var out []evidence
	for i := range s.passages {
		p := &s.passages[i]
		for from := 0; len(out) < maxPlaces; {
			at := strings.Index(p.folded[from:], quote)
			if at < 0 {
				break
			}
			at += from
			end := at + len(quote)
			if wholeWords(p.folded, at, end) {
				if e := p.evidence(p.at[at], p.at[end-1]+1); len(e.sentences) > 0 {
					e.turn = s.turn
					out = append(out, e)
				}
			}
			from = at + 1
		}
	}
	return out
}

// wholeWords reports whether no word is cut at either end of a stretch.
func wholeWords(text string, start, end int) bool {
	first, _ := utf8.DecodeRuneInString(text[start:])
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !(inWord(before) && inWord(first)) && !(inWord(last) && inWord(after))
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// evidence is what stands between two bytes of the passage.
func (p *passage) evidence(start, end int) evidence {
	var e evidence
	first, last := -1, -1
	for i := range p.parts {
		if q := &p.parts[i]; q.start < end && start < q.end {
			if first < 0 {
				first = i
			}
			last = i
			e.sentences = append(e.sentences, &q.sentence)
			e.clauses = append(e.clauses, touched(&q.sentence, start, end)...)
		}
	}
	if first > 0 {
		e.near = append(e.near, &p.parts[first-1].sentence)
	}
	if last >= 0 && last+1 < len(p.parts) {
		e.near = append(e.near, &p.parts[last+1].sentence)
	}
	return e
}

// touched lists the clauses of a sentence that a stretch of the text touches.
func touched(s *english.Sentence, start, end int) []*english.Clause {
	var out []*english.Clause
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if n := len(c.Tokens); n > 0 && c.Tokens[0].Start < end && start < c.Tokens[n-1].End {
			out = append(out, c)
		}
	}
	return out
}

// content is the stems of the sentences that the quote touches.
func (e *evidence) content() []string {
	var out []string
	for _, s := range e.sentences {
		out = append(out, s.Content()...)
	}
	return out
}

// has reports whether a clause that the quote touches holds a cue.
func (e *evidence) has(cue english.Cue, others ...english.Cue) bool {
	for _, c := range e.clauses {
		if c.Has(cue, others...) {
			return true
		}
	}
	return false
}
