package parser

import (
	"fmt"
	pathpkg "path"
	"strings"

	"holdfast/parser/ast"
	"holdfast/parser/source"
	"holdfast/parser/table"
)

// Parse finds the symbols of a whole file by the first step of the resolution
// pipeline that knows its language (TSLP 4.1); without one the file is a single
// symbol, source.Whole. An empty lang is told by the path. Parse never fails:
// File.Refused says why a text was not parsed.
func Parse(path string, lang source.Language, src []byte) *source.File {
	return choose(path, lang, src, ast.Parse, table.Parse)
}

// ParseSnippet is Parse for a piece of a file: a method that stands without its
// container is recognised, be it indented as it was there, and comes as a
// symbol with Bare set. Ranges refer to src as it was given.
func ParseSnippet(path string, lang source.Language, src []byte) *source.File {
	return choose(path, lang, src, ast.ParseSnippet, table.Parse)
}

// ParseRest is ParseSnippet for the rest of a file, what it holds outside of its
// symbols: statements alone are no whole file then (source.Rest).
func ParseRest(path string, lang source.Language, src []byte) *source.File {
	return choose(path, lang, src, ast.ParseRest, table.ParseRest)
}

// Defines reports whether symbols are looked for in texts of a language, at a few
// megabytes a second; of any other a file is one symbol, and read ten times as fast.
func Defines(lang source.Language) bool {
	d := source.Define(lang)
	return ast.Supports(lang) || d != nil && len(d.Rules) > 0
}

// CheckGrammars tells whether every linked grammar parses (TSLP 14.3, /doctor).
func CheckGrammars() error {
	for _, lang := range ast.Languages() {
		if f := ast.Parse("", lang, []byte("\n")); f.Refused != "" {
			return fmt.Errorf("the %s grammar does not parse an empty text: %s", lang, f.Refused)
		}
	}
	return nil
}

// ReleaseMemory gives back to the system what parses have left in the C
// library's memory, for when no more of them are to be expected soon.
func ReleaseMemory() { ast.ReleaseMemory() }

// reader is one way to find symbols; nil says that the text is not for it.
type reader func(path string, lang source.Language, src []byte) *source.File

func choose(path string, lang source.Language, src []byte, readers ...reader) *source.File {
	if lang == "" {
		lang = source.ForPath(path)
	}
	f := readAs(path, lang, src, readers)
	if other := header(path, lang); other != "" && f.Errors > 0 {
		if g := readAs(path, other, src, readers); g.Refused == "" && g.Errors < f.Errors {
			return g
		}
	}
	return f
}

// Header reports whether a path of that language is that of a header that its content
// makes C or C++.
func Header(path string, lang source.Language) bool { return header(path, lang) != "" }

// header is the other language that a header may hold, "" for what is none: C or C++,
// as its content decides. C, which most of C++ reads as well, is the first that is tried.
func header(path string, lang source.Language) source.Language {
	if strings.ToLower(pathpkg.Ext(path)) != ".h" {
		return ""
	}
	switch lang {
	case source.C:
		return source.CPP
	case source.CPP:
		return source.C
	}
	return ""
}

func readAs(path string, lang source.Language, src []byte, readers []reader) *source.File {
	for _, read := range readers {
		if f := contained(read, path, lang, src); f != nil {
			return f
		}
	}
	return whole(path, lang, src)
}

// contained refuses a text that makes a reader panic: a file that somebody has on
// disk would end the process at every start.
func contained(read reader, path string, lang source.Language, src []byte) (f *source.File) {
	defer func() {
		if p := recover(); p != nil {
			f = &source.File{Path: path, Language: lang, Method: source.WholeFile, Src: src, Refused: fmt.Sprintf("holdfast failed while it parsed this text: %v", p)}
		}
	}()
	return read(path, lang, src)
}

// whole takes a file as one entity.
func whole(path string, lang source.Language, src []byte) *source.File {
	f := &source.File{Path: path, Language: lang, Method: source.WholeFile, Src: src}
	if f.Refused = source.Refuse(src); f.Refused == "" {
		f.Symbols = []source.Symbol{source.WholeSymbol(lang, src)}
	}
	return f
}
