// Package table finds the symbols of a source text by the deterministic
// patterns of symbols.json, the Language Regex Map: step 2 of the resolution
// pipeline (TSLP 4.1), for languages without a linked grammar and for texts
// that a grammar refuses.
//
// Comments and literals are masked first, brackets and block words are paired,
// and the text is read statement by statement, so that a pattern sees only the
// header of what may be a declaration and never the inside of a function.
// Everything takes time linear in the text.
//
// It owns symbols.json and what is compiled from it. Package parser asks it.
package table
