package store

import (
	"context"
	"errors"
	"testing"

	"holdfast/store/event"
)

// recovered is a recovery that misses some entities.
func recovered(h *house, missing ...string) {
	h.t.Helper()
	document := []byte("{}")
	e := event.SessionRecovered{Document: event.Hash(document), Kind: "SESSION_STATE", Number: 1, State: state("1")}
	for _, key := range missing {
		e.Missing = append(e.Missing, event.LostEntity{Entity: key, Artifact: event.Hash(nil), Reason: "there is no such file"})
	}
	h.must(Batch{Session: session, Blobs: [][]byte{document}, Events: []event.Event{e}})
}

func settled(entity string) Batch {
	return Batch{Session: session, Events: []event.Event{event.LossSettled{Entity: entity, By: "operator", Reason: "the operator let go of it"}}}
}

func TestOnlyWhatARecoveryMissesIsLetGoAndOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	refused := func(entity, when string) {
		t.Helper()
		if _, err := h.db.Commit(context.Background(), settled(entity)); !errors.Is(err, event.ErrConflict) {
			t.Errorf("%s, letting go of %s: %v, want ErrConflict", when, entity, err)
		}
	}
	h.must(turn(1, ""))
	refused("README.md", "before any recovery")
	recovered(h, "README.md", "pool.go::Acquire")
	refused("LICENSE", "after a recovery that has it")
	h.must(settled("README.md"))
	refused("README.md", "after it was let go")
	h.must(turn(2, "artifact-000001"))
	refused("pool.go::Acquire", "after it became AUTHORITATIVE again")
	recovered(h, "README.md")
	h.must(settled("README.md"))
	recovered(h)
	refused("README.md", "after a recovery that misses nothing")
	recovered(h, "README.md")
	h.must(Batch{Session: session, Events: []event.Event{event.FreshStarted{}}})
	refused("README.md", "after a fresh start")
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestVerifyNamesALossThatNeverWas(t *testing.T) {
	t.Parallel()
	re := &replay{in: &inspection{}, lost: map[name]bool{}}
	re.missing(session, []event.LostEntity{{Entity: "README.md"}})
	re.missing("s2", []event.LostEntity{{Entity: "other"}})
	for _, c := range []struct{ entity, finds string }{
		{"README.md", ""},
		{"README.md", "it lets go of README.md, which no recovery misses"}, // again
		{"other", "it lets go of other, which no recovery misses"},         // of another session
	} {
		re.in.findings = nil
		if err := re.lossSettled(event.Row{Seq: 9, Session: session}, event.LossSettled{Entity: c.entity}); err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, f := range re.in.findings {
			found += f.Detail
		}
		if found != c.finds {
			t.Errorf("letting go of %s finds %q, want %q", c.entity, found, c.finds)
		}
	}
	if !re.lost[name{"s2", "other"}] {
		t.Error("one session has settled a loss of another")
	}
}
