package delta

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	markdown "github.com/yuin/goldmark/text"
)

// history makes a random run of deltas, good and bad ones, and their events.
func history(seed uint64) (*State, []Event) {
	r := rand.New(rand.NewPCG(seed, 7))
	s := &State{}
	var events []Event
	turn := 0
	p := func() Provenance {
		turn++
		return Provenance{SourceTurns: []SourceTurn{{TurnID: fmt.Sprintf("t-%d", turn)}}, Timestamp: noon.Add(time.Duration(turn) * time.Second)}
	}
	any := func() string {
		if len(s.order) == 0 || r.IntN(8) == 0 {
			return "nobody"
		}
		return s.order[r.IntN(len(s.order))]
	}
	for range 60 {
		c := Creation{ID: "new", Summary: fmt.Sprintf("thing %d – <b>“ü” & co", r.IntN(40)), Provenance: p()}
		var d Delta
		switch r.IntN(12) {
		case 0:
			d = &GoalSet{c}
		case 1:
			d = &DecisionMade{Creation: c, Alternatives: []string{}}
		case 2:
			d = &ConstraintAdded{Creation: c, Hard: r.IntN(2) == 0}
		case 3:
			d = &TaskOpened{c}
		case 4:
			d = &FactLearned{c}
		case 5:
			d = &HypothesisIntroduced{c}
		case 6:
			d = &BranchCreated{Creation: c, Alternatives: []string{"a", "b"}}
		case 7:
			d = &DecisionRevised{TargetID: any(), Summary: "other", Provenance: p()}
		case 8:
			d = &ConstraintRevised{TargetID: any(), Summary: "other", Mode: Tightened, Provenance: p()}
		case 9:
			d = &TaskClosed{TargetID: any(), Resolution: Abandoned, Provenance: p()}
		case 10:
			d = &ItemSuperseded{TargetID: any(), NewItemID: any(), Reason: "because", Provenance: p()}
		case 11:
			events = append(events, s.Checkpoint(noon, turn, 100*turn))
			continue
		}
		for _, d := range Normalise(s, []Delta{d}) {
			events = append(events, s.Reconcile(d))
		}
	}
	return s, events
}

func TestReplayOfTheProvenanceGivesTheSameState(t *testing.T) {
	for seed := range uint64(40) {
		s, events := history(seed)
		lines, err := WriteProvenance(events)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readProvenance(lines)
		if err != nil {
			t.Fatal(err)
		}
		again, err := replay(back)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !equalJSON(t, s.Snapshot(noon), again.Snapshot(noon)) {
			t.Fatalf("seed %d: the replayed state differs", seed)
		}
		if same, _ := WriteProvenance(back); !bytes.Equal(same, lines) {
			t.Fatalf("seed %d: the lines differ when written again", seed)
		}
	}
}

func TestASnapshotComesBackAsTheSameState(t *testing.T) {
	for seed := range uint64(40) {
		s, _ := history(seed)
		text, err := s.Snapshot(noon).Serialize()
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := ParseSnapshot(text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		restored := parsed.Restore()
		again, _ := restored.Snapshot(noon).Serialize()
		if !bytes.Equal(again, text) {
			t.Fatalf("seed %d: the snapshot differs after a restore", seed)
		}
		for i, it := range s.Items() {
			if restored.Items()[i].ID != it.ID {
				t.Fatalf("seed %d: item %d is %s, was %s", seed, i, restored.Items()[i].ID, it.ID)
			}
		}
	}
}

func TestTheSnapshotIsVersionedAndSorted(t *testing.T) {
	s := settled(t)
	text, err := s.Snapshot(noon).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version int
		Items   []struct{ ID, SemanticID string }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != 1 || len(got.Items) != 7 {
		t.Errorf("version %d, %d items", got.Version, len(got.Items))
	}
	if !slices.IsSortedFunc(got.Items, func(a, b struct{ ID, SemanticID string }) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the items are not sorted by id")
	}
	if strings.Contains(string(text), `\u003c`) {
		t.Error("the text is escaped for HTML")
	}
}

func TestASnapshotThatCannotHoldIsRefusedByName(t *testing.T) {
	tests := []struct{ src, want string }{
		{`{"version":2,"items":[]}`, "version 2"},
		{`{"items":[]}`, "version (none)"},
		{`{"version":"1"}`, `version "1"`},
		{`[]`, "not a JSON object"},
		{`{"version":1,"items":[{"id":"a"}]}`, `item 1 of the snapshot ("a"): it has no summary`},
		{`{"version":1,"items":[{"id":"a","summary":"s","kind":"mood","sourceTurns":[{"turnId":"t"}]}]}`, `unknown kind "mood"`},
		{`{"version":1,"seq":-1}`, "sequence number -1"},
	}
	for _, test := range tests {
		_, err := ParseSnapshot([]byte(test.src))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.src, err, test.want)
		}
	}
	var v *VersionError
	if _, err := ParseSnapshot([]byte(`{"version":2}`)); !errors.As(err, &v) {
		t.Error("another version is no VersionError")
	}
}

