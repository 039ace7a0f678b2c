package rebuild_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/store/event"
)

var granted = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// entity is one as it stood before a row.
func entity(key string) *canon.Entity {
	path, symbol := canon.Split(key)
	return &canon.Entity{Path: path, Symbol: symbol, Hash: "sha256:" + key, Seq: 3, Granted: granted, Grant: "parity"}
}

// everything stands before each row.
func everything(key string) *canon.Entity { return entity(key) }

func nothing(string) *canon.Entity { return nil }

// told is a margin that has folded rows, from row 10 on.
func told(stood func(string) *canon.Entity, rows ...event.Event) *rebuild.Margin {
	m := rebuild.NewMargin()
	for i, ev := range rows {
		m.Fold(int64(10+i), ev, stood)
	}
	return m
}

func facts(m *rebuild.Margin) canon.Facts {
	var f canon.Facts
	m.Facts(&f)
	return f
}

func recorded(id, key string, origin event.Origin) event.ArtifactRecorded {
	path, symbol := canon.Split(key)
	return event.ArtifactRecorded{Artifact: id, Entity: key, Path: path, Symbol: symbol, Origin: origin, Gates: event.GateReport{Reasons: []string{"why it waits", "and more"}}}
}

func promoted(id, key string) event.ArtifactPromoted {
	return event.ArtifactPromoted{Artifact: id, Entity: key, Grant: "parity"}
}

// A delta is emitted by every commit that changes the State Map or that the operator
// decides, and says what was done, to what, by which grant (CANON_STATE_DELTA, decision).
func TestWhatADeltaTells_CanonDecision(t *testing.T) {
	const f = "a.go::F"
	tests := []struct {
		name string
		rows []event.Event
		want []canon.Change
		due  int64
	}{
		{"an answer was taken", []event.Event{recorded("1", f, event.ByModel), promoted("1", f)}, []canon.Change{{Verb: canon.Promoted, Target: f, Grant: "parity"}}, 11},
		{"a tool call was applied", []event.Event{recorded("1", f, event.ByTool), promoted("1", f)}, []canon.Change{{Verb: canon.Promoted, Target: f, Grant: "parity"}}, 11},
		{"the user pasted", []event.Event{recorded("1", f, event.ByUser), promoted("1", f)}, []canon.Change{{Verb: canon.Pasted, Target: f, Grant: "parity"}}, 11},
		{"the disk was adopted", []event.Event{recorded("1", f, event.ByDisk), promoted("1", f)}, []canon.Change{{Verb: canon.Adopted, Target: f, Grant: "parity"}}, 11},
		{"a version was restored", []event.Event{recorded("1", f, event.ByRestore), promoted("1", f)}, []canon.Change{{Verb: canon.Restored, Target: f, Grant: "parity"}}, 11},
		{"a block was recovered", []event.Event{recorded("1", f, event.ByRecovery), promoted("1", f)}, []canon.Change{{Verb: canon.Recovered, Target: f, Grant: "parity"}}, 11},
		{"an answer waits", []event.Event{recorded("1", f, event.ByModel)}, nil, 0},
		{"the engine replaced what waited", []event.Event{recorded("1", f, event.ByModel), event.ArtifactClosed{Artifact: "1", Entity: f, By: "engine"}}, nil, 0},
		{"the operator rejected it", []event.Event{recorded("1", f, event.ByModel), event.ArtifactClosed{Artifact: "1", Entity: f, By: "operator", Reason: "no"}},
			[]canon.Change{{Verb: canon.Rejected, Target: f}}, 11},
		{"the operator accepted it for another entity", []event.Event{recorded("1", f, event.ByModel), event.ArtifactClosed{Artifact: "1", Entity: f, By: "operator", Reason: "accepted for b.go::F"}},
			[]canon.Change{{Verb: canon.Answered, Target: canon.ProposalID("1")}}, 11},
		{"a symbol was tombstoned", []event.Event{event.EntityTombstoned{Entity: f, Artifact: "1", By: "update", Reason: "left out"}}, []canon.Change{{Verb: canon.Tombstoned, Target: f}}, 10},
		{"a recovery dropped it", []event.Event{event.EntityTombstoned{Entity: f, Artifact: "1", By: rebuild.ByRecovery}}, []canon.Change{{Verb: canon.Dropped, Target: f}}, 10},
		{"the operator kept it", []event.Event{event.EntityAcknowledged{Entity: f, Artifact: "1", By: "operator", Disk: "absent"}}, []canon.Change{{Verb: canon.Kept, Target: f}}, 10},
		{"the parent of a fork had kept it", []event.Event{event.EntityAcknowledged{Entity: f, Artifact: "1", By: rebuild.ByFork, Disk: "absent"}}, nil, 0},
		{"a keep was taken back", []event.Event{event.EntityAcknowledged{Entity: f, Artifact: "1", By: "operator", Withdrawn: true}, event.OperatorDecided{Undoes: "7"}},
			[]canon.Change{{Verb: canon.TakenBack, Target: "decision 7"}}, 11},
		{"a decision that undoes nothing", []event.Event{event.OperatorDecided{}}, nil, 0},
		{"the disk came to hold it by itself", []event.Event{event.EntityPersisted{Entity: f, Artifact: "1"}}, nil, 0},
		{"the operator had the disk be looked at", []event.Event{event.EpisodeOpened{Episode: "e", Kind: "operator"}, event.EntityPersisted{Entity: f, Artifact: "1"}, event.EpisodeClosed{Episode: "e"}},
			[]canon.Change{{Verb: canon.Persisted, Target: f}}, 11},
		{"after the operator's episode", []event.Event{event.EpisodeOpened{Episode: "e", Kind: "operator"}, event.EpisodeClosed{Episode: "e"}, event.EntityPersisted{Entity: f, Artifact: "1"}}, nil, 0},
		{"during a turn", []event.Event{event.EpisodeOpened{Episode: "e", Kind: "turn"}, event.EntityPersisted{Entity: f, Artifact: "1"}}, nil, 0},
		{"what was lost is let go", []event.Event{event.LossSettled{Entity: f}}, []canon.Change{{Verb: canon.LetGo, Target: f}}, 10},
		{"an audit says something", []event.Event{event.ShadowAudited{Entity: f, Artifact: "1", Status: event.AuditPartial}}, nil, 0},
		{"a fresh start", []event.Event{event.FreshStarted{}}, nil, 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := told(everything, tt.rows...)
			if got := m.Changes(100); !slices.Equal(got, tt.want) {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
			if m.Due() != tt.due {
				t.Errorf("due since row %d, want %d", m.Due(), tt.due)
			}
		})
	}
}

