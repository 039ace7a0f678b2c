package block

import (
	"bytes"
	"fmt"
	"strings"

	"holdfast/parser/source"
)

// Extract finds the blocks of a reply in their order. A reply of more than
// MaxReply bytes, or of more lines or Markdown blocks than any model writes,
// yields a single block that is UNRESOLVED and says so.
func Extract(reply string, o Options) []Block {
	if len(reply) > MaxReply {
		return []Block{refused(reply, fmt.Sprintf("the reply has %d MB; more than %d MB are not read", len(reply)>>20, MaxReply>>20))}
	}
	if !promising(reply) {
		return nil
	}
	const tooMany = "the reply has too many lines or Markdown blocks to be read"
	if strings.Count(reply, "\n") > maxLines {
		return []Block{refused(reply, tooMany)}
	}
	doc := read(reply)
	n := newNames(o)
	found, ok := regions(doc.src, n)
	if !ok {
		return []Block{refused(reply, tooMany)}
	}
	x := &extraction{doc: doc, names: n}
	for _, r := range found {
		x.region(r)
		x.limit = r.span.End
	}
	return x.blocks
}

// promising reports whether a reply can hold a block at all; most do not.
func promising(reply string) bool {
	for _, sign := range []string{"```", "~~~", "<file", "<write_to_file", "<replace_in_file", "<apply_diff", "*** Begin Patch",
		"<<<<< SEARCH", "----- SEARCH", "\n+++ ", "diff --git ", "<source>", "<code>", "<pre>", "<codeblock>", "<sourcecode>"} {
		if strings.Contains(reply, sign) {
			return true
		}
	}
	return false
}

func refused(reply, reason string) Block {
	return Block{
		Kind: Code, Convention: NoPath, Confidence: Unresolved,
		Reasons: []string{reason}, Span: source.Range{End: len(reply)},
	}
}

// extraction is the work on one reply.
type extraction struct {
	doc    *document
	names  *names
	blocks []Block
	limit  int    // end of the region before: what stands above it belongs to it
	edited string // path of the edit before
}

// mostAbove is the number of lines above a block that are looked at.
const mostAbove = 40

// around are the claims that stand outside a region's content.
type around struct {
	info  infoString
	above claim
	has   bool // above is there
	lines []string
}

func (x *extraction) around(r *region) around {
	a := around{info: x.names.readInfo(r.info)}
	a.lines = x.doc.above(r.span.Start, x.limit, mostAbove)
	a.above, a.has = x.names.lineAbove(a.lines)
	return a
}

// claims lists what the info string and the line above claim.
func (a around) claims() []claim {
	all := a.info.claims[:len(a.info.claims):len(a.info.claims)]
	if a.has {
		all = append(all, a.above)
	}
	return all
}

// region turns a region into blocks.
func (x *extraction) region(r *region) {
	switch r.kind {
	case elementRegion:
		x.element(r)
	case editRegion:
		x.edits(r, string(r.content), r.format, x.around(r))
	case fenceRegion:
		a := x.around(r)
		if format, text := editInside(r.content, a.info.tag); format != "" {
			x.edits(r, text, format, a)
			return
		}
		if r.fence.stop.how == reopens && blankLine(string(bytes.TrimSpace(r.content))) {
			return // it was opened for the path line alone, and opened again
		}
		x.fences(r, a)
	}
}

// put adds a block.
func (x *extraction) put(b Block) {
	b.Index = len(x.blocks)
	x.blocks = append(x.blocks, b)
}

// start is the block of a region as far as the region alone tells.
func (x *extraction) start(r *region) Block {
	b := Block{Kind: Code, Quoted: r.quoted, Closed: r.closed, Content: r.content, Span: x.doc.original(r.span), Convention: NoPath, Confidence: Unresolved}
	if !r.closed {
		b.Reasons = append(b.Reasons, "its end is missing: the reply may have been cut")
	}
	return b
}

