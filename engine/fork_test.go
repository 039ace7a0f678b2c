package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/store"
	"holdfast/store/event"
)

// A paste waits in the copy as it does in the original, each by itself.
func TestAForkKeepsAPasteThatWaits_Product13(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := openDesk(t)
	d.send(nil, nil, user("Use this:\n\n"+areaPy(invents)))
	waits, err := d.Pending(ctx)
	if err != nil || len(waits) != 1 {
		t.Fatalf("%+v wait, %v", waits, err)
	}
	do(t, d.Fork(ctx, "", "fork"))
	for range 2 {
		list, err := d.Pending(ctx)
		if err != nil || len(list) != 1 || list[0].Entity != waits[0].Entity || list[0].Reasons[0] != waits[0].Reasons[0] {
			t.Errorf("in the fork %+v wait, %v", list, err)
		}
		if got := d.send(nil, nil, user("What does geo/area.py::area do?")); strings.Contains(got, "CURRENT STATE") || !strings.Contains(got, "IN REVIEW") {
			t.Errorf("what waits for a review is shown: %s", got)
		}
		d.verified()
		d.reopen()
	}
	list, err := d.Pending(ctx)
	if err != nil || len(list) != 1 {
		t.Fatalf("after a restart %+v wait, %v", list, err)
	}
	do(t, d.Accept(ctx, report.Shown{Artifact: list[0].ID}))
	do(t, d.Switch(ctx, sessions.Default))
	if list, err := d.Pending(ctx); err != nil || len(list) != 1 {
		t.Errorf("in the original %+v wait, %v", list, err)
	}
	d.verified()
}

func TestAForkIsACopyThatGoesItsOwnWay(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.ask("a better greeting, please: Greet") // not saved: the disk has its base
	h.write("kept.go", "package kept\n\nfunc Kept() {}\n")
	if _, err := h.AdoptPaths(ctx, []string{"kept.go"}, nil); err != nil {
		t.Fatal(err)
	}
	h.write("kept.go", "package kept\n\nfunc Kept() { edited() }\n")
	set, err := h.Settlement(ctx, "kept.go::Kept")
	if err != nil {
		t.Fatal(err)
	}
	do(t, h.Keep(ctx, set.Shown))
	before, known := h.state(), h.stale()
	do(t, h.Fork(ctx, "", "fork"))
	if got := h.Status(); got.Session != "fork" || got.Entities != len(before) {
		t.Fatalf("the top line says %+v", got)
	}
	check := func(when string) {
		t.Helper()
		if got := h.state(); fmt.Sprint(got) != fmt.Sprint(before) {
			t.Errorf("%s the fork holds %v, not %v", when, got, before)
		}
		if got := h.stale(); fmt.Sprint(got) != fmt.Sprint(known) {
			t.Errorf("%s the fork diverges by %v, not by %v", when, got, known)
		}
	}
	check("at first")
	h.reopen()
	check("after a restart")

	// The fork goes on, the parent does not.
	if _, err := h.Paste(ctx, greetFile, []byte(goFile(byHand))); err != nil {
		t.Fatal(err)
	}
	parent := func() map[string]string {
		view, err := h.State(ctx, sessions.Default)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for key, x := range view.All() {
			out[key] = x.Artifact
		}
		return out
	}
	if got := parent(); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("the parent holds %v, not %v", got, before)
	}
	if fmt.Sprint(h.state()) == fmt.Sprint(before) {
		t.Error("the fork did not go on")
	}
	do(t, h.Switch(ctx, sessions.Default))
	do(t, h.Tombstone(ctx, part, ""))
	h.wantIn("fork", greet, part, "kept.go::Kept")
	h.verified()
}

func TestAForkKnowsEveryVersionThatTheDiskMayStillHold(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.write(".holdfast/config.toml", "[etv]\nnot_applied = \"hydrate\"\n")
	h.reopen()
	h.ask("a better greeting, please: Greet")
	h.ask("the warmest greeting, please: Greet") // neither is saved
	do(t, h.Fork(ctx, "", "fork"), h.Fork(ctx, "fork", "again"))
	for _, disk := range []string{hello, goodDay} {
		h.write(greetFile, goFile(disk, bye))
		for _, session := range []string{sessions.Default, "fork", "again"} {
			do(t, h.Switch(ctx, session))
			if got := h.stale(); got[greet] != stale.NotApplied || len(got) != 1 {
				t.Errorf("session %s over %q: %v", session, disk, got)
			}
		}
		h.reopen()
	}
	h.write(greetFile, goFile(byHand, bye))
	if got := h.stale(); got[greet] != stale.Edited {
		t.Errorf("an edit is %v", got)
	}
	h.verified()
}

