package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/engine/report"
)

func TestAdoptTellsPathsFromEntities(t *testing.T) {
	const acquire = "adopt store/pool.go::Pool.Acquire absent over a1a1a1a1a1a1"
	root := tree(t, map[string]string{"store/pool.go": "", "README.md": "", "Pool.Acquire": "", "other/a.go": ""})
	inStore := filepath.Join(root, "store")
	tests := []struct {
		name    string
		current string
		args    []string
		did     string // "" for wrong use
		says    string
	}{
		{"a file", root, []string{"store/pool.go"}, `adopt ["store/pool.go"]`, ""},
		{"a folder, by a name that ends with a slash", root, []string{"store/"}, `adopt ["store"]`, ""},
		{"the workspace", root, []string{"."}, `adopt ["."]`, ""},
		{"from a folder of the workspace", inStore, []string{"pool.go", "../other"}, `adopt ["store/pool.go" "other"]`, ""},
		{"an absolute path", inStore, []string{filepath.Join(root, "other")}, `adopt ["other"]`, ""},
		{"a file that is one entity is taken as a file", root, []string{"README.md"}, `adopt ["README.md"]`, ""},
		{"a full key", root, []string{"store/pool.go::Pool.Acquire"}, acquire, ""},
		{"the end of a key", root, []string{"Acquire"}, acquire, ""},
		{"both at once, entities first", root, []string{"other", "Acquire"}, acquire + "\nadopt [\"other\"]", ""},
		{"a name of both", root, []string{"Pool.Acquire"}, "", `"Pool.Acquire" is a file or folder and names store/pool.go::Pool.Acquire as well; say ./Pool.Acquire or store/pool.go::Pool.Acquire`},
		{"the file of that name", root, []string{"./Pool.Acquire"}, `adopt ["Pool.Acquire"]`, ""},
		{"nothing of that name", root, []string{"other", "nowhere.go"}, "", `"nowhere.go" is no file or folder here, and no symbol of the State Map`},
		{"an entity that is not there", root, []string{"store/pool.go::Nowhere"}, "", `there is no symbol "store/pool.go::Nowhere"`},
		{"a tombstoned entity", root, []string{"store/pool.go::Pool.Drain"}, "", `there is no symbol "store/pool.go::Pool.Drain"`},
		{"out of the workspace", root, []string{"../x.go"}, "", "../x.go is not in the workspace " + root},
		{"nothing at all", root, nil, "", "holdfast adopt needs a PATH or an ENTITY"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := line{engine: story(), workspace: root, current: test.current}
			l.engine.adoption = events.Adoption{Files: 1, Adopted: 2}
			code := l.run(t, append([]string{"adopt", "--workspace", root}, test.args...)...)
			if want := map[bool]int{true: 0, false: 2}[test.did != ""]; code != want || l.engine.did() != test.did || !strings.Contains(l.errout.String(), test.says) {
				t.Errorf("exit code %d, did %q, %s", code, l.engine.did(), l.errout.String())
			}
		})
	}
}

