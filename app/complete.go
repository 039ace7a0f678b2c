package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// completedMsg is a path that was completed.
type completedMsg struct {
	of         *prompt
	from, text string
	choices    []string
}

// completePath completes a path below a folder as far as it is certain, and names what
// it may go on with. It reads the disk: call it in a command.
func completePath(root, text string) (longest string, choices []string) {
	dir, base := path.Split(text)
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		return text, nil
	}
	longest = text
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") {
			continue
		}
		if e.IsDir() {
			name += "/"
		}
		if len(choices) == 0 {
			longest = dir + name
		} else {
			longest = common(longest, dir+name)
		}
		choices = append(choices, name)
	}
	return longest, choices
}

// common is what two texts begin with alike, in whole runes.
func common(a, b string) string {
	n := 0
	for i, r := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(r)) {
			break
		}
		n = i + len(string(r))
	}
	return a[:n]
}

// completer completes a text as far as it is certain, and names what it may go on with.
// It may read the disk or the engine.
type completer func(ctx context.Context, e Engine, root, text string) (longest string, choices []string)

// paths completes paths of the workspace.
func paths(_ context.Context, _ Engine, root, text string) (string, []string) {
	return completePath(root, text)
}

// knownNames completes the names of entities that are known, and paths where none begins
// like the text.
func knownNames(ctx context.Context, e Engine, root, text string) (longest string, choices []string) {
	list, err := e.StateList(ctx)
	if err != nil {
		return text, nil
	}
	for i := range list.Len() {
		key := list.Key(i)
		if !strings.HasPrefix(key, text) {
			continue
		}
		if len(choices) == 0 {
			longest = key
		} else {
			longest = common(longest, key)
		}
		choices = append(choices, key)
	}
	if len(choices) == 0 && !strings.Contains(text, "::") {
		return completePath(root, text)
	}
	for i, c := range choices {
		choices[i] = c[strings.LastIndexByte(longest, '/')+1:]
	}
	return cmp.Or(longest, text), choices
}

// complete has what stands in the field completed.
func (p *prompt) complete(m *Model) tea.Cmd {
	root, text := m.status.Workspace, p.field.Value()
	p.suggested = false
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		longest, choices := p.completes(ctx, e, root, text)
		return completedMsg{p, text, longest, choices}
	})
}

// onDisk tells that nothing of the workspace stands at a path.
func onDisk(_ context.Context, _ Engine, root, text string) string {
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(text))); errors.Is(err, fs.ErrNotExist) && !filepath.IsAbs(text) {
		return "there is no such file or folder"
	}
	return ""
}

// arrive takes a completion, unless something else was typed meanwhile.
func (msg completedMsg) arrive(m *Model) tea.Cmd {
	p := msg.of
	if !m.overlays.shows(p) || p.field.Value() != msg.from {
		return nil
	}
	p.field.SetValue(msg.text)
	p.field.CursorEnd()
	const most = 6
	switch n := len(msg.choices); {
	case n == 0:
		p.hint = "nothing begins like this"
	case n > most:
		p.hint = views.Clean(strings.Join(msg.choices[:most], " ")) + " and " + count(n-most) + " more"
	case n > 1:
		p.hint = views.Clean(strings.Join(msg.choices, " "))
	}
	return nil
}
