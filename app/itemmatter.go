package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/views"
)

// itemMatter is the matter of a review by which the operator changes an item. It
// shows each delta that would be recorded before it is.
type itemMatter struct {
	key    string // the item's id, which a command reads while Update changes item
	item   delta.Item
	change items.Change
	asked  atomic.Pointer[items.Change] // change, for the command that reads
	shown  *items.Plan                  // nil until it was read
	print  string                       // of the item that was shown
}

// maxItemText bounds what is typed into an item, in runes.
const maxItemText = 2000

// openItemChange opens the review of a change. What takes a text asks for it
// first: esc there gives the whole thing up.
func openItemChange(m *Model, it *delta.Item, verb items.Verb) tea.Cmd {
	x := &itemMatter{key: it.ID, item: it.Copy(), change: items.Change{Verb: verb}}
	switch verb {
	case items.Close:
		if it.Kind == delta.Task {
			x.change.Resolution = delta.Completed
		}
	case items.Correct:
		x.change.Text = it.Summary
		return x.askText(m, nil)
	case items.Supersede:
		return x.askText(m, nil)
	}
	return x.open(m)
}

func (x *itemMatter) open(m *Model) tea.Cmd {
	change := x.change
	x.asked.Store(&change)
	_, cmd := openReview(m, x)
	return cmd
}

// askText asks for the words of the change, and opens the review or reads it
// again.
func (x *itemMatter) askText(m *Model, r *review) tea.Cmd {
	label, hint := x.key+" says: ", "enter goes on to the review"
	if x.change.Verb == items.Supersede {
		label = "instead of " + x.key + ": "
	}
	return m.push(newPrompt(promptOptions{
		name: "Item", label: label, text: x.change.Text, hint: hint, most: maxItemText,
		done: func(m *Model, text string) tea.Cmd {
			x.change.Text = text
			if r == nil {
				return x.open(m)
			}
			return x.anew(m, r)
		},
		cancel: func(*Model) tea.Cmd { return nil },
	}))
}

// anew reads the plan of another choice: what stands there is no surprise.
func (x *itemMatter) anew(m *Model, r *review) tea.Cmd {
	change := x.change
	x.asked.Store(&change)
	x.shown, r.known, r.doc = nil, false, nil
	return tea.Batch(m.disturb(), r.look(m))
}

func (x *itemMatter) id() string     { return x.key }
func (x *itemMatter) entity() string { return x.key + ", " + x.item.KindName() }
func (*itemMatter) place() string    { return "Review of an item" }

func (x *itemMatter) read(ctx context.Context, e Engine) (func() bool, error) {
	change := *x.asked.Load()
	d, err := e.ItemDetail(ctx, x.key)
	if err != nil {
		return nil, err
	}
	shown := items.Shown{ID: d.Item.ID, Print: d.Item.Print()}
	plan, err := e.PlanItem(ctx, shown, change)
	switch {
	case errors.Is(err, engine.ErrChanged):
		return x.read(ctx, e) // between the two looks: this one has it
	case err != nil:
		plan = items.Plan{Refused: err.Error()}
	}
	return func() bool {
		if change != x.change {
			return false // what was read is not what is asked for any more
		}
		changed := x.shown == nil || x.print != shown.Print || x.shown.Refused != plan.Refused
		x.shown, x.print, x.item = &plan, shown.Print, d.Item
		return changed
	}, nil
}

// scopeOf are the keys of such a review, for the table of all keys.
func (x *itemMatter) scopeOf() scope {
	return scope{x.place(), x.choices(&review{matter: x})}
}

func (x *itemMatter) choices(r *review) []binding {
	able := func(verbs ...items.Verb) func(*Model) string {
		return func(m *Model) string {
			if why := r.nothing(m); why != "" {
				return why
			}
			if !slices.Contains(verbs, x.change.Verb) {
				return "this change has none"
			}
			return ""
		}
	}
	return []binding{
		{keys: []string{"e"}, verb: "other words", help: "type other words for the item", bar: 2, do: func(m *Model) tea.Cmd { return x.askText(m, r) }, unless: able(items.Correct, items.Supersede)},
		{keys: []string{"o"}, verb: x.other(), help: "the other way: a task completed or abandoned, a corrected item of the next kind", bar: 3, do: x.otherWay(r), unless: x.noOther(r)},
		{keys: []string{"x"}, verb: "reason", help: "say why the item ends", bar: 4, do: x.askReason(r), unless: x.noReason(able(items.Close, items.Supersede))},
	}
}

