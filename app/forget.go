package app

import (
	"context"
	"path"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// forget asks before the file of the selected entity, or all marked entities, leave
// the State Map.
func (p *statePane) forget(m *Model) tea.Cmd {
	living := p.markedThat(func(e views.Entity) bool { return !e.Tombstoned })
	if len(living) == 0 {
		return confirmForget(m, p.file(), "of this file")
	}
	n := views.Count(len(living), "symbol", "symbols")
	c := &confirm{title: "Forget", verb: "forget " + n, lines: append([]string{count(len(living)) + " marked", ""}, append(firstOf(living), forgetting("They")...)...)}
	c.yes = func(m *Model) tea.Cmd {
		return c.decideThen(m, "Forgot "+n, unmark(&p.rows, living), func(ctx context.Context, e Engine) error { return e.Forget(ctx, living) })
	}
	return m.push(c)
}

// forgetting says what comes of it.
func forgetting(what string) []string {
	return []string{
		what + " leave the State Map: nothing of it is shown to the model, watched or an alert, and what waits for it is closed.",
		"No file is changed. Adopting it brings it back; u takes this back.",
	}
}

// forgetPath asks which file or folder is to leave the State Map.
func (p *statePane) forgetPath(m *Model) tea.Cmd {
	suggested := path.Dir(p.file())
	return m.push(newPrompt(promptOptions{
		name: "Forget", label: "forget: ", text: suggested, suggested: true, completes: knownPaths, hint: "a file or a folder, Tab completes",
		looks: func(ctx context.Context, e Engine, _, text string) string {
			if keys, err := livingBelow(ctx, e, text); err != nil || len(keys) == 0 {
				return "nothing of it is known"
			}
			return ""
		},
		done:   askForget,
		cancel: func(*Model) tea.Cmd { return nil },
	}))
}

// knownPaths completes the paths of what is known.
func knownPaths(ctx context.Context, e Engine, root, text string) (longest string, choices []string) {
	longest, _ = knownNames(ctx, e, root, text)
	longest, _, _ = strings.Cut(longest, "::")
	return longest, nil
}

// livingBelow are the entities of a file, or of all files of a folder.
func livingBelow(ctx context.Context, e Engine, name string) ([]string, error) {
	list, err := e.StateList(ctx)
	if err != nil {
		return nil, err
	}
	name = path.Clean(name)
	all := entitiesOf(list)
	var keys []string
	for i := range all.living {
		key := all.ID(i)
		file, _, _ := strings.Cut(key, "::")
		if name == "." || file == name || strings.HasPrefix(file, name+"/") {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// askForget asks before what was named leaves the State Map.
func askForget(m *Model, name string) tea.Cmd { return confirmForget(m, name, "below it") }

func confirmForget(m *Model, name, which string) tea.Cmd {
	c := &confirm{title: "Forget", verb: "forget it", lines: append([]string{name, ""}, forgetting("All symbols "+which)...)}
	c.yes = func(m *Model) tea.Cmd {
		return c.decide(m, "Forgot "+name, func(ctx context.Context, e Engine) error {
			keys, err := livingBelow(ctx, e, name)
			if err != nil {
				return err
			}
			return e.Forget(ctx, keys)
		})
	}
	return m.push(c)
}
