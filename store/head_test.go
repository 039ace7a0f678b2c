package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/store/event"
)

func TestDoubtsCompareHEADWithTheDatabase(t *testing.T) {
	hash := event.Hash([]byte("a row"))
	read := func(seq int64) headClaim {
		return headClaim{Head: Head{Session: "main", Seq: seq, Hash: hash}, state: headRead}
	}
	for _, c := range []struct {
		name    string
		claim   headClaim
		existed bool
		last    int64
		at      string
		says    string
	}{
		{"no HEAD", headClaim{state: headMissing}, true, 7, "", ""},
		{"a new folder", headClaim{state: headMissing}, false, 0, "", ""},
		{"a HEAD of the beginning", headClaim{state: headRead}, false, 0, "", ""},
		{"HEAD and database agree", read(7), true, 7, hash, ""},
		{"HEAD is behind, as after a crash", read(5), true, 7, hash, ""},
		{"HEAD is garbled, as after a power cut", headClaim{state: headGarbled}, true, 7, "", ""},
		{"HEAD is garbled and the database missing", headClaim{state: headGarbled}, false, 0, "", "missing"},
		{"the database is missing", read(7), false, 0, "", "missing or empty, but HEAD says that session main stood at row 7"},
		{"the database was rolled back", read(7), true, 5, "", "rolled back"},
		{"the database was exchanged", read(7), true, 9, event.Hash(nil), "exchanged"},
	} {
		got := doubts(c.claim, c.existed, c.last, c.at)
		if (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", c.name, got, c.says)
		}
	}
}

// reopen opens the house's folder anew, after what was done to its files.
func (h *house) reopen() {
	h.t.Helper()
	if err := h.db.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.open(Options{})
}

func TestALostDatabaseIsDistrustedUntilItIsDeclaredRight(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.must(turn(1, ""))
	if got := h.db.Distrust(); got != "" {
		t.Fatalf("a sound database is distrusted: %s", got)
	}
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(h.dir, databaseFile)); err != nil {
		t.Fatal(err)
	}
	create := Batch{Session: "s9", Events: []event.Event{event.SessionCreated{ID: "s9", Name: "nine"}}}
	h.open(Options{})
	for range 2 { // the doubt outlives commits and restarts
		if got := h.db.Distrust(); !strings.Contains(got, "HEAD says that") {
			t.Fatalf("a lost database: Distrust %q", got)
		}
		if _, err := h.db.Session(context.Background(), "s9"); err != nil {
			h.must(create)
		}
		h.reopen()
	}
	if err := h.db.Trust(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := h.db.Distrust(); got != "" {
		t.Errorf("after Trust: %q", got)
	}
	h.reopen()
	if got := h.db.Distrust(); got != "" {
		t.Errorf("after Trust and a restart: %q", got)
	}
}

func TestAnExchangedDatabaseIsDistrusted(t *testing.T) {
	t.Parallel()
	h, other := newHouse(t), newHouse(t)
	h.must(turn(1, ""))
	other.must(turn(7, ""))
	other.must(turn(8, "artifact-000007"))
	for _, db := range []*DB{h.db, other.db} {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	foreign, err := os.ReadFile(filepath.Join(other.dir, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(h.dir, databaseFile), foreign)
	h.open(Options{})
	if got := h.db.Distrust(); !strings.Contains(got, "exchanged") {
		t.Errorf("Distrust %q", got)
	}
}

func TestHEADNeverLeavesTheFolder(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	target := filepath.Join(t.TempDir(), "precious")
	writeFile(t, target, []byte("precious"))
	path := filepath.Join(h.dir, headFile)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	h.must(turn(1, ""))
	if content, err := os.ReadFile(target); err != nil || string(content) != "precious" {
		t.Errorf("the file that HEAD was linked to holds %q (%v)", content, err)
	}
	findings, err := h.db.QuickCheck(context.Background())
	if err != nil || len(findings) != 1 || findings[0].Check != "head" {
		t.Errorf("QuickCheck tells %v (%v), want that HEAD cannot be written", findings, err)
	}
	h.reopen()
	if got := h.db.Distrust(); got != "" {
		t.Errorf("a sound database beside such a HEAD: %q", got)
	}
}

func TestALostHEADIsWrittenAnew(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.must(turn(1, ""))
	if err := os.Remove(filepath.Join(h.dir, headFile)); err != nil {
		t.Fatal(err)
	}
	r := h.must(turn(2, "artifact-000001"))
	if claim := h.db.readHead(); claim.state != headRead || claim.Seq != r.Last {
		t.Errorf("HEAD after a commit is %+v, want row %d", claim, r.Last)
	}
}

func FuzzParseHead(f *testing.F) {
	f.Add([]byte(`{"session":"main","seq":7,"hash":"` + event.Hash(nil) + `"}` + "   \n"))
	f.Add([]byte(`{"session":"","seq":0,"hash":""}`))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, content []byte) {
		claim := parseHead(content)
		if claim.state == headRead && claim.Seq != 0 && (claim.Seq < 0 || !event.IsHash(claim.Hash)) {
			t.Errorf("%q was read as %+v", content, claim)
		}
	})
}

// A row of another session, about which the disk said something, does not change
// which session HEAD names: the active one is what is to be recovered.
func TestHEADNamesTheActiveSession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.must(turn(1, ""))
	h.must(Batch{Session: "s9", Events: []event.Event{event.SessionCreated{ID: "s9", Name: "nine"}, event.SessionActivated{}}})
	for _, batch := range []Batch{turn(2, "artifact-000001"), {Session: "s9", Events: []event.Event{event.SessionRenamed{Was: "nine", Name: "tried"}}}, turn(3, "artifact-000002")} {
		h.must(batch)
	}
	if claim := h.db.readHead(); claim.state != headRead || claim.Session != "s9" || claim.Name != "tried" || claim.called() != "tried" {
		t.Errorf("HEAD says %+v", claim)
	}
}

// Which session is active is not asked at every commit, but always where another
// process may have changed it.
func TestHEADFollowsTheSessionThatAnotherProcessMadeActive(t *testing.T) {
	h := newHouse(t)
	beside, err := Open(context.Background(), h.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = beside.Close() }()
	h.must(turn(1, ""))
	h.must(turn(2, "artifact-000001"))
	theirs := []event.Event{event.SessionCreated{ID: "s9", Name: "nine"}, event.SessionActivated{}}
	if _, err := beside.Commit(context.Background(), Batch{Session: "s9", Events: theirs}); err != nil {
		t.Fatal(err)
	}
	r := h.must(turn(3, "artifact-000002"))
	if claim := h.db.readHead(); claim.Session != "s9" || claim.Name != "nine" || claim.Seq != r.Last {
		t.Errorf("HEAD says %+v", claim)
	}
	h.must(Batch{Session: session, Events: []event.Event{event.SessionActivated{}}})
	r = h.must(turn(4, "artifact-000003"))
	if claim := h.db.readHead(); claim.Session != session || claim.Seq != r.Last {
		t.Errorf("HEAD says %+v", claim)
	}
}
