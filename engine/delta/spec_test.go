package delta

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// The delta type reference names the fields of each kind; these are the JSON of
// full ones, and how they read.
func TestEachKindHasTheFieldsOfTheReference(t *testing.T) {
	const turns = `"sourceTurns":[{"turnId":"t-1"}],"timestamp":"2026-03-11T12:00:00Z"`
	for _, text := range []string{
		`{"kind":"goal_set","id":"item-1","summary":"Build a REST API with TypeScript","confidence":"high","scope":"session",` + turns + `}`,
		`{"kind":"decision_made","id":"a","summary":"s","confidence":"high","scope":"session",` + turns + `,"alternatives":["b"]}`,
		`{"kind":"decision_revised","targetId":"a","summary":"s",` + turns + `}`,
		`{"kind":"constraint_added","id":"a","summary":"s","confidence":"high","scope":"session",` + turns + `,"hard":true}`,
		`{"kind":"constraint_revised","targetId":"a","summary":"s","mode":"relaxed",` + turns + `}`,
		`{"kind":"task_opened","id":"a","summary":"s",` + turns + `}`,
		`{"kind":"task_closed","targetId":"a","resolution":"completed",` + turns + `}`,
		`{"kind":"fact_learned","id":"a","summary":"s","confidence":"high","scope":"durable",` + turns + `}`,
		`{"kind":"hypothesis_introduced","id":"a","summary":"s","confidence":"low",` + turns + `}`,
		`{"kind":"branch_created","id":"a","alternatives":["A","B"],` + turns + `}`,
		`{"kind":"item_superseded","targetId":"a","newItemId":"b","reason":"r",` + turns + `}`,
	} {
		var e Envelope
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		if f, foreign := e.Delta.(*Foreign); foreign {
			t.Errorf("%s\nis not read: %s", text, f.Fault)
			continue
		}
		back, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var was, is map[string]any
		if json.Unmarshal([]byte(text), &was) != nil || json.Unmarshal(back, &is) != nil {
			t.Fatal(string(back))
		}
		for name := range was {
			if !equalJSON(t, was[name], is[name]) {
				t.Errorf("%s: %s is %v, was %v", e.Kind(), name, is[name], was[name])
			}
		}
	}
	if len(Kinds) != 11 || len(ItemKinds) != 12 || len(Statuses) != 4 || len(Confidences) != 4 || len(Scopes) != 3 {
		t.Error("a list of the reference has another length")
	}
}

// The log's lines and the snapshot as the persistence model prints them, and as
// another implementation may write them: with fields of its own, items that its
// log does not name, and kinds that no delta makes.
func TestWhatAnotherImplementationWroteIsRead(t *testing.T) {
	events, err := readProvenance([]byte(`{"type":"accepted","seq":3,"timestamp":"2026-03-11T10:00:00.000Z","delta":{"kind":"fact_learned","id":"item-3","summary":"s","sourceTurns":[{"turnId":"t-1","role":"user"}]},"itemId":"item-3","resultingStatus":"active","sessionId":"x"}
{"type":"rejected","seq":4,"timestamp":"2026-03-11T10:00:00.000Z","delta":{"kind":"decision_revised","targetId":"item-9","summary":"s","sourceTurns":[]},"reason":"target not found"}
{"type":"checkpoint","seq":5,"timestamp":"2026-03-11T10:00:00.000Z","totalItems":7,"totalDeltas":12,"totalTurns":35,"contextChars":830,"rawChars":3826}
`))
	if err != nil || len(events) != 3 {
		t.Fatal(len(events), err)
	}
	if e := events[2]; e.Totals != (Totals{Items: 7, Deltas: 12, Turns: 35, ContextChars: 830, RawChars: 3826}) {
		t.Errorf("%+v", e.Totals)
	}
	if s, err := replay(events); err != nil || s.Item("item-3") == nil || s.Seq() != 5 {
		t.Errorf("the log makes %+v, %v", s, err)
	}
	n, err := ParseSnapshot([]byte(`{"version":1,"timestamp":"2026-03-11T10:00:00.000Z","seq":12,"tool":"other","items":[
{"id":"item-1","semanticId":"g-a3f7c012","kind":"goal","summary":"Build a REST API","status":"active","confidence":"high","scope":"session","sourceTurns":[{"turnId":"t-1"}],"lastTouched":"2026-03-11T10:00:00.000Z","weight":3},
{"id":"item-2","semanticId":"p-1","kind":"preference","summary":"Short answers","status":"tentative","confidence":"certain","scope":"durable","tags":["style"],"sourceTurns":[{"turnId":"t-2"}]}],
"deltaLog":[{"kind":"goal_set","id":"item-1","summary":"Build a REST API","sourceTurns":[{"turnId":"t-1"}]},{"kind":"of_theirs","x":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := n.Restore()
	goal, wish := s.Item("item-1"), s.Item("item-2")
	if goal == nil || wish == nil || goal.SemanticID != "g-a3f7c012" || !slices.Contains(wish.Tags, "style") || wish.Kind != Preference || s.Seq() != 12 {
		t.Errorf("%+v, %+v", goal, wish)
	}
	if page := ActiveState(s.Items()).Markdown(); !strings.Contains(page, "- Build a REST API") || !strings.Contains(page, "- Short answers (certain confidence)") {
		t.Error(page)
	}
	if e := s.Reconcile(&TaskOpened{creation(s.FreeID(), "Go on")}); e.Type != Accepted || e.Seq != 13 {
		t.Errorf("the conversation does not go on: %+v", e)
	}
}

// Lines and turns are appended only, and an item stays in the state for history.
func TestNothingIsEverTakenAwayFromAnItem(t *testing.T) {
	for seed := range uint64(20) {
		_, events := history(seed)
		s := &State{}
		before := map[string][]SourceTurn{}
		for _, e := range events {
			if err := s.Fold(e); err != nil {
				t.Fatal(err)
			}
			for id, turns := range before {
				it := s.Item(id)
				if it == nil || len(it.SourceTurns) < len(turns) || !slices.Equal(it.SourceTurns[:len(turns)], turns) {
					t.Fatalf("seed %d, event %d: item %s had the turns %v and has %+v", seed, e.Seq, id, turns, it)
				}
			}
			for _, it := range s.Items() {
				before[it.ID] = slices.Clone(it.SourceTurns)
				if !slices.Contains(Statuses, it.Status) {
					t.Fatalf("item %s is %q", it.ID, it.Status)
				}
				if it.Kind == Hypothesis && it.Status == Active {
					t.Fatalf("the hypothesis %s is active", it.ID)
				}
			}
		}
	}
}

// The print of an item is that of everything that it is.
func TestAnItemThatChangedHasAnotherPrint(t *testing.T) {
	it := settled(t).Item("decision")
	same := it.Copy()
	if same.Print() != it.Print() {
		t.Error("a copy has another print")
	}
	for name, change := range map[string]func(*Item){
		"summary": func(it *Item) { it.Summary += "!" }, "status": func(it *Item) { it.Status = Superseded },
		"turns": func(it *Item) { it.SourceTurns = append(it.SourceTurns, SourceTurn{"t-9"}) }, "tags": func(it *Item) { it.tag("x") },
		"scope": func(it *Item) { it.Scope = Durable }, "reason": func(it *Item) { it.Reason = "x" },
	} {
		other := it.Copy()
		if change(&other); other.Print() == it.Print() {
			t.Errorf("another %s has the same print", name)
		}
	}
}
