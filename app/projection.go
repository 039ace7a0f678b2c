package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/engine/report"
	"holdfast/views"
)

// stateRows is how many rows of a section of SESSION_STATE are shown.
const stateRows = 200

// subject is the selected projection, item by item.
func (p *projectionsPane) subject() *subject {
	name := p.selected()
	switch name {
	case "":
		return nil
	case sessionState:
		was, filter := p.looked[p.items.Session], p.filter
		return &subject{id: "projection " + name, load: func(ctx context.Context, e Engine) (*page, error) {
			view, err := e.SessionState(ctx)
			if err != nil {
				return nil, err
			}
			return p.statePage(view, was.rows, filter), nil
		}}
	}
	if p.pages[name] == nil {
		p.pages[name] = p.itemsPage(name)
	}
	return &subject{id: "projection " + name, now: p.pages[name]}
}

// comes is what a projection without items will hold, and when.
var comes = map[string]string{
	items.ActiveState: "Nothing yet. Goals, decisions, constraints, tasks, facts and open choices appear here when a turn in which they were said has ended.",
	items.Decisions:   "No decisions yet. When something is settled (\"SQLite it is\", \"yes, do that\"), it stands here once that turn has ended; what it revises or replaces stays below it.",
	items.Tasks:       "No tasks yet. Work that is asked for (\"please write the importer\") stands here once that turn has ended, and is ticked off when the conversation says that it is done.",
	items.Constraints: "No constraints yet. Rules and limits (\"it must never book a room twice\") stand here once the turn in which they were said has ended.",
}

// writing collects the parts of a page.
type writing struct {
	filter  []string
	entries []views.Entry
	page    *page
	heading string // written with the first item under it
	all     int    // items, shown or not
}

func newWriting(filter string) *writing {
	return &writing{filter: strings.Fields(strings.ToLower(filter)), page: &page{prints: map[string]string{}}}
}

func (w *writing) text(markdown string) {
	w.entries = append(w.entries, views.Entry{Markdown: markdown})
}

// item adds an item, if it passes the filter.
func (w *writing) item(id, print, markdown, search string, n views.Novelty) {
	w.all++
	w.page.prints[id] = print
	search = strings.ToLower(search + " " + string(n))
	for _, word := range w.filter {
		if !strings.Contains(search, word) {
			return
		}
	}
	if w.heading != "" {
		w.text(w.heading)
		w.heading = ""
	}
	w.page.ids = append(w.page.ids, id)
	w.entries = append(w.entries, views.Entry{Markdown: markdown, Item: true, Novelty: n})
}

// done is the page that was written.
func (w *writing) done(p *projectionsPane, name, filter string) *page {
	w.page.title = name
	if filter != "" {
		w.page.title += " /" + filter + "  " + count(len(w.page.ids)) + " of " + count(w.all)
		if len(w.page.ids) == 0 {
			w.text("No item holds \"" + plainMarkdown(filter) + "\". esc drops the filter.")
		}
	}
	sum := sha256.New()
	for _, e := range w.entries {
		sum.Write([]byte(e.Markdown + "\x00" + string(e.Novelty) + "\x00"))
	}
	w.page.views = []view{{"projection", views.ItemPage{ID: hex.EncodeToString(sum.Sum(nil)[:12]), Entries: w.entries, Kept: &p.kept}}}
	w.page.picked = func(ids []string) int { return p.picked(name, ids) }
	return w.page
}

func (p *projectionsPane) itemsPage(name string) *page {
	projection := items.ProjectionOf(name, p.items.Items)
	w := newWriting(p.filter)
	for _, s := range projection.Sections {
		w.heading = "## " + s.Name
		for _, it := range s.Items {
			w.item(it.ID, p.prints[it.ID], projection.Item(it), itemSearch(it), p.novelty(it))
		}
	}
	switch {
	case w.all == 0:
		w.text(comes[name])
	case p.items.Left > 0 && p.filter == "":
		w.text(plainMarkdown(count(p.items.Left) + " items more that came earlier are not listed here: holdfast inspect lists all of them."))
	}
	return w.done(p, name, p.filter)
}

// itemSearch is what a filter finds an item by.
func itemSearch(it *delta.Item) string {
	return strings.Join([]string{it.ID, it.Line(), it.KindName(), string(it.Status), strings.Join(it.Alternatives, " ")}, " ")
}

// statePage makes the page of a SESSION_STATE; before are the rows that were
// looked at, nil for all. It is called in a command.
func (p *projectionsPane) statePage(view report.SessionStateView, before map[string]string, filter string) *page {
	shown := view.State.Show(stateRows)
	w := newWriting(filter)
	intro := shown.Intro + ", as the last CANON_STATE_DELTA tells it."
	if !view.Emitted {
		intro = shown.Intro + ", as the next CANON_STATE_DELTA will tell it: this is not emitted yet."
	}
	w.text(plainMarkdown(intro))
	for _, s := range shown.Sections {
		w.heading = "## " + s.Name
		for _, r := range s.Rows {
			n := views.Novelty("")
			if before != nil {
				n = noveltyOf(before, r.ID, r.Text)
			}
			w.item(r.ID, r.Text, "- "+plainMarkdown(r.Text), s.Name+" "+r.Text, n)
		}
		if s.Left > 0 && filter == "" {
			w.text(count(s.Left) + " more are not listed here: c in the list copies the whole document.")
		}
	}
	if w.all == 0 {
		w.text("Nothing yet. Files, grants, conflicts and pending decisions stand here once code has entered the State Map.")
	}
	made := w.done(p, sessionState, filter)
	targets := map[string]string{}
	for _, s := range shown.Sections {
		for _, r := range s.Rows {
			targets[r.ID] = r.Target
		}
	}
	made.targets = targets
	return made
}

