package rebuild_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/etv"
	"holdfast/store/event"
)

// ledger is rows in memory, of one session or several.
type ledger struct {
	t       *testing.T
	rows    []event.Row
	states  map[int64]event.CanonState
	anchors map[string]int64
	broken  error // what reading ends in
}

func newLedger(t *testing.T) *ledger {
	return &ledger{t: t, states: map[int64]event.CanonState{}, anchors: map[string]int64{}}
}

// add appends rows of a session and returns the number of the last.
func (l *ledger) add(session string, list ...event.Event) int64 {
	l.t.Helper()
	for _, ev := range list {
		encoded, err := event.Encode(ev)
		if err != nil {
			l.t.Fatal(err)
		}
		seq := int64(len(l.rows) + 1)
		l.rows = append(l.rows, event.Row{Seq: seq, Session: session, Time: granted.Add(time.Duration(seq) * time.Second), Type: encoded.Type, Data: encoded.Data})
		if emitted, is := ev.(event.CanonEmitted); is && session == "s1" {
			l.states[emitted.Number] = event.CanonState{Row: seq, Number: emitted.Number, Hash: emitted.State, Upto: emitted.Upto, Emitted: true}
		}
	}
	return int64(len(l.rows))
}

func (l *ledger) Since(_ context.Context, session string, seq int64, limit int, yield func(event.Row) error) error {
	given := 0
	for _, r := range l.rows {
		if r.Seq > seq && (session == "" || r.Session == session) && (limit <= 0 || given < limit) {
			given++
			if err := yield(r); err != nil {
				return err
			}
		}
	}
	return l.broken
}

func (l *ledger) Pass(ctx context.Context, seq int64, limit int, yield func(event.Row) error) error {
	return l.Since(ctx, "", seq, limit, yield)
}

func (l *ledger) Canon(_ context.Context, _ string, number int64) (event.CanonState, error) {
	if s, known := l.states[number]; known {
		return s, nil
	}
	return event.CanonState{}, event.ErrNotFound
}

func (l *ledger) Anchors(context.Context) (map[string]int64, error) { return l.anchors, nil }

// emitted is the event of a state, as facts make it.
func emitted(number int64, previous canon.Link, upto int64, f canon.Facts) event.CanonEmitted {
	f.Seq, f.LastHash, f.Updated = number, previous.Hash, granted
	return event.CanonEmitted{
		Number: number, Previous: previous.Seq, PreviousHash: previous.Hash, State: f.Hash(), Upto: upto, Time: canon.Timestamp(granted),
		Mode: "C", Summary: "The model's code became AUTHORITATIVE: a.go::F", Authorized: "AUTHORITATIVE", Targets: []string{"a.go::F"},
	}
}

const hashG = "sha256:0000000000000000000000000000000000000000000000000000000000000002"

const hashF = "sha256:0000000000000000000000000000000000000000000000000000000000000001"

// oneState is a session of one entity with the state that tells of it.
func oneState(t *testing.T) (*ledger, event.CanonEmitted) {
	l := newLedger(t)
	rec := recorded("1", "a.go::F", event.ByModel)
	rec.Hash = hashF
	upto := l.add("s1", event.EpisodeOpened{Episode: "e", Kind: "turn"}, rec, promoted("1", "a.go::F"))
	f := canon.Facts{Entities: []canon.Entity{{Path: "a.go", Symbol: "F", Hash: hashF, Seq: upto, Granted: l.rows[upto-1].Time, Grant: "parity"}}}
	ev := emitted(1, canon.Link{}, upto, f)
	l.add("s1", ev)
	return l, ev
}

// The delta of any seq can be made again of the Ledger, whole and by itself.
func TestADeltaIsMadeAgain_CanonDelta(t *testing.T) {
	l, ev := oneState(t)
	d, err := rebuild.Delta(t.Context(), l, "s1", 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.Type != canon.DeltaType || d.Seq != 1 || d.CurrentState.StateSeq != 1 || d.Basis.PreviousSeq != 0 || d.Basis.PreviousHash != "" {
		t.Errorf("%+v", d)
	}
	if d.Decision.Mode != canon.ModeC || d.Decision.Summary != ev.Summary || d.Decision.AuthorizedDelta != ev.Authorized || d.Decision.AffectedTargets[0] != "a.go::F" {
		t.Errorf("%+v", d.Decision)
	}
	if a := d.CurrentState.LastPersistentArtifacts; len(a) != 1 || a[0].PathOrLabel != "a.go::F" || a[0].ArtifactID != hashF {
		t.Errorf("%+v", a)
	}
	// What came after it is no part of it.
	l.add("s1", event.EntityTombstoned{Entity: "a.go::F", Artifact: "1", By: "operator", Reason: "not needed"})
	again, err := rebuild.Delta(t.Context(), l, "s1", 1)
	if err != nil || len(again.CurrentState.LastPersistentArtifacts) != 1 {
		t.Errorf("%v: %+v", err, again.CurrentState)
	}
}

func TestADeltaThatCannotBeMadeSaysWhy_CanonDelta(t *testing.T) {
	l, _ := oneState(t)
	if _, err := rebuild.Delta(t.Context(), l, "s1", 2); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("one that was never emitted: %v", err)
	}
	l.states[5] = event.CanonState{Number: 5, Row: 9}
	if _, err := rebuild.Delta(t.Context(), l, "s1", 5); !errors.Is(err, event.ErrNotFound) || !strings.Contains(err.Error(), "recovered from it") {
		t.Errorf("one of a document that was recovered: %v", err)
	}
	l.broken = errors.New("the disk is gone")
	if err := rebuild.Deltas(t.Context(), l, "s1", func(canon.Delta) error { return nil }); !errors.Is(err, l.broken) {
		t.Errorf("a Ledger that cannot be read: %v", err)
	}
	l.broken = nil
	stop := errors.New("enough")
	if err := rebuild.Deltas(t.Context(), l, "s1", func(canon.Delta) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("who has enough is told: %v", err)
	}
}

