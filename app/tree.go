package app

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/views"
)

const (
	// leastOfFile is how many symbols of one file stand under a row of the file: of
	// fewer the row would take more room than it says.
	leastOfFile = 4
	// fewRows is how many rows a list shows unfolded at first.
	fewRows = 200
)

// entities are the rows of a State Map, by files.
type entities struct {
	*report.StateList
	living int // rows before the tombstoned ones, which stand alone
}

func entitiesOf(l *report.StateList) entities {
	e := entities{l, l.Len()}
	for e.living > 0 && l.At(e.living-1).Tombstoned {
		e.living--
	}
	return e
}

// ID implements views.Rows.
func (e entities) ID(i int) string { return e.Key(i) }

// At implements views.Rows.
func (e entities) At(i int) views.Row { return entityOf(e.StateList.At(i)) }

// Match implements views.Searched.
func (e entities) Match(i int) string { return entityOf(e.StateList.At(i)).Match() }

// Changed implements views.Dated.
func (e entities) Changed(i int) time.Time { return e.Updated(i) }

// Group implements views.Grouped.
func (e entities) Group(i int) string {
	if i >= e.living {
		return removedSymbols
	}
	path, _, _ := strings.Cut(e.Key(i), "::")
	return path
}

// removedSymbols is the name of the row under which what left the State Map stands.
const removedSymbols = "removed symbols"

// Least implements views.Grouped.
func (entities) Least(string) int { return leastOfFile }

// Folds implements views.Grouped.
func (e entities) Folds(group string) bool { return group == removedSymbols || e.Len() > fewRows }

// Below implements views.Grouped.
func (e entities) Below(i int) views.Row {
	row := entityOf(e.StateList.At(i))
	if row.Under = row.Path + "::"; i >= e.living {
		row.Under = " "
	}
	return row
}

// Head implements views.Grouped.
func (e entities) Head(group string, from, to int, folded bool) views.Row {
	f := views.File{Name: group, Count: to - from, Folded: folded}
	for i := from; i < to; i++ {
		x := e.StateList.At(i)
		f.Wait += x.Pending
		switch {
		case x.Stale.Stale():
			f.Stale++
		case x.Stale == stale.Vanished:
			f.Vanished++
		case x.Stale == stale.Unreadable:
			f.Unreadable++
		}
	}
	return f
}

// proposals are the rows of Pending, those of one file together.
type proposals []views.Proposal

// proposalsOf are proposals in their order, those of one file where the first of
// them stands.
func proposalsOf(list []report.Proposal) proposals {
	first := map[string]int{}
	for i, p := range list {
		if _, ok := first[p.Path]; !ok {
			first[p.Path] = i
		}
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b report.Proposal) int { return first[a.Path] - first[b.Path] })
	rows := make(proposals, len(list))
	for i, p := range list {
		rows[i] = proposalOf(p)
	}
	return rows
}

// Len implements views.Rows.
func (p proposals) Len() int { return len(p) }

// ID implements views.Rows.
func (p proposals) ID(i int) string { return p[i].Key }

// At implements views.Rows.
func (p proposals) At(i int) views.Row { return p[i] }

// Changed implements views.Dated.
func (p proposals) Changed(i int) time.Time { return p[i].Created }

// Group implements views.Grouped.
func (p proposals) Group(i int) string {
	path, _, ok := strings.Cut(p[i].Entity, "::")
	if !ok {
		return ""
	}
	return path
}

// Least implements views.Grouped.
func (proposals) Least(string) int { return leastOfFile }

// Folds implements views.Grouped.
func (p proposals) Folds(string) bool { return len(p) > fewRows }

// Below implements views.Grouped.
func (p proposals) Below(i int) views.Row {
	row := p[i]
	row.Under = p.Group(i) + "::"
	return row
}

// Head implements views.Grouped.
func (proposals) Head(group string, from, to int, folded bool) views.Row {
	return views.File{Name: group, Count: to - from, Wait: to - from, Folded: folded}
}

