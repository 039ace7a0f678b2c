package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// prove verifies the record beside the screen: every blob is hashed again, the
// chain walked, every projection rebuilt (TSLP 3.3).
func prove(m *Model) tea.Cmd {
	j := &job{place: "Verifying", title: "Verifying the record", left: "nothing is proven then"}
	return m.jobs.begin(m, j, func(ctx context.Context, e Engine) outcome {
		found, err := e.Verify(ctx, j.step)
		return proofOutcome(found, err)
	})
}

// proofOutcome says what a verification found.
func proofOutcome(list []event.Finding, err error) outcome {
	switch {
	case wasStopped(err):
		return outcome{tone: views.Info, said: "The verification was stopped: nothing is proven."}
	case err != nil:
		return outcome{tone: views.Failure, said: "Not verified: " + err.Error()}
	}
	found := make(views.Proven, 0, len(list))
	for _, f := range list {
		found = append(found, views.Difference{Check: f.Check, Where: f.Where, Detail: f.Detail})
	}
	o := outcome{tone: views.Success, said: "Verified: the record is as it was written.", box: &reader{title: "Verified", make: fixed(found.Doc)}}
	if n := len(found); n > 0 {
		o.tone, o.said = views.Failure, "Verified: "+views.Count(n, "difference", "differences")+" from what was recorded."
	}
	return o
}

// reverify reads every tracked file again, whatever its times say, and tells what
// disagrees.
func reverify(m *Model) tea.Cmd {
	return readAgain(m, func(m *Model) tea.Cmd { return tea.Batch(m.read(true), m.reload()) })
}

// readAgain reads every tracked file again beside the screen; then is done when
// that has ended, however it did.
func readAgain(m *Model, then action) tea.Cmd {
	j := &job{place: "Re-verifying", title: "Reading every tracked file again", left: "what was not read again counts as before"}
	kept := m.panes.disk.state.kept
	theme := m.theme
	return m.jobs.begin(m, j, func(ctx context.Context, e Engine) outcome {
		err := e.Reverify(ctx, j.step)
		var found []stale.Divergence
		if err == nil {
			found, err = e.Divergences(ctx)
		}
		o := rereadOutcome(found, kept, e.Status().Lost, err, theme)
		o.then = then
		return o
	})
}

// rereadOutcome says what reading every tracked file again found; kept is how many
// entities the operator keeps although the disk differs, lost how many no recovery
// could bring back.
func rereadOutcome(found []stale.Divergence, kept, lost int, err error, t *views.Theme) outcome {
	const done = "Every tracked file was read again: "
	switch {
	case wasStopped(err):
		return outcome{tone: views.Info, said: "It was stopped: not every tracked file was read again."}
	case err != nil:
		return outcome{tone: views.Failure, said: "Not verified: " + err.Error()}
	case len(found) > 0:
		return outcome{tone: views.Warning, said: done + views.Tally(reasonsOf(found), "STALE", t) + ". See Stale (3)."}
	case lost > 0:
		return outcome{tone: views.Warning, said: done + "nothing more differs, but " + lostWords(lost) + ". See SESSION_STATE (4)."}
	case kept > 0:
		return outcome{tone: views.Success, said: done + "nothing differs but what you keep (" + views.Count(kept, "symbol", "symbols") + ")."}
	}
	return outcome{tone: views.Success, said: done + "the disk and the State Map agree."}
}
