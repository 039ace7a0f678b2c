package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/config"
	"holdfast/engine/recovery"
	"holdfast/store"
	"holdfast/store/event"
)

// record is what became of the database itself while the engine was open.
type record struct {
	saved atomic.Pointer[store.Salvaged] // of the one that was put aside last
	// settled tells that the operator has spoken since, who was told of it.
	settled atomic.Bool
	// missed counts how often in a row it was not in its place.
	missed int

	mending sync.Mutex
	mended  bool // it was proven, or what it proves was saved
}

// salvage puts the database of a workspace aside that could not be opened. Where
// an engine runs there, that is left to it.
func salvage(ctx context.Context, cfg *config.Config, o Options) (store.Salvaged, error) {
	folder := cfg.Workspace.Folder()
	if o.Serves {
		lock, err := store.Lock(folder, store.LockInfo{PID: os.Getpid()})
		if err != nil {
			return store.Salvaged{}, err
		}
		defer func() { _ = lock.Unlock() }()
	}
	return store.Salvage(ctx, folder, store.Options{Now: o.Now})
}

func (r *record) tell(saved store.Salvaged) {
	r.settled.Store(false)
	r.saved.Store(&saved)
}

// kept says in a sentence where a database that was put aside is, and what was
// saved of it; "" for none.
func (r *record) kept() string {
	saved := r.saved.Load()
	if saved == nil {
		return ""
	}
	return fmt.Sprintf("The database that could not be used is kept as .holdfast/%s; %s.", saved.Aside, whatWasSaved(*saved))
}

// recordNotice says in words what happened to the database without harm, "" for
// nothing. It stands until the engine is closed: somebody ought to know of it.
func (e *Engine) recordNotice() string {
	if r, ok := e.db.Regained(); ok {
		return fmt.Sprintf("the database was taken away at %s while holdfast ran (git clean -fdx and git stash --all do that), and was written anew: all %d rows of its Ledger are there. "+
			"config.toml is not, if there was one; git clean -e .holdfast spares the folder", r.Time.Local().Format("15:04"), r.Rows)
	}
	if saved := e.record.saved.Load(); saved != nil && !e.record.settled.Load() {
		return fmt.Sprintf("the database could not be used as it was and is kept as .holdfast/%s; %s", saved.Aside, whatWasSaved(*saved))
	}
	return ""
}

func whatWasSaved(saved store.Salvaged) string {
	rows := fmt.Sprintf("%d %s of its Ledger", saved.Rows, recovery.Numbered(int(saved.Rows), "row", "rows"))
	switch {
	case saved.Whole:
		return "it was built anew from all " + rows + ", and nothing is lost"
	case saved.Gone > 0:
		return fmt.Sprintf("%s could be saved, of which %d %s gone", rows, saved.Gone, recovery.Numbered(saved.Gone, "content is", "contents are"))
	}
	return rows + " could be saved"
}

// keepPlace sees, while no request asks, whether the database is still in its
// place, and whether the workspace is still this engine's.
func (e *Engine) keepPlace(ctx context.Context, s *serving) {
	if !e.db.Displaced() {
		e.record.missed = 0
		err := s.lock.Keep(store.LockInfo{PID: os.Getpid(), Address: s.server.Addr()})
		var held *store.HeldError
		if errors.As(err, &held) {
			e.distrust("%v", err)
			e.hub.Changed()
		}
		return
	}
	// Whoever takes the folder away is given the time to end with it.
	if e.record.missed++; e.record.missed < 2 {
		return
	}
	err := e.db.Regain(ctx)
	switch {
	case err == nil:
		e.log.Warn("the database was taken away", "what", e.recordNotice())
		e.hub.Alert("", e.recordNotice())
		e.hub.Changed()
	case errors.Is(err, store.ErrDisplaced):
		e.takeUp(ctx, err)
	}
}

// displaced enters read-only mode where a database stands no longer in its place.
func (e *Engine) displaced(err error) {
	if errors.Is(err, store.ErrDisplaced) && e.ReadOnly() == "" {
		e.distrust("%v; nothing is recorded until it is put back, or holdfast is started again", err)
		e.hub.Changed()
	}
}

// takeUp goes on with the database that stands in the place of the one that is
// open, as a restart would. Until that succeeds the engine is in read-only mode.
func (e *Engine) takeUp(ctx context.Context, why error) {
	e.displaced(why)
	e.folds.mu.Lock()
	defer e.folds.mu.Unlock()
	if !e.db.Displaced() || e.db.Reopen(ctx) != nil {
		return // it is not there yet, or is no database
	}
	before := e.doubted.Swap(nil)
	if err := e.reread(ctx); err != nil {
		e.doubted.Store(before)
		e.log.Warn("the database that was put in place could not be read", "err", err)
		return
	}
	e.log.Info("goes on with the database that was put in place", "rows", e.folds.to)
	e.hub.Changed()
}

// reread reads everything from a database that was exchanged, and judges it.
// folds.mu is held.
func (e *Engine) reread(ctx context.Context) error {
	if err := e.examine(ctx); err != nil {
		return err
	}
	head, _, err := e.db.Head(ctx)
	if err != nil {
		return err
	}
	if head == 0 {
		e.distrust("the database was replaced by an empty one")
	}
	if err := e.readSessions(ctx); err != nil {
		return err
	}
	e.folds.early = map[int64]ownCommit{}
	e.folds.advance(head)
	e.lists.Add(1)
	for _, s := range e.allSessions() {
		for _, path := range s.state.Paths() {
			e.watching.add(path)
		}
		s.verify(s.state.Sorted())
	}
	e.record.mended = false
	return nil
}

// Mend proves the database before the operator's word on it, once. Where that
// finds damage, the database is put aside, and the engine goes on with one that is
// built from what the Vault and the Ledger prove; the doubt stands until the
// operator has spoken.
func (e *Engine) Mend(ctx context.Context) error {
	e.record.mending.Lock()
	defer e.record.mending.Unlock()
	if e.record.mended {
		return nil
	}
	found, err := e.damage(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		if err := e.rebuild(ctx, found); err != nil {
			return err
		}
	}
	e.record.mended = true
	return nil
}

// damage is what of the database can be built better from the Ledger. A content
// that is gone is gone.
func (e *Engine) damage(ctx context.Context) ([]event.Finding, error) {
	found, err := e.db.Verify(ctx, nil)
	if store.Unusable(err) {
		return []event.Finding{{Check: "file", Where: "holdfast.db", Detail: err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	var damage []event.Finding
	for _, f := range found {
		if f.Check != event.EvidenceCheck {
			damage = append(damage, f)
		}
	}
	if len(found) > 0 {
		return damage, nil
	}
	return rebuild.Verify(ctx, e.db, nil)
}

// rebuild exchanges the database for what can be saved of it.
func (e *Engine) rebuild(ctx context.Context, found []event.Finding) error {
	e.folds.mu.Lock()
	defer e.folds.mu.Unlock()
	saved, err := e.db.Salvage(ctx)
	if err != nil {
		return err
	}
	e.record.tell(saved)
	e.log.Warn("the database was put aside", "kept", saved.Aside, "rows", saved.Rows, "whole", saved.Whole)
	before := e.ReadOnly()
	e.doubted.Store(nil)
	if !saved.Whole { // the database itself has a doubt, and says which
		return e.reread(ctx)
	}
	if before == "" {
		before = fmt.Sprintf("what was recorded was damaged (%s)%s", found[0], andMore(len(found)-1))
	}
	err = e.reread(ctx)
	e.distrust("%s", before)
	return err
}
