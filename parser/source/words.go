package source

import (
	"bytes"
	"encoding/binary"
)

const space = " \t\v\f\r\n"

// WholeSymbol is the one entity of a file that has no symbols of its own:
// configuration, prose, a script of statements. Where neither a grammar nor
// rules tell what of it is a literal, any white space may be content: a block
// of YAML, a paragraph of Markdown, a cell of CSV. So it has no Structure, and
// whatever differs is a change; but for JSON, of which no string spans lines.
func WholeSymbol(lang Language, src []byte) Symbol {
	all := []Range{{0, len(src)}}
	s := Symbol{
		Name: Whole, Kind: "file", Top: true, Count: 1,
		Extents: all, Own: all,
		Canon: Canonical(src, all, false),
	}
	s.Hash = Sum(s.Canon)
	if lang == "json" && !bytes.Contains(s.Canon, []byte("\\\n")) { // JSON5 continues a string so
		s.Structure = WordStructure(lang, s.Canon)
	}
	s.Nodes = CountWords(s.Canon)
	s.Tokens = s.Nodes
	return s
}

// WordStructure is Symbol.Structure for text that rules read and no grammar.
// Words are separated by white space; white space within quotes on one line is
// kept. Where a language's statements end with their line, line ends count as
// well; where its indentation is syntax, so does the depth of each line, and the
// width of a level does not.
func WordStructure(lang Language, text []byte) string {
	var w wordHash
	if d := Define(lang); d != nil {
		w.depths = d.Style == "indent"
		w.ends = w.depths || d.Layout.Newline
	}
	for line := range bytes.Lines(text) {
		w.line(line)
	}
	return Sum(w.out)
}

// CountWords is how many words a text has.
func CountWords(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		for line = bytes.Trim(line, space); len(line) > 0; n++ {
			line = bytes.TrimLeft(line[wordEnd(line):], space)
		}
	}
	return n
}

type wordHash struct {
	out          []byte
	depths, ends bool
	widths       []int // indentation of the lines that enclose the current one
}

func (w *wordHash) line(line []byte) {
	text := bytes.Trim(line, space)
	if len(text) == 0 {
		return
	}
	if w.depths {
		w.out = binary.AppendUvarint(w.out, uint64(w.depth(bytes.Index(line, text))))
	}
	for len(text) > 0 {
		n := wordEnd(text)
		w.out = append(binary.AppendUvarint(w.out, uint64(n)), text[:n]...)
		text = bytes.TrimLeft(text[n:], space)
	}
	if w.ends {
		w.out = append(w.out, '\n')
	}
}

// depth turns a width of indentation into a level.
func (w *wordHash) depth(width int) int {
	for len(w.widths) > 0 && w.widths[len(w.widths)-1] >= width {
		w.widths = w.widths[:len(w.widths)-1]
	}
	if width > 0 {
		w.widths = append(w.widths, width)
	}
	return len(w.widths)
}

// wordEnd is where the first word of text ends. A quote that has a partner
// holds what is between them together.
func wordEnd(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\v', '\f', '\r', '\n':
			return i
		case '"', '\'', '`':
			i += 1 + bytes.IndexByte(text[i+1:], c) // -1 without a partner
		}
	}
	return len(text)
}
