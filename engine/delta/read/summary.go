package read

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/engine/delta/english"
)

// maxSummary bounds a summary in runes.
const maxSummary = 220

// openings are words before what is said, without a part in it.
var openings = map[string]bool{
	"ok": true, "and": true, "but": true, "so": true, "also": true, "please": true, "then": true, "now": true, "well": true, "yes": true,
	"just": true, "actually": true, "oh": true, "first": true, "finally": true, "anyway": true, "perfect": true, "great": true, "nice": true,
	"good": true, "cool": true, "thanks": true, "sorry": true, "fair": true, "fine": true, "agreed": true, "right": true, "sure": true, "next": true,
	"hm": true, "plus": true, "btw": true, "awesome": true, "exactly": true, "otherwise": true, "though": true,
}

// frames are longer openings, in normal spelling.
var frames = []string{
	"for your information", "by the way", "note that", "just so you know", "heads up", "for the record", "last thing", "one more thing", "one thing more",
	"can you", "could you", "would you", "will you", "i need you to", "i want you to", "i would like you to", "as far as i know", "it turns out that", "it turns out", "turns out that", "turns out",
	"i would suggest", "i suggest", "i would recommend", "i recommend", "i would propose", "i propose", "let us", "we should", "we need to", "we have to", "i need to",
	"in that case", "of course", "thank you", "i think", "i guess", "i mean", "to be honest", "in fact", "on second thought", "after all", "do not forget to", "make sure to", "make sure",
	"you need to know that", "you should know that", "you have to know that", "you must know that", "you need to know", "one detail", "small thing", "important", "remember", "keep in mind that", "keep in mind", "oh and", "and also",
}

// closings are words after what is said.
var closings = map[string]bool{"please": true, "though": true, "thanks": true, "ok": true, "then": true, "anyway": true, "now": false, "right": false}

// core is what a clause says, without its openings and closings, as written.
func core(c *english.Clause) string { return from(c, start(c)) }

// start is the index of the first token that belongs to what is said.
func start(c *english.Clause) int {
	i := 0
	for i < len(c.Tokens)-1 {
		if openings[c.Tokens[i].Word] || c.Tokens[i].Class == english.Punct {
			i++
			continue
		}
		n := frame(c, i)
		if n == 0 || i+n >= len(c.Tokens) {
			break
		}
		i += n
	}
	return i
}

// framesBy are the longer openings by their first word.
var framesBy = func() map[string][][]string {
	out := map[string][][]string{}
	for _, f := range frames {
		words := strings.Fields(f)
		out[words[0]] = append(out[words[0]], words)
	}
	return out
}()

// frame is how many tokens from i on are a longer opening.
func frame(c *english.Clause, i int) int {
	for _, words := range framesBy[c.Tokens[i].Word] {
		if i+len(words) > len(c.Tokens) {
			continue
		}
		same := true
		for k, w := range words {
			if c.Tokens[i+k].Word != w {
				same = false
				break
			}
		}
		if same {
			return len(words)
		}
	}
	return 0
}

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
	s = strings.Join(strings.Fields(s), " ")
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
