package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/operator"

	"holdfast/engine/canon"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// takesBack undoes the last decision, which must be a verb.
func (h *house) takesBack(verb string) operator.Undo {
	h.t.Helper()
	plan, err := h.PlanUndo(context.Background())
	must(h.t, err)
	if plan.Verb != verb {
		h.t.Fatalf("the last decision is a %s, not a %s", plan.Verb, verb)
	}
	done, err := h.Undo(context.Background(), plan)
	must(h.t, err)
	return done
}

// waits is the only proposal that waits.
func (h *house) waits() report.Proposal {
	h.t.Helper()
	pending, err := h.Pending(context.Background())
	must(h.t, err)
	if len(pending) != 1 {
		h.t.Fatalf("%d proposals wait: %+v", len(pending), pending)
	}
	return pending[0]
}

// What was decided on waits again as it did, with its reason, and the version before
// is current: also after a restart, and to another process.
func TestAnUndoHasAProposalWaitAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	before := h.state()[acquire]
	h.ask("rewrite Pool.Acquire, half of it")
	first := h.waits()
	must(t, h.Reject(ctx, report.Shown{Artifact: first.ID}, "half of it is gone"))
	h.takesBack("reject")
	again := h.waits()
	if again.ID == first.ID || again.Entity != acquire || again.Failed != first.Failed || again.Reasons[0] != first.Reasons[0] || !strings.Contains(strings.Join(again.Reasons, "; "), "it waits again") {
		t.Errorf("waits as %+v, and waited as %+v", again, first)
	}

	must(t, h.Accept(ctx, report.Shown{Artifact: again.ID}))
	accepted := h.state()[acquire]
	command := h.beside()
	plan, err := command.Undo(ctx, operator.Undo{})
	must(t, err)
	if plan.Verb != "accept" || len(plan.Steps) != 1 || plan.Steps[0].Does != "goes back to the code of v1, its proposal waits again" {
		t.Errorf("the plan is %+v", plan)
	}
	if got := h.state()[acquire]; got != before {
		t.Errorf("current is %s, not %s", got, before)
	}
	if w := h.waits(); w.Entity != acquire || w.Failed != first.Failed {
		t.Errorf("waits as %+v", w)
	}
	h.takesBack("undo")
	if got := h.state()[acquire]; got != accepted {
		t.Errorf("current is %s, not %s", got, accepted)
	}
	deltas := h.deltas()
	if d := deltas[len(deltas)-1].Decision; d.Mode != canon.ModeB || !strings.Contains(d.Summary, "A decision was taken back: decision ") {
		t.Errorf("the last delta tells of %+v", d)
	}
	h.verified()
	h.reopen()
	if e := h.entity(acquire); e.Version != 4 || h.state()[acquire] != accepted {
		t.Errorf("after a restart: %+v", e)
	}
	h.takesBack("undo")
	if h.state()[acquire] != before {
		t.Errorf("the redo is not undone: %v", h.state())
	}
	h.verified()
}

// What has moved since is not undone, and nothing of the decision is then.
func TestAnUndoIsRefusedWhereTheEntityHasChangedSince(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	must(t, h.TombstoneAll(ctx, []string{greet, part}, "both"))
	h.ask("write both") // the model brings them back
	before := h.state()
	_, err := h.PlanUndo(ctx)
	var refused *sessions.RefusedError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), greet+" has changed since, v2 is current: holdfast revert "+greet+" N") {
		t.Errorf("it ended with %v", err)
	}
	if _, err = h.Undo(ctx, operator.Undo{}); err == nil {
		t.Error("it was undone")
	}
	if after := h.state(); after[greet] != before[greet] || after[part] != before[part] {
		t.Errorf("the State Map went from %v to %v", before, after)
	}
	// Another decision than the one that was shown is not taken back.
	plan := operator.Undo{Decision: "of yesterday"}
	must(t, h.Tombstone(ctx, part, ""))
	if _, err = h.Undo(ctx, plan); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("it ended with %v", err)
	}
	h.verified()
}

