package app

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// bulk is the matter of a review that decides about all of a file, of a folder that is
// gone, or of the marked rows at once: one diff, one decision, and one undo takes it
// back.
type bulk struct {
	name  string      // of the file or folder, "" for marked rows
	rows  *views.List // where they are marked, nil for a file or folder
	keys  []string
	does  bulkKind
	way   way // adoptDisk and keepArtifact are the first and the second of the kind
	why   string
	shown *bulkShown // nil until it was read
}

// bulkKind is what is decided: about proposals, or about what the disk holds.
type bulkKind struct {
	place               string
	one, what           string // what is decided about: of one, of several
	first, second       choice
	read                func(ctx context.Context, e Engine, keys []string) (bulkShown, error)
	doFirst, doSecond   func(ctx context.Context, e Engine, s bulkShown, why string) error
	asksWhy             bool // the second asks for a reason
	doneFirst, doneLast string
}

// choice is a way of deciding: its key, its name, and what it does in words.
type choice struct{ key, name, does, verdict, cli string }

// pendingBulk accepts or rejects all proposals of a file.
var pendingBulk = bulkKind{
	place: "Review", one: "change waits", what: "changes wait",
	first:  choice{"a", "accept all", "each becomes the current version", "accept all", "accept"},
	second: choice{"x", "reject all", "none of them becomes current", "reject all", "reject"},
	read:   readProposals, doFirst: acceptAll, doSecond: rejectAll, asksWhy: true,
	doneFirst: "Accepted", doneLast: "Rejected",
}

// staleBulk takes the disk for all of a file or folder, or keeps what holdfast has.
var staleBulk = bulkKind{
	place: "Review of the disk", one: "symbol differs on the disk", what: "symbols differ on the disk",
	first:  choice{"d", "take the disk", "the file's versions become the current ones, and what it does not hold is removed", "take the disk for all", "adopt"},
	second: choice{"m", "keep mine", "ignore these versions; holdfast's stay current until the file changes again", "keep mine for all", "keep"},
	read:   readDisk, doFirst: takeDisk, doSecond: keepMine,
	doneFirst: "Took the disk for", doneLast: "Kept yours of",
}

// openBulk opens the review of all of a file, or of the marked rows of a list.
func openBulk(m *Model, x *bulk) tea.Cmd {
	if x.rows != nil {
		x.name = ""
	}
	w := x.way
	_, cmd := openReview(m, x)
	if w == keepArtifact && x.does.asksWhy {
		x.way = undecided
		cmd = tea.Batch(cmd, x.askWhy(m, popTop))
	}
	return cmd
}

func (b *bulk) id() string { return views.HeadID(b.name) }

func (b *bulk) entity() string {
	if b.rows != nil {
		return count(len(b.keys)) + " marked"
	}
	return b.name
}

func (b *bulk) place() string { return b.does.place }

// settled takes the marks of what was decided away.
func (b *bulk) settled() {
	if b.rows != nil {
		unmark(b.rows, b.keys)()
	}
}

func (b *bulk) read(ctx context.Context, e Engine) (func() bool, error) {
	came, err := b.does.read(ctx, e, b.keys)
	if err != nil {
		return nil, err
	}
	return func() bool {
		changed := b.shown == nil || b.shown.print != came.print
		if changed && b.shown != nil {
			b.way = undecided // what was chosen was chosen for something else
		}
		b.shown = &came
		return changed
	}, nil
}

func (b *bulk) choices(r *review) []binding {
	return []binding{
		{keys: []string{b.does.first.key}, verb: b.does.first.name, help: b.does.first.name + ": " + b.does.first.does, cli: b.does.first.cli, bar: 2, do: b.choose(adoptDisk), unless: r.nothing},
		{keys: []string{b.does.second.key}, verb: b.does.second.name, help: b.does.second.name + ": " + b.does.second.does, cli: b.does.second.cli, bar: 3, do: b.choose(keepArtifact), unless: r.nothing},
	}
}

func (b *bulk) choose(w way) action {
	return func(m *Model) tea.Cmd {
		if w == keepArtifact && b.does.asksWhy {
			return b.askWhy(m, func(*Model) tea.Cmd { return nil })
		}
		b.way = w
		return nil
	}
}

// askWhy asks for the reason of a rejection.
func (b *bulk) askWhy(m *Model, cancel action) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Reason", label: "reason: ", text: b.why, hint: "optional, enter continues",
		done:   func(_ *Model, text string) tea.Cmd { b.way, b.why = keepArtifact, text; return nil },
		cancel: cancel,
	}))
}