func TestAForkKeepsADoubtOfTheShadowAudit_10(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	said := []byte("partial")
	db, err := store.Open(ctx, filepath.Join(h.dir, ".holdfast"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	doubted, err := db.MapEntry(ctx, sessions.Default, greet)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Commit(ctx, store.Batch{Session: sessions.Default, Blobs: [][]byte{said}, Events: []event.Event{
		event.ShadowAudited{Artifact: doubted.ID, Entity: greet, Status: event.AuditPartial, Answer: event.Hash(said)},
	}}); err != nil {
		t.Fatal(err)
	}
	do(t, h.Fork(ctx, "", "fork"))
	made, err := db.Session(ctx, "fork")
	if err != nil {
		t.Fatal(err)
	}
	for entity, want := range map[string]event.AuditStatus{greet: event.AuditPartial, part: ""} {
		if a, err := db.MapEntry(ctx, made.ID, entity); err != nil || a.Audit != want || !a.Persisted {
			t.Errorf("the copy of %s is %+v, %v", entity, a, err)
		}
	}
	h.verified()
}

func TestAForkNamesTheOriginOfEachCopyAndTakesNoProposal(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	h.ask("rewrite Pool.Acquire, half of it")
	origin, err := h.Detail(ctx, acquire)
	if err != nil {
		t.Fatal(err)
	}
	do(t, h.Fork(ctx, sessions.Default, "fork"))
	if waiting, err := h.Pending(ctx); err != nil || len(waiting) > 0 {
		t.Errorf("the fork has the proposals %v, %v", waiting, err)
	}
	got, err := h.Detail(ctx, acquire)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Versions) != 1 || got.Entity.Version != 1 || got.Entity.Grant != origin.Entity.Grant || !bytes.Equal(got.Content, origin.Content) {
		t.Errorf("the copy is %+v", got.Entity)
	}
	if says := got.Gates.Checks[0].Detail; !strings.Contains(says, "session default") || !strings.Contains(says, origin.Entity.Artifact) {
		t.Errorf("its gate report does not name its origin: %s", says)
	}
	// It is hydrated as ever, and an update of it is judged by it.
	h.chat = nil
	h.ask("rewrite Pool.Acquire, half of it")
	if !strings.Contains(h.prompt(), "Entity: "+acquire) {
		t.Error("the copy is not hydrated")
	}
	if waiting, err := h.Pending(ctx); err != nil || len(waiting) != 1 {
		t.Errorf("an update that drops half is not proposed: %v, %v", waiting, err)
	}
	list, err := h.Sessions(ctx)
	if err != nil || len(list) != 2 || list[0].Parent != sessions.Default || list[0].Pending != 1 || list[0].Entities != list[1].Entities ||
		list[0].Turns != 1 || list[0].Episodes != 2 || list[0].LastActivity.Before(list[0].Created) {
		t.Errorf("the list says %+v, %v", list, err)
	}
	h.verified()
}

// childForks makes the test binary fork a workspace's session until it kills
// itself; childDies says where: at which commit, and at which point of that.
const childForks = "HOLDFAST_TEST_FORKS"

// acknowledged is the point at which a fork is done, and its name said.
const acknowledged = "1 acknowledged"

// forkUntilKilled forks, and says the name of the fork when it is done.
func forkUntilKilled(dir, point string) error {
	ctx := context.Background()
	var left int64
	var at string
	if _, err := fmt.Sscanf(point, "%d %s", &left, &at); err != nil {
		return err
	}
	var passed atomic.Int64 // zero until the fork begins
	passed.Store(-1 << 30)
	die := func() {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	}
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}})
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, cfg, engine.Options{Beside: true, Failpoint: func(name string) {
		if name == at && passed.Add(1) == left {
			die()
		}
	}})
	if err != nil {
		return err
	}
	passed.Store(0)
	name := fmt.Sprintf("fork-%d", os.Getpid())
	if err := e.Fork(ctx, sessions.Default, name); err != nil {
		return err
	}
	fmt.Println(name)
	if point == acknowledged {
		die()
	}
	return errors.New("it was not killed")
}

func TestAKilledForkIsNoSession(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	const entities = 700 // three commits a fork
	fill(t, h.Engine, entities)
	done := map[string]bool{}
	points := []string{"1 committed", acknowledged, "2 commit", "3 commit", acknowledged, "2 committed"}
	if testing.Short() {
		points = points[:3]
	}
	forked := 0
	for _, point := range points {
		if point == acknowledged {
			forked++
		}
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childForks+"="+h.dir, childDies+"="+point)
		child.Stderr = os.Stderr
		said, err := child.Output()
		if err == nil {
			t.Fatalf("it was to be killed at %s", point)
		}
		if name := strings.TrimSpace(string(said)); name != "" {
			done[name] = true
		}
	}
	if len(done) != forked {
		t.Fatalf("%d forks were done, not %d", len(done), forked)
	}
	h.reopen()
	list, err := h.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.Entities != entities {
			t.Errorf("session %s holds %d entities of %d", s.Name, s.Entities, entities)
		}
		delete(done, s.Name)
	}
	if len(done) > 0 {
		t.Errorf("forks that were acknowledged are lost: %v", done)
	}
	db, err := store.Open(ctx, filepath.Join(h.dir, ".holdfast"), store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := db.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if cut := len(all) - len(list); cut != len(points)-forked {
		t.Errorf("%d forks were cut short, not %d", cut, len(points)-forked)
	}
	h.verified()
}

// BenchmarkFork copies a State Map of 10,000 entities.
func BenchmarkFork(b *testing.B) {
	h := openHouse(b, wordy)
	fill(b, h.Engine, 10_000)
	if n := h.Status().Entities; n != 10_000 {
		b.Fatal(n)
	}
	for i := 0; b.Loop(); i++ {
		do(b, h.Fork(context.Background(), sessions.Default, fmt.Sprintf("fork-%d", i)))
	}
}
