//go:build unix

package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/creack/pty"

	"holdfast/engine/events"
)

func TestRunFollowsTheEngineAndLeavesItAlone(t *testing.T) {
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	defer ptm.Close()
	defer pts.Close()
	if err := pty.Setsize(ptm, &pty.Winsize{Cols: 120, Rows: 40}); err != nil {
		t.Fatal(err)
	}
	f := story()
	said, end, ended := runOn(t, f, ptm, pts)
	said.until(t, "State Map")
	for i := range 3000 {
		f.emit(events.Event{Kind: events.KindActivity, Activity: events.Activity{Episode: "e3", Phase: events.Streaming, Bytes: 2000 + i}})
	}
	f.emit(events.Event{Kind: events.KindAlert, Alert: "the disk is nearly full"})
	said.until(t, "the disk is nearly full")
	end()
	said.until(t, "\x1b[?1049l") // the terminal is given back
	if err := await(t, ended, "the screen to end"); err != nil {
		t.Errorf("a screen whose context ends returns %v", err)
	}
	calls := f.total()
	if f.calls["Subscribe"] != 1 || f.calls["Unsubscribe"] != 1 {
		t.Errorf("subscribed %d times, unsubscribed %d times", f.calls["Subscribe"], f.calls["Unsubscribe"])
	}
	if err := pts.Close(); err != nil {
		t.Fatal(err)
	}
	await(t, said.ended, "the terminal to be closed")
	if again := f.total(); again != calls {
		t.Errorf("the engine was called %d times after Run returned", again-calls)
	}
}

// watched is what a program writes to its terminal.
type watched struct {
	chunks chan []byte
	ended  chan struct{}
	seen   []byte
}

func watch(tty *os.File) *watched {
	w := &watched{chunks: make(chan []byte, 4096), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		defer close(w.chunks)
		for {
			buf := make([]byte, 4096)
			n, err := tty.Read(buf)
			if n > 0 {
				w.chunks <- buf[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return w
}

// until waits for texts, in whichever order they come, and forgets what came up to
// the last of them. What a command writes by itself and what the next frame draws
// come in either order.
func (w *watched) until(t *testing.T, texts ...string) {
	t.Helper()
	for {
		end := 0
		for _, text := range texts {
			i := bytes.Index(w.seen, []byte(text))
			if i < 0 {
				end = -1
				break
			}
			end = max(end, i+len(text))
		}
		if end >= 0 {
			w.seen = w.seen[end:]
			return
		}
		last := fmt.Sprintf("the terminal to show %q; last: %q", texts, w.seen[max(0, len(w.seen)-300):])
		b := await(t, w.chunks, last)
		if b == nil {
			t.Fatalf("the terminal closed before it came %s", last)
		}
		w.seen = append(w.seen, b...)
	}
}

// await is the next value of a channel, its zero value where it is closed. It fails
// where nothing comes: a test that waits without an end says nothing about why.
func await[T any](t testing.TB, c <-chan T, what string) (v T) {
	t.Helper()
	late := time.NewTimer(time.Minute)
	defer late.Stop()
	select {
	case v = <-c:
	case <-late.C:
		t.Fatalf("waited in vain for %s", what)
	}
	return v
}

// runOn shows an engine on a terminal until end is called, the operator quits, or
// the test ends.
func runOn(t *testing.T, e Engine, ptm, pts *os.File) (said *watched, end func(), ended chan error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended = make(chan error, 1)
	over := make(chan struct{})
	go func() {
		defer close(over)
		ended <- Run(ctx, e, Options{In: pts, Out: pts, Theme: "dark", Getenv: func(key string) string {
			return map[string]string{"TERM": "xterm-256color"}[key]
		}})
	}()
	t.Cleanup(func() { cancel(); <-over }) // it reads the terminal by its number, which the next test may be given
	return watch(ptm), cancel, ended
}

func TestRunRefusesWhereThereIsNoTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if err := Run(context.Background(), story(), Options{In: r, Out: w}); !errors.Is(err, ErrNoTerminal) {
		t.Errorf("without a terminal Run says %v", err)
	}
}
