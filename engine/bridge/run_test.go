//go:build unix

package bridge

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var limits = Limits{Timeout: time.Minute, Output: 1 << 10}

func run(t *testing.T, command string) Result {
	t.Helper()
	return Run(t.Context(), t.TempDir(), Environment(os.Environ()), Call{command}, limits)
}

func TestACommandRunsInTheFolderAndTellsHowItEnded_85(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "here.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r := Run(t.Context(), dir, Environment(os.Environ()), Call{"ls; echo wrong >&2; exit 3"}, limits)
	if r.Status != Done || r.Exit != 3 || r.Output != "here.txt\nwrong\n" {
		t.Errorf("%+v", r)
	}
	if r := run(t, "true"); r.Status != Done || r.Exit != 0 || r.Output != "" {
		t.Errorf("%+v", r)
	}
	if r := run(t, "kill -9 $$"); r.Status != Failed || !strings.Contains(r.Detail, "killed") {
		t.Errorf("a command that was killed by another: %+v", r)
	}
	if r := Run(t.Context(), filepath.Join(dir, "none"), nil, Call{"true"}, limits); r.Status != Failed {
		t.Errorf("in a folder that is not there: %+v", r)
	}
}

func TestACommandReadsNothingAndLearnsNoSecret_85(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sesame")
	t.Setenv("HOLDFAST_TOKEN", "sesame")
	if r := run(t, "env; cat"); strings.Contains(r.Output, "sesame") || !strings.Contains(r.Output, "TERM=dumb") || !strings.Contains(r.Output, "PATH=") || r.Exit != 0 {
		t.Errorf("%+v", r)
	}
}

// A hold is a pipe that a command opens, and with it all that the command starts.
type hold struct {
	path   string
	opened chan struct{} // something has opened it
	dead   chan error
}

// newHold makes the pipe "hold" in a folder.
func newHold(t *testing.T, dir string) hold {
	t.Helper()
	path := filepath.Join(dir, "hold")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	h := hold{path, make(chan struct{}), make(chan error, 1)}
	go func() {
		f, err := os.Open(path) // returns when the command has opened it
		close(h.opened)
		if err == nil {
			_, err = io.ReadAll(f) // ends with the last process that holds it
			f.Close()
		}
		h.dead <- err
	}()
	return h
}

// mustBeDead waits for the end of every process that holds the pipe: a killed
// one goes on for a moment after the signal was sent.
func (h hold) mustBeDead(t *testing.T) {
	t.Helper()
	// A command that was killed before it came so far never opens the pipe.
	f, err := os.OpenFile(h.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	<-h.opened
	f.Close()
	select {
	case err := <-h.dead:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(time.Minute):
		t.Error("what it left in the background goes on")
	}
}

func TestWhatACommandStartedIsKilledWithIt_85(t *testing.T) {
	const background = "exec 3>hold; sleep 600 >&3 2>&3 & "
	t.Run("when its time is over", func(t *testing.T) {
		dir := t.TempDir()
		h := newHold(t, dir)
		r := Run(t.Context(), dir, Environment(os.Environ()), Call{background + "wait"}, Limits{Timeout: 2 * time.Second, Output: 100})
		if r.Status != Timeout || !strings.Contains(r.Detail, "2s") {
			t.Errorf("%+v", r)
		}
		h.mustBeDead(t)
	})
	t.Run("when it is stopped", func(t *testing.T) {
		dir := t.TempDir()
		h := newHold(t, dir)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan Result, 1)
		go func() {
			ended <- Run(ctx, dir, Environment(os.Environ()), Call{background + "wait"}, limits)
		}()
		<-h.opened
		cancel()
		if r := <-ended; r.Status != Stopped {
			t.Errorf("%+v", r)
		}
		h.mustBeDead(t)
	})
	t.Run("when it ends", func(t *testing.T) {
		dir := t.TempDir()
		h := newHold(t, dir)
		if r := Run(t.Context(), dir, Environment(os.Environ()), Call{background + "true"}, limits); r.Status != Done {
			t.Errorf("%+v", r)
		}
		h.mustBeDead(t)
	})
}
