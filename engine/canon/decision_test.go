package canon

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheModeOfADecision(t *testing.T) {
	tests := []struct {
		name    string
		changes []Change
		want    Mode
	}{
		{"nothing changed", nil, ModeA},
		{"the model's code became truth", []Change{{Verb: Promoted}}, ModeC},
		{"the user pasted code", []Change{{Verb: Pasted}}, ModeC},
		{"the disk was adopted", []Change{{Verb: Adopted}}, ModeB},
		{"an artifact was kept", []Change{{Verb: Kept}}, ModeB},
		{"a proposal was rejected", []Change{{Verb: Rejected}}, ModeB},
		{"an entity was tombstoned", []Change{{Verb: Tombstoned}}, ModeB},
		{"a session was recovered", []Change{{Verb: Recovered}, {Verb: Missing}, {Verb: Dropped}}, ModeB},
		{"a promotion among others", []Change{{Verb: Tombstoned}, {Verb: Promoted}, {Verb: Persisted}}, ModeC},
	}
	for _, test := range tests {
		if got := Decide(test.changes).Mode; got != test.want {
			t.Errorf("%s: mode %s, want %s", test.name, got, test.want)
		}
	}
}

func TestADecisionTellsAPersonWhatHappened(t *testing.T) {
	d := Decide([]Change{
		{Verb: Tombstoned, Target: "a.go::Old"},
		{Verb: Promoted, Target: "b.go::Second", Grant: "parity"},
		{Verb: Promoted, Target: "a.go::First", Grant: "parity"},
	})
	if want := "The model's code became AUTHORITATIVE: a.go::First, b.go::Second. Taken out of the State Map: a.go::Old"; d.Summary != want {
		t.Errorf("%q, want %q", d.Summary, want)
	}
	if want := "AUTHORITATIVE by parity grant; Take out of the State Map"; d.AuthorizedDelta != want {
		t.Errorf("%q, want %q", d.AuthorizedDelta, want)
	}
	if want := []string{"a.go::First", "a.go::Old", "b.go::Second"}; !slices.Equal(d.AffectedTargets, want) {
		t.Errorf("%v, want %v", d.AffectedTargets, want)
	}
}

func TestAFolderThatIsAdoptedIsToldInOneSentence(t *testing.T) {
	var changes []Change
	for _, e := range workspace(1_000).Entities {
		changes = append(changes, Change{Verb: Adopted, Target: e.Key(), Grant: "disk"})
	}
	d := Decide(changes)
	if len(d.Summary) > 400 || !strings.HasSuffix(d.Summary, "and 995 more entities") {
		t.Errorf("%q", d.Summary)
	}
	if len(d.AffectedTargets) != 1_000 || d.AuthorizedDelta != "AUTHORITATIVE by disk grant" {
		t.Errorf("%d targets, %q", len(d.AffectedTargets), d.AuthorizedDelta)
	}
}

// "Corresponds to the scope field of the matching entry in
// current_state.authorized_deltas."
func TestTheAuthorizedDeltaIsTheScopeOfItsGrant(t *testing.T) {
	f := pool()
	for _, row := range Project(f).AuthorizedDeltas {
		for _, e := range f.Entities {
			if e.Key() == row.Target && Decide([]Change{{Verb: Promoted, Target: e.Key(), Grant: e.Grant}}).AuthorizedDelta != row.Scope {
				t.Errorf("%s: scope %q", row.Target, row.Scope)
			}
		}
	}
}

// chain makes the deltas of a session: each state follows the one before.
func chain(t *testing.T, facts ...Facts) []Delta {
	t.Helper()
	prior := Link{Hash: Facts{Updated: noon}.Hash()}
	var deltas []Delta
	var before State
	for i, f := range facts {
		f.Seq, f.Updated, f.LastHash = int64(i+1), noon.Add(time.Duration(i)*time.Minute), prior.Hash
		next := Project(f)
		deltas = append(deltas, NewDelta(prior, next, Decide(Difference(before, next)), f.Updated))
		prior, before = Link{Seq: f.Seq, Hash: f.Hash()}, next
	}
	return deltas
}

func TestEveryDeltaIsValidAndFollowsTheOneBefore(t *testing.T) {
	first := pool()
	second := pool()
	second.Entities = second.Entities[1:]
	third := second
	third.Proposals = nil
	third.Entities = append(slices.Clone(second.Entities), Entity{Path: "new.go", Symbol: "New", Hash: hashOf(77), Granted: noon, Grant: "parity"})
	var prior *Document
	for i, delta := range chain(t, first, second, third) {
		text, err := delta.Encode()
		if err != nil {
			t.Fatal(err)
		}
		d, faults := Read(text, StateDelta)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		if faults := Validate(d, prior); len(faults) > 0 {
			t.Errorf("delta %d: %v", i+1, faults)
		}
		if back, ok := d.Delta(); !ok || !equalDeltas(back, delta) {
			t.Errorf("delta %d changed on the way:\n%+v\n%+v", i+1, back, delta)
		}
		hash, err := d.StateHash()
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Read(text, Any); again.Kind != StateDelta {
			t.Errorf("it is a %s", again.Kind)
		}
		if i > 0 && prior != nil {
			if h, _ := prior.StateHash(); h != delta.Basis.PreviousHash || h == hash {
				t.Errorf("delta %d names %s as the hash before, it is %s", i+1, delta.Basis.PreviousHash, h)
			}
		}
		prior = d
	}
}

