package sessions_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// mirror notes what it is told.
type mirror struct {
	mu     sync.Mutex
	filled int
	rows   []int64
	seen   []string
}

func (m *mirror) Fill(context.Context, *store.DB) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.filled++
	return nil
}

func (m *mirror) Fold(row event.Row, ev event.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rows, m.seen = append(m.rows, row.Seq), append(m.seen, ev.Type())
}

func (m *mirror) told() []int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.rows)
}

// room is a process that has the sessions of a workspace open.
type room struct {
	*sessions.Sessions
	db      *store.DB
	mu      sync.Mutex
	mirrors map[string]*mirror // by session
	looked  atomic.Int64
	busy    map[string]bool
}

func (r *room) of(s *sessions.Session) *mirror {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mirrors[s.ID]
}

func open(t *testing.T, folder string, beside bool) *room {
	t.Helper()
	ctx := context.Background()
	r := &room{mirrors: map[string]*mirror{}, busy: map[string]bool{}}
	var err error
	if r.db, err = store.Open(ctx, folder, store.Options{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.db.Close() })
	n := 0
	r.Sessions, err = sessions.Open(ctx, sessions.Means{
		DB: r.db, Log: slog.New(slog.DiscardHandler), Now: time.Now, Hub: &events.Hub{}, Beside: beside,
		NewID:  func() string { n++; return fmt.Sprintf("%s-%v-%d", filepath.Base(folder), beside, n) },
		Load:   func(hash string) ([]byte, error) { return r.db.Blob(ctx, hash) },
		Look:   func(*sessions.Session) { r.looked.Add(1) },
		LookAt: func(*sessions.Session, ...string) { r.looked.Add(1) },
		Lists:  func(event.Event) bool { return true },
		Reread: func(map[string]*sessions.Session) {},
		Busy:   func(id string) bool { return r.busy[id] },
		Mirrors: func(s *sessions.Session) []sessions.Mirror {
			m := &mirror{}
			r.mu.Lock()
			defer r.mu.Unlock()
			r.mirrors[s.ID] = m
			return []sessions.Mirror{m}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// episode is a request that was recorded whole.
func episode(id string) []event.Event {
	return []event.Event{
		event.EpisodeOpened{Episode: id, Kind: "operator", Format: "command"}, event.EpisodeClosed{Episode: id, Status: event.EpisodeIsClosed},
	}
}

// Every row is folded once and in order, whoever committed it and however many commit
// at once.
func TestEachRowIsFoldedOnceAndInOrder_TSLP3(t *testing.T) {
	t.Parallel()
	ctx, folder := context.Background(), t.TempDir()
	engine := open(t, folder, false)
	beside := open(t, folder, true)
	const each = 20
	var all sync.WaitGroup
	for _, r := range []*room{engine, beside} {
		for n := range 4 {
			all.Go(func() {
				for i := range each {
					id := fmt.Sprintf("%p-%d-%d", r, n, i)
					if err := sessions.Retry(func() error { return r.Active().Commit(ctx, nil, episode(id)) }); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	must(t, engine.CatchUp(ctx), beside.Active().Commit(ctx, nil, episode("last")))
	head, _, err := engine.db.Head(ctx)
	must(t, err, engine.CatchUp(ctx), beside.CatchUp(ctx))
	const want = (2*4*each + 1) * 2
	for _, r := range []*room{engine, beside} {
		rows := r.of(r.Active()).told()
		if len(rows) != want || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != want {
			t.Errorf("%d rows were folded of %d, in order: %v", len(rows), want, slices.IsSorted(rows))
		}
		if r.Head() != head || rows[len(rows)-1] != head {
			t.Errorf("it follows up to %d and %d of %d", r.Head(), rows[len(rows)-1], head)
		}
	}
	if n := beside.looked.Load(); n > 0 {
		t.Errorf("who stands beside an engine looked at the disk %d times for it", n)
	}
	if engine.looked.Load() == 0 {
		t.Error("the engine did not look at the disk after what others committed")
	}
}

// A decision that meets another is taken anew on what is true by then, and nothing of
// the first is kept.
func TestADecisionIsTakenAnewOnWhatIsTrue(t *testing.T) {
	t.Parallel()
	ctx, folder := context.Background(), t.TempDir()
	engine, beside := open(t, folder, false), open(t, folder, true)
	must(t, engine.NewSession(ctx, "web"), beside.CatchUp(ctx))
	tries := 0
	err := sessions.Retry(func() error {
		if tries++; tries == 1 {
			return fmt.Errorf("the first: %w", event.ErrConflict)
		}
		return nil
	})
	if err != nil || tries != 2 {
		t.Errorf("%d tries, %v", tries, err)
	}
	tries = 0
	if err := sessions.Retry(func() error { tries++; return event.ErrConflict }); !errors.Is(err, event.ErrConflict) || tries < 3 {
		t.Errorf("%d tries, %v", tries, err)
	}
	tries = 0
	if err := sessions.Retry(func() error { tries++; return event.ErrBusy }); !errors.Is(err, event.ErrBusy) || tries != 1 {
		t.Errorf("what is no conflict was tried %d times, %v", tries, err)
	}
}

// What a session becomes in one process it is in the other, with the same refusals.
func TestASessionIsWhatTheLedgerMakesOfIt(t *testing.T) {
	t.Parallel()
	ctx, folder := context.Background(), t.TempDir()
	engine, beside := open(t, folder, false), open(t, folder, true)
	must(t, beside.NewSession(ctx, "web"), engine.CatchUp(ctx))
	web := engine.Active()
	if web.Name() != "web" || engine.of(web).filled != 0 {
		t.Fatalf("the active session is %s, filled %d times", web.Name(), engine.of(web).filled)
	}
	refused := func(what, says string, err error) {
		t.Helper()
		var r *sessions.RefusedError
		if !errors.As(err, &r) || !strings.Contains(r.Error(), says) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("a name that is taken", "already: choose another name", engine.NewSession(ctx, "web"))
	refused("to archive the active one", "is the active session", beside.Archive(ctx, "web"))
	must(t, beside.Switch(ctx, sessions.Default), engine.CatchUp(ctx))
	engine.busy[web.ID] = true
	refused("to archive one that is busy", "wait for its end", engine.Archive(ctx, "web"))
	engine.busy[web.ID] = false
	must(t, engine.Rename(ctx, "web", "api"), engine.Archive(ctx, "api"), beside.CatchUp(ctx))
	if _, err := beside.Named("api"); err == nil || !strings.Contains(err.Error(), "archived") {
		t.Errorf("an archived session is found: %v", err)
	}
	refused("an archived session's name", "archived session", beside.NewSession(ctx, "api"))
	if err := web.Commit(ctx, nil, episode("e")); !errors.Is(err, event.ErrArchived) {
		t.Errorf("an archived session was written to: %v", err)
	}
	must(t, beside.Unarchive(ctx, "api"), engine.CatchUp(ctx))
	refused("to unarchive what is not", "is not archived", engine.Unarchive(ctx, "api"))
	again := open(t, folder, true)
	for _, r := range []*room{engine, beside, again} {
		s, err := r.Named("api")
		if err != nil || s.ID != web.ID || !s.Usable() || r.Active().Name() != sessions.Default {
			t.Errorf("%+v, %v; active is %s", s, err, r.Active().Name())
		}
	}
}

// A session that cannot be used is not read; it is once somebody takes it up again.
func TestAnArchivedSessionIsReadWhenItIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	ctx, folder := context.Background(), t.TempDir()
	first := open(t, folder, false)
	must(t, first.NewSession(ctx, "web"), first.Active().Commit(ctx, nil, episode("e")), first.Switch(ctx, sessions.Default), first.Archive(ctx, "web"))
	next := open(t, folder, false)
	web := next.LookUp("web")
	if m := next.of(web); m.filled != 0 {
		t.Errorf("it was read %d times", m.filled)
	}
	must(t, next.Unarchive(ctx, "web"), web.Commit(ctx, nil, episode("f")))
	if m := next.of(web); m.filled != 1 || len(m.told()) != 2 {
		t.Errorf("it was read %d times, and then told %v", m.filled, m.seen)
	}
}

// In read-only mode nothing is recorded but the operator's word that ends it.
func TestReadOnlyModeRecordsNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := open(t, t.TempDir(), false)
	r.Salvaged(store.Salvaged{Aside: "holdfast.db.1", Rows: 1}, false)
	if why := r.ReadOnly(); !strings.Contains(why, "could not be used") {
		t.Errorf("read-only mode says %q", why)
	}
	before := r.Head()
	for name, err := range map[string]error{
		"a commit": r.Active().Commit(ctx, nil, episode("e")), "a session": r.NewSession(ctx, "web"), "a decision": r.Deciding(ctx),
	} {
		if !errors.Is(err, sessions.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r.Head() != before {
		t.Errorf("%d rows were recorded", r.Head()-before)
	}
	must(t, r.Active().Declare(ctx, nil, []event.Event{event.FreshStarted{Overruled: r.Overruled()}}), r.Trust(ctx))
	if why := r.ReadOnly(); why != "" {
		t.Errorf("the operator has spoken, and it says %q", why)
	}
	must(t, r.Active().Commit(ctx, nil, episode("e")))
}

// A large State Map is compared with what its Ledger makes of it beside requests, some
// rows at a time; what differs ends that anything is decided.
func TestALargeStateMapIsComparedBehind_TSLP3(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := open(t, t.TempDir(), false)
	const files = 100
	var blobs [][]byte
	events := []event.Event{event.EpisodeOpened{Episode: "e", Kind: "operator", Format: "command"}}
	for i := range files {
		text := fmt.Appendf(nil, "package p%d\n", i)
		sums, _ := event.SumsOf(event.Hash(text), event.Hash(text), event.Hash(text))
		blobs = append(blobs, text)
		events = append(events, event.FileAdopted{
			ID: fmt.Sprintf("%012x", i), Episode: "e", Path: fmt.Sprintf("p%d.go", i), Language: "go", Method: "ast", Block: event.Hash(text), Grant: "disk",
			Symbols: []event.AdoptedSymbol{{Name: "P", Sums: sums, Core: []int{0, len(text)}, Text: []int{0, len(text)}}},
		})
	}
	must(t, r.Active().Commit(ctx, blobs, append(events, event.EpisodeClosed{Episode: "e", Status: event.EpisodeIsClosed})))
	pieces := 0
	read := func(piece func()) {
		if pieces++; pieces == 2 { // what comes meanwhile is no difference
			must(t, r.Active().Commit(ctx, nil, append(episode("f"), event.EntityTombstoned{Entity: "p1.go::P", Artifact: "0000000000010000", By: "operator", Reason: "not needed"})))
		}
		piece()
	}
	r.ExamineBehind(ctx, read)
	if why := r.ReadOnly(); why != "" || pieces < 2 {
		t.Errorf("after %d pieces: %s", pieces, why)
	}
	r.Active().Map.Fold(event.EntityTombstoned{Entity: "p7.go::P"}) // which nobody has recorded
	r.ExamineBehind(ctx, read)
	if why := r.ReadOnly(); !strings.Contains(why, "it lacks 1 entities") {
		t.Errorf("a map that lacks an entity: %q", why)
	}
}
