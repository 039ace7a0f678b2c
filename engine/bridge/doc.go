// Package bridge lets a model that has no tools of its own run commands in the
// workspace (TSLP 8.5), where the operator has asked for it: it finds the calls
// in a reply, tells which of them are allowed, runs one and words its result.
//
// What a tool puts out is evidence and not truth: it never advances state.
//
// It owns nothing: package toolbox keeps what waits and runs, and calls it.
package bridge
