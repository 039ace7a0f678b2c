// Package endtoend holds tests that build the program and drive it as its users
// do: by its commands, its keys in a terminal, and requests of clients.
//
// It owns nothing but its tests: those that need the whole program, or that look at the
// whole house, as imports and widths do. Nothing imports it.
package endtoend
