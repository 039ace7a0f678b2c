package store

import (
	"context"
	"testing"
)

func TestWhatTheModelSaidIsReadBackInOrder_Product13(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	one, two := []byte("12345678"), []byte("abcdefgh")
	h.must(Batch{Session: session, Blobs: [][]byte{one}, Events: []Event{ModelSaid{Said: Hash(one)}}})
	h.must(Batch{Session: session, Blobs: [][]byte{two}, Events: []Event{EpisodeOpened{Episode: "e", Kind: "turn"}, EpisodeClosed{Episode: "e", Status: EpisodeIsClosed, Said: Hash(two)}}})
	h.must(Batch{Session: session, Events: []Event{EpisodeOpened{Episode: "f", Kind: "turn"}, EpisodeClosed{Episode: "f", Status: EpisodeIsClosed}}})
	var got string
	if err := h.db.Said(ctx, func(content []byte) { got += string(content) }); err != nil || got != "12345678abcdefgh" {
		t.Errorf("%q, %v", got, err)
	}
}
