package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/store/event"
)

// conversed are items of several kinds and standings.
func conversed() []delta.Item {
	from := []delta.SourceTurn{{TurnID: "ep8.user"}}
	item := func(id string, kind delta.ItemKind, status delta.Status, says string) delta.Item {
		return delta.Item{ID: id, SemanticID: "g-0011aabb", Kind: kind, Summary: says, Status: status, Confidence: delta.High, Scope: delta.Session, SourceTurns: from, LastTouched: now}
	}
	task := item("item-3", delta.Task, delta.Resolved, "Write the migration")
	task.Resolution = delta.Completed
	rule := item("item-4", delta.Constraint, delta.Active, "The pool never lends more connections than the server takes, whatever the load is and whoever asks for one")
	rule.Tags, rule.Confidence = []string{delta.HardTag}, delta.Certain
	old := item("item-5", delta.Decision, delta.Superseded, "Take \x1b[2JRedis")
	old.ReplacedBy, old.Reason = "item-2", "no server"
	branch := item("item-6", delta.Hypothesis, delta.Tentative, "Which cache?")
	branch.Tags, branch.Alternatives = []string{delta.BranchTag}, []string{"none", "a map"}
	return []delta.Item{item("item-1", delta.Goal, delta.Active, "Build a connection pool"), item("item-2", delta.Decision, delta.Active, "Take SQLite"), task, rule, old, branch}
}

// conversedLog has an event of each type.
func conversedLog() []items.Record {
	from := delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: "ep8.user"}}, Timestamp: now}
	record := func(n int, source string, e delta.Event) items.Record {
		e.Seq, e.Timestamp = n, now.Add(-time.Minute)
		return items.Record{Event: e, Row: int64(10 + n), Recorded: e.Timestamp, Source: source}
	}
	goal := record(1, event.DeltaByRules, delta.Event{
		Type: delta.Accepted, ItemID: "item-1", ResultingStatus: delta.Active,
		Delta: delta.Envelope{Delta: &delta.GoalSet{Creation: delta.Creation{ID: "item-1", Summary: "Build a connection pool", Provenance: from}}},
	})
	goal.Episode = "ep8"
	return []items.Record{
		goal,
		record(2, event.DeltaByOperator, delta.Event{
			Type: delta.Accepted, ItemID: "item-2", ResultingStatus: delta.Active,
			Delta: delta.Envelope{Delta: &delta.DecisionRevised{TargetID: "item-2", Summary: "Take SQLite", Provenance: from}},
		}),
		record(3, event.DeltaByModel, delta.Event{
			Type: delta.Rejected, Reason: `target "item-2" is a decision, and task_closed can only change a task`,
			Delta: delta.Envelope{Delta: &delta.TaskClosed{TargetID: "item-2", Resolution: delta.Completed, Provenance: from}},
		}),
		record(4, "", delta.Event{Type: delta.Checkpoint, Totals: delta.Totals{Items: 6, Deltas: 9, Turns: 12, ContextChars: 120, RawChars: 900}}),
	}
}

func TestInspectShowsOneKindOnly(t *testing.T) {
	var l line
	if code := l.run(t, "inspect", "--kind", "task"); code != 0 || l.out.String() != "task:\n  item-3  Write the migration (completed)\n" {
		t.Errorf("exit code %d, %q %s", code, l.out.String(), l.errout.String())
	}
}

func TestReplayBeginsWhereItIsTold(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"replay", "--since", "3"}, "#3 #4"},
		{[]string{"replay", "--type", "accepted"}, "#1 #2"},
		{[]string{"replay", "--type", "accepted", "--since", "2"}, "#2"},
	} {
		var l line
		code := l.run(t, test.args...)
		var got []string
		for text := range strings.Lines(l.out.String()) {
			if strings.HasPrefix(text, "#") {
				got = append(got, strings.Fields(text)[0])
			}
		}
		if code != 0 || strings.Join(got, " ") != test.want {
			t.Errorf("%v: exit code %d, %v", test.args, code, got)
		}
	}
}

func TestItemCommandsNameWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"inspect", "--kind", "mood"}, `there is no kind of item "mood"; there are fact, preference, goal`},
		{[]string{"changed"}, "holdfast changed needs --since SEQ|TURN|TIME"},
		{[]string{"replay", "--type", "goal"}, `there is no type of event "goal"; there are accepted, rejected, checkpoint`},
		{[]string{"replay", "--since", "monday"}, `--since takes a number of the log, not "monday"`},
		{[]string{"explain", "item-99"}, `there is no symbol "item-99"`},
		{[]string{"import"}, "needs a SNAPSHOT"},
		{[]string{"import", "nowhere.json"}, "nowhere.json cannot be read"},
	} {
		var l line
		if code := l.run(t, test.args...); code != 2 || !strings.Contains(l.errout.String(), test.want) {
			t.Errorf("%v: exit code %d, %q, want %q", test.args, code, l.errout.String(), test.want)
		}
	}
}