func TestALogThatDoesNotHoldWhatItSaysIsNotReplayed(t *testing.T) {
	_, events := history(3)
	swapped := slices.Clone(events)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	if _, err := replay(swapped); err == nil || !strings.Contains(err.Error(), "it comes after") {
		t.Errorf("events out of order: %v", err)
	}
	lie := slices.Clone(events)
	i := slices.IndexFunc(lie, func(e Event) bool { return e.Type == Accepted })
	lie[i].ItemID = "item-99"
	if _, err := replay(lie); err == nil || !strings.Contains(err.Error(), "the log says") {
		t.Errorf("an event with another item: %v", err)
	}
	if _, err := readProvenance([]byte("{\"type\":\"accepted\",\"seq\":1}\n\nnot json\n")); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a broken line: %v", err)
	}
}

func TestTheProjectionsShowWhatIsInForceAndWhatWasBefore(t *testing.T) {
	s := settled(t)
	s.Reconcile(&ItemSuperseded{TargetID: "fact", Reason: "port 4000 now", Provenance: from("t-2")})
	s.Reconcile(&TaskClosed{TargetID: "task", Resolution: Completed, Provenance: from("t-3")})
	tests := []struct {
		page string
		want []string
	}{
		{ActiveState(s.Items()).Markdown(), []string{"## Goals\n\n- Build a REST API\n", "## Branches", "  - JWT\n  - sessions\n", "~~The API uses port 3000~~ (because: port 4000 now)"}},
		{Decisions(s.Items()).Markdown(), []string{"## In force\n\n- Use PostgreSQL (not SQLite; decision; from t-1)\n"}},
		{Tasks(s.Items()).Markdown(), []string{"## Resolved\n\n- [x] Write the auth middleware (completed; task; from t-1, t-3)\n"}},
		{Constraints(s.Items()).Markdown(), []string{"## Hard\n\n- No external services (constraint; from t-1)\n"}},
		{Tasks(nil).Markdown(), []string{"# Tasks\n\nNo tasks yet.\n"}},
	}
	for _, test := range tests {
		for _, want := range test.want {
			if !strings.Contains(test.page, want) {
				t.Errorf("%q is not in\n%s", want, test.page)
			}
		}
	}
}

