package block

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"holdfast/parser/source"
)

// sourceTags are elements that stand for fences where the code holds fences: aider
// asks models for them then.
var sourceTags = []string{"source", "code", "pre", "codeblock", "sourcecode"}

// sourceTag is the element that a line consists of, with the label behind it as behind
// the marks of a fence; name is "" for none.
func sourceTag(line []byte) (name, label string) {
	body := bytes.TrimSpace(line)
	for _, name := range sourceTags {
		rest, ok := bytes.CutPrefix(body, []byte("<"+name+">"))
		if ok && (len(rest) == 0 || source.ForTag(string(rest)) != "") {
			return name, string(rest)
		}
	}
	return "", ""
}

// sourceParser takes what stands between the lines <source> and </source> as the
// content of a fence.
type sourceParser struct{}

func (sourceParser) Trigger() []byte             { return []byte{'<'} }
func (sourceParser) CanInterruptParagraph() bool { return true }
func (sourceParser) CanAcceptIndentedLine() bool { return false }

func (sourceParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := here(r)
	s := surveyOf(pc)
	name, label := sourceTag(line)
	if name == "" || !s.endsLater(name, at.End) {
		return nil, parser.NoChildren
	}
	n := &raw{}
	s.add(n, &region{kind: fenceRegion, element: name, info: label, span: at, quoted: inQuote(parent), fence: fence{stop: stop{sure: true}}})
	r.AdvanceToEOL()
	return n, parser.NoChildren
}

// endsLater reports whether the end tag of an element stands on a line behind an
// offset.
func (s *survey) endsLater(name string, from int) bool {
	if s.endless[name] {
		return false
	}
	if bytes.Contains(s.src[from:], []byte("\n</"+name+">")) {
		return true
	}
	if s.endless == nil {
		s.endless = map[string]bool{}
	}
	s.endless[name] = true
	return false
}

func (sourceParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	reg := surveyOf(pc).last(node)
	if reg == nil || reg.closed {
		return parser.Close
	}
	line, at := here(r)
	reg.span.End = at.End
	if strings.TrimSpace(string(line)) == "</"+reg.element+">" {
		reg.closed = true
		r.AdvanceToEOL()
		return parser.Close
	}
	node.(*raw).take(r)
	return parser.Continue | parser.NoChildren
}

func (sourceParser) Close(ast.Node, text.Reader, parser.Context) {}
