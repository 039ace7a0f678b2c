//go:build unix

package engine_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast/engine"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// longTurns is how many turns the Ledger of a long use has: a few by default, as many
// as HOLDFAST_LONG says where what they cost is to be seen (100000 takes two minutes).
func longTurns(t *testing.T) (turns int, measured bool) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("HOLDFAST_LONG"))
	if err != nil {
		return 300, false
	}
	return n, true
}

// longUse is a workspace with so many turns on record, of which each tenth brought
// another version of one of a hundred entities; or none did, and no delta was emitted
// since the first turn.
func longUse(t *testing.T, turns int, versions bool) (dir string) {
	t.Helper()
	dir = t.TempDir()
	once := func() { // and tell in a delta what no turn has told
		t.Helper()
		e, err := engine.Open(t.Context(), configured(t, dir, "demo"), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Checkpoint(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	once()
	if versions {
		defer once()
	}
	db, err := store.Open(t.Context(), dir+"/.holdfast", store.Options{Existing: true})
	if err != nil {
		t.Fatal(err)
	}
	stands := map[string]string{} // the artifact of each entity
	for n := 0; n < turns; {
		batch := store.Batch{Session: sessions.Default}
		for range 250 {
			if n++; n <= turns {
				addTurn(&batch, n, stands, versions)
			}
		}
		receipt, err := db.Commit(t.Context(), batch)
		if err != nil {
			t.Fatal(err)
		}
		read := event.DeltaCheckpoint{Number: int64((n + 249) / 250), Upto: receipt.Last, Turns: 250}
		if _, err := db.Commit(t.Context(), store.Batch{Session: sessions.Default, Events: []event.Event{read}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// addTurn puts what a turn records into a batch.
func addTurn(batch *store.Batch, n int, stands map[string]string, versions bool) {
	episode := fmt.Sprintf("%012x-%010x", n, n)
	prompt := fmt.Appendf(nil, `{"model":"m","messages":[{"role":"user","content":"What does Take%d do, and why? %s"}]}`, n, strings.Repeat("It was asked before. ", 20))
	reply := fmt.Appendf(nil, "It takes what comes next, for the time %d.", n)
	batch.Blobs = append(batch.Blobs, prompt, reply)
	batch.Events = append(batch.Events, event.EpisodeOpened{
		Episode: episode, Conversation: fmt.Sprintf("c%d", n/20), Turn: n, Format: "chat.completions", Kind: "turn", Model: "m", Prompt: event.Hash(prompt), Written: event.Hash(prompt),
	})
	if versions && n%10 == 0 {
		symbol := fmt.Sprintf("Take%d", n/10%100)
		content := fmt.Appendf(nil, "func %s() int { return %d }\n", symbol, n)
		hash := event.Hash(content)
		gates := event.GateReport{Decision: "promote", Grant: "parity", Checks: []event.Check{{Name: "resolution", Gate: "A", Pass: true, Detail: "AST, one symbol"}}}
		a := event.ArtifactRecorded{
			Artifact: fmt.Sprintf("%016x", n), Episode: episode, Entity: "take.go::" + symbol, Path: "take.go", Symbol: symbol, Language: "go", Kind: "function",
			Hash: hash, Structure: hash, Text: hash, Block: hash, Method: "ast", Nodes: 9, Tokens: 9, Count: 1, Top: true,
			Confidence: event.Confirmed, Convention: "info_string", Origin: event.ByModel, Gates: gates,
		}
		batch.Blobs = append(batch.Blobs, content)
		batch.Events = append(batch.Events, a, event.ArtifactPromoted{
			Artifact: a.Artifact, Entity: a.Entity, Episode: episode, Supersedes: stands[a.Entity], Grant: "parity", Gates: gates, Disk: hash, Persisted: true,
		})
		stands[a.Entity] = a.Artifact
	}
	batch.Events = append(batch.Events, event.EpisodeClosed{Episode: episode, Status: event.EpisodeIsClosed, Reply: event.Hash(reply), Finish: "stop", HTTPStatus: 200, Millis: 40})
}

// A Ledger in which there is long use is opened and shown as one with little is, and
// verified with word of how far that is.
func TestLongUse(t *testing.T) {
	for name, versions := range map[string]bool{"with versions": true, "without any delta": false} {
		t.Run(name, func(t *testing.T) { longUsed(t, versions) })
	}
}

func longUsed(t *testing.T, versions bool) {
	turns, measured := longTurns(t)
	dir := longUse(t, turns, versions)
	ctx := t.Context()
	var e *engine.Engine
	step := func(what string, most time.Duration, do func() error) {
		t.Helper()
		began, at := processorTime(t), time.Now()
		if err := do(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		took := processorTime(t) - began
		if measured {
			t.Logf("%s: %v of processor time, %v", what, took, time.Since(at))
		}
		if measured && took > most {
			t.Errorf("%s took %v of processor time, want at most %v", what, took, most)
		}
	}
	step("start", time.Second, func() (err error) {
		e, err = engine.Open(ctx, configured(t, dir, "demo"), engine.Options{})
		return err
	})
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	step("recent", 50*time.Millisecond, func() error {
		list, err := e.Recent(ctx, "", 20)
		if err == nil && len(list) != 20 {
			err = fmt.Errorf("%d episodes", len(list))
		}
		return err
	})
	step("activities", 50*time.Millisecond, func() error {
		list, err := e.EarlierActivities(ctx)
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("none")
		}
		return err
	})
	step("the last page of the Ledger", 50*time.Millisecond, func() error {
		page, err := e.Ledger(ctx, report.LedgerQuery{N: 100})
		if err == nil && len(page.Rows) == 0 {
			err = fmt.Errorf("none")
		}
		return err
	})
	step("the doctor", 10*time.Second, func() error {
		told, err := e.Doctor(ctx)
		if err == nil && (told.Size == nil || told.Size.Ledger == 0) {
			err = fmt.Errorf("no size: %+v", told)
		}
		return err
	})
	said := map[string]int{}
	step("verify", time.Minute, func() error {
		found, err := e.Verify(ctx, func(stage string, _, _ int64) { said[stage]++ })
		if err == nil && len(found) > 0 {
			err = fmt.Errorf("%v", found)
		}
		return err
	})
	if said["ledger"] == 0 || measured && said["ledger"] < 20 {
		t.Errorf("of how far it is verify said %v", said)
	}
}

// processorTime is what the process has used of the processors.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
