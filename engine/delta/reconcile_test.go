package delta

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC)

// from is the provenance of a delta that one turn settles.
func from(turn string) Provenance {
	return Provenance{SourceTurns: []SourceTurn{{TurnID: turn}}, Timestamp: noon}
}

func creation(id, summary string) Creation {
	return Creation{ID: id, Summary: summary, Confidence: High, Scope: Session, Provenance: from("t-1")}
}

// settled is a state with one item of each kind that a delta makes.
func settled(t *testing.T) *State {
	t.Helper()
	s := &State{}
	for _, d := range []Delta{
		&GoalSet{creation("goal", "Build a REST API")},
		&DecisionMade{Creation: creation("decision", "Use PostgreSQL"), Alternatives: []string{"SQLite"}},
		&ConstraintAdded{Creation: creation("constraint", "No external services"), Hard: true},
		&TaskOpened{creation("task", "Write the auth middleware")},
		&FactLearned{creation("fact", "The API uses port 3000")},
		&HypothesisIntroduced{creation("hypothesis", "Maybe Redis for caching")},
		&BranchCreated{Creation: creation("branch", ""), Alternatives: []string{"JWT", "sessions"}},
	} {
		if e := s.Reconcile(d); e.Type != Accepted {
			t.Fatalf("%s: %s", d.Kind(), e.Reason)
		}
	}
	return s
}

func TestEachCreatingDeltaMakesAnItemOfItsKind(t *testing.T) {
	s := settled(t)
	tests := []struct {
		id     string
		kind   ItemKind
		status Status
	}{
		{"goal", Goal, Active}, {"decision", Decision, Active}, {"constraint", Constraint, Active}, {"task", Task, Active}, {"fact", Fact, Active},
		{"hypothesis", Hypothesis, Tentative}, {"branch", Hypothesis, Tentative},
	}
	for _, test := range tests {
		if it := s.Item(test.id); it.Kind != test.kind || it.Status != test.status {
			t.Errorf("%s is a %s %s, want %s %s", test.id, it.Status, it.Kind, test.status, test.kind)
		}
	}
	if b := s.Item("branch"); !b.IsBranch() || b.Summary != "JWT | sessions" {
		t.Errorf("the branch is %+v", b)
	}
	if c := s.Item("constraint"); !slices.Contains(c.Tags, HardTag) {
		t.Errorf("the hard constraint has the tags %v", c.Tags)
	}
}

func TestTheReconcilerRejectsWithAReason(t *testing.T) {
	tests := []struct {
		name  string
		delta Delta
		want  string
	}{
		{"a revision without a target", &DecisionRevised{TargetID: "nope", Summary: "x", Provenance: from("t-2")}, `target "nope" not found`},
		{"a decision revision of a constraint", &DecisionRevised{TargetID: "constraint", Summary: "x", Provenance: from("t-2")}, `can only change a decision`},
		{"a constraint revision of a decision", &ConstraintRevised{TargetID: "decision", Summary: "x", Mode: Relaxed, Provenance: from("t-2")}, `can only change a constraint`},
		{"closing a fact", &TaskClosed{TargetID: "fact", Resolution: Completed, Provenance: from("t-2")}, `can only change a task`},
		{"a hypothesis revised into a decision", &DecisionRevised{TargetID: "hypothesis", Summary: "Use Redis", Provenance: from("t-2")}, `is a hypothesis`},
		{"no provenance", &FactLearned{Creation{ID: "f2", Summary: "x"}}, "no provenance"},
		{"a turn without a name", &FactLearned{Creation{ID: "f2", Summary: "x", Provenance: Provenance{SourceTurns: []SourceTurn{{" "}}}}}, "no provenance"},
		{"no id", &FactLearned{creation("", "x")}, "no id"},
		{"an id that is taken", &FactLearned{creation("goal", "x")}, `there is an item "goal" already`},
		{"no summary", &GoalSet{creation("g2", "  ")}, "no summary"},
		{"one alternative", &BranchCreated{Creation: creation("b2", ""), Alternatives: []string{"a"}}, "two alternatives"},
		{"an unknown confidence", &FactLearned{Creation{ID: "f2", Summary: "x", Confidence: "sure", Provenance: from("t-2")}}, `unknown confidence "sure"`},
		{"an unknown scope", &FactLearned{Creation{ID: "f2", Summary: "x", Scope: "galaxy", Provenance: from("t-2")}}, `unknown scope "galaxy"`},
		{"an unknown mode", &ConstraintRevised{TargetID: "constraint", Summary: "x", Mode: "bent", Provenance: from("t-2")}, `unknown mode "bent"`},
		{"an unknown resolution", &TaskClosed{TargetID: "task", Resolution: "maybe", Provenance: from("t-2")}, `unknown resolution "maybe"`},
		{"a superseded task", &ItemSuperseded{TargetID: "task", Reason: "x", Provenance: from("t-2")}, "tasks are closed"},
		{"a replacement that is not there", &ItemSuperseded{TargetID: "fact", NewItemID: "f9", Reason: "x", Provenance: from("t-2")}, `replacement "f9" not found`},
		{"an item that replaces itself", &ItemSuperseded{TargetID: "fact", NewItemID: "fact", Reason: "x", Provenance: from("t-2")}, "cannot replace itself"},
		{"an unknown kind", decoded(t, `{"kind":"mood_changed","sourceTurns":[{"turnId":"t-2"}]}`), `unknown kind "mood_changed"`},
		{"a field of another type", decoded(t, `{"kind":"goal_set","id":7,"sourceTurns":[{"turnId":"t-2"}]}`), "cannot be read"},
		{"no delta", nil, "no delta"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := settled(t)
			before := s.SortedItems()
			e := s.Reconcile(test.delta)
			if e.Type != Rejected || !strings.Contains(e.Reason, test.want) {
				t.Errorf("%s %q, want a rejection with %q", e.Type, e.Reason, test.want)
			}
			if after := s.SortedItems(); !equalJSON(t, before, after) {
				t.Error("the rejected delta changed an item")
			}
		})
	}
}

