package decide_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/engine/undo"
	"holdfast/store/event"
)

// holds is what the session holds: the content of each entity with what is kept over the
// disk, and what waits, in no order and without ids. A removal of what the disk lacks
// already waits for the next look only, and is none of it.
func (w *world) holds() []string {
	var out []string
	for _, e := range w.state.Sorted() {
		out = append(out, fmt.Sprintf("%s %s kept %q", e.Key(), e.Hash(), e.Place().Known()))
	}
	for _, p := range w.pending.In(func(string) bool { return true }) {
		if p.Removes && w.now().File(p.Path).Find(p.Symbol) == nil {
			continue
		}
		out = append(out, fmt.Sprintf("%s %s waits, removes %t", p.Entity, p.Hash, p.Removes))
	}
	slices.Sort(out)
	return out
}

// decision is something that the operator may do, nil where there is nothing to do it to.
func (w *world) decision(random *rand.Rand) (verb string, events []event.Event, blobs [][]byte) {
	entries, waiting := w.state.Sorted(), w.pending.In(func(string) bool { return true })
	entry := func() *statemap.Entry { return entries[random.IntN(len(entries))] }
	switch what := random.IntN(5); {
	case what == 0 && len(waiting) > 0:
		p := waiting[random.IntN(len(waiting))]
		return "reject", []event.Event{decide.Close(p.ID, p.Entity, "operator", "rejected")}, nil
	case what == 1 && len(waiting) > 0:
		a := w.recorded[waiting[random.IntN(len(waiting))].ID]
		current := w.state.Get(a.Entity)
		if a.Removes {
			return "accept", decide.Removal(a, current, "operator", "as proposed"), nil
		}
		r := w.now().Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
		promotion := decide.Promotion(a.ID, a.Entity, "", current, gates.Operator(a.Gates, "accepted"), r)
		return "accept", append([]event.Event{promotion}, w.ground.CloseOthers(a)...), nil
	case what == 2 && len(entries) > 0:
		e := entry()
		return "tombstone", append(w.ground.Invalidate(e.Key(), "it is tombstoned"), decide.End(e, "operator", "not needed")), nil
	case what == 3 && len(entries) > 0:
		e := entry()
		if r := w.now().Check(e.Expected()); r.Status.Stale() {
			return "keep", w.ground.Keep(e, r), nil
		}
	case what == 4:
		w.turn++
		b := w.ground.Batch(fmt.Sprint("adoption-", w.turn))
		b.File(w.now().File("a.go"))
		return "adopt", b.Events, b.Blobs
	}
	return "", nil, nil
}

// Whatever the operator decides, taking it back leaves the session with what it held
// before: the same truth, the same that is kept, the same that waits (TSLP 15.5: only
// explicit action decides, and 3.2: nothing leaves the Ledger for it).
func TestADecisionThatIsTakenBackLeavesWhatWas_15_5(t *testing.T) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 3))
		w := newWorld(t, false, map[string]string{"a.go": file(function("F", "disk"), function("G", "disk"))})
		w.seen = func(string, string) bool { return random.IntN(2) == 0 }
		done := map[string]int{}
		for step := range 40 {
			name := []string{"F", "G", "H"}[random.IntN(3)]
			switch random.IntN(3) {
			case 0:
				w.model("```go a.go\n" + function(name, fmt.Sprint("model ", step)) + "```\n")
			case 1:
				w.call(fmt.Sprint("c", step), write("a.go", file(function(name, fmt.Sprint("call ", step)))))
			case 2:
				w.write("a.go", file(function("F", fmt.Sprint("hand ", step)), function("G", "disk")))
			}
			before, rows := w.holds(), w.row
			verb, events, blobs := w.decision(random)
			if len(events) == 0 {
				continue
			}
			done[verb]++
			w.commit(blobs, events)
			w.turn++
			batch := w.ground.Batch(fmt.Sprint("undo-", w.turn))
			var reopened []event.Event
			for _, c := range undo.Changes(singles(events)) {
				again, err := batch.TakeBack(c, w.now(), w.artifact)
				if err != nil {
					t.Fatalf("seed %d, step %d, %s: %v", seed, step, verb, err)
				}
				reopened = append(reopened, again...)
			}
			batch.Events = append(batch.Events, reopened...)
			w.commit(batch.Blobs, batch.Commanded())
			if after := w.holds(); !slices.Equal(after, before) {
				t.Fatalf("seed %d, step %d: %s, taken back, leaves\n%s\nwhere there was\n%s", seed, step, verb, strings.Join(after, "\n"), strings.Join(before, "\n"))
			}
			if w.row <= rows {
				t.Fatalf("seed %d, step %d: %s and its end are no rows of the Ledger", seed, step, verb)
			}
		}
		if len(done) < 4 {
			t.Errorf("seed %d: only %v were done", seed, done)
		}
	}
}
