package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/operator"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// did are the engine's calls but for closing.
func (f *fakeEngine) did() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(f.calls), func(c string) bool { return c == "close" }), "\n")
}

func TestDecisionsReachTheEngineWithWhatWasShown(t *testing.T) {
	tests := []struct {
		args []string
		did  string
		out  string
	}{
		{[]string{"accept", "c3c3c3c3c3c3"}, "accept c3c3c3c3c3c3 hash of c3c3c3c3c3c3 base of c3c3c3c3c3c3", "Accepted store/pool.go::Pool.Acquire.\n"},
		{[]string{"accept", "e5"}, "accept e5e5e5e5e5e5 hash of e5e5e5e5e5e5 base of e5e5e5e5e5e5", "Removed store/pool.go::Pool.Close.\n"},
		{[]string{"accept", "c3c3c3c3d", "--path", "store/other.go"}, "accept c3c3c3c3d4d4 at store/other.go", "Accepted c3c3c3c3d4d4 for store/other.go.\n"},
		{[]string{"accept", "sha256:5ee5", "--path", "x.go"}, "accept sha256:5ee5 at x.go", "Accepted sha256:5ee5 for x.go.\n"},
		{[]string{"reject", "c3c3c3c3d"}, `reject c3c3c3c3d4d4 because ""`, "Rejected the proposal for store/new.go::Open.\n"},
		{[]string{"reject", "--reason", "half of it is gone", "e5e5"}, `reject e5e5e5e5e5e5 because "half of it is gone"`, "Rejected the proposal for store/pool.go::Pool.Close.\n"},
		{[]string{"tombstone", "Pool.Acquire"}, "tombstone store/pool.go::Pool.Acquire", "Removed store/pool.go::Pool.Acquire; holdfast restore brings it back, until 10 more requests have come.\n"},
		{[]string{"tombstone", "--reason", "it went elsewhere", "Pool.Acquire"}, "tombstone store/pool.go::Pool.Acquire because it went elsewhere", "Removed store/pool.go::Pool.Acquire; holdfast restore brings it back, until 10 more requests have come.\n"},
		{[]string{"tombstone", "LICENSE", "--reason", "of another tool"}, "tombstone LICENSE because of another tool", "Gave up LICENSE. If you recover the block again, it is reported as lost again.\n"},
		{[]string{"keep", "README.md"}, "keep README.md::* b2b2b2b2b2b2 over sha256:d15c", "README.md::* is kept as v1; the next edit of README.md makes it STALE again.\n"},
		{[]string{"accept", "c3c3c3c3d", "--as", "Acquire"}, "accept c3c3c3c3d4d4 hash of c3c3c3c3d4d4 base of store/pool.go::Pool.Acquire as store/pool.go::Pool.Acquire", "Accepted store/pool.go::Pool.Acquire.\n"},
		{[]string{"revert", "Acquire", "1"}, "revert store/pool.go::Pool.Acquire 1", "store/pool.go::Pool.Acquire has the code of v1 again, as a new version.\n"},
		{[]string{"forget", "store"}, "forget [store/pool.go::Pool.Acquire]", "Forgot store/pool.go::Pool.Acquire; holdfast adopt takes the files in again.\n"},
		{[]string{"restore", "Drain"}, "restore store/pool.go::Pool.Drain", "Restored store/pool.go::Pool.Drain.\n"},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			l := line{engine: story()}
			l.engine.losses = []report.Loss{{Key: "LICENSE", Hash: "sha256:77", Reason: "it names no entity of code as path::symbol"}}
			if code := l.run(t, test.args...); code != 0 {
				t.Fatalf("exit code %d: %s", code, l.errout.String())
			}
			if l.engine.did() != test.did || l.out.String() != test.out {
				t.Errorf("did %q, printed %q", l.engine.did(), l.out.String())
			}
		})
	}
}

