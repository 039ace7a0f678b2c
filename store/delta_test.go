package store

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"holdfast/store/event"
)

// learned is a delta of the tests, with every field that one can have.
func learned(id string) event.Delta {
	return event.Delta{
		Kind: "fact_learned", ID: id, TargetID: "a", NewItemID: "b", Summary: "The API uses port 3000 – “ü”", Alternatives: []string{"x"}, Hard: true,
		Mode: "relaxed", Resolution: "completed", Reason: "why", Confidence: "high", Scope: "session", Tags: []string{"t"},
		SourceTurns: []event.SourceTurn{{TurnID: "t-1"}}, Timestamp: "2026-03-11T12:00:00Z", Foreign: `{"score":0.5}`,
	}
}

// deltaStory records each kind of delta event.
func deltaStory(h *house) {
	snapshot := []byte(`{"version":1}`)
	r := h.must(turn(1, ""))
	h.must(Batch{Session: session, Events: []event.Event{
		event.DeltaAccepted{Number: 1, Delta: learned("item-1"), Item: "item-1", Status: "active", Source: event.DeltaByRules, Episode: "episode-000001"},
		event.DeltaRejected{Number: 2, Delta: learned("item-1"), Reason: "there is an item already", Source: event.DeltaByModel, Episode: "episode-000001"},
		event.DeltaCheckpoint{Number: 3, Upto: r.Last, Items: 1, Deltas: 1, Turns: 2, ContextChars: 27, RawChars: 80},
	}})
	h.must(Batch{Session: session, Blobs: [][]byte{snapshot}, Events: []event.Event{
		event.DeltaRestored{Number: 12, Snapshot: event.Hash(snapshot), Items: 0, From: event.DeltaFromImport},
	}})
	h.must(Batch{Session: "s2", Events: []event.Event{
		event.SessionCreated{ID: "s2", Name: "second"},
		event.DeltaAccepted{Number: 1, Delta: learned("item-1"), Item: "item-1", Status: "active", Source: event.DeltaByOperator},
	}})
}