// What a keep has settled is contested again, in this process and in the next.
func TestAnUndoOfAKeepBringsTheDoubtBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := auditedHouse(t, doubting)
	h.ask("write the pool")
	h.until("it is contested", func() bool { return h.entity(acquire).Contested != "" })
	must(t, h.Keep(ctx, report.ShownDisk{Entity: acquire}))
	if h.entity(acquire).Contested != "" || len(h.conflicts()) != 0 {
		t.Fatalf("it is kept, and contested: %v", h.conflicts())
	}
	h.takesBack("keep")
	if h.entity(acquire).Contested != event.AuditPartial || len(h.conflicts()) != 1 {
		t.Errorf("it is contested as %q, conflicts %v", h.entity(acquire).Contested, h.conflicts())
	}
	h.verified()
	h.reopen()
	if h.entity(acquire).Contested != event.AuditPartial || len(h.conflicts()) != 1 {
		t.Errorf("after a restart: %q, conflicts %v", h.entity(acquire).Contested, h.conflicts())
	}
	h.takesBack("undo")
	if h.entity(acquire).Contested != "" {
		t.Error("it is kept again, and contested")
	}
	h.verified()
	h.reopen()
	h.verified()
}

// A proposal that the file holds by now would be settled as soon as it waited: it does
// not wait again, and the disk is to be settled.
func TestAnUndoLeavesWhatTheDiskHoldsToTheDisk(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	d, err := h.Detail(ctx, acquire)
	must(t, err)
	h.write("store/pool.go", "package store\n\n"+string(d.Content)+"\n")
	seen := func(n int) {
		h.t.Helper()
		must(t, h.Reverify(ctx, nil))
		h.until("the disk was seen to hold it", func() bool { return len(h.rows("holds "+acquire)) == n })
	}
	seen(1)
	h.ask("rewrite Pool.Acquire, half of it")
	w := h.waits()
	must(t, h.Accept(ctx, report.Shown{Artifact: w.ID}))
	r, err := h.Detail(ctx, acquire)
	must(t, err)
	h.write("store/pool.go", "package store\n\n"+string(r.Content)+"\n")
	seen(2)
	h.takesBack("accept")
	pending, err := h.Pending(ctx)
	if err != nil || len(pending) != 0 || h.stale()[acquire] != stale.Edited {
		t.Errorf("%+v waits, %v; stale %v", pending, err, h.stale())
	}
	h.verified()
}

// What was there and is gone is not shown until the operator has decided what that
// means (product 5).
func Test156WhatVanishedIsWithheldUntilItIsDecided(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	must(t, os.Remove(filepath.Join(h.dir, greetFile)))
	h.askAnew("explain Greet and Part")
	if p := h.prompt(); strings.Contains(p, "Entity: "+greet) || !strings.Contains(p, "GONE: the file was on the disk") || !strings.Contains(p, "- "+greet) {
		t.Errorf("the model was shown\n%s", p)
	}
	must(t, h.Keep(ctx, report.ShownDisk{Entity: greet}))
	h.askAnew("what do Greet and Part do?")
	if p := h.prompt(); !strings.Contains(p, "Entity: "+greet) || strings.Contains(p, "Entity: "+part) {
		t.Errorf("after a keep of one the model was shown\n%s", p)
	}
	taken, err := h.TakeGone(ctx, []string{part})
	if err != nil || len(taken) != 1 || h.state()[part] != "" {
		t.Errorf("took %v, %v", taken, err)
	}
	h.takesBack("adopt")
	h.askAnew("explain Part")
	if p := h.prompt(); h.stale()[part] != stale.Vanished || strings.Contains(p, "Entity: "+part) {
		t.Errorf("that it vanished was taken back, and is no alert: %v\n%s", h.stale(), p)
	}
	h.write(greetFile, goFile(hello, bye))
	h.askAnew("what does Part do?")
	if p := h.prompt(); !strings.Contains(p, "Entity: "+part) {
		t.Errorf("the file is back, and the model was shown\n%s", p)
	}
	h.verified()
}

