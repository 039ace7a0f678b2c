package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gowebpki/jcs"
)

func sampleRow() Row {
	return Row{Seq: 42, Session: "s-1.a_b", Type: "episode_opened", Time: time.Date(2026, 3, 14, 15, 9, 26, 535e6, time.UTC),
		Prev: Hash(nil), Data: json.RawMessage(`{"a":",\"prev\":\"","prev":"x","seq":1}`)}
}

func TestALedgerRowIsCanonicalJSON_3_2(t *testing.T) {
	t.Parallel()
	r := sampleRow()
	body := r.body()
	canonical, err := jcs.Transform(body)
	if err != nil || !bytes.Equal(body, canonical) {
		t.Errorf("the body is\n%s\nRFC 8785 has\n%s (%v)", body, canonical, err)
	}
	back, err := parseBody(string(body))
	if err != nil || back.Seq != r.Seq || back.Session != r.Session || back.Type != r.Type || !back.Time.Equal(r.Time) ||
		back.Prev != r.Prev || !bytes.Equal(back.Data, r.Data) {
		t.Errorf("the row %+v comes back as %+v (%v)", r, back, err)
	}
}

func TestParseBodyTakesNothingButTheLedgersForm(t *testing.T) {
	t.Parallel()
	sound := string(sampleRow().body())
	for name, body := range map[string]string{
		"empty":             "",
		"cut":               sound[:len(sound)-1],
		"more behind":       sound + " ",
		"space":             strings.Replace(sound, `,"seq":42`, `, "seq":42`, 1),
		"a seq with zeros":  strings.Replace(sound, `"seq":42`, `"seq":042`, 1),
		"a seq that is not": strings.Replace(sound, `"seq":42`, `"seq":"x"`, 1),
		"another time":      strings.Replace(sound, `.535Z`, `.5350Z`, 1),
		"an escape":         strings.Replace(sound, `s-1.a_b`, `s\u002d1`, 1),
	} {
		if r, err := parseBody(body); err == nil {
			t.Errorf("%s: %q was read as %+v", name, body, r)
		}
	}
}

func FuzzParseBody(f *testing.F) {
	f.Add(string(sampleRow().body()))
	f.Add(`{"data":{},"prev":"","seq":1,"session":"s","ts":"2026-01-02T03:04:05.006Z","type":"t"}`)
	f.Fuzz(func(t *testing.T, body string) {
		r, err := parseBody(body)
		if err == nil && string(r.body()) != body {
			t.Errorf("%q was read as %+v", body, r)
		}
	})
}

// rows collects what Since gives.
func (h *house) rows(session string, seq int64, limit int) []int64 {
	h.t.Helper()
	var got []int64
	err := h.db.Since(context.Background(), session, seq, limit, func(r Row) error {
		e, err := Decode(r.Type, r.Data)
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
	h.must(Batch{Session: "s2", Events: []Event{SessionCreated{ID: "s2", Name: "two"}}})
	h.must(turn(1, ""))
	h.must(Batch{Session: "s2", Events: []Event{EpisodeOpened{Episode: "e"}}})
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
		err := h.db.Before(context.Background(), c.session, c.seq, c.limit, func(r Row) error {
			if Hash(r.Canonical()) != r.Hash {
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
	err := h.db.Since(context.Background(), "", 0, 0, func(Row) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Errorf("yield's error gives %v after %d rows", err, n)
	}
}

func TestEachRowContinuesTheChain_3_2(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	previous := ""
	err := h.db.Since(context.Background(), "", 0, 0, func(r Row) error {
		if r.Prev != previous {
			t.Errorf("row %d names %q, the row before is %q", r.Seq, r.Prev, previous)
		}
		if hash := Hash(r.body()); hash != r.Hash {
			t.Errorf("row %d has the hash %s, its body %s", r.Seq, r.Hash, hash)
		}
		previous = r.Hash
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
