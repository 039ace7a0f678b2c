package thought

import (
	"bytes"

	"holdfast/parser/pattern"
)

// scanner goes over a text for the next mark that stands in no fence and in no file
// that the reply writes as an element.
type scanner struct {
	text  []byte
	at    int
	never map[string]bool // dresses of which no end comes any more
}

// written is an element whose content is a file or the arguments of a call.
var written = pattern.New(`^\s{0,3}<(file|write_to_file|replace_in_file|apply_diff|invoke|parameter|function)(?:[\s=][^<>\n]{0,400})?>`)

// next finds the next thought at or after s.at.
func (s *scanner) next() (Span, bool) {
	var f fence
	var closing []byte
	for from := s.at; from < len(s.text); {
		line := s.text[from:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		switch {
		case closing != nil:
			if bytes.Contains(line, closing) {
				closing = nil
			}
		case f.take(line):
		default:
			if span, ok := s.inLine(from, line); ok {
				return span, true
			}
			if m := written.FindSubmatch(line); m != nil {
				if end := []byte("</" + string(m[1]) + ">"); !bytes.Contains(line, end) {
					closing = end
				}
			}
		}
		from += len(line)
	}
	return Span{}, false
}

// inLine finds the first thought that begins in a line, which begins at from.
func (s *scanner) inLine(from int, line []byte) (Span, bool) {
	for i := 0; i < len(line); i++ {
		if line[i] != '<' && line[i] != '[' && line[i] != "◁"[0] {
			continue
		}
		rest := line[i:min(len(line), i+mostMark)]
		if len(rest) < 3 || rest[1] == rest[0] {
			continue
		}
		head := bytes.ToLower(rest[:min(len(rest), mostHead)])
		if !promising(head) {
			continue
		}
		for _, d := range dresses {
			if !bytes.HasPrefix(head, []byte(d.begin)) {
				continue
			}
			m := d.open.FindIndex(rest)
			if m == nil || d.name == "channel" && said.Match(rest) {
				continue
			}
			if span, ok := s.thought(d, from+i, from+i+m[1]); ok {
				return span, true
			}
		}
		if m := leftover.FindIndex(rest); m != nil {
			return Span{from + i, from + i + m[1]}, true
		}
	}
	return Span{}, false
}

// mostHead is how much of a mark tells what it is.
const mostHead = 48

// promising is a cheap test that every mark passes, by how it begins.
func promising(head []byte) bool {
	if head[1] == '|' || head[1] == 'c' {
		return true
	}
	for _, stem := range []string{"think", "thought", "reason", "scratch", "unused", "details"} {
		if bytes.Contains(head, []byte(stem)) {
			return true
		}
	}
	return false
}

// mostMark is how long a mark may be.
const mostMark = 512

// thought is the one that the mark text[start:end] opens.
func (s *scanner) thought(d dress, start, end int) (Span, bool) {
	if quoted(s.text, start, end) {
		return Span{}, false
	}
	if !s.never[d.name] {
		if stop := s.end(d, end, s.text[start:end]); stop > 0 {
			return Span{start, stop}, true
		}
		s.never[d.name] = true
	}
	// One that never ends is a thought to the end of the text, unless the mark is
	// only spoken of.
	before := bytes.TrimRight(lineBefore(s.text, start), " \t>")
	if len(before) == 0 || ended(before) || endsLine(s.text[end:]) {
		return Span{start, len(s.text)}, true
	}
	return Span{}, false
}

// end is where a thought ends that mark opened: behind the end mark of the same
// name, else behind the first of its dress; 0 for none. What only tells that
// another channel begins stays.
func (s *scanner) end(d dress, from int, mark []byte) int {
	first := d.ends.FindIndex(s.text[from:])
	if first == nil {
		return 0
	}
	if d.name != "element" {
		return from + first[1]
	}
	name := bytes.TrimRight(bytes.Fields(mark[1:])[0], ">")
	if own := "</" + string(name) + ">"; !s.never[own] {
		if i := bytes.Index(s.text[from:], []byte(own)); i >= 0 {
			return from + i + len(own)
		}
		s.never[own] = true
	}
	return from + first[1]
}
