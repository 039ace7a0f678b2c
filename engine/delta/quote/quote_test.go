package quote

import (
	"testing"

	"holdfast/engine/delta"
)

func TestADeltaIsQuotedByTheSentenceThatSaysIt(t *testing.T) {
	const turn = "Thanks, that helps.\n\nWe go with SQLite for the storage. The API listens on port 3000.\n\n```sql\nCREATE TABLE port (api TEXT);\n```\n\n- Redis for the cache\n- no cache at all\n"
	made := func(summary string) delta.Creation { return delta.Creation{Summary: summary} }
	tests := []struct {
		name, turn string
		delta      delta.Delta
		about      string
		want       string
	}{
		{"a decision", turn, &delta.DecisionMade{Creation: made("Use SQLite for storage")}, "", "We go with SQLite for the storage."},
		{"a fact, though code says more of its words", turn, &delta.FactLearned{Creation: made("The API listens on port 3000")}, "", "The API listens on port 3000."},
		{"a branch by its alternatives", turn, &delta.BranchCreated{Alternatives: []string{"Redis for the cache", "no cache"}}, "", "Redis for the cache"},
		{"a closing by its item", "It works. The tests for the pool pass now.", &delta.TaskClosed{}, "Write tests for the pool", "The tests for the pool pass now."},
		{"a closing that names nothing", "works now, thanks", &delta.TaskClosed{}, "Fix the login", "works now, thanks"},
		{"no prose", "```\ncode\n```\n", &delta.TaskClosed{}, "code", ""},
		{"a foreign delta", "Hello there.", &delta.Foreign{}, "", "Hello there."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Sentence(test.turn, test.delta, test.about); got != test.want {
				t.Errorf("quoted %q, want %q", got, test.want)
			}
		})
	}
}
