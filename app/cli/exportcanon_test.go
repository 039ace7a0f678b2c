package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// loseDatabase removes a workspace's database, as rm does.
func loseDatabase(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"holdfast.db", "holdfast.db-wal", "holdfast.db-shm"} {
		if err := os.Remove(filepath.Join(dir, ".holdfast", name)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

// What an export holds brings the session back: the delta, and the bare state.
func TestAnExportIsWhatASessionIsRecoveredFrom(t *testing.T) {
	for _, name := range []string{"CANON_STATE_DELTA.json", "SESSION_STATE.json"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must := func(code int, want string, args ...string) string {
				t.Helper()
				got, out, errout := wired(t, dir, "", args...)
				if got != code || !strings.Contains(out+errout, want) {
					t.Fatalf("%v: exit code %d, want %d and %q:\n%s%s", args, got, code, want, out, errout)
				}
				return out
			}
			if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\nfunc F() {}\n\nfunc G() {}\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			must(0, "Adopted 2 symbols", "adopt", ".")
			must(0, "CANON_STATE_DELTA.json", "export")
			read := func(name string) string {
				t.Helper()
				text, err := os.ReadFile(filepath.Join(dir, ".deltamind", name))
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			block, state := read("CANON_STATE_DELTA.json"), read("SESSION_STATE.json")
			if checkpoint := must(0, "", "checkpoint"); checkpoint != block {
				t.Errorf("checkpoint prints another block:\n%s\nthe export holds\n%s", checkpoint, block)
			}
			if must(0, "", "export"); read("CANON_STATE_DELTA.json") != block || read("SESSION_STATE.json") != state {
				t.Error("a second export of the same state differs")
			}
			must(0, "valid", "validate", "--delta", filepath.Join(dir, ".deltamind/CANON_STATE_DELTA.json"), "--state", filepath.Join(dir, ".deltamind/SESSION_STATE.json"))
			before := must(0, "", "state", "--json")

			loseDatabase(t, dir)
			must(1, "READ-ONLY", "recover", filepath.Join(dir, ".deltamind", name)) // it asks, and nobody answers
			if out := must(0, "", "export", "--json"); strings.Contains(out, `"CANON_STATE_DELTA.json"`) || read("CANON_STATE_DELTA.json") != block {
				t.Errorf("in read-only mode the export holds %s", out)
			}
			must(0, "2 symbols", "recover", "--yes", filepath.Join(dir, ".deltamind", name))
			must(0, "agree", "verify")
			if after := must(0, "", "state", "--json"); hashesIn(t, after) != hashesIn(t, before) {
				t.Errorf("the State Map is\n%s\nit was\n%s", after, before)
			}
		})
	}
}

// hashesIn are the entities of a state with their artifacts.
func hashesIn(t *testing.T, state string) string {
	t.Helper()
	var view struct {
		Entities map[string]struct {
			Artifact string `json:"artifact"`
		} `json:"entities"`
	}
	if err := json.Unmarshal([]byte(state), &view); err != nil || len(view.Entities) == 0 {
		t.Fatalf("%v: %s", err, state)
	}
	text, _ := json.Marshal(view.Entities)
	return string(text)
}