func TestNamesThatFitNothingOrSeveralAreWrongUse(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"show", "Nowhere"}, `there is no symbol "Nowhere"; holdfast state lists what there is`},
		{[]string{"explain", "pool.go"}, `"pool.go" fits 3: store/pool.go::Pool.Acquire, store/pool.go::Pool.Drain, store/pool.go::Pool.Close; say which`},
		{[]string{"keep", "Drain"}, `"Drain" is no file or folder here, and no symbol of the State Map; holdfast state lists what there is`},
		{[]string{"restore", "Nowhere"}, `there is no symbol "Nowhere"; holdfast state lists what there is`},
		{[]string{"revert", "Nowhere"}, `there is no symbol "Nowhere"; holdfast state lists what there is`},
		{[]string{"forget", "Nowhere"}, `"Nowhere" is no file or folder here, and no symbol of the State Map; holdfast state lists what there is`},
		{[]string{"accept", "c3c3c3c3d", "--as", "Nowhere"}, `there is no symbol "Nowhere"; holdfast state lists what there is`},
		{[]string{"tombstone", "Drain"}, `"Drain" is no file or folder here, and no symbol of the State Map; holdfast state lists what there is`},
		{[]string{"accept", "c3"}, `"c3" fits 2: c3c3c3c3c3c3, c3c3c3c3d4d4; say which`},
		{[]string{"accept", "sha256:5ee5"}, `"sha256:5ee5" is code whose symbol is unknown: give it its file with holdfast accept sha256:5ee5 --path FILE`},
		{[]string{"accept", "zz"}, `there is no proposal "zz"; holdfast pending lists what waits`},
		{[]string{"accept", ""}, `there is no proposal ""; holdfast pending lists what waits`},
		{[]string{"show", ""}, `there is no symbol ""; holdfast state lists what there is`},
	}
	for _, test := range tests {
		var l line
		code := l.run(t, test.args...)
		if code != 2 || l.errout.String() != "holdfast: "+test.want+"\n" || l.engine.did() != "" {
			t.Errorf("%v: exit code %d, %s did %q", test.args, code, l.errout.String(), l.engine.did())
		}
	}
}

func TestAChangedProposalIsAVerdictAndAFailureIsNot(t *testing.T) {
	for err, want := range map[error]int{
		fmt.Errorf("store/pool.go::Pool.Acquire: %w", engine.ErrChanged): 1,
		errors.New("the disk is full"):                                   2,
	} {
		l := line{engine: story()}
		l.engine.err = err
		if code := l.run(t, "accept", "e5"); code != want {
			t.Errorf("%v: exit code %d, want %d", err, code, want)
		}
		if got := l.errout.String(); !strings.Contains(got, err.Error()) {
			t.Errorf("stderr %q", got)
		}
	}
}

func TestShowOfATombstonedEntityIsAVerdict(t *testing.T) {
	var l line
	code := l.run(t, "show", "Drain")
	if want := "holdfast: store/pool.go::Pool.Drain was deleted; holdfast restore store/pool.go::Pool.Drain brings it back, until 10 more requests have come\n"; code != 1 || l.errout.String() != want {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
}

func TestPasteTakesStandardInputForAFileOfTheWorkspace(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "store", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	tests := []struct {
		name, current, path string
		want                string // the path that the engine gets, "" for refused
	}{
		{"from the root", root, "store/pool.go", "store/pool.go"},
		{"from a folder of the workspace", filepath.Join(root, "store"), "pool.go", "store/pool.go"},
		{"up and down again", filepath.Join(root, "store", "sub"), "../../a.go", "a.go"},
		{"absolute", outside, filepath.Join(root, "store", "pool.go"), "store/pool.go"},
		{"from elsewhere, by the root", outside, "store/pool.go", "store/pool.go"},
		{"out of the workspace", root, "../a.go", ""},
		{"absolute elsewhere", root, filepath.Join(outside, "a.go"), ""},
		{"a folder", root, "store/", ""},
		{"the root", root, ".", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := line{engine: story(), workspace: root, current: test.current, stdin: "func F() {}\n"}
			l.engine.paste = operator.PasteResult{
				Outcomes:  []events.Outcome{{Entity: "store/pool.go::F", State: event.Authoritative, Reason: "write_head"}},
				Unchanged: []event.EntityRef{{Entity: "store/pool.go::G"}},
			}
			code := l.run(t, "paste", "--path", test.path, "--workspace", root)
			if test.want == "" {
				if code != 2 || len(l.engine.calls) > 0 || !strings.Contains(l.errout.String(), "is not a file in the workspace") {
					t.Errorf("exit code %d, %s calls %v", code, l.errout.String(), l.engine.calls)
				}
				return
			}
			if did := l.engine.did(); code != 0 || did != "paste "+test.want+` "func F() {}\n"` {
				t.Errorf("exit code %d, did %s, %s", code, did, l.errout.String())
			}
			if want := "store/pool.go::F  accepted\nstore/pool.go::G  unchanged\n"; l.out.String() != want {
				t.Errorf("printed %q", l.out.String())
			}
		})
	}
}