// other names what the other way is.
func (x *itemMatter) other() string {
	if x.change.Verb == items.Correct {
		return "other kind"
	}
	if x.change.Resolution == delta.Completed {
		return "abandoned"
	}
	return "completed"
}

func (x *itemMatter) noOther(r *review) func(*Model) string {
	return func(m *Model) string {
		if why := r.nothing(m); why != "" {
			return why
		}
		if x.change.Verb == items.Correct || x.change.Verb == items.Close && x.item.Kind == delta.Task {
			return ""
		}
		return "there is only one way to do this"
	}
}

func (x *itemMatter) noReason(able func(*Model) string) func(*Model) string {
	return func(m *Model) string {
		if x.item.Kind == delta.Task {
			return "a task ends as completed or abandoned, without a reason"
		}
		return able(m)
	}
}

func (x *itemMatter) otherWay(r *review) action {
	return func(m *Model) tea.Cmd {
		switch {
		case x.change.Verb == items.Correct:
			kind := x.change.Kind
			if kind == "" {
				kind = x.item.Kind
			}
			at := slices.Index(items.CorrectableKinds, kind)
			x.change.Kind = items.CorrectableKinds[(at+1)%len(items.CorrectableKinds)]
		case x.change.Resolution == delta.Completed:
			x.change.Resolution = delta.Abandoned
		default:
			x.change.Resolution = delta.Completed
		}
		return x.anew(m, r)
	}
}

func (x *itemMatter) askReason(r *review) action {
	return func(m *Model) tea.Cmd {
		return m.push(newPrompt(promptOptions{
			name: "Reason", label: "reason: ", text: x.change.Reason, hint: "optional, enter continues",
			done: func(m *Model, text string) tea.Cmd {
				x.change.Reason = text
				return x.anew(m, r)
			},
			cancel: func(*Model) tea.Cmd { return nil },
		}))
	}
}

// head says what is to be done, in words.
func (x *itemMatter) head(t *views.Theme, w int, _ time.Time, _ int) []string {
	return []string{t.Strong.On(views.FitKey(x.purpose(), w, t))}
}

func (x *itemMatter) purpose() string {
	kind := x.item.KindName()
	switch x.change.Verb {
	case items.Close:
		if x.item.Kind == delta.Task {
			return "Close the task as " + string(x.change.Resolution)
		}
		return "Close the " + kind + ": it is not in force any more"
	case items.Supersede:
		if x.change.Text == "" {
			return "Supersede the " + kind + ", with nothing in its place"
		}
		return "Supersede the " + kind + " by a new one"
	case items.Undo:
		return "Take back what changed the " + kind + " last"
	}
	if k := x.change.Kind; k != "" && k != x.item.Kind {
		return "Correct the " + kind + " to be a " + string(k)
	}
	return "Correct what the " + kind + " says"
}

func (*itemMatter) foot(*views.Theme, int) []string { return nil }

func (x *itemMatter) texts(bool) views.Source {
	c := views.ItemChange{Was: x.item.Summary, Refused: x.shown.Refused}
	for _, r := range x.shown.Records {
		c.Records = append(c.Records, views.Told{Label: strings.ReplaceAll(r.Kind(), "_", " "), Text: r.Words()})
		if made := delta.Created(r.Delta.Delta); made != nil {
			c.Says = made.Summary
		} else if r.Delta.Kind() == delta.DecisionRevisedKind || r.Delta.Kind() == delta.ConstraintRevisedKind {
			c.Says = delta.Says(r.Delta.Delta)
		}
	}
	if x.change.Verb != items.Undo {
		c.Note = "u on the item takes it back, by another delta: what was said stays in the log."
	}
	return views.Words(c.Doc)
}

func (*itemMatter) oneSided() string { return "an item's words stand below each other" }

func (x *itemMatter) undecided() string {
	switch {
	case x.shown == nil:
		return "it is being read"
	case x.shown.Refused != "":
		return "refused, nothing would be recorded"
	}
	return ""
}

func (x *itemMatter) verdict() string {
	p := x.purpose()
	return strings.ToLower(p[:1]) + p[1:]
}

func (x *itemMatter) verb() string { return string(x.change.Verb) }

func (x *itemMatter) decision() (func(context.Context, Engine) error, string) {
	shown, change := items.Shown{ID: x.key, Print: x.print}, x.change
	done := map[items.Verb]string{
		items.Close: "Closed ", items.Supersede: "Superseded ", items.Correct: "Corrected ", items.Undo: "Took back what changed ",
	}[change.Verb] + shown.ID
	return func(ctx context.Context, e Engine) error { return e.ChangeItem(ctx, shown, change) }, done
}