// Verify makes every state again, and each difference is a finding (validate_state:
// seq, previous_seq, mode, hash).
func TestVerifyFindsWhatTheLedgerDoesNotMake_CanonValidation(t *testing.T) {
	tests := []struct {
		name   string
		change func(*event.CanonEmitted)
		want   string
	}{
		{"as it was", func(*event.CanonEmitted) {}, ""},
		{"of mode B", func(ev *event.CanonEmitted) { ev.Mode = "B" }, ""},
		{"of another state", func(ev *event.CanonEmitted) { ev.State = hashF }, "but the Ledger makes"},
		{"of another seq", func(ev *event.CanonEmitted) { ev.Number = 2 }, "but the Ledger makes"},
		{"of another time", func(ev *event.CanonEmitted) { ev.Time = canon.Timestamp(granted.Add(time.Second)) }, "but the Ledger makes"},
		{"after another state", func(ev *event.CanonEmitted) { ev.PreviousHash = hashF }, "but the Ledger makes"},
		{"that saw the disk otherwise", func(ev *event.CanonEmitted) { ev.Disk = []event.DiskSight{{Entity: "a.go::F", Stale: "edited"}} }, "but the Ledger makes"},
		{"that tells of fewer rows", func(ev *event.CanonEmitted) { ev.Upto = 2 }, "of 0 entities"},
		{"without a time", func(ev *event.CanonEmitted) { ev.Time = "yesterday" }, "has no time"},
		{"of mode A, which emits none", func(ev *event.CanonEmitted) { ev.Mode = "A" }, `of mode "A"`},
		{"of no mode", func(ev *event.CanonEmitted) { ev.Mode = "" }, `of mode ""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, ev := oneState(t)
			l.rows = l.rows[:len(l.rows)-1]
			tt.change(&ev)
			l.add("s1", ev)
			var stages []string
			findings, err := rebuild.Verify(t.Context(), l, func(stage string, _, _ int64) { stages = append(stages, stage) })
			if err != nil {
				t.Fatal(err)
			}
			if (len(findings) > 0) != (tt.want != "") || len(findings) > 0 && (!strings.Contains(findings[0].Detail, tt.want) || findings[0].Check != rebuild.Check || findings[0].Where != "row 4") {
				t.Errorf("%+v, want %q", findings, tt.want)
			}
			if len(stages) != 2 || stages[0] != rebuild.Check {
				t.Errorf("progress %q", stages)
			}
			other := tt.want != "" && !strings.HasPrefix(tt.want, "of mode") // a mode is no part of the state
			if _, err := rebuild.Delta(t.Context(), l, "s1", ev.Number); (err != nil) != other {
				t.Errorf("the delta itself: %v", err)
			}
		})
	}
}

// One state that is wrong makes others so: a hundred findings are told, and a Ledger that
// cannot be read to its end is one.
func TestVerifyTellsAHundredFindings_CanonValidation(t *testing.T) {
	l, ev := oneState(t)
	ev.State = hashF
	for range 150 {
		l.add("s1", ev)
	}
	l.broken = errors.New("row 99 is damaged")
	findings, err := rebuild.Verify(t.Context(), l, nil)
	if err != nil || len(findings) != 100 {
		t.Errorf("%d findings, %v", len(findings), err)
	}
	l, _ = oneState(t)
	l.broken = errors.New("row 99 is damaged")
	findings, err = rebuild.Verify(t.Context(), l, nil)
	if err != nil || len(findings) != 1 || findings[0].Where != "the rest of it" || !strings.Contains(findings[0].Detail, "row 99 is damaged") {
		t.Errorf("%+v, %v", findings, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rebuild.Verify(ctx, l, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("ended by who asked: %v", err)
	}
}

// held is a State Map that is compared.
type held []struct {
	entity string
	rebuild.Standing
}

func (h held) Len() int { return len(h) }

func (h held) Find(entity string) (int, bool) {
	for at := range h {
		if h[at].entity == entity {
			return at, true
		}
	}
	return 0, false
}

func (h held) At(at int) rebuild.Standing { return h[at].Standing }

func (h held) Name(at int) string { return h[at].entity }

// Sessions are apart: each has its own State Map (TSLP 3.3), and one that was trusted
// anew begins at its anchor.
func TestCompare_3_3(t *testing.T) {
	const f = "a.go::F"
	l, _ := oneState(t)
	other := recorded("2", f, event.ByUser)
	other.Hash = hashG
	l.add("s2", other, promoted("2", f), event.EntityPersisted{Entity: f, Artifact: "2"}, event.EntityPersisted{Entity: "gone.go::G", Artifact: "9"})
	digest := func(hash string) etv.Digest {
		d, _ := etv.ParseDigest(hash)
		return d
	}
	standing := func(row int, hash string, persisted bool) held {
		return held{{f, rebuild.Standing{Hash: digest(hash), Seq: l.rows[row-1].Seq, Granted: l.rows[row-1].Time.UnixMilli(), Grant: "parity", Persisted: persisted}}}
	}
	one, two := standing(3, hashF, false), standing(6, hashG, true)
	differ := func(of map[string]rebuild.Held) map[string]string {
		t.Helper()
		differ, err := rebuild.Compare(t.Context(), l, of, math.MaxInt64, rebuild.AtOnce)
		if err != nil {
			t.Fatal(err)
		}
		return differ
	}
	if got := differ(map[string]rebuild.Held{"s1": one, "s2": two}); len(got) > 0 {
		t.Errorf("both are as the Ledger makes them, which says %q", got)
	}
	got := differ(map[string]rebuild.Held{"s1": standing(3, hashG, false), "s2": standing(6, hashG, false)})
	if len(got) != 2 || got["s1"] != f+" has another content" || got["s2"] != f+" stands otherwise" {
		t.Errorf("of maps that are not what the Ledger makes it says %q", got)
	}
	if got := differ(map[string]rebuild.Held{"s1": held{}, "s2": append(two, one[0])}); got["s1"] != "it lacks 1 entities" {
		t.Errorf("of a map that lacks an entity the Ledger says %q", got)
	}
	anchor := l.add("s1", event.FreshStarted{Overruled: event.Overruled{Doubt: "the chain is broken"}})
	l.anchors["s1"] = anchor
	if got := differ(map[string]rebuild.Held{"s1": held{}}); len(got) > 0 {
		t.Errorf("of a session that began anew the Ledger says %q", got)
	}
	if got := differ(map[string]rebuild.Held{"s1": one}); got["s1"] != f+" was never made AUTHORITATIVE" {
		t.Errorf("of a map from before its session began anew the Ledger says %q", got)
	}
}

// What a late audit doubts is an open conflict of the state, until the disk, the operator
// or a newer version settles it (TSLP 10).
func TestADoubtIsAnOpenConflict_10(t *testing.T) {
	const f = "a.go::F"
	audit := event.ShadowAudited{Entity: f, Artifact: "1", Status: event.AuditPartial}
	tests := []struct {
		name      string
		rows      []event.Event
		contested bool
	}{
		{"nobody doubts it", nil, false},
		{"an audit doubts it", []event.Event{audit}, true},
		{"the disk holds it", []event.Event{audit, event.EntityPersisted{Entity: f, Artifact: "1"}}, false},
		{"the disk held it before", []event.Event{event.EntityPersisted{Entity: f, Artifact: "1"}, audit}, false},
		{"the operator keeps it", []event.Event{audit, event.EntityAcknowledged{Entity: f, Artifact: "1", Disk: event.DiskAbsent}}, false},
		{"and takes that back", []event.Event{audit, event.EntityAcknowledged{Entity: f, Artifact: "1", Disk: event.DiskAbsent}, event.EntityAcknowledged{Entity: f, Artifact: "1", Withdrawn: true}}, true},
		{"a later audit is content", []event.Event{audit, event.ShadowAudited{Entity: f, Artifact: "1", Status: event.AuditCompleted}}, false},
		{"an audit of another version", []event.Event{event.ShadowAudited{Entity: f, Artifact: "0", Status: event.AuditPartial}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLedger(t)
			rec := recorded("1", f, event.ByModel)
			rec.Hash = hashF
			l.add("s1", rec, promoted("1", f))
			upto := l.add("s1", tt.rows...)
			persisted := false
			for _, ev := range tt.rows {
				_, is := ev.(event.EntityPersisted)
				persisted = persisted || is
			}
			facts := canon.Facts{Entities: []canon.Entity{{Path: "a.go", Symbol: "F", Hash: hashF, Seq: 2, Granted: l.rows[1].Time, Grant: "parity", Persisted: persisted}}}
			if tt.contested {
				facts.Contested = []canon.Contest{{Path: "a.go", Symbol: "F", Artifact: "1", Reason: canon.Doubted("partial")}}
			}
			l.add("s1", emitted(1, canon.Link{}, upto, facts))
			findings, err := rebuild.Verify(t.Context(), l, nil)
			if err != nil || len(findings) > 0 {
				t.Errorf("%+v, %v", findings, err)
			}
		})
	}
}
