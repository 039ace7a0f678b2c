package canon

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// state holds entities by label and hash, in the order given.
func state(pairs ...string) State {
	s := Project(Facts{Updated: noon})
	for i := 0; i < len(pairs); i += 2 {
		s.LastPersistentArtifacts = append(s.LastPersistentArtifacts, PersistentArtifact{
			ArtifactID: pairs[i+1], ArtifactType: "project_source", CreatedAt: "2025-03-01T12:00:00Z", PathOrLabel: pairs[i],
		})
	}
	return s
}

func has(hashes ...string) func(string) bool {
	return func(h string) bool { return slices.Contains(hashes, h) }
}

var errPipe = errors.New("it is a pipe")

// disk holds a.go with A at hash 1 and B at hash 2; pipe.go cannot be read.
func disk(path string) (map[string]string, error) {
	switch path {
	case "a.go":
		return map[string]string{"A": hashOf(1), "B": hashOf(2)}, nil
	case "pipe.go":
		return nil, errPipe
	}
	return nil, fs.ErrNotExist
}

func told(p Plan) []string {
	var lines []string
	for name, steps := range map[string][]Step{
		"restored": p.Restored, "healed": p.Healed, "missing": p.Missing, "dropped": p.Dropped, "unchanged": p.Unchanged,
	} {
		for _, s := range steps {
			lines = append(lines, name+" "+s.Key+": "+s.Reason)
		}
	}
	slices.Sort(lines)
	return lines
}

