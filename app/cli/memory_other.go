//go:build !linux

package cli

// mapByPage and releaseProgram do nothing where the system does not count a
// program's pages as the process's own.
func mapByPage() {}

func releaseProgram() {}