func decoded(t *testing.T, src string) Delta {
	t.Helper()
	var e Envelope
	if err := json.Unmarshal([]byte(src), &e); err != nil {
		t.Fatal(err)
	}
	return e.Delta
}

func equalJSON(t *testing.T, a, b any) bool {
	t.Helper()
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	if errX != nil || errY != nil {
		t.Fatal(errX, errY)
	}
	return string(x) == string(y)
}

func TestARevisionKeepsTheItemAndItsTurns(t *testing.T) {
	s := settled(t)
	s.Reconcile(&DecisionRevised{TargetID: "decision", Summary: "Use PostgreSQL 16", Provenance: from("t-2")})
	s.Reconcile(&DecisionRevised{TargetID: "decision", Summary: "Use PostgreSQL 17", Provenance: from("t-2")})
	it := s.Item("decision")
	if it.Summary != "Use PostgreSQL 17" || it.Status != Active || len(it.SourceTurns) != 2 || it.SourceTurns[0].TurnID != "t-1" {
		t.Errorf("the decision is %+v", it)
	}
}

func TestASupersededItemIsNotInForceAndCannotChange(t *testing.T) {
	s := settled(t)
	if e := s.Reconcile(&ItemSuperseded{TargetID: "decision", Reason: "SQLite it is", Provenance: from("t-2")}); e.ResultingStatus != Superseded {
		t.Fatalf("%+v", e)
	}
	e := s.Reconcile(&DecisionRevised{TargetID: "decision", Summary: "x", Provenance: from("t-3")})
	if e.Type != Rejected || !strings.Contains(e.Reason, "superseded already") {
		t.Errorf("%s %q", e.Type, e.Reason)
	}
}

// Zero canonization: what is tentative stays so until a delta of its own.
func TestNothingMakesADecisionOfAHypothesis(t *testing.T) {
	s := settled(t)
	for _, d := range Normalise(s, []Delta{&ItemSuperseded{TargetID: "hypothesis", Reason: "accepted", Provenance: from("t-2")}}) {
		s.Reconcile(d)
	}
	for _, it := range s.Items() {
		if it.Kind == Decision && strings.Contains(it.Summary, "Redis") {
			t.Errorf("%+v", it)
		}
	}
}

func TestTheSameMeaningHasTheSameSemanticID(t *testing.T) {
	same := [][2]string{
		{"Cap request bodies at 5 MB", "request bodies: cap at 5 mb"},
		{"Use Redis for the cache", "use redis for caching"},
		{"Exactly three consumers", "three consumers exactly"},
	}
	for _, pair := range same {
		if a, b := SemanticID(Decision, pair[0]), SemanticID(Decision, pair[1]); a != b {
			t.Errorf("%q is %s, %q is %s", pair[0], a, pair[1], b)
		}
	}
	different := [][2]string{
		{"Use Redis", "Do not use Redis"}, {"Cap at 5 MB", "Cap at 1 MB"}, {"Use Redis", "Use Postgres"},
	}
	for _, pair := range different {
		if SemanticID(Decision, pair[0]) == SemanticID(Decision, pair[1]) {
			t.Errorf("%q and %q have the same id", pair[0], pair[1])
		}
	}
	if SemanticID(Decision, "x") == SemanticID(Fact, "x") {
		t.Error("the kind makes no difference")
	}
	if id := SemanticID(Goal, "Build"); len(id) != 10 || !strings.HasPrefix(id, "g-") {
		t.Errorf("the id is %q", id)
	}
}

func TestTheNormaliserDropsWhatIsKnownAndFollowsReferences(t *testing.T) {
	s := settled(t)
	out := Normalise(s, []Delta{
		&FactLearned{creation("new-1", "  the API uses   port 3000 ")},
		&DecisionMade{Creation: creation("new-2", "SQLite it is")},
		&ItemSuperseded{TargetID: "decision", NewItemID: "new-2", Reason: "replaced", Provenance: from("t-2")},
		&ItemSuperseded{TargetID: "decision", Reason: "again", Provenance: from("t-2")},
	})
	if len(out) != 2 {
		t.Fatalf("%d deltas, want the decision and one supersession", len(out))
	}
	made, gone := out[0].(*DecisionMade), out[1].(*ItemSuperseded)
	if made.ID != "item-8" || gone.NewItemID != made.ID {
		t.Errorf("the decision is %s, the supersession names %s", made.ID, gone.NewItemID)
	}
	for _, d := range out {
		if e := s.Reconcile(d); e.Type != Accepted {
			t.Error(e.Reason)
		}
	}
}
