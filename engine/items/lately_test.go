package items

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"holdfast/store"
	"holdfast/store/event"
)

// What is noted of the conversations that go on is what the Ledger tells of
// them, also after the mark has moved otherwise.
func TestWhatWasSaidLatelyIsWhatTheLedgerTells(t *testing.T) {
	ctx := context.Background()
	db, err := store.Open(ctx, t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	commit := func(events ...event.Event) {
		t.Helper()
		if _, err := db.Commit(ctx, store.Batch{Session: "s", Blobs: [][]byte{[]byte("words")}, Events: events}); err != nil {
			t.Fatal(err)
		}
	}
	commit(event.SessionCreated{ID: "s", Name: "s"})
	said := event.Hash([]byte("words"))
	for n := range 3 * heardBefore {
		conversation, status := "long", event.EpisodeIsClosed
		switch n % 4 {
		case 1:
			conversation = fmt.Sprint("short ", n)
		case 2:
			status = event.EpisodeIsAborted
		}
		id := fmt.Sprintf("e%03d", n)
		commit(event.EpisodeOpened{Episode: id, Conversation: conversation, Turn: n / 3, Kind: "turn", Prompt: said, Written: said})
		commit(event.EpisodeClosed{Episode: id, Status: status, Reply: said})
	}
	all, err := db.EpisodesEnded(ctx, "s", 0, 3*heardBefore)
	if err != nil || len(all) != 3*heardBefore {
		t.Fatalf("%d episodes, %v", len(all), err)
	}
	talk := &talk{db: db, session: "s"}
	hear := func(list []event.Episode) {
		t.Helper()
		for _, ep := range list {
			got, err := talk.lately.before(ctx, talk, ep)
			if err != nil {
				t.Fatal(err)
			}
			want, err := db.EpisodesBefore(ctx, "s", ep.Conversation, ep.ClosedSeq, heardBefore)
			if err != nil {
				t.Fatal(err)
			}
			slices.Reverse(want)
			if !reflect.DeepEqual(spoken(got), spoken(want)) || len(got) != len(want) {
				t.Fatalf("before %s: %d episodes, not %d", ep.ID, len(got), len(want))
			}
			talk.mark = ep.ClosedSeq
			talk.lately.note(ep)
		}
	}
	hear(all[:20])
	talk.mark = all[25].ClosedSeq // another process has read on
	hear(all[26:])
	talk.mark = 0 // the items were forgotten, and are read anew
	hear(all)
	if len(talk.lately.by) > maxLately+1 {
		t.Errorf("%d conversations are kept", len(talk.lately.by))
	}
}
