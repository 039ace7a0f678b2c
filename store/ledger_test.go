package store

import (
	"context"
	"errors"
	"slices"
	"testing"

	"holdfast/store/event"
)

// rows collects what Since gives.
func (h *house) rows(session string, seq int64, limit int) []int64 {
	h.t.Helper()
	var got []int64
	err := h.db.Since(context.Background(), session, seq, limit, func(r event.Row) error {
		e, err := event.Decode(r.Type, r.Data)
		if err == nil && e.Type() != r.Type {
			h.t.Errorf("row %d is a %s, not a %s", r.Seq, e.Type(), r.Type)
		}
		got = append(got, r.Seq)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return got
}

// twoStreams has rows 2 and 7 in s2, the others in the first session.
func twoStreams(t *testing.T) *house {
	h := newHouse(t)
	h.must(Batch{Session: "s2", Events: []event.Event{event.SessionCreated{ID: "s2", Name: "two"}}})
	h.must(turn(1, ""))
	h.must(Batch{Session: "s2", Events: []event.Event{event.EpisodeOpened{Episode: "e"}}})
	return h
}

func TestBeforeGivesTheStreamOfASessionBackwards_3_2(t *testing.T) {
	t.Parallel()
	h := twoStreams(t)
	for _, c := range []struct {
		session string
		seq     int64
		limit   int
		want    []int64
	}{
		{"", 0, 0, []int64{7, 6, 5, 4, 3, 2, 1}},
		{"", 3, 0, []int64{2, 1}},
		{"", 6, 2, []int64{5, 4}},
		{"", 1, 0, nil},
		{"s2", 0, 0, []int64{7, 2}},
		{session, 0, 3, []int64{6, 5, 4}},
		{"nobody", 0, 0, nil},
	} {
		var got []int64
		err := h.db.Before(context.Background(), c.session, c.seq, c.limit, func(r event.Row) error {
			if event.Hash(r.Canonical()) != r.Hash {
				t.Errorf("row %d is not what its hash is of", r.Seq)
			}
			got = append(got, r.Seq)
			return nil
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Before(%q, %d, %d) gives %v (%v), want %v", c.session, c.seq, c.limit, got, err, c.want)
		}
	}
}

func TestSinceGivesTheStreamOfASession_3_2(t *testing.T) {
	t.Parallel()
	h := twoStreams(t)
	for _, c := range []struct {
		session string
		seq     int64
		limit   int
		want    []int64
	}{
		{"", 0, 0, []int64{1, 2, 3, 4, 5, 6, 7}},
		{"", 5, 0, []int64{6, 7}},
		{"", 2, 2, []int64{3, 4}},
		{"", 7, 0, nil},
		{"s2", 0, 0, []int64{2, 7}},
		{session, 1, 3, []int64{3, 4, 5}},
		{"nobody", 0, 0, nil},
	} {
		if got := h.rows(c.session, c.seq, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("Since(%q, %d, %d) gives %v, want %v", c.session, c.seq, c.limit, got, c.want)
		}
	}
	stop := errors.New("stop")
	n := 0
	err := h.db.Since(context.Background(), "", 0, 0, func(event.Row) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Errorf("yield's error gives %v after %d rows", err, n)
	}
}

func TestEachRowContinuesTheChain_3_2(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	previous := ""
	err := h.db.Since(context.Background(), "", 0, 0, func(r event.Row) error {
		if r.Prev != previous {
			t.Errorf("row %d names %q, the row before is %q", r.Seq, r.Prev, previous)
		}
		if hash := event.Hash(r.Canonical()); hash != r.Hash {
			t.Errorf("row %d has the hash %s, its body %s", r.Seq, r.Hash, hash)
		}
		previous = r.Hash
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