// A new file that an accepted answer brought was never there: it is not gone.
func Test156WhatWasNeverSavedHasNotVanished(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	h.ask("write both")
	taken, err := h.TakeGone(ctx, []string{greet, part})
	if err != nil || len(taken) != 0 || h.state()[greet] == "" {
		t.Errorf("took %v, %v", taken, err)
	}
	h.verified()
}

const queues = "class Queue:\n    def qsize(self):\n        return len(self.items)\n\n\nclass LifoQueue:\n    def qsize(self):\n        return len(self.stack)\n"

// A method without its class may be that of several: the proposal asks which, and no
// function of its name comes to stand beside them.
func Test4AMethodThatMayBelongToSeveralIsAcceptedAsOneOfThem(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const queue, lifo, twin = "py/queue.py::Queue.qsize", "py/queue.py::LifoQueue.qsize", "py/queue.py::qsize"
	method := "def qsize(self):\n    with self.lock:\n        return len(self.items)\n"
	h := openHouse(t, func(string) reply { return say("py/queue.py\n```python\n" + method + "```\n") })
	h.write("py/queue.py", queues)
	_, err := h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)
	h.ask("make the size safe for threads")
	w := h.waits()
	if w.Confidence != event.Inferred || strings.Join(w.Candidates, " ") != lifo+" "+queue {
		t.Fatalf("it waits as %+v", w)
	}
	if err := h.Accept(ctx, report.Shown{Artifact: w.ID}); err == nil || !strings.Contains(err.Error(), "may be any of "+lifo+", "+queue+": say which with holdfast accept") {
		t.Errorf("it ended with %v", err)
	}
	if err := h.AcceptAt(ctx, w.ID, "py/queue.py"); err == nil || h.state()[twin] != "" {
		t.Errorf("it ended with %v; state %v", err, h.state())
	}
	for entity, words := range map[string]string{
		"py/queue.py::Queue.put": "defines qsize, and not Queue.put", "py/queue.py": "names no symbol", "../x.py::F": "", "py/queue.py::qsize.": "",
	} {
		if _, err := h.LinkReview(ctx, w.ID, entity); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("as %s: %v", entity, err)
		}
	}
	r, err := h.LinkReview(ctx, w.ID, queue)
	must(t, err)
	if !strings.Contains(string(r.Base), "len(self.items)") || !strings.Contains(string(r.Proposed), "with self.lock") {
		t.Errorf("the review shows %q and %q", r.Base, r.Proposed)
	}
	before := r.Shown
	before.Base = "another"
	if err := h.Link(ctx, before, queue); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("it ended with %v", err)
	}
	must(t, h.Link(ctx, r.Shown, queue))
	d, err := h.Detail(ctx, queue)
	if err != nil || d.Entity.Version != 2 || !strings.Contains(string(d.Content), "with self.lock") || h.state()[twin] != "" {
		t.Errorf("%q, %v; state %v", d.Content, err, h.state())
	}
	if pending, err := h.Pending(ctx); err != nil || len(pending) != 0 {
		t.Errorf("%+v waits, %v", pending, err)
	}
	if h.stale()[queue] != stale.NotApplied {
		t.Errorf("it is not saved yet, and %v", h.stale())
	}
	h.write("py/queue.py", strings.Replace(queues, "        return len(self.items)", "        with self.lock:\n            return len(self.items)", 1))
	if len(h.stale()) > 0 {
		t.Errorf("it is saved, and %v", h.stale())
	}
	h.takesBack("accept")
	if e := h.entity(queue); e.Version != 3 || h.stale()[queue] != stale.Edited {
		t.Errorf("taken back: %+v, stale %v", e, h.stale())
	}
	h.verified()
}

// Of a method that no known class has it is asked which class it is new in.
func Test4AMethodOfNoKnownNameIsAcceptedAsNewInAClass(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(string) reply {
		return say("py/queue.py\n```python\ndef drain(self):\n    self.items.clear()\n```\n")
	})
	h.write("py/queue.py", queues)
	_, err := h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)
	h.ask("add a drain")
	w := h.waits()
	if strings.Join(w.Candidates, " ") != "py/queue.py::LifoQueue.drain py/queue.py::Queue.drain" {
		t.Fatalf("it waits as %+v", w)
	}
	r, err := h.LinkReview(ctx, w.ID, "py/queue.py::Queue.drain")
	must(t, err)
	must(t, h.Link(ctx, r.Shown, "py/queue.py::Queue.drain"))
	if h.state()["py/queue.py::Queue.drain"] == "" || h.state()["py/queue.py::drain"] != "" {
		t.Errorf("state %v", h.state())
	}
	h.verified()
}

