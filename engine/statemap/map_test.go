package statemap

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"holdfast/engine/hydrate"
	"holdfast/store/event"
)

func TestAListIsInOrderWhateverComesAndGoes(t *testing.T) {
	m := New(hydrate.Options{}, nil)
	held := map[string]*Entry{}
	random := rand.New(rand.NewPCG(1, 2))
	for step := range 400 {
		before := m.Sorted()
		kept := slices.Clone(before)
		for range 1 + random.IntN(2*maxMoved)*(step%5/4) { // now and then too many to be worked in
			path, symbol := fmt.Sprintf("p%d.go", random.IntN(5)), fmt.Sprintf("F%d", random.IntN(9))
			if random.IntN(3) == 0 {
				m.remove(path + "::" + symbol)
				delete(held, path+"::"+symbol)
				continue
			}
			a := event.Artifact{Entity: path + "::" + symbol, Position: random.IntN(9), Language: "none"}
			e := EntryOf(a)
			held[e.Key()] = e
			m.put(e, &a)
		}
		want := slices.SortedFunc(maps.Values(held), inOrder)
		if got := m.Sorted(); !slices.Equal(got, want) {
			t.Fatalf("step %d: %d entries are not the %d of the map in order", step, len(got), len(want))
		}
		if !slices.Equal(before, kept) {
			t.Fatalf("step %d: a list that was given away has changed", step)
		}
	}
}
