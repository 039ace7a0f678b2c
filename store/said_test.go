package store

import (
	"context"
	"testing"

	"holdfast/store/event"
)

func TestWhatTheModelSaidIsReadBackInOrder_Product13(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	one, two := []byte("12345678"), []byte("abcdefgh")
	h.must(Batch{Session: session, Blobs: [][]byte{one}, Events: []event.Event{event.ModelSaid{Said: event.Hash(one)}}})
	h.must(Batch{Session: session, Blobs: [][]byte{two}, Events: []event.Event{event.EpisodeOpened{Episode: "e", Kind: "turn"}, event.EpisodeClosed{Episode: "e", Status: event.EpisodeIsClosed, Said: event.Hash(two)}}})
	h.must(Batch{Session: session, Events: []event.Event{event.EpisodeOpened{Episode: "f", Kind: "turn"}, event.EpisodeClosed{Episode: "f", Status: event.EpisodeIsClosed}}})
	var got string
	if err := h.db.Said(ctx, func(content []byte) { got += string(content) }); err != nil || got != "12345678abcdefgh" {
		t.Errorf("%q, %v", got, err)
	}
}
