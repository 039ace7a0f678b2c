package block

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"holdfast/parser/source"
)

// here is the current line and its range in the source, without its newline.
func here(r text.Reader) ([]byte, source.Range) {
	line, seg := r.PeekLine()
	end := seg.Stop
	if end > seg.Start && r.Source()[end-1] == '\n' {
		end--
	}
	return line, source.Range{Start: seg.Start, End: end}
}

// fenceParser is goldmark's, and notes where each fence stands and whether it
// is closed.
type fenceParser struct{ parser.BlockParser }

func (f fenceParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, at := here(r)
	node, state := f.BlockParser.Open(parent, r, pc)
	if fence, ok := node.(*ast.FencedCodeBlock); ok {
		region := &region{kind: fenceRegion, span: at}
		_, seg := r.PeekLine()
		// The line begins with the blanks that a tab left over.
		region.span.Start = min(at.Start+max(pc.BlockOffset()-seg.Padding, 0), at.End)
		if fence.Info != nil {
			region.info = string(fence.Info.Segment.Value(r.Source()))
		}
		surveyOf(pc).add(node, region)
	}
	return node, state
}

func (f fenceParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	_, at := here(r)
	state := f.BlockParser.Continue(n, r, pc)
	if region := surveyOf(pc).last(n); region != nil {
		region.span.End = at.End
		region.closed = state == parser.Close
	}
	return state
}

// hiddenParser is goldmark's HTML parser reduced to what hides its content
// from the reader: comments, scripts, styles. Other tags hide nothing: models
// put fences right below "<details>" or "<answer>".
type hiddenParser struct{ parser.BlockParser }

func (h hiddenParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := r.PeekLine()
	body := bytes.TrimLeft(line, " ")
	body = bytes.ToLower(body[:min(8, len(body))])
	for _, tag := range []string{"<!--", "<script", "<style", "<pre"} {
		if bytes.HasPrefix(body, []byte(tag)) {
			return h.BlockParser.Open(parent, r, pc)
		}
	}
	return nil, parser.NoChildren
}

// raw is a node whose lines are taken as they are.
type raw struct{ ast.BaseBlock }

var rawKind = ast.NewNodeKind("HoldfastRaw")

func (*raw) Kind() ast.NodeKind         { return rawKind }
func (*raw) IsRaw() bool                { return true }
func (n *raw) Dump(src []byte, lvl int) { ast.DumpHelper(n, src, lvl, nil, nil) }

// take appends the current line to n and steps behind it.
func (n *raw) take(r text.Reader) {
	_, seg := r.PeekLine()
	n.Lines().Append(seg)
	r.AdvanceToEOL()
}
