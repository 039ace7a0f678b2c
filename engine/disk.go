package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/store"
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
type sight struct{ reason, disk, why string }

// stale counts the STALE entities.
func (d *diverged) stale() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, f := range d.by {
		if (Divergence{Reason: f.reason}).Stale() {
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
		before, now := d.by[v.Key], sight{reason: reasonOf(v.entry, v.report)}
		if now.reason == "" {
			delete(d.by, v.Key)
		} else {
			now.disk = diskWord(v.report)
			if now.reason == Unreadable {
				now.why = v.report.Why
			}
			d.by[v.Key] = now
		}
		// Another edit of what diverges is no news, but who looks at the
		// difference is to see it.
		changed = changed || before != now
		if kept := overruled(v.entry, v.report); kept != d.kept[v.Key] {
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
		if holds(v.report) && !v.disk.Load().persisted && d.persisting[v.artifact] == nil {
			d.persisting[v.artifact] = make(chan struct{})
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
func (s *session) look(ctx context.Context, entries []*entry) error {
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
		s.engine.emitState()
	}
}

// persist records that the disk came to hold artifacts, which were claimed. One
// whose entity moved on meanwhile has its own look to come.
func (s *session) persist(list []verified) {
	for _, v := range list {
		err := s.commit(context.Background(), nil, []store.Event{
			store.EntityPersisted{Entity: v.Key, Artifact: v.artifact, Disk: diskWord(v.report)},
		})
		if err != nil && !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrArchived) {
			s.engine.log.Warn("it could not be recorded that the disk holds an entity", "entity", v.Key, "err", err)
		}
		s.diverged.done(v.artifact)
	}
	s.engine.emitState()
}

// maxAlerts is how many entities a look at the disk names one by one.
const maxAlerts = 3

// alertDivergence tells the operator what the disk newly contradicts. That an
// answer is not saved yet is no news: it was just given.
func (e *Engine) alertDivergence(news []verified) {
	var told []verified
	for _, v := range news {
		if reasonOf(v.entry, v.report) != StaleNotApplied {
			told = append(told, v)
		}
	}
	if len(told) > maxAlerts {
		e.subscribers.emit(Event{Kind: EventAlert, Entity: told[0].Key,
			Alert: fmt.Sprintf("the disk contradicts %d entities now, %s the first: holdfast withholds them", len(told), told[0].Key)})
		return
	}
	for _, v := range told {
		e.subscribers.emit(Event{Kind: EventAlert, Entity: v.Key, Alert: alertOf(v)})
	}
}

func alertOf(v verified) string {
	switch reasonOf(v.entry, v.report) {
	case Vanished:
		return v.Path + " is gone from the disk: tombstone " + v.Key + " or keep it"
	case Unreadable:
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
		if err := s.settleByDisk(ctx, func(path string) bool { return changed[path] }); err != nil && ctx.Err() == nil {
			e.log.Warn("what waited for the disk could not be settled", "err", err)
		}
		var entries []*entry
		for _, p := range paths {
			entries = append(entries, s.state.inFile(p)...)
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
		s.verify(s.state.sorted())
	}
}

// Stages of Reverify, as it tells them to progress.
const (
	stageRead    = "read"
	stageCompare = "compare"
)

// Reverify reads every tracked file again, whatever its times say, and settles
// what waited for it. It calls progress, which may be nil, as it goes; where ctx
// ends, the files that were not read yet count as they did.
func (e *Engine) Reverify(ctx context.Context, progress func(stage string, done, total int64)) error {
	if err := e.catchUp(ctx); err != nil {
		return err
	}
	paths := map[string]bool{}
	for _, s := range e.allSessions() {
		for _, p := range slices.Concat(s.state.paths(), s.pending.paths()) {
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
		if err := s.settleByDisk(ctx, everywhere); err != nil {
			return err
		}
	}
	e.verifyAll()
	return nil
}

// settleByDisk is the disk grant: a PROPOSED artifact that the disk comes to
// hold exactly is settled by that, as the client applied it with the user's
// consent, and so is a removal of what was there and is gone.
func (s *session) settleByDisk(ctx context.Context, in func(path string) bool) error {
	list := s.pending.in(in)
	if len(list) == 0 || s.engine.ReadOnly() != "" {
		return nil
	}
	var err error
	for try := 0; try <= maxConflicts; try++ {
		var events []store.Event
		if events, err = s.settled(ctx, list); err != nil || len(events) == 0 {
			return err
		}
		if err = s.commit(ctx, nil, events); !errors.Is(err, store.ErrConflict) {
			break
		}
	}
	if err == nil {
		s.engine.emitState()
	}
	return err
}

// everywhere is every file.
func everywhere(string) bool { return true }

// settled makes the events of what the disk has settled.
func (s *session) settled(ctx context.Context, list []waiting) ([]store.Event, error) {
	disk := s.engine.diskNow()
	var events []store.Event
	closed, ended := map[string]bool{}, map[string]bool{}
	for _, w := range list {
		if closed[w.id] || !w.confirmed || !s.mayBeHeld(w) {
			continue
		}
		a, err := s.engine.db.Artifact(ctx, s.id, w.id)
		if err != nil {
			return nil, err
		}
		if a.State != store.Proposed {
			continue
		}
		more, err := s.settleOne(a, disk)
		if err != nil {
			return nil, err
		}
		for _, ev := range more {
			switch ev := ev.(type) { // proposals of one file can end the same
			case store.ArtifactClosed:
				if closed[ev.Artifact] {
					continue
				}
				closed[ev.Artifact] = true
			case store.EntityTombstoned:
				if ended[ev.Entity] {
					continue
				}
				ended[ev.Entity] = true
			}
			events = append(events, ev)
		}
	}
	return events, nil
}

// mayBeHeld is a first look, by stat, at what waits.
func (s *session) mayBeHeld(w waiting) bool {
	if w.removes {
		return s.state.get(w.entity) != nil
	}
	var one [1]*etv.Version
	return holds(s.engine.verifier.Fresh(one[:0], w.path)[0].Check(candidate(w.path, w.symbol, w.hash, w.structure)))
}

// settleOne settles a proposal if the disk, read now, holds what it proposes.
func (s *session) settleOne(a store.Artifact, disk *reading) ([]store.Event, error) {
	current := s.state.get(a.Entity)
	if a.Removes {
		if current == nil || !gone(current, disk.check(current.expected())) {
			return nil, nil
		}
		return removal(a, current, "disk", "the disk does not hold it any more"), nil
	}
	r := disk.check(candidate(a.Path, a.Symbol, a.Hash, a.Structure))
	if !holds(r) {
		return nil, nil
	}
	if current != nil && current.hash() == a.Hash { // only its doc comment is new
		text, err := s.engine.load(a.Text)
		if err != nil || !disk.shows(a.Path, a.Symbol, text) {
			return nil, err
		}
	}
	displaced, err := s.displaced(a)
	if err != nil {
		return nil, nil // the file is tracked otherwise: the operator decides
	}
	events := []store.Event{store.ArtifactPromoted{
		Artifact: a.ID, Entity: a.Entity, Supersedes: artifactOf(current), Grant: gates.GrantDisk,
		Gates: gates.Settled(a.Gates), Disk: diskWord(r), Persisted: true,
	}}
	return append(append(events, displaced...), s.closeOthers(a)...), nil
}

// gone tells that the disk held an entity once and does not any more.
func gone(e *entry, r etv.Report) bool {
	return e.disk.Load().persisted && (r.Gone || r.Status == etv.Missing)
}
