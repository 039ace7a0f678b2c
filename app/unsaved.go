package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/stale"
	"holdfast/views"
)

// unsaved are the keys of a review of what is not saved yet: beside saving it there is
// the way to have such answers shown to the model all the same.
func (s *settlement) unsaved() []binding {
	if s.shown == nil || s.shown.Reason != stale.NotApplied {
		return nil
	}
	return []binding{{
		keys: []string{"s"}, verb: "show unsaved", help: "have answers that are not saved yet shown to the model: writes etv.not_applied = \"hydrate\" into the workspace's configuration",
		bar: 6, do: askShowUnsaved, unless: showsUnsaved,
	}}
}

func showsUnsaved(m *Model) string {
	if m.status.ShowsUnsaved {
		return "they are shown already: etv.not_applied is \"hydrate\""
	}
	return ""
}

// askShowUnsaved asks before the configuration is written.
func askShowUnsaved(m *Model) tea.Cmd {
	return m.push(&confirm{title: "Show what is not saved", verb: "write it", lines: []string{
		`etv.not_applied = "hydrate"`, "",
		"From now on, an answer that you accepted and have not saved is shown to the model with a notice, and the model may go on from it.",
		"It is written into .holdfast/config.toml of this workspace; all else there stays as it is.",
	}, yes: func(m *Model) tea.Cmd {
		return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
			file, err := e.ShowUnsaved(ctx)
			if err != nil {
				return saidMsg{views.Failure, "Not written: " + err.Error()}
			}
			return saidMsg{views.Success, "Written to " + file + ". It holds from now on."}
		})
	}})
}

// unsavedNow are the entities that are not saved yet, by their artifacts.
func unsavedNow(list []stale.Divergence) map[string]string {
	out := map[string]string{}
	for _, d := range list {
		if d.Reason == stale.NotApplied {
			out[d.Artifact] = d.Key
		}
	}
	return out
}

// sayUnsaved tells of answers that were just accepted and are not saved yet, and the
// way out of it.
func (m *Model) sayUnsaved() tea.Cmd {
	news := m.panes.disk.accepted
	m.panes.disk.accepted = nil
	if len(news) == 0 || m.status.ShowsUnsaved {
		return nil
	}
	what := news[0]
	if more := len(news) - 1; more > 0 {
		what += " and " + count(more) + " more"
	}
	return m.notices.say(views.Success, "Accepted, not saved yet: "+what+". Until the file holds it, the next question goes without it: in Stale (3) c copies it, enter tells more.")
}

// copy copies what the selected symbol is to be saved as; of any other the name.
func (p *stalePane) copy(m *Model) tea.Cmd {
	d, ok := p.selected()
	if !ok || d.Reason != stale.NotApplied {
		return copyName(m)
	}
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		s, err := e.Settlement(ctx, d.Key)
		if err != nil {
			return saidMsg{views.Failure, "Not copied: " + err.Error()}
		}
		return m.opts.Copy.take("current version of "+d.Key, string(s.Truth))
	})
}
