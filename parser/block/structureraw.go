package block

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"holdfast/parser/edit"
)

// opening recognises the elements by which models write files in plain text.
var opening = regexp.MustCompile(`^<(file|write_to_file|replace_in_file|apply_diff)(\s[^<>]*)?>`)

// attribute finds the path among an element's attributes.
var attribute = regexp.MustCompile(`(?:^|\s)(?:path|name|filename|filepath)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// elementOpens tells whether line begins with such an element.
func elementOpens(line string) (name string, ok bool) {
	m := opening.FindStringSubmatch(line)
	if m == nil || m[1] == "file" && !attribute.MatchString(m[2]) {
		return "", false
	}
	return m[1], true
}

// elementParser takes an element, up to its end tag, as it is.
type elementParser struct{}

func (elementParser) Trigger() []byte             { return []byte{'<'} }
func (elementParser) CanInterruptParagraph() bool { return true }
func (elementParser) CanAcceptIndentedLine() bool { return false }

func (elementParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := here(r)
	name, ok := elementOpens(strings.TrimLeft(string(line[:min(len(line), 4096)]), " "))
	if !ok {
		return nil, parser.NoChildren
	}
	s, n := surveyOf(pc), &raw{}
	reg := &region{kind: elementRegion, element: name, span: at}
	s.add(n, reg)
	s.nesting = 0
	reg.closed = s.closes(name, line)
	n.take(r)
	return n, parser.NoChildren
}

func (elementParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	s := surveyOf(pc)
	reg := s.last(node)
	if reg == nil || reg.closed {
		return parser.Close
	}
	line, at := here(r)
	reg.span.End = at.End
	reg.closed = s.closes(reg.element, line)
	node.(*raw).take(r)
	if reg.closed {
		return parser.Close
	}
	return parser.Continue | parser.NoChildren
}

func (elementParser) Close(ast.Node, text.Reader, parser.Context) {}

// closes follows the nesting of elements of that name over one line, and tells
// whether the outermost ends there.
func (s *survey) closes(name string, line []byte) bool {
	body := bytes.TrimSpace(line)
	if rest, ok := bytes.CutPrefix(body, []byte("<"+name)); ok && len(rest) > 0 && (rest[0] == '>' || rest[0] == ' ') {
		s.nesting++
	}
	if bytes.HasSuffix(body, []byte("</"+name+">")) {
		s.nesting--
		return s.nesting <= 0
	}
	return false
}

// editParser takes an edit that stands outside fences as it is.
type editParser struct{}

func (editParser) Trigger() []byte             { return []byte("<-*d") }
func (editParser) CanInterruptParagraph() bool { return true }
func (editParser) CanAcceptIndentedLine() bool { return false }

func (editParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := here(r)
	body := lineText(line)
	format := edit.Starts(body, nextLine(r))
	if format == "" || body[0] == ' ' || format == edit.FormatV4A && !strings.HasPrefix(body, "***") {
		return nil, parser.NoChildren
	}
	s, n := surveyOf(pc), &raw{}
	s.diff = edit.DiffBody{}
	n.take(r)
	s.add(n, &region{kind: editRegion, format: format, span: at, closed: format == edit.FormatUnified})
	return n, parser.NoChildren
}

func (editParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	s := surveyOf(pc)
	reg := s.last(node)
	line, at := here(r)
	body := lineText(line)
	if reg.format == edit.FormatUnified {
		if !s.diff.Takes(body, nextLine(r)) {
			return parser.Close
		}
		reg.closed = s.diff.Whole()
	}
	reg.span.End = at.End
	node.(*raw).take(r)
	if edit.Ends(reg.format, body) {
		reg.closed = true
		return parser.Close
	}
	return parser.Continue | parser.NoChildren
}

func (editParser) Close(ast.Node, text.Reader, parser.Context) {}

// lineText is a line without its newline.
func lineText(line []byte) string { return strings.TrimSuffix(string(line), "\n") }

// nextLine is the start of the line after the current one, enough of it to
// recognise a header.
func nextLine(r text.Reader) string {
	_, seg := r.PeekLine()
	rest := r.Source()[min(seg.Stop, len(r.Source())):]
	line, _, _ := strings.Cut(string(rest[:min(len(rest), 16)]), "\n")
	return line
}
