//go:build !unix

package app

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

// terminal is the input that bubbletea reads. Where there is no poll, bubbletea
// reads and decodes the terminal itself.
type terminal struct {
	*os.File
	post func(tea.Msg)
}

func openTerminal(in *os.File) (*terminal, error) { return &terminal{File: in}, nil }

// Close leaves the file open: it belongs to the caller.
func (t *terminal) Close() error { return nil }

// pause does nothing: bubbletea stops reading a file by itself.
func (t *terminal) pause() {}

// resume does nothing.
func (t *terminal) resume() {}
