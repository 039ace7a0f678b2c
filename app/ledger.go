package app

import (
	"context"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/views"
)

// The Ledger is read by pages, and of them a window is kept: it may be long.
const (
	ledgerRows   = 200  // of a page
	ledgerWindow = 1000 // rows that are kept
	ledgerAhead  = 40   // rows before the window's end at which the next page is read
)

// ledger is the overlay that tells what happened (TSLP 3.2), newest first. It
// follows new rows while it stands on the newest.
type ledger struct {
	rows   views.List
	window []report.LedgerRow // newest first
	filter string

	oldest, newest int64 // bounds of what was looked through
	atTop, atEnd   bool  // nothing newer, or older, is known
	busy           bool
	serial         int // of the latest question; answers to earlier ones are dropped
	err            string
}

// ledgerMsg is a page that was read.
type ledgerMsg struct {
	of     *ledger
	serial int
	query  report.LedgerQuery
	page   report.LedgerPage
	err    error
}

func openLedger(m *Model) tea.Cmd {
	l := &ledger{}
	return tea.Batch(m.push(l), l.anew(m, report.LedgerQuery{}))
}

// anew drops what is kept and reads from one of the ends.
func (l *ledger) anew(m *Model, q report.LedgerQuery) tea.Cmd {
	l.window, l.oldest, l.newest, l.busy = nil, 0, 0, false
	l.atTop, l.atEnd = !q.Newer, q.Newer
	l.rows = views.List{}
	return l.ask(m, q)
}

func (l *ledger) ask(m *Model, q report.LedgerQuery) tea.Cmd {
	if l.busy {
		return nil
	}
	l.busy = true
	l.serial++
	serial := l.serial
	q.N, q.Filter = ledgerRows, l.filter
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		page, err := e.Ledger(ctx, q)
		return ledgerMsg{l, serial, q, page, err}
	})
}

func (msg ledgerMsg) arrive(m *Model) tea.Cmd {
	l := msg.of
	if msg.serial != l.serial || !m.overlays.shows(l) {
		return nil
	}
	l.busy, l.err = false, ""
	if msg.err != nil {
		l.err = msg.err.Error()
		return nil
	}
	l.take(msg.query, msg.page)
	l.show(m)
	if msg.query.Newer && msg.query.From == 0 {
		l.rows.Move(len(l.window)) // to the first row of all
	}
	return nil // arrange asks for what is still missing
}

// take adds a page to the window, which gives up as much at its other end.
func (l *ledger) take(q report.LedgerQuery, p report.LedgerPage) {
	first := l.newest == 0 && l.oldest == 0
	if p.Newest > 0 {
		if q.Newer || first {
			l.newest = max(l.newest, p.Newest)
		}
		if !q.Newer || first {
			l.oldest = p.Oldest
		}
	}
	if q.Newer {
		l.window = append(p.Rows[:len(p.Rows):len(p.Rows)], l.window...)
		l.atTop = !p.More
		if n := len(l.window) - ledgerWindow; n > 0 {
			l.window = l.window[:ledgerWindow]
			l.oldest, l.atEnd = l.window[ledgerWindow-1].Seq, false
		}
		return
	}
	l.window = append(l.window, p.Rows...)
	l.atEnd = !p.More
	if n := len(l.window) - ledgerWindow; n > 0 {
		l.window = append([]report.LedgerRow(nil), l.window[n:]...)
		l.newest, l.atTop = l.window[0].Seq, false
	}
}

// show makes the rows of the window. The newest is followed while it is
// selected.
func (l *ledger) show(m *Model) {
	follow := l.rows.Cursor() == 0
	rows := make([]views.Row, len(l.window))
	for i, r := range l.window {
		rows[i] = ledgerLineOf(m, r)
	}
	l.rows.Set(rows)
	if follow && l.atTop {
		l.rows.Move(-len(rows))
	}
}

func ledgerLineOf(m *Model, r report.LedgerRow) views.LedgerLine {
	short, at := views.LedgerClock(r.Time, m.now())
	return views.LedgerLine{
		Key: strconv.FormatInt(r.Seq, 10), Short: short, At: at, Who: r.Who, What: r.What, Entity: r.Entity, Why: r.Why, Type: r.Type, Hash: r.Hash,
	}
}

// arrange asks for the rows that the window lacks: those near the cursor, and
// those that were written since.
func (l *ledger) arrange(m *Model) tea.Cmd {
	at, n := l.rows.Cursor(), len(l.window)
	switch {
	case l.busy || l.err != "" || l.serial == 0:
	case !l.atEnd && at+ledgerAhead >= n:
		return l.ask(m, report.LedgerQuery{From: l.oldest})
	case !l.atTop && at < ledgerAhead:
		return l.ask(m, report.LedgerQuery{From: l.newest, Newer: true})
	}
	return nil
}

// follow reads what was written since, where the newest rows are shown.
func (l *ledger) follow(m *Model) tea.Cmd {
	if l == nil || !l.atTop || l.busy || m.status.Head <= l.newest {
		return nil
	}
	return l.ask(m, report.LedgerQuery{From: l.newest, Newer: true})
}

