package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/canon"
	"holdfast/engine/recovery"
)

func TestARecoveryIsConfirmedBeforeItIsDone(t *testing.T) {
	for _, test := range []struct {
		args   []string
		code   int
		called bool
	}{
		{[]string{"recover", "-"}, 1, false},
		{[]string{"recover", "-", "--json"}, 1, false},
		{[]string{"recover", "--yes", "-"}, 0, true},
		{[]string{"recover", "-", "--json", "--yes"}, 0, true},
	} {
		l := line{stdin: "the block"}
		if code := l.run(t, test.args...); code != test.code {
			t.Errorf("%v: exit code %d, %s", test.args, code, l.errout.String())
		}
		if got := slices.Contains(l.engine.calls, `recover "the block" from 12`); got != test.called {
			t.Errorf("%v: calls %v", test.args, l.engine.calls)
		}
		if !test.called && !strings.Contains(l.errout.String(), "--yes confirms it") {
			t.Errorf("%v: %s", test.args, l.errout.String())
		}
	}
}

func TestADocumentThatIsRefusedIsAVerdict(t *testing.T) {
	faulty := recovery.Preview{Faults: []canon.Fault{{Path: "current_state.state_seq", Text: "is 2, but seq is 7"}}}
	l := line{engine: &fakeEngine{recovery: faulty}}
	if code := l.run(t, "recover", "--yes", "-"); code != 1 || l.out.String() != "invalid\n- current_state.state_seq: is 2, but seq is 7\n" {
		t.Errorf("exit code %d, %q, %s", code, l.out.String(), l.errout.String())
	}
	l = line{engine: &fakeEngine{recovery: faulty}}
	if code := l.run(t, "recover", "--yes", "--json", "-"); code != 1 || !strings.Contains(l.out.String(), `"valid": false`) {
		t.Errorf("exit code %d, %q, %s", code, l.out.String(), l.errout.String())
	}
	if slices.ContainsFunc(l.engine.calls, func(c string) bool { return strings.HasPrefix(c, "recover") }) {
		t.Errorf("calls %v", l.engine.calls)
	}
}

// A session survives the loss of its database: with the real engine, by the
// commands alone.
func TestALostDatabaseIsRecoveredByCommands(t *testing.T) {
	dir := t.TempDir()
	code := []byte("package a\n\nfunc F() {}\n\nfunc G() {}\n")
	if err := os.WriteFile(filepath.Join(dir, "a.go"), code, 0o644); err != nil {
		t.Fatal(err)
	}
	must := func(code int, want string, args ...string) string {
		t.Helper()
		got, out, errout := wired(t, dir, "", args...)
		if got != code || !strings.Contains(out+errout, want) {
			t.Fatalf("%v: exit code %d, want %d and %q:\n%s%s", args, got, code, want, out, errout)
		}
		return out
	}
	must(0, "Adopted 2 symbols", "adopt", ".")
	block := must(0, `"type": "CANON_STATE_DELTA"`, "checkpoint")
	if again := must(0, "", "checkpoint"); again != block {
		t.Errorf("the checkpoint has changed:\n%s\n%s", block, again)
	}
	file := filepath.Join(t.TempDir(), "block.json")
	if err := os.WriteFile(file, []byte(block), 0o600); err != nil {
		t.Fatal(err)
	}
	must(0, "valid", "validate", "--delta", file)
	must(1, "there is no reason for a fresh start", "recover", "--fresh")
	loseDatabase(t, dir)
	must(2, "HEAD says that session default stood at row", "state")
	must(1, "nothing was recovered: it was not confirmed", "recover", file)
	must(0, "READ-ONLY", "state")
	must(1, "holdfast recover FILE", "adopt", ".")
	must(1, "holdfast recover FILE", "checkpoint")
	must(1, "All in all: failing.", "doctor", "--upstream", "demo")
	var got recovered
	if err := json.Unmarshal([]byte(must(0, "", "recover", "--yes", "--json", file)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "are not in the block, and the session has 0") {
		t.Errorf("the notes are %q", got.Notes)
	}
	got.Notes = nil
	want := recovered{Valid: true, Errors: []string{}, Restored: []string{}, Healed: []string{"a.go::F", "a.go::G"}, Missing: []string{}, Dropped: []string{}, Unchanged: []string{}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("recovered %+v", got)
	}
	must(0, "All in all: ok.", "doctor", "--upstream", "demo")
	must(0, "The Vault, the Ledger and everything built from them agree.", "verify")
	next := filepath.Join(t.TempDir(), "next.json")
	if err := os.WriteFile(next, []byte(must(0, `"mode": "B"`, "checkpoint")), 0o600); err != nil {
		t.Fatal(err)
	}
	must(0, "valid", "validate", "--delta", next, "--prior", file)
}
