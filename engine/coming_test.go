package engine_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"holdfast/engine/coming"
	"holdfast/engine/events"
)

// Whoever looks at a live request reads what has come of its reply, and what that
// brings; once it has ended there is nothing to look at any more.
func TestAReplyIsReadWhileItComes(t *testing.T) {
	t.Parallel()
	said, end := make(chan struct{}), make(chan struct{})
	h := openHouse(t, func(prompt string) reply {
		if !strings.Contains(prompt, "slowly") {
			return wordy(prompt)
		}
		return reply{text: "Well.\n```go\n// file: a.go\nfunc Known() int { return 2 }\n\nfunc Late() {}\n", finish: "stop", pause: func() {
			close(said)
			<-end
		}}
	})
	h.send(completions, "", "write Known in a.go\n")
	var client sync.WaitGroup
	client.Go(func() { h.send(completions, "", "slowly\n") })
	<-said
	live := h.Activities()[0]
	want := []coming.Found{{Entity: "a.go::Known", Known: true, Whole: true}, {Entity: "a.go::Late"}}
	h.until("what has come can be read", func() bool {
		r, ok := h.Coming(context.Background(), live.Episode)
		return ok && strings.HasPrefix(r.Text, "Well.") && slices.Equal(r.Found, want)
	})
	if live = h.Activities()[0]; live.TokensOut != 0 || live.Phase != events.Streaming {
		t.Errorf("%d tokens while it is %s: nobody has told of any", live.TokensOut, live.Phase)
	}
	close(end)
	client.Wait()
	if _, ok := h.Coming(context.Background(), live.Episode); ok {
		t.Error("a reply that has ended can be looked at")
	}
	h.verified()
}
