package author

import "strings"

// line is one line of a text as it is compared: without indentation, leading
// marks (a quotation, a bullet, a number, the sign of a diff), white space,
// quotes and escapes, so that text is known again where a client has escaped,
// quoted, numbered or indented it.
type line struct {
	hash    uint64
	letters int // letters and digits, in bytes
	words   int
	// from and to are where it stands in the text, marks and all.
	from, to int
}

// The parameters of 64-bit FNV-1a.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// eachLine calls do for every line of text that holds a letter or a digit. An
// escaped line feed ends a line as a real one does: both sides of a comparison
// are read in this way.
func eachLine(text string, do func(line)) {
	l, inWord := line{hash: fnvOffset}, false
	end := func(at, next int) {
		if l.to = at; l.letters > 0 {
			do(l)
		}
		l, inWord = line{hash: fnvOffset, from: next}, false
	}
	for i := behindMarks(text, 0); i < len(text); {
		if c := folded[text[i]]; c != 0 { // most bytes stand for themselves
			if i++; isWord[c] {
				l.letters++
				if !inWord {
					l.words++
				}
			}
			inWord = isWord[c]
			l.hash = (l.hash ^ uint64(c)) * fnvPrime
			continue
		}
		c, next := decoded(text, i)
		at := i
		i = next
		switch {
		case c == '\n':
			end(at, i)
			i = behindMarks(text, i)
			continue
		case c == ' ', c == '\t', c == '\r':
			inWord = false
			continue
		case c == '"', c == '\'', c == '`', c == '\\':
			continue
		}
		if inWord = c == curly[0]; inWord { // of another rune that begins so
			l.letters++
		}
		l.hash = (l.hash ^ uint64(c)) * fnvPrime
	}
	end(len(text), len(text))
}

// eachPhrase calls do for every phrase of a line that says anything: what stands
// between two marks that end a sentence or its label, or between brackets. So
// text is known again behind a label, or with more on its line.
func eachPhrase(text string, do func(line)) {
	from := 0
	end := func(at int) {
		if phrase := strings.Trim(text[from:at], " \t\r.!?:;\"'`*_"); strings.ContainsAny(phrase, " \t") {
			eachLine(phrase, func(l line) {
				if l.letters >= phraseLetters {
					do(l)
				}
			})
		}
		from = at + 1
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '.', '!', '?', ':', ';':
			if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\t' {
				end(i)
			}
		case '<', '>', '[', ']', '(', ')', '{', '}', '|', '=':
			end(i)
		}
	}
	end(len(text))
}

// eachParagraph calls do for every paragraph of several lines as one line, so that
// text is known again which was wrapped at another width.
func eachParagraph(text string, do func(joined string)) {
	for text != "" {
		paragraph, rest, _ := strings.Cut(text, "\n\n")
		if text = rest; strings.Contains(strings.TrimSpace(paragraph), "\n") {
			do(strings.ReplaceAll(paragraph, "\n", " "))
		}
	}
}

// phraseLetters is the least length of a phrase that says anything.
const phraseLetters = 6

// curly begins the quotes that typesetting and some clients put for straight ones.
const curly = "\xe2\x80"

// folded is what a byte counts as where it stands for itself, 0 for those that
// are left out or may stand for others.
var folded = func() (set [256]byte) {
	for c := range set {
		switch {
		case c <= ' ' && c != '\v' && c != '\f' || strings.IndexByte("\"'`\\&", byte(c)) >= 0 || byte(c) == curly[0]:
		case c >= 'A' && c <= 'Z':
			set[c] = byte(c) | 0x20
		default:
			set[c] = byte(c)
		}
	}
	return set
}()

// isWord marks the bytes that words are made of, those of runes beyond ASCII
// among them.
var isWord = func() (set [256]bool) {
	for c := range set {
		set[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
	}
	return set
}()

// decoded returns the byte that stands at i, and where the next one begins. A
// run of backslashes counts for nothing, or for the escape that it begins; the
// entities that XML needs are what they stand for.
func decoded(text string, i int) (c byte, next int) {
	switch text[i] {
	case '\\':
		for i < len(text) && text[i] == '\\' {
			i++
		}
		if i == len(text) {
			return '\\', i
		}
		switch text[i] {
		case 'n':
			return '\n', i + 1
		case 't', 'r':
			return ' ', i + 1
		case 'u':
			if c, ok := hexByte(text, i+1); ok {
				return c, i + 5
			}
		}
		return '\\', i
	case curly[0]:
		if len(text)-i >= 3 && text[i+1] == curly[1] && (text[i+2] >= 0x98 && text[i+2] <= 0x9f) {
			return '"', i + 3
		}
	case '&':
		for _, e := range entities {
			if len(text)-i >= len(e.text) && text[i:i+len(e.text)] == e.text {
				return e.is, i + len(e.text)
			}
		}
	}
	return text[i], i + 1
}

var entities = []struct {
	text string
	is   byte
}{{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&#39;", '\''}, {"&#34;", '"'}}

// hexByte reads the four digits of an escaped ASCII character, "003c".
func hexByte(text string, i int) (c byte, ok bool) {
	if len(text) < i+4 || text[i] != '0' || text[i+1] != '0' {
		return 0, false
	}
	for _, d := range []byte(text[i+2 : i+4]) {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			d = d | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		c = c<<4 | d
	}
	return c, c < 0x80
}

// behindMarks returns where a line that begins at i begins to say something: a
// number counts as a mark only with what sets it off.
func behindMarks(text string, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '>' || c == '|' || c == '-' || c == '+' || c == '*' || c == '#':
			i++
		case c == '\\':
			is, next := decoded(text, i)
			if is != ' ' {
				return i
			}
			i = next
		case c >= '0' && c <= '9':
			k := i
			for k < len(text) && text[k] >= '0' && text[k] <= '9' {
				k++
			}
			n := setOff(text, k)
			if n == 0 {
				return i
			}
			i = k + n
		default:
			return i
		}
	}
	return i
}

// setOff is the length of what sets a line's number off at k: "1.", "1)", "1:",
// "1|", "1→" or a tab; 0 for nothing.
func setOff(text string, k int) int {
	if k == len(text) {
		return 0
	}
	switch text[k] {
	case '.', ')', ':', '|', '\t':
		return 1
	}
	if len(text)-k >= 3 && text[k:k+3] == "→" {
		return 3
	}
	return 0
}
