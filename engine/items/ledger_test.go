package items

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"holdfast/engine/delta"
)

// deltasOfEachKind are full ones, and some that are wrong.
const deltasOfEachKind = `[
{"kind":"goal_set","id":"a","summary":"Build – “it”","confidence":"high","scope":"project","tags":["x","y"],"sourceTurns":[{"turnId":"t-1"},{"turnId":"t-2"}],"timestamp":"2026-03-11T12:00:00.123Z"},
{"kind":"decision_made","id":"a","summary":"s","alternatives":["b"],"sourceTurns":[{"turnId":"t"}]},
{"kind":"decision_made","id":"a","summary":"s","alternatives":[],"sourceTurns":[{"turnId":"t"}]},
{"kind":"decision_revised","targetId":"a","summary":"s","confidence":"certain","sourceTurns":[{"turnId":"t"}]},
{"kind":"constraint_added","id":"a","summary":"s","hard":true,"sourceTurns":[{"turnId":"t"}]},
{"kind":"constraint_added","id":"a","summary":"s","hard":false,"sourceTurns":[{"turnId":"t"}]},
{"kind":"constraint_revised","targetId":"a","summary":"s","mode":"relaxed","sourceTurns":[{"turnId":"t"}]},
{"kind":"task_opened","id":"a","summary":"s","sourceTurns":[{"turnId":"t"}]},
{"kind":"task_closed","targetId":"a","resolution":"abandoned","sourceTurns":[{"turnId":"t"}]},
{"kind":"fact_learned","id":"a","summary":"s","sourceTurns":[{"turnId":"t"}]},
{"kind":"hypothesis_introduced","id":"a","summary":"s","confidence":"low","sourceTurns":[{"turnId":"t"}]},
{"kind":"branch_created","id":"a","summary":"","alternatives":["b","c"],"sourceTurns":[{"turnId":"t"}]},
{"kind":"item_superseded","targetId":"a","newItemId":"b","reason":"r","sourceTurns":[{"turnId":"t"}]},
{"kind":"mood_changed","score":0.5,"sourceTurns":[{"turnId":"t"}]},
{"kind":"goal_set","id":7},
"no delta"
]`

func TestADeltaComesBackFromTheLedgerAsItWas(t *testing.T) {
	var all []delta.Envelope
	if err := json.Unmarshal([]byte(deltasOfEachKind), &all); err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		_, back, err := ledgerDelta(e.Delta)
		if err != nil {
			t.Fatal(err)
		}
		was, _ := json.Marshal(e)
		is, _ := json.Marshal(delta.Envelope{Delta: back})
		if !bytes.Equal(was, is) {
			t.Errorf("%s\ncomes back as\n%s", was, is)
		}
	}
	if _, back, err := ledgerDelta(&delta.DecisionMade{Creation: delta.Creation{Summary: "bad \xff bytes"}}); err != nil || delta.Created(back).Summary != "bad \ufffd bytes" {
		t.Errorf("%+v, %v", back, err)
	}
	far := &delta.GoalSet{Creation: delta.Creation{Provenance: delta.Provenance{Timestamp: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}}}
	if _, _, err := ledgerDelta(far); err == nil {
		t.Error("a time that no JSON can hold is recorded")
	}
}
