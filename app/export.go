package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/export"
	"holdfast/views"
)

// askExport asks for the folder that the session is written to, as holdfast export
// writes it.
func askExport(m *Model) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Export", label: "export to: ", text: export.Folder, suggested: true, completes: paths, hint: "a folder; enter writes it",
		done:   exportTo,
		cancel: func(*Model) tea.Cmd { return nil },
	}))
}

// exportTo writes the session beside the screen into a folder, named from the
// workspace's root.
func exportTo(m *Model, dir string) tea.Cmd {
	if dir == "" {
		dir = export.Folder
	}
	if dir = atHome(dir); !filepath.IsAbs(dir) {
		dir = filepath.Join(m.status.Workspace, dir)
	}
	j := &job{place: "Exporting", title: "Exporting session " + m.status.Session, left: "nothing is written then"}
	summary := views.Exported{Session: m.status.Session, Dir: dir, ReadOnly: m.status.ReadOnly != ""}
	return m.jobs.begin(m, j, func(ctx context.Context, e Engine) outcome {
		isNew, err := export.Ready(dir, summary.ReadOnly)
		if err != nil {
			return exportOutcome(summary, err)
		}
		summary.New = isNew
		docs, err := e.Export(ctx, j.step)
		if err == nil {
			err = export.Write(ctx, dir, docs, j.step)
		}
		for _, d := range docs {
			summary.Files = append(summary.Files, views.ExportedFile{Name: d.Name, Size: len(d.Content)})
		}
		return exportOutcome(summary, err)
	})
}

// exportOutcome tells where an export went, or why nowhere.
func exportOutcome(x views.Exported, err error) outcome {
	var foreign *export.ForeignError
	var unwritable *export.UnwritableError
	switch {
	case err == nil:
		return outcome{
			tone: views.Success, said: "Exported " + views.Count(len(x.Files), "file", "files") + " to " + x.Dir + ".",
			box: &reader{title: "Exported", make: fixed(x.Doc)},
		}
	case wasStopped(err):
		return outcome{tone: views.Info, said: "The export was stopped: nothing was written."}
	case errors.As(err, &foreign), errors.As(err, &unwritable):
		return outcome{tone: views.Failure, said: "Not exported.", box: &reader{title: "Not exported", make: fixed(func(t *views.Theme, w int) *views.Doc {
			return views.NotExported(err.Error(), t, w)
		})}}
	}
	return outcome{tone: views.Failure, said: "Not exported: " + err.Error()}
}

// atHome is a path that was typed, with "~" as the home.
func atHome(path string) string {
	path = strings.Trim(path, `'"`)
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}