func TestAPasteOfNothingIsRefused(t *testing.T) {
	for _, nothing := range []string{"", " \n\t\n"} {
		l := line{engine: story(), workspace: t.TempDir(), stdin: nothing}
		code := l.run(t, "paste", "--path", "a.go")
		if want := "standard input holds no code for a.go; see holdfast paste --help"; code != 2 || !strings.Contains(l.errout.String(), want) || l.engine.did() != "" {
			t.Errorf("%q: exit code %d, %s, did %q", nothing, code, l.errout.String(), l.engine.did())
		}
	}
}

func TestAPasteThatPromotesNothingIsAVerdict(t *testing.T) {
	l := line{engine: story(), stdin: "func F() { … }\n"}
	l.engine.paste = operator.PasteResult{Outcomes: []events.Outcome{
		{Entity: "a.go::F", State: event.Proposed, Reason: "elided at line 3"},
		{Reason: "no symbol was found"},
	}}
	code := l.run(t, "paste", "--path=a.go")
	if want := "a.go::F      waits\n    elided at line 3\n(no symbol)  not linked\n    no symbol was found\n"; code != 1 || l.out.String() != want {
		t.Errorf("exit code %d, printed %q", code, l.out.String())
	}
}

func TestEntityNames(t *testing.T) {
	keys := []string{
		"src/pool.go::Pool.Acquire", "src/pool.go::Acquire", "lib/pool.go::Pool.Acquire", "README.md::*", "docs/README.md::*",
		"src/main.go::main", "cmd/x.go::Run",
	}
	tests := []struct{ arg, want string }{
		{"src/pool.go::Pool.Acquire", "src/pool.go::Pool.Acquire"},
		{"src/pool.go::Acquire", "src/pool.go::Acquire"}, // the full key wins over ends
		{"main", "src/main.go::main"},
		{"main.go", "src/main.go::main"},
		{"x.go::Run", "cmd/x.go::Run"},
		{"docs/README.md", "docs/README.md::*"},
		{"Acquire", ""},      // three
		{"Pool.Acquire", ""}, // two files
		{"pool.go::Acquire", "src/pool.go::Acquire"},
		{"README.md", ""}, // two files
		{"README.md::*", "README.md::*"},
		{"ool.go::Acquire", ""}, // not from a boundary on
		{"cquire", ""},
		{"::main", ""},
		{"", ""},
	}
	for _, test := range tests {
		got, err := pickEntity(keys, test.arg)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q: %q, %v", test.arg, got, err)
		}
	}
}

func TestManyCandidatesAreCounted(t *testing.T) {
	var keys []string
	for i := range 11 {
		keys = append(keys, fmt.Sprintf("f%02d.go::Close", i))
	}
	_, err := pickEntity(keys, "Close")
	if err == nil || !strings.HasSuffix(err.Error(), "f07.go::Close and 3 more; say which") {
		t.Error(err)
	}
}

func TestShortIDsAreUnique(t *testing.T) {
	var proposals []report.Proposal
	for _, id := range []string{"aaaaaaaaaa01", "aaaaaaaaaa02", "bbbbbbbbbbbb", "cc"} {
		proposals = append(proposals, report.Proposal{ID: id})
	}
	ids := shortIDs(proposals)
	for id, want := range map[string]string{"aaaaaaaaaa01": "aaaaaaaaaa01", "aaaaaaaaaa02": "aaaaaaaaaa02", "bbbbbbbbbbbb": "bbbbbbbb", "cc": "cc"} {
		if ids[id] != want {
			t.Errorf("%s: %s, want %s", id, ids[id], want)
		}
		if got, err := pickID(proposals, ids[id]); got != id {
			t.Errorf("%s leads to %q, %v", ids[id], got, err)
		}
	}
}
