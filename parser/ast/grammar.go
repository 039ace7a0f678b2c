package ast

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"holdfast/parser/source"
)

// rules are what the package knows of one language beside its grammar.
type rules struct {
	// walk emits the file's declarations.
	walk func(*walk)
	// scaffold names the kinds at the top level that are neither symbols nor
	// code: package clauses, imports, includes.
	scaffold []string
	// formatted reports whether formatters add and take tokens; see formatted.go.
	formatted bool
	// wrap are the texts to set around a bare member so that it parses.
	wrap wrapper
	// risky tells of a text, as the grammar gets it, that its scanner would not
	// survive.
	risky func(text []byte) bool
}

var languages = map[source.Language]rules{
	source.Go:         {walk: walkGo, scaffold: goScaffold},
	source.Python:     {walk: walkPython, scaffold: pythonScaffold, wrap: pythonWrapper},
	source.JavaScript: {walk: walkScript, formatted: true, scaffold: scriptScaffold, wrap: classWrapper},
	source.TypeScript: {walk: walkScript, formatted: true, scaffold: scriptScaffold, wrap: classWrapper},
	source.TSX:        {walk: walkScript, formatted: true, scaffold: scriptScaffold, wrap: classWrapper},
	source.Rust:       {walk: walkRust, scaffold: rustScaffold},
	source.Java:       {walk: walkJava, scaffold: javaScaffold, wrap: classWrapper},
	source.C:          {walk: walkC, scaffold: cScaffold},
	source.CPP:        {walk: walkC, scaffold: cScaffold},
	source.CSharp:     {walk: walkCSharp, scaffold: csharpScaffold, wrap: classWrapper},
	source.Ruby:       {walk: walkRuby, scaffold: rubyScaffold, risky: riskyRuby},
	source.PHP:        {walk: walkPHP, scaffold: phpScaffold, wrap: phpWrapper},
	source.Bash:       {walk: walkBash, scaffold: bashScaffold, risky: riskyBash},
}

// Languages lists the languages whose grammars are linked, in order.
func Languages() []source.Language { return slices.Sorted(maps.Keys(languages)) }

// Supports reports whether a grammar for lang is linked.
func Supports(lang source.Language) bool {
	_, ok := languages[lang]
	return ok
}

// kind is a grammar's number for a node's kind.
type kind = sitter.Symbol

// errorKind is the kind of an ERROR node in every grammar.
const errorKind kind = 0xffff

// grammar is a language ready for use: kinds by number and what they mean.
type grammar struct {
	rules
	name  source.Language
	ts    *sitter.Language
	names []string // by kind
	flags []uint8  // by kind: isText, isComment, isScaffold
	// fields are the fields that walks ask for, by the grammar's number.
	fields []field
}

const (
	// isText marks kinds whose inner white space is content: strings,
	// comments, templates.
	isText = 1 << iota
	isComment
	isScaffold
)

var grammars sync.Map // source.Language -> *grammar

// grammarOf returns the grammar of lang, nil where none is linked.
func grammarOf(lang source.Language) *grammar {
	if !Supports(lang) {
		return nil
	}
	if g, ok := grammars.Load(lang); ok {
		return g.(*grammar)
	}
	g, _ := grammars.LoadOrStore(lang, newGrammar(lang))
	return g.(*grammar)
}

func newGrammar(lang source.Language) *grammar {
	r := languages[lang]
	g := &grammar{rules: r, name: lang, ts: sitter.NewLanguage(unsafe.Pointer(tableOf(lang)))}
	n := int(g.ts.SymbolCount())
	g.names = make([]string, n)
	g.flags = make([]uint8, n)
	scaffold := map[string]bool{}
	for _, s := range r.scaffold {
		scaffold[s] = true
	}
	for k := range g.names {
		name := g.ts.SymbolName(kind(k))
		g.names[k] = name
		regular := g.ts.SymbolType(kind(k)) == sitter.SymbolTypeRegular
		if regular && holdsText(name) {
			g.flags[k] |= isText
		}
		if strings.HasSuffix(name, "comment") {
			g.flags[k] |= isComment
		}
		if scaffold[name] {
			g.flags[k] |= isScaffold
		}
	}
	g.fields = []field{noField}
	for id := 1; ; id++ {
		name := g.ts.FieldName(id)
		if name == "" {
			return g
		}
		g.fields = append(g.fields, fieldNames[name])
	}
}

// holdsText tells by its name whether a kind of node holds text of the user's,
// in which white space counts.
func holdsText(name string) bool {
	switch name {
	case "concatenated_string", "chained_string", "string_array", "symbol_array":
		return false // several literals with code's white space between them
	}
	for _, part := range textParts {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

var textParts = []string{
	"string", "comment", "char", "template_literal", "heredoc", "nowdoc", "regex", "rune", "text",
	"delimited_symbol", "shell_command",
}

// kindName is the grammar's word for a kind.
func (g *grammar) kindName(k kind) string {
	if k == errorKind {
		return "ERROR"
	}
	if int(k) >= len(g.names) {
		return ""
	}
	return g.names[k]
}

func (g *grammar) flag(k kind, f uint8) bool {
	return int(k) < len(g.flags) && g.flags[k]&f != 0
}