// plainMarkdown has text read as it is.
func plainMarkdown(text string) string { return markdownSigns.Replace(text) }

var markdownSigns = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "<", `\<`, "~", `\~`, "#", `\#`, "|", `\|`)

// picked is the place of the item under the cursor, -1 where there is none.
func (p *projectionsPane) picked(name string, ids []string) int {
	k := p.picks[name]
	if at := slices.Index(ids, k.id); at >= 0 {
		return at
	}
	return min(k.at, len(ids)-1)
}

// pickedID names the item under the cursor of the page that is shown, "" where
// there is none.
func (d *detail) pickedID() string {
	if d.page == nil || d.page.picked == nil {
		return ""
	}
	if at := d.page.picked(d.page.ids); at >= 0 {
		return d.page.ids[at]
	}
	return ""
}

// pickAt moves the cursor to an item and brings it into sight.
func pickAt(m *Model, at int) {
	d := &m.detail
	if d.page == nil || len(d.page.ids) == 0 {
		return
	}
	at = max(0, min(at, len(d.page.ids)-1))
	m.panes.said.picks[m.panes.said.selected()] = pick{d.page.ids[at], at}
	if d.doc != nil {
		w, h := d.size(m)
		d.port.Reveal(d.doc, at, w, h)
	}
}

func pickBy(n int) action {
	return func(m *Model) tea.Cmd {
		if p := m.detail.page; p != nil && p.picked != nil {
			pickAt(m, p.picked(p.ids)+n)
		}
		return nil
	}
}

// pickPage moves the cursor by half of what is seen.
func pickPage(dir int) action {
	return func(m *Model) tea.Cmd {
		d := &m.detail
		if d.doc == nil || d.page == nil || d.page.picked == nil || len(d.doc.Marks) == 0 {
			return nil
		}
		_, h := d.size(m)
		at := max(d.page.picked(d.docIDs), 0)
		line, to := d.doc.Marks[at], at+dir
		for to+dir >= 0 && to+dir < len(d.doc.Marks) && abs(d.doc.Marks[to+dir]-line) <= max(h/2, 1) {
			to += dir
		}
		pickAt(m, to)
		return nil
	}
}

func abs(n int) int { return max(n, -n) }

// hold is the item that stays where it is when the text of the page is made anew,
// and the line of the window that it stands on: that under the cursor, or where
// it is gone, the first that is seen. It is "" on a page without items, and where
// a page that is at its beginning is only drawn to the end.
func (d *detail) hold(next docOf) (id string, row int) {
	if d.port.Top == 0 && d.docFor.page == next.page || d.doc == nil || d.page.picked == nil || len(d.docIDs) == 0 || len(d.docIDs) != len(d.doc.Marks) {
		return "", 0
	}
	at := d.page.picked(d.docIDs)
	if !slices.Contains(d.page.ids, d.docIDs[at]) {
		at = slices.IndexFunc(d.doc.Marks, func(line int) bool { return line >= d.port.Top })
		for at >= 0 && at < len(d.docIDs)-1 && !slices.Contains(d.page.ids, d.docIDs[at]) {
			at++
		}
	}
	if at < 0 {
		return "", 0
	}
	return d.docIDs[at], d.doc.Marks[at] - d.port.Top
}

// settle brings the window to where it belongs over a text that was made anew.
func (d *detail) settle(m *Model, held string, row int) {
	if at := slices.Index(d.docIDs, held); held != "" && at >= 0 && at < len(d.doc.Marks) {
		d.port.Top = d.doc.Marks[at] - row
	} else if d.page.picked != nil {
		w, h := d.size(m)
		d.port.Reveal(d.doc, d.page.picked(d.docIDs), w, h)
	}
	d.scroll(m, 0, 0)
}

// leave takes what was seen of a projection as looked at, once it is
// not open any more.
func (p *projectionsPane) leave(m *Model) {
	if p.open != "" && (!m.panes.detailOf(p) || p.open != p.selected()) {
		m.detail.outdated = m.detail.outdated || p.open == sessionState
		p.left()
	}
}

// look notes which items of the opened projection are on screen.
func (p *projectionsPane) look(m *Model) {
	d := &m.detail
	if !m.panes.detailOf(p) || d.page == nil || d.page.picked == nil || d.doc == nil || m.overlays.top() != nil || d.id != "projection "+p.selected() {
		return
	}
	first := p.open == ""
	p.open = p.selected()
	if first && p.open == sessionState && p.looked[p.items.Session].rows == nil {
		for id, print := range d.page.prints { // the first look is at all of it
			p.drawn[id] = print
		}
	}
	_, h := d.size(m)
	for i, line := range d.doc.Marks {
		if line >= d.port.Top && line < d.port.Top+h && i < len(d.docIDs) {
			p.drawn[d.docIDs[i]] = d.page.prints[d.docIDs[i]]
		}
	}
}
