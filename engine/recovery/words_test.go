package recovery

import (
	"strings"
	"testing"

	"holdfast/engine/canon"
)

// steps are n steps of an entity.
func steps(n int) []canon.Step { return make([]canon.Step, n) }

func TestAPreviewAndItsResultReadAsSentences(t *testing.T) {
	for _, c := range []struct {
		name                    string
		plan                    canon.Plan
		doubt                   string
		total, groups, is, next string
	}{
		{
			name: "nothing at all", total: "The block holds no symbol, and neither does the State Map.",
			is: "Session default is recovered from state 4: no symbol came back.", next: "stands at state 9 now",
		},
		{
			name: "nothing to do", plan: canon.Plan{Unchanged: steps(3)},
			total: "Nothing has to change: the State Map holds all that the block does.", groups: "3 symbols stay as they are",
			is: "Session default is recovered from state 4: 3 symbols stayed as they were.", next: "stands at state 9 now",
		},
		{
			name: "a lost database", plan: canon.Plan{Healed: steps(2), Missing: steps(1)}, doubt: "the database is missing",
			total:  "The block holds 3 symbols, of which 2 come back, 1 is missing.",
			groups: "2 symbols come back from the disk, which holds exactly their code|1 symbol cannot come back: it becomes an open conflict, and the model is not shown it",
			is:     "Session default is recovered from state 4: 2 symbols came back from the disk.",
			next:   "Read-only mode is over: requests are hydrated and recorded again.|1 symbol is missing: bring its code back by holdfast paste --path FILE",
		},
		{
			name: "an empty block", plan: canon.Plan{Dropped: steps(1)},
			total: "The block holds 0 symbols; 1 symbol leaves the State Map.", groups: "1 symbol leaves the State Map, since the block lacks it; the Vault keeps it",
			is: "Session default is recovered from state 4: no symbol came back.", next: "1 symbol left the State Map",
		},
		{
			name: "an older block", plan: canon.Plan{Restored: steps(1), Dropped: steps(2), Unchanged: steps(1)},
			total:  "The block holds 2 symbols, of which 1 comes back, 1 stays as it is; 2 symbols leave the State Map.",
			groups: "1 symbol comes back from the Vault|2 symbols leave the State Map, since the block lacks them; the Vault keeps them|1 symbol stays as it is",
			is:     "Session default is recovered from state 4: 1 symbol came back from the Vault; 1 symbol stayed as it was.",
			next:   "2 symbols left the State Map; holdfast restore ENTITY takes one up again.",
		},
	} {
		r := Preview{Kind: canon.StateDelta, Seq: 4, Plan: c.plan, Doubt: c.doubt}
		var titles []string
		for _, g := range r.Groups() {
			titles = append(titles, g.Title)
		}
		if got := strings.Join(titles, "|"); got != c.groups {
			t.Errorf("%s: groups %q, want %q", c.name, got, c.groups)
		}
		if got := r.Total(); got != c.total {
			t.Errorf("%s: total %q, want %q", c.name, got, c.total)
		}
		if ends := strings.Contains(strings.Join(r.Means(), " "), "Read-only mode ends"); ends != (c.doubt != "") {
			t.Errorf("%s: it means %q", c.name, r.Means())
		}
		done := r.Done("default", 9)
		if done[0] != c.is {
			t.Errorf("%s: done %q, want %q", c.name, done[0], c.is)
		}
		for _, want := range strings.Split(c.next, "|") {
			if !strings.Contains(strings.Join(done, "|"), want) {
				t.Errorf("%s: next %q, want %q", c.name, done[1:], want)
			}
		}
	}
}
