package block

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"holdfast/parser/edit"
	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// opening recognises the elements by which models write files in plain text.
var opening = pattern.New(`^<(file|write_to_file|replace_in_file|apply_diff)(\s[^<>]*)?>`)

// attribute finds the path among an element's attributes.
var attribute = pattern.New(`(?:^|\s)(?:path|name|filename|filepath)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

var (
	anyElement = pattern.New(`^<([A-Za-z][\w:.-]*)(=[^<>\s]+)?(\s[^<>]*)?>`)
	// named are attributes by which an element names a file, a tool or an argument.
	named = pattern.New(`(?i)(?:^|\s)[\w-]*(?:path|file|name|function|tool|command|action|type)\s*=`)
	// argument is a child by which an element without attributes does.
	argument = pattern.New(`^\s*<(?:[a-z_]*(?:path|file|filename|name|command)|arguments|parameters?|args|content)[\s>=]`)
)

// html are the elements of HTML, which lay out what they hold.
var html = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`a abbr address article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
		colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i
		iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output p param picture pre progress q
		s samp script section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr
		track u ul var video`) {
		m[name] = true
	}
	return m
}()

// elementOpens reports whether line begins with an element that writes a file.
func elementOpens(line string) (name string, ok bool) {
	m := opening.FindStringSubmatch(line)
	if m == nil || m[1] == "file" && !attribute.MatchString(m[2]) {
		return "", false
	}
	return m[1], true
}

// callOpens reports whether line begins with an element that is a tool call, or a
// part of one, which the reply only writes as text: it names a file, a tool or an
// argument, in its tag or by its first child. What it holds is the argument of that
// call and no code of the reply.
func callOpens(line, after string) (name string, ok bool) {
	m := anyElement.FindStringSubmatch(line)
	if m == nil || html[strings.ToLower(m[1])] || strings.HasSuffix(m[3], "/") {
		return "", false
	}
	return m[1], m[2] != "" || named.MatchString(m[3]) || strings.TrimSpace(m[3]) == "" && argument.MatchString(after)
}

// elementParser takes an element, up to its end tag, as it is.
type elementParser struct{}

func (elementParser) Trigger() []byte             { return []byte{'<'} }
func (elementParser) CanInterruptParagraph() bool { return true }
func (elementParser) CanAcceptIndentedLine() bool { return false }

// Open takes the elements that begin in a line, the last of which may go on.
func (elementParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := here(r)
	_, seg := r.PeekLine()
	s := surveyOf(pc)
	var node ast.Node
	for from := 0; from < len(line) && !s.over; s.blocks, s.over = s.blocks+1, s.blocks >= maxBlocks {
		rest := line[from:]
		blanks := len(rest) - len(bytes.TrimLeft(rest, " "))
		head := string(rest[blanks:min(len(rest), blanks+4096)])
		name, ok := elementOpens(head)
		call := false
		if !ok {
			name, call = callOpens(head, nextLine(r))
		}
		if !ok && !call {
			break
		}
		n, reg := &raw{}, &region{kind: elementRegion, element: name, call: call, quoted: inQuote(parent),
			span: source.Range{Start: at.Start + from, End: at.End}}
		s.add(n, reg)
		s.nesting = 0
		stop := s.closes(name, rest)
		reg.closed = stop >= 0
		node = n
		if !reg.closed {
			stop = len(rest)
		}
		reg.span.End = min(at.Start+from+stop, at.End)
		n.Lines().Append(text.NewSegment(seg.Start+from, seg.Start+from+stop))
		from += stop
	}
	if node == nil {
		return nil, parser.NoChildren
	}
	r.AdvanceToEOL()
	return node, parser.NoChildren
}

func (elementParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	s := surveyOf(pc)
	reg := s.last(node)
	if reg == nil || reg.closed {
		return parser.Close
	}
	line, at := here(r)
	stop := s.closes(reg.element, line)
	if stop < 0 {
		reg.span.End = at.End
		node.(*raw).take(r)
		return parser.Continue | parser.NoChildren
	}
	_, seg := r.PeekLine()
	reg.closed = true
	reg.span.End = min(at.Start+stop, at.End)
	node.Lines().Append(text.NewSegment(seg.Start, seg.Start+stop))
	r.Advance(stop) // what stands behind the end tag is not its content
	return parser.Close
}

func (elementParser) Close(ast.Node, text.Reader, parser.Context) {}

// closes follows the nesting of elements of that name over one line, and gives where
// in it the outermost ends, -1 if it does not.
func (s *survey) closes(name string, line []byte) int {
	begin := []byte("<" + name)
	if rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), begin); ok && len(rest) > 0 && bytes.IndexByte([]byte("> ="), rest[0]) >= 0 {
		s.nesting++
	}
	end := []byte("</" + name + ">")
	for from := 0; ; {
		i := bytes.Index(line[from:], end)
		if i < 0 {
			return -1
		}
		i += from
		from = i + len(end)
		if quotedTag(line, i, from) {
			continue
		}
		if s.nesting--; s.nesting <= 0 {
			if rest := bytes.TrimLeft(line[from:], " \t"); len(rest) == 0 || rest[0] == '\n' {
				return len(line)
			}
			return from
		}
	}
}

// quotedTag reports whether line[start:end] stands in quotes: a file may speak of it.
func quotedTag(line []byte, start, end int) bool {
	return start > 0 && end < len(line) && line[start-1] == line[end] && bytes.IndexByte([]byte("\"'`"), line[end]) >= 0
}

// editParser takes an edit that stands outside fences as it is.
type editParser struct{}

func (editParser) Trigger() []byte             { return []byte("<-*d") }
func (editParser) CanInterruptParagraph() bool { return true }
func (editParser) CanAcceptIndentedLine() bool { return false }

func (editParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := here(r)
	body := lineText(line)
	format := edit.Starts(body, nextLine(r))
	if format == "" || body[0] == ' ' || format == edit.FormatV4A && !strings.HasPrefix(body, "***") {
		return nil, parser.NoChildren
	}
	s, n := surveyOf(pc), &raw{}
	s.diff = edit.DiffBody{}
	n.take(r)
	s.add(n, &region{kind: editRegion, format: format, span: at, closed: format == edit.FormatUnified, quoted: inQuote(parent)})
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
	line, _, _ := strings.Cut(string(rest[:min(len(rest), 64)]), "\n")
	return line
}
