package engine_test

import (
	"sync/atomic"
	"testing"

	"holdfast/engine"
)

func TestARequestThatWasAnsweredIsNotLive(t *testing.T) {
	for _, stream := range []bool{true, false} {
		h := openHouse(t, poolModel(t))
		var ends atomic.Int32
		cancel := h.Subscribe(func(ev engine.Event) {
			if ev.Kind == engine.EventActivity && ev.Activity.Phase == engine.Done {
				ends.Add(1)
			}
		})
		if _, err := h.post([]message{{"user", "write the pool"}}, stream); err != nil {
			t.Fatal(err)
		}
		if err := h.Close(); err != nil { // waits for the handler
			t.Fatal(err)
		}
		cancel()
		if ends.Load() != 1 {
			t.Errorf("streamed %v: its end was told %d times", stream, ends.Load())
		}
		list := h.Activities()
		if len(list) != 1 || list[0].Phase != engine.Done {
			t.Errorf("streamed %v: %+v", stream, list)
		}
	}
}
