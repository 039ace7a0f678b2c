package app

import (
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/engine/stale"
	"holdfast/views"
)

// maxAlerts bounds the alerts that wait to be read.
const maxAlerts = 200

// inbox is the one list of what the operator should know of: what stands until it is
// settled, and what happened until it is looked at. It is the overlay that shows it too.
type inbox struct {
	since  time.Time // what happened before is history
	alerts []alert   // oldest first
	serial int       // of the latest alert
	read   map[string]bool
	rows   views.List
	fresh  bool // the rows tell what is now
	drawn  views.Rect
}

// alert is something that the engine told.
type alert struct {
	at     time.Time
	what   events.Event
	serial int
	times  int // it was told
}

// told takes alerts of the engine. What is told again is one alert, and a request about
// which something new is told is news again.
func (x *inbox) told(list []events.Event, now time.Time) {
	for _, e := range list {
		x.serial++
		delete(x.read, requestKey(e.Episode))
		times := 1
		x.alerts = slices.DeleteFunc(x.alerts, func(a alert) bool {
			same := a.what.Alert == e.Alert && a.what.Entity == e.Entity && a.what.Episode == e.Episode
			if same {
				times += a.times
			}
			return same
		})
		x.alerts = append(x.alerts, alert{now, e, x.serial, times})
	}
	x.alerts = x.alerts[max(0, len(x.alerts)-maxAlerts):]
	x.fresh = x.fresh && len(list) == 0
}

// renew makes the rows of what is now.
func (x *inbox) renew(m *Model) {
	if x.fresh || !m.known {
		return
	}
	x.fresh = true
	now, known := m.now(), tidings{
		disk:     m.panes.disk.rows.All(),
		lost:     m.status.Lost,
		requests: m.panes.activity.ours(),
		since:    x.since,
	}
	stands := known.standing()
	x.alerts = slices.DeleteFunc(x.alerts, func(a alert) bool { return known.contradicts[a.what.Entity] })
	happened := known.happened(x.alerts, now)
	x.read = among(x.read, happened)
	happened = slices.DeleteFunc(happened, func(a views.Alarm) bool { return x.read[a.Key] })
	rows := make([]views.Row, 0, len(stands)+len(happened))
	for _, a := range append(stands, happened...) {
		rows = append(rows, a)
	}
	x.rows.Set(rows)
}

// requestKey is the key of the row of a request.
func requestKey(episode string) string { return "request " + episode }

// among are the keys of a set that rows have still.
func among(set map[string]bool, rows []views.Alarm) map[string]bool {
	out := map[string]bool{}
	for _, r := range rows {
		if set[r.Key] {
			out[r.Key] = true
		}
	}
	return out
}

// news reports whether something happened that was not looked at.
func (x *inbox) news() bool {
	return x.rows.Find(func(id string) bool { return !strings.HasPrefix(id, "disk ") && id != "lost" }) != ""
}

// tidings are what the rows of the inbox are made of.
type tidings struct {
	disk     views.Rows // of Stale
	lost     int
	requests []*events.Activity // newest first
	since    time.Time

	contradicts map[string]bool // entities that the rows of the disk are about
}

// standing are the rows of what stands until it is settled: what is lost, and what the
// disk contradicts, by files. That an answer is not saved yet is no news, before it is
// withheld for it.
func (k *tidings) standing() []views.Alarm {
	var out []views.Alarm
	if k.lost > 0 {
		out = append(out, views.Alarm{Key: "lost", Sign: "lost", About: views.Count(k.lost, "symbol", "symbols") + " lost", Text: "no recovery could bring them back", Goes: "to SESSION_STATE"})
	}
	k.contradicts = map[string]bool{}
	disk, ok := k.disk.(divergences)
	if !ok {
		return out
	}
	withheld := k.withheld()
	type file struct {
		reasons  map[string]int
		requests map[string]bool
	}
	files := map[string]*file{}
	var order []string
	for i, d := range disk.found {
		if d.Reason == stale.NotApplied && withheld[d.Key] == nil {
			continue
		}
		k.contradicts[d.Key] = true
		name := disk.Group(i)
		f := files[name]
		if f == nil {
			f = &file{map[string]int{}, map[string]bool{}}
			files[name], order = f, append(order, name)
		}
		f.reasons[string(d.Reason)]++
		for _, episode := range withheld[d.Key] {
			f.requests[episode] = true
		}
	}
	for _, name := range order {
		f := files[name]
		out = append(out, views.Alarm{
			Key: "disk " + name, Sign: worst(f.reasons), About: name, Goes: "to Stale",
			Text: views.Standing(f.reasons, len(f.reasons) == 1 && f.reasons[string(stale.Vanished)] > 0, len(f.requests)),
		})
	}
	return out
}

