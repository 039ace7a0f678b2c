package items

import (
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/delta"
)

func TestAWindowOfItemsKeepsWhatIsInForceAndTheNewest(t *testing.T) {
	var items []*delta.Item
	for i := range 10 {
		it := &delta.Item{ID: fmt.Sprint(i), Status: delta.Active}
		if i%2 == 0 {
			it.Status = delta.Superseded
		}
		items = append(items, it)
	}
	for n, want := range map[int]string{20: "0123456789", 10: "0123456789", 7: "1356789", 5: "13579", 2: "79", 0: ""} {
		var got strings.Builder
		for _, it := range newest(items, n) {
			got.WriteString(it.ID)
		}
		if got.String() != want {
			t.Errorf("a window of %d is %q, want %q", n, got.String(), want)
		}
	}
}
