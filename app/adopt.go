package app

import (
	"cmp"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/views"
)

// notAdopting tells why no folder can be adopted now.
func notAdopting(m *Model) string { return cmp.Or(undecidable(m), m.jobs.busy()) }

// askAdopt asks for a file or a folder to adopt.
func askAdopt(from string) action {
	return func(m *Model) tea.Cmd {
		return m.push(newPrompt(promptOptions{
			name: "Adopt from disk", label: "adopt from disk: ", text: from, suggested: true, completes: paths, looks: m.opts.Exists, hint: "Tab completes",
			done:   confirmAdopt,
			cancel: func(*Model) tea.Cmd { return nil },
		}))
	}
}

// confirmAdopt asks before the disk becomes the truth (TSLP 9.1): the path was
// typed, which confirms nothing.
func confirmAdopt(m *Model, path string) tea.Cmd {
	if path == "" {
		path = "."
	}
	return m.push(&confirm{
		title: "Adopt from disk",
		lines: []string{
			path, "",
			"The files there become the current code: new symbols enter the State Map, changed ones get a new version, " +
				"and symbols that are no longer in a file are removed, unless it has syntax errors.",
			"Files that .gitignore names, binary files and very large ones are skipped. No file is written.",
		},
		verb: "adopt it",
		yes:  func(m *Model) tea.Cmd { return adoptPath(m, path) },
	})
}

// adoptPath adopts a file or a folder beside the screen.
func adoptPath(m *Model, path string) tea.Cmd {
	j := &job{place: "Adopting", title: "Adopting " + path, left: "what is adopted so far stays"}
	theme := m.theme
	return m.jobs.begin(m, j, func(ctx context.Context, e Engine) outcome {
		result, err := e.AdoptPaths(ctx, []string{path}, func(at events.AdoptProgress) {
			j.tell(views.Progress{What: views.Adopting(at.Files, at.Entities, at.Skipped, theme), Path: at.Path})
		})
		return adoptionOutcome(path, result, err)
	})
}

// adoptionOutcome says what became of the files.
func adoptionOutcome(path string, r events.Adoption, err error) outcome {
	again := func(m *Model) tea.Cmd { return m.read(true) }
	if err != nil && !wasStopped(err) && r.Files == 0 && len(r.Skipped) == 0 {
		return outcome{tone: views.Failure, said: "Not adopted: " + err.Error(), then: again}
	}
	summary := adoptionOf(r)
	title, tone := "Adopted "+path, views.Success
	if err != nil {
		title, tone = "Adopted a part of "+path, views.Warning
		summary.Problem = "It ended early: " + err.Error()
		if wasStopped(err) {
			summary.Problem = "It was stopped before the end."
		}
	}
	return outcome{
		tone: tone, said: title + ": " + views.Count(r.Adopted, "symbol", "symbols") + " of " + views.Count(r.Files, "file", "files") + ".",
		box: &reader{title: title, make: fixed(summary.Doc)}, then: again,
	}
}
