package statemap_test

import (
	"fmt"
	"slices"
	"testing"

	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

func recorded(id, entity string, how ...func(*event.ArtifactRecorded)) event.ArtifactRecorded {
	rec := event.ArtifactRecorded{Artifact: id, Entity: entity, Hash: content(id), Confidence: event.Confirmed}
	rec.Path, rec.Symbol = resolve.Split(entity)
	for _, change := range how {
		change(&rec)
	}
	return rec
}

func waiting(list []statemap.Waiting) []string {
	out := []string{}
	for _, w := range list {
		out = append(out, w.ID)
	}
	return out
}

var everywhere = func(string) bool { return true }

// PROPOSED is the state of every new artifact (TSLP 5); it ends by promotion or by
// being closed, once.
func TestWhatWaits_5(t *testing.T) {
	p := statemap.NewPending()
	for _, ev := range []event.Event{
		recorded("1", "a.go::F"), recorded("2", "b.go::G"), recorded("3", "a.go::F"), recorded("4", "a.go::H"),
	} {
		p.Fold(ev)
	}
	equal(t, "of an entity, the oldest first", waiting(p.Of("a.go::F")), "1", "3")
	equal(t, "of a file", waiting(p.In(func(path string) bool { return path == "a.go" })), "1", "3", "4")
	equal(t, "of nothing", waiting(p.Of("a.go::none")))
	p.Fold(recorded("1", "a.go::F")) // the same row again
	if p.Len() != 4 || len(p.Of("a.go::F")) != 2 {
		t.Errorf("%d wait", p.Len())
	}
	p.Fold(event.ArtifactClosed{Artifact: "1", Entity: "a.go::F"})
	p.Fold(event.ArtifactPromoted{Artifact: "4", Entity: "a.go::H"})
	p.Fold(event.ArtifactClosed{Artifact: "none", Entity: "a.go::F"})
	equal(t, "what is left", waiting(p.In(everywhere)), "2", "3")
	if counts := p.Counts(); len(counts) != 2 || counts["a.go::F"] != 1 || counts["b.go::G"] != 1 {
		t.Errorf("%v", counts)
	}
	equal(t, "their files", slices.Sorted(slices.Values(p.Paths())), "a.go", "b.go")
	if w, waits := p.Get("3"); !waits || w.Path != "a.go" || w.Symbol != "F" || w.Hash != content("3") || !w.Confirmed {
		t.Errorf("%+v, %t", w, waits)
	}
	if _, waits := p.Get("1"); waits {
		t.Error("what was closed waits")
	}
	p.Fold(recorded("1", "a.go::F"))
	equal(t, "what comes again comes last", waiting(p.Of("a.go::F")), "3", "1")
	p.Clear()
	if p.Len() != 0 || len(p.Counts()) != 0 || len(p.Paths()) != 0 {
		t.Error("something is left")
	}
}

// While a paste waits for its review nothing of that entity is put in (product 13).
func TestAPasteThatWaitsForReview_Product13(t *testing.T) {
	unproven := func(rec *event.ArtifactRecorded) {
		c := gates.Candidate{Confidence: event.Confirmed, Origin: event.ByUser, Review: "pasted in opencode; the disk holds another version"}
		rec.Gates = gates.Judge(c, gates.Evidence{}, gates.DefaultLimits)
	}
	p := statemap.NewPending()
	if p.Reviews() != nil {
		t.Error("something is in review")
	}
	p.Fold(recorded("1", "a.go::F"))
	if p.InReview("a.go::F") {
		t.Error("an answer of the model's is in review")
	}
	p.Fold(recorded("2", "a.go::F", unproven))
	if !p.InReview("a.go::F") || p.InReview("a.go::G") || len(p.Reviews()) != 1 || !p.Reviews()["a.go::F"] {
		t.Errorf("in review: %v", p.Reviews())
	}
	p.Fold(event.ArtifactClosed{Artifact: "2", Entity: "a.go::F"})
	if p.InReview("a.go::F") || p.Reviews() != nil {
		t.Error("it is in review after its end")
	}
}

// A file that was there while something waited for it, and is gone, was removed.
func TestTheFileOfAProposalWasThere_Product10(t *testing.T) {
	p := statemap.NewPending()
	p.There("1") // it does not wait yet
	p.Fold(recorded("1", "a.go::F"))
	if p.WasThere("1") {
		t.Error("it was seen before it waited")
	}
	p.There("1")
	if !p.WasThere("1") {
		t.Error("it was not seen")
	}
	p.Fold(event.ArtifactClosed{Artifact: "1", Entity: "a.go::F"})
	if p.WasThere("1") {
		t.Error("what has ended is remembered")
	}
}

// What was closed since the disk did not hold it is remembered until something newer
// comes of its entity: a client that is late is believed as the disk is (product 10).
func TestWhatWasNotApplied_Product10(t *testing.T) {
	closed := func(id, by, reason string) event.ArtifactClosed {
		return event.ArtifactClosed{Artifact: id, Entity: "a.go::F", By: by, Reason: reason}
	}
	late := closed("1", "disk", statemap.NotApplied+"there is no file a.go")
	tests := []struct {
		name  string
		folds []event.Event
		want  []string
	}{
		{"not applied", []event.Event{late}, []string{"1"}},
		{"rejected", []event.Event{closed("1", "operator", "rejected")}, nil},
		{"closed by the disk for another reason", []event.Event{closed("1", "disk", "the disk holds it as a.go::G")}, nil},
		{"said to be not applied by somebody else", []event.Event{closed("1", "engine", late.Reason)}, nil},
		{"closed twice", []event.Event{late, late}, []string{"1"}},
		{"one that never waited", []event.Event{closed("0", "disk", late.Reason)}, nil},
		{"a newer proposal came", []event.Event{late, recorded("2", "a.go::F")}, nil},
		{"a proposal of another entity came", []event.Event{late, recorded("2", "a.go::G")}, []string{"1"}},
		{"the entity was promoted", []event.Event{late, event.ArtifactPromoted{Artifact: "9", Entity: "a.go::F"}}, nil},
		{"the entity was tombstoned", []event.Event{late, event.EntityTombstoned{Entity: "a.go::F"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, u := statemap.NewPending(), statemap.NewUnapplied()
			for _, ev := range append([]event.Event{recorded("1", "a.go::F")}, tt.folds...) {
				u.Fold(ev, p) // before what waits is told
				p.Fold(ev)
			}
			equal(t, "remembered", waiting(u.In(everywhere)), tt.want...)
			if _, known := u.Get("1"); known != (len(tt.want) > 0) {
				t.Errorf("known: %t", known)
			}
			u.Clear()
			equal(t, "cleared", waiting(u.In(everywhere)))
		})
	}
}

// However many calls a client does not apply, memory is bounded: the oldest go (TSLP 13).
func TestWhatWasNotAppliedIsBounded_13(t *testing.T) {
	p, u := statemap.NewPending(), statemap.NewUnapplied()
	for i := range 1000 {
		id, entity := fmt.Sprint(i), fmt.Sprintf("a.go::F%d", i)
		for _, ev := range []event.Event{recorded(id, entity), event.ArtifactClosed{Artifact: id, Entity: entity, By: "disk", Reason: statemap.NotApplied + "gone"}} {
			u.Fold(ev, p)
			p.Fold(ev)
		}
	}
	list := waiting(u.In(everywhere))
	if len(list) != 256 || list[0] != "744" || list[255] != "999" {
		t.Errorf("%d are remembered, from %s", len(list), list[0])
	}
}
