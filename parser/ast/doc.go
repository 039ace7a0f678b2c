// Package ast finds the symbols of a source text by parsing it with a
// tree-sitter grammar: step 1 of the resolution pipeline (TSLP 4.1), the only
// one whose word alone is proof.
//
// Grammars are C code that was not written for hostile input, so every parse
// stands behind bounds (see bounded.go), and the tree is copied into plain data
// and closed at once. Symbols are found by a shallow walk over declarations,
// one file of rules for each family of languages.
//
// It owns the grammars and their parsers. Package parser calls it, and block for
// fragments.
package ast
