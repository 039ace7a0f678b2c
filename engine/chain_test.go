package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/canon"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// deltas are all that the session has emitted, each valid and following the one
// before.
func (h *house) deltas() []canon.Delta {
	h.t.Helper()
	var list []canon.Delta
	var prior *canon.Document
	err := h.CanonDeltas(context.Background(), func(d canon.Delta) error {
		text, err := d.Encode()
		if err != nil {
			return err
		}
		document, faults := canon.Read(text, canon.StateDelta)
		if len(faults) == 0 {
			faults = canon.Validate(document, prior)
		}
		for _, f := range faults {
			h.t.Errorf("delta %d: %s", d.Seq, f)
		}
		prior = document
		list = append(list, d)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// emits fails unless exactly one delta of a mode came since the last one, whose
// summary holds some words.
func (h *house) emits(mode canon.Mode, words string) canon.Delta {
	h.t.Helper()
	list := h.deltas()
	h.told++
	if len(list) != h.told {
		h.t.Fatalf("%d deltas were emitted, want %d", len(list), h.told)
	}
	last := list[len(list)-1]
	if last.Decision.Mode != mode || !strings.Contains(last.Decision.Summary, words) {
		h.t.Errorf("the last delta is of mode %s: %s; want %s: %s", last.Decision.Mode, last.Decision.Summary, mode, words)
	}
	return last
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestEveryCommitThatChangesTheStateMapEmitsADelta(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("hello")
	if got := h.deltas(); len(got) > 0 {
		t.Fatalf("a turn that changes nothing emitted %+v", got)
	}
	h.ask("write the pool")
	first := h.emits(canon.ModeC, "The model's code became AUTHORITATIVE: store/pool.go::")
	if first.Seq != 1 || first.Basis.PreviousHash != "" || len(first.CurrentState.LastPersistentArtifacts) != len(h.state()) {
		t.Errorf("the first delta: seq %d, basis %+v, %d of %d entities", first.Seq, first.Basis, len(first.CurrentState.LastPersistentArtifacts), len(h.state()))
	}
	for _, a := range first.CurrentState.LastPersistentArtifacts {
		if h.state()[a.PathOrLabel] != a.ArtifactID {
			t.Errorf("%s is %s in the State Map, not %s", a.PathOrLabel, h.state()[a.PathOrLabel], a.ArtifactID)
		}
	}
	h.ask("rewrite Pool.Acquire, half of it")
	if got := h.deltas(); len(got) != 1 {
		t.Fatalf("a proposal emitted: %+v", got[1:])
	}
	pending, err := h.Pending(ctx)
	must(t, err)
	must(t, h.Reject(ctx, report.Shown{Artifact: pending[0].ID}, "too short"))
	h.emits(canon.ModeB, "The proposal was rejected: "+acquire)
	h.chat = nil // the user did not ask twice, which would verify it
	h.ask("rewrite Pool.Acquire, half of it please")
	pending, err = h.Pending(ctx)
	must(t, err)
	must(t, h.Accept(ctx, report.Shown{Artifact: pending[0].ID}))
	accepted := h.emits(canon.ModeC, "The model's code became AUTHORITATIVE: "+acquire)
	if !strings.Contains(accepted.Decision.AuthorizedDelta, "operator") {
		t.Errorf("authorized delta %q", accepted.Decision.AuthorizedDelta)
	}
	must(t, h.Tombstone(ctx, acquire, ""))
	gone := h.emits(canon.ModeB, "Taken out of the State Map: "+acquire)
	if d := gone.CurrentState.AuthorizedDeltas; d[len(d)-1].Status != "revoked" || d[len(d)-1].Target != acquire {
		t.Errorf("the last grant is %+v, want the one that was revoked", d[len(d)-1])
	}
	must(t, h.Restore(ctx, acquire))
	h.emits(canon.ModeB, "Restored: "+acquire)
	h.ask("use this:\n\n" + fenced(hello))
	pasted := h.emits(canon.ModeC, "The user's code became AUTHORITATIVE: "+greet)
	if s := pasted.CurrentState; len(s.OpenConflicts) != 0 {
		t.Errorf("conflicts %+v", s.OpenConflicts)
	}
	h.write(greetFile, goFile(byHand))
	must(t, h.Reverify(ctx, nil))
	h.ask("hello")
	must(t, h.Keep(ctx, report.ShownDisk{Entity: greet}))
	h.emits(canon.ModeB, "Kept against what the disk holds: "+greet)
	must(t, h.Adopt(ctx, report.ShownDisk{Entity: greet}))
	adopted := h.emits(canon.ModeB, "What the disk holds was adopted: "+greet)
	for _, d := range adopted.CurrentState.AuthorizedDeltas {
		if d.Target == greet && d.Status == "pending_persistence" {
			t.Errorf("what the disk holds is %+v", d)
		}
	}
	h.verified()
}

func TestADeltaIsTheSameBytesWheneverItIsMade(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	h.ask("write both")
	h.write(greetFile, goFile(byHand, bye)) // Greet is STALE, and it is in no row of the Ledger
	must(t, h.Reverify(ctx, nil))
	must(t, h.Tombstone(ctx, part, ""))
	var before [][]byte
	for seq := int64(1); seq <= h.LastDelta(); seq++ {
		text, err := h.CanonDelta(ctx, seq)
		must(t, err)
		before = append(before, text)
	}
	if len(before) != 2 || !bytes.Contains(before[1], []byte(greet+" is STALE")) {
		t.Fatalf("%d deltas, the last:\n%s", len(before), before[len(before)-1])
	}
	must(t, os.Remove(filepath.Join(h.dir, greetFile))) // the disk moves on, what was seen stays
	for range 2 {
		for i, text := range before {
			again, err := h.CanonDelta(ctx, int64(i+1))
			if err != nil || !bytes.Equal(again, text) {
				t.Errorf("delta %d, %v:\n%s\nit was:\n%s", i+1, err, again, text)
			}
		}
		h.reopen()
	}
	if _, err := h.CanonDelta(ctx, 3); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("a delta that never was: %v", err)
	}
	h.verified()
}

func TestACheckpointIsTheLastDeltaUntilItsStateHasChanged(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	checkpoint := func() canon.Delta {
		t.Helper()
		text, err := h.Checkpoint(ctx)
		must(t, err)
		document, faults := canon.Read(text, canon.StateDelta)
		if len(faults) == 0 {
			faults = canon.Validate(document, nil)
		}
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		d, _ := document.Delta()
		return d
	}
	if d := checkpoint(); d.Seq != 1 || d.Decision.Mode != canon.ModeB || len(d.CurrentState.LastPersistentArtifacts) != 0 {
		t.Errorf("the first of an empty session: %+v", d)
	}
	h.ask("write both")
	if d := checkpoint(); d.Seq != 2 || d.Decision.Mode != canon.ModeC {
		t.Errorf("after a promotion: seq %d, %+v", d.Seq, d.Decision)
	}
	h.write(greetFile, goFile(byHand, bye))
	stale := checkpoint()
	if stale.Seq != 3 || stale.Decision.Mode != canon.ModeB || !strings.Contains(stale.Decision.Summary, "Conflicts came up: "+greet) {
		t.Errorf("after an edit: seq %d, %+v", stale.Seq, stale.Decision)
	}
	h.reopen()
	if d := checkpoint(); d.Seq != 3 {
		t.Errorf("nothing has changed since, but seq %d: %+v", d.Seq, d.Decision)
	}
	h.deltas()
	h.verified()
}

// A decision beside a running engine is told once, by who decided.
func TestADecisionBesideARunningEngineEmitsItsDelta(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	h.ask("write both")
	h.emits(canon.ModeC, "Greet")
	command := h.beside()
	// What was said is read and recorded behind the turn: a commit of the engine
	// in the very moment of the command's would tell of both in one delta.
	must(t, h.AwaitDeltas(ctx))
	must(t, command.Tombstone(ctx, part, ""))
	h.emits(canon.ModeB, "Taken out of the State Map: "+part)
	h.ask("a better greeting, please: Greet")
	h.emits(canon.ModeC, greet)
	must(t, h.AwaitDeltas(ctx))
	must(t, command.Restore(ctx, part))
	h.emits(canon.ModeB, "Restored: "+part)
	h.verified()
}

// chaos commits random decisions and turns to several sessions.
type chaos struct {
	*house
	r        *rand.Rand
	sessions []string
	blocks   map[string][][]byte // some of what each session emitted
	did      map[string]int
}

// commits counts the deltas of all sessions.
func (c *chaos) commits() (n int) {
	c.t.Helper()
	c.each(func(string) { n += int(c.LastDelta()) })
	return n
}

// each makes one session after the other the active one, and that of before
// again.
func (c *chaos) each(do func(session string)) {
	c.t.Helper()
	was := c.Status().Session
	for _, name := range c.sessions {
		must(c.t, c.Switch(context.Background(), name))
		do(name)
	}
	must(c.t, c.Switch(context.Background(), was))
}

// step does one random thing.
func (c *chaos) step() {
	c.t.Helper()
	ctx, h := context.Background(), c.house
	session := h.Status().Session
	path := []string{"a.go", "b/b.go", "c.go"}[c.r.IntN(3)]
	symbol := fmt.Sprintf("F%d", c.r.IntN(6))
	key := path + "::" + symbol
	switch c.r.IntN(15) {
	case 0: // these fail where there is nothing to decide
		_ = h.Tombstone(ctx, key, "")
	case 1:
		_ = h.Restore(ctx, key)
	case 2:
		h.write(path, fmt.Sprintf("package p\n\nfunc %s() int {\n\treturn %d\n}\n", symbol, c.r.IntN(5)))
		must(h.t, h.Reverify(ctx, nil))
	case 3:
		_ = h.Keep(ctx, report.ShownDisk{Entity: key})
	case 4:
		_ = h.Adopt(ctx, report.ShownDisk{Entity: key})
	case 5:
		_, _ = h.AdoptPaths(ctx, []string{path}, nil) // there may be no such file yet
	case 6:
		block, err := h.Checkpoint(ctx)
		must(h.t, err)
		c.blocks[session] = append(c.blocks[session], block)
	case 7:
		for _, p := range pendingOf(h) {
			_ = h.Reject(ctx, report.Shown{Artifact: p.ID}, "")
		}
	case 8:
		h.chat = nil
		h.ask(fmt.Sprintf("write %s of %s: %d", symbol, path, c.r.IntN(1000)))
	case 9:
		c.recoverOne(session)
	case 10:
		c.moveOn(session)
	default:
		_, err := h.Paste(ctx, path, fmt.Appendf(nil, "func %s() int {\n\treturn %d\n}\n", symbol, c.r.IntN(1000)))
		must(h.t, err)
	}
}

// recoverOne recovers the session from one of its blocks, older or newer.
func (c *chaos) recoverOne(session string) {
	c.t.Helper()
	if list := c.blocks[session]; len(list) > 0 {
		c.recover(list[c.r.IntN(len(list))])
		c.did["recovered"]++
	}
}

// moveOn goes to another session, which may be a new fork of this one.
func (c *chaos) moveOn(session string) {
	c.t.Helper()
	ctx := context.Background()
	if len(c.sessions) < 6 && c.r.IntN(4) == 0 && len(c.state()) > 0 {
		name := fmt.Sprintf("fork-%d", len(c.sessions))
		must(c.t, c.Fork(ctx, session, name))
		c.sessions = append(c.sessions, name)
		c.blocks[name] = append(c.blocks[name], c.blocks[session]...) // those of its parent are its own too
		c.did["forked"]++
		return
	}
	must(c.t, c.Switch(ctx, c.sessions[c.r.IntN(len(c.sessions))]))
}

func pendingOf(h *house) []report.Proposal {
	h.t.Helper()
	list, err := h.Pending(context.Background())
	must(h.t, err)
	return list
}

// writer answers with the function that it was asked for, or only a part of it.
func writer(prompt string) reply {
	var symbol, path string
	var n int
	at := strings.LastIndex(prompt, "write F")
	if at < 0 {
		return say("Fine.")
	}
	if _, err := fmt.Sscanf(prompt[at:], "write %s of %s %d", &symbol, &path, &n); err != nil {
		return say("Fine.")
	}
	body := fmt.Sprintf("\treturn %d\n", n)
	if n%3 == 0 {
		body = "\t// ... existing code ...\n"
	}
	return say(fmt.Sprintf("```go %s\nfunc %s() int {\n%s}\n```\n", strings.TrimSuffix(path, ":"), symbol, body))
}

// A thousand random commits to several sessions, with recoveries, forks and
// restarts between them, are chains that a program which shares no code with
// holdfast recomputes, and that holdfast verifies. They are made in two
// workspaces, so that neither processor waits for the other.
func TestAThousandCommitsAreAChain(t *testing.T) {
	t.Parallel()
	n := 500
	if testing.Short() {
		n = 50
	}
	for seed := uint64(5); seed <= 6; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			commitAtRandom(t, seed, n)
		})
	}
}

