package engine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/stale"
)

// stormFiles is how many files a checkout finds, and how many of them each checkout
// changes: few by default, as many as HOLDFAST_STORM says where the time is to be seen.
func stormFiles(t *testing.T) (files int, changed []int, measured bool) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("HOLDFAST_STORM"))
	if err != nil {
		return 100, []int{20}, false
	}
	return n, []int{n / 5, n / 100, 1}, true
}

// stormFile is file f: version 2 has another body of F, and version 1 one more function.
func stormFile(f, version int) string {
	more := ""
	if version == 1 {
		more = fmt.Sprintf("\nfunc G%d() int { return %d }\n", f, f)
	}
	return fmt.Sprintf("package p\n\nconst A%d = %d\n\nfunc F%d() int { return %d }\n%s", f, f, f, version, more)
}

// storm is a workspace that git changes.
type storm struct {
	*house
	files int

	mu     sync.Mutex
	alerts []time.Time // since the last checkout began
}

func (s *storm) git(args ...string) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = s.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("git %s: %v: %s", args, err, out)
	}
}

func (s *storm) nameOf(f int) string { return fmt.Sprintf("p%d/f%d.go", f/50, f) }

func (s *storm) put(path, text string) {
	s.t.Helper()
	name := filepath.Join(s.dir, path)
	must(s.t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(s.t, os.WriteFile(name, []byte(text), 0o644))
}

// commit changes so many of the files, and returns what then diverges.
func (s *storm) commit(branch string, changed int) map[string]stale.Reason {
	s.t.Helper()
	s.git("checkout", "-q", "-b", branch, "one")
	want := map[string]stale.Reason{}
	for i := range changed {
		f := i * (s.files / changed)
		s.put(s.nameOf(f), stormFile(f, 2))
		for _, symbol := range []string{"F", "G"} {
			want[fmt.Sprintf("%s::%s%d", s.nameOf(f), symbol, f)] = stale.Edited
		}
	}
	s.git("commit", "-q", "-a", "-m", branch)
	s.git("checkout", "-q", "one")
	return want
}

// firstChange is when the first file of a checkout was written.
func (s *storm) firstChange(after time.Time) time.Time {
	first := time.Now()
	for f := range s.files {
		info, err := os.Stat(filepath.Join(s.dir, s.nameOf(f)))
		must(s.t, err)
		if at := info.ModTime(); at.After(after) && at.Before(first) {
			first = at
		}
	}
	return first
}

// checkout has git check a branch out; it returns when git began and ended.
func (s *storm) checkout(branch string) (began, ended time.Time) {
	s.t.Helper()
	s.mu.Lock()
	s.alerts = nil
	s.mu.Unlock()
	began = time.Now()
	s.git("checkout", "-q", branch)
	return began, time.Now()
}

// told returns when alerts came since the last checkout began.
func (s *storm) told() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alerts
}

// A checkout that changes many files at once: each entity that it changed or took away
// is told of as soon as it is over, in few alerts, and going back makes all of them right.
func Test154ACheckoutOfManyFilesIsToldAsOne(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	files, changed, measured := stormFiles(t)
	s := &storm{house: openHouse(t, greeter), files: files}
	s.git("init", "-q", "-b", "one")
	for f := range files {
		s.put(s.nameOf(f), stormFile(f, 1))
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "one")
	wants := make([]map[string]stale.Reason, len(changed))
	for i, n := range changed {
		wants[i] = s.commit(fmt.Sprint("changes", n), n)
	}
	s.adopt(".")
	must(t, s.Reverify(t.Context(), nil)) // what the adoption has written is quiet by now
	defer s.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindAlert {
			s.mu.Lock()
			s.alerts = append(s.alerts, time.Now())
			s.mu.Unlock()
		}
	})()
	for i, n := range changed {
		began, ended := s.checkout(fmt.Sprint("changes", n))
		s.until("each change of the checkout is seen", func() bool { return s.Status().Stale == len(wants[i]) })
		took := time.Since(ended)
		if got := s.stale(); fmt.Sprint(got) != fmt.Sprint(wants[i]) {
			t.Errorf("diverges %v, want %v", got, wants[i])
		}
		told := s.told()
		if len(told) == 0 {
			t.Fatal("no alert tells of it")
		}
		if measured {
			s.measured(n, told, began, ended, took)
		}
		s.git("checkout", "-q", "one")
		s.until("what the checkout has brought back agrees", func() bool { return s.Status().Stale == 0 })
	}
}

// measured tells what a checkout took, and holds it to what is promised.
func (s *storm) measured(changed int, told []time.Time, began, ended time.Time, took time.Duration) {
	first := told[0].Sub(s.firstChange(began.Add(-10 * time.Millisecond)))
	s.t.Logf("%d of %d files in %v: all was right %v after git ended, in %d alerts, the first %v after the first change",
		changed, s.files, ended.Sub(began), took, len(told), first)
	if took > 5*time.Second {
		s.t.Errorf("all was right %v after git ended, want at most 5 s", took)
	}
	if first > 150*time.Millisecond {
		s.t.Errorf("the first alert came %v after the first change, want at most 150 ms", first)
	}
	if len(told) > 30 {
		s.t.Errorf("%d alerts of one checkout", len(told))
	}
}
