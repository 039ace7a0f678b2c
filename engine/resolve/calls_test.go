package resolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/source"
)

func TestProduct10ToolCallsBecomeArtifactsThatWaitForTheDisk(t *testing.T) {
	files, err := filepath.Glob("../../testdata/calls/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no example calls: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".json"), func(t *testing.T) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			var c struct {
				Arguments json.RawMessage
				Input     string
				Disk      map[string]string
				Artifacts []string
			}
			if err := json.Unmarshal(b, &c); err != nil {
				t.Fatal(err)
			}
			w := newWorld(nil)
			w.disk = c.Disk
			actions := call.Read(call.Call{Arguments: c.Arguments, Input: c.Input})
			r := Calls([]Made{{ID: "c1", Actions: actions}}, []string{"/ws"}, Context{Map: w, Disk: w})
			if got := summary(r); !slices.Equal(got, c.Artifacts) {
				t.Errorf("got\n  %s\nwant\n  %s\n%+v", strings.Join(got, "\n  "), strings.Join(c.Artifacts, "\n  "), r.Loose)
			}
			for _, a := range r.Artifacts {
				if !a.WaitsForDisk || a.Call != "c1" || a.Convention != string(block.ToolCall) {
					t.Errorf("%s: waits %t, call %q, %s", a.Entity, a.WaitsForDisk, a.Call, a.Convention)
				}
			}
			for _, l := range r.Loose {
				if l.Call != "c1" || len(l.Reasons) == 0 || len(l.Block) == 0 {
					t.Errorf("%+v", l)
				}
			}
		})
	}
}

// said is a call with one set of arguments.
func said(id string, arguments map[string]any) Made {
	b, err := json.Marshal(arguments)
	if err != nil {
		panic(err) // test data
	}
	return Made{ID: id, Actions: call.Read(call.Call{Arguments: b})}
}

