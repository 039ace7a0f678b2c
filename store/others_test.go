package store

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"holdfast/store/event"
)

// A DB tells the commits of another from its own, at once and without asking
// the database.
func TestOthersAfterSeesTheCommitsOfOthersOnly(t *testing.T) {
	dir := t.TempDir()
	mine, theirs := openOthers(t, dir), openOthers(t, dir)
	commit := func(db *DB, id string) int64 {
		t.Helper()
		r, err := db.Commit(context.Background(), Batch{Session: "s", Events: []event.Event{event.EpisodeOpened{Episode: id, Kind: "operator"}}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Last
	}
	if _, err := mine.Commit(context.Background(), Batch{Session: "s", Events: []event.Event{event.SessionCreated{ID: "s", Name: "s"}}}); err != nil {
		t.Fatal(err)
	}
	seen := commit(mine, "a")
	if mine.OthersAfter(seen) {
		t.Error("its own commit counts as one of others")
	}
	foreign := commit(theirs, "b")
	if !mine.OthersAfter(seen) {
		t.Error("the commit of another is not seen")
	}
	commit(mine, "c")
	if !mine.OthersAfter(seen) {
		t.Error("a commit of its own hides that of another before it")
	}
	if mine.OthersAfter(foreign) {
		t.Error("what was seen counts again")
	}
}

// The own commits that end while it is asked are no commits of others: whoever
// takes them for that looks at all files anew.
func TestOthersAfterIsNotMisledByACommitMeanwhile(t *testing.T) {
	db := openOthers(t, t.TempDir())
	create := Batch{Session: "s", Events: []event.Event{event.SessionCreated{ID: "s", Name: "s"}}}
	if _, err := db.Commit(context.Background(), create); err != nil {
		t.Fatal(err)
	}
	var committing sync.WaitGroup
	done := make(chan struct{})
	committing.Go(func() {
		defer close(done)
		for n := range 100 {
			opened := event.EpisodeOpened{Episode: fmt.Sprint(n), Kind: "operator"}
			if _, err := db.Commit(context.Background(), Batch{Session: "s", Events: []event.Event{opened}}); err != nil {
				t.Error(err)
			}
		}
	})
	for asked := 0; ; asked++ {
		if db.OthersAfter(0) {
			t.Errorf("a commit of its own counts as one of others, after %d questions", asked)
			break
		}
		select {
		case <-done:
			return
		default:
		}
	}
	committing.Wait()
}

func openOthers(t *testing.T, dir string) *DB {
	t.Helper()
	db, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
