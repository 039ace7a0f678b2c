package read

import (
	"slices"
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
	if last-2 > i && c.Word(last) == "way" && c.Word(last-1) == "the" && c.Word(last-2) == "by" {
		last -= 3
	}
	for last > i && (closings[c.Tokens[last].Word] || c.Tokens[last].Class == english.Punct) {
		last--
	}
	return span(c, i, last)
}

// span is the clause's text from its i-th to its last-th token.
func span(c *english.Clause, i, last int) string {
	base := c.Tokens[0].Start - c.Inset
	lo, hi := c.Tokens[i].Start-base, c.Tokens[last].End-base
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
	lo, hi = english.Paired(c.Text, lo, english.PastPercent(c.Text, hi))
	return c.Text[lo:hi]
}

// sentenceCase makes a summary of what was said: one line, bounded, with a
// capital.
func sentenceCase(s string) string {
	s = outsideOpen(delta.Tidy(s))
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

// outsideOpen is a text without a bracket that it opens and, since its clause ends there,
// does not close.
func outsideOpen(s string) string {
	for _, pair := range []string{"()", "[]"} {
		if at := strings.LastIndexByte(s, pair[0]); at > 0 && s[at-1] == ' ' && strings.IndexByte(s[at:], pair[1]) < 0 {
			s = s[:at]
		}
	}
	return s
}

// sentenceText is a clause with the fragments that follow it in its sentence.
func sentenceText(u unit) string {
	text := core(u.Clause)
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Verb >= 0 || c.Lead == english.Because || c.Asked {
			break
		}
		text += ", " + from(c, 0)
	}
	return text
}

// supposed is a tentative clause with the reason or the condition that its
// sentence names, which is what is supposed: "it could be slow because the index
// is missing".
func supposed(u unit) string {
	text, next := sentenceText(u), u.after()
	if next == nil || next.Lead != english.Because && next.Lead != english.If {
		return text
	}
	from, to := u.Tokens[len(u.Tokens)-1].End, next.Tokens[len(next.Tokens)-1].End
	if from >= to || to > len(u.p.Text) {
		return text
	}
	return text + " " + strings.TrimLeft(u.p.Text[from:to], " ,")
}

// maxContext bounds what a summary repeats of something else, in words.
const maxContext = 12

// shorten keeps the beginning of a text, up to a pause in it where there is one.
func shorten(text string) string {
	words := strings.Fields(text)
	if len(words) <= maxContext+2 { // less would not be worth the cut
		return strings.Join(words, " ")
	}
	words = words[:maxContext]
	for n := len(words) - 1; n >= maxContext/2; n-- {
		if w := words[n]; strings.ContainsRune(",:;.–—", rune(w[len(w)-1])) || w == "–" || w == "—" || w == "-" {
			return strings.TrimRight(strings.Join(words[:n+1], " "), ",:;. –—-")
		}
	}
	for len(words) > 1 && english.IsFunction(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ") + " …"
}

// about is what was said with what it is about in brackets behind it, where that
// tells more: "Vite (the build tool)".
func about(said, context string) string {
	said, context = strings.TrimRight(said, ".! "), topic(context)
	if len(minus(english.Content(context), english.Content(said))) == 0 {
		return said
	}
	if strings.HasSuffix(said, ")") && strings.Contains(said, " (") {
		return said[:len(said)-1] + "; " + context + ")"
	}
	return said + " (" + context + ")"
}

// inPlaceOf is what holds now with what held before it in brackets, unless the
// one tells the other: "3 plus that one (before: at most 3 dependencies)".
func inPlaceOf(said, was string) string {
	was = topic(was)
	if len(minus(english.Content(was), english.Content(said))) == 0 {
		return said
	}
	return said + " (before: " + was + ")"
}

// choices are words for a choice as such, which tell nothing of what it is about.
var choices = classOf("fork question choice ways way options option candidates possibilities variants decision approaches routes alternatives remedies solutions fixes workarounds meanwhile")

// withoutContext is a text without what stands in brackets behind it.
func withoutContext(text string) string {
	if i := strings.Index(text, " ("); i > 0 && strings.HasSuffix(text, ")") {
		return text[:i]
	}
	return text
}

// layingOut are the words that a question is left with where what it offers is cut
// off: "for the PDF: either", "for the tables, do you want".
var layingOut = classOf("either or whether do would should shall could can")

// topic is what a context is about: without what stands in brackets behind it,
// without the words that only lay out a choice, and in a few words.
func topic(context string) string {
	context = strings.Trim(delta.Tidy(context), " .,:;!?–—-")
	context = withoutContext(context)
	if head, rest, ok := strings.Cut(context, ": "); ok {
		switch {
		case laysOut(head):
			context = rest
		case laysOut(rest):
			context = head
		}
	}
	if head, rest, ok := strings.Cut(context, " is "); ok && laysOut(head) {
		context = rest
	}
	if at := strings.LastIndexAny(context, ",:"); at > 0 {
		if tail := strings.Fields(context[at+1:]); len(tail) <= 3 && layingOut.among(strings.Join(tail[:min(1, len(tail))], " ")) {
			context = context[:at]
		}
	}
	if laysOut(context) {
		return ""
	}
	if word, rest, _ := strings.Cut(context, " "); slices.Contains([]string{"for", "about", "regarding", "concerning"}, strings.ToLower(word)) && len(strings.Fields(rest)) <= 4 {
		context = rest
	}
	return shorten(context)
}

// laysOut tells a text that says no more than that there is a choice.
func laysOut(text string) bool {
	return choices.among(text) && (wordsIn(english.Content(text)) <= 3 || strings.HasPrefix(text, "There are "))
}

// floating are openings by which a proposal is floated rather than stated.
var floating = english.PhrasesOf("maybe", "perhaps", "possibly", "what if", "how about", "what about", "why not", "shall we", "shall i", "should we", "should i", "do you want to", "do you want me to", "do you want",
	"would you like to", "would you like me to", "would you like", "can we", "can i", "could we", "could i", "could you", "we could", "you could", "one could", "i could", "i would suggest", "i would propose", "i would recommend", "i would",
	"i suggest", "i propose", "i recommend", "my suggestion is", "my suggestion would be", "my proposal is", "my proposal would be", "my recommendation is", "my recommendation would be", "it might be better to", "it would be better to", "it may be better to")

// stated is a proposal as what it proposes, once it is taken: "maybe mark them"
// – "mark them".
func stated(text string) string {
	if len(text) > 3 && strings.EqualFold(text[:3], "or ") {
		text = text[3:]
	}
	for range 3 {
		ss := english.Sentences(text)
		if len(ss) == 0 {
			return text
		}
		c, end := &ss[0].Clauses[0], 0
		for f, at := range c.Phrases(floating) {
			if at == 0 {
				end = max(end, c.Behind(f, at))
			}
		}
		if end == 0 || end >= len(c.Tokens) || !english.HasContent(c.Tokens[end:]) {
			return text
		}
		text = text[c.Tokens[end].Start:]
	}
	return text
}
