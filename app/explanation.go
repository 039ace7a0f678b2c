package app

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/items"
	"holdfast/views"
)

// explanation is the overlay that tells where an item came from: who said what,
// and each event of its log. It follows the session while it is open.
type explanation struct {
	id    string
	body  detail
	known *items.Detail // nil until it was read
	turn  int           // the one that o goes to
	busy  bool
	again bool // it is to be read once more
}

// explanationMsg is an item that was read.
type explanationMsg struct {
	of     *explanation
	detail items.Detail
	err    error
}

func openExplanation(m *Model, id string) tea.Cmd {
	x := &explanation{id: id, body: detail{over: true}}
	return tea.Batch(m.push(x), x.read(m))
}

// reload reads it again: something changed.
func (x *explanation) reload(m *Model) tea.Cmd { return x.read(m) }

func (x *explanation) read(m *Model) tea.Cmd {
	if x.busy {
		x.again = true
		return nil
	}
	x.busy = true
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		d, err := e.ItemDetail(ctx, x.id)
		return explanationMsg{x, d, err}
	})
}

func (msg explanationMsg) arrive(m *Model) tea.Cmd {
	x := msg.of
	x.busy = false
	if !m.overlays.shows(x) {
		return nil
	}
	if msg.err != nil {
		x.body.err, x.body.page = msg.err.Error(), nil
	} else {
		first := x.known == nil
		x.known = &msg.detail
		if first {
			x.turn = max(slices.IndexFunc(msg.detail.Turns, linked), 0)
		}
		x.show(m)
	}
	if x.again {
		x.again = false
		return x.read(m)
	}
	return nil
}

// show makes the page anew.
func (x *explanation) show(m *Model) {
	d, turn, now := *x.known, x.turn, m.now()
	told := itemOf(d, turn, now)
	x.body.show(x.id, &page{
		title: x.id,
		views: []view{{"item", views.Words(told.Doc)}, {"log", views.Words(told.Log)}},
	})
}

func linked(t items.Turn) bool { return t.Episode != "" }

// itemOf is an item as it is explained.
func itemOf(d items.Detail, turn int, now time.Time) views.Item {
	when := func(t time.Time) string { return views.Clock(t, now) }
	var x views.Item
	whole := d
	whole.Turns = nil
	x.Facts = toldOf(append([]items.Told{{Label: "item", Text: d.Title()}}, whole.Facts(when)...))
	for i, t := range d.Turns {
		x.Turns = append(x.Turns, views.ItemTurn{Words: t.Words(when), Quote: t.Quote, Linked: linked(t), Picked: i == turn && linked(t)})
	}
	for _, e := range d.Events {
		x.Events = append(x.Events, views.ItemEvent{Title: e.Title(when), Refused: e.Reason != "", Facts: toldOf(e.Facts())})
	}
	return x
}

func toldOf(list []items.Told) []views.Told {
	out := make([]views.Told, len(list))
	for i, t := range list {
		out[i] = views.Told(t)
	}
	return out
}

func (*explanation) covers() bool { return true }

func (x *explanation) scope() scope {
	all := distinct(slices.Concat([]binding{
		{keys: []string{"o"}, verb: "turn", help: "go to the marked turn in Activity, or where that does not list it any more, open it from the Ledger", bar: 2, do: x.openTurn, unless: x.noTurn},
		{keys: []string{"n"}, verb: "next turn", help: "next turn of the item; in the log the next event", bar: 3, do: x.nextTurn(1)},
		{keys: []string{"N"}, help: "turn or event before", do: x.nextTurn(-1)},
		{keys: []string{"v"}, verb: "log", says: x.otherView, help: "its log: each event with its row of the Ledger, before and after, and what was refused; and back", bar: 1, do: nextView},
		{keys: []string{"c"}, verb: "copy", help: "copy the explanation", bar: 5, do: copyContent, unless: noContent},
		{keys: []string{"esc", "q", "left"}, name: "esc", verb: "back", help: "(or q, left) back to the projection", bar: 6, do: popTop},
	}, readingBindings()))
	return scope{"Item", slices.DeleteFunc(all, func(b binding) bool { return len(b.keys) == 0 })}
}

// otherView is what v shows.
func (x *explanation) otherView(*Model) string {
	if x.body.view != 0 {
		return "item"
	}
	return "log"
}

func (x *explanation) noTurn(*Model) string {
	if x.known == nil || x.turn >= len(x.known.Turns) || !linked(x.known.Turns[x.turn]) {
		return "none of its turns is in this workspace"
	}
	return ""
}

// nextTurn marks another turn, where there are several to go to.
func (x *explanation) nextTurn(dir int) action {
	return func(m *Model) tea.Cmd {
		if x.known == nil || x.body.view != 0 {
			return jump(dir)(m)
		}
		for at := x.turn + dir; at >= 0 && at < len(x.known.Turns); at += dir {
			if linked(x.known.Turns[at]) {
				x.turn = at
				x.show(m)
				if x.body.doc != nil && at < len(x.body.doc.Marks) {
					w, h := x.body.size(m)
					x.body.port.Reveal(x.body.doc, at, w, h)
				}
				return nil
			}
		}
		return m.notices.answer(views.Info, "No further turn that way.")
	}
}

// openTurn goes to the turn in Activity. What Activity does not list any more is
// opened from the Ledger.
func (x *explanation) openTurn(m *Model) tea.Cmd {
	t := x.known.Turns[x.turn]
	if m.panes.goTo(m.panes.activity.number(), t.Episode) {
		m.overlays.close(x)
		return m.disturb()
	}
	return openSheet(m, "Turn "+count(t.Turn), subject{load: func(ctx context.Context, e Engine) (*page, error) {
		exchange, err := e.Exchange(ctx, t.Episode)
		if err != nil {
			return nil, err
		}
		return &page{title: "turn", views: exchangeViews(exchange)}, nil
	}})
}

func (x *explanation) draw(m *Model, _ []string, l views.Layout) []string {
	b := x.body.whole(m, l)
	b.Title = "Item" // its id is the page's title
	return alone(m, b, l)
}
