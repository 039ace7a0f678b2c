package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/engine/operator"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
	"holdfast/views"
)

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
