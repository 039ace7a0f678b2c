package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"holdfast/engine/canon"
	"holdfast/engine/sessions"
)

// grants are the statuses of the grants in force, by target.
func grants(s canon.State) map[string]string {
	list := map[string]string{}
	for _, d := range s.AuthorizedDeltas {
		if d.Status != "revoked" {
			list[d.Target] = d.Scope + " " + d.Status
		}
	}
	return list
}

// A fork has a chain of its own, which begins with one delta: what was copied,
// from which state of which session, as evidence that is there already.
func TestAForkBeginsAChainOfItsOwn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.ask("a better greeting, please: Greet") // not saved
	for file := range 3 {                     // more than one commit copies
		var code bytes.Buffer
		for i := range 70 {
			fmt.Fprintf(&code, "func F%d() int { return %d }\n", i, i)
		}
		_, err := h.Paste(ctx, fmt.Sprintf("many/%d.go", file), code.Bytes())
		must(t, err)
	}
	must(t, h.AwaitDeltas(ctx)) // what was read of the turn is in the parent's state, and not news while it is copied
	block, was := h.checkpoint(), h.state()
	before, _ := canon.Read(block, canon.StateDelta)
	hash, err := before.StateHash()
	must(t, err)
	parent := h.LastDelta()

	must(t, h.Fork(ctx, "", "tried"))
	list := h.deltas()
	if len(list) != 1 {
		t.Fatalf("a fork emits %d deltas, want 1", len(list))
	}
	d := list[0]
	says := fmt.Sprintf("Copied from state %d of session default (%s): ", parent, hash)
	if d.Seq != 1 || d.Basis.PreviousSeq != 0 || d.Basis.PreviousHash != "" || d.Decision.Mode != canon.ModeB || !strings.HasPrefix(d.Decision.Summary, says) {
		t.Errorf("the first delta of a fork: seq %d, basis %+v, %s %.200s; want %q", d.Seq, d.Basis, d.Decision.Mode, d.Decision.Summary, says)
	}
	if len(d.Decision.AffectedTargets) != len(was) {
		t.Errorf("it names %d targets of %d", len(d.Decision.AffectedTargets), len(was))
	}
	copied := map[string]string{}
	for _, a := range d.CurrentState.LastPersistentArtifacts {
		copied[a.PathOrLabel] = a.ArtifactID
	}
	if !reflect.DeepEqual(copied, was) {
		t.Errorf("the state of the fork holds %d entities, its parent held %d", len(copied), len(was))
	}
	if got, want := grants(d.CurrentState), grants(before.State()); !reflect.DeepEqual(got, want) {
		t.Errorf("the grants of the fork are %v, those of its parent %v", got, want)
	}
	h.checkpoint()
	if again := h.deltas(); len(again) != 1 {
		t.Errorf("a checkpoint of what was just copied is another delta")
	}
	h.reopen()
	h.told = 1
	must(t, h.Tombstone(ctx, part, ""))
	if next := h.emits(canon.ModeB, "Taken out of the State Map: "+part); next.Seq != 2 || next.Basis.PreviousSeq != 1 {
		t.Errorf("the fork goes on with seq %d after %d", next.Seq, next.Basis.PreviousSeq)
	}
	must(t, h.Switch(ctx, sessions.Default))
	must(t, h.Tombstone(ctx, greet, ""))
	if got := h.LastDelta(); got != parent+1 {
		t.Errorf("the parent goes on with seq %d after %d", got, parent)
	}
	h.deltas()
	h.verified()
}

func TestABlockIsRecoveredInAFork(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.ask("a better greeting, please: Greet")
	h.ask("use this:\n\n```go own.go\nfunc Own() {}\n```\n")
	must(t, h.AwaitDeltas(ctx)) // the last row is to be the fork's
	parents, was := h.checkpoint(), h.state()
	must(t, h.Fork(ctx, "", "tried"))
	older := h.checkpoint()
	must(t, h.Tombstone(ctx, part, ""))
	newer, is := h.checkpoint(), h.state()

	// The fork's own blocks, back and forth.
	if kinds := h.recover(older); !reflect.DeepEqual(kinds["restored"], []string{part}) || !reflect.DeepEqual(h.state(), was) {
		t.Errorf("the older block: %v, the State Map is %v", kinds, h.state())
	}
	if kinds := h.recover(newer); !reflect.DeepEqual(kinds["dropped"], []string{part}) || !reflect.DeepEqual(h.state(), is) {
		t.Errorf("the newer block: %v, the State Map is %v", kinds, h.state())
	}
	// Those of its parent, whose seq the fork has too.
	if kinds := h.recover(parents); !reflect.DeepEqual(kinds["restored"], []string{part}) || !reflect.DeepEqual(h.state(), was) {
		t.Errorf("the parent's block: %v, the State Map is %v", kinds, h.state())
	}
	plan, err := h.RecoveryPlan(ctx, []byte(strings.Replace(string(parents), was[part], was[greet], 1)))
	must(t, err)
	if len(plan.Faults) == 0 || !strings.Contains(plan.Faults[0].Text, "of this session has") {
		t.Errorf("the parent's block, altered: %v", plan.Faults)
	}
	h.deltas()
	h.verified()

	// The database is lost while the fork is active.
	block, last := h.checkpoint(), h.LastDelta()
	h.write(greetFile, goFile(goodDay, bye))
	h.write("own.go", "package own\n\nfunc Own() {}\n")
	h.lose()
	h.open()
	h.readOnly("session tried stood at row")
	if kinds := h.recover(block); len(kinds["healed"]) != len(was) || !reflect.DeepEqual(h.state(), was) {
		t.Errorf("after the database was lost: %v, the State Map is %v", kinds, h.state())
	}
	if got := h.Status().Session; got != "tried" || h.LastDelta() != last+1 {
		t.Errorf("session %s goes on with seq %d after %d", got, h.LastDelta(), last)
	}
	h.trusted()
	h.verified()
}
