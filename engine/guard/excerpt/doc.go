// Package excerpt cuts two versions of a file down to where they differ, so that a
// client's hook need not parse all of a large file twice (guard.md).
//
// It owns where a file may be cut and which excerpts prove something of their files.
// Package guard judges them as it judges files.
package excerpt
