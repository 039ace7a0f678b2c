package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
)

// A start over many files compares them behind: a request that comes first gets nothing
// that the disk contradicts, and in the end all is known that changed while nothing
// watched (TSLP 15.4).
func TestManyFilesAreComparedBehindAStart_15_4(t *testing.T) {
	t.Parallel()
	h := treeOf(t, 520)
	must(t, h.Close())
	edited := "package p\n\nfunc F7() { panic(7) }\n"
	h.write("f7.go", edited)
	h.open()
	moved := make(chan struct{}, 1)
	defer h.Subscribe(func(events.Event) {
		select {
		case moved <- struct{}{}:
		default:
		}
	})()
	h.ask("explain F7 and F8")
	if prompt := h.prompt(); strings.Contains(prompt, "func F7() {}") || !strings.Contains(prompt, "func F8() {}") {
		t.Errorf("the first request got\n%s", prompt)
	}
	late := time.After(time.Minute)
	for h.Status().Stale != 1 {
		select {
		case <-moved:
		case <-late:
			t.Fatalf("%d entities are STALE", h.Status().Stale)
		}
	}
	for {
		told, err := h.Doctor(context.Background())
		must(t, err)
		behind := false
		for _, c := range told.Checks {
			behind = behind || strings.Contains(c.Detail, "since the start")
		}
		if !behind {
			break
		}
		select {
		case <-moved:
		case <-late:
			t.Fatal("it is never over")
		}
	}
}
