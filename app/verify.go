package app

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/store"
	"holdfast/views"
)

// proof is the overlay of a verification of the record that is under way: every
// blob is hashed again, the chain walked, every projection rebuilt (TSLP 3.3).
type proof struct {
	began    time.Time
	cancel   context.CancelFunc
	stopping bool

	mu sync.Mutex
	at views.Proof // how far the engine has come
}

// Messages of a verification.
type (
	proofMsg  struct{ of *proof } // it is time to draw it again
	provenMsg struct {
		of    *proof
		found []store.Finding
		err   error
	}
)

// prove verifies the record beside the screen.
func (m *Model) prove() tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	p := &proof{began: m.now(), cancel: cancel}
	return tea.Batch(m.push(p), m.followProof(p), m.ask(func(_ context.Context, e Engine) tea.Msg {
		defer cancel()
		found, err := e.Verify(ctx, p.tell)
		return provenMsg{p, found, err}
	}))
}

func (p *proof) tell(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = views.Proof{Stage: stage, Done: done, Total: total}
}

func (p *proof) look() views.Proof {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at
}

// followProof has the progress drawn again in a moment.
func (m *Model) followProof(p *proof) tea.Cmd { return m.opts.After(progressTime, proofMsg{p}) }

func (m *Model) proofWent(msg proofMsg) tea.Cmd {
	for _, o := range m.overlays {
		if o == msg.of {
			return m.followProof(msg.of)
		}
	}
	return nil // it has ended
}

// proven shows what a verification found.
func (m *Model) proven(msg provenMsg) tea.Cmd {
	m.close(msg.of)
	cmd := m.disturb()
	switch {
	case errors.Is(msg.err, context.Canceled):
		return tea.Batch(cmd, m.say(views.Info, "The verification was stopped: nothing is proven."))
	case msg.err != nil:
		return tea.Batch(cmd, m.say(views.Failure, "Not verified: "+msg.err.Error()))
	}
	found := make(views.Proven, 0, len(msg.found))
	for _, f := range msg.found {
		found = append(found, views.Difference{Check: f.Check, Where: f.Where, Detail: f.Detail})
	}
	return tea.Batch(cmd, m.push(&reader{title: "Verified", make: fixed(found.Doc)}))
}

func (*proof) covers() bool { return false }

func (p *proof) scope() scope {
	return scope{"Verifying", []binding{
		{keys: []string{"esc"}, verb: "stop", help: "stop; nothing is proven then", bar: 1, do: p.stop, unless: p.stopped},
	}}
}

func (p *proof) stop(*Model) tea.Cmd {
	p.stopping = true
	p.cancel()
	return nil
}

func (p *proof) stopped(*Model) string {
	if p.stopping {
		return "it is being stopped"
	}
	return ""
}

func (p *proof) draw(m *Model, screen []string, _ views.Layout) []string {
	at := p.look()
	at.Elapsed, at.Stopping = m.now().Sub(p.began), p.stopping
	w := min(m.w-4, 72)
	lines := at.Lines(m.theme, w-4)
	return m.withBar(views.Box(screen, "Verifying the record", lines, w, len(lines)+2, m.theme))
}
