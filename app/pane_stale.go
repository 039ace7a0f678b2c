package app

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/views"
)

// stalePane lists what the disk and the State Map disagree about (TSLP 15.4):
// STALE entities, and after them what vanished and what cannot be read.
type stalePane struct {
	now   func() time.Time
	state *statePane
	rows  views.List
	found []stale.Divergence
	gone  map[string]string // see divergences
	sizes map[versions]size // changed by Update, never while a load is under way
	// unsaved are the entities that are not saved yet, by their artifacts, and accepted
	// those that came to be so by the last reading; nil before the first.
	unsaved  map[string]string
	accepted []string
}

// versions names the two sides of a divergence.
type versions struct{ key, artifact, disk string }

// size is how much the disk differs, in lines.
type size struct{ added, removed int }

// maxMeasured is how many differences one load measures: a checkout of another
// branch must not have thousands of texts compared for a list of which a dozen
// rows are seen.
const maxMeasured = 24

func (*stalePane) number() string      { return "3" }
func (*stalePane) counted()            {}
func (*stalePane) title() string       { return "Stale" }
func (p *stalePane) list() *views.List { return &p.rows }

func (p *stalePane) none(s report.Status) string {
	switch n := p.state.kept; {
	case s.ReadOnly != "":
		return "nothing is compared"
	case s.Lost > 0:
		return count(s.Lost) + " lost"
	case n > 0:
		return count(n) + " kept"
	}
	return "files match"
}

func (p *stalePane) empty(s report.Status) string {
	if s.ReadOnly != "" {
		return "In read-only mode nothing is compared with the disk."
	}
	kept := ""
	if n := p.state.kept; n > 0 {
		kept = " The disk differs from " + views.Count(n, "symbol that you keep", "symbols that you keep") +
			" (/kept in the State Map finds them); any further edit makes them STALE again."
	}
	switch {
	case s.Lost > 0:
		return lostWords(s.Lost) + ": SESSION_STATE in Projections (4) lists what, and x there gives it up." + kept
	case kept != "":
		return "Nothing to settle." + kept
	}
	return "Files and known code match. What was changed on disk, or is not saved yet, appears here."
}

// lostWords counts what a recovery could not bring back.
func lostWords(n int) string {
	return views.Count(n, "symbol that no recovery could bring back is lost", "symbols that no recovery could bring back are lost")
}

// tally counts what is STALE apart from what is not.
func (p *stalePane) tally(t *views.Theme) string { return views.Tally(reasonsOf(p.found), "", t) }

func (p *stalePane) load(ctx context.Context, e Engine) (func(), error) {
	list, err := e.LatestDivergences(ctx)
	if err != nil {
		return nil, err
	}
	sizes := measure(ctx, e, list, p.sizes)
	gone, err := goneOf(ctx, e, list)
	if err != nil {
		return nil, err
	}
	return func() {
		now := unsavedNow(list)
		for _, d := range list {
			if p.unsaved != nil && now[d.Artifact] != "" && p.unsaved[d.Artifact] == "" {
				p.accepted = append(p.accepted, d.Key)
			}
		}
		p.unsaved = now
		p.found, p.sizes, p.gone = list, sizes, gone
		p.redraw()
	}, nil
}

// goneOf are the folders and files that vanished, see stale.GoneFolders.
func goneOf(ctx context.Context, e Engine, list []stale.Divergence) (map[string]string, error) {
	vanished := map[string]bool{}
	for _, d := range list {
		if d.Reason == stale.Vanished {
			vanished[d.Path] = true
		}
	}
	if len(vanished) == 0 {
		return nil, nil
	}
	known, err := e.StateList(ctx)
	if err != nil {
		return nil, err
	}
	return stale.GoneFolders(vanished, func(yield func(string)) {
		last := ""
		for i := range known.Len() {
			path, _, _ := strings.Cut(known.Key(i), "::")
			if path != last && !vanished[path] {
				yield(path)
			}
			last = path
		}
	}), nil
}

// measure counts how much the disk differs, where that is not known already.
func measure(ctx context.Context, e Engine, list []stale.Divergence, known map[versions]size) map[versions]size {
	sizes := make(map[versions]size, len(list))
	left := maxMeasured
	for _, d := range list {
		v := versions{d.Key, d.Artifact, d.Disk}
		if s, ok := known[v]; ok {
			sizes[v] = s
			continue
		}
		if left == 0 || d.Reason == stale.Unreadable {
			continue
		}
		left--
		s, err := e.Settlement(ctx, d.Key)
		if err != nil || s.Shown.Artifact != d.Artifact || s.Shown.Disk != d.Disk {
			continue // it moved on: the next load has it
		}
		added, removed := views.Changed(string(s.Truth), string(s.OnDisk))
		if d.Reason == stale.NotApplied { // as its review shows it: what saving it does
			added, removed = removed, added
		}
		sizes[v] = size{added, removed}
	}
	return sizes
}

