package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"holdfast/engine/operator"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// bulk is the matter of a review that decides about all of a file, or of a folder that
// is gone, at once: one diff, one decision, and one undo takes it back.
type bulk struct {
	name  string // of the file or folder
	keys  []string
	does  bulkKind
	way   way // adoptDisk and keepArtifact are the first and the second of the kind
	why   string
	shown *bulkShown // nil until it was read
}

// bulkKind is what is decided: about proposals, or about what the disk holds.
type bulkKind struct {
	place, what         string
	first, second       choice
	read                func(ctx context.Context, e Engine, keys []string) (bulkShown, error)
	doFirst, doSecond   func(ctx context.Context, e Engine, s bulkShown, why string) error
	asksWhy             bool // the second asks for a reason
	doneFirst, doneLast string
}

// choice is a way of deciding: its key, its name, and what it does in words.
type choice struct{ key, name, does, verdict, cli string }

// bulkShown is what was read for a bulk.
type bulkShown struct {
	print string // differs whenever anything that is shown does
	list  []views.NamedDiff
	props []report.Shown
	disk  []report.ShownDisk
	gone  []string // of disk those whose file is gone
	files int      // that gone lie in
}

// pendingBulk accepts or rejects all proposals of a file.
var pendingBulk = bulkKind{
	place: "Review", what: "changes of it wait",
	first:  choice{"a", "accept all", "each becomes the current version", "accept all", "accept"},
	second: choice{"x", "reject all", "none of them becomes current", "reject all", "reject"},
	read:   readProposals, doFirst: acceptAll, doSecond: rejectAll, asksWhy: true,
	doneFirst: "Accepted", doneLast: "Rejected",
}

// staleBulk takes the disk for all of a file or folder, or keeps what holdfast has.
var staleBulk = bulkKind{
	place: "Review of the disk", what: "symbols of it differ on the disk",
	first:  choice{"d", "take the disk", "the file's versions become the current ones, and what it does not hold is removed", "take the disk for all", "adopt"},
	second: choice{"m", "keep mine", "ignore these versions; holdfast's stay current until the file changes again", "keep mine for all", "keep"},
	read:   readDisk, doFirst: takeDisk, doSecond: keepMine,
	doneFirst: "Took the disk for", doneLast: "Kept yours of",
}

// openBulk opens the review of all of a file.
func openBulk(m *Model, kind bulkKind, name string, keys []string, w way) tea.Cmd {
	x := &bulk{name: name, keys: keys, does: kind, way: w}
	_, cmd := openReview(m, x, nil)
	if w == keepArtifact && kind.asksWhy {
		x.way = undecided
		cmd = tea.Batch(cmd, x.askWhy(m, popTop))
	}
	return cmd
}

func (b *bulk) id() string     { return views.HeadID(b.name) }
func (b *bulk) entity() string { return b.name }
func (b *bulk) place() string  { return b.does.place }

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

// readProposals reads the proposals that still wait.
func readProposals(ctx context.Context, e Engine, keys []string) (s bulkShown, err error) {
	for _, key := range keys {
		r, err := e.Review(ctx, key)
		if err != nil {
			return s, err
		}
		s.props = append(s.props, r.Shown)
		s.print += fmt.Sprint(r.Shown)
		why := ""
		if len(r.Proposal.Reasons) > 0 {
			why = r.Proposal.Reasons[0]
		}
		s.list = append(s.list, views.NamedDiff{Name: named(r.Proposal.Entity, r.Proposal.Path), Why: why, Diff: diffOf(r, false)})
	}
	return s, nil
}

