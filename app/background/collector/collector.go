// Package collector keeps the garbage collector from running while the program's
// packages initialise.
//
// The tables of the libraries that one binary links are some eight megabytes, which
// stay. With Go's own setting the collector walks them again and again before main
// begins, and takes a sixth of the processor time of a short command: of each call of a
// tool about which a client's hook asks, too.
//
// No setting of Go's can be made that early. Of the packages that are ready, the one whose
// import path sorts first is initialised first, and runtime/debug sorts behind most
// libraries. What can be had is weight: the collector lets as much be allocated as is
// live. The weight is never touched, so that it takes no memory. Package background says
// why this is a module of its own.
package collector

// weight is live until the program begins.
var weight = make([]byte, 16<<20)

// Begin lets the collector go by what is really live, from its next cycle on.
func Begin() { weight = nil }