// divergences are the rows of Stale, by files. What vanished stands under the
// highest folder of which nothing is left.
type divergences struct {
	rows  []views.Divergence
	found []stale.Divergence
	gone  map[string]string // folders and files that vanished, by file
}

// Len implements views.Rows.
func (d divergences) Len() int { return len(d.rows) }

// ID implements views.Rows.
func (d divergences) ID(i int) string { return d.rows[i].Key }

// At implements views.Rows.
func (d divergences) At(i int) views.Row { return d.rows[i] }

// Changed implements views.Dated.
func (d divergences) Changed(i int) time.Time { return d.found[i].Changed }

// Group implements views.Grouped.
func (d divergences) Group(i int) string {
	x := d.found[i]
	if x.Reason == stale.Vanished {
		if folder := d.gone[x.Path]; folder != "" {
			return folder
		}
	}
	return x.Path
}

// Least implements views.Grouped: what vanished as a whole is one row.
func (d divergences) Least(group string) int {
	for _, folder := range d.gone {
		if folder == group {
			return 2
		}
	}
	return leastOfFile
}

// Folds implements views.Grouped.
func (d divergences) Folds(group string) bool {
	return d.Least(group) < leastOfFile || len(d.rows) > fewRows
}

// Below implements views.Grouped.
func (d divergences) Below(i int) views.Row {
	row := d.rows[i]
	if row.Under = d.found[i].Path + "::"; d.Group(i) != d.found[i].Path {
		row.Under = d.Group(i)
	}
	return row
}

// Head implements views.Grouped.
func (d divergences) Head(group string, from, to int, folded bool) views.Row {
	f := views.File{Name: group, Count: to - from, Folded: folded}
	for _, x := range d.found[from:to] {
		switch {
		case x.Reason.Stale():
			f.Stale++
		case x.Reason == stale.Vanished:
			f.Vanished++
		default:
			f.Unreadable++
		}
	}
	return f
}

// fileSubject shows the symbols of the file whose row is selected, nil where none is.
func fileSubject(list *views.List) *subject {
	f, ok := list.Selected().(views.File)
	if !ok {
		return nil
	}
	rows := list.Gathered()
	return &subject{id: "file " + f.Name, load: func(context.Context, Engine) (*page, error) {
		return &page{title: f.Name, views: []view{{"symbols", views.Words(func(t *views.Theme, w int) *views.Doc {
			d := &views.Doc{}
			for _, r := range rows {
				d.Add(r.Draw(t, w, false))
			}
			return d
		})}}}, nil
	}}
}

// foldOr folds the file whose row is selected, or does what a row is for.
func foldOr(list *views.List, do action) action {
	return func(m *Model) tea.Cmd {
		if _, ok := list.Selected().(views.File); ok && list.Marks() == 0 {
			list.Fold()
			return nil
		}
		return do(m)
	}
}

// openOrFold is what enter does now.
func openOrFold(list *views.List, open string) func(*Model) string {
	return func(*Model) string {
		if f, ok := list.Selected().(views.File); ok && list.Marks() == 0 {
			if f.Folded {
				return "unfold"
			}
			return "fold"
		}
		return open
	}
}

// foldFile folds the file under the cursor, from its row or one of its symbols.
func foldFile(m *Model) tea.Cmd {
	if !m.panes.focused().list().Fold() {
		return m.notices.answer(views.Info, "This row stands in no file that folds.")
	}
	return nil
}

// markAll marks all rows that are shown, or takes their marks away.
func markAll(m *Model) tea.Cmd {
	m.panes.focused().list().MarkAll()
	return nil
}

// markRange marks the rows between two presses.
func markRange(m *Model) tea.Cmd {
	if m.panes.focused().list().Range() {
		return m.notices.answer(views.Info, "A range begins here: go to its end, and V marks it.")
	}
	return nil
}
