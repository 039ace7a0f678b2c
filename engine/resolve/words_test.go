package resolve

import (
	"slices"
	"strings"
	"testing"

	"holdfast/parser/block"
)

// Each sentence is what a person reads of a call that came to nothing.
func TestProduct10WhyAnEditFitsNothing(t *testing.T) {
	edit := func(path, old string) Made {
		return said("1", map[string]any{"path": path, "old_string": old, "new_string": "x"})
	}
	patch := func(text string) Made { return said("1", map[string]any{"input": text}) }
	removed := said("0", map[string]any{"command": "rm app/a.py"})
	const aPy = "def a():\n    return 1\n"
	for _, c := range []struct {
		name  string
		calls []Made
		disk  map[string]string
		reads map[string][]byte
		want  []string
	}{
		{"a file that only the disk has", []Made{edit("app/a.py", "return 2")}, map[string]string{"app/a.py": aPy}, nil,
			[]string{`the edit of app/a.py does not fit: the file on disk has no line "return 2"`}},
		{"a file that is not there", []Made{edit("app/a.py", "return 2")}, nil, nil,
			[]string{"the edit of app/a.py does not apply: no base: app/a.py is not tracked, and the disk has no such file that can be read"}},
		{"a file that cannot be parsed", []Made{edit("app/a.py", "return 2")}, map[string]string{"app/a.py": "a\x00b"}, nil,
			[]string{"the edit of app/a.py does not apply: no base: app/a.py is not tracked, and the disk has no such file that can be read"}},
		{"a file that was read", []Made{edit("app/a.py", "return 2")}, nil, map[string][]byte{"app/a.py": []byte(aPy)},
			[]string{`the edit of app/a.py does not fit: the file as it was read has no line "return 2"`}},
		{"a file that is tracked as a whole", []Made{edit("app/script.py", "import os")}, nil, nil,
			[]string{`the edit of app/script.py does not fit: the file as it is tracked has no line "import os"`}},
		{"a file that is tracked by its symbols", []Made{edit("store/pool.go", "nothing like it")}, nil, nil,
			[]string{`the edit of store/pool.go does not fit: what is known of the file has no line "nothing like it"`}},
		{"an entity has it more than once", []Made{edit("store/pool.go", "p.free")}, nil, nil,
			[]string{`the edit of store/pool.go does not fit: its old text stands 4 times in Pool.Acquire; it must be there exactly once`}},
		{"the call before changed the file", []Made{edit("app/a.py", "return 1"), edit("app/a.py", "return 1")}, map[string]string{"app/a.py": aPy}, nil,
			[]string{`the edit of app/a.py does not fit: the file after the change before it has no line "return 1"`}},
		{"the call before removed the file", []Made{removed, edit("app/a.py", "return 1")}, map[string]string{"app/a.py": aPy}, nil,
			[]string{"the edit of app/a.py does not apply: no base: the change before it removes app/a.py"}},
		{"a move of what is not there", []Made{said("1", map[string]any{"command": "mv app/a.py app/b.py"})}, nil, nil,
			[]string{"the edit of app/a.py does not apply: no base: app/a.py is not tracked, and the disk has no such file that can be read"}},
		{"a move of what only the map has", []Made{said("1", map[string]any{"command": "mv store/pool.go store/p.go"})}, nil, nil,
			[]string{"the edit of store/pool.go does not apply: no base: store/pool.go is not tracked as a whole, and the disk has no such file that can be read"}},
		{"a path outside", []Made{edit("../a.py", "return 1")}, map[string]string{"app/a.py": aPy}, nil,
			[]string{`the path "../a.py" leaves the workspace`}},
		{"a patch that is cut", []Made{patch("*** Begin Patch\n*** Update File: app/a.py\n@@\n+x\n")}, map[string]string{"app/a.py": aPy}, nil,
			[]string{`the patch has no "*** End Patch": it may have been cut`}},
	} {
		w := newWorld(map[string]string{"store/pool.go": poolGo, "app/script.py": "import sys\n"})
		w.disk = c.disk
		r := Calls(c.calls, []string{"/ws"}, Context{Map: w, Disk: w, Reads: c.reads})
		if len(r.Loose) != 1 || !slices.Equal(r.Loose[0].Reasons, c.want) {
			t.Errorf("%s: got", c.name)
			for _, l := range r.Loose {
				t.Errorf("\t%q", l.Reasons)
			}
		}
	}
}

func TestProduct10WhatACallRemovesIsSaidOfTheCall(t *testing.T) {
	w := newWorld(map[string]string{"app/a.py": "def a():\n    return 1\n"})
	r := Calls([]Made{said("1", map[string]any{"command": "rm app/a.py"})}, []string{"/ws"}, Context{Map: w, Disk: w})
	if len(r.Artifacts) != 1 || r.Artifacts[0].Resolution != "the call deletes the file" {
		t.Errorf("%+v", r.Artifacts)
	}
}

// A file that is in the map and not on the disk can be created.
func TestProduct10ACreationIsHeldAgainstTheDisk(t *testing.T) {
	w := newWorld(map[string]string{"app/script.py": "import sys\n"})
	calls := []Made{said("1", map[string]any{"path": "app/script.py", "old_string": "", "new_string": "import os\n"})}
	if r := Calls(calls, []string{"/ws"}, Context{Map: w, Disk: w}); len(r.Artifacts) != 1 || len(r.Loose) != 0 {
		t.Errorf("%+v", r)
	}
	w.disk = map[string]string{"app/script.py": "import sys\n"}
	if r := Calls(calls, []string{"/ws"}, Context{Map: w, Disk: w}); len(r.Artifacts) != 0 || len(r.Loose) != 1 ||
		!strings.HasSuffix(r.Loose[0].Reasons[0], "the file is already there with other content") {
		t.Errorf("%+v", r)
	}
}

// What a block names itself settles where it belongs, be it refused.
func TestProduct1CodeOfAFileOutsideIsNoneOfTheMap(t *testing.T) {
	w := newWorld(map[string]string{"store/pool.go": poolGo})
	reply := "```go ../other/pool.go\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n"
	r := Blocks(block.Extract(reply, block.Options{Files: []string{"store/pool.go"}}), Context{
		Map: w, Disk: w, Hydrated: func(string) bool { return true },
	})
	if len(r.Artifacts) != 0 || len(r.Loose) != 1 || len(r.Loose[0].Reasons) != 1 || !strings.Contains(r.Loose[0].Reasons[0], "../other/pool.go") {
		t.Errorf("%+v", r)
	}
}

// The workspace may hold more than what is tracked.
func TestProduct1TheOnlyFileIsTheOnlyOneThatIsTracked(t *testing.T) {
	w := newWorld(map[string]string{"util.py": "def clamp():\n    return 1\n"})
	w.disk = map[string]string{"util.py": "def clamp():\n    return 1\n", "calc.py": "def add():\n    return 2\n"}
	b := block.Extract("```python\ndef mean():\n    return 3\n```\n", block.Options{Files: []string{"util.py"}})
	r := Blocks(b, Context{Map: w, Disk: w})
	if len(r.Artifacts) != 1 || !slices.Contains(r.Artifacts[0].Incomplete, "it names no file; util.py is the only file that is tracked") {
		t.Errorf("%+v", r)
	}
}