func TestProduct10TheBaseOfAToolCall(t *testing.T) {
	edit := func(path, old, now string) map[string]any {
		return map[string]any{"path": path, "old_string": old, "new_string": now}
	}
	const release = "func (p *Pool) Release(c int) { p.free = append(p.free, c) }"
	tests := []struct {
		name  string
		calls []Made
		disk  map[string]string
		reads map[string][]byte
		want  []string
		text  string // of the last artifact
	}{
		{
			name:  "a whole write that omits tracked symbols proposes their removal",
			calls: []Made{said("1", map[string]any{"path": "store/pool.go", "content": "package store\n\ntype Pool struct{ free []int }\n\n" + release + "\n"})},
			want: []string{
				"store/pool.go::Pool CONFIRMED loses Pool.Acquire", "store/pool.go::Pool.Release CONFIRMED loses Pool.Acquire",
				"store/pool.go::Pool.Acquire CONFIRMED removes",
			},
		},
		{
			name:  "the disk is the base",
			calls: []Made{said("1", edit("store/pool.go", "p.n++", "p.n--"))},
			disk:  map[string]string{"store/pool.go": "package store\n\nfunc (p *Pool) Release(c int) { p.n++ }\n"},
			want:  []string{"store/pool.go::Pool.Release CONFIRMED"},
			text:  "func (p *Pool) Release(c int) { p.n-- }",
		},
		{
			name:  "the disk is the base also of a file that is tracked as a whole",
			calls: []Made{said("1", edit("app/script.py", "print(1)", "print(2)"))},
			disk:  map[string]string{"app/script.py": "print(1)\n"},
			want:  []string{"app/script.py::* CONFIRMED"},
			text:  "print(2)",
		},
		{
			name:  "without the disk, the file that is tracked as a whole",
			calls: []Made{said("1", edit("app/script.py", "print(sys.argv)", "print(2)"))},
			want:  []string{"app/script.py::* CONFIRMED"},
			text:  "import sys\n\nprint(2)",
		},
		{
			name:  "without the disk, a full read that crossed the proxy",
			calls: []Made{said("1", edit("lib/r.go", "return 1", "return 2"))},
			reads: map[string][]byte{"lib/r.go": []byte("package r\n\nfunc R() int { return 1 }\n\nfunc S() {}\n")},
			want:  []string{"lib/r.go::R CONFIRMED"},
			text:  "func R() int { return 2 }",
		},
		{
			name:  "else the one entity that holds the old text",
			calls: []Made{said("1", edit("store/pool.go", "\tc := p.free[n]\n", "\tc := p.free[n] + 1\n"))},
			want:  []string{"store/pool.go::Pool.Acquire CONFIRMED"},
		},
		{
			name:  "no base at all",
			calls: []Made{said("1", edit("lib/none.go", "a", "b"))},
			want:  []string{"UNRESOLVED"},
		},
		{
			name: "a call builds on what the call before it made of the file",
			calls: []Made{
				said("1", edit("lib/a.go", "return 1", "return 5")),
				said("2", edit("lib/a.go", "return 5", "return 6")),
			},
			disk: map[string]string{"lib/a.go": "package a\n\nfunc A() int { return 1 }\n"},
			want: []string{"lib/a.go::A CONFIRMED on disk", "lib/a.go::A CONFIRMED on disk"},
			text: "func A() int { return 6 }",
		},
		{
			name: "two calls change one entity of which no file is known",
			calls: []Made{
				said("1", edit("store/pool.go", "\tc := p.free[n]\n", "\tc := p.free[n] + 1\n")),
				said("2", edit("store/pool.go", "\treturn c\n", "\treturn c + 1\n")),
			},
			want: []string{"store/pool.go::Pool.Acquire CONFIRMED", "store/pool.go::Pool.Acquire CONFIRMED"},
			text: "// Acquire takes one.\nfunc (p *Pool) Acquire() int {\n\tn := len(p.free) - 1\n\tc := p.free[n] + 1\n\tp.free = p.free[:n]\n\treturn c + 1\n}",
		},
		{
			name: "an edit of a file that the call before wrote",
			calls: []Made{
				said("1", map[string]any{"path": "lib/n.go", "content": "package n\n\nfunc N() int { return 1 }\n"}),
				said("2", edit("lib/n.go", "return 1", "return 2")),
			},
			want: []string{"lib/n.go::N CONFIRMED", "lib/n.go::N CONFIRMED"},
			text: "func N() int { return 2 }",
		},
		{
			name:  "a patch that deletes a file proposes the removal of its entities",
			calls: []Made{{ID: "1", Actions: call.Read(call.Call{Input: "*** Begin Patch\n*** Delete File: app/pool.py\n*** End Patch\n"})}},
			want:  []string{"app/pool.py::Pool CONFIRMED removes", "app/pool.py::Pool.acquire CONFIRMED removes", "app/pool.py::Pool.release CONFIRMED removes"},
		},
		{
			name:  "a patch that moves a file removes its entities there and defines them here",
			calls: []Made{{ID: "1", Actions: call.Read(call.Call{Input: "*** Begin Patch\n*** Update File: app/script.py\n*** Move to: app/main.py\n@@\n-print(sys.argv)\n+print(1)\n*** End Patch\n"})}},
			want:  []string{"app/script.py::* CONFIRMED removes", "app/main.py::* CONFIRMED"},
			text:  "import sys\n\nprint(1)",
		},
		{
			name: "parts that mean one thing in turn and another at once are not applied",
			calls: []Made{said("1", map[string]any{"path": "lib/a.go", "edits": []map[string]any{
				{"old_string": "one", "new_string": "two"}, {"old_string": "two", "new_string": "three", "replace_all": true}}})},
			disk: map[string]string{"lib/a.go": "package a\n\n// one two\nfunc A() {}\n"},
			want: []string{"UNRESOLVED"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(map[string]string{"store/pool.go": poolGo, "app/pool.py": poolPy, "app/script.py": "import sys\n\nprint(sys.argv)\n"})
			w.disk = tt.disk
			r := Calls(tt.calls, []string{"/ws"}, Context{Map: w, Disk: w, Reads: tt.reads})
			if got := summary(r); !slices.Equal(got, tt.want) {
				t.Fatalf("got\n  %s\nwant\n  %s\n%+v", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "), r.Loose)
			}
			for _, a := range r.Artifacts {
				if !a.WaitsForDisk {
					t.Errorf("%s does not wait for the disk", a.Entity)
				}
			}
			if n := len(r.Artifacts); tt.text != "" && string(r.Artifacts[n-1].Text) != tt.text {
				t.Errorf("text %q", r.Artifacts[n-1].Text)
			}
		})
	}
}

func TestProduct10AToolCallInXMLWaitsForTheDiskAndCountsOnce(t *testing.T) {
	const xml = "<write_to_file>\n<path>lib/a.go</path>\n<content>\npackage a\n\nfunc A() int { return 1 }\n</content>\n</write_to_file>\n"
	w := newWorld(nil)
	text := Blocks(block.Extract(xml, block.Options{}), Context{Map: w, Disk: w})
	if len(text.Artifacts) != 1 || !text.Artifacts[0].WaitsForDisk {
		t.Fatalf("%+v", text)
	}
	user := Blocks(block.Extract(xml, block.Options{}), Context{Map: w, Disk: w, User: true})
	if len(user.Artifacts) != 1 || user.Artifacts[0].WaitsForDisk {
		t.Errorf("what the user pastes waits for nothing: %+v", user)
	}
	tag := Blocks(block.Extract("<file path=\"lib/a.go\">\npackage a\n\nfunc A() int { return 1 }\n</file>\n", block.Options{}), Context{Map: w, Disk: w})
	if len(tag.Artifacts) != 1 || tag.Artifacts[0].WaitsForDisk {
		t.Errorf("a file tag is no tool call: %+v", tag)
	}
	calls := Calls([]Made{said("1", map[string]any{"path": "lib/a.go", "content": "package a\n\nfunc A() int { return 1 }\n"})}, []string{"/ws"}, Context{Map: w, Disk: w})
	both := text.With(calls)
	if len(both.Artifacts) != 1 || both.Artifacts[0].Call != "1" {
		t.Errorf("said twice: %+v", both.Artifacts)
	}
	if both = tag.With(calls); len(both.Artifacts) != 2 {
		t.Errorf("code of its own stays: %+v", both.Artifacts)
	}
}

func TestProduct2TheRelativePathsOfACallBeginInItsFolder(t *testing.T) {
	const calc = "def add(a, b):\n    return a + b\n"
	w := newWorld(map[string]string{"pkg/calc.py": calc})
	w.disk = map[string]string{"pkg/calc.py": calc}
	in := func(folder, id string, arguments map[string]any) Made {
		m := said(id, arguments)
		m.Folder = folder
		return m
	}
	shell := func(script string) map[string]any { return map[string]any{"command": script} }
	for _, c := range []struct {
		name     string
		made     []Made
		want     []string
		rewrites []string
	}{
		{"a new file", []Made{in("pkg", "1", map[string]any{"path": "new.py", "content": calc})}, []string{"pkg/new.py::add CONFIRMED"}, nil},
		{"an absolute path", []Made{in("pkg", "1", map[string]any{"path": "/ws/new.py", "content": calc})}, []string{"new.py::add CONFIRMED"}, nil},
		{"a path that leaves the workspace", []Made{in("pkg", "1", map[string]any{"path": "../../new.py", "content": calc})}, []string{"UNRESOLVED"}, nil},
		{"a move", []Made{in("pkg", "1", shell("mv calc.py sums.py"))},
			[]string{"pkg/calc.py::add CONFIRMED removes", "pkg/sums.py::add CONFIRMED"}, nil},
		{"a move, and a rewrite of its target", []Made{in("pkg", "1", shell("mv calc.py sums.py && sed -i s/a/b/ sums.py"))},
			[]string{"pkg/calc.py::add CONFIRMED removes"}, []string{"pkg/sums.py"}},
		{"a rewrite, and an edit of the same file", []Made{in("pkg", "1", shell("sed -i s/a/b/ calc.py")),
			in("pkg", "2", map[string]any{"path": "calc.py", "old_string": "a + b", "new_string": "b + a"})}, nil, []string{"pkg/calc.py", "pkg/calc.py"}},
		{"a rewritten folder", []Made{in("", "1", map[string]any{"path": "pkg/new.py", "content": calc}), in("", "2", shell("git checkout pkg"))},
			nil, []string{"pkg"}},
		{"a file outside", []Made{in("", "1", shell("echo > /tmp/x"))}, nil, nil},
	} {
		r := Calls(c.made, []string{"/ws"}, Context{Map: w, Disk: w})
		var rewrites []string
		for _, x := range r.Rewrites {
			rewrites = append(rewrites, x.Path)
		}
		if got := summary(r); !slices.Equal(got, c.want) || !slices.Equal(rewrites, c.rewrites) {
			t.Errorf("%s: got %q and %q, want %q and %q", c.name, got, rewrites, c.want, c.rewrites)
		}
	}
}

func TestProduct10WhatACommandMadeOfAFileIsWhatDiffers(t *testing.T) {
	const before = "def add(a, b):\n    return a + b\n\ndef sub(a, b):\n    return a - b\n"
	w := newWorld(map[string]string{"calc.py": before})
	differs := func(sym source.Symbol) bool { return sym.Name != "sub" }
	after := parser.Parse("calc.py", "", []byte("def plus(a, b):\n    return a + b\n\ndef sub(a, b):\n    return a - b\n"))
	r := Rewritten(Rewrite{Path: "calc.py", Call: "c1", Evidence: []byte("sed")}, after, differs, Context{Map: w, Disk: w})
	if got, want := summary(r), []string{"calc.py::plus CONFIRMED", "calc.py::add CONFIRMED removes"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, a := range r.Artifacts {
		if !a.WaitsForDisk || a.Call != "c1" {
			t.Errorf("%+v", a)
		}
	}
	r = Rewritten(Rewrite{Path: "calc.py", Call: "c1"}, nil, func(source.Symbol) bool { return true }, Context{Map: w, Disk: w})
	if got, want := summary(r), []string{"calc.py::add CONFIRMED removes", "calc.py::sub CONFIRMED removes"}; !slices.Equal(got, want) {
		t.Errorf("a file that is gone: got %q, want %q", got, want)
	}
}
