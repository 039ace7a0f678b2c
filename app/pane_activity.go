package app

import (
	"context"
	"sort"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/store"
	"holdfast/views"
)

// maxRequests bounds the requests that are kept on screen.
const maxRequests = 500

// activityPane lists requests, newest first: live ones, and what became of those
// before.
type activityPane struct {
	now      func() time.Time
	rows     views.List
	requests []engine.Activity // newest first
	told     map[string]bool   // episodes whose withheld entities were told
	read     func() bool       // the selected request is being read: it stays

	shown    *subject // of the row and the requests it was made of
	shownRow views.Request
}

func newActivityPane(now func() time.Time) *activityPane {
	return &activityPane{now: now, told: map[string]bool{}, read: func() bool { return false }}
}

func (*activityPane) number() string      { return "5" }
func (*activityPane) title() string       { return "Activity" }
func (*activityPane) slot() views.Slot    { return views.Slot{Strip: true} }
func (p *activityPane) list() *views.List { return &p.rows }

func (*activityPane) empty(s engine.Status) string {
	if s.Listen == "" {
		return "No request yet."
	}
	return "No request yet. Set your client's base URL to http://" + s.Listen + "/v1"
}

func (p *activityPane) load(_ context.Context, e Engine) (func(), error) {
	requests := e.Activities()
	return func() { p.merge(requests) }, nil
}

// merge takes requests as they stand now. What was read may be older than what an
// event told meanwhile, so a request never goes back.
func (p *activityPane) merge(requests []engine.Activity) {
	at := make(map[string]int, len(p.requests))
	for i, r := range p.requests {
		at[r.Episode] = i
	}
	for _, r := range requests {
		i, known := at[r.Episode]
		switch {
		case !known:
			at[r.Episode] = len(p.requests)
			p.requests = append(p.requests, r)
		case !before(r, p.requests[i]):
			p.requests[i] = r
		}
	}
	sort.SliceStable(p.requests, func(i, j int) bool { return p.requests[i].Started.After(p.requests[j].Started) })
	if len(p.requests) > maxRequests {
		p.requests = p.requests[:maxRequests]
	}
	p.redraw()
}

// withheld are the entities that requests were not shown, those of each request
// once.
func (p *activityPane) withheld(requests []engine.Activity) []store.EntityRef {
	var refs []store.EntityRef
	for _, r := range requests {
		if len(r.Withheld) == 0 || p.told[r.Episode] {
			continue
		}
		if len(p.told) >= maxRequests {
			clear(p.told)
		}
		p.told[r.Episode] = true
		refs = append(refs, r.Withheld...)
	}
	return refs
}

// before tells whether a is an earlier state of a request than b.
func before(a, b engine.Activity) bool {
	rank := map[engine.Phase]int{engine.Waiting: 0, engine.Streaming: 1, engine.Settling: 2, engine.Done: 3, engine.Failed: 3}
	if rank[a.Phase] != rank[b.Phase] {
		return rank[a.Phase] < rank[b.Phase]
	}
	return a.Bytes < b.Bytes
}

// redraw makes the rows anew: their clocks went on. The newest row is followed
// for as long as it is selected and nobody reads in it.
func (p *activityPane) redraw() {
	now := p.now()
	newest := p.rows.Cursor() == 0 && !p.read()
	rows := make([]views.Row, len(p.requests))
	for i, r := range p.requests {
		rows[i] = requestOf(r, now)
	}
	p.rows.Set(rows)
	p.shown = nil
	if newest {
		p.rows.Move(-len(rows))
	}
}

// live counts the requests that are under way.
func (p *activityPane) live() int {
	n := 0
	for _, r := range p.requests {
		if (views.Request{Phase: string(r.Phase)}).Live() {
			n++
		}
	}
	return n
}

func (p *activityPane) subject() *subject {
	row, ok := p.rows.Selected().(views.Request)
	if !ok {
		return nil
	}
	if p.shown == nil || p.shownRow != row {
		p.shown, p.shownRow = p.subjectOf(row), row
	}
	return p.shown
}

func (p *activityPane) subjectOf(row views.Request) *subject {
	now := p.now()
	for _, r := range p.requests {
		if r.Episode != row.Key {
			continue
		}
		if row.Live() || r.Kind != "turn" {
			return &subject{id: "request " + r.Episode, now: requestPage(r, now, "")}
		}
		return &subject{id: "exchange " + r.Episode, load: loadExchange(r, now)}
	}
	return nil
}

func (p *activityPane) bindings() []binding {
	return []binding{
		{keys: []string{"enter"}, verb: "open", help: "open the request: what the model saw, what was left out, its reply, the gates", bar: 1, do: (*Model).openDetail, unless: noRow},
		{keys: []string{"f"}, verb: "follow", help: "go to the newest request and stay with the newest", bar: 2, do: p.follow, unless: p.following},
	}
}

func (p *activityPane) follow(*Model) tea.Cmd {
	p.rows.Move(-p.rows.Len())
	return nil
}

func (p *activityPane) following(*Model) string {
	if p.rows.Cursor() == 0 {
		return "the newest request is followed already"
	}
	return ""
}
