package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/engine/operator"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
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

// bulkShown is what was read for a bulk.
type bulkShown struct {
	print   string // differs whenever anything that is shown does
	list    []views.NamedDiff
	props   []report.Shown
	waits   map[string]bool // of props, by artifact: accepting leaves it, as its place is not certain
	older   map[string]bool // of props: accepting a newer one of its entity closes it
	disk    []report.ShownDisk
	gone    []string // of disk those whose file is gone
	files   int      // that gone lie in
	restore []string // entities that were removed, which taking brings back
	left    int      // that nothing can be decided about
}

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

// waiting is a row of Pending as a bulk shows it.
type waiting struct {
	shown   report.Shown
	entity  string
	created time.Time
	diff    views.NamedDiff
}

// readProposals reads what still waits, that of one file together.
func readProposals(ctx context.Context, e Engine, keys []string) (s bulkShown, err error) {
	s.waits, s.older = map[string]bool{}, map[string]bool{}
	code, err := e.Unlinked(ctx)
	if err != nil {
		return s, err
	}
	var read []waiting
	for _, key := range keys {
		if isUnlinked(key) {
			at := slices.IndexFunc(code, func(c unlinked.Code) bool { return c.Block == key })
			if at < 0 {
				return s, errors.New("code without a file does not wait any more")
			}
			s.waits[key] = true
			read = append(read, waitingCode(code[at]))
			continue
		}
		r, err := e.Review(ctx, key)
		if err != nil {
			return s, err
		}
		s.waits[key] = len(r.Proposal.Candidates) > 0 || r.Proposal.Symbol == ""
		why := views.Plain(strings.Join(r.Proposal.Reasons[:min(1, len(r.Proposal.Reasons))], ""))
		read = append(read, waiting{r.Shown, r.Proposal.Entity, r.Proposal.Created, views.NamedDiff{
			Name: named(r.Proposal.Entity, r.Proposal.Path), File: r.Proposal.Path, Why: why, Diff: diffOf(r, false),
		}})
	}
	s.markOlder(read)
	slices.SortStableFunc(read, func(a, b waiting) int { return strings.Compare(a.diff.File, b.diff.File) })
	var print strings.Builder
	for _, r := range read {
		s.props = append(s.props, r.shown)
		fmt.Fprint(&print, r.shown)
		switch {
		case s.waits[r.shown.Artifact]:
			r.diff.Why = "accepting leaves it: its place is not certain, i in Pending links it"
		case s.older[r.shown.Artifact]:
			r.diff.Why = "accepting closes it: there is a newer one of it"
		}
		s.list = append(s.list, r.diff)
	}
	s.print = print.String()
	return s, nil
}

func waitingCode(c unlinked.Code) waiting {
	return waiting{report.Shown{Artifact: c.Block}, "", c.Said, views.NamedDiff{
		Name: unlinkedName(c), Diff: views.Diff{ID: c.Block, Language: c.Language, After: string(c.Content), New: true},
	}}
}

// markOlder notes those of several for one entity that are not the newest.
func (s *bulkShown) markOlder(read []waiting) {
	newest := map[string]waiting{}
	for _, r := range read {
		if s.waits[r.shown.Artifact] {
			continue
		}
		old, ok := newest[r.entity]
		if ok && r.created.Before(old.created) {
			old, r = r, old
		}
		newest[r.entity] = r
		if ok {
			s.older[old.shown.Artifact] = true
		}
	}
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
		if !ok {
			continue // it agrees by now
		}
		if d.Reason == stale.Unreadable {
			s.left++
			continue
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
			s.list = append(s.list, views.NamedDiff{Name: key, File: d.Path, Why: x.Detail, Diff: disputeOf(x).texts(false).(views.Diff)})
		}
		s.disk = append(s.disk, shown)
		print.WriteString(fmt.Sprint(shown))
	}
	s.print, s.files = print.String(), len(files)
	slices.SortStableFunc(s.list, func(a, b views.NamedDiff) int { return strings.Compare(a.File, b.File) })
	switch {
	case len(s.disk) == 0 && s.left > 0:
		return s, fmt.Errorf("the disk cannot be read: there is nothing to decide")
	case len(s.disk) == 0:
		return s, fmt.Errorf("files and known code match by now")
	}
	return s, nil
}

// readRemoved is readDisk where some of the entities were removed: taking the disk
// brings those back.
func readRemoved(removed map[string]bool) func(ctx context.Context, e Engine, keys []string) (bulkShown, error) {
	return func(ctx context.Context, e Engine, keys []string) (bulkShown, error) {
		s, err := readDisk(ctx, e, slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return removed[key] }))
		if err != nil {
			return s, err
		}
		for _, key := range keys {
			if !removed[key] {
				continue
			}
			d, err := e.Detail(ctx, key)
			if err != nil {
				return s, err
			}
			s.restore = append(s.restore, key)
			s.print += key + d.Entity.Artifact
			s.list = append(s.list, views.NamedDiff{Name: key, File: d.Entity.Path, Why: "it was removed: d brings its last version back, m leaves it removed", Diff: views.Diff{
				ID: key + d.Entity.Artifact, Language: d.Entity.Language, After: string(d.Content), New: true,
			}})
		}
		slices.SortStableFunc(s.list, func(a, b views.NamedDiff) int { return strings.Compare(a.File, b.File) })
		return s, nil
	}
}

// partly is a bulk of which some were refused; the rest is decided.
type partly struct {
	left, all int
	first     error
}

// Error implements error.
func (p *partly) Error() string {
	return fmt.Sprintf("%d of %d stay as they are, the rest is done: %v", p.left, p.all, p.first)
}

// Unwrap gives the first refusal.
func (p *partly) Unwrap() error { return p.first }

// each does something for every one of a list, as one decision. One that is refused
// keeps no other from it.
func each[T any](ctx context.Context, list []T, do func(context.Context, T) error) error {
	var refused partly
	for _, x := range list {
		if err := do(ctx, x); err != nil {
			if refused.left++; refused.first == nil {
				refused.first = err
			}
		}
	}
	switch refused.all = len(list); refused.left {
	case 0:
		return nil
	case refused.all:
		return refused.first
	}
	return &refused
}

func acceptAll(ctx context.Context, e Engine, s bulkShown, _ string) error {
	return each(operator.AsOne(ctx), s.acceptable(), e.Accept)
}

// acceptable are the proposals that accepting all accepts.
func (s bulkShown) acceptable() []report.Shown {
	return slices.DeleteFunc(slices.Clone(s.props), func(p report.Shown) bool { return s.waits[p.Artifact] || s.older[p.Artifact] })
}

func rejectAll(ctx context.Context, e Engine, s bulkShown, why string) error {
	return each(operator.AsOne(ctx), s.props, func(ctx context.Context, p report.Shown) error {
		if isUnlinked(p.Artifact) {
			return e.DropCode(ctx, p, why)
		}
		return e.Reject(ctx, p, why)
	})
}

func takeDisk(ctx context.Context, e Engine, s bulkShown, _ string) error {
	ctx = operator.AsOne(ctx)
	if len(s.gone) > 0 {
		if _, err := e.TakeGone(ctx, s.gone); err != nil {
			return err
		}
	}
	rest := slices.DeleteFunc(slices.Clone(s.disk), func(d report.ShownDisk) bool { return slices.Contains(s.gone, d.Entity) })
	if len(rest) > 0 {
		if err := e.AdoptAll(ctx, rest); err != nil {
			return err
		}
	}
	return each(ctx, s.restore, e.Restore)
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