func TestAnEntityComesBackOnlyWithItsOwnContent(t *testing.T) {
	tests := []struct {
		name    string
		state   State
		vault   []string
		current map[string]string
		want    []string
	}{
		{"the map has it", state("a.go::A", hashOf(1)), nil, map[string]string{"a.go::A": hashOf(1)},
			[]string{"unchanged a.go::A: the State Map has this version"}},
		{"the Vault has it", state("gone.go::A", hashOf(7)), []string{hashOf(7)}, nil,
			[]string{"restored gone.go::A: the Vault has this version"}},
		{"the map has another version", state("a.go::A", hashOf(7)), []string{hashOf(7)}, map[string]string{"a.go::A": hashOf(8)},
			[]string{"restored a.go::A: the Vault has this version; it replaces sha256:000000000000"}},
		{"the database is lost, the disk has it", state("a.go::A", hashOf(1), "a.go::B", hashOf(2)), nil, nil,
			[]string{"healed a.go::A: the disk has this version", "healed a.go::B: the disk has this version"}},
		{"the disk has another version", state("a.go::A", hashOf(7)), nil, nil,
			[]string{"missing a.go::A: the Vault does not have this version, and the disk holds another one, sha256:000000000000"}},
		{"the file lost the symbol", state("a.go::C", hashOf(1)), nil, nil,
			[]string{"missing a.go::C: the Vault does not have this version, and the file does not define it"}},
		{"the file is gone", state("gone.go::A", hashOf(1)), nil, nil,
			[]string{"missing gone.go::A: the Vault does not have this version, and there is no such file"}},
		{"the file cannot be read", state("pipe.go::A", hashOf(1)), nil, nil,
			[]string{"missing pipe.go::A: the Vault does not have this version, and the file cannot be read: it is a pipe"}},
		{"the document lacks what the map holds", state("a.go::A", hashOf(1)), nil, map[string]string{"z.go::Z": hashOf(3), "a.go::B": hashOf(2), "a.go::A": hashOf(1)},
			[]string{"dropped a.go::B: the document does not hold it", "dropped z.go::Z: the document does not hold it", "unchanged a.go::A: the State Map has this version"}},
		{"the document holds it twice alike", state("a.go::A", hashOf(1), "a.go::A", hashOf(1)), nil, nil,
			[]string{"healed a.go::A: the disk has this version"}},
		{"the document holds it twice and differently", state("a.go::A", hashOf(1), "a.go::A", hashOf(2)), []string{hashOf(1), hashOf(2)}, nil,
			[]string{"missing a.go::A: the document holds it twice, with different contents"}},
		{"a document of another program", state("src/auth/index.ts", "artifact-001", "", "artifact-002"), nil, nil,
			[]string{"missing artifact-002: the document does not say what it is: it has no path_or_label", "missing src/auth/index.ts: it names no entity of code as path::symbol"}},
		{"no hash", state("a.go::A", "SHA256:"+strings.Repeat("A", 64)), nil, nil,
			[]string{"missing a.go::A: its artifact_id is not the hash of a content"}},
	}
	for _, test := range tests {
		got := told(NewPlan(test.state, has(test.vault...), disk, test.current))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

func TestARecoveryNeverReadsOutsideTheWorkspace(t *testing.T) {
	for _, path := range []string{"/etc/passwd", "../x.go", "a/../../x.go", "./a.go", "a//b.go", `C:\x.go`, "c:/x.go", `a\b.go`, ".", "a.go\x00"} {
		p := NewPlan(state(path+"::A", hashOf(1)), has(hashOf(1)), func(path string) (map[string]string, error) {
			t.Errorf("%q was read", path)
			return nil, fs.ErrNotExist
		}, nil)
		if len(p.Missing) != 1 || !strings.Contains(p.Missing[0].Reason, "inside the workspace") {
			t.Errorf("%q: %+v", path, p)
		}
	}
}

func TestAFileIsReadOnceAndOnlyWhereTheVaultLacksIt(t *testing.T) {
	reads := map[string]int{}
	NewPlan(state("a.go::A", hashOf(1), "b.go::B", hashOf(5), "a.go::B", hashOf(2), "c.go::C", hashOf(6)), has(hashOf(5)),
		func(path string) (map[string]string, error) {
			reads[path]++
			return disk(path)
		}, map[string]string{"c.go::C": hashOf(6)})
	if len(reads) != 1 || reads["a.go"] != 1 {
		t.Errorf("%v", reads)
	}
}

// An older document may be recovered, and the newer one again after it.
func TestARecoveryCanBeTakenBackByTheNewerDocument(t *testing.T) {
	older, newer := state("a.go::A", hashOf(3)), state("a.go::A", hashOf(4), "b.go::B", hashOf(5))
	vault := has(hashOf(3), hashOf(4), hashOf(5))
	back := NewPlan(older, vault, disk, contents(newer))
	if len(back.Restored) != 1 || len(back.Dropped) != 1 {
		t.Errorf("%+v", back)
	}
	again := NewPlan(newer, vault, disk, contents(older))
	if len(again.Restored) != 2 || len(again.Dropped)+len(again.Missing) != 0 {
		t.Errorf("%+v", again)
	}
	if same := NewPlan(newer, vault, disk, contents(newer)); !same.Empty() || len(same.Unchanged) != 2 {
		t.Errorf("%+v", same)
	}
}

func TestARecoveryIsADecisionOfModeB(t *testing.T) {
	p := NewPlan(state("a.go::A", hashOf(1), "v.go::V", hashOf(9), "gone.go::G", hashOf(3)), has(hashOf(9)), disk, map[string]string{"old.go::O": hashOf(4)})
	d := Decide(p.Changes())
	want := "Recovered: a.go::A, v.go::V. Could not be recovered: gone.go::G. Left the State Map, since the recovered document lacks it: old.go::O"
	if d.Mode != ModeB || d.Summary != want {
		t.Errorf("mode %s, %q, want %q", d.Mode, d.Summary, want)
	}
	if d.AuthorizedDelta != "AUTHORITATIVE again, recovered; Recover from a pasted document" || len(d.AffectedTargets) != 4 {
		t.Errorf("%+v", d)
	}
}

// FuzzPlan proves that no document brings back what neither the Vault nor the
// disk holds, and that every row of it is accounted for.
func FuzzPlan(f *testing.F) {
	seeds(f)
	lost, err := json.Marshal(Project(Facts{Seq: 1, Updated: noon, Lost: []Loss{{Path: "gone.go", Symbol: "Gone", Hash: hashOf(7), Reason: "there is no such file"}}}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(lost)
	f.Fuzz(func(t *testing.T, text []byte) {
		d, faults := Read(text, Any)
		if len(faults) > 0 || len(Validate(d, nil)) > 0 {
			return
		}
		state := d.State()
		plan := NewPlan(state, has(), func(path string) (map[string]string, error) {
			if !fs.ValidPath(path) {
				t.Fatalf("%q was read", path)
			}
			return nil, fs.ErrNotExist
		}, nil)
		if len(plan.Restored)+len(plan.Healed)+len(plan.Unchanged)+len(plan.Dropped) > 0 {
			t.Fatalf("content came from nowhere: %+v", plan)
		}
		if rows := len(state.LastPersistentArtifacts) + len(losses(state)); (len(plan.Missing) == 0) != (rows == 0) {
			t.Fatalf("%d rows, but the plan is %+v", rows, plan)
		}
	})
}

// What a state misses, since a recovery before could not bring it back, it misses
// wherever it is recovered.
func TestWhatAStateMissesStaysMissing(t *testing.T) {
	lost := Loss{Path: "gone.go", Symbol: "Gone", Hash: hashOf(7), Reason: "there is no such file"}
	s := Project(Facts{Updated: noon, Lost: []Loss{lost}, Entities: []Entity{{Path: "a.go", Symbol: "A", Hash: hashOf(1), Granted: noon}}})
	foreign := s.OpenConflicts[0]
	foreign.ConflictID, foreign.Description = "missing-other.go::Other", "someone lost it"
	resolved := s.OpenConflicts[0]
	resolved.Status = "resolved"
	s.OpenConflicts = append(s.OpenConflicts, foreign, s.OpenConflicts[0])
	want := []string{"missing gone.go::Gone: there is no such file", "unchanged a.go::A: the State Map has this version"}
	for name, current := range map[string]map[string]string{
		"never there": {"a.go::A": hashOf(1)}, "there again": {"a.go::A": hashOf(1), "gone.go::Gone": hashOf(7)},
	} {
		if got := told(NewPlan(s, has(), disk, current)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	s.OpenConflicts = []Conflict{resolved}
	if got := told(NewPlan(s, has(), disk, nil)); !slices.Equal(got, []string{"healed a.go::A: the disk has this version"}) {
		t.Errorf("a conflict that is resolved: %q", got)
	}
}
