package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/stale"
	"holdfast/views"
)

// opener opens a file of the workspace at root in the operator's editor, where
// text stands in it. It is called in a command; what it returns has the program
// wait for the editor, and done makes the message of its end.
type opener func(root, path string, text []byte, done func(error) tea.Msg) tea.Msg

// editedMsg says that the editor has ended.
type editedMsg struct{ err error }

// noEditor is why no file can be opened.
func noEditor(m *Model) string {
	switch {
	case m.opts.Edit == nil:
		return "set $VISUAL or $EDITOR to open files from here"
	case m.editing:
		return "the editor is being opened already"
	}
	return ""
}

// noEditorOf is why the file of a divergence cannot be opened.
func noEditorOf(m *Model, d stale.Divergence) string {
	if why := noEditor(m); why != "" || d.Reason != stale.Vanished {
		return why
	}
	return "the file is gone from the disk"
}

// spot is a file of the workspace, and a text that stands in it.
type spot struct {
	path string
	text []byte
}

// editFile opens a file in the operator's editor, at a spot that is found in a
// command. holdfast itself writes no file.
func editFile(m *Model, find func(context.Context, Engine) (spot, error)) tea.Cmd {
	m.editing = true
	root, open := m.status.Workspace, m.opts.Edit
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		at, err := find(ctx, e)
		if err != nil {
			return editedMsg{err}
		}
		return open(root, at.path, at.text, func(err error) tea.Msg { return editedMsg{err} })
	})
}

// arrive looks at everything anew: what the operator decides on may be another
// file by now.
func (msg editedMsg) arrive(m *Model) tea.Cmd {
	m.editing = false
	cmds := []tea.Cmd{m.disturb(), m.read(true), m.reload()}
	if m.mouse { // which the program switched off for the editor
		cmds = append(cmds, tea.EnableMouseCellMotion)
	}
	if msg.err != nil {
		cmds = append(cmds, m.notices.say(views.Failure, "The editor: "+msg.err.Error()))
	}
	return tea.Batch(cmds...)
}

// editor is what $VISUAL or $EDITOR name, on the terminal of the program.
type editor struct {
	command string
	in      *terminal
	inFile  *os.File
	outFile *os.File
}

// editorCommand is the operator's editor, "" where none is set.
func editorCommand(getenv func(string) string) string {
	for _, key := range []string{"VISUAL", "EDITOR"} {
		if c := strings.TrimSpace(getenv(key)); c != "" {
			return c
		}
	}
	return ""
}

// open is an opener.
func (e editor) open(root, path string, text []byte, done func(error) tea.Msg) tea.Msg {
	line, err := lineOf(root, path, text)
	if err != nil {
		return done(err)
	}
	c := editCommand(e.command, filepath.Join(root, filepath.FromSlash(path)), line)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = root, e.inFile, e.outFile, e.outFile
	return lend(e.in, c, done)
}

// editCommand is the command that opens file, an absolute path, at a line. The
// file is an argument of its own and never part of a text that a shell reads.
func editCommand(command, file string, line int) *exec.Cmd {
	words := strings.Fields(command)
	args := atLine(programOf(command), file, line)
	if runtime.GOOS != "windows" && strings.ContainsAny(command, "\"'\\$`") {
		// Quoted as for a shell, which is what reads it for other programs, too.
		return exec.Command("sh", slices.Concat([]string{"-c", command + ` "$@"`, command}, args)...)
	}
	return exec.Command(words[0], slices.Concat(words[1:], args)...)
}

// programOf is the first word of a command, which may be quoted.
func programOf(command string) string {
	if quote := command[:1]; quote == `"` || quote == "'" {
		word, _, _ := strings.Cut(command[1:], quote)
		return word
	}
	return strings.Fields(command)[0]
}

// atLine are the arguments by which an editor opens file at a line; of one that
// is not known, the file alone.
func atLine(editor, file string, line int) []string {
	at := strconv.Itoa(line)
	switch strings.ToLower(strings.TrimSuffix(filepath.Base(editor), ".exe")) {
	case "vi", "vim", "nvim", "view", "gvim", "ex", "nano", "pico", "emacs", "emacsclient", "mg", "micro", "kak", "joe", "jed", "ne":
		return []string{"+" + at, file}
	case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
		return []string{"--wait", "--goto", file + ":" + at}
	case "subl":
		return []string{"--wait", file + ":" + at}
	case "hx", "helix", "zed", "zeditor":
		return []string{file + ":" + at}
	}
	return []string{file}
}

// maxSought bounds the bytes of a file in which a text is looked for.
const maxSought = 16 << 20

// lineOf is the line of a file on which text stands; where it is not found as a
// whole, its first line; else 1.
func lineOf(root, path string, text []byte) (int, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	info, err := r.Lstat(filepath.FromSlash(path))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("there is no %s on the disk yet", path)
	}
	if err != nil {
		return 0, err
	}
	text = bytes.TrimSpace(text)
	if !info.Mode().IsRegular() || len(text) == 0 {
		return 1, nil
	}
	f, err := r.Open(filepath.FromSlash(path))
	if err != nil {
		return 1, nil // the editor may be allowed to, and says why it is not
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxSought))
	if err != nil {
		return 1, nil
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	for _, sought := range [][]byte{text, bytes.TrimSpace(first)} {
		if at := bytes.Index(content, sought); at >= 0 {
			return 1 + bytes.Count(content[:at], []byte("\n")), nil
		}
	}
	return 1, nil
}
