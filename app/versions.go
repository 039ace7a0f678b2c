package app

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/operator"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/views"
)

// history is the overlay that lists the versions of an entity, with the code of the
// one that is chosen and what it changed.
type history struct {
	key  string
	list []report.Version // the numbered ones, newest first; nil until they were read
	at   int
	body detail
	text map[int]operator.VersionText // by number, as they were read
}

// versionsMsg are the versions of an entity that were read, versionMsg is one of them.
type versionsMsg struct {
	of     *history
	detail report.Detail
	err    error
}

type versionMsg struct {
	of   *history
	text operator.VersionText
	err  error
}

func openVersions(m *Model, key string) tea.Cmd {
	x := &history{key: key, body: detail{over: true}, text: map[int]operator.VersionText{}}
	return tea.Batch(m.push(x), x.read(m))
}

// reload reads the list again: something changed.
func (x *history) reload(m *Model) tea.Cmd { return x.read(m) }

func (x *history) read(m *Model) tea.Cmd {
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		d, err := e.Detail(ctx, x.key)
		return versionsMsg{x, d, err}
	})
}

func (msg versionsMsg) arrive(m *Model) tea.Cmd {
	x := msg.of
	if msg.err != nil {
		x.body.err = msg.err.Error()
		return nil
	}
	chosen := x.number()
	x.list = slices.DeleteFunc(slices.Clone(msg.detail.Versions), func(v report.Version) bool { return v.Number == 0 })
	slices.SortFunc(x.list, func(a, b report.Version) int { return b.Number - a.Number })
	x.at = max(slices.IndexFunc(x.list, func(v report.Version) bool { return v.Number == chosen }), 0)
	clear(x.text)
	if len(x.list) == 0 {
		x.body.err = x.key + " was never current: it has no version"
		return nil
	}
	return x.choose(m, 0)
}

// number is that of the chosen version, 0 before there is one.
func (x *history) number() int {
	if x.at >= len(x.list) {
		return 0
	}
	return x.list[x.at].Number
}

// choose goes to another version by so many rows.
func (x *history) choose(m *Model, by int) tea.Cmd {
	x.at = min(max(x.at+by, 0), max(len(x.list)-1, 0))
	number := x.number()
	if _, known := x.text[number]; known || number == 0 {
		x.show(m)
		return nil
	}
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		text, err := e.VersionText(ctx, x.key, number)
		return versionMsg{x, text, err}
	})
}

func (msg versionMsg) arrive(m *Model) tea.Cmd {
	x := msg.of
	if msg.err != nil {
		x.body.err, x.body.page = msg.err.Error(), nil
		return nil
	}
	x.text[msg.text.Number] = msg.text
	x.show(m)
	return nil
}

// listedVersions is how many versions stand above the code.
const listedVersions = 6

// show makes the page of the chosen version.
func (x *history) show(m *Model) {
	text, known := x.text[x.number()]
	if !known {
		return
	}
	now, from := m.now(), max(0, min(x.at-listedVersions/2, len(x.list)-listedVersions))
	some := x.list[from:min(len(x.list), from+listedVersions)]
	at := x.at - from
	before := "nothing: it is the first"
	if text.Before != nil {
		before = "v" + strconv.Itoa(text.Number-1)
	}
	x.body.show(x.key+" v"+strconv.Itoa(text.Number), &page{
		title: x.key, copies: string(text.Content),
		head: func(t *views.Theme, w int) []string { return views.VersionRows(versionsOf(some), at, t, w, now) },
		views: []view{
			{"code", views.Code{ID: text.Hash, Language: text.Language, Content: string(text.Content)}},
			{"difference", views.Diff{
				ID: text.Artifact + " before", Language: text.Language, Before: string(text.Before), After: string(text.Content),
				From: before, To: "v" + strconv.Itoa(text.Number), New: text.Before == nil,
			}},
		},
	})
}

func (*history) covers() bool { return true }

func (x *history) scope() scope {
	all := distinct(slices.Concat([]binding{
		{keys: []string{"j", "down"}, name: "j down", verb: "older", help: "the version before it", bar: 2, do: x.move(1)},
		{keys: []string{"k", "up"}, name: "k up", verb: "newer", help: "the version after it", bar: 3, do: x.move(-1)},
		{keys: []string{"v"}, verb: "difference", says: x.otherView, help: "what it changed, and back to its code", bar: 4, do: nextView},
		{keys: []string{"a"}, verb: "make current", help: "make this version current again, as a new one", bar: 1, do: x.askRevert, unless: x.stands},
		{keys: []string{"u"}, verb: "undo", help: "take your last decision about code back", bar: 5, do: x.undo},
		{keys: []string{"c"}, verb: "copy", help: "copy its code", bar: 6, do: copyContent, unless: noContent},
		{keys: []string{"J"}, help: "scroll down", do: scrollBy(1, 0)},
		{keys: []string{"K"}, help: "scroll up", do: scrollBy(-1, 0)},
		{keys: []string{"esc", "q"}, name: "esc", verb: "back", help: "back", bar: 7, do: popTop},
	}, readingBindings()))
	return scope{"Versions", slices.DeleteFunc(all, func(b binding) bool { return len(b.keys) == 0 })}
}

func (x *history) otherView(*Model) string {
	if x.body.view != 0 {
		return "code"
	}
	return "difference"
}

func (x *history) move(by int) action {
	return func(m *Model) tea.Cmd { return x.choose(m, by) }
}

func (x *history) undo(m *Model) tea.Cmd { return tea.Batch(m.pop(), askUndo(m)) }

// stands is why the chosen version cannot be made current.
func (x *history) stands(*Model) string {
	text, known := x.text[x.number()]
	if !known {
		return "it is being read"
	}
	if text.Artifact == text.Current {
		return "it is current already"
	}
	if slices.ContainsFunc(x.list, func(v report.Version) bool { return v.Artifact == text.Current && v.Hash == text.Hash }) {
		return "its code is that of the current version"
	}
	return ""
}

// askRevert asks before a version becomes current again.
func (x *history) askRevert(m *Model) tea.Cmd {
	text := x.text[x.number()]
	number := "v" + strconv.Itoa(text.Number)
	c := &confirm{title: "Make current", verb: "make it current", lines: []string{
		x.key + " " + number, "", "Its code becomes current again, as a new version.", "No file is written: until you save it there, it is \"not saved yet\".",
	}}
	c.yes = func(m *Model) tea.Cmd {
		return tea.Batch(c.decide(m, x.key+" has the code of "+number+" again", func(ctx context.Context, e Engine) error {
			_, err := e.Revert(ctx, operator.ShownVersion{Entity: x.key, Number: text.Number, Current: text.Current})
			return err
		}))
	}
	return m.push(c)
}

func (x *history) draw(m *Model, _ []string, l views.Layout) []string {
	b := x.body.whole(m, l)
	b.Title = "Versions"
	return alone(m, b, l)
}

// versionsOf are versions as views list them.
func versionsOf(list []report.Version) []views.Version {
	out := make([]views.Version, 0, len(list))
	for _, v := range list {
		out = append(out, views.Version{
			Number: v.Number, State: string(v.State), Confidence: string(v.Confidence), Origin: string(v.Origin), Grant: v.Grant,
			Audit: string(v.Audit), Hash: v.Hash, Reason: v.Reason, Convention: strings.ReplaceAll(v.Convention, "_", " "), Turn: v.Turn, Created: v.Created,
			Changed: v.Changed,
		})
	}
	return out
}