func (*ledger) covers() bool { return true }

func (l *ledger) scope() scope {
	return scope{"Ledger", []binding{
		{keys: []string{"enter"}, verb: "open", help: "open the row: its canonical JSON, the history of its symbol, its turn", bar: 1, do: l.open, unless: l.noRow},
		{keys: []string{"j", "down"}, name: "j down", help: "row before it in time", do: l.move(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "row after it in time", do: l.move(-1)},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page down", do: l.page(1)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: l.page(-1)},
		{keys: []string{"g", "home"}, name: "g", verb: "newest", help: "to the newest row, and follow what happens", bar: 3, do: l.first},
		{keys: []string{"G", "end"}, name: "G", verb: "oldest", help: "to the first row of all", bar: 4, do: l.last},
		{keys: []string{"/"}, verb: "filter", help: "only rows that hold these words", bar: 2, do: l.askFilter},
		{keys: []string{"c"}, verb: "copy", help: "copy the row's hash; of a CANON_STATE_DELTA the whole block", bar: 5, do: l.copyRow, unless: l.noRow},
		{keys: []string{"esc", "q"}, name: "esc", verb: "back", help: "drop the filter, or go back", bar: 6, do: l.back},
	}}
}

func (l *ledger) noRow(*Model) string {
	if l.rows.Selected() == nil {
		return "no row is selected"
	}
	return ""
}

func (l *ledger) move(n int) action {
	return func(*Model) tea.Cmd { l.rows.Move(n); return nil }
}

func (l *ledger) page(dir int) action {
	return func(m *Model) tea.Cmd {
		l.rows.Move(dir * max(m.layout().Body.Inner().H/2, 1))
		return nil
	}
}

func (l *ledger) first(m *Model) tea.Cmd {
	l.rows.Move(-len(l.window))
	if l.atTop {
		return nil
	}
	return l.anew(m, report.LedgerQuery{})
}

func (l *ledger) last(m *Model) tea.Cmd {
	l.rows.Move(len(l.window))
	if l.atEnd {
		return nil
	}
	return l.anew(m, report.LedgerQuery{Newer: true})
}

func (l *ledger) askFilter(m *Model) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Filter", label: "/", text: l.filter, hint: "enter looks through the Ledger, esc drops it",
		done:   func(m *Model, text string) tea.Cmd { return l.narrow(m, text) },
		cancel: func(m *Model) tea.Cmd { return l.narrow(m, "") },
	}))
}

// narrow filters the rows anew, where the filter is another one.
func (l *ledger) narrow(m *Model, filter string) tea.Cmd {
	if filter == l.filter {
		return nil
	}
	l.filter = filter
	return l.anew(m, report.LedgerQuery{})
}

func (l *ledger) back(m *Model) tea.Cmd {
	if l.filter != "" {
		return l.narrow(m, "")
	}
	return m.pop()
}

func (l *ledger) selected() report.LedgerRow { return l.window[l.rows.Cursor()] }

func (l *ledger) copyRow(m *Model) tea.Cmd {
	r := l.selected()
	if r.Canon > 0 {
		return copyBlock(m, func(ctx context.Context, e Engine) ([]byte, error) { return e.CanonDelta(ctx, r.Canon) })
	}
	return copyText(m, "hash", r.Hash)
}

// open shows the selected row in full.
func (l *ledger) open(m *Model) tea.Cmd {
	r := l.selected()
	return openSheet(m, "Ledger row "+strconv.FormatInt(r.Seq, 10), subject{load: ledgerPage(m, r)})
}

func (l *ledger) draw(m *Model, _ []string, lay views.Layout) []string {
	t, r := m.theme, lay.Body.Inner()
	b := views.Block{Title: "Ledger " + m.status.Session, Focus: true}
	if l.filter != "" {
		b.Title += " /" + l.filter
	}
	dots := t.Glyphs.Ellipsis
	switch {
	case l.err != "":
		b.Lines = views.Empty("The Ledger could not be read: "+l.err, t, r.W, r.H)
	case len(l.window) > 0:
		b.Lines = l.rows.Render(r.W, r.H, t, views.FullPointer)
		if row := l.selected(); row.Seq > 0 {
			b.Place = strconv.FormatInt(row.Seq, 10) + "/" + strconv.FormatInt(m.status.Head, 10)
		}
	case l.busy && l.oldest > 0:
		b.Lines = views.Empty("Looking for it, back to row "+strconv.FormatInt(l.oldest, 10)+" so far"+dots, t, r.W, r.H)
	case l.busy:
		b.Lines = views.Empty("Reading the Ledger"+dots, t, r.W, r.H)
	case l.filter != "":
		b.Lines = views.Empty("No row holds \""+l.filter+"\". esc drops the filter.", t, r.W, r.H)
	default:
		b.Lines = views.Empty("Nothing happened in this session yet.", t, r.W, r.H)
	}
	return alone(m, b, lay)
}
