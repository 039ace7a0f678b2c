package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/canon"
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
	for name, seed := range map[string]func(*moment){
		"an entity skipped": func(m *moment) { m.entities = m.entities[1:] },
		"a version behind": func(m *moment) {
			m.entities[0].Entry = statemap.EntryOf(event.Artifact{Entity: m.entities[0].Key, Grant: m.entities[0].Grant()})
		},
		"an entity held by disk":  func(m *moment) { m.entities[0].Persisted = !m.entities[0].Persisted },
		"a proposal made up":      func(m *moment) { m.facts.Proposals = append(m.facts.Proposals, canon.Proposal{ID: "x"}) },
		"an entity told twice":    func(m *moment) { m.entities = append(m.entities, m.entities[0]) },
		"a doubt made up":         func(m *moment) { m.entities[0].Doubt = event.AuditPartial },
		"a revoked grant made up": func(m *moment) { m.facts.Revoked = append(m.facts.Revoked, canon.Revocation{Seq: 1}) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			e := open(t, 3)
			if findings, err := e.Verify(ctx, nil); err != nil || len(findings) > 0 {
				t.Fatalf("a sound chain: %v, %v", findings, err)
			}
			s := e.active()
			s.chain.mu.Lock()
			m := s.moment(e.folds.to)
			s.chain.mu.Unlock()
			seed(m)
			if err := s.emitMoment(ctx, m); err != nil {
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
	s := e.active()
	m := s.moment(e.folds.to)
	want := m.of(1, time.Unix(0, 0), "").Hash()
	slices.Reverse(m.entities)
	if got := m.of(1, time.Unix(0, 0), "").Hash(); got != want {
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
	s := e.active()
	list := s.state.Sorted()
	last := e.LastDelta()
	if err := s.record(ctx, nil, []event.Event{
		event.EntityTombstoned{Entity: list[0].Key, Artifact: list[0].Artifact, By: "operator", Reason: "tombstoned by the operator"},
	}); err != nil {
		t.Fatal(err)
	}
	e = reopened(t, e)
	if got := e.LastDelta(); got != last {
		t.Fatalf("to open a workspace emitted delta %d after %d", got, last)
	}
	e.active().emitLeftOver(ctx)
	if got := e.LastDelta(); got != last+1 {
		t.Fatalf("the last delta is %d, want one after %d", got, last)
	}
	e.active().emitLeftOver(ctx) // and once only
	text, err := e.CanonDelta(ctx, last+1)
	if err != nil || !strings.Contains(string(text), `"status": "revoked"`) || !strings.Contains(string(text), "Taken out of the State Map: "+list[0].Key) {
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
	gone := e.active().state.Sorted()[0].Key
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
