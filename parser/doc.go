// Package parser turns bytes into symbols. It chooses between the grammars of
// package ast, the patterns of package table, and taking a file whole. It knows
// no database, no network and no disk.
//
// It owns the limits of size and depth, and the memory of the grammars. Whoever has a
// source text calls it, and none of the packages below it.
package parser
