package ast

import (
	"bytes"
	"encoding/binary"

	"holdfast/parser/source"
)

// structure measures and digests the nodes of a symbol: kinds as they nest,
// the bytes of leaves, and what stands between leaves where it is not white
// space or where white space is content. Two texts that differ only in
// formatting have one digest; moving a Python line out of its if, or changing
// a word of a comment, gives another.
type structure struct {
	out                   []byte
	nodes, tokens, errors int

	// open are the nodes that enclose the current one; done is where their
	// text has been digested to.
	open   []int32
	done   uint32
	end    uint32 // of the definition: a leaf may hold white space behind it
	indent []byte
}

// closing ends a node's children in the digest; no kind has this number.
const closing = 0xfffe

// reset makes s ready for another symbol and keeps its memory.
func (s *structure) reset() { *s = structure{out: s.out[:0], open: s.open[:0]} }

// add digests one definition, skipping what its holes cover.
func (s *structure) add(t *tree, p piece) {
	s.indent, _ = source.Indentation(t.src, p.Start)
	s.done, s.end = uint32(p.Start), uint32(p.End)
	holes := p.holes
	for i := p.from; i < p.to; {
		if len(holes) > 0 && i == holes[0].from {
			s.close(t, i)
			s.between(t, uint32(holes[0].Start))
			s.done = uint32(holes[0].End)
			i = holes[0].to
			holes = holes[1:]
			continue
		}
		s.close(t, i)
		i = s.node(t, i)
	}
	s.close(t, p.to)
	s.open = s.open[:0]
}

// node digests the beginning of node i, or the whole of a leaf, and returns the node
// to go on with. The line end that some grammars give as a leaf between statements is
// white space here.
func (s *structure) node(t *tree, i int32) (next int32) {
	n := &t.nodes[i]
	t.looks++
	s.between(t, n.start)
	end := min(n.end, max(s.end, n.start))
	leaf := t.src[min(s.done, end):end]
	if n.next == i+1 && n.flags == 0 && isBlank(leaf) && !t.flag(n.kind, isText) {
		s.done = max(s.done, n.end)
		return i + 1
	}
	if content, ok := t.quoted(i); ok {
		return s.string(t, i, content)
	}
	if t.optional(i) {
		s.done = max(s.done, n.end)
		return i + 1
	}
	s.nodes++
	if t.isError(i) {
		s.errors++
	}
	s.out = binary.AppendUvarint(s.out, uint64(n.kind))
	if n.next > i+1 {
		s.open = append(s.open, i)
		return i + 1
	}
	s.tokens++
	s.text(t, n.kind, leaf)
	s.done = max(s.done, n.end)
	return i + 1
}

// string digests a string by its content, whatever its quotes, and counts it as one
// that needs no escapes: itself, two quotes and what is between them.
func (s *structure) string(t *tree, i int32, content []byte) (next int32) {
	s.nodes, s.tokens = s.nodes+4, s.tokens+3
	for c := i; c < t.nodes[i].next; c++ {
		if t.isError(c) {
			s.errors++
		}
	}
	s.out = binary.AppendUvarint(s.out, uint64(t.nodes[i].kind))
	s.text(t, t.nodes[i].kind, content)
	s.done = max(s.done, t.nodes[i].end)
	return t.nodes[i].next
}

// between digests the text from where the last node ended to the beginning of
// the next, which belongs to the innermost open node.
func (s *structure) between(t *tree, end uint32) {
	if s.done >= end {
		return
	}
	text := t.src[s.done:end]
	s.done = end
	in := kind(0)
	if len(s.open) > 0 {
		in = t.nodes[s.open[len(s.open)-1]].kind
	}
	if !t.flag(in, isText) && bytes.ContainsAny(text, " \t\r\n\v\f") {
		text = bytes.Join(bytes.Fields(text), []byte(" ")) // words that the grammar skips
	}
	s.text(t, in, text)
}

// close ends the open nodes that do not enclose node i.
func (s *structure) close(t *tree, i int32) {
	for len(s.open) > 0 && t.nodes[s.open[len(s.open)-1]].next <= i {
		s.between(t, t.nodes[s.open[len(s.open)-1]].end)
		s.out = binary.AppendUvarint(s.out, closing)
		s.open = s.open[:len(s.open)-1]
	}
}

// text digests the bytes of a leaf or gap with LF line ends and without the
// indentation that the whole definition has. White space alone counts only
// within strings and the like; comments may be indented anew.
func (s *structure) text(t *tree, k kind, text []byte) {
	if !t.flag(k, isText) && isBlank(text) {
		return
	}
	at := len(s.out)
	for {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			s.out = append(s.out, text...)
			break
		}
		s.out = append(append(s.out, text[:end]...), '\n')
		if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
			end++
		}
		text = text[end+1:]
		if t.flag(k, isComment) {
			text = bytes.TrimLeft(text, " \t")
		} else {
			text = trimCommon(text, s.indent)
		}
	}
	s.out = binary.AppendUvarint(s.out, uint64(len(s.out)-at))
}

func isBlank(text []byte) bool {
	for _, c := range text {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

func trimCommon(text, indent []byte) []byte {
	n := 0
	for n < len(text) && n < len(indent) && text[n] == indent[n] {
		n++
	}
	return text[n:]
}

func (s *structure) sum() string { return source.Sum(s.out) }
