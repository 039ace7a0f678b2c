package app

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/store/event"
	"holdfast/views"
)

// maxRequests bounds the requests that are kept on screen.
const maxRequests = 500

// activityPane lists requests, newest first: live ones, and what became of those
// before.
type activityPane struct {
	now      func() time.Time
	rows     views.List
	requests []*events.Activity // newest first; a list is never changed in its order, but replaced
	session  string             // whose rows are shown, where all is not set
	all      bool               // those of every session are
	known    bool               // they were read once: events tell the rest
	told     map[string]bool    // episodes whose withheld entities were told
	fates    fates
	read     func() bool // the selected request is being read: it stays

	shown    *subject // of the row and the requests it was made of
	shownRow views.Request
}

func newActivityPane(now func() time.Time) *activityPane {
	return &activityPane{now: now, told: map[string]bool{}, fates: fates{}, read: func() bool { return false }}
}

func (*activityPane) number() string      { return "5" }
func (*activityPane) title() string       { return "Activity" }
func (p *activityPane) list() *views.List { return &p.rows }

func (*activityPane) none(s report.Status) string {
	if s.Listen == "" {
		return "no request yet"
	}
	return "point a client at http://" + s.Listen + "/v1"
}

func (*activityPane) empty(s report.Status) string {
	if s.Listen == "" {
		return "No request yet."
	}
	return "No request yet. Set your client's base URL to http://" + s.Listen + "/v1"
}

func (p *activityPane) load(ctx context.Context, e Engine) (func(), error) {
	session := e.Status().Session
	if p.known {
		return func() { p.follows(session) }, nil
	}
	earlier, err := e.EarlierActivities(ctx)
	if err != nil {
		return nil, err
	}
	requests := append(earlier, e.Activities()...)
	return func() {
		p.known, p.session = true, session
		p.merge(requests)
	}, nil
}

// follows shows the rows of the session that is active now.
func (p *activityPane) follows(session string) {
	p.session = session
	p.redraw()
}

// ours are the requests that are shown: of one session, or of all.
func (p *activityPane) ours() []*events.Activity {
	if p.all {
		return p.requests
	}
	out := make([]*events.Activity, 0, len(p.requests))
	for _, r := range p.requests {
		if r.Session == p.session || r.Session == "" {
			out = append(out, r)
		}
	}
	return out
}

// toggleAll shows the requests of every session, or those of the active one again.
func (p *activityPane) toggleAll(*Model) tea.Cmd {
	p.all = !p.all
	p.redraw()
	return nil
}

func (p *activityPane) otherAll(*Model) string {
	if p.all {
		return "this session"
	}
	return "all sessions"
}

// merge takes requests as they stand now. What was read may be older than what an
// event told meanwhile, so a request never goes back.
func (p *activityPane) merge(requests []events.Activity) {
	for _, r := range requests {
		p.take(r)
	}
	p.redraw()
}

// take takes one request, whose place is that of its start. What happens is
// mostly about the newest, which are found first.
func (p *activityPane) take(r events.Activity) {
	i := slices.IndexFunc(p.requests, func(x *events.Activity) bool { return x.Episode == r.Episode })
	switch {
	case i < 0:
	case before(&r, p.requests[i]):
		return
	case p.requests[i].Started.Equal(r.Started):
		p.requests[i] = &r
		return
	}
	list := make([]*events.Activity, 0, len(p.requests)+1)
	placed := false
	for k, x := range p.requests {
		if !placed && x.Started.Before(r.Started) {
			list, placed = append(list, &r), true
		}
		if k != i {
			list = append(list, x)
		}
	}
	if !placed {
		list = append(list, &r)
	}
	p.requests = list[:min(len(list), maxRequests)]
}

// withheld are the entities that requests were not shown, those of each request
// once.
func (p *activityPane) withheld(requests []events.Activity) []event.EntityRef {
	var refs []event.EntityRef
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

// before reports whether a is an earlier state of a request than b.
func before(a, b *events.Activity) bool {
	if x, y := rankOf(a.Phase), rankOf(b.Phase); x != y {
		return x < y
	}
	return a.Bytes < b.Bytes
}

// rankOf orders the phases in which a request goes on.
func rankOf(p events.Phase) int {
	switch p {
	case events.Streaming:
		return 1
	case events.Settling:
		return 2
	case events.Done, events.Failed:
		return 3
	}
	return 0
}

// requests are the rows of Activity at a moment.
type requests struct {
	list  []*events.Activity
	now   time.Time
	fates fates
}

// Len implements views.Rows.
func (r requests) Len() int { return len(r.list) }

// ID implements views.Rows.
func (r requests) ID(i int) string { return r.list[i].Episode }

// At implements views.Rows.
func (r requests) At(i int) views.Row { return requestOf(r.fates.of(*r.list[i]), r.now) }

// redraw makes the rows anew: their clocks went on. The newest row is followed
// for as long as it is selected and nobody reads in it.
func (p *activityPane) redraw() {
	newest := p.rows.Cursor() == 0 && !p.read()
	p.rows.Show(requests{p.ours(), p.now(), p.fates})
	p.shown = nil
	if newest {
		p.rows.Move(-p.rows.Total())
	}
}

// live counts the requests that are under way.
func (p *activityPane) live() int {
	n := 0
	for i := range p.requests {
		if (views.Request{Phase: string(p.requests[i].Phase)}).Live() {
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
	if p.shown == nil || p.shownRow != row && !(row.Live() && p.shownRow.Live() && p.shownRow.Key == row.Key) {
		p.shown, p.shownRow = p.subjectOf(row), row
	}
	return p.shown
}

// selectsLive reports whether the selected request is under way.
func (p *activityPane) selectsLive() bool {
	row, ok := p.rows.Selected().(views.Request)
	return ok && row.Live()
}

func (p *activityPane) subjectOf(row views.Request) *subject {
	now := p.now()
	for _, x := range p.requests {
		if x.Episode != row.Key {
			continue
		}
		r := p.fates.of(*x)
		if row.Live() {
			return &subject{id: "live " + r.Episode, load: loadComing(r, p.now)}
		}
		if r.Kind != "turn" {
			return &subject{id: "request " + r.Episode, now: requestPage(r, now, "")}
		}
		return &subject{id: "exchange " + r.Episode, load: loadExchange(r, now)}
	}
	return nil
}

func (p *activityPane) bindings() []binding {
	return []binding{
		{keys: []string{"enter"}, verb: "open", help: "open the request: what the model saw, what was left out, its reply, the gates", bar: 1, do: openDetail, unless: noRow},
		{keys: []string{"S"}, verb: "all sessions", says: p.otherAll, help: "requests of all sessions, or of this one", bar: 3, do: p.toggleAll},
		{keys: []string{"o"}, verb: "let it run", help: "let a write run that the guard refused, when the client makes it again", cli: "guard allow", bar: 4, do: p.overrule, unless: p.notRefused},
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
