package app

import (
	"testing"

	"holdfast/engine/events"
	"holdfast/store/event"
)

// What a request ended with is not the last word: the operator decides later.
func TestActivityTellsWhatWasDecidedLater(t *testing.T) {
	f := forest(0)
	f.activities = []events.Activity{{Episode: "e", Kind: "turn", Phase: events.Done, Started: noon, Ended: noon, Prompt: "Mend the pool"}}
	for _, p := range f.pending {
		f.activities[0].Outcomes = append(f.activities[0].Outcomes, events.Outcome{Artifact: p.ID, Entity: p.Entity, State: event.Proposed, Confidence: event.Confirmed})
	}
	d := drive(t, f).Size(200, 60).Sees("  ◆4  ")
	for i := range f.entities { // as the engine does: the proposal is the entity's artifact then
		if f.entities[i].Key == "src/pool.go::Pool.Acquire" {
			f.entities[i].Artifact = "p0"
		}
	}
	f.pending = f.pending[2:]
	d.Emit(events.Event{Kind: events.KindState}).Sees("  ✓1 ◆2 ✗1  ")
	d.Press("5", "enter").Sees("✓ AUTHORITATIVE", "✗ REJECTED", "◆ PROPOSED")
}
