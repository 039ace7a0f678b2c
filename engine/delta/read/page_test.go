package read

import (
	"encoding/json"
	"reflect"
	"testing"

	"holdfast/engine/delta"
)

// What is read of a turn, and what the turn leaves for an answer, stand when its page
// holds another turn.
func TestWhatWasReadOutlivesThePage(t *testing.T) {
	for _, said := range []Turn{
		{ID: "t-1", Role: User, Content: prose4K()},
		{ID: "t-1", Role: Assistant, Content: "Two options for the queue:\n\n1. **Redis** is fast.\n2. **Postgres** is there already.\n\nI'd suggest Postgres. Which one do you want?"},
	} {
		turn := said.Kept()
		found, left := Read(&delta.State{}, nil, turn), turn.Left()
		wantFound, _ := json.Marshal(found)
		wantFloor := floorOf(said)
		turn.Done()
		for range 3 {
			other := Turn{ID: "t-2", Role: User, Content: "Never mind the rest, " + prose4K()[:300]}.Kept()
			Read(&delta.State{}, []Turn{turn}, other)
			other.Done()
		}
		if got, _ := json.Marshal(found); string(got) != string(wantFound) || len(found) == 0 {
			t.Errorf("%d deltas became %s", len(found), got)
		}
		if !reflect.DeepEqual(*left.floor, wantFloor) || left.floor.reads == "" {
			t.Errorf("what it leaves became %+v", *left.floor)
		}
	}
}

// A turn that is done can be read again.
func TestATurnThatIsDoneReadsAnew(t *testing.T) {
	turn := Turn{ID: "t-1", Role: User, Content: prose4K()}.Kept()
	first := Read(&delta.State{}, nil, turn)
	turn.Done()
	turn.Done()
	if again := Read(&delta.State{}, nil, turn); !reflect.DeepEqual(again, first) || len(again) == 0 {
		t.Errorf("%d deltas, not the %d before", len(again), len(first))
	}
}
