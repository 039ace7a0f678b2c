package english

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Class is what a token looks like.
type Class uint8

// The classes of tokens.
const (
	Word   Class = iota
	Number       // begins with a digit, a currency sign or ~ before a digit
	Code         // in backticks, or a path, flag or identifier by its looks
	Punct
)

// Token is a word as it is read: chat spelling undone, contractions taken
// apart. Several tokens may share one stretch of the text ("don't").
type Token struct {
	Word       string // lower case
	Start, End int    // bytes of the text
	Class      Class
	Quoted     bool // between double quotes: somebody else's words

	lex   *lexeme
	stems []string // of its content, several of "net/http"
}

// lexeme is what is known of the token's word.
func (t *Token) lexeme() *lexeme {
	if t.lex == nil {
		return &lexicon().unknown
	}
	return t.lex
}

// Tokens takes a text apart.
func Tokens(text string) []Token {
	t := tokenizer{text: text, lexicon: lexicon(), out: make([]Token, 0, len(text)/4+1)}
	for t.at < len(text) {
		if text[t.at] == ' ' {
			t.at++
		} else {
			t.next()
		}
	}
	return t.out
}

// Arrow is the word of a sign that leads from one thing to another: "a -> b".
const Arrow = "→"

type tokenizer struct {
	text    string
	lexicon *vocabulary
	at      int
	quoted  bool
	out     []Token
}

func (t *tokenizer) next() {
	if isLetter(t.text[t.at]) && t.plainWord() {
		return
	}
	r, n := utf8.DecodeRuneInString(t.text[t.at:])
	switch {
	case unicode.IsSpace(r):
		t.at += n
	case r == '`':
		t.code()
	case r == '"' || r == '“' || r == '”' || r == '«' || r == '»':
		t.quoted = r == '“' || r == '«' || r == '"' && !t.quoted
		t.at += n
	case opensWord(t.text[t.at:]):
		t.word()
	case r == '→' || (r == '-' || r == '=') && strings.HasPrefix(t.text[t.at+1:], ">"):
		if r != '→' {
			n++
		}
		t.add(Arrow, t.at, t.at+n, Punct)
		t.at += n
	default:
		if !unicode.IsMark(r) && r != '*' && r != '_' {
			t.add(t.text[t.at:t.at+n], t.at, t.at+n, Punct)
		}
		t.at += n
	}
}

// add adds a token that is spelled as it is meant.
func (t *tokenizer) add(word string, start, end int, c Class) {
	token := Token{Word: word, Start: start, End: end, Class: c, Quoted: t.quoted && c != Punct, lex: t.lexicon.of(word)}
	token.stems = content(&token)
	t.out = append(t.out, token)
}

// code reads a code span as one token; a lone backtick is nothing.
func (t *tokenizer) code() {
	end := strings.IndexByte(t.text[t.at+1:], '`')
	if end < 0 {
		t.at++
		return
	}
	start := t.at + 1
	if body := strings.TrimSpace(t.text[start : start+end]); body != "" {
		t.add(strings.ToLower(body), start, start+end, Code)
	}
	t.at = start + end + 1
}

// plainWord reads a word of the letters a to z that is spelled as it is meant, as
// most are that begin with one, and tells whether it is one.
func (t *tokenizer) plainWord() bool {
	end := t.at
	for end < len(t.text) && isLetter(t.text[end]) {
		end++
	}
	if end < len(t.text) && t.text[end] != ' ' && goesOn(t.text[end:]) {
		return false
	}
	word := strings.ToLower(t.text[t.at:end])
	l := t.lexicon.words[word]
	if l == nil && drawnOut(word) || l != nil && l.is(respelled) || word == "its" {
		return false
	}
	t.add(word, t.at, end, Word)
	t.at = end
	return true
}

// capital is the bit that a capital lacks.
const capital = 0x20

func isLetter(c byte) bool { return c|capital >= 'a' && c|capital <= 'z' }

// goesOn reports whether a word of letters may go on with what follows.
func goesOn(after string) bool {
	switch c := after[0]; c {
	case '.', ':', '-', '_', '\'', '&', '@':
		return strings.HasPrefix(after, "://") || len(after) > 1 && (after[1] >= utf8.RuneSelf || isAlnum(rune(after[1])))
	case '/', '+', '#', '%':
		return true
	default:
		return c >= utf8.RuneSelf || c >= '0' && c <= '9'
	}
}

// opensWord reports whether a word begins here: a letter or digit, perhaps after
// the signs that belong to flags, amounts and dotted names.
func opensWord(s string) bool {
	if isLetter(s[0]) {
		return true
	}
	const most, enough = 2, 8 // bytes of signs, and of s to count them in: a run may have no end
	n := signs(s[:min(len(s), enough)])
	if n > most {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[n:])
	if n > 0 && s[0] == '-' && !strings.HasPrefix(s, "--") && !unicode.IsDigit(r) {
		return false
	}
	return isAlnum(r)
}

// signs is how many bytes of signs that belong to a word stand before it.
func signs(s string) int {
	n := 0
	for n < len(s) {
		switch c := s[n]; c {
		case '-', '~', '$', '#', '@', '.', '/', '+', '<', '>', '=':
			n++
		default:
			r, size := utf8.DecodeRuneInString(s[n:])
			if r != '€' && r != '£' {
				return n
			}
			n += size
		}
	}
	return n
}