// A fork begins with one delta that says where each copy came from.
func TestAForkSaysWhereItsCopiesCameFrom_CanonDecision(t *testing.T) {
	copied := recorded("1", "a.go::F", event.ByModel)
	copied.FromArtifact = "0"
	for _, tt := range []struct {
		forked event.SessionForked
		from   string
	}{
		{event.SessionForked{From: "s1"}, "session s1"},
		{event.SessionForked{From: "s1", Number: 4, State: "sha256:abc"}, "state 4 of session s1 (sha256:abc)"},
		{event.SessionForked{}, ""},
	} {
		m := told(nothing, copied, promoted("1", "a.go::F"), recorded("2", "b.go::G", event.ByModel), promoted("2", "b.go::G"), tt.forked)
		want := []canon.Change{{Verb: canon.Copied, Target: "a.go::F", Grant: "parity", From: tt.from}, {Verb: canon.Promoted, Target: "b.go::G", Grant: "parity"}}
		if got := m.Changes(100); !slices.Equal(got, want) {
			t.Errorf("%+v: %+v, want %+v", tt.forked, got, want)
		}
	}
}

// What a delta has told is told no more, and what came after it is kept: a delta may
// tell of less than what is there when it is recorded.
func TestADeltaTellsEachRowOnce_CanonSeq(t *testing.T) {
	m := told(nothing, recorded("1", "a.go::F", event.ByModel), promoted("1", "a.go::F"), recorded("2", "a.go::G", event.ByModel), promoted("2", "a.go::G"))
	if got := m.Changes(11); len(got) != 1 || got[0].Target != "a.go::F" {
		t.Errorf("up to row 11: %+v", got)
	}
	m.Fold(14, event.CanonEmitted{Number: 1, Upto: 11}, nothing)
	if got := m.Changes(100); len(got) != 1 || got[0].Target != "a.go::G" {
		t.Errorf("after the first delta: %+v", got)
	}
	m.Fold(15, event.CanonEmitted{Number: 2, Upto: 13}, nothing)
	if got := m.Changes(100); got != nil {
		t.Errorf("after the second delta: %+v", got)
	}
	// A row that is known already, as after a start in the middle, changes nothing.
	m.Fold(13, promoted("2", "a.go::G"), nothing)
	if got := m.Changes(100); got != nil || m.Due() != 13 {
		t.Errorf("a row twice: %+v, due since %d", got, m.Due())
	}
}

