// Package ast finds the symbols of a source text by parsing it with a
// tree-sitter grammar: step 1 of the resolution pipeline (TSLP 4.1), the only
// one whose word alone is proof.
//
// Grammars are C code that was not written for hostile input, so every parse
// stands behind bounds (see guard.go), and the tree is copied into plain data
// and closed at once. Symbols are found by a shallow walk over declarations,
// one file of rules for each family of languages.
package ast

import (
	"holdfast/parser/source"
)

// Parse reads src as a whole file of lang, which must be supported. It never
// fails: File.Refused says why a text was not parsed.
func Parse(path string, lang source.Language, src []byte) *source.File {
	return read(path, lang, src, false)
}

// ParseSnippet is Parse for a piece of a file. A method that stands without its
// container is found by setting one around it and comes as a symbol with Bare
// set; ranges refer to src as it was given.
func ParseSnippet(path string, lang source.Language, src []byte) *source.File {
	return read(path, lang, src, true)
}

func read(path string, lang source.Language, src []byte, snippet bool) *source.File {
	f := &source.File{Path: path, Language: lang, Method: source.AST, Src: src}
	g := grammarOf(lang)
	if f.Refused = source.Refuse(src); f.Refused != "" {
		return f
	}
	t, err := parse(g, "", src, "")
	if err != nil {
		f.Refused = err.Error()
		return f
	}
	fill(f, t, snippet)
	return f
}

// fill walks t and writes what it finds into f.
func fill(f *source.File, t *tree, snippet bool) {
	w := &walk{tree: t, snippet: snippet}
	t.walk(w)
	for i := range t.nodes {
		if t.isError(int32(i)) {
			f.Errors++
		}
	}
	f.Symbols, f.Loose = w.symbols(), w.loose
	if len(f.Symbols) == 0 {
		f.Method, f.Loose = source.WholeFile, false
		f.Symbols = []source.Symbol{whole(t)}
	}
}

// whole is the one entity of a file that declares nothing.
func whole(t *tree) source.Symbol {
	s := source.WholeSymbol(t.grammar.name, t.src)
	var digest structure
	digest.add(t, piece{span: span{from: 0, to: int32(len(t.nodes)), Range: s.Own[0]}})
	s.Nodes, s.Tokens, s.Errors = digest.nodes, digest.tokens, digest.errors
	s.Structure = digest.sum()
	return s
}
