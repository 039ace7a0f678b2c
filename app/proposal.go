package app

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// proposal is the matter of a review that accepts or rejects an artifact which
// waits.
type proposal struct {
	row    views.Proposal
	shown  *engine.Review // nil until it was read
	open   bool           // neither is chosen yet: one of several
	reject bool
	reason string
}

func (p *proposal) id() string     { return p.row.Key }
func (p *proposal) entity() string { return p.row.Entity }
func (*proposal) place() string    { return "Review" }

func (p *proposal) read(ctx context.Context, e Engine) (func() bool, error) {
	read, err := e.Review(ctx, p.row.Key)
	if err != nil {
		return nil, err
	}
	return func() bool {
		changed := p.shown == nil || p.shown.Shown != read.Shown
		p.shown = &read
		return changed
	}, nil
}

func (p *proposal) choices(r *review) []binding {
	accept, reject := "accept instead", "reject instead"
	switch {
	case p.open:
		accept, reject = "accept", "reject"
	case p.reject:
		reject = "other reason"
	}
	return []binding{
		{keys: []string{"a"}, verb: accept, help: "decide to accept", bar: 2, do: p.toAccept, unless: p.accepting(r)},
		{keys: []string{"x"}, verb: reject, help: "decide to reject, with a reason", bar: 3, do: p.toReject, unless: r.nothing},
		{keys: []string{"c"}, verb: "copy", help: "copy what is proposed", bar: 9, do: p.copy, unless: r.nothing},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR, where the symbol is", bar: 9, do: p.edit, unless: p.noFile(r)},
	}
}

func (p *proposal) accepting(r *review) func(*Model) string {
	return func(m *Model) string {
		if !p.reject && !p.open {
			return "y accepts already"
		}
		return r.nothing(m)
	}
}

func (p *proposal) toAccept(*Model) tea.Cmd {
	p.reject, p.reason, p.open = false, "", false
	return nil
}

func (p *proposal) toReject(m *Model) tea.Cmd {
	return p.askReason(m, func(*Model) tea.Cmd { return nil })
}

// askReason asks why the proposal is rejected; cancel is what esc does.
func (p *proposal) askReason(m *Model, cancel action) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Reason", label: "reject because: ", text: p.reason, hint: "enter goes on, may be empty",
		done: func(_ *Model, text string) tea.Cmd {
			p.reject, p.reason, p.open = true, text, false
			return nil
		},
		cancel: cancel,
	}))
}

func (p *proposal) copy(m *Model) tea.Cmd { return m.copy("proposal", string(p.shown.Proposed)) }

func (p *proposal) noFile(r *review) func(*Model) string {
	return func(m *Model) string {
		if why := r.nothing(m); why != "" {
			return why
		}
		return noEditor(m)
	}
}

func (p *proposal) edit(m *Model) tea.Cmd {
	at := spotOf(*p.shown)
	return m.edit(func(context.Context, Engine) (spot, error) { return at, nil })
}

// spotOf is where a proposal's symbol stands in its file: as the base has it, or
// as it is proposed.
func spotOf(r engine.Review) spot {
	if r.Base != nil {
		return spot{r.Proposal.Path, r.Base}
	}
	return spot{r.Proposal.Path, r.Proposed}
}

func (p *proposal) head(t *views.Theme, w int, now time.Time, brief int) []string {
	return proposalHeadOf(*p.shown).Lines(t, w, now, brief)
}

func (*proposal) foot(*views.Theme, int) []string { return nil }

func (p *proposal) texts(split bool) views.Source { return diffOf(*p.shown, split) }

func (p *proposal) oneSided() string {
	if p.shown.Base == nil {
		return "there is no base to stand beside it"
	}
	return ""
}

func (p *proposal) undecided() string {
	if p.open {
		return "choose first: a accepts it, x rejects it"
	}
	return ""
}

func (p *proposal) verdict() string {
	switch {
	case p.reject && p.reason != "":
		return "reject it: " + p.reason
	case p.reject:
		return "reject it, without a reason"
	case p.shown.Proposal.Removes:
		return "accept: the entity leaves the State Map"
	case p.shown.Base == nil:
		return "accept as AUTHORITATIVE"
	}
	return "accept as AUTHORITATIVE, superseding the base"
}

func (p *proposal) verb() string {
	switch {
	case p.open:
		return "confirm"
	case p.reject:
		return "reject"
	}
	return "accept"
}

func (p *proposal) decision() (func(context.Context, Engine) error, string) {
	shown, reason := p.shown.Shown, p.reason
	if p.reject {
		return func(ctx context.Context, e Engine) error { return e.Reject(ctx, shown, reason) }, "Rejected " + p.row.Entity
	}
	return func(ctx context.Context, e Engine) error { return e.Accept(ctx, shown) }, "Accepted " + p.row.Entity
}
