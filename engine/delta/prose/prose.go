package prose

import (
	"bytes"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"holdfast/parser/pattern"
)

// Bounds on one turn. Of a longer text the beginning is read.
const (
	MaxText  = 256 << 10 // bytes of the turn, code and all
	MaxProse = 16 << 10  // bytes of its passages together
	maxDepth = 16        // nested lists and quotes
)

// fewPassages are more than most turns have.
const fewPassages = 64

// Kind is what a passage is.
type Kind uint8

// The kinds of passages.
const (
	Paragraph Kind = iota
	Heading
	Item // of a list
	Row  // of a table
)

// Box is the state of an item's check box.
type Box uint8

// The states of a box.
const (
	NoBox Box = iota
	Unticked
	Ticked
)

// Passage is one block of prose. Inline code keeps its backticks; other
// inline marks are gone.
type Passage struct {
	Kind    Kind
	Text    string
	List    int // number of the list that an item is in, from 1; of the table for a row
	Ordinal int // place of an item in its list, from 1
	Ordered bool
	Box     Box
	Nested  bool     // an item in an item
	Beside  bool     // lines that a program wrote stand in the turn,
	Among   bool     // and among them this
	Cells   []string // of a row
	Strong  []string // what is set in bold
}

// Read lists the passages of a turn in order.
func Read(turn string) []Passage {
	return Append(make([]Passage, 0, min(1+strings.Count(turn, "\n\n"), fewPassages)), turn)
}

// Append puts the passages of a turn at the end of others.
func Append(others []Passage, turn string) []Passage {
	if len(turn) > MaxText {
		turn = turn[:MaxText]
	}
	r := reader{src: []byte(renumbered(clean(turn))), out: others}
	r.children(blocks().Parse(text.NewReader(r.src)))
	return r.since(len(others))
}

// since returns all passages; those from one on are of the turn.
func (r *reader) since(from int) []Passage {
	for i := from; r.pasted && i < len(r.out); i++ {
		r.out[i].Beside = true
	}
	return r.out
}

// numbered are the items of a list that is numbered or lettered in parentheses, or
// lettered with the closing one alone.
var numbered = pattern.New(`(?m)^(?:\((\d{1,2}|[a-h])|[a-h])\) `)

// boldNumbered are the items of a list whose numbers are bold as well.
var boldNumbered = pattern.New(`(?m)^\*\*(\d{1,2}[.)]) `)

// lettered are the items of a list whose marks are capitals.
var lettered = pattern.New(`(?m)^[A-H][.)] `)

// renumbered writes lists that are numbered in parentheses or in bold, or lettered, which
// Markdown does not know, as it knows them. One such line alone is no list.
func renumbered(turn string) string {
	if beginsLine(turn, "**") && len(boldNumbered.FindAllStringIndex(turn, 2)) > 1 {
		turn = boldNumbered.ReplaceAllString(turn, "$1 **")
	}
	if beginsLine(turn, "A") && (beginsLine(turn, "B.") || beginsLine(turn, "B)")) {
		if marks := lettered.FindAllString(turn, 2); len(marks) > 1 && marks[0][0] == 'A' && marks[1][0] == 'B' {
			turn = lettered.ReplaceAllString(turn, "- $0")
		}
	}
	if !beginsLine(turn, "(") && !beginsLine(turn, "a) ") || len(numbered.FindAllStringIndex(turn, 2)) < 2 {
		return turn
	}
	return numbered.ReplaceAllStringFunc(turn, func(mark string) string {
		if c := strings.Trim(mark, "(")[0]; c >= 'a' {
			return strconv.Itoa(int(c-'a')+1) + ". "
		}
		return strings.Trim(mark, "() ") + ". "
	})
}

// beginsLine reports whether a line of a turn begins so.
func beginsLine(turn, with string) bool {
	return strings.HasPrefix(turn, with) || strings.Contains(turn, "\n"+with)
}

// blocks is goldmark reduced to block structure: inline parsing is where
// Markdown parsers go quadratic, and prose needs none of it.
var blocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
	)
})

// shallow keeps containers from nesting without end.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if depth++; depth > maxDepth {
			return nil, parser.NoChildren
		}
	}
	return s.BlockParser.Open(parent, r, pc)
}

type reader struct {
	src    []byte
	out    []Passage
	size   int
	lists  int
	pasted bool // lines that a program wrote
}

// children reads the blocks of a container; quotes, code and raw HTML are left
// out.
func (r *reader) children(parent ast.Node) {
	for n := parent.FirstChild(); n != nil && r.size < MaxProse; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindHeading:
			r.add(Passage{Kind: Heading}, r.lines(n))
		case ast.KindParagraph, ast.KindTextBlock:
			text := r.lines(n)
			if title, rest := boldTitle(text); title != "" && (rest != "" || n.NextSibling() != nil) {
				r.add(Passage{Kind: Heading}, title)
				text = rest
			}
			r.paragraph(text)
		case ast.KindList:
			r.list(n.(*ast.List), false)
		}
	}
}

