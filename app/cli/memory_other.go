//go:build !linux

package cli

// releaseProgram does nothing where the system does not count a program's
// pages as the process's own.
func releaseProgram() {}
