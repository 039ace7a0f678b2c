package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/store/event"
)

// state is the hash of a SESSION_STATE of the tests.
func state(name string) string { return event.Hash([]byte("state " + name)) }

// emitted is the event of a delta that follows another state.
func emitted(number int64, hash string, previous event.CanonState, upto int64) event.CanonEmitted {
	return event.CanonEmitted{
		Number: number, Previous: previous.Number, PreviousHash: previous.Hash, State: hash, Upto: upto,
		Time: "2026-03-14T15:09:26Z", Mode: "C", Summary: "The model's code became AUTHORITATIVE", Authorized: "by parity grant",
		Targets: []string{"pool.go::Acquire"}, Disk: []event.DiskSight{{Entity: "pool.go::Acquire", Stale: "edited"}},
	}
}

func (h *house) lastCanon() event.CanonState {
	h.t.Helper()
	last, err := h.db.LastCanon(context.Background(), session)
	if err != nil {
		h.t.Fatal(err)
	}
	return last
}

// chainStory emits two deltas, and has a recovery go on from state 7.
func chainStory(h *house) {
	r := h.must(turn(1, ""))
	h.must(Batch{Session: session, Events: []event.Event{emitted(1, state("1"), event.CanonState{}, r.Last)}})
	r = h.must(turn(2, "artifact-000001"))
	h.must(Batch{Session: session, Events: []event.Event{emitted(2, state("2"), h.lastCanon(), r.Last)}})
	document := []byte("{}")
	h.must(Batch{Session: session, Blobs: [][]byte{document}, Events: []event.Event{
		event.SessionRecovered{Document: event.Hash(document), Kind: "SESSION_STATE", Number: 7, State: state("7"), Continues: true,
			Missing: []event.LostEntity{{Entity: "pool.go::Gone", Artifact: event.Hash(nil), Reason: "there is no such file"}}},
	}})
	h.must(Batch{Session: session, Events: []event.Event{emitted(8, state("8"), h.lastCanon(), h.lastCanon().Row)}})
}

