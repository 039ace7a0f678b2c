package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/chain"
	"holdfast/engine/config"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// open opens an engine on a workspace of its own, with n functions in its map.
func open(tb testing.TB, n int) *Engine {
	tb.Helper()
	cfg, err := config.Load(config.LoadOptions{Workspace: tb.TempDir(), Env: []string{}})
	if err != nil {
		tb.Fatal(err)
	}
	e, err := Open(context.Background(), cfg, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := e.Close(); err != nil {
			tb.Error(err)
		}
	})
	for path, text := range Functions(n) {
		if _, err := e.Paste(context.Background(), path, []byte(text)); err != nil {
			tb.Fatal(err)
		}
	}
	return e
}

// TestADeltaThatSkipsAnEntityIsSeen seeds bugs that verify looks for.
func TestADeltaThatSkipsAnEntityIsSeen(t *testing.T) {
	t.Parallel()
	for name, seed := range map[string]func(*chain.Moment){
		"an entity skipped": func(m *chain.Moment) { m.Entities = m.Entities[1:] },
		"a version behind": func(m *chain.Moment) {
			m.Entities[0].Entry = statemap.EntryOf(event.Artifact{Entity: m.Entities[0].Key(), Grant: m.Entities[0].Grant()})
		},
		"an entity held by disk": func(m *chain.Moment) {
			m.Entities[0].Stood = &statemap.Place{Persisted: !m.Entities[0].Stood.Persisted}
		},
		"a proposal made up":   func(m *chain.Moment) { m.Facts.Proposals = append(m.Facts.Proposals, canon.Proposal{ID: "x"}) },
		"an entity told twice": func(m *chain.Moment) { m.Entities = append(m.Entities, m.Entities[0]) },
		"a doubt made up": func(m *chain.Moment) {
			m.Entities[0].Stood = &statemap.Place{Persisted: m.Entities[0].Stood.Persisted, Doubt: event.AuditPartial}
		},
		"a revoked grant made up": func(m *chain.Moment) { m.Facts.Revoked = append(m.Facts.Revoked, canon.Revocation{Seq: 1}) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			e := open(t, 3)
			if findings, err := e.Verify(ctx, nil); err != nil || len(findings) > 0 {
				t.Fatalf("a sound chain: %v, %v", findings, err)
			}
			s := e.Active()
			_, m := s.Moment()
			seed(m)
			ev, wanted := s.Chain.Tell(m, e.now())
			if !wanted {
				t.Fatal("nothing is to be told")
			}
			if err := s.Record(ctx, nil, []event.Event{ev}); err != nil {
				t.Fatal(err)
			}
			findings, err := e.Verify(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(findings) != 1 || findings[0].Check != "canon" || !strings.Contains(findings[0].Detail, "they are not the same") {
				t.Errorf("verify found %v", findings)
			}
		})
	}
}

// Facts of the mirrors do not depend on the order in which they are kept.
func TestADeltaDependsOnNoOrder(t *testing.T) {
	t.Parallel()
	e := open(t, 40)
	s := e.Active()
	_, m := s.Moment()
	state := func() string {
		ev, _ := s.Chain.Tell(m, time.Unix(0, 0))
		return ev.State
	}
	want := state()
	slices.Reverse(m.Entities)
	if got := state(); got != want || got == "" {
		t.Errorf("the hash is %s, reversed it is %s", want, got)
	}
}

// reopened is the engine on the same workspace, after its process was stopped.
func reopened(t *testing.T, e *Engine) *Engine {
	t.Helper()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(context.Background(), e.cfg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Close() })
	return again
}

// A process that is killed between a commit and its delta leaves the delta to
// the next one, with the grant that was revoked and the proposal that was closed
// in between.
func TestADeltaThatWasLeftOverIsEmitted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e := open(t, 3)
	s := e.Active()
	list := s.Map.Sorted()
	last := e.LastDelta()
	if err := s.Record(ctx, nil, []event.Event{
		event.EntityTombstoned{Entity: list[0].Key(), Artifact: list[0].Artifact(), By: "operator", Reason: "tombstoned by the operator"},
	}); err != nil {
		t.Fatal(err)
	}
	e = reopened(t, e)
	if got := e.LastDelta(); got != last {
		t.Fatalf("to open a workspace emitted delta %d after %d", got, last)
	}
	e.Active().EmitLeftOver(ctx)
	if got := e.LastDelta(); got != last+1 {
		t.Fatalf("the last delta is %d, want one after %d", got, last)
	}
	e.Active().EmitLeftOver(ctx) // and once only
	text, err := e.CanonDelta(ctx, last+1)
	if err != nil || !strings.Contains(string(text), `"status": "revoked"`) || !strings.Contains(string(text), "Taken out of the State Map: "+list[0].Key()) {
		t.Errorf("%v\n%s", err, text)
	}
	if findings, err := e.Verify(ctx, nil); err != nil || len(findings) > 0 || e.LastDelta() != last+1 {
		t.Errorf("verify: %v, %v; the last delta is %d", findings, err, e.LastDelta())
	}
}

// A grant that was taken back is told for ten episodes, also after a restart.
func TestARevokedGrantIsToldForTenEpisodes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e := open(t, 3)
	gone := e.Active().Map.Sorted()[0].Key()
	if err := e.Tombstone(ctx, gone, ""); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 12; n++ {
		if n%4 == 0 {
			e = reopened(t, e)
		}
		if _, err := e.Paste(ctx, "x.go", fmt.Appendf(nil, "func X() int { return %d }\n", n)); err != nil {
			t.Fatal(err)
		}
		text, err := e.CanonDelta(ctx, e.LastDelta())
		if err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(string(text), `"status": "revoked"`); told != (n < 10) {
			t.Errorf("after %d episodes it is told: %v", n, told)
		}
	}
	if findings, err := e.Verify(ctx, nil); err != nil || len(findings) > 0 {
		t.Errorf("verify: %v, %v", findings, err)
	}
}
