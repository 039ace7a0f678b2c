package app

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/store/event"
	"holdfast/views"
)

// proposal is the matter of a review that accepts or rejects an artifact which
// waits.
type proposal struct {
	row    views.Proposal
	shown  *report.Review // nil until it was read
	open   bool           // neither is chosen yet: one of several
	reject bool
	reason string
	as     string // the entity that the operator says it is, "" while they say nothing
}

func (p *proposal) id() string     { return p.row.Key }
func (p *proposal) entity() string { return p.row.Entity }
func (*proposal) place() string    { return "Review" }

func (p *proposal) read(ctx context.Context, e Engine) (func() bool, error) {
	read, err := p.review(ctx, e)
	if err != nil {
		return nil, err
	}
	return func() bool {
		changed := p.shown == nil || p.shown.Shown != read.Shown
		p.shown = &read
		return changed
	}, nil
}

// review reads the proposal as it came, or as the entity that it is said to be.
func (p *proposal) review(ctx context.Context, e Engine) (report.Review, error) {
	if p.as != "" {
		return e.LinkReview(ctx, p.row.Key, p.as)
	}
	return e.Review(ctx, p.row.Key)
}

// linkable reports whether the operator may say which entity it is.
func (p *proposal) linkable() bool {
	if p.shown == nil {
		return true
	}
	x := p.shown.Proposal
	return p.as != "" || len(x.Candidates) > 0 || x.Confidence == event.Inferred
}

// link has the operator say which entity it is: of the candidates the next, else the
// one that they type.
func (p *proposal) link(r *review) action {
	return func(m *Model) tea.Cmd {
		list := p.shown.Proposal.Candidates
		if len(list) > 0 {
			return p.linkTo(m, r, list[(slices.Index(list, p.as)+1)%len(list)])
		}
		return p.askEntity(m, r, p.row.Entity, "path::symbol")
	}
}

// askEntity asks which entity it is; what was typed stays where it is none.
func (p *proposal) askEntity(m *Model, r *review, text, hint string) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Symbol", label: "it is: ", text: text, suggested: text == p.row.Entity, hint: hint + ", Tab completes", completes: knownNames,
		check: func(text string) string {
			if path, symbol, ok := strings.Cut(text, "::"); !ok || path == "" || symbol == "" {
				return "no symbol: say path::symbol"
			}
			return ""
		},
		looks: func(ctx context.Context, e Engine, _, text string) string {
			if _, err := e.LinkReview(ctx, p.row.Key, text); err != nil {
				return err.Error()
			}
			return ""
		},
		done:   func(m *Model, text string) tea.Cmd { return p.linkTo(m, r, text) },
		cancel: func(*Model) tea.Cmd { return nil },
	}))
}

// linkTo reads the review anew, as one of an entity.
func (p *proposal) linkTo(m *Model, r *review, entity string) tea.Cmd {
	p.as, p.reject, p.open = entity, false, false
	r.known, r.doc, r.err = false, nil, ""
	return tea.Batch(m.disturb(), r.look(m))
}

func (p *proposal) choices(r *review) []binding {
	accept, reject := "accept instead", "reject instead"
	switch {
	case p.open:
		accept, reject = "accept", "reject"
	case p.reject:
		reject = "other reason"
	}
	list := []binding{
		{keys: []string{"a"}, verb: accept, help: "decide to accept", bar: 2, do: p.toAccept, unless: p.accepting(r)},
		{keys: []string{"x"}, verb: reject, help: "decide to reject, with a reason", bar: 3, do: p.toReject, unless: r.nothing},
		{keys: []string{"c"}, verb: "copy", help: "copy what is proposed", bar: 9, do: p.copy, unless: r.nothing},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR, where the symbol is", bar: 9, do: p.edit, unless: p.noFile(r)},
	}
	if p.linkable() {
		list = append(list, binding{keys: []string{"l"}, verb: "link", help: "say which symbol it is: the next candidate, or else one that you type", bar: 3, do: p.link(r), unless: p.notRead})
	}
	return list
}

// notRead is why there is nothing to link yet.
func (p *proposal) notRead(*Model) string {
	if p.shown == nil {
		return "it is being read"
	}
	return ""
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
		name: "Reason", label: "reason: ", text: p.reason, hint: "optional, enter continues",
		done: func(_ *Model, text string) tea.Cmd {
			p.reject, p.reason, p.open = true, text, false
			return nil
		},
		cancel: cancel,
	}))
}

func (p *proposal) copy(m *Model) tea.Cmd { return copyText(m, "proposal", string(p.shown.Proposed)) }

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
	return editFile(m, func(context.Context, Engine) (spot, error) { return at, nil })
}

// spotOf is where a proposal's symbol stands in its file: as the base has it, or
// as it is proposed.
func spotOf(r report.Review) spot {
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
	switch {
	case p.open:
		if p.shown != nil && len(p.shown.Proposal.Reasons) > 0 && p.row.Failed != "" {
			return "a accepts it, x rejects it: " + views.Plain(p.shown.Proposal.Reasons[0])
		}
		return "choose first: a accepts it, x rejects it"
	case !p.reject && p.as == "" && p.shown != nil && len(p.shown.Proposal.Candidates) > 0:
		return "say which it is: l picks one of " + count(len(p.shown.Proposal.Candidates))
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
		return "accept: the symbol is removed"
	case p.as != "" && p.shown.Base == nil:
		return "accept as " + p.as + ", which is new"
	case p.as != "":
		return "accept as " + p.as + " in place of the current version"
	case p.shown.Base == nil:
		return "accept: it becomes the current code"
	}
	return "accept: it replaces the current code"
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
	if as := p.as; as != "" {
		return func(ctx context.Context, e Engine) error { return e.Link(ctx, shown, as) }, "Accepted " + as
	}
	return func(ctx context.Context, e Engine) error { return e.Accept(ctx, shown) }, "Accepted " + p.row.Entity
}