func commitAtRandom(t *testing.T, seed uint64, n int) {
	c := &chaos{
		house: openHouse(t, writer), r: rand.New(rand.NewPCG(seed, 6)), sessions: []string{sessions.Default},
		blocks: map[string][][]byte{}, did: map[string]int{},
	}
	for i := 1; i%50 != 0 || c.commits() < n; i++ {
		if c.step(); i%97 == 96 {
			c.reopen()
		}
	}
	if c.did["recovered"] < n/50 || c.did["forked"] < n/300 {
		t.Fatalf("too little happened: %v", c.did)
	}
	var lines bytes.Buffer
	deltas := 0
	c.each(func(session string) {
		list := c.deltas()
		if first := list[0]; first.Seq != 1 || first.Basis.PreviousSeq != 0 || first.Basis.PreviousHash != "" {
			t.Errorf("the chain of %s begins with seq %d after %+v", session, first.Seq, first.Basis)
		}
		for _, d := range list {
			must(t, json.NewEncoder(&lines).Encode(map[string]any{"session": session, "delta": d}))
			deltas++
		}
	})
	c.verified()
	t.Logf("%d deltas of %d sessions, %v", deltas, len(c.sessions), c.did)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: the chain was checked by holdfast alone")
	}
	check := exec.CommandContext(t.Context(), python, "../testdata/canon/check_chain.py")
	check.Stdin = &lines
	out, err := check.CombinedOutput()
	want := fmt.Sprintf("%d deltas of %d sessions, %d of them forks, 0 faults, ", deltas, len(c.sessions), c.did["forked"])
	if err != nil || !strings.Contains(string(out), want) {
		t.Errorf("%v: %s, want %s", err, out, want)
	}
}

// A commit in a large State Map does not wait for its delta: one that follows tells of it,
// at the latest before the engine is closed.
func TestACommitInALargeMapIsToldBehindIt(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	text := "package p\n"
	for i := range 2_100 {
		text += fmt.Sprintf("\nfunc F%d() {}\n", i)
	}
	h.write("many.go", text)
	if a, err := h.AdoptPaths(ctx, []string{"."}, nil); err != nil || a.Adopted != 2_100 {
		t.Fatalf("adopted %+v, %v", a, err)
	}
	before := h.LastDelta()
	for i := range 3 {
		if _, err := h.Paste(ctx, "one.go", fmt.Appendf(nil, "package p\n\nfunc One() int { return %d }\n", i)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, h.Close())
	h.open()
	if n := h.LastDelta() - before; n < 1 || n > 3 {
		t.Errorf("three commits were told in %d deltas", n)
	}
	block, last := h.checkpoint(), h.LastDelta()
	if !strings.Contains(string(block), "one.go::One") {
		t.Error("the last delta lacks what was committed last")
	}
	h.checkpoint()
	if h.LastDelta() != last || last-before > 3 {
		t.Error("what was told is told again")
	}
	h.verified()
}
