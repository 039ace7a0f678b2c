package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/engine/decide"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// learn keeps what a look at the disk has found: the badge and the alerts, and
// in the Ledger that the disk came to hold an artifact.
func (w *Watcher) learn(s *sessions.Session, found []stale.Verified) {
	w.tell(s, found)
	if w.means.Beside || w.sessions.ReadOnly() != "" {
		return // it is for whoever serves the workspace
	}
	if persisted := s.Diverged.Claim(found); len(persisted) > 0 {
		w.underWay.Go(func() { w.persist(s, persisted) })
	}
}

// Look compares entries with the disk; what the disk holds for the first time is
// recorded when it returns, also what another look has found just before.
func (w *Watcher) Look(ctx context.Context, s *sessions.Session, entries []*statemap.Entry) error {
	found := w.Compare(s, entries)
	w.tell(s, found)
	w.persist(s, s.Diverged.Claim(found))
	return s.Diverged.Recorded(ctx)
}

func (w *Watcher) tell(s *sessions.Session, found []stale.Verified) {
	news, changed := s.Diverged.Note(found)
	if changed {
		w.sessions.NoteChange()
	}
	if changed && !w.means.Beside {
		if s == w.sessions.Active() { // the others tell how many, where they are listed
			w.alert(s, news)
		}
		w.means.Hub.Changed()
	}
}

// persist records that the disk came to hold artifacts, which were claimed. One
// whose entity moved on meanwhile has its own look to come.
func (w *Watcher) persist(s *sessions.Session, list []stale.Verified) {
	for _, v := range list {
		err := s.Commit(context.Background(), nil, []event.Event{decide.Persisted(v)})
		if err != nil && !errors.Is(err, event.ErrConflict) && !errors.Is(err, event.ErrArchived) {
			w.means.Log.Warn("it could not be recorded that the disk holds an entity", "entity", v.Key(), "err", err)
		}
		s.Diverged.Done(v.Artifact())
	}
	w.means.Hub.Changed()
}

// maxAlerts is how many entities a look at the disk names one by one.
const maxAlerts = 3

// alert tells the operator what the disk newly contradicts. That an
// answer is not saved yet is no news: it was just given. Where it is much, a folder or
// a checkout, how much the disk contradicts by now is told in one sentence.
func (w *Watcher) alert(s *sessions.Session, news []stale.Verified) {
	var told []stale.Verified
	for _, v := range news {
		if stale.ReasonOf(v.Entry, v.Report) != stale.NotApplied {
			told = append(told, v)
		}
	}
	if len(told) > maxAlerts {
		w.means.Hub.Alert(told[0].Key(), manyAlert(told, s.Diverged.Contradicted()))
		return
	}
	for _, v := range told {
		w.means.Hub.Alert(v.Key(), alertOf(v))
	}
}

// manyAlert names the one file that told is about, else how much the disk contradicts
// in all.
func manyAlert(told []stale.Verified, all int) string {
	first := told[0]
	reason := stale.ReasonOf(first.Entry, first.Report)
	if slices.ContainsFunc(told, func(v stale.Verified) bool {
		return v.Path != first.Path || stale.ReasonOf(v.Entry, v.Report) != reason
	}) {
		return fmt.Sprintf("%d symbols differ from their files, %s first: review them, until then the model does not see them", all, first.Path)
	}
	became := "changed on disk"
	switch reason {
	case stale.Vanished:
		became = "was deleted"
	case stale.Unreadable:
		became = "cannot be read"
	}
	return fmt.Sprintf("%s %s: %d symbols to review", first.Path, became, len(told))
}

func alertOf(v stale.Verified) string {
	switch stale.ReasonOf(v.Entry, v.Report) {
	case stale.Vanished:
		return v.Path + " is gone from the disk: tombstone " + v.Key() + " or keep it"
	case stale.Unreadable:
		return v.Path + " cannot be read: " + v.Report.Why
	}
	return v.Key() + " is STALE: " + stale.ChangedOnDisk(v.Report)
}

// changed is told by the watch which files may have changed. What waits
// for them is settled first, so that nothing is called STALE that the client
// has just applied.
func (w *Watcher) changed(ctx context.Context, paths []string) {
	for piece := range w.watching.burst.pieces(paths, time.Now) {
		if ctx.Err() != nil {
			return
		}
		w.compareSome(ctx, piece)
	}
	select {
	case w.watching.parsed <- struct{}{}:
	default: // it is known
	}
}

// compareSome compares files with the disk.
func (w *Watcher) compareSome(ctx context.Context, paths []string) {
	changed := make(map[string]bool, len(paths))
	for _, p := range paths {
		changed[p] = true
	}
	for _, s := range w.sessions.All() {
		if err := w.Take(ctx, s, func(path string) bool { return changed[path] }); err != nil && ctx.Err() == nil {
			w.means.Log.Warn("what waited for the disk could not be settled", "err", err)
		}
		var entries []*statemap.Entry
		for _, p := range paths {
			entries = append(entries, s.Map.InFile(p)...)
		}
		w.Verify(s, entries)
		if s == w.sessions.Active() && !w.means.Beside {
			w.alertOfNames(s, paths)
		}
	}
}

const (
	// manyParsed is from how many files on that were parsed the next start is to
	// know them, even if this process is killed.
	manyParsed = 50
	// keepAfter is how long after the first of them they are kept: a checkout that
	// goes on is kept once, and no alert waits for the disk.
	keepAfter = 5 * time.Second
)

// keepBehind keeps what was parsed of files that changed, some time after that, until
// ctx is done.
func (w *Watcher) keepBehind(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.watching.parsed:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(keepAfter):
			w.keep(manyParsed)
		}
	}
}

// Stages of Reverify, as it tells them to progress.
const (
	stageRead    = "read"
	stageCompare = "compare"
)

// counting tells progress, which may be nil, of one more step of a stage each time
// that it is called.
func counting(progress func(stage string, done, total int64), stage string, total int) func() {
	done := int64(0)
	return func() {
		if done++; progress != nil {
			progress(stage, done, int64(total))
		}
	}
}

// Reverify reads every tracked file again, whatever its times say, and settles
// what waited for it. It calls progress, which may be nil, as it goes; where ctx
// ends, the files that were not read yet count as they did.
func (w *Watcher) Reverify(ctx context.Context, progress func(stage string, done, total int64)) error {
	if err := w.sessions.CatchUp(ctx); err != nil {
		return err
	}
	paths := map[string]bool{}
	for _, s := range w.sessions.All() {
		for _, p := range slices.Concat(s.Map.Paths(), s.Pending.Paths()) {
			paths[p] = true
		}
	}
	tell := counting(progress, stageRead, len(paths))
	for p := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.means.Verifier.Read(p)
		tell()
	}
	counting(progress, stageCompare, 0)()
	for _, s := range w.sessions.All() {
		if err := w.Take(ctx, s, Everywhere); err != nil {
			return err
		}
	}
	if w.means.Beside {
		return nil
	}
	for _, s := range w.sessions.All() {
		w.VerifyAll(s)
	}
	return nil
}
