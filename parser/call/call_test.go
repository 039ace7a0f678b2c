package call

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// example is one call in the shape that a client uses, and what it does.
type example struct {
	Client    string          `json:"client"`
	Arguments json.RawMessage `json:"arguments"`
	Input     string          `json:"input"`
	Actions   []string        `json:"actions"`
}

func eachExample(t testing.TB, visit func(name string, c example)) {
	t.Helper()
	files, err := filepath.Glob("../../testdata/calls/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no example calls: %v", err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var c example
		if err := json.Unmarshal(b, &c); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		visit(strings.TrimSuffix(filepath.Base(f), ".json"), c)
	}
}

// told is an action in words.
func told(a Action) string {
	if a.Kind == Unclear {
		return fmt.Sprintf("unclear %s: %s", a.Path, a.Reason)
	}
	s := fmt.Sprintf("%s %s", a.Kind, a.Shape)
	if a.Kind == Change {
		s += " " + string(a.Change.Op)
	}
	s += " " + a.Path
	if a.Change.NewPath != "" {
		s += " to " + a.Change.NewPath
	}
	if a.Shape == InsertLine {
		s += fmt.Sprintf(" after %d", a.Change.Hunks[0].InsertLine)
	}
	if a.Partial {
		s += " partial"
	}
	if a.First > 0 {
		s += fmt.Sprintf(" from %d", a.First)
	}
	return s
}

func TestACallIsRecognisedByTheShapeOfItsArguments(t *testing.T) {
	eachExample(t, func(name string, c example) {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, a := range Read(Call{Name: "anything", Arguments: c.Arguments, Input: c.Input}) {
				got = append(got, told(a))
			}
			if !slices.Equal(got, c.Actions) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(c.Actions, "\n  "))
			}
		})
	})
}

func TestACommandWithoutWordsDoesNothing(t *testing.T) {
	for _, args := range []string{`{"command":[]}`, `{"command":[1]}`, `{"command":"[]"}`, `{"cmd":[null]}`, `{"commands":[]}`, `{"command":[""]}`, `{"command":""}`} {
		if got := Read(Call{Arguments: []byte(args)}); len(got) != 0 {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestACommandOnAnEmptyNameConcernsNoFile(t *testing.T) {
	for _, command := range []string{"rm ''", "rm a.go ''", "git rm ''", "mv '' ''", "cat ''", "cat -n ''", "sed -n 1p ''", "head -n 1 ''",
		"tee '' <<A\nx\nA", "tee -a '' <<A\nx\nA", "cat > '' <<A\nx\nA", "cat <<A | tee ''\nx\nA", "cd src && rm ''"} {
		args := `{"command":"` + command + `"}`
		if got := Read(Call{Arguments: []byte(args)}); len(got) != 0 {
			t.Errorf("%s: %+v", command, got)
		}
	}
}

func TestBrokenArgumentsAreUnclearOnlyWhereTheyWereToChangeAFile(t *testing.T) {
	for args, want := range map[string]int{
		`{"path": "a.go", "content": "pack`: 1,
		`{"pattern": "x`:                    0,
		`"no object"`:                       0,
		``:                                  0,
		`null`:                              0,
		`[1,2]`:                             0,
	} {
		if got := Read(Call{Arguments: []byte(args)}); len(got) != want || want == 1 && got[0].Kind != Unclear {
			t.Errorf("%s: %+v", args, got)
		}
	}
	twice, err := json.Marshal(`{"path":"a.go","content":"x"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := Read(Call{Arguments: twice}); len(got) != 1 || got[0].Change.Path != "a.go" {
		t.Errorf("arguments that were encoded twice: %+v", got)
	}
}

func TestHostileScriptsAreReadOrLeftAlone(t *testing.T) {
	for _, unit := range []string{"(", "$(", "{ ", "if ", "`", "<<A\n", "cat <<'A'\n", "\"", "a|", "! ", "$((", "[[ ( ", "case x in a) "} {
		script, err := json.Marshal(map[string]string{"command": strings.Repeat(unit, 200_000/len(unit))})
		if err != nil {
			t.Fatal(err)
		}
		if got := Read(Call{Arguments: script}); len(got) != 0 {
			t.Errorf("%q: %d actions", unit, len(got))
		}
		short, err := json.Marshal(map[string]string{"command": strings.Repeat(unit, maxScript/len(unit)-1)})
		if err != nil {
			t.Fatal(err)
		}
		Read(Call{Arguments: short})
	}
}

func TestHostileArgumentsAreReadOrLeftAlone(t *testing.T) {
	var members strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&members, `,"old%d":1`, i)
	}
	content := func(unit string) string {
		arguments, err := json.Marshal(map[string]string{"path": "a.py", "content": strings.Repeat(unit, 100_000/len(unit))})
		if err != nil {
			t.Fatal(err)
		}
		return string(arguments)
	}
	for name, tc := range map[string]struct{ arguments, want string }{
		"many members":             {`{"path":"a.py"` + members.String() + `}`, ""},
		"objects in objects":       {strings.Repeat(`{"x":`, 9000) + "1" + strings.Repeat("}", 9000), ""},
		"a list of halves":         {`{"path":"a.py","v":[` + strings.Repeat(`{"old":"a"},`, 8000) + `{"new":"b"}]}`, ""},
		"bars behind one number":   {content("1|\n"), "change whole_file write a.py"},
		"blocks that never end":    {content("<<<<<<< SEARCH\n"), `unclear a.py: the SEARCH block on line 2 has no ">>>>>>> REPLACE": it may have been cut`},
		"nothing but angles":       {content("<"), "change whole_file write a.py"},
		"nothing but backticks":    {content("`"), "change whole_file write a.py"},
		"a path in another member": {`{"` + strings.Repeat("path", 20_000) + `":"a.py","content":"x"}`, ""},
	} {
		var got []string
		for _, a := range Read(Call{Arguments: []byte(tc.arguments)}) {
			got = append(got, told(a))
		}
		if list := strings.Join(got, "; "); list != tc.want {
			t.Errorf("%s: %s", name, list)
		}
	}
}

func FuzzRead(f *testing.F) {
	eachExample(f, func(_ string, c example) { f.Add([]byte(c.Arguments), c.Input) })
	f.Add([]byte(`{"command":[]}`), "")
	f.Add([]byte(`{"command":"rm ''"}`), "")
	f.Fuzz(func(t *testing.T, arguments []byte, input string) {
		for _, a := range Read(Call{Arguments: arguments, Input: input}) {
			checkAction(t, a)
		}
	})
}

// checkAction holds what is true of whatever a call does.
func checkAction(t *testing.T, a Action) {
	t.Helper()
	is := map[Kind]bool{
		Change:  a.Path != "" && a.Path == a.Change.Path && a.Change.Op != "" && a.Reason == "",
		Show:    a.Path != "" && a.Change.Op == "",
		Rewrite: a.Path != "" && a.Change.Op == "" && len(a.Evidence) > 0,
		Unclear: a.Reason != "" && a.Change.Op == "",
	}[a.Kind]
	if !is {
		t.Errorf("%+v", a)
	}
}
