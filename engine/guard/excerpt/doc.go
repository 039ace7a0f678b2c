// Package excerpt cuts two versions of a file down to where they differ, so that a
// client's hook need not parse all of a large file twice (guard.md).
//
// It owns where a file may be cut, which excerpts prove something of their files, and
// which pieces are gone or have shrunk where a file is changed all over.
// Package guard judges them as it judges files.
package excerpt
