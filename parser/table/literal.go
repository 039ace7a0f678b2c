package table

import (
	"bytes"
	"strings"

	"holdfast/parser/source"
)

// opens begins the literal that starts at the current byte, if one does.
func (m *masker) opens(c byte) bool {
	if len(m.by[c]) == 0 || len(m.stack) >= maxNesting {
		return false
	}
	for _, lit := range m.by[c] {
		if bytes.HasPrefix(m.src[m.pos:], []byte(lit.Open)) && m.mayOpen(lit) && m.enter(lit) {
			return true
		}
	}
	return false
}

// maxNesting bounds literals in code in literals.
const maxNesting = 256

// enter passes over the opener of a literal, if its pattern matches and it
// closes where it must. A literal that is whole, or whose body comes later, is
// over then.
func (m *masker) enter(lit *literal) bool {
	open, groups, ok := m.opening(lit)
	if !ok {
		return false
	}
	f := m.frame(lit, open, groups)
	whole := lit.pattern != nil && lit.Close == "" && !lit.Mirror
	switch {
	case whole:
	case lit.Heredoc:
		if m.lastLine(string(firstWord([]byte(f.close)))) <= m.pos {
			return false
		}
		m.heredocs = append(m.heredocs, heredoc{lit: lit, tag: strings.TrimSpace(f.close), at: m.pos})
	case lit.Operand && (!lit.Multiline || !m.afterOperator()) && !m.closesOnLine(f, len(open)):
		return false
	}
	m.delimiter(len(open), lit)
	if whole || lit.Heredoc {
		m.prev = m.pos - 1
		return true
	}
	m.push(f)
	return true
}

// mayOpen checks what stands around the opener.
func (m *masker) mayOpen(lit *literal) bool {
	before := byte('\n')
	if m.pos > 0 {
		before = m.src[m.pos-1]
	}
	switch {
	case lit.Apart && isWord(before), lit.notAfter[before]:
		return false
	case lit.LineStart && before != '\n':
		return false
	case lit.Comment && m.uncomment != "" && bytes.HasPrefix(m.src[m.pos:], []byte(m.uncomment)):
		return false
	case lit.spaced && before != '\n' && !isBlank(before) && strings.IndexByte(";|&(", before) < 0:
		return false
	}
	return !lit.Operand || m.atOperand(lit)
}

// atOperand reports whether an operand, not an operator, may stand here.
func (m *masker) atOperand(lit *literal) bool {
	if m.afterOperator() {
		return true
	}
	gap := m.src[m.prev+1 : m.pos]
	end := m.pos + len(lit.Open)
	switch {
	case !lit.Command || len(gap) == 0 || end >= len(m.src) || strings.IndexByte(" \t\n=", m.src[end]) >= 0:
		return false
	case bytes.IndexByte(gap, '\n') >= 0:
		return true
	}
	return isWord(m.src[m.prev])
}

// afterOperator reports whether what stands before can only be followed by an
// operand.
func (m *masker) afterOperator() bool {
	if m.prev < 0 || strings.IndexByte("(,=:[!&|?{};+-*%~^<>", m.src[m.prev]) >= 0 {
		return true
	}
	return m.word >= 0 && isWord(m.src[m.prev]) && m.operandWords[string(m.src[m.word:m.prev+1])]
}

// opening is the opener's text and the groups of its pattern.
func (m *masker) opening(lit *literal) (open string, groups []string, ok bool) {
	if lit.pattern == nil {
		return lit.Open, nil, true
	}
	match := lit.pattern.FindSubmatch(m.src[m.pos:min(len(m.src), m.pos+window)])
	if match == nil {
		return "", nil, false
	}
	for _, g := range match {
		groups = append(groups, string(g))
	}
	return groups[0], groups, true
}

// frame is the state in which the literal's inside is read.
func (m *masker) frame(lit *literal, open string, groups []string) frame {
	f := frame{lit: lit, start: m.pos, open: open, close: lit.Close, parts: lit.Parts}
	switch {
	case lit.Mirror && len(groups) > 1 && groups[1] != "":
		f.open = groups[1]
		f.close = string(mirror(groups[1][0]))
	case len(groups) > 1:
		f.close = strings.ReplaceAll(lit.Close, "$1", groups[1])
	}
	return f
}

// delimiter masks the n bytes of a delimiter but for the quotes among them.
func (m *masker) delimiter(n int, lit *literal) {
	inner := len(m.stack) > 0
	for end := min(m.pos+n, len(m.src)); m.pos < end; m.pos++ {
		switch c := m.src[m.pos]; {
		case lit.Comment && !inner:
			m.text[m.pos] = ' '
		case inner || strings.IndexByte("\"'`", c) < 0:
			m.text[m.pos] = filler
		}
	}
}