func equalDeltas(a, b Delta) bool {
	x, errX := a.Encode()
	y, errY := b.Encode()
	return errX == nil && errY == nil && string(x) == string(y)
}

func TestADifferenceIsWhatBecameOfEachTarget(t *testing.T) {
	prior := pool()
	next := pool()
	next.Entities = slices.Clone(prior.Entities)
	next.Entities[0].Hash, next.Entities[0].Persisted = hashOf(100), false // Pool.Close
	next.Entities[1].Stale, next.Entities[1].Persisted = "", true          // Pool.Acquire
	next.Entities[2] = Entity{Path: "x.go", Symbol: "X", Hash: hashOf(5)}  // for README.md
	next.Proposals = append(slices.Clone(prior.Proposals[1:]), Proposal{ID: "f6f6", Path: "x.go", Symbol: "Y"})
	want := []Change{
		{Verb: Promoted, Target: "store/pool.go::Pool.Close"},
		{Verb: Promoted, Target: "x.go::X"},
		{Verb: Tombstoned, Target: "README.md::*"},
		{Verb: Persisted, Target: "store/pool.go::Pool.Acquire"},
		{Verb: Settled, Target: "store/pool.go::Pool.Acquire"},
		{Verb: Asked, Target: "x.go::Y"},
		{Verb: Answered, Target: "store/pool.go::Pool.Release"},
	}
	if got := Difference(Project(prior), Project(next)); !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := Difference(Project(prior), Project(prior)); len(got) > 0 {
		t.Errorf("a state differs from itself: %v", got)
	}
}

// A person is told of the entity, and not of the name by which a document calls
// what is open about it.
func TestWhatIsOpenIsToldByItsEntity(t *testing.T) {
	next := Facts{
		Entities:  []Entity{{Path: "a?.go", Symbol: "Stale", Hash: hashOf(1), Stale: Edited}},
		Contested: []Contest{{Path: "b.go", Symbol: "Doubted", Artifact: "e5e5", Reason: Doubted("partial")}},
		Lost:      []Loss{{Path: "c-d.go", Symbol: "Gone", Hash: hashOf(2), Reason: "there is no such file"}, {Path: "README.md", Reason: "it names no entity"}},
		Proposals: []Proposal{{ID: "f6f6", Path: "d.go", Symbol: "New", Reason: "elided"}, {ID: "a7a7", Path: "e?.go", Symbol: "Old", Removes: true}},
	}
	d := Checkpoint(Project(Facts{}), Project(next))
	want := "Checkpoint. The model's code became AUTHORITATIVE: a?.go::Stale. Conflicts came up: README.md, a?.go::Stale, b.go::Doubted, c-d.go::Gone. " +
		"Decisions wait for you: d.go::New, e?.go::Old"
	if d.Summary != want {
		t.Errorf("got  %q\nwant %q", d.Summary, want)
	}
	if got, want := d.AffectedTargets, []string{"README.md", "a?.go::Stale", "b.go::Doubted", "c-d.go::Gone", "d.go::New", "e?.go::Old"}; !slices.Equal(got, want) {
		t.Errorf("its targets are %q", got)
	}
	foreign := State{
		OpenConflicts:    []Conflict{{ConflictID: "c-1", Description: "two sources disagree", Status: "open"}},
		PendingDecisions: []PendingDecision{{DecisionID: "d-1", Question: "Take which?"}},
	}
	if got, want := Difference(State{}, foreign), []Change{{Verb: Opened, Target: "c-1"}, {Verb: Asked, Target: "d-1"}}; !slices.Equal(got, want) {
		t.Errorf("of a foreign document: %+v", got)
	}
}

func TestACheckpointIsOfModeBAndSaysWhatCameUp(t *testing.T) {
	prior, next := pool(), pool()
	next.Entities = slices.Clone(prior.Entities)
	next.Entities[0].Stale = NotApplied
	d := Checkpoint(Project(prior), Project(next))
	if want := "Checkpoint. Conflicts came up: store/pool.go::Pool.Close"; d.Mode != ModeB || d.Summary != want {
		t.Errorf("mode %s, %q", d.Mode, d.Summary)
	}
	if d := Checkpoint(State{}, State{}); d.Mode != ModeB || d.Summary == "" || d.AuthorizedDelta == "" || d.AffectedTargets == nil {
		t.Errorf("%+v", d)
	}
}

func TestTheOperatorIsToldWhatToDo(t *testing.T) {
	quiet := NewDelta(Link{}, Project(Facts{Seq: 1, Updated: noon}), Decision{}, noon)
	if a := quiet.OperatorActionRequired; !strings.Contains(a, "holdfast recover") || strings.Contains(a, "needed") {
		t.Errorf("%q", a)
	}
	busy := NewDelta(Link{}, Project(pool()), Decision{}, noon)
	for _, want := range []string{"3 open conflicts", "2 pending decisions", "2 entities that the disk does not hold yet"} {
		if a := busy.OperatorActionRequired; !strings.Contains(a, want) {
			t.Errorf("%q lacks %q", a, want)
		}
	}
}
