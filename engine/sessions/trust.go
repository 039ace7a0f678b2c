package sessions

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// ReadOnly says in words why nothing is decided, "" where all is well.
func (a *Sessions) ReadOnly() string {
	if why := a.doubted.Load(); why != nil {
		return *why
	}
	return ""
}

// distrust enters read-only mode; the first reason stands.
func (a *Sessions) distrust(format string, args ...any) {
	why := fmt.Sprintf(format, args...)
	if a.doubted.CompareAndSwap(nil, &why) {
		a.means.Log.Warn("read-only mode", "why", why)
	}
}

// Trust leaves read-only mode: the operator has said what is to be believed.
func (a *Sessions) Trust(ctx context.Context) error {
	err := a.means.DB.Trust(ctx)
	a.doubted.Store(nil)
	a.record.settled.Store(true)
	return err
}

// MayChange refuses decisions in read-only mode.
func (a *Sessions) MayChange() error {
	if why := a.ReadOnly(); why != "" {
		return fmt.Errorf("%w: %s. Nothing can be decided before holdfast recover FILE, or holdfast recover --fresh", ErrReadOnly, why)
	}
	return nil
}

// Deciding begins a decision of the operator's: what others committed is known,
// and read-only mode refuses it.
func (a *Sessions) Deciding(ctx context.Context) error {
	if err := a.CatchUp(ctx); err != nil {
		return err
	}
	return a.MayChange()
}

// ReadOnlyBanner is what every screen says of read-only mode, "" outside of it.
func (a *Sessions) ReadOnlyBanner() string {
	why := a.ReadOnly()
	if why == "" {
		return ""
	}
	return "READ-ONLY: " + why + ". Requests are still forwarded, but nothing is hydrated, promoted or emitted: holdfast recover FILE brings the session back, holdfast recover --fresh begins anew"
}

// examine decides whether what the database holds can be trusted: whether it is
// the one that the workspace had last, and whether its chain and its State Map
// hold together.
func (a *Sessions) examine(ctx context.Context) error {
	if doubt := a.means.DB.Distrust(); doubt != "" {
		a.distrust("%s", doubt)
		return nil
	}
	found, err := a.means.DB.OpeningCheck(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		a.distrust("what was recorded is damaged (%s)%s; holdfast verify tells all of it", found[0], andMore(len(found)-1))
	}
	return nil
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// Sessions are rebuilt before an engine serves if the Ledger has up to rebuiltRows and the
// State Maps have up to rebuiltAtOnce entities, which takes less than half a second. Larger
// State Maps are rebuilt beside the first requests. Of a longer Ledger holdfast verify
// proves as much and more.
const (
	rebuiltRows   = 20_000
	rebuiltAtOnce = 20_000
)

// ExamineRebuilt compares what the Ledger makes of the sessions with what the
// database says of them, before anything is served. later reports whether that is left
// to ExamineBehind.
func (a *Sessions) ExamineRebuilt(ctx context.Context) (later bool, err error) {
	if a.ReadOnly() != "" || a.Head() > rebuiltRows {
		return false, nil
	}
	entities := 0
	for _, s := range a.All() {
		entities += s.Map.Len()
	}
	if entities > rebuiltAtOnce {
		return true, nil
	}
	return false, a.examineRebuilt(ctx, rebuild.AtOnce)
}

// ExamineBehind is what ExamineRebuilt has left, beside requests. Each piece of it is
// handed to read, which calls it when there is time. What differs has the engine enter
// read-only mode then, as it would have before it served.
func (a *Sessions) ExamineBehind(ctx context.Context, read func(piece func())) {
	err := a.examineRebuilt(ctx, read)
	if err != nil && ctx.Err() == nil {
		a.means.Log.Warn("the sessions could not be compared with their Ledger", "err", err)
	}
	a.means.Hub.Changed()
}

func (a *Sessions) examineRebuilt(ctx context.Context, read func(piece func())) error {
	held := map[string]rebuild.Held{}
	head := int64(0)
	a.folds.still(func(upto int64) {
		head = upto
		for _, s := range a.All() {
			held[s.ID] = frozen(s.Map.Frozen())
		}
	})
	differ, err := rebuild.Compare(ctx, a.means.DB, held, head, read)
	if errors.Is(err, event.ErrCorrupt) {
		a.distrust("%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(differ)) {
		if s := a.ByID(id); s != nil { // unless the database was exchanged meanwhile
			a.distrust("session %s is not what its Ledger makes of it: %s; holdfast verify tells all of it", s.Name(), differ[id])
		}
	}
	return nil
}

// frozen is a State Map as rebuild compares it.
type frozen []statemap.Frozen

// Len implements rebuild.Held.
func (f frozen) Len() int { return len(f) }

// Find implements rebuild.Held.
func (f frozen) Find(entity string) (at int, held bool) { return statemap.FindFrozen(f, entity) }

// At implements rebuild.Held.
func (f frozen) At(at int) rebuild.Standing {
	e := f[at]
	return rebuild.Standing{Hash: e.Content(), Seq: e.Granted(), Granted: e.Changed().UnixMilli(), Grant: e.Grant(), Persisted: e.Stood.Persisted}
}

// Name implements rebuild.Held.
func (f frozen) Name(at int) string { return f[at].Key() }

// Overruled returns the distrust that the operator's word ends, empty for none.
func (a *Sessions) Overruled() event.Overruled {
	claim := a.means.DB.Claim()
	return event.Overruled{Doubt: a.ReadOnly(), HeadSeq: claim.Seq, HeadHash: claim.Hash}
}

// endsDistrust reports whether an event is the operator's word on what is believed.
func endsDistrust(ev event.Event) bool {
	switch ev := ev.(type) {
	case event.SessionRecovered:
		return ev.Overruled.Doubt != ""
	case event.FreshStarted:
		return ev.Overruled.Doubt != ""
	}
	return false
}