// redraw makes the rows anew: their ages went on.
func (p *stalePane) redraw() {
	now := p.now()
	rows := make([]views.Divergence, len(p.found))
	for i, d := range p.found {
		s, ok := p.sizes[versions{d.Key, d.Artifact, d.Disk}]
		rows[i] = views.Divergence{
			Key: d.Key, Kind: d.Kind, Reason: string(d.Reason), Age: views.Age(d.Changed, now), Added: s.added, Removed: s.removed, Measured: ok,
		}
	}
	p.rows.Show(divergences{rows, p.found, p.gone})
}

// aging reports whether a row shows an age.
func (p *stalePane) aging() bool {
	for _, d := range p.found {
		if !d.Changed.IsZero() {
			return true
		}
	}
	return false
}

func (p *stalePane) selected() (stale.Divergence, bool) {
	row := p.rows.Selected()
	if row == nil {
		return stale.Divergence{}, false
	}
	for _, d := range p.found {
		if d.Key == row.ID() {
			return d, true
		}
	}
	return stale.Divergence{}, false
}

func (p *stalePane) subject() *subject {
	if s := fileSubject(&p.rows); s != nil {
		return s
	}
	d, ok := p.selected()
	if !ok {
		return nil
	}
	return &subject{id: "divergence " + d.Key, load: func(ctx context.Context, e Engine) (*page, error) {
		s, err := e.Settlement(ctx, d.Key)
		if err != nil {
			return nil, err
		}
		return divergencePage(disputeOf(s), p.now()), nil
	}}
}

// divergencePage shows why the disk and the State Map disagree, and both of
// them.
func divergencePage(d dispute, now time.Time) *page {
	head := divergenceHeadOf(d.Settlement)
	p := &page{
		title: d.Key, copies: string(d.Truth),
		head:  func(t *views.Theme, w int) []string { return head.Lines(t, w, now) },
		views: []view{{"diff", d.texts(false)}},
	}
	if d.OnDisk != nil {
		p.views = append(p.views, view{"on disk", views.Code{ID: "disk " + d.id, Language: d.Language, Content: string(d.OnDisk)}})
	}
	p.views = append(p.views, view{"State Map", views.Code{ID: d.Hash, Language: d.Language, Content: string(d.Truth)}})
	return p
}

func (p *stalePane) bindings() []binding {
	return append([]binding{
		{keys: []string{"enter"}, verb: marking(&p.rows, "settle"), help: "review the difference, to take the disk or keep yours", bar: 1, says: openOrFold(&p.rows, marking(&p.rows, "settle")), do: foldOr(&p.rows, p.review(undecided)), unless: noRow},
		{keys: []string{"a"}, verb: "take the disk", help: "review to take the disk: its version becomes the current one", cli: "adopt", bar: 2, do: p.review(adoptDisk), unless: noRow},
		{keys: []string{"c"}, verb: "copy", help: "copy the code that is not saved yet, to save it; on any other row the name", bar: 4, do: p.copy, unless: noRow},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR", bar: 3, do: p.edit, unless: p.noFile},
	}, markBindings(&p.rows)...)
}

// review opens the review of the selected divergence, or the one of all marked ones or
// of all of a file, with a way chosen or not.
func (p *stalePane) review(w way) action {
	return func(m *Model) tea.Cmd {
		row, all := several[views.Divergence](&p.rows)
		if all != nil {
			all.does, all.way = staleBulk, w
			return openBulk(m, all)
		}
		_, cmd := openReview(m, &settlement{key: row.Key, way: w})
		return cmd
	}
}

func (p *stalePane) noFile(m *Model) string {
	d, ok := p.selected()
	if !ok {
		return "nothing is selected"
	}
	return noEditorOf(m, d)
}

func (p *stalePane) edit(m *Model) tea.Cmd {
	d, _ := p.selected()
	return editFile(m, func(ctx context.Context, e Engine) (spot, error) {
		s, err := e.Settlement(ctx, d.Key)
		if err != nil {
			return spot{path: d.Path}, nil // the file is opened at its beginning
		}
		return spot{d.Path, s.OnDisk}, nil
	})
}
