package ast

import (
	"bytes"

	"holdfast/parser/source"
)

// Parse reads src as a whole file of lang. It never fails: File.Refused says why
// a text was not parsed. It returns nil where the text is not for a grammar:
// none is linked for lang, or the one that is would not survive this text.
func Parse(path string, lang source.Language, src []byte) *source.File {
	g := grammarFor(lang, src)
	if g == nil {
		return nil
	}
	return read(path, g, src, reading{})
}

// ParseRest is Parse for the source.Rest of a file: its statements stay one, though
// they stand beside no symbol.
func ParseRest(path string, lang source.Language, src []byte) *source.File {
	g := grammarFor(lang, src)
	if g == nil {
		return nil
	}
	r := reading{rest: true, snippet: true}
	if !bytes.Contains(src, []byte("<?")) {
		r.prefix = g.wrap.base
	}
	return read(path, g, src, r)
}

// grammarFor is the grammar that may read src, or nil.
func grammarFor(lang source.Language, src []byte) *grammar {
	g := grammarOf(lang)
	if g != nil && g.risky != nil && g.risky(terminated(normalise(src).text)) {
		return nil
	}
	return g
}

// reading is how a text is read: as it is, or with something set around it.
type reading struct {
	prefix, suffix string
	// snippet reports whether the text may be a member without its container,
	// wrapped that prefix and suffix are one.
	snippet, wrapped bool
	// rest reports whether the text is the Rest of a file.
	rest bool
}

func read(path string, g *grammar, src []byte, r reading) *source.File {
	f := &source.File{Path: path, Language: g.name, Method: source.AST, Src: src}
	if f.Refused = source.Refuse(src); f.Refused != "" {
		return f
	}
	t, err := parse(g, r.prefix, src, r.suffix)
	if err != nil {
		f.Refused = err.Error()
		return f
	}
	w := &walk{tree: t, reading: r}
	t.walk(w)
	f.Errors, f.Faults = t.errors(), t.faults()
	f.Symbols, f.Loose = w.symbols(), w.loose
	if r.rest && len(f.Symbols) == 1 && f.Symbols[0].IsRest() {
		return f
	}
	if len(f.Symbols) == 0 || f.Symbols[0].IsRest() {
		f.Method, f.Loose = source.WholeFile, false
		f.Symbols = []source.Symbol{whole(t)}
	}
	return f
}

// whole is the one entity of a file that declares nothing.
func whole(t *tree) source.Symbol {
	s := source.WholeSymbol(t.grammar.name, t.src)
	var digest structure
	digest.add(t, piece{span: span{from: 0, to: int32(len(t.nodes)), Range: t.rangeOf(0)}})
	s.Nodes, s.Tokens, s.Errors = digest.nodes, digest.tokens, digest.errors
	s.Structure = digest.sum()
	return s
}
