// Package cli is holdfast's command line: it reads flags and configuration,
// calls the engine and prints what it says, for people in 80 columns and, with
// --json, for programs.
//
// It owns flags, exit codes and the words of errors on a terminal. Only main calls it.
package cli