// What somebody said is no Markdown: a summary stays one item of the list, and
// reads as it was said.
func TestASummaryIsOneItemWhateverItHolds(t *testing.T) {
	for _, says := range []string{
		"# no heading", "> no quote", "- no list", "1. no number", "2) nor this", "```go", "~~~", "---", "=", "[x] no box", "[a](http://b)", "![a](b)",
		"<script>alert(1)</script>", "a\nb", "max_conns and *stars* and _lines_", `C:\new`, "~~struck~~", "5.5 MB", "call `a_b(*c)` twice", "an ` alone_here",
	} {
		s := &State{}
		s.Reconcile(&FactLearned{creation("a", says)})
		text := []byte(ActiveState(s.Items()).Markdown())
		document := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(markdown.NewReader(text))
		var blocks []string
		read := ""
		_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.Text:
				if _, list := n.Parent().Parent().(*ast.ListItem); entering && (list || n.Parent().Kind() == ast.KindCodeSpan) {
					read += string(n.Value(text))
				}
			default:
				if entering && n.Type() == ast.TypeBlock {
					blocks = append(blocks, n.Kind().String())
				}
			}
			return ast.WalkContinue, nil
		})
		if got := strings.Join(blocks, " "); got != "Heading Heading List ListItem TextBlock" {
			t.Errorf("%q makes %s", says, got)
		}
		want := strings.ReplaceAll(strings.Join(strings.Fields(says), " "), "`", "")
		if got := strings.ReplaceAll(unescaped.ReplaceAllString(read, "$1"), "`", ""); got != want {
			t.Errorf("%q reads %q", says, got)
		}
	}
}

// unescaped undoes backslashes, which the parser's text still holds.
var unescaped = regexp.MustCompile("\\\\([\\[\\]\\\\<*_~#>+=.)`-])")

func FuzzEnvelope(f *testing.F) {
	f.Add([]byte(`{"kind":"goal_set","id":"a","summary":"s","sourceTurns":[{"turnId":"t"}]}`))
	f.Add([]byte(`{"kind":"item_superseded","targetId":"a"}`))
	f.Add([]byte(`{"kind":"decision_made","id":"a","summary":"s","alternatives":null,"tags":[],"timestamp":"2026-01-02T03:04:05+01:00","sourceTurns":[{"turnId":"t"}]}`))
	f.Add([]byte(`{"kind":"branch_created","id":"a","summary":"s","alternatives":["x","y"],"scope":"local","confidence":"low","sourceTurns":[{"turnId":"t"}]}`))
	f.Add([]byte(`[1]`))
	f.Fuzz(func(t *testing.T, src []byte) {
		var e Envelope
		if json.Unmarshal(src, &e) != nil {
			return
		}
		s := &State{}
		for _, d := range Normalise(s, Unwrap([]Envelope{e})) {
			s.Reconcile(d)
		}
		readAgain(t, s)
	})
}

// readAgain holds that a state is written as a snapshot that is read, and means the same.
func readAgain(t *testing.T, s *State) {
	t.Helper()
	text, err := s.Snapshot(noon).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	n, err := ParseSnapshot(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if again, err := n.Restore().Snapshot(noon).Serialize(); err != nil || !bytes.Equal(again, text) {
		t.Fatalf("%v: read again it is\n%s\nand was\n%s", err, again, text)
	}
}

func FuzzSnapshot(f *testing.F) {
	s, _ := history(1)
	text, _ := s.Snapshot(noon).Serialize()
	f.Add(text)
	f.Add([]byte(`{"version":1,"items":[null],"deltaLog":[null,{}]}`))
	small := &State{}
	small.Reconcile(&DecisionMade{Creation: Creation{ID: "a", Summary: "s", Provenance: Provenance{SourceTurns: []SourceTurn{{TurnID: "t"}}}}})
	text, _ = small.Snapshot(noon).Serialize()
	f.Add(text)
	f.Fuzz(func(t *testing.T, src []byte) {
		n, err := ParseSnapshot(src)
		if err != nil {
			return
		}
		restored := n.Restore()
		readAgain(t, restored)
		ActiveState(restored.Items()).Markdown()
	})
}

func TestTheDeltaLogOfASnapshotMakesItsItems(t *testing.T) {
	for seed := range uint64(20) {
		s, _ := history(seed)
		n := s.Snapshot(noon)
		events, ok := n.Events()
		if !ok {
			t.Fatalf("seed %d: the log makes other items", seed)
		}
		again, err := replay(events)
		if err != nil || !equalJSON(t, again.SortedItems(), s.SortedItems()) {
			t.Fatalf("seed %d: the replayed log differs, %v", seed, err)
		}
	}
	n := settled(t).Snapshot(noon)
	n.Items[0].Summary = "made by somebody else"
	if _, ok := n.Events(); ok {
		t.Error("a log is told that makes other items")
	}
}