// readDisk reads what differs. Of what is gone with its file there is nothing to read.
func readDisk(ctx context.Context, e Engine, keys []string) (s bulkShown, err error) {
	list, err := e.LatestDivergences(ctx)
	if err != nil {
		return s, err
	}
	byKey := make(map[string]stale.Divergence, len(list))
	for _, d := range list {
		byKey[d.Key] = d
	}
	var print strings.Builder
	files := map[string]bool{}
	for _, key := range keys {
		d, ok := byKey[key]
		if !ok || d.Reason == stale.Unreadable {
			continue // it agrees by now, or there is nothing to decide
		}
		shown := report.ShownDisk{Entity: d.Key, Artifact: d.Artifact, Disk: d.Disk}
		if d.Reason == stale.Vanished || d.Disk == event.DiskMissing {
			s.gone = append(s.gone, key)
			files[d.Path] = true
		} else {
			x, err := e.Settlement(ctx, key)
			if err != nil {
				return s, err
			}
			shown = x.Shown
			s.list = append(s.list, views.NamedDiff{Name: key, Why: x.Detail, Diff: disputeOf(x).texts(false).(views.Diff)})
		}
		s.disk = append(s.disk, shown)
		print.WriteString(fmt.Sprint(shown))
	}
	s.print, s.files = print.String(), len(files)
	if len(s.disk) == 0 {
		return s, fmt.Errorf("files and known code match by now")
	}
	return s, nil
}

// each does something for every one of a list, as one decision.
func each[T any](ctx context.Context, list []T, do func(context.Context, T) error) error {
	ctx = operator.AsOne(ctx)
	for i, x := range list {
		if err := do(ctx, x); err != nil {
			if i > 0 {
				return fmt.Errorf("%d of %d are decided; the next: %w", i, len(list), err)
			}
			return err
		}
	}
	return nil
}

func acceptAll(ctx context.Context, e Engine, s bulkShown, _ string) error {
	return each(ctx, s.props, e.Accept)
}

func rejectAll(ctx context.Context, e Engine, s bulkShown, why string) error {
	return each(ctx, s.props, func(ctx context.Context, p report.Shown) error { return e.Reject(ctx, p, why) })
}

func takeDisk(ctx context.Context, e Engine, s bulkShown, _ string) error {
	ctx = operator.AsOne(ctx)
	gone := map[string]bool{}
	for _, key := range s.gone {
		gone[key] = true
	}
	if len(s.gone) > 0 {
		if _, err := e.TakeGone(ctx, s.gone); err != nil {
			return err
		}
	}
	var rest []report.ShownDisk
	for _, d := range s.disk {
		if !gone[d.Entity] {
			rest = append(rest, d)
		}
	}
	return eachOf(ctx, rest, e.Adopt)
}

// eachOf is each where the context is one decision already.
func eachOf(ctx context.Context, list []report.ShownDisk, do func(context.Context, report.ShownDisk) error) error {
	for _, x := range list {
		if err := do(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

func keepMine(ctx context.Context, e Engine, s bulkShown, _ string) error {
	return e.KeepAll(operator.AsOne(ctx), s.disk)
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
	for _, l := range views.Wrap("One decision for all of them; u takes all of it back.", w) {
		lines = append(lines, t.Dim.On(l))
	}
	return lines
}

// says counts what is decided about.
func (b *bulk) says() string {
	n := len(b.shown.props) + len(b.shown.disk)
	switch gone := len(b.shown.gone); {
	case gone == n && gone > 0:
		return b.name + " was deleted: " + views.Count(n, "symbol", "symbols") + " of " + views.Count(b.shown.files, "file", "files")
	case gone > 0:
		return count(n) + " " + b.does.what + ", " + count(gone) + " of them are gone with their file"
	}
	return count(n) + " " + b.does.what
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
	return views.Diffs{ID: b.shown.print, List: b.shown.list}
}

func (*bulk) oneSided() string { return "several diffs stand one below the other" }

func (b *bulk) undecided() string {
	switch {
	case b.shown == nil:
		return "it is being read"
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
	n := len(b.shown.props) + len(b.shown.disk)
	say := b.chosen().verdict + " " + count(n)
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
	n := len(shown.props) + len(shown.disk)
	return func(ctx context.Context, e Engine) error { return do(ctx, e, shown, why) }, done + " " + views.Count(n, "symbol", "symbols") + " of " + b.name
}
