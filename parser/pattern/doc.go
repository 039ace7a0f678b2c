// Package pattern holds regular expressions that are compiled when they are first
// needed.
//
// Every command of the one binary initialises every package, and a client's hook
// starts the binary before each call of a tool: a table of expressions that is compiled
// at the start costs each of them its milliseconds. Here the table is a list of strings
// until somebody asks.
//
// It owns the moment of compiling, and knows nothing of what expressions are for. The
// packages of the parser and the engine with large tables of
// them call it.
package pattern