// worst is the reason that a row of several is signed with.
func worst(reasons map[string]int) string {
	for _, r := range []stale.Reason{stale.Vanished, stale.Unreadable, stale.Edited} {
		if reasons[string(r)] > 0 {
			return string(r)
		}
	}
	return string(stale.NotApplied)
}

// withheld are the requests that entities were withheld from, by their keys.
func (k *tidings) withheld() map[string][]string {
	out := map[string][]string{}
	for _, r := range k.requests {
		if r.Started.Before(k.since) {
			break // they stand newest first
		}
		for _, ref := range r.Withheld {
			out[ref.Entity] = append(out[ref.Entity], r.Episode)
		}
	}
	return out
}

// happened are the rows of what happened, newest first: one for each request that
// failed or that something is to be said of, and one for each alert of its own.
func (k *tidings) happened(alerts []alert, now time.Time) []views.Alarm {
	type timed struct {
		at time.Time
		views.Alarm
	}
	var list []timed
	said := map[string][]string{}
	for _, a := range alerts {
		if a.what.Episode != "" {
			said[a.what.Episode] = append(said[a.what.Episode], a.what.Alert)
			continue
		}
		row := views.Alarm{Key: "alert " + count(a.serial), When: views.Clock(a.at, now), About: a.what.Entity, Text: strings.TrimPrefix(a.what.Alert, a.what.Entity+" ")}
		if a.times > 1 {
			row.Text += " (" + count(a.times) + " times)"
		}
		if row.About != "" {
			row.Goes = "to the symbol"
		}
		list = append(list, timed{a.at, row})
	}
	for _, r := range k.requests {
		told := said[r.Episode]
		row, ok := alarmOf(r, told, now)
		delete(said, r.Episode)
		if ok && (len(told) > 0 || !r.Ended.Before(k.since)) {
			list = append(list, timed{r.Ended, row})
		}
	}
	for _, a := range alerts { // about requests that Activity does not show
		if texts := said[a.what.Episode]; len(texts) > 0 {
			list = append(list, timed{a.at, views.Alarm{Key: "alert " + a.what.Episode, When: views.Clock(a.at, now), Text: strings.Join(texts, "; ")}})
			delete(said, a.what.Episode)
		}
	}
	slices.SortStableFunc(list, func(a, b timed) int { return b.at.Compare(a.at) })
	out := make([]views.Alarm, len(list))
	for i, x := range list {
		out[i] = x.Alarm
	}
	return out
}

// alarmOf is the row of a request that failed, or that something was told of.
func alarmOf(r *events.Activity, said []string, now time.Time) (views.Alarm, bool) {
	row := views.Alarm{Key: requestKey(r.Episode), When: views.Clock(r.Ended, now), About: r.Prompt, Goes: "to the request"}
	switch {
	case r.Phase == events.Failed && r.Kind == "guard":
		row.Sign, row.About, row.Text = "failed", "", strings.Join(append(said, r.Error)[:1], "")
		return row, true
	case r.Phase == events.Failed:
		row.Sign, row.Text = "failed", strings.Join(append([]string{r.Error}, said...), "; ")
		return row, true
	}
	for _, w := range r.Withheld {
		if w.Reason == "unavailable" {
			said = append(said, w.Entity+" was withheld: "+views.Withheld(w.Reason))
		}
	}
	row.Text = strings.Join(said, "; ")
	return row, len(said) > 0 && r.Over()
}

func noAlerts(m *Model) string {
	if m.inbox.rows.Total() == 0 {
		return "no alerts"
	}
	return ""
}

func openAlerts(m *Model) tea.Cmd { return m.push(&m.inbox) }

func (*inbox) covers() bool { return false }

