package stale

import (
	"testing"
	"testing/synctest"

	"holdfast/engine/etv"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// What the disk came to hold is recorded by whoever saw it first; a state that
// is told after a look of its own waits for that.
func TestALookWaitsForWhatAnotherRecords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDiverged()
		e := statemap.EntryOf(event.Artifact{ID: "a"})
		seen := []Verified{{e, etv.Report{Status: etv.Agrees}}}
		if claimed := d.Claim(seen); len(claimed) != 1 {
			t.Fatalf("%d claimed", len(claimed))
		}
		if again := d.Claim(seen); len(again) != 0 {
			t.Error("it is recorded twice")
		}
		ended := false
		go func() {
			if err := d.Recorded(t.Context()); err != nil {
				t.Error(err)
			}
			ended = true
		}()
		synctest.Wait()
		if ended {
			t.Error("it did not wait for the other")
		}
		d.Done("a")
		synctest.Wait()
		if !ended {
			t.Error("it waits for what has ended")
		}
		if err := d.Recorded(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
