package app

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// batch goes through marked rows one by one. Each is opened as if it were alone
// and confirmed on its own: nothing is decided for several at once, and after the
// first, each must be chosen for by a key before another confirms it.
type batch struct {
	rows markable
	ids  []string
	at   int
	open opening
	done map[string]bool // rows that were decided
	top  overlay         // what was opened for the row
}

// markable are rows that can be marked.
type markable interface {
	// Holds reports whether there is a row named id still, shown or not.
	Holds(id string) bool
	// Unmark takes its mark away.
	Unmark(id string)
}

// opening opens what decides about the row named id. chosen reports whether the key
// which opened it chose for it too.
type opening func(m *Model, b *batch, id string, chosen bool) (overlay, tea.Cmd)

// goThrough opens the first of the rows.
func goThrough(m *Model, rows markable, ids []string, open opening) tea.Cmd {
	b := &batch{rows: rows, ids: ids, open: open, done: map[string]bool{}}
	return b.show(m, true)
}

func (b *batch) show(m *Model, chosen bool) tea.Cmd {
	top, cmd := b.open(m, b, b.ids[b.at], chosen)
	b.top = top
	return cmd
}

// place is "3 of 7", "" where there is no batch.
func (b *batch) place() string {
	if b == nil {
		return ""
	}
	return strconv.Itoa(b.at+1) + " of " + strconv.Itoa(len(b.ids))
}

// titled puts the place behind a title.
func (b *batch) titled(title string) string {
	if b == nil || len(b.ids) == 1 {
		return title
	}
	return title + " " + b.place()
}

// next is the place of the next row that way which waits, -1 where none does.
func (b *batch) next(dir int) int {
	for i := b.at + dir; i >= 0 && i < len(b.ids); i += dir {
		if id := b.ids[i]; !b.done[id] && b.rows.Holds(id) {
			return i
		}
	}
	return -1
}

// turn goes to the next row or the one before and leaves this one undecided.
func (b *batch) turn(dir int) action {
	return func(m *Model) tea.Cmd {
		to := b.next(dir)
		if to < 0 {
			return m.notices.answer(views.Info, "There is no further marked one that way.")
		}
		m.overlays.close(b.top)
		b.at = to
		return b.show(m, false)
	}
}

// alone is why there is no other row to turn to.
func (b *batch) alone(*Model) string {
	if b == nil || len(b.ids) == 1 {
		return "it was opened alone: space marks rows in the list, to go through them"
	}
	return ""
}

// bindings turn to the other rows.
func (b *batch) bindings() []binding {
	return []binding{
		{keys: []string{"tab"}, verb: "skip", help: "leave it undecided and go to the next marked one", bar: b.bar(), do: b.turn(1), unless: b.alone},
		{keys: []string{"shift+tab"}, help: "back to the marked one before", do: b.turn(-1), unless: b.alone},
	}
}

func (b *batch) bar() int {
	if b == nil {
		return 0
	}
	return 4
}

// settled takes the mark of a row that was decided away, and goes on where it is
// still looked at.
func (b *batch) settled(m *Model, id, said string) tea.Cmd {
	b.done[id] = true
	b.rows.Unmark(id)
	if !m.overlays.shows(b.top) || b.ids[b.at] != id {
		return m.notices.say(views.Success, said)
	}
	m.overlays.close(b.top)
	to := b.next(1)
	if to < 0 {
		return tea.Batch(m.disturb(), m.notices.say(views.Success, b.ended(said)))
	}
	b.at = to
	cmd := b.show(m, false)
	return tea.Batch(cmd, m.notices.answer(views.Success, said))
}

// ended says what the last decision was and what became of all.
func (b *batch) ended(said string) string {
	if len(b.ids) == 1 {
		return said
	}
	left := 0
	for _, id := range b.ids {
		if !b.done[id] && b.rows.Holds(id) {
			left++
		}
	}
	said += ". " + views.Count(len(b.done), "marked one", "marked ones") + " decided"
	if left > 0 {
		said += ", " + strconv.Itoa(left) + " left as they are"
	}
	return said
}

// ids are the names of rows.
func ids(rows []views.Row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.ID()
	}
	return out
}

// markBindings mark rows of a list; what its keys then do is told in verb.
func markBindings(rows *views.List) []binding {
	return []binding{
		{keys: []string{" "}, name: "space", verb: "mark", help: "mark the row, or take its mark away: reviews go through the marked ones one by one",
			bar: 7, do: func(*Model) tea.Cmd {
				rows.Mark()
				rows.Move(1)
				return nil
			}, unless: noRow},
		{keys: []string{"*"}, verb: "mark all", help: "mark all rows that the filter shows, or take their marks away", do: markAll, unless: noRow},
		{keys: []string{"V"}, verb: "mark a range", help: "begin a range of marks, and where one has begun, mark it", do: markRange, unless: noRow},
	}
}

// marking is a word for the bar with the number of the rows that it is about.
func marking(rows *views.List, verb string) string {
	if n := rows.Marks(); n > 0 {
		return verb + " " + strconv.Itoa(n) + " marked"
	}
	return verb
}

// of opens a question as one of a batch. Where the key that opened the batch does
// not choose for it too, key must be pressed before y.
func (c *confirm) of(m *Model, b *batch, about, key string, chosen bool) (overlay, tea.Cmd) {
	c.batch, c.about = b, about
	if !chosen {
		c.open = binding{keys: []string{key}, verb: c.verb, help: "choose to " + c.verb, bar: 2, do: func(m *Model) tea.Cmd {
			c.open = binding{}
			return m.disturb()
		}}
	}
	return c, m.push(c)
}
