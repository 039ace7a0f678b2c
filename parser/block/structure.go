package block

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// Bounds on the structure of a reply, far above any honest one. goldmark's
// work and memory grow with lines times depth.
const (
	maxDepth  = 16      // nested lists, list items and quotes
	maxBlocks = 50_000  // paragraphs, items, headings, …
	maxLines  = 100_000 // lines
)

// region is a stretch of a document that is not prose.
type region struct {
	kind    regionKind
	info    string      // of a fence
	element string      // of an element: file, write_to_file, …
	call    bool        // it is a call that the reply only writes as text
	format  edit.Format // of an edit outside fences
	span    source.Range
	content []byte         // between the fences; elements and edits as a whole
	lines   *text.Segments // of the content, in the document
	closed  bool
	nested  bool // a fence line with an info string stands inside the fence
	quoted  bool // it stands in a quotation
	fence   fence
}

type regionKind int

const (
	fenceRegion regionKind = iota
	elementRegion
	editRegion
)

// survey collects the regions while goldmark parses. It travels in the
// parser's context, since the parser itself is shared.
type survey struct {
	src     []byte
	names   *names
	marks   []mark
	endless map[string]bool // elements whose end tag does not come any more
	regions []*region
	nodes   []ast.Node // the nodes of regions, for their lines
	blocks  int
	over    bool // a bound was reached: the result is not to be trusted
	diff    edit.DiffBody
	nesting int
}

var surveyKey = parser.NewContextKey()

func surveyOf(pc parser.Context) *survey { return pc.Get(surveyKey).(*survey) }

// last is the region whose node is n, which is always the newest.
func (s *survey) last(n ast.Node) *region {
	if i := len(s.nodes) - 1; i >= 0 && s.nodes[i] == n {
		return s.regions[i]
	}
	return nil
}

func (s *survey) add(n ast.Node, r *region) {
	s.nodes = append(s.nodes, n)
	s.regions = append(s.regions, r)
}

// surveyor is goldmark reduced to block structure: no inline parsers, no link
// references, no setext headings, which change nothing about where code
// stands, and which are where Markdown parsers go quadratic.
var surveyor = sync.OnceValue(func() parser.Parser {
	block := func(p parser.BlockParser, priority int) util.PrioritizedValue {
		return util.Prioritized(bounded{p, false}, priority)
	}
	container := func(p parser.BlockParser, priority int) util.PrioritizedValue {
		return util.Prioritized(bounded{p, true}, priority)
	}
	return parser.NewParser(
		parser.WithBlockParsers(
			block(editParser{}, 10),
			block(elementParser{}, 20),
			block(sourceParser{}, 25),
			block(hiddenParser{parser.NewHTMLBlockParser()}, 30),
			block(parser.NewThematicBreakParser(), 200),
			container(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400), // a list must get its item
			block(parser.NewCodeBlockParser(), 500),
			block(parser.NewATXHeadingParser(), 600),
			block(fenceParser{parser.NewFencedCodeBlockParser()}, 700),
			container(parser.NewBlockquoteParser(), 800),
			block(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(util.Prioritized(shortener{}, 100)),
	)
})

// regions surveys src; ok is false if it has too many blocks.
func regions(src []byte, n *names) (found []*region, ok bool) {
	s := &survey{src: src, names: n, marks: marksOf(src)}
	pc := parser.NewContext()
	pc.Set(surveyKey, s)
	surveyor().Parse(text.NewReader(src), parser.WithContext(pc))
	for i, r := range s.regions {
		r.lines = s.nodes[i].Lines()
		r.content = contentOf(r.lines, src)
		if r.kind == fenceRegion {
			r.nested = r.element == "" && (!r.fence.stop.sure || !r.fence.document && !r.fence.diff && opensFence(r.content, fenceMark(src[r.span.Start:r.span.End])))
		}
	}
	return s.regions, !s.over
}

// contentOf joins lines.
func contentOf(lines *text.Segments, src []byte) []byte {
	size := 0
	for i := range lines.Len() {
		seg := lines.At(i)
		size += seg.Len() + seg.Padding + 1
	}
	out := make([]byte, 0, size)
	for i := range lines.Len() {
		seg := lines.At(i)
		out = append(out, seg.Value(src)...)
	}
	return out
}

// fenceMark is the run of backticks or tildes that a fence begins with.
func fenceMark(fence []byte) []byte {
	if len(fence) == 0 {
		return nil
	}
	n := 1
	for n < len(fence) && fence[n] == fence[0] {
		n++
	}
	return fence[:n]
}

// opensFence reports whether a line inside a fence opens another by its looks:
// at least as many marks, and an info string. Then the fence probably ended
// too early, at the end of the inner one.
func opensFence(content, mark []byte) bool {
	for line := range bytes.Lines(content) {
		body := bytes.TrimLeft(line, " ")
		if len(mark) == 0 || len(line)-len(body) > 3 || !bytes.HasPrefix(body, mark) {
			continue
		}
		info := bytes.TrimSpace(bytes.TrimLeft(body, string(mark[0])))
		if len(info) > 0 && !bytes.ContainsAny(info, "` ") {
			return true
		}
	}
	return false
}

// bounded keeps a block parser within the bounds.
type bounded struct {
	parser.BlockParser
	container bool
}

func (b bounded) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	s := surveyOf(pc)
	if s.over || b.container && depth(parent) >= maxDepth {
		return nil, parser.NoChildren
	}
	node, state := b.BlockParser.Open(parent, r, pc)
	if node != nil {
		s.blocks++
		s.over = s.blocks > maxBlocks
	}
	return node, state
}

// depth counts the ancestors of n, up to maxDepth.
func depth(n ast.Node) int {
	d := 0
	for ; n != nil && d < maxDepth; n = n.Parent() {
		d++
	}
	return d
}

// shortener keeps one line of each paragraph, so that goldmark's second pass,
// which holdfast has no use for, costs nothing.
type shortener struct{}

func (shortener) Transform(p *ast.Paragraph, _ text.Reader, _ parser.Context) {
	if lines := p.Lines(); lines.Len() > 1 {
		lines.SetSliced(0, 1)
	}
}
