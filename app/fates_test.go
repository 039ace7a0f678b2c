package app

import (
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/fate"
	"holdfast/store/event"
)

// What a request ended with is not the last word: what comes of it is decided later,
// and may be decided otherwise again.
func TestActivityTellsWhatWasDecidedLater(t *testing.T) {
	f := forest(0)
	f.activities = []events.Activity{{Episode: "e", Kind: "turn", Phase: events.Done, Started: noon, Ended: noon, Prompt: "Mend the pool"}}
	for _, p := range f.pending {
		f.activities[0].Outcomes = append(f.activities[0].Outcomes, events.Outcome{Artifact: p.ID, Entity: p.Entity, State: event.Proposed, Confidence: event.Confirmed})
	}
	f.activities[0].Outcomes = append(f.activities[0].Outcomes, events.Outcome{Artifact: "sha256:c1", Confidence: event.Unresolved})
	d := drive(t, f).Size(200, 60).Sees("  ◆4 ?1  ")
	f.fates = map[string]event.State{"p0": event.Authoritative, "p1": fate.Rejected, "sha256:c1": event.Authoritative}
	d.Emit(events.Event{Kind: events.KindState}).Sees("  ✓2 ◆2 ✗1  ")
	d.Press("5", "enter").Sees("✓ AUTHORITATIVE", "✗ REJECTED", "◆ PROPOSED")
	f.fates = map[string]event.State{"p0": event.Proposed, "p1": event.Proposed} // all of it was undone
	d.Emit(events.Event{Kind: events.KindState}).Sees("  ◆4 ?1  ")
}
