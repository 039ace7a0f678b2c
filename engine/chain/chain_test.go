package chain_test

import (
	"fmt"
	"testing"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/chain"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

func newChain() *chain.Chain {
	return chain.New("s", statemap.New(hydrate.Options{}, nil), stale.NewDiverged())
}

// A commit that decides something is told of by one delta, whoever records it; what
// decides nothing by none.
func TestADecisionIsToldOnce_CanonStateDelta(t *testing.T) {
	t.Parallel()
	c, now := newChain(), time.Unix(1_700_000_000, 0)
	c.Fold(event.Row{Seq: 1}, event.EpisodeOpened{Episode: "e", Kind: "turn"})
	c.Mark(1)
	if m := c.Next(); m != nil {
		t.Fatal("a request that changed nothing wants a delta")
	}
	c.Fold(event.Row{Seq: 2, Time: now}, event.FreshStarted{})
	c.Mark(2)
	c.Mark(2) // whoever folded the row, and whoever committed it
	m := c.Next()
	if m == nil {
		t.Fatal("the operator's word wants no delta")
	}
	ev, wanted := c.Tell(m, now)
	if !wanted || ev.Number != 1 || ev.Previous != 0 || ev.Upto != 2 || ev.Mode != string(canon.ModeB) || ev.State == "" {
		t.Fatalf("%v, %+v", wanted, ev)
	}
	if d, err := m.Delta(ev); err != nil || d.CurrentState.StateSeq != 1 {
		t.Errorf("the delta of the event: %+v, %v", d.CurrentState, err)
	}
	c.Fold(event.Row{Seq: 3, Time: now}, ev)
	if last := c.Link(); last.Seq != 1 || last.Hash != ev.State {
		t.Errorf("the chain ends in %+v", last)
	}
	if c.Next() != nil {
		t.Error("it is told of again")
	}
	if _, wanted := c.Tell(m, now); wanted {
		t.Error("another process has told of it, and a delta is made all the same")
	}
	c.Fold(event.Row{Seq: 4, Time: now}, event.FreshStarted{})
	c.Mark(4)
	next, _ := c.Tell(c.Next(), now)
	if next.Number != 2 || next.Previous != 1 || next.PreviousHash != ev.State {
		t.Errorf("the next delta does not follow: %+v", next)
	}
}

// A recovery says where the chain goes on, and what it could not bring back.
func TestARecoveryContinuesTheChainOfItsDocument(t *testing.T) {
	t.Parallel()
	c := newChain()
	c.Fold(event.Row{Seq: 9}, event.SessionRecovered{
		Kind: "SESSION_STATE", Number: 7, State: "sha256:1", Continues: true,
		Missing: []event.LostEntity{{Entity: "a.go::F", Artifact: "sha256:2", Reason: "it is nowhere"}},
	})
	if last := c.Last(); last.Number != 7 || last.Hash != "sha256:1" || last.Emitted || last.Upto != 8 {
		t.Errorf("it goes on from %+v", last)
	}
	if !c.Misses("a.go::F") || c.Misses("a.go::G") || len(c.Lost()) != 1 {
		t.Errorf("it misses %+v", c.Lost())
	}
	c.Fold(event.Row{Seq: 10}, event.SessionRecovered{Kind: "SESSION_STATE", Number: 3, State: "sha256:3"})
	if last := c.Last(); last.Number != 7 {
		t.Errorf("a document of an earlier state took the chain back to %+v", last)
	}
}

// Of a large State Map one delta tells all that was committed until it is made: its hash
// costs the whole map, and no commit is to cost that.
func TestTheDeltaOfALargeMapIsOwed(t *testing.T) {
	t.Parallel()
	state, now := statemap.New(hydrate.Options{}, nil), time.Unix(1_700_000_000, 0)
	c := chain.New("s", state, stale.NewDiverged())
	for i := range 2_001 {
		a := event.Artifact{ID: fmt.Sprint(i), Entity: fmt.Sprintf("f%d.go::F", i), Hash: event.Hash([]byte{byte(i)}), StateSeq: 1, Changed: now}
		state.Promote(a, event.ArtifactPromoted{Artifact: a.ID, Entity: a.Entity, Persisted: true})
	}
	for row := int64(2); row < 5; row++ {
		c.Fold(event.Row{Seq: row, Time: now}, event.FreshStarted{})
		c.Mark(row)
	}
	if c.Next() != nil || !c.Owes() {
		t.Fatal("a moment was kept, or nothing is owed")
	}
	_, m := c.At(4)
	ev, wanted := c.Tell(m, now)
	if !wanted || ev.Number != 1 || ev.Upto != 4 {
		t.Fatalf("the delta that was owed: %v, %+v", wanted, ev)
	}
	if d, err := m.Delta(ev); err != nil || len(d.CurrentState.LastPersistentArtifacts) != 2_001 {
		t.Errorf("it tells %d entities, %v", len(d.CurrentState.LastPersistentArtifacts), err)
	}
	c.Fold(event.Row{Seq: 5, Time: now}, ev)
	c.Mark(5)
	if c.Next() != nil || c.Owes() {
		t.Error("it is told of again")
	}
}
