package ast

import (
	"bytes"

	"holdfast/parser/source"
)

// wrapper is what to set around a snippet so that its grammar understands it.
type wrapper struct {
	// base goes before every snippet that does not hold it: PHP's tag.
	base string
	// prefix and suffix make a class of a bare member.
	prefix, suffix string
	// indented wraps only what is indented, as Python's blocks must be.
	indented bool
}

var (
	classWrapper  = wrapper{prefix: "class Wrapper {\n", suffix: "\n}"}
	phpWrapper    = wrapper{base: "<?php\n", prefix: "class Wrapper {\n", suffix: "\n}"}
	pythonWrapper = wrapper{prefix: "class Wrapper:\n", indented: true}
)

// ParseSnippet is Parse for a piece of a file. A method that stands without its
// container is found by setting one around it and comes as a symbol with Bare
// set; ranges refer to src as it was given.
func ParseSnippet(path string, lang source.Language, src []byte) *source.File {
	g := grammarFor(lang, src)
	if g == nil {
		return nil
	}
	base := g.wrap.base
	if base != "" && bytes.Contains(src, []byte("<?")) {
		return Parse(path, lang, src)
	}
	plain := read(path, g, src, reading{prefix: base, snippet: true})
	if plain.Refused != "" || g.wrap.prefix == "" || !g.wrap.worthTrying(plain) {
		return plain
	}
	wrapped := read(path, g, src, reading{
		prefix: base + g.wrap.prefix, suffix: g.wrap.suffix, snippet: true, wrapped: true,
	})
	if wrapped.Refused == "" && wrapped.Method == source.AST && g.wrap.better(wrapped, plain) {
		return wrapped
	}
	return plain
}

// worthTrying reports whether a snippet that gave f may be a bare member.
func (w wrapper) worthTrying(f *source.File) bool {
	if w.indented {
		return opensIndented(f.Src)
	}
	return f.Errors > 0 || onlyBare(f)
}

// better tells which reading to believe: the one with fewer errors, else the
// wrapped one where the plain one found nothing but members too, since inside a
// class they have the structure that they have in their file.
func (w wrapper) better(wrapped, plain *source.File) bool {
	return wrapped.Errors < plain.Errors ||
		wrapped.Errors == plain.Errors && (w.indented || onlyBare(plain))
}

func onlyBare(f *source.File) bool {
	for _, s := range f.Symbols {
		if !s.Bare && !s.IsRest() {
			return false
		}
	}
	return true
}

// opensIndented reports whether the first line that holds anything is indented.
func opensIndented(src []byte) bool {
	text := bytes.TrimLeft(src, " \t\r\n")
	lead, _ := source.Indentation(src, len(src)-len(text))
	return len(lead) > 0
}

// asBare is the scope of a member that stands without its container.
func (s scope) asBare() scope {
	s.bare, s.inner, s.method = true, true, true
	return s
}
