package app

import (
	"io"
	"os/exec"

	tea "github.com/charmbracelet/bubbletea"
)

// lend has another program take the terminal until it ends. It is called in a
// command, with a program that has the terminal's files already: what this
// program reads and writes is only a part of them. The keys are the other's from
// now on; a Read that still waits would take the first.
func lend(in *terminal, c *exec.Cmd, done func(error) tea.Msg) tea.Msg {
	in.pause()
	return tea.Exec(&borrower{c, in}, done)()
}

// borrower is a program that has the terminal.
type borrower struct {
	*exec.Cmd
	in *terminal
}

// Run implements tea.ExecCommand.
func (b *borrower) Run() error {
	defer b.in.resume()
	return b.Cmd.Run()
}

// SetStdin implements tea.ExecCommand and changes nothing.
func (*borrower) SetStdin(io.Reader) {}

// SetStdout implements tea.ExecCommand and changes nothing.
func (*borrower) SetStdout(io.Writer) {}

// SetStderr implements tea.ExecCommand and changes nothing.
func (*borrower) SetStderr(io.Writer) {}