func (b *bulk) head(t *views.Theme, w int, _ time.Time, _ int) []string {
	var lines []string
	for _, l := range views.Wrap(b.says(), w) {
		lines = append(lines, t.Warn.On(l))
	}
	if b.shown.left > 0 {
		for _, l := range views.Wrap(views.Count(b.shown.left, "file cannot be read: its symbol stays", "symbols cannot be read from the disk: they stay")+" as it is.", w) {
			lines = append(lines, t.Bad.On(l))
		}
	}
	for _, l := range views.Wrap("One decision for all of them; u takes all of it back.", w) {
		lines = append(lines, t.Dim.On(l))
	}
	return lines
}

// total counts what is decided about, by the chosen way.
func (b *bulk) total() int {
	switch s := b.shown; {
	case b.way == adoptDisk && len(s.props) > 0:
		return len(s.acceptable())
	case b.way == keepArtifact:
		return len(s.props) + len(s.disk)
	default:
		return len(s.props) + len(s.disk) + len(s.restore)
	}
}

// says counts what is there to be decided about.
func (b *bulk) says() string {
	s := b.shown
	n := len(s.props) + len(s.disk)
	say := views.Count(n, b.does.one, b.does.what)
	switch gone := len(s.gone); {
	case gone == n && gone > 0 && b.rows == nil:
		return b.name + " was deleted: " + views.Count(n, "symbol", "symbols") + " of " + views.Count(s.files, "file", "files")
	case gone == n && gone > 0:
		say = views.Count(n, "symbol is", "symbols are") + " deleted with the files that held them"
	case gone > 0:
		say += ", " + count(gone) + " of them deleted with the file"
	}
	if leaves := len(s.props) - len(s.acceptable()); leaves > 0 {
		say += "; accepting is for " + count(n-leaves) + " of them"
	}
	if back := len(s.restore); back > 0 {
		say += "; " + views.Count(back, "was removed and can come back", "were removed and can come back")
	}
	return say
}

func (b *bulk) foot(t *views.Theme, w int) []string {
	return views.Choices([]views.Choice{
		{Key: b.does.first.key, Name: b.does.first.name, Does: b.does.first.does},
		{Key: b.does.second.key, Name: b.does.second.name, Does: b.does.second.does},
	}, int(b.way)-1, t, w)
}

func (b *bulk) texts(bool) views.Source {
	if gone := b.shown.gone; len(b.shown.list) == 0 {
		return views.Words(func(t *views.Theme, w int) *views.Doc {
			d := &views.Doc{}
			for _, key := range gone {
				d.Add(t.Removed.On(t.Glyphs.Minus + " " + views.FitKey(key, w-2, t)))
			}
			return d
		})
	}
	return views.Diffs{ID: b.shown.print, List: b.shown.list, More: b.shown.gone}
}

func (*bulk) oneSided() string { return "several diffs stand one below the other" }

func (b *bulk) undecided() string {
	switch {
	case b.shown == nil:
		return "it is being read"
	case b.way == adoptDisk && b.total() == 0:
		return "none of them can be accepted as it is: " + b.does.second.key + " " + b.does.second.name
	case b.way == undecided:
		return "choose first: " + b.does.first.key + " " + b.does.first.name + ", " + b.does.second.key + " " + b.does.second.name
	}
	return ""
}

func (b *bulk) chosen() choice {
	if b.way == keepArtifact {
		return b.does.second
	}
	return b.does.first
}

func (b *bulk) verdict() string {
	say := b.chosen().verdict + " " + count(b.total())
	if b.way == keepArtifact && b.why != "" {
		say += ": " + b.why
	}
	return say
}

func (b *bulk) verb() string {
	if b.way == undecided {
		return "confirm"
	}
	return b.chosen().name
}

func (b *bulk) decision() (func(context.Context, Engine) error, string) {
	shown, why, do, done := *b.shown, b.why, b.does.doFirst, b.does.doneFirst
	if b.way == keepArtifact {
		do, done = b.does.doSecond, b.does.doneLast
	}
	done += " " + views.Count(b.total(), "symbol", "symbols") + " of " + b.name
	if b.rows != nil {
		done = strings.TrimSuffix(done, " of ")
	}
	read, keys := b.does.read, b.keys
	return func(ctx context.Context, e Engine) error {
		// Whatever moved refuses all of it, and before any of it is decided.
		if now, err := read(ctx, e, keys); err != nil || now.print != shown.print {
			return errors.Join(engine.ErrChanged, err)
		}
		return do(ctx, e, shown, why)
	}, done
}