func (h *house) deltas(session string, after int64) []event.Row {
	h.t.Helper()
	var rows []event.Row
	err := h.db.Deltas(context.Background(), session, after, func(r event.Row) error {
		r.Data = json.RawMessage(string(r.Data))
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return rows
}

func TestDeltaEventsAreASequenceOfTheirSession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	deltaStory(h)
	var types []string
	rows := h.deltas(session, 0)
	for _, r := range rows {
		types = append(types, r.Type)
	}
	if got := strings.Join(types, " "); got != "delta_accepted delta_rejected delta_checkpoint delta_restored" {
		t.Errorf("the session has %s", got)
	}
	ev, err := event.Decode(rows[0].Type, rows[0].Data)
	if e, ok := ev.(event.DeltaAccepted); err != nil || !ok || e.Delta.Summary != learned("").Summary || e.Delta.SourceTurns[0].TurnID != "t-1" || e.Delta.Foreign != `{"score":0.5}` {
		t.Errorf("the first is %+v, %v", ev, err)
	}
	if got := h.deltas(session, rows[2].Seq); len(got) != 1 || got[0].Type != "delta_restored" {
		t.Errorf("after the checkpoint there is %v", got)
	}
	if got := h.deltas("s2", 0); len(got) != 1 {
		t.Errorf("the other session has %v", got)
	}
	for name, e := range map[string]event.Event{
		"a number again":              event.DeltaAccepted{Number: 12, Delta: learned("item-2")},
		"a number that skips":         event.DeltaRejected{Number: 14, Delta: learned("item-2")},
		"a checkpoint of long ago":    event.DeltaCheckpoint{Number: 4},
		"a snapshot that goes back":   event.DeltaRestored{Number: 12, Snapshot: event.Hash([]byte(`{"version":1}`))},
		"a number of another session": event.DeltaAccepted{Number: 2, Delta: learned("item-2")},
	} {
		if _, err := h.db.Commit(context.Background(), Batch{Session: session, Events: []event.Event{e}}); !errors.Is(err, event.ErrConflict) {
			t.Errorf("%s: %v, want ErrConflict", name, err)
		}
	}
	lost := event.DeltaRestored{Number: 13, Snapshot: event.Hash([]byte("nowhere"))}
	if _, err := h.db.Commit(context.Background(), Batch{Session: session, Events: []event.Event{lost}}); !errors.Is(err, event.ErrEvidence) {
		t.Errorf("a snapshot that is nowhere: %v", err)
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestVerifyWalksTheSequenceOfDeltas(t *testing.T) {
	in := &inspection{}
	re := &replay{in: in, deltas: map[string]int64{}}
	for i, step := range []struct {
		event event.Event
		finds string
	}{
		{event.DeltaAccepted{Number: 1}, ""},
		{event.DeltaRejected{Number: 2}, ""},
		{event.DeltaRejected{Number: 2}, "delta event 2 of session s1, and the one before is 2"},
		{event.DeltaAccepted{Number: 4}, "delta event 4 of session s1, and the one before is 2"},
		{event.DeltaRestored{Number: 9}, ""},
		{event.DeltaRestored{Number: 9}, "delta event 9 of session s1, and the one before is 9"},
		{event.DeltaCheckpoint{Number: 10, Upto: 3}, ""},
		{event.DeltaCheckpoint{Number: 11, Upto: 99}, "row 99, which is yet to come"},
	} {
		in.findings = nil
		done, err := re.delta(event.Row{Seq: int64(i + 10), Session: session}, step.event)
		if !done || err != nil {
			t.Fatal(done, err)
		}
		var got string
		for _, f := range in.findings {
			got += f.Detail
		}
		if (got == "") != (step.finds == "") || !strings.Contains(got, step.finds) {
			t.Errorf("event %d: found %q, want %q", i+1, got, step.finds)
		}
	}
	if done, err := re.delta(event.Row{}, event.EpisodeClosed{}); done || err != nil {
		t.Errorf("an episode is taken for a delta: %v", err)
	}
}

func TestEpisodesAreFoundByTheirEnd(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first := h.must(turn(1, ""))
	second := h.must(turn(2, "artifact-000001"))
	h.must(Batch{Session: session, Events: []event.Event{event.EpisodeOpened{Episode: "open", Conversation: "c1", Kind: "turn"}}})
	ids := func(found []event.Episode, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, e := range found {
			list = append(list, e.ID)
		}
		return strings.Join(list, " ")
	}
	ctx := context.Background()
	for _, test := range []struct{ name, got, want string }{
		{"after nothing", ids(h.db.EpisodesEnded(ctx, session, 0, 0)), "episode-000001 episode-000002"},
		{"at most one", ids(h.db.EpisodesEnded(ctx, session, 0, 1)), "episode-000001"},
		{"after the first", ids(h.db.EpisodesEnded(ctx, session, first.Last, 9)), "episode-000002"},
		{"after the last", ids(h.db.EpisodesEnded(ctx, session, second.Last, 9)), ""},
		{"before the second's end", ids(h.db.EpisodesBefore(ctx, session, "c1", second.Last, 9)), "episode-000001"},
		{"before all to come", ids(h.db.EpisodesBefore(ctx, session, "c1", second.Last+1, 9)), "episode-000002 episode-000001"},
		{"of another conversation", ids(h.db.EpisodesBefore(ctx, session, "c2", second.Last+1, 9)), ""},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
}

// The rows of deltas are found by their index, however long the Ledger is.
func TestDeltasAreFoundByTheirIndex(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for query, index := range map[string]string{
		selectDeltas: "ledger_delta", selectLastDelta: "ledger_delta",
		selectEpisode + ` WHERE e.session = ? AND e.closed_seq > ? ORDER BY e.closed_seq LIMIT 2`: "episode_ended",
	} {
		var plan string
		err := h.db.readers.QueryRow(`EXPLAIN QUERY PLAN `+query, session, 0).Scan(new(int), new(int), new(int), &plan)
		if err != nil || !strings.Contains(plan, index) {
			t.Errorf("%s: %s, %v", query, plan, err)
		}
	}
}
