// Package source holds the vocabulary that every reader of source text shares:
// languages, byte ranges, symbols and parsed files. It knows no grammar and no
// rule table; packages parser/ast and parser/table fill these types, and
// package parser chooses between them.
//
// It owns the names of languages and their file endings. Every package may use it.
package source
