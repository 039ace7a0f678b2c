package second

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
	"holdfast/engine/internal/gold"
)

// mostTaken is how many of a thousand sentences of the labelled conversations may pass for
// decisions in turns that make none. It only falls.
const mostTaken = 12

// An adversary calls every sentence that anybody says a decision, quotes it
// whole and says what it says: all that stands between it and the state is the
// guard.
func TestZeroCanonizationHoldsAgainstAModelThatCallsEverythingADecision(t *testing.T) {
	files, err := filepath.Glob("../../internal/gold/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	said, taken := 0, 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := gold.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		state := &delta.State{}
		for i := 0; i < len(c.Turns); {
			end := i + 1
			if c.Turns[i].Role == acts.User && end < len(c.Turns) && c.Turns[end].Role == acts.Assistant {
				end++
			}
			for k := i; k < end; k++ { // the rules first
				before := c.Turns[max(0, k-acts.Window):k]
				for _, d := range delta.Normalise(state, acts.Read(state, before, c.Turns[k])) {
					state.Reconcile(d)
				}
			}
			if q, ok := Ask(state, c.Turns[max(0, i-acts.Window):i], c.Turns[i:end]); ok {
				for _, turn := range c.Turns[i:end] {
					n, passed := everything(q, state, turn)
					said += n
					if decides := slices.ContainsFunc(c.Expected, func(l gold.Label) bool {
						return l.Delta.Kind() == delta.DecisionMadeKind && slices.Contains(l.Delta.From().SourceTurns, delta.SourceTurn{TurnID: turn.ID})
					}); !decides {
						taken += len(passed)
						for _, p := range passed {
							t.Logf("%s, %s: %s", c.Name, turn.ID, p)
						}
					}
				}
			}
			i = end
		}
	}
	t.Logf("%d of %d sentences are taken", taken, said)
	if 1000*taken > mostTaken*said {
		t.Errorf("%d of %d sentences are taken for decisions where there is none, and %d of a thousand may be", taken, said, mostTaken)
	}
}

// everything proposes each sentence of a turn as a decision and lists those that
// pass.
func everything(q Question, state *delta.State, turn acts.Turn) (said int, passed []string) {
	var claims []Proposal
	for _, p := range prose.Read(turn.Content) {
		for _, s := range english.Sentences(p.Text) {
			claims = append(claims, Proposal{
				Kind: delta.DecisionMadeKind, Quote: s.Text, Summary: strings.Join(strings.Fields(s.Text), " "),
			})
		}
	}
	found, _ := Check(q, state, claims)
	for _, f := range found {
		if f.Refused == "" {
			passed = append(passed, delta.Says(f.Delta))
		}
	}
	return len(claims), passed
}
