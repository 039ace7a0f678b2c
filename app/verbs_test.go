package app

import (
	"errors"
	"testing"
	"time"

	"holdfast/engine/operator"

	"holdfast/engine/report"
	"holdfast/store/event"
)

// undoable is an engine whose operator has accepted something.
func undoable() *fake {
	f := story()
	f.undo = operator.Undo{Decision: "d1", Verb: "accept", Time: noon, Entities: 10, Steps: []operator.UndoStep{
		{Entity: "src/pool.go::Pool.Acquire", Does: "goes back to the code of v1, its proposal waits again"},
	}}
	return f
}

func TestTheLastDecisionIsTakenBackByTwoKeys(t *testing.T) {
	f := undoable()
	d := drive(t, f).Size(100, 28).Press("u").Sees("Undo", "Your last decision: accept", "goes back to the code of v1", "and 2 more", "No file is written")
	d.Press("y")
	wantDecided(t, f)
	d.Settle().Press("y").Sees("Taken back: accept")
	wantDecided(t, f, "undo d1")

	f.undoErr = errors.New("there is nothing to undo")
	d.Press("u").Sees("Nothing is undone: there is nothing to undo")
}

func TestAProposalThatMayBeSeveralIsAcceptedAsTheOneThatIsPicked(t *testing.T) {
	f := story()
	p := &f.pending[0]
	p.Confidence, p.Candidates = event.Inferred, []string{"src/pool.go::Pool.Acquire", "src/pool.go::Queue.Acquire"}
	r := f.reviews[p.ID]
	r.Proposal = *p
	f.reviews[p.ID] = r
	d := drive(t, f).Size(100, 28).Press("2", "a").Sees("say which it is: l picks one of 2")
	d.Settle().Press("y").Sees("say which it is")
	wantDecided(t, f)
	d.Press("l").Sees("accept as src/pool.go::Pool.Acquire")
	d.Press("l").Sees("accept as src/pool.go::Queue.Acquire", "base of src/pool.go::Queue.Acquire").SeesNo("changed while you looked")
	d.Settle().Press("y").Sees("Accepted src/pool.go::Queue.Acquire")
	wantDecided(t, f, "accept "+p.ID+" "+r.Shown.Hash+" on base of src/pool.go::Queue.Acquire as src/pool.go::Queue.Acquire")
}

func TestCodeOfUncertainPlaceIsLinkedToWhatIsTyped(t *testing.T) {
	f := story()
	f.pending[0].Confidence = event.Inferred
	r := f.reviews[f.pending[0].ID]
	r.Proposal.Confidence = event.Inferred
	f.reviews[f.pending[0].ID] = r
	d := drive(t, f).Size(100, 28).Press("2", "i").Sees("it is: ")
	clear := func() { d.m.overlays.top().(*prompt).field.SetValue("") }
	clear()
	d.Type("nonsense").Press("enter").Sees("it is: nonsense", "no symbol: say path::symbol")
	clear()
	d.Type("a.go::F").Press("enter").Sees("accept as a.go::F")
	d.Press("esc").Press("j", "j", "i").Sees("it is certain which symbol this is")
}

func TestTheVersionsOfAnEntityAreReadComparedAndMadeCurrent(t *testing.T) {
	f := story()
	key := f.entities[0].Key
	x := f.details[key]
	x.Entity.Artifact = "a2"
	x.Versions = []report.Version{
		{Artifact: "a2", Number: 2, State: event.Authoritative, Hash: "sha256:2", Created: noon, Changed: noon},
		{Artifact: "p", State: event.Proposed, Hash: "sha256:3", Created: noon, Changed: noon},
		{Artifact: "a1", Number: 1, State: event.Superseded, Hash: "sha256:1", Created: noon.Add(-time.Hour), Changed: noon},
	}
	f.details[key] = x
	d := drive(t, f).Size(100, 28).Press("1", "g", "H").Sees("> v2 AUTHORITATIVE", "  v1 SUPERSEDED", "the code of v2")
	d.Press("a").Sees("it is current already")
	d.Press("v").Sees("- the code of v1", "+ the code of v2").Press("v")
	d.Press("j").Sees("> v1 SUPERSEDED", "the code of v1")
	d.Press("a").Sees("Make current", "as a new version").Settle().Press("y").Sees("has the code of v1 again")
	wantDecided(t, f, "revert "+key+" to v1 from a2")
	d.Press("u").SeesNo("Versions")
}

func TestTheFileOfAnEntityIsForgotten(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 28).Press("1", "/").Type("Sign").Press("enter", "f").Sees("Forget", "src/jwt.go", "All symbols of this file")
	d.Settle().Press("y").Sees("Forgot src/jwt.go")
	wantDecided(t, f, "forget src/jwt.go::Sign src/jwt.go::Verify")
}
