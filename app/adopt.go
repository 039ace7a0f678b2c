package app

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// progressTime is how often the progress of an adoption is drawn.
const progressTime = 100 * time.Millisecond

// adoption is the overlay of an adoption of files that is under way.
type adoption struct {
	path     string
	began    time.Time
	cancel   context.CancelFunc
	stopping bool
	seen     progress
}

// progress is how far an adoption has come: the engine tells it, the screen
// looks at it.
type progress struct {
	mu sync.Mutex
	at engine.AdoptProgress
}

func (p *progress) tell(at engine.AdoptProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = at
}

func (p *progress) look() engine.AdoptProgress {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at
}

// Messages of an adoption.
type (
	progressMsg struct{ of *adoption } // it is time to draw it again
	adoptedMsg  struct {
		of     *adoption
		result engine.Adoption
		err    error
	}
)

// askAdopt asks for a file or a folder to adopt.
func askAdopt(from string) action {
	return func(m *Model) tea.Cmd {
		return m.push(newPrompt(promptOptions{
			name: "Adopt from disk", label: "adopt from disk: ", text: from, hint: "a file or a folder; enter goes on",
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
			"What the disk holds there becomes AUTHORITATIVE: new entities enter the State Map, changed ones get a new version, " +
				"and what an adopted file does not define any more is tombstoned.",
			"Files that .gitignore names, binary files and very large ones are skipped. No file is written.",
		},
		verb: "adopt it",
		yes:  func(m *Model) tea.Cmd { return m.adopt(path) },
	})
}

// adopt adopts a file or a folder beside the screen.
func (m *Model) adopt(path string) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	a := &adoption{path: path, began: m.now(), cancel: cancel}
	return tea.Batch(m.push(a), m.follow(a), m.ask(func(_ context.Context, e Engine) tea.Msg {
		defer cancel()
		result, err := e.AdoptPaths(ctx, []string{path}, a.seen.tell)
		return adoptedMsg{a, result, err}
	}))
}

// follow has the progress drawn again in a moment.
func (m *Model) follow(a *adoption) tea.Cmd { return m.opts.After(progressTime, progressMsg{a}) }

func (m *Model) progressed(msg progressMsg) tea.Cmd {
	for _, o := range m.overlays {
		if o == msg.of {
			return m.follow(msg.of)
		}
	}
	return nil // it has ended
}

// adopted shows what became of the files.
func (m *Model) adopted(msg adoptedMsg) tea.Cmd {
	m.close(msg.of)
	cmds := []tea.Cmd{m.disturb(), m.read(true)}
	r, stopped := msg.result, errors.Is(msg.err, context.Canceled)
	if msg.err != nil && !stopped && r.Files == 0 && len(r.Skipped) == 0 {
		return tea.Batch(append(cmds, m.say(views.Failure, "Not adopted: "+msg.err.Error()))...)
	}
	summary := adoptionOf(r)
	title := "Adopted " + msg.of.path
	switch {
	case stopped:
		summary.Problem = "It was stopped before the end."
		title = "Adopted a part of " + msg.of.path
	case msg.err != nil:
		summary.Problem = "It ended early: " + msg.err.Error()
		title = "Adopted a part of " + msg.of.path
	}
	return tea.Batch(append(cmds, m.push(&reader{title: title, make: fixed(summary.Doc)}))...)
}

func (*adoption) covers() bool { return false }

func (a *adoption) scope() scope {
	return scope{"Adopting", []binding{
		{keys: []string{"esc"}, verb: "stop", help: "stop; what is adopted so far stays", bar: 1, do: a.stop, unless: a.stopped},
	}}
}

func (a *adoption) stop(*Model) tea.Cmd {
	a.stopping = true
	a.cancel()
	return nil
}

func (a *adoption) stopped(*Model) string {
	if a.stopping {
		return "it is being stopped"
	}
	return ""
}

func (a *adoption) draw(m *Model, screen []string, _ views.Layout) []string {
	at := a.seen.look()
	w := min(m.w-4, 72)
	lines := views.Adopting{
		Files: at.Files, Entities: at.Entities, Skipped: at.Skipped, Path: at.Path,
		Elapsed: m.now().Sub(a.began), Stopping: a.stopping,
	}.Lines(m.theme, w-4)
	return m.withBar(views.Box(screen, "Adopting "+a.path, lines, w, len(lines)+2, m.theme))
}
