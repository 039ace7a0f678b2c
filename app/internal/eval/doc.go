// Package eval measures how true the parser's symbols are: it reads a tree of
// Go files, takes Go's own parser as the oracle, and compares qualified names
// together with exact byte ranges.
//
// It owns nothing; it reads files and returns figures. The command `holdfast evaluate` and
// tests call it.
package eval
