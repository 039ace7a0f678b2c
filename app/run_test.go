//go:build unix

package app

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

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
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, f, Options{In: pts, Out: pts, Theme: "dark", Getenv: func(key string) string {
			return map[string]string{"TERM": "xterm-256color"}[key]
		}})
	}()
	said := watch(ptm)
	said.until(t, "State Map")
	for i := range 3000 {
		f.emit(events.Event{Kind: events.KindActivity, Activity: events.Activity{Episode: "e3", Phase: events.Streaming, Bytes: 2000 + i}})
	}
	f.emit(events.Event{Kind: events.KindAlert, Alert: "the disk is nearly full"})
	said.until(t, "the disk is nearly full")
	cancel()
	said.until(t, "\x1b[?1049l") // the terminal is given back
	if err := <-ended; err != nil {
		t.Errorf("a screen whose context ends returns %v", err)
	}
	calls := f.total()
	if f.calls["Subscribe"] != 1 || f.calls["Unsubscribe"] != 1 {
		t.Errorf("subscribed %d times, unsubscribed %d times", f.calls["Subscribe"], f.calls["Unsubscribe"])
	}
	if err := pts.Close(); err != nil {
		t.Fatal(err)
	}
	<-said.ended
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

// until waits for a text and forgets what came before it.
func (w *watched) until(t *testing.T, text string) {
	t.Helper()
	for {
		if i := bytes.Index(w.seen, []byte(text)); i >= 0 {
			w.seen = w.seen[i+len(text):]
			return
		}
		b, ok := <-w.chunks
		if !ok {
			t.Fatalf("the terminal closed before it showed %q; last: %q", text, w.seen[max(0, len(w.seen)-300):])
		}
		w.seen = append(w.seen, b...)
	}
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
