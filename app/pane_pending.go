package app

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
	"holdfast/views"
)

// pendingPane lists the artifacts that wait for the operator or the disk.
type pendingPane struct {
	now   func() time.Time
	rows  views.List
	loose map[string]unlinked.Code // code of which no file is known, by its block
}

func (*pendingPane) number() string      { return "2" }
func (*pendingPane) counted()            {}
func (*pendingPane) title() string       { return "Pending" }
func (p *pendingPane) list() *views.List { return &p.rows }

func (*pendingPane) none(report.Status) string { return "nothing waits" }

func (*pendingPane) empty(report.Status) string {
	return "Nothing to review. Blocked changes appear here."
}

func (p *pendingPane) load(ctx context.Context, e Engine) (func(), error) {
	proposals, err := e.Pending(ctx)
	if err != nil {
		return nil, err
	}
	code, err := e.Unlinked(ctx)
	if err != nil {
		return nil, err
	}
	rows, loose := proposalsOf(proposals), map[string]unlinked.Code{}
	for _, c := range slices.Backward(code) {
		rows, loose[c.Block] = append(rows, unlinkedRow(c)), c
	}
	return func() {
		p.rows.Show(rows)
		p.loose = loose
	}, nil
}

// tally counts the proposals, and apart from them code without a file.
func (p *pendingPane) tally(t *views.Theme) string {
	n, loose := p.rows.Total()-len(p.loose), count(len(p.loose))+" unlinked"
	switch {
	case len(p.loose) == 0:
		return count(n)
	case n == 0:
		return loose
	}
	return count(n) + " " + t.Glyphs.Bullet + " " + loose
}

// openLoose opens the review of code without a file: to reject it, to link it, or
// neither yet.
func (p *pendingPane) openLoose(m *Model, key string, link, reject bool) tea.Cmd {
	x := &unlinkedCode{code: p.loose[key]}
	if link && len(x.code.Candidates) == 1 {
		x.as = x.code.Candidates[0]
	}
	r, cmd := openReview(m, x)
	switch {
	case reject:
		cmd = tea.Batch(cmd, x.askReason(m, popTop))
	case link && len(x.code.Candidates) == 0:
		cmd = tea.Batch(cmd, x.ask(m, r))
	}
	return cmd
}

func (p *pendingPane) selected() (views.Proposal, bool) {
	x, ok := p.rows.Selected().(views.Proposal)
	return x, ok
}

func (p *pendingPane) subject() *subject {
	if s := fileSubject(&p.rows); s != nil {
		return s
	}
	x, ok := p.selected()
	if !ok {
		return nil
	}
	if c, ok := p.loose[x.Key]; ok {
		return &subject{id: "code " + c.Block, now: unlinkedPage(c, p.now())}
	}
	return &subject{id: "proposal " + x.Key, load: func(ctx context.Context, e Engine) (*page, error) {
		r, err := e.Review(ctx, x.Key)
		if err != nil {
			return nil, err
		}
		return proposalPage(r, p.now()), nil
	}}
}

// proposalPage shows why a proposal waits and what it would change.
func proposalPage(r report.Review, now time.Time) *page {
	head := proposalHeadOf(r)
	return &page{
		title: named(r.Proposal.Entity, r.Proposal.Path), copies: string(r.Proposed),
		head: func(t *views.Theme, w int) []string { return head.Lines(t, w, now, 0) },
		views: []view{
			{"diff", diffOf(r, false)},
			{"gates", views.Words(gatesOf(r.Gates).Doc)},
			{"proposed", views.Code{ID: r.Shown.Hash, Language: r.Language, Content: string(r.Proposed)}},
		},
	}
}

func proposalHeadOf(r report.Review) views.ProposalHead {
	p := r.Proposal
	return views.ProposalHead{
		State: string(p.State), Confidence: string(p.Confidence),
		Reasons: p.Reasons, Removes: p.Removes, Created: p.Created, Gates: gatesOf(r.Gates),
	}
}