func TestAdoptOfAnAmbiguousNameAsksWhich(t *testing.T) {
	l := line{engine: story()}
	l.engine.entities = append(l.engine.entities, report.Entity{Key: "b.go::Acquire", Path: "b.go", Symbol: "Acquire"})
	if code := l.run(t, "adopt", "Acquire"); code != 2 || !strings.Contains(l.errout.String(), `"Acquire" fits 2: `) {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
}

func TestAdoptCreatesAWorkspaceOnlyForFilesThatThereAre(t *testing.T) {
	root := tree(t, map[string]string{"a.go": ""})
	for arg, existing := range map[string]bool{"a.go": false, ".": false, "Acquire": true, "a.go::F": true, "nowhere": true} {
		l := line{engine: story(), workspace: root}
		l.run(t, "adopt", arg)
		if l.engine.options.Existing != existing || !l.engine.options.Beside {
			t.Errorf("%s: %+v", arg, l.engine.options)
		}
	}
}

func TestAdoptTellsWhatBecameOfTheFiles(t *testing.T) {
	var many []events.SkippedFile
	for i := range 6 {
		many = append(many, events.SkippedFile{Path: fmt.Sprintf("bin/%d", i), Why: "not a text"})
	}
	tests := []struct {
		name     string
		adoption events.Adoption
		args     []string
		out      string
	}{
		{"new files", events.Adoption{Files: 2, Adopted: 12}, nil, "Adopted 12 symbols in 2 files.\n"},
		{"one", events.Adoption{Files: 1, Adopted: 1}, nil, "Adopted 1 symbol in 1 file.\n"},
		{"again", events.Adoption{Files: 2, Unchanged: 12}, nil, "Nothing new: all 12 symbols in 2 files were already up to date.\n"},
		{"a loss", events.Adoption{Files: 1, Adopted: 2, Tombstoned: []string{"a.go::F"}}, nil,
			"Adopted 2 symbols in 1 file.\nRemoved a.go::F: its file does not contain it any more.\n"},
		{"few that were skipped", events.Adoption{Files: 1, Adopted: 2, Skipped: many[:2]}, nil,
			"Adopted 2 symbols in 1 file.\nSkipped:\n  bin/0  not a text\n  bin/1  not a text\n"},
		{"many that were skipped", events.Adoption{Files: 1, Adopted: 2, Skipped: many}, nil,
			"Adopted 2 symbols in 1 file.\n6 files were skipped; holdfast adopt -v names them.\n"},
		{"many that were skipped, named", events.Adoption{Files: 1, Adopted: 2, Skipped: many}, []string{"-v"},
			"Adopted 2 symbols in 1 file.\nSkipped:\n  bin/0  not a text\n  bin/1  not a text\n  bin/2  not a text\n  bin/3  not a text\n  bin/4  not a text\n  bin/5  not a text\n"},
		{"files with a syntax error", events.Adoption{Files: 2, Adopted: 2, Faulty: []events.FaultyFile{
			{Path: "a.go", Unread: "lines 5-9", With: []string{"F"}, Kept: []string{"a.go::G"}}, {Path: "b.go", Unread: "line 3"},
		}}, nil, "Adopted 2 symbols in 2 files.\n" +
			"a.go has a syntax error, or syntax that its grammar does not know:\n" +
			"  F is adopted as it stands, with the error in it.\n" +
			"  lines 5-9 could not be read, and nothing more of it is adopted.\n" +
			"  a.go::G stays as it was: it may stand in what could not be read.\n" +
			"b.go has a syntax error, or syntax that its grammar does not know:\n" +
			"  line 3 could not be read, and nothing more of it is adopted.\n"},
		{"many of them", events.Adoption{Files: 6, Adopted: 2, Faulty: make([]events.FaultyFile, 6)}, nil,
			"Adopted 2 symbols in 6 files.\n6 files have a syntax error and were not adopted whole; holdfast adopt -v names them.\n"},
	}
	for _, test := range tests {
		l := line{engine: story(), workspace: tree(t, map[string]string{"a.go": ""})}
		l.engine.adoption, l.engine.diverge = test.adoption, nil
		code := l.run(t, append(test.args, "adopt", ".")...)
		if code != 0 || l.out.String() != test.out || l.errout.Len() > 0 {
			t.Errorf("%s: exit code %d, %s%s", test.name, code, l.out.String(), l.errout.String())
		}
	}
}

func TestAdoptAsOneJSONObject(t *testing.T) {
	for want, adoption := range map[string]events.Adoption{
		`{"files":1,"adopted":2,"unchanged":3,"tombstoned":["a.go::F"],"skipped":[{"path":"x","reason":"not a text"}],"faulty":[]}`: {
			Files: 1, Adopted: 2, Unchanged: 3, Tombstoned: []string{"a.go::F"}, Skipped: []events.SkippedFile{{Path: "x", Why: "not a text"}}},
		`{"files":1,"adopted":0,"unchanged":1,"tombstoned":[],"skipped":[],"faulty":[]}`: {Files: 1, Unchanged: 1},
		`{"files":1,"adopted":1,"unchanged":0,"tombstoned":[],"skipped":[],"faulty":[{"path":"a.go","unread":"lines 5-9","with_errors":["F"],"kept":["a.go::G"]}]}`: {
			Files: 1, Adopted: 1, Faulty: []events.FaultyFile{{Path: "a.go", Unread: "lines 5-9", With: []string{"F"}, Kept: []string{"a.go::G"}}}},
	} {
		l := line{engine: story(), workspace: tree(t, map[string]string{"a.go": ""})}
		l.engine.adoption, l.engine.diverge = adoption, nil
		code := l.run(t, "adopt", "a.go", "--json")
		var got json.RawMessage
		if err := json.Unmarshal(l.out.Bytes(), &got); err != nil || code != 0 {
			t.Fatalf("exit code %d, %v: %s", code, err, l.out.String())
		}
		compact, err := json.Marshal(got)
		if err != nil || string(compact) != want {
			t.Errorf("%s\nwant %s (%v)", compact, want, err)
		}
	}
}

func TestAdoptOfNothingIsAVerdict(t *testing.T) {
	skipped := events.Adoption{Skipped: []events.SkippedFile{{Path: "a.go", Why: "too large: 600 KiB, the limit is 512 KiB"}}}
	for says, adoption := range map[string]events.Adoption{
		"nothing was adopted: a.go: too large: 600 KiB, the limit is 512 KiB\n": skipped,
		"nothing was adopted: no source file was found\n":                       {},
	} {
		for _, args := range [][]string{{"adopt", "a.go"}, {"adopt", "a.go", "--json"}} {
			l := line{engine: story(), workspace: tree(t, map[string]string{"a.go": ""})}
			l.engine.adoption = adoption
			if code := l.run(t, args...); code != 1 || l.errout.String() != "holdfast: "+says {
				t.Errorf("%v: exit code %d, %s", args, code, l.errout.String())
			}
		}
	}
}

func TestAdoptThatBreaksOffSaysHowFarItCame(t *testing.T) {
	l := line{engine: story(), workspace: tree(t, map[string]string{"a.go": ""})}
	l.engine.adoption, l.engine.err = events.Adoption{Files: 3, Adopted: 300}, errors.New("the disk is full; free some space and try again")
	want := "holdfast: the disk is full; free some space and try again; 300 symbols had been adopted by then, and holdfast adopt goes on from there\n"
	if code := l.run(t, "adopt", "."); code != 2 || l.errout.String() != want {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
}

func TestAnEntityThatCannotBeAdoptedIsSkippedAndTheRestIsNot(t *testing.T) {
	l := line{engine: story(), workspace: tree(t, map[string]string{"a.go": ""})}
	l.engine.err = fmt.Errorf("README.md::*: %w", engine.ErrChanged)
	code := l.run(t, "adopt", "README.md::*", "--json")
	if code != 1 || !strings.Contains(l.out.String(), engine.ErrChanged.Error()) || !strings.Contains(l.errout.String(), "nothing was adopted: README.md::*: ") {
		t.Errorf("exit code %d, %s%s", code, l.out.String(), l.errout.String())
	}
}

func TestAdoptsProgressIsOneLineOfTheScreen(t *testing.T) {
	for _, path := range []string{"a.go", strings.Repeat("long/", 30) + "\x1b[2Jname.go", strings.Repeat("日本", 60)} {
		got := progressLine(events.AdoptProgress{Files: 1, Entities: 1200, Skipped: 3, Path: path})
		text := strings.TrimSuffix(strings.TrimPrefix(got, "\r"), "\x1b[K")
		if !strings.HasPrefix(text, "1 file, 1200 symbols, 3 skipped  ") || ansi.StringWidth(text) >= columns || strings.ContainsAny(text, "\x1b\r\n") {
			t.Errorf("%d columns: %q", ansi.StringWidth(text), got)
		}
	}
	if got := progressLine(events.AdoptProgress{Files: 2, Path: "a.go"}); got != "\r2 files, 0 symbols  a.go\x1b[K" {
		t.Errorf("%q", got)
	}
}
