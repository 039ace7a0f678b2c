package block

import (
	"bytes"
	"sort"
	"strings"

	"holdfast/parser/edit"
	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// mark is a line that may begin or end something: a fence, or an edit inside one.
type mark struct {
	start, end int // its line, without the newline
	indent     int
	char       byte // of a fence line: '`' or '~'
	run        int  // how many of them
	rest       string
	glued      bool // the run stands at the end of a line of code
	edit       edit.Format
	ends       bool // it ends an edit
}

// closes reports whether a fence line ends fences of its kind: nothing stands behind
// its marks, or a stop token, or words that are no info string.
func (m *mark) closes() bool {
	return !m.glued && m.run > 0 && (strings.TrimSpace(m.rest) == "" || trailing.MatchString(m.rest) && source.ForTag(strings.Fields(m.rest)[0]) == "")
}

// opens reports whether a fence line has an info string.
func (m *mark) opens() bool {
	return !m.glued && m.run > 0 && !m.closes() && !strings.Contains(m.rest, "`")
}

// trailing is what models leave behind the marks that end a fence: stop tokens, or a
// sentence.
var trailing = pattern.New(`^\s*(?:<[|/]?[\w|]+[|]?>|\[/?[A-Z]+\])+\s*$|^\s+\w[\w'’]*,?(?:\s+[\w'’,]+)+[.!:]?\s*$`)

// marksOf lists the lines of a text that may begin or end something.
func marksOf(src []byte) []mark {
	var all []mark
	for at := 0; at < len(src); {
		line := src[at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if m, ok := markOf(string(line)); ok {
			m.start, m.end = at, at+len(line)
			all = append(all, m)
		}
		at += len(line) + 1
	}
	return all
}

// markOf reads one line.
func markOf(line string) (m mark, ok bool) {
	body := strings.TrimLeft(line, " \t")
	for strings.HasPrefix(body, ">") && !strings.HasPrefix(body, ">>>>>") { // of a quotation
		body = strings.TrimLeft(body[1:], " \t")
	}
	m.indent = len(line) - len(body)
	if body == "" {
		return m, false
	}
	switch body[0] {
	case '`', '~':
		m.char = body[0]
		m.run = len(body) - len(strings.TrimLeft(body, body[:1]))
		m.rest = body[m.run:]
		if m.run >= 3 {
			return m, true
		}
	case '<', '-', '>', '+', '*':
		m.edit = edit.Starts(strings.TrimRight(body, " \t"), "")
		m.ends = edit.Ends(edit.FormatSearchReplace, body) || edit.Ends(edit.FormatV4A, body)
		return m, m.ends || m.edit == edit.FormatSearchReplace || m.edit == edit.FormatV4A
	}
	code := strings.TrimRight(body, " \t")
	before := strings.TrimRight(code, "`")
	if m.run = len(code) - len(before); m.run >= 3 && !strings.Contains(before, "```") {
		m.char, m.glued = '`', true
		return m, true
	}
	return m, false
}

// fence is a fence under way.
type fence struct {
	char   byte
	run    int
	indent int
	// document: what it holds is prose with fences of its own. diff: lines that
	// begin with a blank are context.
	document, diff bool
	stop           stop
}

// stop is where and how a fence ends.
type stop struct {
	at   int // the begin of the line
	how  how
	sure bool // nothing had to be guessed
}

type how int

const (
	unended how = iota // with the text
	closed             // by a line that ends it
	atLine             // by marks at the end of a line of code
	reopens            // by what begins the next fence: this one was not ended
)

// mostMarks is how many lines are looked at for the end of one fence.
const mostMarks = 4000

// endOf finds where a fence ends that opens before offset from.
func (s *survey) endOf(f fence, from int) stop {
	first := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].start >= from })
	marks := s.marks[first:min(len(s.marks), first+mostMarks)]
	if f.document {
		return s.endOfDocument(f, marks)
	}
	glued := -1
	for i := 0; i < len(marks); i++ {
		m := &marks[i]
		switch {
		case m.edit != "":
			i = behindEdit(marks, i)
		case m.char != f.char || m.run < f.run:
		case m.glued:
			if glued < 0 && m.run == f.run {
				glued = i
			}
		case m.closes():
			if f.diff && m.indent != f.indent || m.indent > f.indent+3 {
				continue
			}
			if at, ok := s.pathAbove(m.start, from); ok && glued >= 0 {
				return reopened(marks, glued, at)
			}
			return stop{m.start, closed, true}
		case m.opens() && m.indent <= f.indent+3:
			at, named := s.pathAbove(m.start, from)
			if named || glued >= 0 || s.namesFile(m.rest) {
				return reopened(marks, glued, at)
			}
		}
	}
	if glued >= 0 {
		return stop{marks[glued].start, atLine, true}
	}
	return stop{len(s.src) + 1, unended, true}
}