func diffOf(r report.Review, split bool) views.Diff {
	after := string(r.Proposed)
	if r.Proposal.Removes {
		after = ""
	}
	return views.Diff{
		ID: r.Shown.Base + " " + r.Shown.Artifact + " " + r.Shown.Hash, Language: r.Language,
		Before: string(r.Base), After: after, New: r.Base == nil, Split: split && r.Base != nil,
	}
}

func (p *pendingPane) bindings() []binding {
	return append([]binding{
		{keys: []string{"enter"}, verb: marking(&p.rows, "review"), help: "review the proposal: reason, gate report, diff", bar: 1, says: openOrFold(&p.rows, marking(&p.rows, "review")), do: foldOr(&p.rows, p.look), unless: noRow},
		{keys: []string{"a"}, verb: "accept", help: "review to accept: it becomes the current version", cli: "accept", bar: 2, do: p.review(false), unless: noRow},
		{keys: []string{"x"}, verb: "reject", help: "review to reject, with a reason", cli: "reject", bar: 3, do: p.review(true), unless: noRow},
		{keys: []string{"i"}, verb: "link", help: "say which symbol the code is, if its place is not certain, and review it as that one", cli: "accept --as", bar: 4, do: p.link, unless: p.certain},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR, where the symbol is", bar: 9, do: p.edit, unless: p.noFile},
	}, markBindings(&p.rows)...)
}

func (p *pendingPane) edit(m *Model) tea.Cmd {
	if f, ok := p.rows.Selected().(views.File); ok {
		return editFile(m, func(context.Context, Engine) (spot, error) { return spot{path: f.Name}, nil })
	}
	row, _ := p.selected()
	return editFile(m, func(ctx context.Context, e Engine) (spot, error) {
		r, err := e.Review(ctx, row.Key)
		return spotOf(r), err
	})
}

func (p *pendingPane) noFile(m *Model) string {
	if x, ok := p.selected(); ok && x.Unlinked {
		return "no file is known"
	}
	return noFileOfRow(m)
}

// certain is why the selected row needs no link.
func (p *pendingPane) certain(*Model) string {
	switch row, ok := p.selected(); {
	case !ok:
		return "select a symbol"
	case row.Confidence == string(event.Confirmed):
		return "it is certain which symbol this is"
	}
	return ""
}

// link opens the review of the selected proposal as one of the entity that it is said
// to be.
func (p *pendingPane) link(m *Model) tea.Cmd {
	row, _ := p.selected()
	if row.Unlinked {
		return p.openLoose(m, row.Key, true, false)
	}
	x := &proposal{row: row, as: row.Candidate}
	r, cmd := openReview(m, x)
	if x.as == "" {
		cmd = tea.Batch(cmd, x.askEntity(m, r, row.Entity, "path::symbol"))
	}
	return cmd
}

// look opens the review of the selected proposal, or of the marked ones. One that
// failed a check, and several, are decided by another key first, as in Stale.
func (p *pendingPane) look(m *Model) tea.Cmd {
	row, all := several[views.Proposal](&p.rows)
	if all != nil {
		all.does = pendingBulk
		return openBulk(m, all)
	}
	if row.Unlinked {
		return p.openLoose(m, row.Key, false, false)
	}
	_, cmd := openReview(m, &proposal{row: row, open: row.Failed != ""})
	return cmd
}

// review opens the review of the selected proposal, to reject it or not, or the one of
// all marked ones or of all of a file.
func (p *pendingPane) review(reject bool) action {
	return func(m *Model) tea.Cmd {
		w := adoptDisk
		if reject {
			w = keepArtifact
		}
		row, all := several[views.Proposal](&p.rows)
		if all != nil {
			all.does, all.way = pendingBulk, w
			return openBulk(m, all)
		}
		if row.Unlinked {
			return p.openLoose(m, row.Key, !reject, reject)
		}
		x := &proposal{row: row}
		_, cmd := openReview(m, x)
		if reject {
			cmd = tea.Batch(cmd, x.askReason(m, popTop))
		}
		return cmd
	}
}
