package app

import (
	"context"
	"path"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/operator"
	"holdfast/engine/report"
	"holdfast/views"
)

// statePane is the State Map (TSLP 3.3).
type statePane struct {
	now  func() time.Time
	rows views.List
	kept int // entities over which the disk was overruled
}

func (*statePane) number() string      { return "1" }
func (*statePane) counted()            {}
func (*statePane) title() string       { return "State Map" }
func (p *statePane) list() *views.List { return &p.rows }

func (*statePane) none(s report.Status) string {
	if s.ReadOnly != "" {
		return "nothing is trusted"
	}
	return "nothing is known yet"
}

func (*statePane) empty(s report.Status) string {
	if s.ReadOnly != "" {
		return "Nothing that was recorded is trusted. p recovers the session from a CANON_STATE_DELTA, F starts empty."
	}
	if s.Listen == "" {
		return "Nothing is known yet, and holdfast is not serving."
	}
	return "Nothing is known yet. Point your client at http://" + s.Listen + "/v1, C shows how; a adopts files that are on disk already."
}

// tally counts the entities, and apart from them what was removed and can be restored.
func (p *statePane) tally(t *views.Theme) string {
	all, ok := p.rows.All().(entities)
	if !ok {
		return count(p.rows.Total())
	}
	said := count(all.living)
	if removed := all.Len() - all.living; removed > 0 {
		said += " " + t.Glyphs.Bullet + " " + count(removed) + " removed"
	}
	return said
}

func (p *statePane) load(ctx context.Context, e Engine) (func(), error) {
	list, err := e.StateList(ctx)
	if err != nil {
		return nil, err
	}
	return func() {
		p.rows.Show(entitiesOf(list))
		p.kept = list.Kept()
	}, nil
}

func (p *statePane) selected() (views.Entity, bool) {
	e, ok := p.rows.Selected().(views.Entity)
	return e, ok
}

