package gold

import (
	"testing"
	"time"

	"holdfast/engine/delta"
)

var testTime = time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC)

const labelled = `{"name":"x","turns":[{"turnId":"t-1","role":"user"},{"turnId":"t-2","role":"user"}],
"expectedDeltas":[
 {"kind":"decision_made","id":"d1","summary":"Cap bodies at 1 MB","sourceTurns":[{"turnId":"t-1"}]},
 {"kind":"decision_revised","targetId":"d1","summary":"Cap bodies at 5 MB","sourceTurns":[{"turnId":"t-2"}]},
 {"kind":"fact_learned","id":"f1","summary":"Payloads carry PDFs","optional":true,"sourceTurns":[{"turnId":"t-2"}]},
 {"kind":"hypothesis_introduced","id":"h1","summary":"Maybe use Redis streams","sourceTurns":[{"turnId":"t-1"}]}],
"forbidden":[{"kind":"goal_set","turnId":"t-2","why":"no aim"}]}`

func from(turn string) delta.Provenance {
	return delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: turn}}}
}

func TestAPredictionAgreesByKindTurnTextAndTarget(t *testing.T) {
	c, err := Parse([]byte(labelled))
	if err != nil {
		t.Fatal(err)
	}
	decision := func(id, summary, turn string) delta.Delta {
		return &delta.DecisionMade{Creation: delta.Creation{ID: id, Summary: summary, Provenance: from(turn)}}
	}
	revised := func(target string) delta.Delta {
		return &delta.DecisionRevised{TargetID: target, Summary: "bodies: 5 MB", Provenance: from("t-2")}
	}
	tests := []struct {
		name      string
		predicted []delta.Delta
		want      Count
		canonized int
	}{
		{"nothing", nil, Count{Missed: 3}, 0},
		{"the decision in other words", []delta.Delta{decision("a", "bodies are capped at 1 MB", "t-1")}, Count{Right: 1, Missed: 2}, 0},
		{"the decision at another turn", []delta.Delta{decision("a", "bodies are capped at 1 MB", "t-2")}, Count{Wrong: 1, Missed: 3}, 0},
		{"other words altogether", []delta.Delta{decision("a", "Name it relay", "t-1")}, Count{Wrong: 1, Missed: 3}, 0},
		{"the revision with its target", []delta.Delta{decision("a", "cap bodies 1 MB", "t-1"), revised("a")}, Count{Right: 2, Missed: 1}, 0},
		{"the revision of something else", []delta.Delta{&delta.FactLearned{Creation: delta.Creation{ID: "f", Summary: "payloads carry PDFs", Provenance: from("t-2")}}, revised("f")}, Count{Wrong: 1, Missed: 3}, 0},
		{"the same decision twice", []delta.Delta{decision("a", "cap bodies 1 MB", "t-1"), decision("b", "cap bodies at 1 MB", "t-1")}, Count{Right: 1, Wrong: 1, Missed: 2}, 0},
		{"an optional fact", []delta.Delta{&delta.FactLearned{Creation: delta.Creation{ID: "f", Summary: "payloads carry PDFs", Provenance: from("t-2")}}}, Count{Missed: 3}, 0},
		{"a hypothesis taken for a decision", []delta.Delta{decision("a", "Use Redis streams", "t-1")}, Count{Wrong: 1, Missed: 3}, 1},
		{"what is forbidden", []delta.Delta{&delta.GoalSet{Creation: delta.Creation{ID: "g", Summary: "x", Provenance: from("t-2")}}}, Count{Wrong: 1, Missed: 3}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Score(c, test.predicted)
			if r.Total != test.want || len(r.Canonized) != test.canonized {
				t.Errorf("%+v with %d canonized, want %+v with %d", r.Total, len(r.Canonized), test.want, test.canonized)
			}
		})
	}
}

func TestTheAssignmentIsTheBestOne(t *testing.T) {
	got := assign([][]float64{{5, 4, 0}, {5, 1, 0}, {0, 0, 3}})
	if want := [3]int{1, 0, 2}; [3]int(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
}
