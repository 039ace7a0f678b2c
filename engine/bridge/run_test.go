//go:build unix

package bridge

import (
	"context"
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

// alive tells whether the process that a file names still runs.
func alive(t *testing.T, pidFile string) bool {
	t.Helper()
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	for _, d := range strings.TrimSpace(string(text)) {
		pid = pid*10 + int(d-'0')
	}
	stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(text)) + "/stat")
	if err == nil && strings.Contains(string(stat), ") Z ") {
		return false // dead, and not yet reaped by whoever adopted it
	}
	return syscall.Kill(pid, 0) == nil
}

func TestWhatACommandStartedIsKilledWithIt_85(t *testing.T) {
	const background = "sleep 600 & echo $! > pid; "
	t.Run("when its time is over", func(t *testing.T) {
		dir := t.TempDir()
		r := Run(t.Context(), dir, Environment(os.Environ()), Call{background + "wait"}, Limits{Timeout: 300 * time.Millisecond, Output: 100})
		if r.Status != Timeout || !strings.Contains(r.Detail, "300ms") {
			t.Errorf("%+v", r)
		}
		if alive(t, filepath.Join(dir, "pid")) {
			t.Error("what it left in the background goes on")
		}
	})
	t.Run("when it is stopped", func(t *testing.T) {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan Result, 1)
		if err := syscall.Mkfifo(filepath.Join(dir, "started"), 0o600); err != nil {
			t.Fatal(err)
		}
		go func() {
			ended <- Run(ctx, dir, Environment(os.Environ()), Call{background + "echo > started; wait"}, limits)
		}()
		if _, err := os.ReadFile(filepath.Join(dir, "started")); err != nil { // blocks until the command says so
			t.Fatal(err)
		}
		cancel()
		if r := <-ended; r.Status != Stopped {
			t.Errorf("%+v", r)
		}
		if alive(t, filepath.Join(dir, "pid")) {
			t.Error("what it left in the background goes on")
		}
	})
	t.Run("when it ends", func(t *testing.T) {
		dir := t.TempDir()
		hold := filepath.Join(dir, "hold")
		if err := syscall.Mkfifo(hold, 0o600); err != nil {
			t.Fatal(err)
		}
		dead := make(chan error, 1)
		go func() {
			_, err := os.ReadFile(hold) // ends with the last process that holds it
			dead <- err
		}()
		r := Run(t.Context(), dir, Environment(os.Environ()), Call{"exec 3>hold; sleep 600 >&3 2>&3 & true"}, limits)
		if r.Status != Done {
			t.Errorf("%+v", r)
		}
		select {
		case <-dead:
		case <-time.After(time.Minute):
			t.Error("what it left in the background goes on")
		}
	})
}
