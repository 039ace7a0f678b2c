package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/events"
	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// ErrReadOnly refuses what would change a session whose state cannot be trusted:
// read-only mode. It is entered when a workspace is opened and left by Recover
// or FreshStart; until then requests are forwarded and nothing else is done.
var ErrReadOnly = errors.New("read-only mode")

// ReadOnly says in words why nothing is decided, "" where all is well.
func (e *Engine) ReadOnly() string {
	if why := e.doubted.Load(); why != nil {
		return *why
	}
	return ""
}

// distrust enters read-only mode; the first reason stands.
func (e *Engine) distrust(format string, args ...any) {
	why := fmt.Sprintf(format, args...)
	if e.doubted.CompareAndSwap(nil, &why) {
		e.log.Warn("read-only mode", "why", why)
	}
}

// trust leaves read-only mode: the operator has said what is to be believed.
func (e *Engine) trust(ctx context.Context) error {
	err := e.db.Trust(ctx)
	e.doubted.Store(nil)
	e.record.settled.Store(true)
	return err
}

// mayChange refuses decisions in read-only mode.
func (e *Engine) mayChange() error {
	if why := e.ReadOnly(); why != "" {
		return fmt.Errorf("%w: %s. Nothing can be decided before holdfast recover FILE, or holdfast recover --fresh", ErrReadOnly, why)
	}
	return nil
}

// deciding begins a decision of the operator's: what others committed is known,
// and read-only mode refuses it.
func (e *Engine) deciding(ctx context.Context) error {
	if err := e.catchUp(ctx); err != nil {
		return err
	}
	return e.mayChange()
}

// readOnlyBanner is what every screen says of read-only mode, "" outside of it.
func (e *Engine) readOnlyBanner() string {
	why := e.ReadOnly()
	if why == "" {
		return ""
	}
	return "READ-ONLY: " + why + ". Requests are still forwarded, but nothing is hydrated, promoted or emitted: holdfast recover FILE brings the session back, holdfast recover --fresh begins anew"
}

// notice is what everybody ought to know of the record, the worst alone: that it
// is not kept, that it is not trusted, or what happened to it. "" where all is well.
func (e *Engine) notice() string { return cmp.Or(e.doubt(), e.recordNotice()) }

// examine decides whether what the database holds can be trusted: whether it is
// the one that the workspace had last, and whether its chain and its State Map
// hold together.
func (e *Engine) examine(ctx context.Context) error {
	if doubt := e.db.Distrust(); doubt != "" {
		e.distrust("%s", doubt)
		return nil
	}
	found, err := e.db.OpeningCheck(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		e.distrust("what was recorded is damaged (%s)%s; holdfast verify tells all of it", found[0], andMore(len(found)-1))
	}
	return nil
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// rebuiltRows is up to how many rows of the Ledger the sessions are rebuilt when
// an engine starts to serve, which takes less than half a second. Of a longer
// history holdfast verify proves as much and more.
const rebuiltRows = 20_000

// examineRebuilt compares what the Ledger makes of the sessions with what the
// database says of them, before anything is served.
func (e *Engine) examineRebuilt(ctx context.Context) error {
	if e.ReadOnly() != "" || e.folds.last.Load() > rebuiltRows {
		return nil
	}
	var ids []string
	for _, s := range e.allSessions() {
		ids = append(ids, s.id)
	}
	sessions, err := rebuild.Now(ctx, e.db, ids)
	if errors.Is(err, event.ErrCorrupt) {
		e.distrust("%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	for _, s := range e.allSessions() {
		if differ := s.differs(sessions[s.id]); differ != "" {
			e.distrust("session %s is not what its Ledger makes of it: %s; holdfast verify tells all of it", s.name(), differ)
		}
	}
	return nil
}

// differs names an entity that the session's State Map has otherwise than a
// rebuilt one, "" for none.
func (s *session) differs(rebuilt rebuild.Entities) string {
	list := s.state.Frozen()
	for _, e := range list {
		switch was, known := rebuilt[e.Key]; {
		case !known:
			return e.Key + " was never made AUTHORITATIVE"
		case was.Hash != e.Hash():
			return e.Key + " has another content"
		case was.Persisted != e.Persisted || was.Seq != e.Granted:
			return e.Key + " stands otherwise"
		}
	}
	if len(list) != len(rebuilt) {
		return fmt.Sprintf("it lacks %d entities", len(rebuilt)-len(list))
	}
	return ""
}

// forward passes a request on as it came, and records nothing of it.
func (e *Engine) forward(req *wire.Request) gateway.Turn {
	return &sideTurn{engine: e, live: e.activity.Begin(events.Activity{
		Episode: e.newID(), Kind: "forwarded", Path: req.Path, Model: req.Model, Prompt: events.FirstLine(req.Written),
	})}
}
