package read

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// maxSummary bounds a summary in runes.
const maxSummary = 220

// closings are words after what is said.
var closings = map[string]bool{"please": true, "though": true, "thanks": true, "ok": true, "then": true, "anyway": true, "now": false, "right": false}

// core is what a clause says, without its openings and closings, as written.
func core(c *english.Clause) string { return from(c, start(c)) }

// start is the index of the first token that belongs to what is said.
func start(c *english.Clause) int { return c.Start }

// from is the clause's text from its i-th token on, tidied.
func from(c *english.Clause, i int) string {
	last := len(c.Tokens) - 1
	for last > i && (closings[c.Tokens[last].Word] || c.Tokens[last].Class == english.Punct) {
		last--
	}
	return span(c, i, last)
}

// span is the clause's text from its i-th to its last-th token.
func span(c *english.Clause, i, last int) string {
	base := c.Tokens[0].Start
	offset := strings.IndexByte(c.Text, '`')
	shift := 0
	if c.Tokens[0].Class == english.Code && offset == 0 {
		shift = 1
	}
	lo := c.Tokens[i].Start - base + shift
	hi := c.Tokens[last].End - base + shift
	if i == 0 {
		lo = 0
	}
	if hi < len(c.Text) && c.Text[hi] == '`' {
		hi++
	}
	if lo > 0 && lo <= len(c.Text) && c.Text[lo-1] == '`' {
		lo--
	}
	if lo < 0 || hi > len(c.Text) || lo > hi {
		return c.Text
	}
	return c.Text[lo:hi]
}

// sentenceCase makes a summary of what was said: one line, bounded, with a
// capital.
func sentenceCase(s string) string {
	s = delta.Tidy(s)
	s = strings.Trim(s, " ,;:-–—.")
	if utf8.RuneCountInString(s) > maxSummary {
		s = string([]rune(s)[:maxSummary-1]) + "…"
	}
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	word, _, _ := strings.Cut(s, " ")
	if strings.ContainsAny(word, "./_-()=") || strings.ToLower(word) != word {
		return s // a name: x/time, go.mod, iOS
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
