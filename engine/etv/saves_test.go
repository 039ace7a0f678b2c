//go:build unix

package etv

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// What editors and tools do when they save, and what is seen of it without any
// sweep.
func TestEverySaveIsSeenByItsEvents(t *testing.T) {
	vim := func(backup string) func(s *watchedSpace) {
		return func(s *watchedSpace) {
			s.run("vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-c", "set swapfile backup writebackup "+backup, "-c", "%s/old/new/", "-c", "wq", "dir/f.go")
		}
	}
	for _, c := range []struct {
		name string
		save func(s *watchedSpace)
	}{
		{"truncate and write", func(s *watchedSpace) { s.write("dir/f.go", "new\n") }},
		{"write in place", func(s *watchedSpace) {
			f, err := os.OpenFile(s.abs("dir/f.go"), os.O_WRONLY, 0)
			s.do(err)
			_, err = f.WriteString("new")
			s.do(errorsOf(err, f.Close()))
		}},
		{"write beside and rename over", func(s *watchedSpace) {
			s.write("dir/f.go.tmp", "new\n")
			s.do(os.Rename(s.abs("dir/f.go.tmp"), s.abs("dir/f.go")))
		}},
		{"move in from another folder", func(s *watchedSpace) {
			s.write("f.go.tmp", "new\n")
			s.do(os.Rename(s.abs("f.go.tmp"), s.abs("dir/f.go")))
		}},
		{"the old file moved away, as JetBrains does", func(s *watchedSpace) {
			s.write("dir/f.go___jb_tmp___", "new\n")
			s.do(os.Rename(s.abs("dir/f.go"), s.abs("dir/f.go___jb_old___")))
			s.do(os.Rename(s.abs("dir/f.go___jb_tmp___"), s.abs("dir/f.go")))
			s.do(os.Remove(s.abs("dir/f.go___jb_old___")))
		}},
		{"delete and write anew", func(s *watchedSpace) {
			s.do(os.Remove(s.abs("dir/f.go")))
			s.write("dir/f.go", "new\n")
		}},
		{"sed -i", func(s *watchedSpace) { s.run("sed", "-i", "s/old/new/", "dir/f.go") }},
		{"vim with a backup by renaming", vim("backupcopy=no")},
		{"vim with a backup by copying", vim("backupcopy=yes")},
		{"vim without a backup", vim("nobackup nowritebackup")},
		{"the folder moved away and another in its place", func(s *watchedSpace) {
			s.write("next/f.go", "new\n")
			s.do(os.Rename(s.abs("dir"), s.abs("dir-old")))
			s.do(os.Rename(s.abs("next"), s.abs("dir")))
		}},
		{"the folder removed and made anew", func(s *watchedSpace) {
			s.do(os.RemoveAll(s.abs("dir")))
			s.write("dir/f.go", "new\n")
		}},
		{"a hard link put over it", func(s *watchedSpace) {
			s.write("other", "new\n")
			s.do(os.Link(s.abs("other"), s.abs("dir/link")))
			s.do(os.Rename(s.abs("dir/link"), s.abs("dir/f.go")))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := watchForReal(t)
			s.put("dir/f.go", "old\n")
			s.track("dir/f.go")
			c.save(s)
			s.holds("dir/f.go", "new\n")
			s.write("dir/f.go", "and again\n") // the watch outlived the save
			s.holds("dir/f.go", "and again\n")
		})
	}
}

func TestAFileThatGoesAndComesIsSeen(t *testing.T) {
	s := watchForReal(t)
	s.put("a/b/c/f.go", "old\n")
	s.track("a/b/c/f.go")
	for i, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return os.Remove(s.abs("a/b/c/f.go")) }, gone},
		{func() error { return os.WriteFile(s.abs("a/b/c/f.go"), []byte("one"), 0o644) }, "one"},
		{func() error { return os.Rename(s.abs("a/b"), s.abs("a/away")) }, gone},
		{func() error { return os.Rename(s.abs("a/away"), s.abs("a/b")) }, "one"},
		{func() error { return os.WriteFile(s.abs("a/b/c/f.go"), []byte("number two"), 0o644) }, "number two"},
		{func() error { return os.Rename(s.abs("a"), s.abs("away")) }, gone},
		{func() error { return os.MkdirAll(s.abs("a/b/c"), 0o755) }, gone},
		{func() error { return os.WriteFile(s.abs("a/b/c/f.go"), []byte("number three"), 0o644) }, "number three"},
		{func() error { return os.RemoveAll(s.abs("a")) }, gone},
		{func() error { return os.Rename(s.abs("away"), s.abs("a")) }, "number two"},
		{func() error { return os.WriteFile(s.abs("a/b/c/f.go"), []byte("the last one"), 0o644) }, "the last one"},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		s.holds("a/b/c/f.go", step.want)
	}
	if h := s.watcher.Health(); !h.OK() || h.Files != 1 || h.Folders != 4 {
		t.Errorf("%+v", h)
	}
}

func TestAFileThatIsNotThereYetIsSeenWhenItComes(t *testing.T) {
	s := watchForReal(t)
	s.track("new/deep/f.go")
	s.write("new/deep/f.go", "here")
	s.holds("new/deep/f.go", "here")
}