func TestTheStatesOfASessionAreAChain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	chainStory(h)
	last := h.lastCanon()
	if last.Number != 8 || last.Hash != state("8") || !last.Emitted {
		t.Errorf("the last state is %+v", last)
	}
	if found, err := h.db.Canon(context.Background(), session, 7); err != nil || found.Emitted || found.Hash != state("7") {
		t.Errorf("state 7 is %+v, %v", found, err)
	}
	if _, err := h.db.Canon(context.Background(), session, 5); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("a state that never was: %v", err)
	}
	if none, err := h.db.LastCanon(context.Background(), "s2"); err != nil || none != (event.CanonState{}) {
		t.Errorf("a session without a state: %+v, %v", none, err)
	}
	for name, e := range map[string]event.Event{
		"a delta that skips":                        emitted(10, state("x"), last, last.Row),
		"a delta again":                             emitted(8, state("x"), last, last.Row),
		"a delta on another state":                  emitted(9, state("x"), event.CanonState{Number: 8, Hash: state("y")}, last.Row),
		"a delta that tells of less":                emitted(9, state("x"), last, last.Upto-1),
		"a recovery that goes back in the chain":    event.SessionRecovered{Document: event.Hash([]byte("{}")), Number: 8, State: state("x"), Continues: true},
		"a delta whose predecessor was not told of": emitted(1, state("x"), event.CanonState{}, last.Row),
	} {
		if _, err := h.db.Commit(context.Background(), Batch{Session: session, Events: []event.Event{e}}); !errors.Is(err, event.ErrConflict) {
			t.Errorf("%s: %v, want ErrConflict", name, err)
		}
	}
	future := emitted(9, state("x"), last, last.Row+9)
	if _, err := h.db.Commit(context.Background(), Batch{Session: session, Events: []event.Event{future}}); !errors.Is(err, event.ErrInvalid) {
		t.Errorf("a delta of rows to come: %v", err)
	}
	// A recovery that does not continue from its document leaves the chain.
	h.must(Batch{Session: session, Events: []event.Event{event.SessionRecovered{Document: event.Hash([]byte("{}")), Number: 3, State: state("3")}}})
	if h.lastCanon() != last {
		t.Errorf("the chain moved to %+v", h.lastCanon())
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestVerifyNamesWhatIsWrongWithTheCanonChain(t *testing.T) {
	t.Parallel()
	told := newHouse(t)
	chainStory(told)
	if err := told.db.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(filepath.Join(told.dir, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, change, finds string
		last                bool
	}{
		{"a state's hash changed", `UPDATE canon SET hash = (SELECT hash FROM canon WHERE number = 1) WHERE number = 2`, "replay: row 11: the canon state that it introduces is kept otherwise: hash is ", false},
		{"the last state's hash changed", `UPDATE canon SET hash = (SELECT hash FROM canon WHERE number = 1) WHERE number = 8`, "the canon state that it introduces is kept otherwise: hash is ", true},
		{"the last state's number changed", `UPDATE canon SET number = 9 WHERE number = 8`, "the canon state that it introduces is kept otherwise: num is 9, not 8", true},
		{"a state gone", `DELETE FROM canon WHERE number = 1`, "replay: row 6: the canon state that it introduces is missing", false},
		{"the last state gone", `DELETE FROM canon WHERE number = 8`, "the canon state that it introduces is missing", true},
		{"every state gone", `DELETE FROM canon`, "the canon state that it introduces is missing", true},
		{"a state made up", `INSERT INTO canon SELECT 3, session, 99, hash, 2, 1 FROM canon WHERE number = 8`, "replay: canon state 3: no row of the Ledger introduces it", true},
		{"a state passed off as emitted", `UPDATE canon SET emitted = 1`, "replay: row 12: the canon state that it introduces is kept otherwise: emitted is true, not false", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &house{t: t, dir: t.TempDir()}
			writeFile(t, filepath.Join(h.dir, databaseFile), sound)
			h.open(Options{})
			h.tamper(c.change)
			if got := h.verify(); !strings.Contains(got, c.finds) {
				t.Errorf("Verify found:\n%s\nwant: %s", got, c.finds)
			}
			opening, err := h.db.OpeningCheck(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			// Every opening looks at where the chain goes on from, and no farther.
			if sees := len(opening) == 1 && opening[0].Check == "canon"; sees != c.last || len(opening) > 1 {
				t.Errorf("the opening finds %v, want the end of the chain: %v", opening, c.last)
			}
		})
	}
	h := &house{t: t, dir: t.TempDir()}
	writeFile(t, filepath.Join(h.dir, databaseFile), sound)
	h.open(Options{})
	raw, err := sql.Open("sqlite", writerDSN(h.db.path()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	for change, says := range map[string]string{
		`UPDATE canon SET hash = (SELECT min(hash) FROM canon)`: "cannot be changed",
		`DELETE FROM canon`: "cannot be deleted",
		`INSERT INTO canon SELECT 2, session, 10, hash, 1, 1 FROM canon WHERE number = 8`:       "must follow the last",
		`INSERT INTO canon SELECT 2, session, 9, hash, 1, 1 FROM canon WHERE number = 8`:        "must follow the last",
		`INSERT INTO canon SELECT 99, session, 9, hash, upto, 1 FROM canon WHERE number = 8`:    "FOREIGN KEY",
		`INSERT OR REPLACE INTO canon SELECT seq, session, 9, hash, upto, 1 FROM canon LIMIT 1`: "must follow the last",
	} {
		if _, err := raw.Exec(change); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: SQLite says %v, want %q", change, err, says)
		}
	}
}

// A recovery that HEAD did not follow, because the process was killed, holds;
// and what lies before it is no more reason for distrust.
func TestTheOperatorsWordEndsTheDistrustOnDisk(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.must(turn(1, ""))
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(h.dir, databaseFile)); err != nil {
		t.Fatal(err)
	}
	h.open(Options{})
	claim := h.db.Claim()
	if h.db.Distrust() == "" || claim.Session != session || claim.Seq != 5 {
		t.Fatalf("a lost database: %q, claim %+v", h.db.Distrust(), claim)
	}
	create := event.SessionCreated{ID: session, Name: "main"}
	h.must(Batch{Session: session, Events: []event.Event{create, event.FreshStarted{}}})
	h.reopen()
	if h.db.Distrust() == "" {
		t.Error("a word that overrules nothing ended the distrust")
	}
	h.must(Batch{Session: session, Events: []event.Event{event.FreshStarted{Overruled: event.Overruled{Doubt: "lost", HeadSeq: claim.Seq, HeadHash: claim.Hash}}}})
	h.reopen()
	if got := h.db.Distrust(); got != "" {
		t.Errorf("after the operator's word: %s", got)
	}
	if now := h.db.readHead(); now.Seq != 3 {
		t.Errorf("HEAD is %+v", now)
	}

	h.tamper(`UPDATE ledger SET body = replace(body, 'main', 'mean') WHERE seq = 1`)
	opening := func() []event.Finding {
		t.Helper()
		found, err := h.db.OpeningCheck(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := opening(); len(found) != 0 {
		t.Errorf("damage before the operator's word: %v", found)
	}
	h.tamper(`UPDATE ledger SET body = replace(body, 'lost', 'last') WHERE seq = 3`)
	if found := opening(); len(found) != 1 || found[0].Check != "ledger" {
		t.Errorf("damage since: %v", found)
	}
	if got := h.verify(); !strings.Contains(got, "row 1: its body hashes to") || !strings.Contains(got, "row 3: its body hashes to") {
		t.Errorf("Verify found:\n%s", got)
	}
}