// closesOnLine reports whether f closes before the line's end. Once it does not,
// no other literal of its kind is tried on that line: the time stays linear.
func (m *masker) closesOnLine(f frame, n int) bool {
	if m.pos < m.unclosed[f.lit] {
		return false
	}
	class := false
	for i := m.pos + n; i < len(m.src) && m.src[i] != '\n'; i++ {
		switch c := m.src[i]; {
		case c == f.lit.escape && c != 0:
			i++
		case f.lit.Class && (c == '[' || c == ']'):
			class = c == '['
		case !class && bytes.HasPrefix(m.src[i:], []byte(f.close)):
			return true
		}
	}
	end := len(m.src)
	if k := bytes.IndexByte(m.src[m.pos:], '\n'); k >= 0 {
		end = m.pos + k
	}
	m.unclosed[f.lit] = end
	return false
}

// lastLine is the offset of the last line whose first word is tag, -1 if none.
func (m *masker) lastLine(tag string) int {
	if m.tags == nil {
		m.tags = map[string]int{}
		for at := 0; at < len(m.src); {
			line := m.src[at:]
			if n := bytes.IndexByte(line, '\n'); n >= 0 {
				line = line[:n]
			}
			if w := firstWord(line); len(w) > 0 {
				m.tags[string(w)] = at
			}
			at += len(line) + 1
		}
	}
	if at, ok := m.tags[tag]; ok {
		return at
	}
	return -1
}

func firstWord(line []byte) []byte {
	line = bytes.TrimLeft(line, " \t")
	n := 0
	for n < len(line) && isWord(line[n]) {
		n++
	}
	return line[:n]
}

// literal reads on inside the innermost literal, to its end or to code in it.
func (m *masker) literal(f *frame) {
	from := m.pos
	for m.pos < len(m.src) {
		c, rest := m.src[m.pos], m.src[m.pos:]
		switch {
		case len(f.lit.Interp) > 0 && m.interpolates(f, from, rest):
			return
		case f.lit.escape != 0 && c == f.lit.escape:
			m.pos = min(m.pos+2, len(m.src))
		case f.lit.Class && (c == '[' || c == ']'):
			f.class = c == '['
			m.pos++
		case !f.class && f.close != "" && bytes.HasPrefix(rest, []byte(f.close)):
			if m.closes(f, from) {
				return
			}
		case f.lit.Nested && f.open != f.close && bytes.HasPrefix(rest, []byte(f.open)):
			f.depth++
			m.pos += len(f.open)
		case c == '\n' && !f.lit.Multiline:
			m.hide(f, from, m.pos)
			if !m.inRule {
				m.faults = append(m.faults, f.start)
			}
			m.prev = m.pos - 1
			m.pop()
			return
		default:
			m.pos++
		}
	}
	m.hide(f, from, m.pos)
}

// interpolates enters the code that opens at the current byte, if any does.
func (m *masker) interpolates(f *frame, from int, rest []byte) bool {
	for _, open := range f.lit.Interp {
		if len(m.stack) < maxNesting && bytes.HasPrefix(rest, []byte(open)) {
			m.pos += len(open)
			m.hide(f, from, m.pos)
			m.prev = -1
			m.push(frame{lit: f.lit, start: f.start, code: true, bracket: open[strings.LastIndexAny(open, "({[")]})
			return true
		}
	}
	return false
}

// closes handles the closing delimiter; false where the literal goes on.
func (m *masker) closes(f *frame, from int) bool {
	n := len(f.close)
	switch {
	case f.lit.Greedy && m.pos+n < len(m.src) && m.src[m.pos+n] == f.close[0]:
		m.pos++
		return false
	case f.lit.Double && bytes.HasPrefix(m.src[m.pos+n:], []byte(f.close)):
		m.pos += 2 * n
		return false
	case f.depth > 0:
		f.depth--
		m.pos += n
		return false
	case f.parts > 1:
		f.parts--
		m.pos += n
		m.nextPart(f)
		return false
	}
	m.hide(f, from, m.pos)
	if f.close == "\n" {
		n = 0
	}
	lit, start := f.lit, f.start
	m.pop()
	m.delimiter(n, lit)
	if lit.Comment {
		m.comment(start)
	} else {
		m.prev = m.pos - 1
	}
	return true
}

// comment notes a comment that has just been read.
func (m *masker) comment(start int) {
	if len(m.stack) == 0 {
		m.comments = append(m.comments, source.Range{Start: start, End: m.pos})
	}
}

// nextPart moves to the second part of s{a}{b}; s/a/b/ goes on where it is.
func (m *masker) nextPart(f *frame) {
	if f.open == f.close {
		return
	}
	for m.pos < len(m.src) && (isBlank(m.src[m.pos]) || m.src[m.pos] == '\n') {
		m.pos++
	}
	if m.pos < len(m.src) {
		f.open = string(m.src[m.pos])
		f.close = string(mirror(m.src[m.pos]))
		m.pos++
	}
}

// hide masks the bytes from..to of f's inside. Newlines in comments stay.
func (m *masker) hide(f *frame, from, to int) {
	if !f.lit.Comment || len(m.stack) > 1 {
		clear(m.text[from:to])
		return
	}
	for i := from; i < to; i++ {
		if m.text[i] != '\n' {
			m.text[i] = ' '
		}
	}
}
