package respell

import (
	"bytes"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// jsxReference is what the grammar takes for a character reference; it knows no other "&"
// in the text of an element.
var jsxReference = pattern.New(`^&(?:#(?:[xX][0-9a-fA-F]{1,6}|[0-9]{1,5})|[A-Za-z]{1,30});`)

// elements writes letters for what the grammar takes for more than text between the tags
// of JSX and in the quotes of its attributes: "&" that begins no reference, and what would
// begin a comment. It returns the text with letters in all those places, in which an
// apostrophe is no quote; src where there are no elements.
func (e *editor) elements() []byte {
	s := jsx{src: e.src}
	s.code()
	if len(s.texts) == 0 {
		return e.src
	}
	letters := bytes.Clone(e.src)
	for _, r := range s.texts {
		for i := r.Start; i < r.End; i++ {
			if !isSpace(letters[i]) {
				letters[i] = 'x'
			}
			if e.src[i] == '&' && !jsxReference.Match(e.src[i:min(r.End, i+longestReference)]) || !s.quoted(r) && opensComment(e.src[i:r.End]) {
				e.change()
				e.out[i] = 'x'
			}
		}
	}
	return letters
}

// longestReference is more than the grammar's longest reference, in bytes.
const longestReference = 40

func opensComment(text []byte) bool {
	return len(text) > 1 && text[0] == '/' && (text[1] == '/' || text[1] == '*')
}

// jsx finds the text of the elements in a script. An element is one only if all of its
// tags are closed in their order: what else begins with "<" is an operator or a type.
type jsx struct {
	src   []byte
	pos   int
	texts []source.Range
	depth int
	// failed is how many bytes were read in vain, for what turned out to be no element.
	failed int
}

func (s *jsx) quoted(r source.Range) bool {
	return r.Start > 0 && (s.src[r.Start-1] == '"' || s.src[r.Start-1] == '\'') && r.End < len(s.src) && s.src[r.End] == s.src[r.Start-1]
}

// at is the byte that many behind the place, 0 behind the end.
func (s *jsx) at(n int) byte {
	if s.pos+n >= len(s.src) {
		return 0
	}
	return s.src[s.pos+n]
}

func jsxName(b byte) bool {
	return b == '_' || b == '$' || b >= 0x80 || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

// jsxBefore are the words behind which a value begins.
var jsxBefore = set("return", "case", "default", "typeof", "void", "delete", "in", "of", "new", "await", "yield", "throw", "else", "do", "instanceof")

// code reads code and passes over the brace that closes it; false where that is missing.
func (s *jsx) code() bool {
	if s.depth++; s.depth > maxDepth {
		return false
	}
	defer func() { s.depth-- }()
	open, value := 0, true // value: one may begin here
	for s.pos < len(s.src) && !s.vain() {
		b := s.src[s.pos]
		switch {
		case isSpace(b):
			s.pos++
			continue
		case opensComment(s.src[s.pos:]):
			s.comment()
			continue
		case jsxName(b):
			dotted := s.pos > 0 && s.src[s.pos-1] == '.'
			value = jsxBefore[s.name("")] && !dotted
			continue
		case b == '"', b == '\'':
			s.quote(b, true)
			value = false
			continue
		case b == '`':
			if !s.template() {
				return false
			}
			value = false
			continue
		case value && (b == '<' && s.element() || b == '/' && s.pattern()):
			value = false
			continue
		case b == '{':
			open++
		case b == '}':
			if open--; open < 0 {
				s.pos++
				return true
			}
		}
		value = b != ')' && b != ']' && b != '}'
		s.pos++
	}
	return false
}

// name reads a name, which may hold the bytes of also.
func (s *jsx) name(also string) string {
	from := s.pos
	for s.pos < len(s.src) && (jsxName(s.src[s.pos]) || s.pos > from && bytes.IndexByte([]byte(also), s.src[s.pos]) >= 0) {
		s.pos++
	}
	return string(s.src[from:s.pos])
}

func (s *jsx) comment() {
	end := []byte("\n")
	if s.at(1) == '*' {
		end = []byte("*/")
	}
	s.pos += 2
	if i := bytes.Index(s.src[s.pos:], end); i >= 0 {
		s.pos += i + len(end)
	} else {
		s.pos = len(s.src)
	}
}

// quote passes over a string; one of code knows escapes and ends with its line.
func (s *jsx) quote(mark byte, code bool) bool {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch b := s.src[s.pos]; {
		case b == mark:
			s.pos++
			return true
		case code && b == '\\':
			s.pos++
		case code && b == '\n':
			return false
		}
	}
	return false
}

func (s *jsx) template() bool {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch b := s.src[s.pos]; {
		case b == '`':
			s.pos++
			return true
		case b == '\\':
			s.pos++
		case b == '$' && s.at(1) == '{':
			s.pos += 2
			if !s.code() {
				return false
			}
			s.pos--
		}
	}
	return false
}

