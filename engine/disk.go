package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// diverged holds the entities about which disk and map disagree, as far as the
// latest looks have found. It makes the badge and the alerts; decisions look
// for themselves.
type diverged struct {
	mu sync.Mutex
	by map[string]sight // of each entity
	// kept are those that differ with the operator's knowledge.
	kept map[string]bool
	// persisting are the artifacts whose place on disk is being recorded; each is
	// closed when that has ended.
	persisting map[string]chan struct{}
}

// sight is what a look has found of an entity: why it diverges, what the disk
// held then, and of a file that cannot be read why.
type sight struct {
	reason    stale.Reason
	disk, why string
}

// stale counts the STALE entities.
func (d *diverged) stale() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, f := range d.by {
		if f.reason.Stale() {
			n++
		}
	}
	return n
}

// keys lists the entities that diverge.
func (d *diverged) keys() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.by))
}

// note takes what a look has found; it gives back what diverges newly, and
// whether anything changed.
func (d *diverged) note(list []verified) (news []verified, changed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range list {
		before, now := d.by[v.Key], sight{reason: reasonOf(v.Entry, v.report)}
		if now.reason == "" {
			delete(d.by, v.Key)
		} else {
			now.disk = diskWord(v.report)
			if now.reason == stale.Unreadable {
				now.why = v.report.Why
			}
			d.by[v.Key] = now
		}
		// Another edit of what diverges is no news, but who looks at the
		// difference is to see it.
		changed = changed || before != now
		if kept := overruled(v.Entry, v.report); kept != d.kept[v.Key] {
			if changed = true; kept {
				d.kept[v.Key] = true
			} else {
				delete(d.kept, v.Key)
			}
		}
		if now.reason != "" && before.reason != now.reason {
			news = append(news, v)
		}
	}
	return news, changed
}

// claim gives back what a look has found that the disk holds for the first time
// and that nobody records yet: its caller records it.
func (d *diverged) claim(list []verified) (persisted []verified) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range list {
		if holds(v.report) && !v.Place().Persisted && d.persisting[v.Artifact] == nil {
			d.persisting[v.Artifact] = make(chan struct{})
			persisted = append(persisted, v)
		}
	}
	return persisted
}

// done ends the recording of an artifact that was claimed.
func (d *diverged) done(artifact string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.persisting[artifact])
	delete(d.persisting, artifact)
}

// recorded waits until nothing is being recorded any more that was claimed before.
func (d *diverged) recorded(ctx context.Context) error {
	d.mu.Lock()
	claimed := slices.Collect(maps.Values(d.persisting))
	d.mu.Unlock()
	for _, ended := range claimed {
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// learn keeps what a look at the disk has found: the badge and the alerts, and
// in the Ledger that the disk came to hold an artifact.
func (s *session) learn(found []verified) {
	s.tell(found)
	if s.engine.beside || s.engine.ReadOnly() != "" {
		return // it is for whoever serves the workspace
	}
	if persisted := s.diverged.claim(found); len(persisted) > 0 {
		s.engine.recorders.Go(func() { s.persist(persisted) })
	}
}

// look compares entries with the disk; what the disk holds for the first time is
// recorded when it returns, also what another look has found just before.
func (s *session) look(ctx context.Context, entries []*statemap.Entry) error {
	found := s.compare(entries)
	s.tell(found)
	s.persist(s.diverged.claim(found))
	return s.diverged.recorded(ctx)
}

func (s *session) tell(found []verified) {
	news, changed := s.diverged.note(found)
	if changed {
		s.engine.lists.Add(1)
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
func (s *session) persist(list []verified) {
	for _, v := range list {
		err := s.commit(context.Background(), nil, []event.Event{
			event.EntityPersisted{Entity: v.Key, Artifact: v.Artifact, Disk: diskWord(v.report)},
		})
		if err != nil && !errors.Is(err, event.ErrConflict) && !errors.Is(err, event.ErrArchived) {
			s.engine.log.Warn("it could not be recorded that the disk holds an entity", "entity", v.Key, "err", err)
		}
		s.diverged.done(v.Artifact)
	}
	s.engine.hub.Changed()
}

// maxAlerts is how many entities a look at the disk names one by one.
const maxAlerts = 3

// alertDivergence tells the operator what the disk newly contradicts. That an
// answer is not saved yet is no news: it was just given.
func (e *Engine) alertDivergence(news []verified) {
	var told []verified
	for _, v := range news {
		if reasonOf(v.Entry, v.report) != stale.NotApplied {
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

func alertOf(v verified) string {
	switch reasonOf(v.Entry, v.report) {
	case stale.Vanished:
		return v.Path + " is gone from the disk: tombstone " + v.Key + " or keep it"
	case stale.Unreadable:
		return v.Path + " cannot be read: " + v.report.Why
	}
	return v.Key + " is STALE: " + changedOnDisk(v.report)
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
			entries = append(entries, s.state.InFile(p)...)
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
		s.verify(s.state.Sorted())
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
	if err := e.catchUp(ctx); err != nil {
		return err
	}
	paths := map[string]bool{}
	for _, s := range e.allSessions() {
		for _, p := range slices.Concat(s.state.Paths(), s.pending.Paths()) {
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