func (x *inbox) scope() scope {
	return scope{"Alerts", []binding{
		{keys: []string{"enter"}, verb: "go there", help: "go to the row that it is about; what happened is read then", bar: 1, do: x.open, unless: x.none},
		{keys: []string{"x"}, verb: "read", help: "take what happened off the list; what stands goes when it is settled", bar: 2, do: x.dismiss, unless: x.stands},
		{keys: []string{"X"}, verb: "all read", help: "take all that happened off the list", bar: 3, do: x.dismissAll, unless: x.noNews},
		{keys: []string{"o"}, verb: "let it run", help: "let a write run that the guard refused, when the client makes it again", cli: "guard allow", bar: 4, do: x.overrule, unless: x.notRefused},
		{keys: []string{"j", "down"}, name: "j down", help: "next row", do: x.move(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "row before", do: x.move(-1)},
		{keys: []string{"g", "home"}, name: "g", help: "first row", do: x.move(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "last row", do: x.move(1 << 30)},
		{keys: []string{"/"}, verb: "filter", help: "show only rows that hold these words", bar: 4, do: func(m *Model) tea.Cmd { return filterRows(m, &x.rows) }, unless: x.none},
		{keys: []string{"esc", "q", "!"}, name: "esc", verb: "back", help: "drop the filter, or go back", bar: 5, do: x.back},
	}}
}

func (x *inbox) selected() views.Alarm {
	a, _ := x.rows.Selected().(views.Alarm)
	return a
}

func (x *inbox) none(*Model) string {
	if x.rows.Selected() == nil {
		return "no alerts"
	}
	return ""
}

// stands is why the selected row cannot be taken off.
func (x *inbox) stands(m *Model) string {
	if why := x.none(m); why != "" {
		return why
	}
	if x.selected().When == "" {
		return "it goes when it is settled: enter goes there"
	}
	return ""
}

func (x *inbox) noNews(*Model) string {
	if !x.news() {
		return "what stands goes when it is settled"
	}
	return ""
}

func (x *inbox) move(n int) action {
	return func(*Model) tea.Cmd {
		x.rows.Move(n)
		return nil
	}
}

func (x *inbox) back(m *Model) tea.Cmd {
	if x.rows.Filtered() == "" {
		return m.pop()
	}
	x.rows.Filter("")
	return nil
}

// looked marks a row of what happened as read.
func (x *inbox) looked(key string) {
	x.read[key], x.fresh = true, false
}

func (x *inbox) dismiss(m *Model) tea.Cmd {
	x.looked(x.selected().Key)
	return x.left(m)
}

func (x *inbox) dismissAll(m *Model) tea.Cmd {
	for _, r := range x.rows.Rows() {
		if a, ok := r.(views.Alarm); ok && a.When != "" {
			x.looked(a.Key)
		}
	}
	return x.left(m)
}

// left closes the list where nothing is on it any more.
func (x *inbox) left(m *Model) tea.Cmd {
	x.renew(m)
	if x.rows.Total() == 0 {
		return m.pop()
	}
	return nil
}

// open goes to the row that the selected one is about.
func (x *inbox) open(m *Model) tea.Cmd {
	a := x.selected()
	if a.When != "" {
		x.looked(a.Key)
	}
	cmd := m.pop()
	kind, about, _ := strings.Cut(a.Key, " ")
	found := true
	switch kind {
	case "disk":
		found = m.panes.goTo("3", about)
	case "lost":
		if found = m.panes.goTo("4", "SESSION_STATE"); found {
			m.panes.focus(views.OnDetail)
		}
	case "request":
		if found = m.panes.goTo("5", about); found {
			m.panes.focus(views.OnDetail)
		}
	default:
		if a.About == "" || !m.panes.goTo("1", a.About) {
			return tea.Batch(cmd, m.notices.answer(views.Info, a.Text))
		}
	}
	if !found {
		cmd = tea.Batch(cmd, m.notices.answer(views.Info, "It is not listed any more: "+a.About+" "+a.Text))
	}
	return cmd
}

// draw shows the list, and under it all that there is to say of the selected row.
func (x *inbox) draw(m *Model, screen []string, _ views.Layout) []string {
	const foot = 4
	w := min(m.w-4, 110)
	inner, t := w-4, m.theme
	var lines []string
	height := max(min(x.rows.Len(), m.h-6-foot), 1)
	if x.none(m) != "" {
		say := "No alerts."
		if x.rows.Filtered() != "" {
			say = "No alert holds \"" + x.rows.Filtered() + "\". esc drops the filter."
		}
		lines = append(lines, t.Dim.On(views.Clean(say)))
	} else {
		lines = append(append(lines, x.rows.Render(inner, height, t, views.FullPointer)...), "")
		lines = append(lines, x.selected().Foot(t, inner, foot-1)...)
	}
	h := max(min(x.rows.Len()+foot+2, m.h-4), len(lines)+2)
	x.drawn = views.Rect{X: (m.w-w)/2 + 2, Y: (m.h-min(h, m.h))/2 + 1, W: inner, H: min(height, x.rows.Len())}
	title := "Alerts " + count(x.rows.Total())
	if x.rows.Filtered() != "" {
		title = "Alerts " + found(&x.rows)
	}
	return m.withBar(views.Box(screen, title, lines, w, h, t))
}

func (x *inbox) wheel(m *Model, lines int) tea.Cmd       { return x.move(lines)(m) }
func (x *inbox) listed(*Model) (*views.List, views.Rect) { return &x.rows, x.drawn }