func isAlnum(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// word reads to the end of a word: letters, digits and the signs that stand
// between them in names, times, versions and contractions.
func (t *tokenizer) word() {
	start := t.at
	i := start + signs(t.text[start:])
	for i < len(t.text) {
		r, n := utf8.DecodeRuneInString(t.text[i:])
		if isAlnum(r) || r >= utf8.RuneSelf && unicode.IsMark(r) {
			i += n
			continue
		}
		if r == ',' && digitBefore(t.text[:i]) && thousands(t.text[i+1:]) {
			i += n
			continue
		}
		if strings.HasPrefix(t.text[i:], "://") {
			i += addressEnd(t.text[i:])
			break
		}
		if joins(r) {
			if after, _ := utf8.DecodeRuneInString(t.text[i+n:]); isAlnum(after) {
				i += n
				continue
			}
			if r == '/' && i+n < len(t.text) && t.text[i-1] != ' ' && i-start == 1 { // w/
				i += n
				continue
			}
		}
		if r == '%' || r == '€' {
			i += n
		}
		for i > start && i < len(t.text) && (t.text[i] == '+' || t.text[i] == '#') && i-start < 8 { // c++, c#, 500+
			i++
		}
		break
	}
	t.at = i
	t.read(t.text[start:i], start, i)
}

// addressEnd is where the address ends that a text goes on with: before a blank or a
// quote, and before the stop of its sentence.
func addressEnd(text string) int {
	end := strings.IndexAny(text, " \t\n\"'`<>|")
	if end < 0 {
		end = len(text)
	}
	return len(strings.TrimRight(text[:end], ".,;:!?)]}*"))
}

// thousands reports whether a comma stands in a number: "4,300".
func thousands(after string) bool {
	digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
	return digits == 3
}

// joins reports whether a sign between two letters or digits keeps them one word.
func joins(r rune) bool {
	switch r {
	case '-', '\'', '’', '.', '/', '_', ':', '@', '&', '+', '#', '–':
		return true
	}
	return false
}

func digitBefore(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsDigit(r)
}

// read adds a word in its normal spelling.
func (t *tokenizer) read(raw string, start, end int) {
	w := strings.ToLower(raw)
	if strings.Contains(w, "’") {
		w = strings.ReplaceAll(w, "’", "'")
	}
	if c := looks(w); c != Word {
		t.add(w, start, end, c)
		return
	}
	if short := squeezed(w); short != w && Known(short) {
		w = short
	}
	if w == "its" && statesNext(t.text[end:]) {
		t.add("it", start, end, Word)
		t.add("is", start, end, Word)
		return
	}
	if lexemeOf(w).is(respelled) {
		for _, part := range lexemeOf(w).normal {
			t.add(part, start, end, Word)
		}
		return
	}
	if stem, part := contraction(w); part != "" {
		if stem != "" {
			t.add(stem, start, end, Word)
		}
		t.add(part, start, end, Word)
		return
	}
	t.add(strings.TrimSuffix(w, "'s"), start, end, Word)
}

// statesNext reports whether the next word makes an "its" before it an "it is" whose
// apostrophe was left out: "its not the filter".
func statesNext(after string) bool {
	next, _ := nextWord(after)
	return lexemeOf(next).is(predicate)
}

// looks classes a word by its signs.
func looks(w string) Class {
	if letters(w) {
		return Word
	}
	bare := strings.TrimLeft(w, "~$€£<>=+-")
	if bare != "" && bare[0] >= '0' && bare[0] <= '9' {
		return Number
	}
	if strings.HasPrefix(w, "--") || strings.HasPrefix(w, "/") || strings.ContainsAny(w, "_@#:") {
		return Code
	}
	if i := strings.IndexAny(w, "./"); i >= 0 && i < len(w)-1 && len(w) > 3 {
		return Code
	}
	return Word
}

// contraction takes "we're" apart into "we" and "are".
func contraction(w string) (stem, part string) {
	i := strings.LastIndexByte(w, '\'')
	if i <= 0 {
		return "", ""
	}
	switch w[i:] {
	case "'t":
		if base, ok := strings.CutSuffix(w, "n't"); ok {
			return base, "not"
		}
	case "'re":
		return w[:i], "are"
	case "'ve":
		return w[:i], "have"
	case "'ll":
		return w[:i], "will"
	case "'d":
		return w[:i], "would"
	case "'m":
		return w[:i], "am"
	case "'s":
		if lexemeOf(w[:i]).is(isBeforeIs) {
			return w[:i], "is"
		}
	}
	return "", ""
}

// Tag is the word class of a token as far as the tables know it: a letter, which for a
// verb tells its form.
func (t *Token) Tag() byte {
	switch t.Class {
	case Punct:
		return t.Word[0]
	case Number:
		return '0'
	case Code:
		return '`'
	}
	for i, any := range tagged {
		if t.is(any) {
			return tags[i]
		}
	}
	switch f := t.lexeme().verb.Form; {
	case f&Base != 0 && t.is(nounlike):
		return 'n'
	case f&Base != 0:
		return 'v'
	case f&Third != 0:
		return 's'
	case f&Gerund != 0:
		return 'g'
	case f != 0:
		return 'p'
	case t.is(functional):
		return 'f'
	}
	return 'N'
}

// tagged are the classes that Tag tells, tags their letters, in the order in which the
// first holds.
var tagged = [...]trait{
	negation, modal, be, auxiliary, interrogate, subject, pronoun, determining, preposition, joining, numeral, adverb, adjective, noisy | introducing,
}

const tags = "XMBHWIPDRC0ajo"
