package report

import (
	"testing"

	"holdfast/engine/events"
	"holdfast/store/event"
)

// A request of an earlier run tells what has become of what waited when it ended.
func TestWhatWaitedIsToldAsItWasDecidedSince(t *testing.T) {
	for _, c := range []struct {
		now  event.Artifact
		want event.State
	}{
		{event.Artifact{State: event.Proposed}, event.Proposed},
		{event.Artifact{State: event.Authoritative, Version: 2}, event.Authoritative},
		{event.Artifact{State: event.Superseded, Version: 2}, event.Superseded},
		{event.Artifact{State: event.Tombstoned, Reason: "rejected by the operator: accepted by nobody"}, event.Tombstoned},
		{event.Artifact{State: event.Tombstoned, Reason: "accepted for a.py::Pool.release"}, event.Authoritative},
		{event.Artifact{State: event.Tombstoned, Version: 3, Reason: "accepted its removal"}, event.Tombstoned},
	} {
		c.now.ID = "a1"
		got := []events.Outcome{{Artifact: "a1", State: event.Proposed}, {Artifact: "a2", State: event.Proposed}, {Artifact: "a1", State: event.Authoritative}}
		decidedSince(got, []event.Artifact{{ID: "a0"}, c.now})
		if got[0].State != c.want || got[1].State != event.Proposed || got[2].State != event.Authoritative {
			t.Errorf("%+v is told as %s, want %s; the others are %s and %s", c.now, got[0].State, c.want, got[1].State, got[2].State)
		}
	}
}
