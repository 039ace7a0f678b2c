//go:build unix

package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"holdfast/store/event"
)

// A database that is taken away while it is open is written anew before anything
// is acknowledged, and a restart finds all of it.
func TestWhatIsTakenAwayIsWrittenAnew(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(t *testing.T, dir string){
		"the folder": func(t *testing.T, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		},
		"the files": func(t *testing.T, dir string) {
			remove(t, dir, databaseFile, databaseFile+logSuffix, databaseFile+indexSuffix, headFile, ignoreFile)
		},
		"the database alone": func(t *testing.T, dir string) { remove(t, dir, databaseFile) },
		"its log alone":      func(t *testing.T, dir string) { remove(t, dir, databaseFile+logSuffix) },
		"its index alone":    func(t *testing.T, dir string) { remove(t, dir, databaseFile+indexSuffix) },
		"the folder, with another in its place": func(t *testing.T, dir string) {
			if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, idle := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				ctx := context.Background()
				h := newHouse(t)
				h.must(noted("before"))
				take(t, h.dir)
				if idle {
					if !h.db.Displaced() {
						t.Fatal("it is not noticed")
					}
					if err := h.db.Regain(ctx); err != nil {
						t.Fatal(err)
					}
				}
				last := h.must(noted("after"))
				if r, ok := h.db.Regained(); !ok || r.Times != 1 || h.db.Displaced() {
					t.Errorf("regained %+v, %v", r, ok)
				}
				h.must(noted("and after that"))
				for _, text := range []string{"before", "after"} {
					if got, err := h.db.Blob(ctx, event.Hash([]byte(text))); err != nil || string(got) != text {
						t.Errorf("the Vault gives %q, %v", got, err)
					}
				}
				other, err := Open(ctx, h.dir, Options{ReadOnly: true})
				if err != nil {
					t.Fatal(err)
				}
				if seq, _, err := other.Head(ctx); err != nil || seq != last.Last+1 {
					t.Errorf("another process sees row %d, %v", seq, err)
				}
				if err := other.Close(); err != nil {
					t.Error(err)
				}
				h.reopen()
				if seq, _, err := h.db.Head(ctx); err != nil || seq != last.Last+1 || h.db.Distrust() != "" {
					t.Errorf("after a restart row %d, %v, %s", seq, err, h.db.Distrust())
				}
				if found := h.verify(); found != "" {
					t.Error(found)
				}
			})
		}
	}
}

func remove(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// Where it is not certain what is right, nothing is acknowledged, and nothing of
// what stands there is touched.
func TestNothingIsCommittedToWhatWasReplacedOrMoved(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(dir string) error{
		"another file in its place": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, databaseFile)), os.WriteFile(filepath.Join(dir, databaseFile), []byte("mine"), 0o600))
		},
		"the folder moved away": func(dir string) error { return os.Rename(dir, dir+"2") },
		"a file for the folder": func(dir string) error {
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, []byte("mine"), 0o600))
		},
		"the workspace gone": func(dir string) error { return os.RemoveAll(filepath.Dir(dir)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &house{t: t, dir: filepath.Join(t.TempDir(), "workspace", ".holdfast")}
			h.open(Options{})
			h.must(Batch{Session: session, Events: []event.Event{event.SessionCreated{ID: session, Name: "main"}}})
			if err := take(h.dir); err != nil {
				t.Fatal(err)
			}
			if _, err := h.db.Commit(context.Background(), noted("x")); !errors.Is(err, ErrDisplaced) {
				t.Errorf("a commit: %v", err)
			}
			if err := h.db.Regain(context.Background()); !errors.Is(err, ErrDisplaced) {
				t.Errorf("regain: %v", err)
			}
			if err := h.db.Close(); err != nil {
				t.Error(err)
			}
			if name == "another file in its place" {
				if got, err := os.ReadFile(filepath.Join(h.dir, databaseFile)); string(got) != "mine" {
					t.Errorf("the file that was put there is %q, %v", got, err)
				}
			}
			if name == "the folder moved away" {
				if err := os.Rename(h.dir+"2", h.dir); err != nil {
					t.Fatal(err)
				}
				h.reopen()
				if found := h.verify(); found != "" {
					t.Error(found)
				}
			}
		})
	}
}
