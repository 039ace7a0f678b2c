package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// learn keeps what a look at the disk has found: the badge and the alerts, and
// in the Ledger that the disk came to hold an artifact.
func (s *session) learn(found []stale.Verified) {
	s.tell(found)
	if s.engine.beside || s.engine.ReadOnly() != "" {
		return // it is for whoever serves the workspace
	}
	if persisted := s.Diverged.Claim(found); len(persisted) > 0 {
		s.engine.recorders.Go(func() { s.persist(persisted) })
	}
}

// look compares entries with the disk; what the disk holds for the first time is
// recorded when it returns, also what another look has found just before.
func (s *session) look(ctx context.Context, entries []*statemap.Entry) error {
	found := s.compare(entries)
	s.tell(found)
	s.persist(s.Diverged.Claim(found))
	return s.Diverged.Recorded(ctx)
}

func (s *session) tell(found []stale.Verified) {
	news, changed := s.Diverged.Note(found)
	if changed {
		s.engine.NoteChange()
	}
	if changed && !s.engine.beside {
		if s == s.engine.active() { // the others tell how many, where they are listed
			s.engine.alertDivergence(news)
		}
		s.engine.hub.Changed()
	}
}

// persist records that the disk came to hold artifacts, which were claimed. One
// whose entity moved on meanwhile has its own look to come.
func (s *session) persist(list []stale.Verified) {
	for _, v := range list {
		err := s.Commit(context.Background(), nil, []event.Event{decide.Persisted(v)})
		if err != nil && !errors.Is(err, event.ErrConflict) && !errors.Is(err, event.ErrArchived) {
			s.engine.log.Warn("it could not be recorded that the disk holds an entity", "entity", v.Key, "err", err)
		}
		s.Diverged.Done(v.Artifact)
	}
	s.engine.hub.Changed()
}

// maxAlerts is how many entities a look at the disk names one by one.
const maxAlerts = 3

// alertDivergence tells the operator what the disk newly contradicts. That an
// answer is not saved yet is no news: it was just given.
func (e *Engine) alertDivergence(news []stale.Verified) {
	var told []stale.Verified
	for _, v := range news {
		if stale.ReasonOf(v.Entry, v.Report) != stale.NotApplied {
			told = append(told, v)
		}
	}
	if len(told) > maxAlerts {
		e.hub.Alert(told[0].Key, fmt.Sprintf("the disk contradicts %d entities now, %s the first: holdfast withholds them", len(told), told[0].Key))
		return
	}
	for _, v := range told {
		e.hub.Alert(v.Key, alertOf(v))
	}
}

func alertOf(v stale.Verified) string {
	switch stale.ReasonOf(v.Entry, v.Report) {
	case stale.Vanished:
		return v.Path + " is gone from the disk: tombstone " + v.Key + " or keep it"
	case stale.Unreadable:
		return v.Path + " cannot be read: " + v.Report.Why
	}
	return v.Key + " is STALE: " + stale.ChangedOnDisk(v.Report)
}

// diskChanged is told by the watcher which files may have changed. What waits
// for them is settled first, so that nothing is called STALE that the client
// has just applied.
func (e *Engine) diskChanged(ctx context.Context, paths []string) {
	changed := make(map[string]bool, len(paths))
	for _, p := range paths {
		changed[p] = true
	}
	for _, s := range e.allSessions() {
		if err := s.takeDisk(ctx, func(path string) bool { return changed[path] }); err != nil && ctx.Err() == nil {
			e.log.Warn("what waited for the disk could not be settled", "err", err)
		}
		var entries []*statemap.Entry
		for _, p := range paths {
			entries = append(entries, s.Map.InFile(p)...)
		}
		s.verify(entries)
	}
	e.keepParsed(manyParsed)
}

// manyParsed is from how many files on that were parsed the next start is to
// know them, even if this process is killed.
const manyParsed = 50

// verifyAll looks at every tracked file, by stat.
func (e *Engine) verifyAll() {
	if e.beside {
		return
	}
	for _, s := range e.allSessions() {
		s.verify(s.Map.Sorted())
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
func (e *Engine) Reverify(ctx context.Context, progress func(stage string, done, total int64)) error {
	if err := e.CatchUp(ctx); err != nil {
		return err
	}
	paths := map[string]bool{}
	for _, s := range e.allSessions() {
		for _, p := range slices.Concat(s.Map.Paths(), s.Pending.Paths()) {
			paths[p] = true
		}
	}
	tell := counting(progress, stageRead, len(paths))
	for p := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.verifier.Read(p)
		tell()
	}
	counting(progress, stageCompare, 0)()
	for _, s := range e.allSessions() {
		if err := s.takeDisk(ctx, everywhere); err != nil {
			return err
		}
	}
	e.verifyAll()
	return nil
}