// Only what needs the operator is a pending decision (SESSION_STATE, pending_decisions).
func TestWhatWaitsForTheOperator_CanonPending(t *testing.T) {
	forDisk := recorded("2", "a.go::G", event.ByTool)
	forDisk.WaitsForDisk = true
	removal := recorded("3", "a.go::H", event.ByModel)
	removal.Removes, removal.Gates = true, event.GateReport{}
	m := told(nothing, recorded("1", "a.go::F", event.ByModel), forDisk, removal, recorded("4", "a.go::I", event.ByModel), promoted("4", "a.go::I"))
	got := facts(m).Proposals
	slices.SortFunc(got, func(a, b canon.Proposal) int { return int(a.ID[0]) - int(b.ID[0]) })
	want := []canon.Proposal{{ID: "1", Path: "a.go", Symbol: "F", Reason: "why it waits"}, {ID: "3", Path: "a.go", Symbol: "H", Removes: true}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	m.Fold(20, event.ArtifactClosed{Artifact: "1", Entity: "a.go::F", By: "engine"}, nothing)
	m.Fold(21, event.ArtifactClosed{Artifact: "3", Entity: "a.go::H", By: "engine"}, nothing)
	if got := facts(m).Proposals; len(got) != 0 {
		t.Errorf("closed, %+v wait", got)
	}
}

// Grants that were taken back are told for the last 10 episodes (SESSION_STATE,
// authorized_deltas: revoked).
func TestARevokedGrantIsTold_CanonAuthorized(t *testing.T) {
	end := event.EntityTombstoned{Entity: "a.go::F", Artifact: "1", By: "operator", Reason: "not needed"}
	revoked := func(m *rebuild.Margin) (out []string) {
		for _, r := range facts(m).Revoked {
			out = append(out, fmt.Sprintf("%s::%s row %d %s: %s", r.Path, r.Symbol, r.Seq, r.Grant, r.Reason))
		}
		return out
	}
	tests := []struct {
		name  string
		stood func(string) *canon.Entity
		rows  []event.Event
		want  []string
	}{
		{"a tombstone", everything, []event.Event{end}, []string{"a.go::F row 3 parity: not needed"}},
		{"a tombstone of what did not stand", nothing, []event.Event{end}, nil},
		{"the disk was adopted over it", everything, []event.Event{recorded("2", "a.go::F", event.ByDisk), promoted("2", "a.go::F")}, []string{"a.go::F row 3 parity: replaced by what the disk holds"}},
		{"a recovery went over it", everything, []event.Event{recorded("2", "a.go::F", event.ByRecovery), promoted("2", "a.go::F")}, []string{"a.go::F row 3 parity: replaced by a recovery"}},
		{"an answer superseded it: that revokes nothing", everything, []event.Event{recorded("2", "a.go::F", event.ByModel), promoted("2", "a.go::F")}, nil},
		{"a paste superseded it: that revokes nothing", everything, []event.Event{recorded("2", "a.go::F", event.ByUser), promoted("2", "a.go::F")}, nil},
		{"the disk was adopted for the first time", nothing, []event.Event{recorded("2", "a.go::F", event.ByDisk), promoted("2", "a.go::F")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := revoked(told(tt.stood, tt.rows...)); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	t.Run("for ten episodes, the one in which it was revoked among them", func(t *testing.T) {
		m := told(everything, event.EpisodeOpened{Episode: "0", Kind: "turn"}, end)
		for i := range rebuild.RevokedEpisodes {
			if len(revoked(m)) != 1 {
				t.Fatalf("after %d further episodes it is told no more", i)
			}
			m.Fold(int64(20+i), event.EpisodeOpened{Episode: fmt.Sprint(i), Kind: "turn"}, everything)
		}
		if got := revoked(m); got != nil {
			t.Errorf("after ten further episodes: %q", got)
		}
	})
}

// What a recovery could not bring back stays an open conflict until something settles it
// (recovery: an entity comes back only if its content is there).
func TestWhatARecoveryLost_CanonRecovery(t *testing.T) {
	missing := []event.LostEntity{{Entity: "a.go::F", Artifact: "sha256:f", Reason: "its content is nowhere"}, {Entity: "a.go::G", Artifact: "sha256:g", Reason: "its content is nowhere"}}
	recovered := event.SessionRecovered{Missing: missing}
	lost := func(m *rebuild.Margin) (out []string) {
		for _, l := range m.Lost() {
			out = append(out, l.Entity)
		}
		return out
	}
	tests := []struct {
		name string
		rows []event.Event
		want []string
	}{
		{"all of it", nil, []string{"a.go::F", "a.go::G"}},
		{"one was let go", []event.Event{event.LossSettled{Entity: "a.go::F"}}, []string{"a.go::G"}},
		{"one came back", []event.Event{recorded("1", "a.go::G", event.ByDisk), promoted("1", "a.go::G")}, []string{"a.go::F"}},
		{"another entity came", []event.Event{recorded("1", "b.go::F", event.ByDisk), promoted("1", "b.go::F")}, []string{"a.go::F", "a.go::G"}},
		{"a second recovery lost nothing", []event.Event{event.SessionRecovered{}}, nil},
		{"a fresh start", []event.Event{event.FreshStarted{}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := told(nothing, append([]event.Event{recovered}, tt.rows...)...)
			if got := lost(m); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if got := facts(m).Lost; len(got) != len(tt.want) {
				t.Errorf("the state tells %+v", got)
			}
		})
	}
	m := told(nothing, recovered)
	if got := m.Changes(100); len(got) != 2 || got[0] != (canon.Change{Verb: canon.Missing, Target: "a.go::F"}) {
		t.Errorf("it is told as %+v", got)
	}
	before := m.Lost()
	m.Fold(30, event.LossSettled{Entity: "a.go::F"}, nothing)
	if len(before) != 2 || before[0].Entity != "a.go::F" {
		t.Error("what was handed out has changed")
	}
	// An entity that is missing leaves the map with the recovery: that is told once.
	m = told(everything, recovered, event.EntityTombstoned{Entity: "a.go::F", By: rebuild.ByRecovery})
	for _, c := range m.Changes(100) {
		if c.Verb == canon.Dropped {
			t.Errorf("told as missing and as dropped: %+v", m.Changes(100))
		}
	}
}

// After a distrust that the operator ended nothing of before it is told (product: nothing
// that cannot be trusted is shown).
func TestADistrustEndsWhatWasBefore_CanonRecovery(t *testing.T) {
	before := []event.Event{recorded("1", "a.go::F", event.ByModel), event.EntityTombstoned{Entity: "a.go::G", By: "operator", Reason: "not needed"}}
	doubted := event.Overruled{Doubt: "the chain is broken"}
	for name, ends := range map[string]event.Event{
		"a recovery":    event.SessionRecovered{Overruled: doubted},
		"a fresh start": event.FreshStarted{Overruled: doubted},
	} {
		m := told(everything, append(slices.Clone(before), ends)...)
		if f := facts(m); len(f.Proposals) != 0 || len(f.Revoked) != 0 || len(m.Changes(100)) != 0 {
			t.Errorf("%s: %+v, %+v", name, f, m.Changes(100))
		}
	}
	m := told(everything, append(slices.Clone(before), event.SessionRecovered{})...)
	if f := facts(m); len(f.Proposals) != 1 || len(f.Revoked) != 1 {
		t.Errorf("a recovery of what was trusted: %+v", f)
	}
}

// A process that starts anew goes on from what the last delta has kept.
func TestAMarginIsResumed_CanonDelta(t *testing.T) {
	m := told(everything,
		event.EpisodeOpened{Episode: "1", Kind: "turn"},
		event.SessionRecovered{Missing: []event.LostEntity{{Entity: "l.go::L", Artifact: "sha256:l", Reason: "gone"}}},
		event.EntityTombstoned{Entity: "a.go::F", Artifact: "1", By: "operator", Reason: "not needed"},
	)
	kept := event.CanonEmitted{Number: 1}
	m.Keep(&kept)
	next := rebuild.NewMargin()
	if err := next.Resume(kept, []int64{10}); err != nil {
		t.Fatal(err)
	}
	if got, want := facts(next), facts(m); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for i := range int64(rebuild.RevokedEpisodes) { // both forget at the same episode
		for _, x := range []*rebuild.Margin{m, next} {
			x.Fold(20+i, event.EpisodeOpened{Episode: fmt.Sprint(i), Kind: "turn"}, everything)
		}
		if got, want := len(facts(next).Revoked), len(facts(m).Revoked); got != want {
			t.Errorf("after %d episodes %d are told, want %d", i+1, got, want)
		}
	}
	kept.Revoked[0].Granted = "yesterday"
	if err := rebuild.NewMargin().Resume(kept, nil); err == nil {
		t.Error("a time that cannot be read is taken")
	}
}
