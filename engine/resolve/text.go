package resolve

import (
	"bytes"
	"slices"
	"strings"

	"holdfast/parser"
	"holdfast/parser/source"
)

// Text is the symbol as it is shown to a model: its leading doc comments and
// its own source as written, indentation of the first line included, without
// trailing blank lines. A container comes without its member symbols, which
// are entities of their own.
func Text(src []byte, sym source.Symbol) []byte {
	if sym.Name == source.Whole {
		if sym.IsRest() {
			return restText(src, sym)
		}
		return bytes.TrimRight(src, " \t\r\n")
	}
	var out []byte
	for i, r := range sym.Own {
		if i > 0 && startsDefinition(sym, r) {
			out = append(bytes.TrimRight(out, " \t\r\n"), "\n\n"...)
		}
		if doc, ok := docOf(src, sym, r); ok {
			out = append(out, src[lineStart(src, doc.Start):lineStart(src, r.Start)]...)
		}
		from := r.Start
		if startsDefinition(sym, r) {
			from = lineStart(src, r.Start)
		}
		out = append(out, src[from:r.End]...)
	}
	out = bytes.TrimRight(out, " \t\r\n")
	if len(sym.Own) > len(sym.Extents) {
		return squeeze(out)
	}
	return out
}

// Alone is a symbol as its canonical text by itself is read, nil where that is something
// else. A method that stands there without its container has its last name.
func Alone(path string, lang source.Language, symbol, kind string, canon []byte) *source.Symbol {
	read := parser.ParseSnippet
	if kind == source.Rest {
		read = parser.ParseRest
	}
	file := read(path, lang, canon)
	if file.Refused != "" || file.Errors > 0 {
		return nil
	}
	for i := range file.Symbols {
		sym := &file.Symbols[i]
		if sym.Name == symbol || sym.Bare && strings.HasSuffix(symbol, "."+sym.Name) {
			return sym
		}
	}
	return nil
}

// restText is the rest of a file as it is shown: its statements with the comments
// above them, a blank line where they do not follow one another.
func restText(src []byte, sym source.Symbol) []byte {
	var out []byte
	extents, docs, end := sym.Extents, sym.Docs, 0
	for _, r := range sym.Own {
		if len(extents) == 0 || r.Start != extents[0].Start {
			out = append(out, src[r.Start:r.End]...) // goes on behind a definition
			end = r.End
			continue
		}
		extents = extents[1:]
		start := r.Start
		for len(docs) > 0 && docs[0].End <= r.Start {
			start, docs = docs[0].Start, docs[1:]
		}
		if between := src[end:start]; len(out) > 0 {
			out = append(bytes.TrimRight(out, " \t\r\n"), '\n')
			if len(bytes.TrimSpace(between)) > 0 || bytes.Count(between, []byte("\n")) > 1 {
				out = append(out, '\n')
			}
		}
		out = append(out, src[lineStart(src, start):r.End]...)
		end = r.End
	}
	out = bytes.TrimRight(out, " \t\r\n")
	if !slices.Equal(sym.Own, sym.Extents) {
		return squeeze(out)
	}
	return out
}

func startsDefinition(sym source.Symbol, r source.Range) bool {
	for _, e := range sym.Extents {
		if e.Start == r.Start {
			return true
		}
	}
	return false
}

// docOf finds the doc comment that ends where the definition begins, with
// nothing but white space between.
func docOf(src []byte, sym source.Symbol, r source.Range) (source.Range, bool) {
	if !startsDefinition(sym, r) {
		return source.Range{}, false
	}
	for _, d := range sym.Docs {
		if d.End <= r.Start && len(bytes.TrimSpace(src[d.End:r.Start])) == 0 {
			return d, true
		}
	}
	return source.Range{}, false
}

// lineStart moves an offset back over the blanks of its line's indentation.
func lineStart(src []byte, at int) int {
	for at > 0 && (src[at-1] == ' ' || src[at-1] == '\t') {
		at--
	}
	return at
}

// squeeze folds the runs of blank lines that cutting members out of a
// container leaves behind into one.
func squeeze(text []byte) []byte {
	var out []byte
	blank := false
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			if !blank {
				out = append(out, '\n')
			}
			blank = true
			continue
		}
		blank = false
		out = append(out, line...)
	}
	return out
}
