package items

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/delta/second"
	"holdfast/engine/diag"
	"holdfast/store/event"
)

// episode is one request of a conversation with its answer.
func episode(id string, turn int, written, prompt, reply string) event.Episode {
	var ep event.Episode
	ep.ID, ep.Kind, ep.Turn, ep.Written, ep.Prompt, ep.Reply = id, "turn", turn, written, prompt, reply
	ep.EpisodeClosed.Status = event.EpisodeIsClosed
	ep.Opened = time.Date(2026, 3, 1, 9, turn, 0, 0, time.UTC)
	ep.Closed = ep.Opened.Add(time.Second)
	return ep
}

// Words count once, however often a client sends them: what the user wrote in one turn,
// and a reply that came word for word (DeltaMind: turn text, sourceTurns).
func TestWhatWasSpoken_DeltaMindSourceTurns(t *testing.T) {
	side := episode("s", 1, "words", "prompt", "title")
	side.Kind = "title"
	cut := episode("c", 1, "words", "prompt", "half a")
	cut.EpisodeClosed.Status = event.EpisodeIsAborted
	tests := []struct {
		name     string
		episodes []event.Episode
		want     []string
	}{
		{"nothing", nil, nil},
		{"a question and its answer", []event.Episode{episode("1", 1, "hi", "p", "hello")}, []string{"1.user hi", "1.reply hello"}},
		{"two turns with the same words are two", []event.Episode{episode("1", 1, "go on", "p1", "a"), episode("2", 2, "go on", "p2", "b")},
			[]string{"1.user go on", "1.reply a", "2.user go on", "2.reply b"}},
		{"a tool loop: the user speaks once, the model each time", []event.Episode{episode("1", 1, "fix it", "p1", "let me look"), episode("2", 1, "fix it", "p2", "done")},
			[]string{"1.user fix it", "1.reply let me look", "2.reply done"}},
		{"a retry that is answered alike", []event.Episode{episode("1", 1, "hi", "p", "hello"), episode("2", 1, "hi", "p", "hello")}, []string{"1.user hi", "1.reply hello"}},
		{"a retry that is answered otherwise", []event.Episode{episode("1", 1, "hi", "p", "hello"), episode("2", 1, "hi", "p", "good day")},
			[]string{"1.user hi", "1.reply hello", "2.reply good day"}},
		{"the same answer to another prompt", []event.Episode{episode("1", 1, "hi", "p1", "done"), episode("2", 1, "hi", "p2", "done")},
			[]string{"1.user hi", "1.reply done", "2.reply done"}},
		{"a reply of tool calls alone is silent", []event.Episode{episode("1", 1, "fix it", "p", "")}, []string{"1.user fix it"}},
		{"what others put there is nobody's words", []event.Episode{episode("1", 1, "", "p", "hello")}, []string{"1.reply hello"}},
		{"a side request says nothing", []event.Episode{side}, nil},
		{"an answer that was cut says nothing", []event.Episode{cut}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, u := range spoken(tt.episodes) {
				got = append(got, u.turnID()+" "+u.hash)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	said := spoken([]event.Episode{episode("1", 4, "hi", "p", "hello")})
	if want := time.Date(2026, 3, 1, 9, 4, 0, 0, time.UTC); !said[0].at.Equal(want) || !said[1].at.Equal(want.Add(time.Second)) {
		t.Errorf("spoken at %s and answered at %s", said[0].at, said[1].at)
	}
}

func TestTheEpisodeOfATurn_DeltaMindSourceTurns(t *testing.T) {
	for id, want := range map[string]string{
		"e1.user": "e1", "e1.reply": "e1", "e1.operator": "e1", "e1": "e1", "": "", ".user": "", "e1.user.reply": "e1.user", "e1.users": "e1.users",
	} {
		if got := episodeOfTurn(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

// The doctor says of the second reader what came of its questions, and what to do where
// nothing does (TSLP 14.3: /doctor reports only).
func TestTheDoctorOnTheSecondReader_14_3(t *testing.T) {
	wrapped := func(err error) error { return fmt.Errorf("asking the model: %w", err) }
	tests := []struct {
		name   string
		act    func(*secondReader)
		status string
		want   string
	}{
		{"nothing was asked", func(*secondReader) {}, diag.OK, "0 answers gave 0 deltas (0 refused, 0 known already)"},
		{"answers are summed", func(r *secondReader) {
			r.answered(secondCame{accepted: 2, refused: 1, known: 3})
			r.answered(secondCame{accepted: 1})
		}, diag.OK, "2 answers gave 3 deltas (1 refused, 3 known already)"},
		{"questions gave way", func(r *secondReader) { r.gaveWay(); r.gaveWay() }, diag.OK, "0 answers gave 0 deltas (0 refused, 0 known already); 2 questions gave way to requests"},
		{"two failures are no warning", func(r *secondReader) {
			r.failed(wrapped(second.ErrNoJSON))
			r.failed(wrapped(second.ErrCut))
		}, diag.OK, "0 answers gave 0 deltas (0 refused, 0 known already); 2 of no use: 1 without JSON, 1 cut short"},
		{"three in a row are, with the last reason", func(r *secondReader) {
			r.failed(second.ErrNoJSON)
			r.failed(second.ErrNoJSON)
			r.failed(context.DeadlineExceeded)
		}, diag.Warn, "the last 3 questions had no result (not there within delta.timeout_s): name another model with delta.model, or set delta.reader to rules. " +
			"0 answers gave 0 deltas (0 refused, 0 known already); 3 of no use: 2 without JSON, 1 not there within delta.timeout_s"},
		{"an answer between them ends the row", func(r *secondReader) {
			r.failed(second.ErrNoJSON)
			r.failed(second.ErrNoJSON)
			r.answered(secondCame{accepted: 1})
			r.failed(second.ErrNoJSON)
		}, diag.OK, "1 answers gave 1 deltas (0 refused, 0 known already); 3 of no use: 3 without JSON"},
		{"two reasons that a person calls the same are one", func(r *secondReader) {
			r.failed(second.ErrHuge)
			r.failed(aside.ErrLong)
		}, diag.OK, "0 answers gave 0 deltas (0 refused, 0 known already); 2 of no use: 2 far too long"},
		{"a status, and what has no name", func(r *secondReader) {
			r.failed(wrapped(&aside.StatusError{Status: 503}))
			r.failed(errors.New("reset by peer"))
		}, diag.OK, "0 answers gave 0 deltas (0 refused, 0 known already); 2 of no use: 1 failed on the way, 1 refused with status 503"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &secondReader{}
			tt.act(r)
			if got := r.finding(); got.Status != tt.status || got.Detail != tt.want {
				t.Errorf("%s: %s\nwant %s: %s", got.Status, got.Detail, tt.status, tt.want)
			}
		})
	}
	r := &secondReader{}
	if !r.failed(second.ErrCut) || r.failed(wrapped(second.ErrCut)) || !r.failed(second.ErrDeep) {
		t.Error("a reason is new once")
	}
	if r.isReading() {
		t.Error("it reads before it was asked to")
	}
	r.busy(true)
	r.setPlain()
	if !r.isReading() || !r.isPlain() {
		t.Error("what was noted is forgotten")
	}
}
