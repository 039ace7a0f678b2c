package source

import (
	"bytes"
	"encoding/binary"
)

const space = " \t\v\f\r\n"

// WholeSymbol is the one entity of a file that has no symbols of its own:
// configuration, prose, a script of statements.
func WholeSymbol(lang Language, src []byte) Symbol {
	all := []Range{{0, len(src)}}
	s := Symbol{
		Name: Whole, Kind: "file", Top: true, Count: 1,
		Extents: all, Own: all,
		Canon: Canonical(src, all, false),
	}
	s.Hash = Sum(s.Canon)
	s.Structure, s.Nodes = WordStructure(lang, s.Canon)
	s.Tokens = s.Nodes
	return s
}

// WordStructure is Symbol.Structure for text that no grammar reads, and the
// number of its words. Words are separated by white space; white space within
// quotes on one line is kept. Where a language's indentation is syntax, the
// depth of each line and its end count as well, the width of a level does not.
func WordStructure(lang Language, canon []byte) (sum string, words int) {
	w := wordHash{layout: layoutCounts(lang)}
	for line := range bytes.Lines(canon) {
		w.line(line)
	}
	return Sum(w.out), w.words
}

// layoutCounts tells whether moving a line in or out changes what a text means.
// Of an unknown language it is assumed.
func layoutCounts(lang Language) bool {
	switch lang {
	case "", Python, "yaml", "makefile":
		return true
	}
	d := Define(lang)
	return d == nil || d.Style == "indent"
}

type wordHash struct {
	out    []byte
	words  int
	layout bool
	widths []int // indentation of the lines that enclose the current one
}

func (w *wordHash) line(line []byte) {
	text := bytes.Trim(line, space)
	if len(text) == 0 {
		return
	}
	if w.layout {
		lead := line[:bytes.Index(line, text)]
		w.out = binary.AppendUvarint(w.out, uint64(w.depth(len(lead))))
		if bytes.IndexByte(lead, '\t') >= 0 {
			w.out = append(w.out, '\t') // a Makefile tells tabs from spaces
		}
	}
	for len(text) > 0 {
		n := wordEnd(text)
		w.out = append(binary.AppendUvarint(w.out, uint64(n)), text[:n]...)
		w.words++
		text = bytes.TrimLeft(text[n:], space)
	}
	if w.layout {
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