// reopened is the end of a fence behind which the next opens without an end between
// them, unless marks at the end of a line are it.
func reopened(marks []mark, glued, at int) stop {
	if glued >= 0 {
		return stop{marks[glued].start, atLine, true}
	}
	return stop{at, reopens, true}
}

// behindEdit is the mark that ends the edit which marks[i] begins, i if none does.
func behindEdit(marks []mark, i int) int {
	const most = 200 // an edit has few marks in it
	for j := i + 1; j < min(len(marks), i+most); j++ {
		if marks[j].ends {
			return j
		}
		if marks[j].edit != "" {
			break
		}
	}
	return i
}

// endOfDocument finds the end of a fence whose content has fences of its own: each
// with an info string takes one without to end it.
func (s *survey) endOfDocument(f fence, marks []mark) stop {
	inner := false
	guess := -1 // the line without info string that was taken for a beginning
	guessed := false
	for i := f.next(marks, 0); i < len(marks); i = f.next(marks, i+1) {
		m := &marks[i]
		switch {
		case m.opens() && inner && guess >= 0:
			return stop{marks[guess].start, closed, false} // it was the end after all
		case m.opens():
			inner = true
		case inner:
			inner, guess = false, -1
		case s.beginsInner(f, marks, i):
			inner, guess, guessed = true, i, true
		default:
			return stop{m.start, closed, !guessed}
		}
	}
	return stop{len(s.src) + 1, unended, true}
}

// next is the next fence line at or after i that may matter to f, len(marks) for
// none. Those in an edit do not.
func (f *fence) next(marks []mark, i int) int {
	for ; i < len(marks); i++ {
		m := &marks[i]
		if m.edit != "" {
			i = behindEdit(marks, i)
		} else if !m.glued && m.char == f.char && m.run >= f.run && m.indent <= f.indent+3 {
			break
		}
	}
	return i
}

// beginsInner reports whether a fence line without info string begins a fence of the
// document rather than ends it: it stands between a blank line and text, and there
// are lines to end both.
func (s *survey) beginsInner(f fence, marks []mark, at int) bool {
	m := &marks[at]
	first := f.next(marks, at+1)
	if first >= len(marks) || !marks[first].closes() || f.next(marks, first+1) >= len(marks) {
		return false
	}
	above := bytes.TrimSuffix(bytes.TrimRight(s.src[:m.start], " \t>"), []byte("\n"))
	line := above[bytes.LastIndexByte(above, '\n')+1:]
	below := s.src[min(m.end+1, len(s.src)):]
	next, _, _ := bytes.Cut(below[:min(len(below), maxPathLine)], []byte("\n"))
	return blankLine(string(line)) && !blankLine(string(next))
}

// pathAbove reports whether the line above offset at, behind offset from, holds only
// a path, and where it begins.
func (s *survey) pathAbove(at, from int) (start int, ok bool) {
	end := at
	for range 2 {
		if end <= from {
			return at, false
		}
		start = bytes.LastIndexByte(s.src[:end-1], '\n') + 1
		line := string(s.src[start : end-1])
		if !blankLine(line) {
			if _, ok = s.names.pathOnLine(line); ok && start >= from {
				return start, true
			}
			return at, false
		}
		end = start
	}
	return at, false
}

// namesFile reports whether an info string names a file.
func (s *survey) namesFile(info string) bool {
	return len(s.names.readInfo(strings.TrimSpace(info)).claims) > 0
}

// documents are languages whose files have fences of their own.
var documents = map[source.Language]bool{"markdown": true, "text": true}

var documentSuffix = pattern.New(`(?i)\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$`)

// holdsDocument reports whether a fence holds a document: by its label, or by the
// file that its info string or the line above it names.
func (s *survey) holdsDocument(info string, at, limit int) bool {
	said := s.names.readInfo(info)
	if documents[source.ForTag(said.tag)] || strings.EqualFold(said.tag, "mdx") || strings.EqualFold(said.tag, "rst") {
		return true
	}
	for _, c := range said.claims {
		if documentSuffix.MatchString(c.path) {
			return true
		}
	}
	lines := (&document{src: s.src}).above(at, limit, 2)
	c, ok := s.names.lineAbove(lines)
	return ok && documentSuffix.MatchString(c.path)
}