func (p *statePane) subject() *subject {
	if s := fileSubject(&p.rows); s != nil {
		return s
	}
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
func entityPage(d report.Detail, now time.Time) *page {
	e := d.Entity
	head := views.EntityHead{Entity: entityOf(e), Language: e.Language, Hash: e.Hash, Updated: e.Updated}
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
	return append([]binding{
		{keys: []string{"enter"}, verb: "open", says: openOrFold(&p.rows, "open"), help: "open what is selected, fold a file", bar: 1, do: foldOr(&p.rows, openDetail), unless: noRow},
		{keys: []string{"a"}, verb: marking(&p.rows, "adopt"), help: "adopt the symbol's file from disk; if they differ, review that first; bring a removed symbol back", bar: 2, cli: "adopt", do: p.adopt, unless: undecidable},
		{keys: []string{"A"}, verb: "adopt files", help: "adopt a file or a folder from disk", bar: 3, do: p.adoptFolder, unless: notAdopting},
		{keys: []string{"x"}, verb: marking(&p.rows, "tombstone"), help: "remove a symbol from the known code; it can be restored", bar: 8, cli: "tombstone", do: p.tombstone, unless: p.noLiving},
		{keys: []string{"H"}, verb: "versions", help: "the symbol's versions: their code, what each changed; make one current again", bar: 9, cli: "show --version N", do: p.versions, unless: p.noSymbol},
		{keys: []string{"f"}, verb: "forget", help: "forget the symbol's file, without an alert; adopting brings it back", cli: "forget", do: p.forget, unless: p.noLiving},
		{keys: []string{"X"}, verb: "forget a folder", help: "forget a file or a folder that you name, without an alert; adopting brings it back", cli: "forget", do: p.forgetPath, unless: undecidable},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR, where the symbol is", do: p.edit, unless: p.noFile},
	}, markBindings(&p.rows)...)
}

// noFile is why there is no file to open.
func (p *statePane) noFile(m *Model) string {
	if p.file() == "" {
		return "select a file or a symbol"
	}
	return noEditor(m)
}

// noSymbol is why there are no versions to list.
func (p *statePane) noSymbol(*Model) string {
	if _, ok := p.selected(); !ok {
		return "select a symbol"
	}
	return ""
}

// file is the file whose row is selected, or that of the selected symbol.
func (p *statePane) file() string {
	if f, ok := p.rows.Selected().(views.File); ok && f.Name != removedSymbols {
		return f.Name
	}
	row, _ := p.selected()
	return row.Path
}

func (p *statePane) edit(m *Model) tea.Cmd {
	if f, ok := p.rows.Selected().(views.File); ok {
		return editFile(m, func(context.Context, Engine) (spot, error) { return spot{path: f.Name}, nil })
	}
	row, _ := p.selected()
	return editFile(m, func(ctx context.Context, e Engine) (spot, error) {
		d, err := e.Detail(ctx, row.Key)
		return spot{row.Path, d.Content}, err
	})
}

func (p *statePane) versions(m *Model) tea.Cmd {
	row, _ := p.selected()
	return openVersions(m, row.Key)
}

func (p *statePane) noLiving(*Model) string {
	if p.rows.Marks() > 0 {
		if len(p.markedThat(func(e views.Entity) bool { return !e.Tombstoned })) == 0 {
			return "all the marked ones are removed already"
		}
		return ""
	}
	if p.rows.Gathered() != nil {
		if p.file() == "" {
			return "all of them are removed already"
		}
		return ""
	}
	switch e, ok := p.selected(); {
	case !ok:
		return "nothing is selected"
	case e.Tombstoned:
		return "it is removed already"
	}
	return ""
}

// adopt does with the selected entity what makes it AUTHORITATIVE: a tombstoned
// one is restored, one that the disk contradicts is reviewed, of any other the
// file is adopted. Of marked ones it is about those that need it.
func (p *statePane) adopt(m *Model) tea.Cmd {
	if p.rows.Marks() > 0 {
		return p.adoptMarked(m)
	}
	if f, ok := p.rows.Selected().(views.File); ok && f.Name == removedSymbols {
		return m.push(askRestoreAll(ids(p.rows.Gathered()), nil))
	} else if ok {
		if differ := p.gatheredThat(func(e views.Entity) bool { return e.Stale != "" }); len(differ) > 0 {
			return openBulk(m, &bulk{name: f.Name, keys: differ, does: staleBulk, way: adoptDisk})
		}
		return askAdopt(f.Name)(m)
	}
	e, ok := p.selected()
	switch {
	case !ok:
		return p.adoptFolder(m)
	case e.Tombstoned:
		return m.push(askRestore(e.Key))
	case e.Stale != "":
		_, cmd := openReview(m, &settlement{key: e.Key, way: adoptDisk})
		return cmd
	}
	return askAdopt(e.Path)(m)
}

// adoptMarked decides about the marked entities that the disk contradicts or that are
// removed at once; the others hold what the disk holds.
func (p *statePane) adoptMarked(m *Model) tea.Cmd {
	removed := map[string]bool{}
	list := p.markedThat(func(e views.Entity) bool {
		if e.Tombstoned {
			removed[e.Key] = true
		}
		return e.Tombstoned || e.Stale != ""
	})
	switch {
	case len(list) == 0:
		return m.notices.answer(views.Info, "Nothing to adopt: the files of the marked ones agree. A adopts whole files.")
	case len(list) == 1 && len(removed) == 1:
		return m.push(askRestore(list[0]))
	case len(list) == 1:
		_, cmd := openReview(m, &settlement{key: list[0], way: adoptDisk})
		return cmd
	case len(list) == len(removed):
		return m.push(askRestoreAll(list, unmark(&p.rows, list)))
	}
	kind := staleBulk
	kind.read = readRemoved(removed)
	return openBulk(m, &bulk{rows: &p.rows, keys: list, does: kind, way: adoptDisk})
}

// markedThat are the keys of marked entities, gatheredThat those of the file whose row
// is selected.
func (p *statePane) markedThat(holds func(views.Entity) bool) []string {
	return keysThat(p.rows.Marked(), holds)
}

func (p *statePane) gatheredThat(holds func(views.Entity) bool) []string {
	return keysThat(p.rows.Gathered(), holds)
}

func keysThat(rows []views.Row, holds func(views.Entity) bool) []string {
	var list []string
	for _, r := range rows {
		if e, ok := r.(views.Entity); ok && holds(e) {
			list = append(list, e.Key)
		}
	}
	return list
}

func (p *statePane) adoptFolder(m *Model) tea.Cmd {
	file := p.file()
	if file == "" {
		return askAdopt(".")(m)
	}
	return askAdopt(path.Dir(file))(m)
}

// tombstone asks before the selected entity, or each marked one, leaves the State
// Map (TSLP 9.2).
func (p *statePane) tombstone(m *Model) tea.Cmd {
	living := func(e views.Entity) bool { return !e.Tombstoned }
	switch marked, gathered := p.markedThat(living), p.gatheredThat(living); {
	case len(marked) > 1:
		return m.push(askTombstoneAll(count(len(marked))+" marked", marked, restorable(m), unmark(&p.rows, marked)))
	case len(marked) == 1:
		return m.push(askTombstone(marked[0], restorable(m)))
	case len(gathered) > 0:
		return m.push(askTombstoneAll(p.file(), gathered, restorable(m), nil))
	}
	e, _ := p.selected()
	return m.push(askTombstone(e.Key, restorable(m)))
}

// askTombstone asks before an entity leaves the State Map; restorable says for how
// long it can be restored.
func askTombstone(key, restorable string) *confirm {
	return askEnd(key, "Tombstone", "tombstone it", "Tombstoned ",
		"It leaves the State Map: it is hydrated no more, and nothing is judged against it.",
		"Its content stays in the Vault. a restores it, "+restorable+"; u takes this back.")
}

// askTombstoneAll asks before all symbols of a file, or all marked ones, leave the
// State Map, in one decision; then is done where they have.
func askTombstoneAll(name string, keys []string, restorable string, then func()) *confirm {
	n := views.Count(len(keys), "symbol", "symbols")
	c := &confirm{title: "Remove", verb: "remove " + n, lines: []string{name, ""}}
	which := n + " of this file leave"
	if then != nil {
		c.lines, which = append(c.lines, firstOf(keys)...), "They leave"
	}
	c.lines = append(c.lines, which+" the known code: the model is not shown them, and nothing is judged against them.",
		"a restores them, "+restorable+"; u takes all of it back.")
	c.yes = func(m *Model) tea.Cmd {
		return c.decideThen(m, "Removed "+n+" of "+name, then, func(ctx context.Context, e Engine) error { return e.TombstoneAll(ctx, keys, "") })
	}
	return c
}

// firstOf names the first of many.
func firstOf(keys []string) []string {
	const most = 8
	lines := slices.Clone(keys[:min(len(keys), most)])
	if more := len(keys) - most; more > 0 {
		lines = append(lines, "and "+count(more)+" more")
	}
	return append(lines, "")
}

// restorable says for how long what is tombstoned can be restored.
func restorable(m *Model) string { return untilRequests(m.status.Restorable) }

func untilRequests(n int) string {
	if n == 1 {
		return "until one more request has come"
	}
	return "until " + count(n) + " more requests have come"
}

// askEnd asks before an entity is tombstoned; what comes of it stands below its
// name.
func askEnd(key, title, verb, done string, then ...string) *confirm {
	c := &confirm{title: title, lines: append([]string{key, ""}, then...), verb: verb}
	c.yes = func(m *Model) tea.Cmd {
		return c.decide(m, done+key, func(ctx context.Context, e Engine) error { return e.Tombstone(ctx, key, "") })
	}
	return c
}

// askRestore asks before a tombstoned entity comes back.
func askRestore(key string) *confirm {
	c := &confirm{
		title: "Restore",
		lines: []string{key, "", "Its last version becomes current again, and the model sees it when a prompt names it."},
		verb:  "restore it",
	}
	c.yes = func(m *Model) tea.Cmd {
		return c.decide(m, "Restored "+key, func(ctx context.Context, e Engine) error { return e.Restore(ctx, key) })
	}
	return c
}

// askRestoreAll asks before several removed entities come back, in one decision; then
// is done where they have.
func askRestoreAll(keys []string, then func()) *confirm {
	n := views.Count(len(keys), "symbol", "symbols")
	c := &confirm{title: "Restore", verb: "restore " + n, lines: []string{n + " that were removed", ""}}
	c.lines = append(append(c.lines, firstOf(keys)...), "Their last versions become current again, and the model sees them when a prompt names them. u takes all of it back.")
	c.yes = func(m *Model) tea.Cmd {
		return c.decideThen(m, "Restored "+n, then, func(ctx context.Context, e Engine) error {
			return each(operator.AsOne(ctx), keys, e.Restore)
		})
	}
	return c
}
