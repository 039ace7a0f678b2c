package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/canon"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// lost are the keys of what the active session misses.
func (h *house) lost() []string {
	h.t.Helper()
	list, err := h.Losses(context.Background())
	must(h.t, err)
	keys := make([]string, len(list))
	for i, l := range list {
		keys[i] = l.Key
	}
	if n := h.Status().Lost; n != len(keys) {
		h.t.Errorf("the status counts %d losses, %q are listed", n, keys)
	}
	return keys
}

func (h *house) misses(want ...string) {
	h.t.Helper()
	if got := h.lost(); !slices.Equal(got, want) {
		h.t.Errorf("lost: %q, want %q", got, want)
	}
}

// bereft is a house that recovered the block of another tool, which misses what
// that calls its artifacts.
func bereft(t *testing.T) (h *house, block []byte) {
	t.Helper()
	block, err := os.ReadFile("../testdata/canon/valid/spec-complete-delta.json")
	must(t, err)
	h = openHouse(t, greeter)
	h.recover(block)
	return h, block
}

// What another tool calls its artifacts can never become AUTHORITATIVE: only the
// operator's word ends that it is missed.
func TestTheOperatorLetsGoOfWhatNoRecoveryCouldBringBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h, block := bereft(t)
	h.misses("src/auth/index.ts", "README.md")
	seq := h.LastDelta()
	must(t, h.Tombstone(ctx, "README.md", " it is of another tool "))
	h.misses("src/auth/index.ts")
	list := h.deltas()
	last := list[len(list)-1]
	if last.Seq != seq+1 || last.Decision.Mode != canon.ModeB || last.Decision.Summary != "Let go, since no recovery could bring it back: README.md" ||
		!reflect.DeepEqual(last.Decision.AffectedTargets, []string{"README.md"}) {
		t.Errorf("the delta after %d: seq %d, %+v", seq, last.Seq, last.Decision)
	}
	if open := h.conflicts(); len(open) != 1 || open[canon.MissingID("src/auth/index.ts")] == "" {
		t.Errorf("open conflicts %v", open)
	}
	if !strings.Contains(last.OperatorActionRequired, "1 open conflict.") {
		t.Errorf("operator_action_required: %s", last.OperatorActionRequired)
	}
	page, err := h.Ledger(ctx, report.LedgerQuery{N: 100})
	must(t, err)
	told := false
	for _, r := range page.Rows {
		told = told || r.Who == "you" && r.What == "let go" && r.Entity == "README.md" && r.Why == "the operator let go of it: it is of another tool"
	}
	if !told {
		t.Errorf("the Ledger does not tell it: %+v", page.Rows)
	}
	if err := h.Tombstone(ctx, "README.md", ""); err == nil || !strings.Contains(err.Error(), "README.md is not in the State Map") {
		t.Errorf("letting go of it again: %v", err)
	}
	h.verified()

	h.reopen()
	h.misses("src/auth/index.ts")
	must(t, h.Tombstone(ctx, "src/auth/index.ts", ""))
	list = h.deltas()
	if last = list[len(list)-1]; len(last.CurrentState.OpenConflicts) > 0 || strings.Contains(last.OperatorActionRequired, "You are needed") {
		t.Errorf("with nothing lost: %+v, %s", last.CurrentState.OpenConflicts, last.OperatorActionRequired)
	}
	after := h.checkpoint()

	// Recovering the block again misses both again, the one after it neither.
	h.recover(block)
	h.misses("src/auth/index.ts", "README.md")
	must(t, h.Tombstone(ctx, "README.md", ""))
	h.recover(after)
	if got := h.lost(); len(got) > 0 {
		t.Errorf("lost after the newer block: %q", got)
	}
	h.verified()
	h.trusted()
	h.verified()
}

func TestALossIsLetGoBesideARunningEngine(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h, _ := bereft(t)
	command := h.beside()
	must(t, command.Tombstone(ctx, "README.md", ""))
	h.misses("src/auth/index.ts")
	h.deltas()
	h.verified()
}

// An entity that is lost and written anew is found: there is nothing to let go of.
func TestWhatIsFoundAgainIsTombstonedAsEveryEntity(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const lost = "lost.go::Lost"
	from := savedHouse(t)
	_, err := from.Paste(ctx, "lost.go", []byte("func Lost() int { return 1 }\n"))
	must(t, err)
	block := from.checkpoint()
	h := openHouse(t, greeter)
	h.recover(block)
	_, err = h.Paste(ctx, "lost.go", []byte("func Lost() int { return 2 }\n"))
	must(t, err)
	for _, key := range h.lost() {
		if key == lost {
			t.Errorf("%s is in the State Map and lost", key)
		}
	}
	must(t, h.Tombstone(ctx, lost, "of no use"))
	explained, err := h.Explain(ctx, lost)
	must(t, err)
	text, err := json.Marshal(explained)
	must(t, err)
	if !strings.Contains(string(text), "tombstoned by the operator: of no use") {
		t.Errorf("its reason is not told: %s", text)
	}
	if err := h.Tombstone(ctx, lost, ""); err == nil || errors.Is(err, event.ErrConflict) {
		t.Errorf("tombstoning what is tombstoned: %v", err)
	}
	h.verified()
}
