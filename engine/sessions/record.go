package sessions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/internal/words"
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

// Salvage puts the database of a workspace's folder aside that could not be opened.
// serves reports whether that is for an engine that serves: where one runs there, the
// database is left to it (a *store.HeldError).
func Salvage(ctx context.Context, folder string, serves bool, now func() time.Time) (store.Salvaged, error) {
	if serves {
		lock, err := store.Lock(folder, store.LockInfo{PID: os.Getpid()})
		if err != nil {
			return store.Salvaged{}, err
		}
		defer func() { _ = lock.Unlock() }()
	}
	return store.Salvage(ctx, folder, store.Options{Now: now})
}

// Salvaged notes that the database was put aside before it was opened, and what could be
// saved of it. Where trusted is false, what was saved is not believed before the
// operator has spoken.
func (a *Sessions) Salvaged(saved store.Salvaged, trusted bool) {
	a.record.tell(saved)
	if !trusted {
		a.distrust("%s", a.RecordNotice())
	}
	a.means.Log.Warn("the database was put aside", "kept", saved.Aside, "rows", saved.Rows, "whole", saved.Whole)
}

func (r *record) tell(saved store.Salvaged) {
	r.settled.Store(false)
	r.saved.Store(&saved)
}

// Kept says in a sentence where a database that was put aside is, and what was saved
// of it; "" for none.
func (a *Sessions) Kept() string {
	saved := a.record.saved.Load()
	if saved == nil {
		return ""
	}
	return fmt.Sprintf("The database that could not be used is kept as .holdfast/%s; %s.", saved.Aside, whatWasSaved(*saved))
}

// RecordNotice says in words what happened to the database without harm, "" for
// nothing. It stands until the engine is closed: somebody ought to know of it.
func (a *Sessions) RecordNotice() string {
	if r, ok := a.means.DB.Regained(); ok {
		return fmt.Sprintf("the database was taken away at %s while holdfast ran (git clean -fdx and git stash --all do that), and was written anew: all %d rows of its Ledger are there. "+
			"config.toml is not, if there was one; git clean -e .holdfast spares the folder", r.Time.Local().Format("15:04"), r.Rows)
	}
	if saved := a.record.saved.Load(); saved != nil && !a.record.settled.Load() {
		return fmt.Sprintf("the database could not be used as it was and is kept as .holdfast/%s; %s", saved.Aside, whatWasSaved(*saved))
	}
	return ""
}

func whatWasSaved(saved store.Salvaged) string {
	rows := fmt.Sprintf("%d %s of its Ledger", saved.Rows, words.Numbered(int(saved.Rows), "row", "rows"))
	switch {
	case saved.Whole:
		return "it was built anew from all " + rows + ", and nothing is lost"
	case saved.Gone > 0:
		return fmt.Sprintf("%s could be saved, of which %d %s gone", rows, saved.Gone, words.Numbered(saved.Gone, "content is", "contents are"))
	}
	return rows + " could be saved"
}

// keepPlace sees, while no request asks, whether the database is still in its
// place, and whether the workspace is still this engine's, which keep says.
func (a *Sessions) keepPlace(ctx context.Context, keep func() error) {
	if !a.means.DB.Displaced() {
		a.record.missed = 0
		err := keep()
		var held *store.HeldError
		if errors.As(err, &held) {
			a.distrust("%v", err)
			a.means.Hub.Changed()
		}
		return
	}
	// Whoever takes the folder away is given the time to end with it.
	if a.record.missed++; a.record.missed < 2 {
		return
	}
	err := a.means.DB.Regain(ctx)
	switch {
	case err == nil:
		a.means.Log.Warn("the database was taken away", "what", a.RecordNotice())
		a.means.Hub.Alert("", a.RecordNotice())
		a.means.Hub.Changed()
	case errors.Is(err, store.ErrDisplaced):
		a.takeUp(ctx, err)
	}
}

// displaced enters read-only mode where a database stands no longer in its place.
func (a *Sessions) displaced(err error) {
	if errors.Is(err, store.ErrDisplaced) && a.ReadOnly() == "" {
		a.distrust("%v; nothing is recorded until it is put back, or holdfast is started again", err)
		a.means.Hub.Changed()
	}
}

// takeUp goes on with the database that stands in the place of the one that is
// open, as a restart would. Until that succeeds the engine is in read-only mode.
func (a *Sessions) takeUp(ctx context.Context, why error) {
	a.displaced(why)
	a.folds.mu.Lock()
	defer a.folds.mu.Unlock()
	if !a.means.DB.Displaced() || a.means.DB.Reopen(ctx) != nil {
		return // it is not there yet, or is no database
	}
	before := a.doubted.Swap(nil)
	if err := a.reread(ctx); err != nil {
		a.doubted.Store(before)
		a.means.Log.Warn("the database that was put in place could not be read", "err", err)
		return
	}
	a.means.Log.Info("goes on with the database that was put in place", "rows", a.folds.to)
	a.means.Hub.Changed()
}

// reread reads everything from a database that was exchanged, and judges it.
// folds.mu is held.
func (a *Sessions) reread(ctx context.Context) error {
	if err := a.examine(ctx); err != nil {
		return err
	}
	head, _, err := a.means.DB.Head(ctx)
	if err != nil {
		return err
	}
	if head == 0 {
		a.distrust("the database was replaced by an empty one")
	}
	if err := a.read(ctx); err != nil {
		return err
	}
	a.folds.early = map[int64]ownCommit{}
	a.folds.advance(head)
	a.lists.Add(1)
	for _, s := range a.All() {
		a.means.Look(s)
	}
	a.record.mended = false
	return nil
}

// Mend proves the database before the operator's word on it, once. Where that
// finds damage, the database is put aside, and the engine goes on with one that is
// built from what the Vault and the Ledger prove; the doubt stands until the
// operator has spoken.
func (a *Sessions) Mend(ctx context.Context) error {
	a.record.mending.Lock()
	defer a.record.mending.Unlock()
	if a.record.mended {
		return nil
	}
	found, err := a.damage(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		if err := a.rebuild(ctx, found); err != nil {
			return err
		}
	}
	a.record.mended = true
	return nil
}

// damage is what of the database can be built better from the Ledger. A content
// that is gone is gone.
func (a *Sessions) damage(ctx context.Context) ([]event.Finding, error) {
	found, err := a.means.DB.Verify(ctx, nil)
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
	return rebuild.Verify(ctx, a.means.DB, nil)
}

// rebuild exchanges the database for what can be saved of it.
func (a *Sessions) rebuild(ctx context.Context, found []event.Finding) error {
	a.folds.mu.Lock()
	defer a.folds.mu.Unlock()
	saved, err := a.means.DB.Salvage(ctx)
	if err != nil {
		return err
	}
	a.record.tell(saved)
	a.means.Log.Warn("the database was put aside", "kept", saved.Aside, "rows", saved.Rows, "whole", saved.Whole)
	before := a.ReadOnly()
	a.doubted.Store(nil)
	if !saved.Whole { // the database itself has a doubt, and says which
		return a.reread(ctx)
	}
	if before == "" {
		before = fmt.Sprintf("what was recorded was damaged (%s)%s", found[0], andMore(len(found)-1))
	}
	err = a.reread(ctx)
	a.distrust("%s", before)
	return err
}