// pattern passes over a regular expression, which ends on its line.
func (s *jsx) pattern() bool {
	const most = 1000
	class := false
	for i := s.pos + 1; i < min(len(s.src), s.pos+most) && s.src[i] != '\n'; i++ {
		switch b := s.src[i]; {
		case b == '\\':
			i++
		case b == '[':
			class = true
		case b == ']':
			class = false
		case b == '/' && !class:
			s.pos = i + 1
			return true
		}
	}
	return false
}

// vain reports whether too much was read in vain to go on: the text is no script.
func (s *jsx) vain() bool { return s.failed > 4*len(s.src) }

// element passes over an element; where there is none, the place stays.
func (s *jsx) element() bool {
	from, texts := s.pos, len(s.texts)
	if s.depth++; s.depth <= maxDepth && s.opened() {
		s.depth--
		return true
	}
	s.depth--
	s.failed += s.pos - from
	s.pos, s.texts = from, s.texts[:texts]
	return false
}

func (s *jsx) blanks() {
	for s.pos < len(s.src) && (isSpace(s.src[s.pos]) || opensComment(s.src[s.pos:])) {
		if isSpace(s.src[s.pos]) {
			s.pos++
		} else {
			s.comment()
		}
	}
}

// opened reads an element from its "<".
func (s *jsx) opened() bool {
	s.pos++
	s.blanks()
	name := s.name(".:-")
	if s.at(0) == '<' && !s.arguments() {
		return false
	}
	for {
		s.blanks()
		switch b := s.at(0); {
		case b == '>':
			s.pos++
			return s.children(name)
		case b == '/' && name != "":
			s.pos++
			s.blanks()
			s.pos++
			return s.pos <= len(s.src) && s.src[s.pos-1] == '>'
		case b == '{' && name != "":
			s.pos++
			if !s.code() {
				return false
			}
		case jsxName(b) && name != "":
			if !s.attribute() {
				return false
			}
		default:
			return false
		}
	}
}

// arguments passes over the type arguments of an element.
func (s *jsx) arguments() bool {
	const most = 400
	open := 0
	for end := min(s.pos+most, len(s.src)); s.pos < end; s.pos++ {
		switch b := s.src[s.pos]; {
		case b == '<':
			open++
		case b == '>' && s.src[s.pos-1] != '=':
			if open--; open == 0 {
				s.pos++
				return true
			}
		}
	}
	return false
}

func (s *jsx) attribute() bool {
	s.name(".:-")
	s.blanks()
	if s.at(0) != '=' {
		return true
	}
	s.pos++
	s.blanks()
	switch b := s.at(0); b {
	case '"', '\'':
		from := s.pos + 1
		if !s.quote(b, false) {
			return false
		}
		s.texts = append(s.texts, source.Range{Start: from, End: s.pos - 1})
		return true
	case '{':
		s.pos++
		return s.code()
	case '<':
		return s.element()
	}
	return false
}

// children reads what an element holds and its closing tag.
func (s *jsx) children(name string) bool {
	for {
		from := s.pos
		n := bytes.IndexAny(s.src[from:], "<>{}")
		if n < 0 {
			s.pos = len(s.src)
			return false
		}
		if s.pos += n; n > 0 {
			s.texts = append(s.texts, source.Range{Start: from, End: s.pos})
		}
		switch s.src[s.pos] {
		case '{':
			s.pos++
			if !s.code() {
				return false
			}
		case '<':
			if closing, ok := s.closing(); ok {
				return closing == name
			}
			if !s.element() {
				return false
			}
		default: // what JSX wants to see written as an expression
			return false
		}
	}
}

// closing reads a closing tag, of that name; ok is false where there is none.
func (s *jsx) closing() (name string, ok bool) {
	from := s.pos
	s.pos++
	s.blanks()
	if s.at(0) != '/' || opensComment(s.src[s.pos:]) {
		s.pos = from
		return "", false
	}
	s.pos++
	s.blanks()
	name = s.name(".:-")
	s.blanks()
	if s.at(0) != '>' {
		return "\x00", true
	}
	s.pos++
	return name, true
}
