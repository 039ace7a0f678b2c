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

// fenceParser is goldmark's for how fences open, and how their lines are indented.
// Where one ends is decided when it opens (endOf): models nest fences, leave them
// open and hang their ends at other things, which CommonMark does not know.
type fenceParser struct{ parser.BlockParser }

func (f fenceParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, at := here(r)
	node, state := f.BlockParser.Open(parent, r, pc)
	if fence, ok := node.(*ast.FencedCodeBlock); ok {
		s, region := surveyOf(pc), &region{kind: fenceRegion, span: at, quoted: inQuote(parent)}
		_, seg := r.PeekLine()
		// The line begins with the blanks that a tab left over.
		region.span.Start = min(at.Start+max(pc.BlockOffset()-seg.Padding, 0), at.End)
		if fence.Info != nil {
			region.info = string(fence.Info.Segment.Value(r.Source()))
		}
		region.fence = s.opened(region)
		s.add(node, region)
	}
	return node, state
}

// opened is the fence that begins a region.
func (s *survey) opened(r *region) fence {
	mark := fenceMark(s.src[r.span.Start:r.span.End])
	f := fence{run: len(mark), indent: r.span.Start - (bytes.LastIndexByte(s.src[:r.span.Start], '\n') + 1)}
	if len(mark) > 0 {
		f.char = mark[0]
	}
	limit := 0
	if n := len(s.regions); n > 0 {
		limit = min(s.regions[n-1].span.End, r.span.Start)
	}
	f.document = s.holdsDocument(r.info, r.span.Start, limit)
	f.diff = diffTag(s.names.readInfo(r.info).tag)
	f.stop = s.endOf(f, r.span.End)
	return f
}

func (f fenceParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	line, at := here(r)
	region := surveyOf(pc).last(n)
	if region == nil {
		return parser.Close
	}
	stop := region.fence.stop
	if at.End < stop.at || at.Start < stop.at && stop.how != atLine {
		region.span.End = at.End
		if m, ok := markOf(lineText(line)); !ok || m.glued || m.char != region.fence.char {
			return f.BlockParser.Continue(n, r, pc)
		}
		takeLine(n, r, 0)
		return parser.Continue | parser.NoChildren
	}
	switch stop.how {
	case reopens:
		return parser.Close // the line is the next fence's
	case atLine:
		code := bytes.TrimRight(line, " \t\n")
		takeLine(n, r, len(line)-len(bytes.TrimRight(code, "`")))
	default:
		r.AdvanceToEOL()
	}
	region.span.End = at.End
	region.closed = true
	return parser.Close
}

// takeLine appends the current line to a node, without so many bytes at its end.
// What stands before them then ends the line, where CRs are dropped as at every end.
func takeLine(n ast.Node, r text.Reader, without int) {
	line, seg := r.PeekLine()
	if without > 0 {
		kept := line[:len(line)-without]
		without += len(kept) - len(bytes.TrimRight(kept, "\r"))
	}
	seg = text.NewSegment(seg.Start, seg.Stop-without)
	seg.ForceNewline = true
	n.Lines().Append(seg)
	r.AdvanceToEOL()
}

// inQuote reports whether a node stands in a quotation.
func inQuote(n ast.Node) bool {
	for d := 0; n != nil && d <= maxDepth+2; n = n.Parent() {
		if n.Kind() == ast.KindBlockquote {
			return true
		}
		d++
	}
	return false
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