func TestImportRefusesWhatItCannotTake(t *testing.T) {
	for _, test := range []struct {
		snapshot string
		err      error
		code     int
		want     string
	}{
		{`{"version":2}`, nil, 1, "nothing was imported: the snapshot has version 2, and only version 1 can be read"},
		{`{"version":1,"items":[{"id":"a"}]}`, nil, 1, "it has no summary"},
		{`no JSON`, nil, 1, "the snapshot is not a JSON object"},
		{`{"version":1}`, items.ErrNotEmpty, 1, "nothing was imported: the session has items already"},
		{`{"version":1}`, errors.New("the disk is full"), 2, "the disk is full"},
		{`{"version":1}`, nil, 0, "1 item was imported into session default."},
	} {
		l := line{engine: story(), stdin: test.snapshot}
		l.engine.err = test.err
		if code := l.run(t, "import", "-", "--replace"); code != test.code || !strings.Contains(l.out.String()+l.errout.String(), test.want) {
			t.Errorf("%s: exit code %d, %q %q, want %q", test.snapshot, code, l.out.String(), l.errout.String(), test.want)
		}
	}
}

func TestExportReplacesItsFilesAndNothingElse(t *testing.T) {
	l := line{workspace: t.TempDir()}
	l.engine = story()
	l.engine.status.Workspace = l.workspace
	folder := filepath.Join(l.workspace, ".deltamind")
	for name, content := range map[string]string{"snapshot.json": "old", "notes.txt": "mine"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code := l.run(t, "export"); code != 0 || !strings.Contains(l.out.String(), "  snapshot.json\n  TASKS.md\n") {
		t.Fatalf("exit code %d, %s%s", code, l.out.String(), l.errout.String())
	}
	var found []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, e.Name()+" "+strings.TrimSpace(string(text)))
	}
	if got := strings.Join(found, ", "); got != "TASKS.md # Tasks, notes.txt mine, snapshot.json {}" {
		t.Errorf("the folder holds %s", got)
	}
	for _, says := range []string{", which is new:\n", filepath.Join("a", "b") + ":\n"} {
		if code := l.run(t, "export", "--dir", "a/b"); code != 0 || !strings.Contains(l.out.String(), says) {
			t.Errorf("exit code %d, %s%s, want %q", code, l.out.String(), l.errout.String(), says)
		}
	}
}

func TestExportNamesAFolderThatCannotBe(t *testing.T) {
	var l line
	l.workspace = t.TempDir()
	if err := os.WriteFile(filepath.Join(l.workspace, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if code := l.run(t, "export", "--dir", "file"); code != 2 || !strings.Contains(l.errout.String(), "nothing can be written to "+filepath.Join(l.workspace, "file")+": not a directory; name another folder with --dir") {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
}

// Items go from one workspace to another by files, with the real engine.
func TestASnapshotGoesFromOneWorkspaceToAnother(t *testing.T) {
	const snapshot = `{"version":1,"timestamp":"2026-03-11T12:00:00Z","seq":12,"items":[
  {"id":"item-1","semanticId":"g-a3f7c012","kind":"goal","summary":"Build a REST API","status":"active","confidence":"high","scope":"session","sourceTurns":[{"turnId":"t-1"}],"lastTouched":"2026-03-11T12:00:00Z"},
  {"id":"item-2","semanticId":"g-a3f7c013","kind":"risk","summary":"The budget may go","status":"tentative","confidence":"low","scope":"project","sourceTurns":[{"turnId":"t-2"}],"lastTouched":"2026-03-11T12:00:00Z"}],"deltaLog":[]}`
	first, second := t.TempDir(), t.TempDir()
	must := func(dir, stdin string, code int, want string, args ...string) {
		t.Helper()
		got, out, errout := wired(t, dir, stdin, args...)
		if got != code || !strings.Contains(out+errout, want) {
			t.Fatalf("%v: exit code %d, want %d and %q:\n%s%s", args, got, code, want, out, errout)
		}
	}
	must(first, "", 2, "there is no holdfast workspace", "export")
	must(first, snapshot, 0, "2 items were imported into session default.", "import", "-")
	must(first, snapshot, 1, "nothing was imported: the session has items already: 2 in session default", "import", "-")
	must(first, "", 0, "Build a REST API", "inspect")
	must(first, "", 0, `"totalItems": 2`, "replay", "--json")
	must(first, "", 0, "t-1, which is not in this workspace", "explain", "g-a3f7c012")
	must(first, "", 0, "Nothing has changed since then.", "changed", "--since", "1")
	must(first, "", 0, "provenance.jsonl", "export", "--dir", second)
	must(second, "", 0, "2 items were imported", "import", "snapshot.json")
	must(second, "", 0, "item-2  The budget may go (tentative; low confidence)", "inspect", "--kind", "risk")
	must(second, "", 0, "2 items were imported", "import", "snapshot.json", "--replace")
	must(second, "", 0, "", "export", "--dir", "again")
	for _, name := range []string{"ACTIVE_STATE.md", "DECISIONS.md", "TASKS.md", "CONSTRAINTS.md"} {
		a, errA := os.ReadFile(filepath.Join(second, name))
		b, errB := os.ReadFile(filepath.Join(second, "again", name))
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("%s differs: %s, %s, %v, %v", name, a, b, errA, errB)
		}
	}
	must(second, "", 0, "agree", "verify")
}
