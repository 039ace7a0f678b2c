package table

import (
	"bytes"
	"strings"

	"holdfast/parser/source"
)

// filler stands where a literal's bytes were; no source text holds it, since
// texts with NUL bytes are refused.
const filler = 0

// masked is a source text of which comments are blanks and literals filler,
// byte for byte where they stood; quotes stay, and so do newlines outside of
// literals. A literal of several lines is thus one line.
type masked struct {
	text     []byte
	comments []source.Range
	faults   []int // offsets of literals and comments that never close
}

// masker makes a masked text in one pass.
type masker struct {
	*lexis
	masked
	src      []byte
	pos      int
	prev     int // last significant byte of code, -1 at first
	word     int // start of the word that ends at prev
	stack    []frame
	heredocs []heredoc
	unclosed map[*literal]int // no literal of that kind closes before this offset
	tags     map[string]int   // last line that starts with that word
	inRule   bool             // within a preprocessor line
}

// frame is an open literal, or the code interpolated into one.
type frame struct {
	lit         *literal
	start       int
	open, close string
	parts       int
	depth       int
	class       bool
	code        bool // code inside of the literal, until bracket closes
	bracket     byte
}

type heredoc struct {
	lit *literal
	tag string
	at  int
}

func mask(l *lexis, src []byte) masked {
	m := &masker{lexis: l, src: src, prev: -1, word: -1, unclosed: map[*literal]int{}}
	m.text = bytes.Clone(src)
	m.begin()
	for m.pos < len(src) {
		if n := len(m.stack); n > 0 && !m.stack[n-1].code {
			m.literal(&m.stack[n-1])
		} else {
			m.code()
		}
	}
	m.end()
	return m.masked
}

// end closes what may be open at the end of the text, and notes what may not.
func (m *masker) end() {
	for len(m.stack) > 0 {
		f := m.stack[len(m.stack)-1]
		m.pop()
		if f.lit.Comment {
			m.comment(f.start)
		}
		if !f.lit.Endless {
			m.faults = append(m.faults, f.start)
		}
	}
	for _, h := range m.heredocs {
		m.faults = append(m.faults, h.at)
	}
}

// begin passes over a byte order mark and a "#!" line, and enters the outer
// literal of languages that begin in one.
func (m *masker) begin() {
	if bytes.HasPrefix(m.src, []byte("\ufeff")) {
		m.blank(3)
	}
	if rest := m.src[m.pos:]; bytes.HasPrefix(rest, []byte("#!")) && !bytes.HasPrefix(rest, []byte("#![")) {
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		m.blank(n)
	}
	if m.outer != nil && bytes.Contains(m.src, []byte(m.outer.Close)) {
		m.push(frame{lit: m.outer, start: m.pos, open: m.outer.Open, close: m.outer.Close, parts: 1})
	}
}

// blank advances over n bytes and makes them blanks.
func (m *masker) blank(n int) {
	for ; n > 0; n-- {
		m.text[m.pos] = ' '
		m.pos++
	}
}

func (m *masker) push(f frame) { m.stack = append(m.stack, f) }
func (m *masker) pop()         { m.stack = m.stack[:len(m.stack)-1] }

// pass advances over n bytes of code. They stay, unless they stand inside a
// literal.
func (m *masker) pass(n int) {
	n = min(n, len(m.src)-m.pos)
	if len(m.stack) > 0 {
		clear(m.text[m.pos : m.pos+n])
	}
	m.pos += n
}

// code reads one token outside of literals.
func (m *masker) code() {
	c := m.src[m.pos]
	switch {
	case c == '\n':
		m.newline()
	case m.join != 0 && c == m.join && m.joins():
	case m.escape != 0 && c == m.escape:
		n := min(2, len(m.src)-m.pos)
		clear(m.text[m.pos : m.pos+n])
		m.prev = m.pos
		m.pos += n
	case m.lexis.directive != 0 && c == m.lexis.directive && m.atLineStart():
		m.inRule = true
		m.pass(1)
	case m.opens(c):
	case isWord(c):
		n := 1
		for m.pos+n < len(m.src) && isWord(m.src[m.pos+n]) {
			n++
		}
		m.word, m.prev = m.pos, m.pos+n-1
		m.pass(n)
	default:
		m.punctuation(c)
	}
}

// punctuation passes over one byte, and leaves interpolated code at its end.
func (m *masker) punctuation(c byte) {
	if n := len(m.stack); n > 0 {
		f := &m.stack[n-1]
		switch c {
		case mirror(f.bracket):
			f.depth--
		case f.bracket:
			f.depth++
		}
		if f.depth < 0 {
			m.text[m.pos] = filler
			m.pos++
			m.pop()
			return
		}
	} else if m.inRule && strings.IndexByte("(){}[]", c) >= 0 {
		m.text[m.pos] = filler
	}
	if !isBlank(c) {
		m.prev = m.pos
	}
	m.pass(1)
}

func (m *masker) newline() {
	m.inRule = false
	if len(m.heredocs) == 0 {
		m.pass(1)
		return
	}
	m.text[m.pos] = filler
	m.pos++
	pending := m.heredocs
	m.heredocs = nil
	for i, h := range pending {
		if !m.heredocBody(h) {
			m.faults = append(m.faults, h.at)
		}
		if i < len(pending)-1 && m.pos < len(m.src) { // the newline between two bodies
			m.text[m.pos] = filler
			m.pos++
		}
	}
}

// heredocBody masks the lines up to and with the one that closes h.
func (m *masker) heredocBody(h heredoc) bool {
	for m.pos < len(m.src) {
		end := len(m.src)
		if n := bytes.IndexByte(m.src[m.pos:], '\n'); n >= 0 {
			end = m.pos + n
		}
		line := bytes.TrimSpace(m.src[m.pos:end])
		rest, found := bytes.CutPrefix(line, []byte(h.tag))
		if found && (len(rest) == 0 || strings.IndexByte(h.lit.Followed, rest[0]) >= 0) {
			stop := end - len(rest)
			clear(m.text[m.pos:stop])
			m.pos = stop
			return true
		}
		stop := min(end+1, len(m.src))
		clear(m.text[m.pos:stop])
		m.pos = stop
	}
	return false
}

// joins passes over a newline that the byte before it takes back.
func (m *masker) joins() bool {
	rest := m.src[m.pos+1:]
	n := 0
	switch {
	case bytes.HasPrefix(rest, []byte("\n")):
		n = 2
	case bytes.HasPrefix(rest, []byte("\r\n")):
		n = 3
	default:
		return false
	}
	clear(m.text[m.pos : m.pos+n])
	m.pos += n
	return true
}

func (m *masker) atLineStart() bool {
	i := m.pos - 1
	for i >= 0 && isBlank(m.src[i]) {
		i--
	}
	return i < 0 || m.src[i] == '\n'
}

// Mask is src with the comments of lang as blanks and the contents of its literals as
// NUL, byte for byte where they stood; nil where nothing is known of lang.
func Mask(lang source.Language, src []byte) []byte {
	text, _ := Masked(lang, src)
	return text
}

// Masked is Mask, and where the literals and comments begin that never close.
func Masked(lang source.Language, src []byte) (text []byte, unclosed []int) {
	l := languageOf(lang)
	if l == nil {
		return nil, nil
	}
	m := mask(&l.lexis, src)
	return m.text, m.faults
}