// list reads items; what stands in an item beyond its first block follows it.
func (r *reader) list(l *ast.List, nested bool) {
	if l.IsOrdered() && !nested && l.ChildCount() == 1 && l == l.Parent().FirstChild() {
		// "2. the price decides" answers by number: one item makes no list.
		r.add(Passage{Kind: Paragraph}, strconv.Itoa(l.Start)+".")
		r.children(l.FirstChild())
		return
	}
	r.lists++
	number, ordinal := r.lists, 0
	for item := l.FirstChild(); item != nil && r.size < MaxProse; item = item.NextSibling() {
		ordinal++
		first := true
		for n := item.FirstChild(); n != nil; n = n.NextSibling() {
			switch n.Kind() {
			case ast.KindParagraph, ast.KindTextBlock:
				p := Passage{Kind: Item, List: number, Ordinal: ordinal, Ordered: l.IsOrdered(), Nested: nested}
				if !first {
					p = Passage{Kind: Paragraph}
				}
				text := r.lines(n)
				text, p.Box = box(text)
				if !isData(text) {
					r.add(p, text)
				}
				first = false
			case ast.KindList:
				r.list(n.(*ast.List), true)
			}
		}
	}
}

// box takes the check box off an item.
func box(text string) (string, Box) {
	if len(text) > 3 && text[0] == '[' && text[2] == ']' && text[3] == ' ' {
		switch text[1] {
		case ' ':
			return text[4:], Unticked
		case 'x', 'X':
			return text[4:], Ticked
		}
	}
	for mark, b := range map[string]Box{"☐ ": Unticked, "☑ ": Ticked, "✅ ": Ticked, "✔ ": Ticked, "✓ ": Ticked, "⬜ ": Unticked} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest, b
		}
	}
	return text, NoBox
}

// lines joins the lines of a block.
func (r *reader) lines(n ast.Node) string {
	lines := n.Lines()
	size := 0
	for i := range lines.Len() {
		seg := lines.At(i)
		size += seg.Len()
	}
	var b strings.Builder
	b.Grow(size + 1)
	for i := range lines.Len() {
		seg := lines.At(i)
		b.Write(bytes.TrimSpace(seg.Value(r.src)))
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// paragraph adds a paragraph without the lines that are logs, or the rows of a
// table.
func (r *reader) paragraph(text string) {
	if strings.HasPrefix(text, "|") {
		r.table(text)
		return
	}
	text, pasted := withoutPasted(text)
	r.pasted = r.pasted || pasted
	r.add(Passage{Kind: Paragraph, Among: pasted}, text)
}

// maxTitle bounds a title in bytes.
const maxTitle = 60

// boldTitle takes the first line off a paragraph where it is a title set in bold,
// which has several words and ends like no sentence: "**Option A – a strategy
// each**", "**What is left:**".
func boldTitle(text string) (title, rest string) {
	line, rest, _ := strings.Cut(text, "\n")
	title = strings.TrimSuffix(strings.TrimSpace(line), ":")
	if len(title) > maxTitle || !strings.HasPrefix(title, "**") || !strings.HasSuffix(title, "**") {
		return "", text
	}
	title = strings.Trim(title, "*:")
	if !strings.Contains(title, " ") || strings.Contains(title, "**") || strings.Contains(title, ": ") || strings.HasSuffix(title, ".") || strings.HasSuffix(title, "!") || strings.HasSuffix(title, "?") {
		return "", text
	}
	return title, rest
}

// table adds the rows of a pipe table without the line under its head.
func (r *reader) table(text string) {
	r.lists++
	ordinal := 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Trim(strings.TrimSpace(line), "|")
		if strings.Trim(line, "-:| \t") == "" {
			continue
		}
		var cells []string
		for cell := range strings.SplitSeq(line, "|") {
			cells = append(cells, plain(strings.TrimSpace(cell)))
		}
		ordinal++
		r.add(Passage{Kind: Row, List: r.lists, Ordinal: ordinal, Cells: cells}, strings.Join(cells, ", "))
	}
}

func (r *reader) add(p Passage, text string) {
	if r.size >= MaxProse {
		return
	}
	p.Text, p.Strong = plain(text), strong(text)
	if len(p.Text) > MaxProse-r.size {
		p.Text = strings.ToValidUTF8(p.Text[:MaxProse-r.size], "")
	}
	if strings.TrimSpace(p.Text) == "" {
		return
	}
	r.size += len(p.Text)
	r.out = append(r.out, p)
}