func TestPermissionsAreSeen(t *testing.T) {
	s := watchForReal(t)
	s.put("dir/f.go", "old\n")
	s.track("dir/f.go")
	before := s.reported("dir/f.go")
	s.do(os.Chmod(s.abs("dir/f.go"), 0))
	s.until(func() bool { return len(s.reports) > before })
}

func TestACheckoutOfAThousandFilesIsSeen(t *testing.T) {
	s := watchForReal(t)
	paths := make([]string, 1000)
	for i := range paths {
		paths[i] = fmt.Sprintf("dir%d/file%d.go", i%25, i)
		s.put(paths[i], "the first\n")
	}
	s.run("git", "init", "-q", "-b", "first")
	s.run("git", "add", "-A")
	s.run("git", "commit", "-qm", "first")
	s.run("git", "checkout", "-qb", "second")
	for i, p := range paths {
		if i%25 == 7 { // a folder that the second branch lacks
			s.do(os.Remove(s.abs(p)))
		} else {
			s.put(p, "number two\n")
		}
	}
	s.run("git", "commit", "-qam", "second")
	s.run("git", "checkout", "-q", "first")
	s.track(paths...)
	all := func(want func(i int) string) func() bool {
		return func() bool {
			for i, p := range paths {
				if s.held[p] != want(i) {
					return false
				}
			}
			return true
		}
	}
	for range 2 {
		s.run("git", "checkout", "-q", "second")
		s.until(all(func(i int) string {
			if i%25 == 7 {
				return gone
			}
			return "number two\n"
		}))
		s.run("git", "checkout", "-q", "first")
		s.until(all(func(int) string { return "the first\n" }))
	}
	if h := s.watcher.Health(); !h.OK() || h.Watched != 26 {
		t.Errorf("%+v", h)
	}
}

// The tracked set changes all the while: adding a watch must never wait for an
// event that waits to be handed over.
func TestABurstOfTenThousandEventsIsSurvived(t *testing.T) {
	s := watchForReal(t)
	paths := make([]string, 10)
	for i := range paths {
		paths[i] = fmt.Sprintf("dir%d/f.go", i)
		s.put(paths[i], "")
	}
	s.track(paths...)
	for n := range 1000 {
		for i, p := range paths {
			f, err := os.OpenFile(s.abs(p), os.O_WRONLY|os.O_APPEND, 0)
			s.do(err)
			_, err = f.WriteString("x")
			s.do(errorsOf(err, f.Close()))
			if (n+i)%50 == 0 {
				extra := fmt.Sprintf("extra%d/f.go", n)
				s.write(extra, "")
				s.watcher.Add(extra)
				s.watcher.Forget(extra)
			}
		}
	}
	s.until(func() bool {
		for _, p := range paths {
			if len(s.held[p]) != 1000 {
				return false
			}
		}
		return true
	})
}

// What sends no event to the folder is found by the next sweep.
func TestTheSweepFindsWhatSendsNoEvent(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(s *watchedSpace) error
	}{
		{"a memory map", func(s *watchedSpace) error {
			f, err := os.OpenFile(s.abs("dir/f.go"), os.O_RDWR, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			m, err := unix.Mmap(int(f.Fd()), 0, 4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
			if err != nil {
				return err
			}
			copy(m, "new\n")
			return errorsOf(unix.Msync(m, unix.MS_SYNC), unix.Munmap(m))
		}},
		{"another name of the same file", func(s *watchedSpace) error {
			return os.WriteFile(s.abs("elsewhere/link"), []byte("new\n"), 0o644)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := watchForReal(t)
			s.write("elsewhere/other", "")
			s.put("dir/f.go", "old\n")
			s.do(os.Link(s.abs("dir/f.go"), s.abs("elsewhere/link")))
			s.track("dir/f.go")
			s.do(c.write(s))
			s.clock.sweep()
			s.holds("dir/f.go", "new\n")
		})
	}
}

func TestALinkedFolderIsNotFollowed(t *testing.T) {
	s := watchForReal(t)
	s.put("real/f.go", "old\n")
	s.do(os.Symlink("real", s.abs("linked")))
	s.track("linked/f.go")
	before := s.reported("linked/f.go")
	s.write("real/f.go", "new\n")
	s.clock.sweep()
	s.do(os.Remove(s.abs("linked")))
	s.do(os.Rename(s.abs("real"), s.abs("linked")))
	s.until(func() bool { return len(s.reports) > before })
	if n := s.reported("linked/f.go"); n != before+1 {
		t.Errorf("it was reported %d times", n-before)
	}
	if v := s.fresh("linked/f.go"); v.status != Agrees {
		t.Errorf("a folder that took the link's place: %s", v.why)
	}
}

func TestTheRootThatIsGoneIsAProblem(t *testing.T) {
	s := watchForReal(t)
	s.put("f.go", "old\n")
	s.track("f.go")
	away := filepath.Join(t.TempDir(), "away")
	s.do(os.Rename(s.dir, away))
	s.holds("f.go", gone)
	if h := s.watcher.Health(); h.OK() {
		t.Errorf("%s", h)
	}
	if v := s.fresh("f.go"); v.Failure() == "" {
		t.Errorf("%+v", v)
	}
	s.do(os.Rename(away, s.dir))
	s.clock.sweep()
	s.holds("f.go", "old\n")
	if h := s.watcher.Health(); !h.OK() {
		t.Errorf("back again: %s", h)
	}
}
