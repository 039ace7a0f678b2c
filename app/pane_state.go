package app

import (
	"context"
	"path"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// statePane is the State Map (TSLP 3.3).
type statePane struct {
	now  func() time.Time
	rows views.List
}

func (*statePane) number() string      { return "1" }
func (*statePane) title() string       { return "State Map" }
func (*statePane) slot() views.Slot    { return views.Slot{Weight: 3} }
func (p *statePane) list() *views.List { return &p.rows }

func (*statePane) empty(s engine.Status) string {
	if s.ReadOnly != "" {
		return "Nothing that was recorded is trusted. p recovers the session from a CANON_STATE_DELTA, F begins anew."
	}
	if s.Listen == "" {
		return "Nothing is known yet, and holdfast is not serving."
	}
	return "Nothing is known yet. Point your client at http://" + s.Listen + "/v1, C shows how; a adopts files that are on disk already."
}

func (p *statePane) load(ctx context.Context, e Engine) (func(), error) {
	entities, err := e.Entities(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]views.Row, len(entities))
	for i, x := range entities {
		rows[i] = entityOf(x)
	}
	return func() { p.rows.Set(rows) }, nil
}

func (p *statePane) selected() (views.Entity, bool) {
	e, ok := p.rows.Selected().(views.Entity)
	return e, ok
}

func (p *statePane) subject() *subject {
	e, ok := p.selected()
	if !ok {
		return nil
	}
	return &subject{id: "entity " + e.Key, load: func(ctx context.Context, eng Engine) (*page, error) {
		d, err := eng.Detail(ctx, e.Key)
		if err != nil {
			return nil, err
		}
		return entityPage(d, p.now()), nil
	}}
}

// entityPage shows what stands, the versions before it and the gates it passed.
func entityPage(d engine.Detail, now time.Time) *page {
	e := d.Entity
	head := views.EntityHead{
		Entity: entityOf(e), Kind: e.Kind, Language: e.Language, Hash: e.Hash,
		Origin: string(e.Origin), Updated: e.Updated,
	}
	content, versions := string(d.Content), versionsOf(d.Versions)
	p := &page{
		title: e.Key, copies: content,
		head: func(t *views.Theme, w int) []string { return head.Lines(t, w, now) },
	}
	if e.Language == "markdown" {
		p.views = append(p.views, view{"rendered", views.Markdown{ID: e.Hash, Content: content}})
	}
	p.views = append(p.views,
		view{"content", views.Code{ID: e.Hash, Language: e.Language, Content: content}},
		view{"versions", views.Words(func(t *views.Theme, w int) *views.Doc { return views.History(versions, t, w, now) })},
		view{"gates", views.Words(gatesOf(d.Gates).Doc)},
	)
	return p
}

func (p *statePane) bindings() []binding {
	return []binding{
		{keys: []string{"enter"}, verb: "open", help: "open what is selected", bar: 1, do: (*Model).openDetail, unless: noRow},
		{keys: []string{"a"}, verb: "adopt", help: "adopt the entity's file from disk; where they disagree review that first; bring a tombstoned entity back", bar: 2, do: p.adopt},
		{keys: []string{"A"}, verb: "adopt files", help: "adopt a file or a folder from disk", bar: 3, do: p.adoptFolder},
		{keys: []string{"x"}, verb: "tombstone", help: "take an entity out of the State Map; it can be restored", bar: 8, do: p.askTombstone, unless: p.noLiving},
	}
}

func (p *statePane) noLiving(*Model) string {
	switch e, ok := p.selected(); {
	case !ok:
		return "nothing is selected"
	case e.Tombstoned:
		return "it is tombstoned already"
	}
	return ""
}

// adopt does with the selected entity what makes it AUTHORITATIVE: a tombstoned
// one is restored, one that the disk contradicts is reviewed, of any other the
// file is adopted.
func (p *statePane) adopt(m *Model) tea.Cmd {
	e, ok := p.selected()
	switch {
	case !ok:
		return p.adoptFolder(m)
	case e.Tombstoned:
		return p.askRestore(m)
	case e.Stale != "":
		_, cmd := m.openReview(&settlement{key: e.Key, way: adoptDisk})
		return cmd
	}
	return askAdopt(e.Path)(m)
}

func (p *statePane) adoptFolder(m *Model) tea.Cmd {
	e, ok := p.selected()
	if !ok {
		return askAdopt(".")(m)
	}
	return askAdopt(path.Dir(e.Path))(m)
}

// askTombstone asks before an entity leaves the State Map (TSLP 9.2).
func (p *statePane) askTombstone(m *Model) tea.Cmd {
	e, _ := p.selected()
	return m.push(&confirm{
		title: "Tombstone",
		lines: []string{
			e.Key, "",
			"It leaves the State Map: it is hydrated no more, and nothing is judged against it.",
			"Its content stays in the Vault; a restores it.",
		},
		verb: "tombstone it",
		yes: func(m *Model) tea.Cmd {
			return m.decide("Tombstoned "+e.Key, func(ctx context.Context, eng Engine) error { return eng.Tombstone(ctx, e.Key) })
		},
	})
}

// askRestore asks before a tombstoned entity comes back.
func (p *statePane) askRestore(m *Model) tea.Cmd {
	e, _ := p.selected()
	return m.push(&confirm{
		title: "Restore",
		lines: []string{e.Key, "", "Its last version becomes AUTHORITATIVE again and is hydrated when a prompt names it."},
		verb:  "restore it",
		yes: func(m *Model) tea.Cmd {
			return m.decide("Restored "+e.Key, func(ctx context.Context, eng Engine) error { return eng.Restore(ctx, e.Key) })
		},
	})
}
