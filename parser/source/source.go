package source

// Range is a half-open interval of byte offsets, Start <= End.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Len is the number of bytes in r.
func (r Range) Len() int { return r.End - r.Start }

// Of returns the bytes of src that r covers.
func (r Range) Of(src []byte) []byte { return src[r.Start:r.End] }

// Method names how the symbols of a file were found (TSLP 4.1).
type Method string

const (
	// AST is a tree-sitter parse: step 1 of the resolution pipeline.
	AST Method = "ast"
	// Table is the deterministic patterns of symbols.json: step 2.
	Table Method = "table"
	// WholeFile is a file without symbols, one entity named Whole.
	WholeFile Method = "whole"
)

// Whole is the symbol of an entity that is its entire file ("README.md::*"), and of
// the Rest of a file that has symbols: the kind tells them apart.
const Whole = "*"

// Rest is the kind of what a file with symbols holds outside of them: statements,
// not imports, comments, or what a symbol holds (product 3).
const Rest = "rest"

// Symbol is one declaration, or several of one name merged in order of
// appearance (overloads, Go's init).
type Symbol struct {
	// Name is qualified by its containers: "Server.Close", "Outer.Inner.run".
	Name string
	// Kind is the declaration's kind in the field's words: function, method,
	// class, struct, interface, enum, trait, impl, type, const, var, module,
	// namespace, macro, property, file, rest.
	Kind string
	// Container is the qualified name of the symbol that encloses this one in
	// the syntax, or of a method's receiver type; empty at top level.
	Container string
	// Top reports whether the symbol stands at the top level of its file, so that
	// parity counts its loss (TSLP 7). Go methods are top-level; members of a
	// class are not.
	Top bool
	// Bare reports whether this is a method standing without its container, as
	// small models like to send them. Its Name then lacks the container.
	Bare bool
	// Extents are the full ranges of each definition: decorators, attributes
	// and export keywords in, leading doc comments out.
	Extents []Range
	// Own is what the symbol itself is made of: Extents, less the members of a
	// container that are symbols of their own and their doc comments. In order,
	// not overlapping. No byte is two symbols' own, except that names which one
	// statement declares ("var a, b = f()") share all of it.
	Own []Range
	// Docs are the leading doc comments, one per definition that has any.
	Docs []Range
	// Count is the number of definitions merged under Name, at least 1; the Rest of a
	// file is one, however many statements it is.
	Count int
	// Nodes and Tokens are the AST nodes and leaf tokens of Own; Errors are
	// its ERROR and MISSING nodes. Table and whole-file symbols count
	// whitespace-separated words as both.
	Nodes, Tokens, Errors int
	// Canon is the canonical text of Own (see Canonical); Hash is its
	// "sha256:…". Structure is a "sha256:…" over structure and leaves, equal
	// for two texts that differ only in formatting.
	Canon     []byte
	Hash      string
	Structure string
}

// File is one parsed source text.
type File struct {
	Path     string
	Language Language
	Method   Method
	// Src is the text that all ranges refer to.
	Src []byte
	// Errors counts ERROR and MISSING nodes in the whole file.
	Errors int
	// Faults are where they stand, in order: text that no rule reads, or a place,
	// of no length, where something is missing.
	Faults []Range
	// Symbols stand in order of first appearance, the Rest of the file behind all. A
	// file without symbols holds exactly one, named Whole.
	Symbols []Symbol
	// Loose reports whether code stands outside every symbol (statements, not
	// package clauses, imports, comments or blank lines).
	Loose bool
	// Refused says why the text was not parsed (too large, NUL byte, bad
	// UTF-8, over the time limit); empty otherwise. A refused file has no
	// symbols and proves nothing.
	Refused string
}

// IsRest reports whether s is what a file holds outside of its other symbols.
func (s *Symbol) IsRest() bool { return s.Kind == Rest && s.Name == Whole }

// Find returns the symbol of that qualified name, or nil.
func (f *File) Find(name string) *Symbol {
	for i := range f.Symbols {
		if f.Symbols[i].Name == name {
			return &f.Symbols[i]
		}
	}
	return nil
}
