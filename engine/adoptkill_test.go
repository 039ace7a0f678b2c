package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/events"
)

// childAdopts makes the test binary adopt a workspace until it kills itself at the point
// of childDies.
const childAdopts = "HOLDFAST_TEST_ADOPTS"

// adoptUntilKilled adopts everything, and dies at a point that was passed so often.
func adoptUntilKilled(dir, point string) error {
	at, times, _ := strings.Cut(point, " ")
	return actUntilKilled(dir, at, times, func(ctx context.Context, e *engine.Engine) error {
		_, err := e.AdoptPaths(ctx, []string{"."}, func(events.AdoptProgress) {})
		return err
	})
}

// actUntilKilled does something in a workspace, and dies at a point that the act has
// passed so often.
func actUntilKilled(dir, point, times string, act func(context.Context, *engine.Engine) error) error {
	ctx := context.Background()
	left, err := strconv.ParseInt(times, 10, 64)
	if err != nil {
		return err
	}
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}})
	if err != nil {
		return err
	}
	var armed atomic.Bool
	var passed atomic.Int64
	e, err := engine.Open(ctx, cfg, engine.Options{Beside: true, Failpoint: func(name string) {
		if armed.Load() && name == point && passed.Add(1) == left {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
	}})
	if err != nil {
		return err
	}
	armed.Store(true)
	return errors.Join(act(ctx, e), e.Close())
}

// An adoption that is killed in the middle has lost nothing that was committed, and goes
// on from there.
func TestAnAdoptionThatIsKilledGoesOn_Choice7(t *testing.T) {
	t.Parallel()
	const files, symbols = 60, 40
	for _, point := range []string{"vault 2", "ledger.appended 70", "commit 2", "committed 2", "commit 3"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t, wordy)
			for f := range files {
				var text strings.Builder
				text.WriteString("package many\n")
				for s := range symbols {
					fmt.Fprintf(&text, "\n// F%d_%d is one.\nfunc F%d_%d() int {\n\treturn %d\n}\n", f, s, f, s, s)
				}
				h.write(fmt.Sprintf("many/f%02d.go", f), text.String())
			}
			before := len(h.state())
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), childAdopts+"="+h.dir, childDies+"="+point)
			out, err := child.CombinedOutput()
			var ended *exec.ExitError
			if !errors.As(err, &ended) || ended.Exited() || len(out) > 0 {
				t.Fatalf("it was to be killed at %s: %v, %s", point, err, out)
			}
			h.reopen()
			h.verified()
			kept := len(h.state()) - before
			done, err := h.AdoptPaths(context.Background(), []string{"many"}, nil)
			must(t, err)
			if done.Adopted+done.Unchanged != files*symbols || done.Unchanged != kept {
				t.Errorf("of %d entities %d were there, then %d were adopted and %d were so already", files*symbols, kept, done.Adopted, done.Unchanged)
			}
			h.verified()
			h.deltas()
			if got := len(h.state()); got != before+files*symbols {
				t.Errorf("the State Map holds %d entities, want %d", got, before+files*symbols)
			}
		})
	}
}
