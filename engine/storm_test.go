package engine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/stale"
)

// stormFiles is how many files a checkout finds and how many of them it changes:
// few by default, a fifth of as many as HOLDFAST_STORM says where the time is to be seen.
func stormFiles(t *testing.T) (files int, measured bool) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("HOLDFAST_STORM"))
	if err != nil {
		return 100, false
	}
	return n, true
}

// stormFile is file f: version 2 has another body of F, and version 1 one more function.
func stormFile(f, version int) string {
	more := ""
	if version == 1 {
		more = fmt.Sprintf("\nfunc G%d() int { return %d }\n", f, f)
	}
	return fmt.Sprintf("package p\n\nconst A%d = %d\n\nfunc F%d() int { return %d }\n%s", f, f, f, version, more)
}

// A checkout that changes many files at once: each entity that it changed or took away
// is told of as soon as it is over, in few alerts, and going back makes all of them right.
func Test154ACheckoutOfManyFilesIsToldAsOne(t *testing.T) {
	t.Parallel()
	files, measured := stormFiles(t)
	h := openHouse(t, greeter)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false", "-c", "gc.auto=0"}, args...)...)
		cmd.Dir = h.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args, err, out)
		}
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	write := func(f, version int) {
		t.Helper()
		name := filepath.Join(h.dir, fmt.Sprintf("p%d", f/50), fmt.Sprintf("f%d.go", f))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(stormFile(f, version)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "one")
	for f := range files {
		write(f, 1)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	git("checkout", "-q", "-b", "two")
	want := map[string]stale.Reason{}
	for f := 0; f < files; f += 5 {
		write(f, 2)
		for _, symbol := range []string{"F", "G"} {
			want[fmt.Sprintf("p%d/f%d.go::%s%d", f/50, f, symbol, f)] = stale.Edited
		}
	}
	git("commit", "-q", "-a", "-m", "two")
	git("checkout", "-q", "one")
	h.adopt(".")
	if err := h.Reverify(t.Context(), nil); err != nil { // what the adoption has written is quiet by now
		t.Fatal(err)
	}
	var told atomic.Int32
	defer h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindAlert {
			told.Add(1)
		}
	})()
	git("checkout", "-q", "two")
	at := time.Now()
	h.until("each change of the checkout is seen", func() bool { return h.Status().Stale == len(want) })
	if took := time.Since(at); measured {
		t.Logf("%d of %d files: all was right %v after git ended, in %d alerts", files/5, files, took, told.Load())
		if took > 5*time.Second {
			t.Errorf("all was right %v after git ended, want at most 5 s", took)
		}
		if n := told.Load(); n > 30 {
			t.Errorf("%d alerts of one checkout", n)
		}
	}
	if got := h.stale(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("diverges %v, want %v", got, want)
	}
	if told.Load() == 0 {
		t.Error("no alert tells of it")
	}
	git("checkout", "-q", "one")
	h.until("what the checkout has brought back agrees", func() bool { return h.Status().Stale == 0 })
}