// fence turns a fence that is no edit into a block, unless it holds output.
func (x *extraction) fence(r *region, a around) {
	b := x.start(r)
	b.Tag = a.info.tag
	b.Language = source.ForTag(b.Tag)
	use := useOf(b.Tag)
	claims := a.claims()
	c, commented := x.names.pathComment(r.content, b.Language)
	if commented {
		claims = append(claims, c.claim)
	}
	v := x.names.judge(claims, tagged{tag: b.Language, content: r.content})
	if use == forShell && (len(claims) == 0 || !shellScript(claims[0].path, r.content)) {
		b.Kind, b.Full = Command, b.Closed
		x.put(b)
		return
	}
	if v.by == NoPath {
		if r.element != "" { // <pre> and the like, about no file
			return
		}
		if use == forReading || b.Tag == "" && transcript(r.content) || len(bytes.TrimSpace(r.content)) == 0 {
			return
		}
		var output bool
		if v, output = x.hints(a, b); output && v.by == NoPath {
			return
		}
	}
	if use == forOutput && v.by != InfoString {
		return
	}
	if commented && v.path != "" && x.names.same(c.path, v.path) {
		b.Comment = r.content[c.start:c.end:c.end]
		b.Content = append(r.content[:c.start:c.start], r.content[c.end:]...)
	}
	if r.nested {
		b.Reasons = append(b.Reasons, "another fence seems to open inside it, so its end is uncertain")
	}
	b.settle(v)
	b.Full = b.Full && !r.nested
	if why := foreignEdit(r.content, b.Language, r.fence.document); why != "" {
		b.Kind, b.Full = Edit, false
		b.Reasons = append(b.Reasons, why)
	}
	x.put(b)
}

// settle takes over a verdict.
func (b *Block) settle(v verdict) {
	b.Path, b.Convention, b.Confidence = v.path, v.by, v.confidence
	b.Fragment = v.fragment
	if v.by == LineQuote {
		b.Reasons = append(b.Reasons, "it quotes a range of lines")
	} else if v.fragment {
		b.Reasons = append(b.Reasons, "it says that it is a part of the file")
	}
	b.Reasons = append(b.Reasons, v.reasons...)
	if l := source.ForPath(v.path); l != "" {
		b.Language = l
	}
	refusedPath := v.path == "" && v.by != NoPath
	b.Full = b.Closed && !v.fragment && !v.weak && !refusedPath
}

// hints looks for a path where none is claimed outright. output tells that the
// prose above seems to announce what a program prints.
func (x *extraction) hints(a around, b Block) (v verdict, output bool) {
	n := x.names
	path, paragraph := n.mentioned(a.lines)
	output = b.Tag == "" && outputWords.MatchString(paragraph)
	if path != "" && !output {
		if v, ok := n.hint(claim{by: ProseBackticks, path: path}, b.Language, "only the prose above names "+path); ok {
			return v, output
		}
	}
	if path == "" {
		path = n.farAbove(a.lines)
		if v, ok := n.hint(claim{by: ProseBackticks, path: path}, b.Language, "the line that names "+path+" stands some lines above it"); ok && !output {
			return v, output
		}
	}
	if path == "" {
		path = n.section(a.lines)
		if v, ok := n.hint(claim{by: ProseBackticks, path: path}, b.Language, "only the heading further above names "+path); ok && !output {
			return v, output
		}
	}
	if files := n.o.Files; len(files) == 1 && b.Language != "" && source.ForPath(files[0]) == b.Language {
		v = verdict{path: files[0], by: OnlyFile, confidence: Inferred, weak: true}
		v.because("it names no file; %s is the only file that is tracked", files[0])
		return v, output
	}
	v = verdict{by: NoPath, confidence: Unresolved}
	v.because("it names no file")
	return v, output
}

// same reports whether a path as written is the canonical one, or its bare name.
func (n *names) same(written, canonical string) bool {
	for _, folder := range []string{"", n.o.Folder} {
		if clean, err := n.cleanIn(folder, written); err == nil && (clean == canonical || endOf(clean, canonical) && !strings.Contains(clean, "/")) {
			return true
		}
	}
	return false
}