// One candidate that was shown is the one that is meant: nobody is asked.
func Test4AMethodOfTheOneClassThatWasShownIsThatClassS(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(string) reply {
		return say("py/queue.py\n```python\ndef qsize(self):\n    with self.lock:\n        return len(self.items)\n```\n")
	})
	h.write("py/queue.py", queues)
	_, err := h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)
	h.ask("make `Queue.qsize` safe for threads")
	if e := h.entity("py/queue.py::Queue.qsize"); e.Version != 2 {
		pending, _ := h.Pending(ctx)
		t.Errorf("%+v; %+v waits", e, pending)
	}
	h.verified()
}

// Code that was linked to nothing is accepted as the entity that it is said to be.
func Test4UnlinkedCodeIsAcceptedAsAnEntity(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(string) reply { return say("```go\nfunc Loose() int { return 1 }\n```\n") })
	h.ask("show me a snippet")
	episodes, err := h.Recent(ctx, "", 1)
	must(t, err)
	id := episodes[0].Artifacts[0].Artifact
	if _, err := h.LinkReview(ctx, id, "a/loose.go::Other"); err == nil || !strings.Contains(err.Error(), "defines Loose, and not Other") {
		t.Errorf("as another name: %v", err)
	}
	r, err := h.LinkReview(ctx, id, "a/loose.go::Loose")
	must(t, err)
	must(t, h.Link(ctx, r.Shown, "a/loose.go::Loose"))
	if h.state()["a/loose.go::Loose"] == "" {
		t.Errorf("state %v", h.state())
	}
	h.takesBack("accept")
	if len(h.state()) != 0 {
		t.Errorf("state %v", h.state())
	}
	h.verified()
}

// What is decided with one context is one decision.
func TestWhatIsDecidedAsOneIsTakenBackAsOne(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	ctx := operator.AsOne(context.Background())
	must(t, h.Tombstone(ctx, greet, ""))
	must(t, h.Tombstone(ctx, part, ""))
	if plan := h.takesBack("tombstone"); plan.Entities != 2 {
		t.Errorf("it took back %+v", plan)
	}
	if s := h.state(); s[greet] == "" || s[part] == "" {
		t.Errorf("state %v", s)
	}
	if plan := h.takesBack("undo"); plan.Words() != "undo of tombstone" || plan.Entities != 2 {
		t.Errorf("it took back %+v", plan)
	}
	h.verified()
}

// Whoever applies such a method has said where it belongs: the disk settles it.
func Test4AMethodThatMayBelongToSeveralIsSettledByTheDiskThatHoldsItInOne(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const lifo = "py/queue.py::LifoQueue.qsize"
	h := openHouse(t, func(string) reply {
		return say("py/queue.py\n```python\ndef qsize(self):\n    with self.lock:\n        return len(self.stack)\n```\n")
	})
	h.write("py/queue.py", queues)
	_, err := h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)
	h.ask("make the size safe for threads")
	h.waits()
	h.write("py/queue.py", strings.Replace(queues, "        return len(self.stack)", "        with self.lock:\n            return len(self.stack)", 1))
	must(t, h.Reverify(ctx, nil))
	pending, err := h.Pending(ctx)
	if e := h.entity(lifo); err != nil || len(pending) != 0 || e.Version != 2 || e.Grant != "disk" || len(h.stale()) != 0 {
		t.Errorf("%+v waits, %v; %+v; stale %v", pending, err, e, h.stale())
	}
	h.verified()
	h.reopen()
	if e := h.entity(lifo); e.Version != 2 || h.state()["py/queue.py::qsize"] != "" {
		t.Errorf("after a restart: %+v", e)
	}
}
