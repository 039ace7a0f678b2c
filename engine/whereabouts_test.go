package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/store/event"
)

// Python files of a workspace with a subfolder.
const (
	add       = "def add(a, b):\n    return a + b\n"
	addBetter = "def add(a, b):\n    return b + a\n"
	clamp     = "def clamp(x, low, high):\n    return max(low, min(x, high))\n"
)

// openAgentIn is an agent whose client says that it works in a folder of the
// workspace, "" for one that says nothing.
func openAgentIn(t *testing.T, told string) *agent {
	a := openAgent(t)
	if told != "" {
		text := strings.ReplaceAll(told, "DIR", a.dir)
		a.messages = append(a.messages, object{"role": "system", "content": "You write code.\n" + text + "\nBe short."})
	}
	return a
}

func (a *agent) adoptAll(files map[string]string) {
	a.t.Helper()
	for path, text := range files {
		a.write(path, text)
		if _, err := a.AdoptPaths(context.Background(), []string{path}, nil); err != nil {
			a.t.Fatal(err)
		}
	}
}

func (a *agent) delete(path string) {
	a.t.Helper()
	if err := os.Remove(filepath.Join(a.dir, path)); err != nil {
		a.t.Fatal(err)
	}
}

// holds fails unless the State Map holds just these entities, each as the disk
// has it, and nothing waits.
func (a *agent) holds(what string, keys ...string) {
	a.t.Helper()
	var got []string
	for key := range a.state() {
		got = append(got, key)
	}
	slices.Sort(got)
	slices.Sort(keys)
	if !slices.Equal(got, keys) || len(a.waiting()) > 0 || len(a.stale()) > 0 {
		a.t.Errorf("%s: map %v, want %v; waiting %v, diverging %v", what, got, keys, a.waiting(), a.stale())
	}
}

// byTool fails unless an entity is the truth because the disk came to hold what a
// call did.
func (a *agent) byTool(key string) {
	a.t.Helper()
	d, err := a.Detail(context.Background(), key)
	if err != nil || d.Entity.Grant != "disk" || d.Entity.Origin != event.ByTool {
		a.t.Errorf("%s by %s grant, written by %s, %v", key, d.Entity.Grant, d.Entity.Origin, err)
	}
}

func addPatch(verb, file, text string) string {
	return "apply_patch <<'PATCH'\n*** Begin Patch\n*** " + verb + " File: " + file + "\n" + text + "*** End Patch\nPATCH"
}

func added(text string) string {
	return "+" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n"
}

func Test2TheRelativePathsOfACallBeginWhereItsClientWorks(t *testing.T) {
	const told = "<cwd>DIR/pkg</cwd>"
	shell := func(script string) map[string]string { return map[string]string{"command": script} }
	for _, c := range []struct {
		name   string
		told   string
		before map[string]string // adopted
		args   map[string]string
		after  map[string]string // what the client makes of it, "" for gone
		want   []string          // entities
	}{
		{"a patch in a heredoc makes a file", told, map[string]string{"pkg/calc.py": add}, map[string]string{"cmd": addPatch("Add", "util.py", added(clamp))},
			map[string]string{"pkg/util.py": clamp}, []string{"pkg/calc.py::add", "pkg/util.py::clamp"}},
		{"a patch edits a file", "Working directory: DIR/pkg", map[string]string{"pkg/calc.py": add, "calc.py": add},
			map[string]string{"cmd": addPatch("Update", "calc.py", "@@\n def add(a, b):\n-    return a + b\n+    return b + a\n")},
			map[string]string{"pkg/calc.py": addBetter}, []string{"calc.py::add", "pkg/calc.py::add"}},
		{"a shell's heredoc", "* Current working directory: DIR/pkg", map[string]string{"pkg/calc.py": add}, shell("cat > util.py <<'E'\n" + clamp + "E"),
			map[string]string{"pkg/util.py": clamp}, []string{"pkg/calc.py::add", "pkg/util.py::clamp"}},
		{"a file tool", " - Primary working directory: DIR/pkg", map[string]string{"pkg/calc.py": add}, map[string]string{"filepath": "util.py", "content": clamp},
			map[string]string{"pkg/util.py": clamp}, []string{"pkg/calc.py::add", "pkg/util.py::clamp"}},
		{"a file tool that counts from the workspace all the same", told, map[string]string{"pkg/calc.py": add}, map[string]string{"filepath": "util.py", "content": clamp},
			map[string]string{"util.py": clamp}, []string{"pkg/calc.py::add", "util.py::clamp"}},
		{"an edit of a path from the workspace", told, map[string]string{"pkg/calc.py": add},
			map[string]string{"path": "pkg/calc.py", "old_string": "a + b", "new_string": "b + a"},
			map[string]string{"pkg/calc.py": addBetter}, []string{"pkg/calc.py::add"}},
		{"a file beside the folder", told, map[string]string{"pkg/calc.py": add}, map[string]string{"path": "../util.py", "content": clamp},
			map[string]string{"util.py": clamp}, []string{"pkg/calc.py::add", "util.py::clamp"}},
		{"an absolute path", told, map[string]string{"pkg/calc.py": add}, map[string]string{"path": "DIR/util.py", "content": clamp},
			map[string]string{"util.py": clamp}, []string{"pkg/calc.py::add", "util.py::clamp"}},
		{"nothing is told, and only one folder has the file", "", map[string]string{"pkg/calc.py": add},
			map[string]string{"path": "calc.py", "old_string": "a + b", "new_string": "b + a"},
			map[string]string{"pkg/calc.py": addBetter}, []string{"pkg/calc.py::add"}},
		{"a subshell", "", map[string]string{"pkg/calc.py": add}, shell("(cd pkg && cat > util.py <<'E'\n" + clamp + "E\n) && ls"),
			map[string]string{"pkg/util.py": clamp}, []string{"pkg/calc.py::add", "pkg/util.py::clamp"}},
		{"a shell inside a shell", told, map[string]string{"pkg/calc.py": add}, shell("bash -lc 'cat > util.py <<E\n" + clamp + "E'"),
			map[string]string{"pkg/util.py": clamp}, []string{"pkg/calc.py::add", "pkg/util.py::clamp"}},
		{"git rm", told, map[string]string{"pkg/calc.py": add, "calc.py": add}, shell("git rm -q calc.py"),
			map[string]string{"pkg/calc.py": ""}, []string{"calc.py::add"}},
		{"rm -f --", told, map[string]string{"pkg/calc.py": add, "calc.py": add}, shell("rm -f -- calc.py"),
			map[string]string{"pkg/calc.py": ""}, []string{"calc.py::add"}},
		{"rm -r of a folder", "", map[string]string{"pkg/calc.py": add, "pkg/util.py": clamp, "calc.py": add}, shell("rm -rf pkg"),
			map[string]string{"pkg/calc.py": "", "pkg/util.py": ""}, []string{"calc.py::add"}},
		{"git mv -f", told, map[string]string{"pkg/calc.py": add}, shell("git mv -f calc.py sums.py"),
			map[string]string{"pkg/calc.py": "", "pkg/sums.py": add}, []string{"pkg/sums.py::add"}},
		{"mv, and a change of what it made", told, map[string]string{"pkg/calc.py": add}, shell("mv calc.py sums.py && sed -i 's/a + b/b + a/' sums.py"),
			map[string]string{"pkg/calc.py": "", "pkg/sums.py": addBetter}, []string{"pkg/sums.py::add"}},
		{"sed -i", told, map[string]string{"pkg/calc.py": add}, shell("sed -i 's/a + b/b + a/' calc.py"),
			map[string]string{"pkg/calc.py": addBetter}, []string{"pkg/calc.py::add"}},
		{"sed -i renames", "", map[string]string{"calc.py": add}, shell("sed -i 's/add/plus/' calc.py"),
			map[string]string{"calc.py": strings.Replace(add, "add", "plus", 1)}, []string{"calc.py::plus"}},
		{"a command behind a condition", "", map[string]string{"calc.py": add}, shell("grep -q '+ b' calc.py && if true; then perl -pi -e 's/a \\+ b/b + a/' calc.py; fi"),
			map[string]string{"calc.py": addBetter}, []string{"calc.py::add"}},
		{"git checkout", "", map[string]string{"calc.py": addBetter}, shell("git checkout -- calc.py"), map[string]string{"calc.py": add}, []string{"calc.py::add"}},
		{"a command's output", "", nil, shell("python make.py > util.py"), map[string]string{"util.py": clamp}, []string{"util.py::clamp"}},
		{"a log", "", map[string]string{"calc.py": add}, shell("python -m pytest calc.py 2>&1 | tee out.txt > out.log"),
			map[string]string{"out.txt": "1 passed\n", "out.log": "1 passed\n"}, []string{"calc.py::add"}},
		{"a write, and a change of it", "", nil, shell("cat > util.py <<'E'\n" + clamp + "E\nsed -i 's/low/least/g' util.py"),
			map[string]string{"util.py": strings.ReplaceAll(clamp, "low", "least")}, []string{"util.py::clamp"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := openAgentIn(t, c.told)
			a.write("pkg/notes.txt", "a folder\n")
			a.adoptAll(c.before)
			args := map[string]string{}
			for k, v := range c.args {
				args[k] = strings.ReplaceAll(v, "DIR", a.dir)
			}
			a.tool("please do it", "tool", args)
			for path, text := range c.after {
				if text == "" {
					a.delete(path)
				} else {
					a.write(path, text)
				}
			}
			a.result("Done: exit code 0.")
			a.holds("after the result", c.want...)
			for path, text := range c.after {
				if of := slices.IndexFunc(c.want, func(key string) bool { return strings.HasPrefix(key, path+"::") }); text != "" && of >= 0 {
					a.byTool(c.want[of])
				}
			}
			a.verified()
		})
	}
}

func Test2AShellMayKeepTheFolderThatAnEarlierCallWentTo(t *testing.T) {
	for _, applied := range []string{"pkg/util.py", "util.py"} {
		a := openAgentIn(t, "cwd: DIR")
		a.adoptAll(map[string]string{"pkg/calc.py": add})
		a.tool("look around", "shell", map[string]string{"command": "cd pkg && ls"})
		a.result("calc.py")
		a.tool("and there", "shell", map[string]string{"command": "cd none"})
		a.result("cd: no such folder")
		a.tool("write it", "shell", map[string]string{"command": "cat > util.py <<'E'\n" + clamp + "E"})
		if got := a.waiting(); len(got) != 1 {
			t.Fatalf("before it is applied: %v", got)
		}
		a.write(applied, clamp)
		a.result("")
		a.holds("applied to "+applied, "pkg/calc.py::add", applied+"::clamp")
		a.byTool(applied + "::clamp")
		a.tool("better", "shell", map[string]string{"command": "sed -i 's/a + b/b + a/' calc.py"})
		a.write("pkg/calc.py", addBetter)
		a.result("")
		a.holds("an edit in the folder", "pkg/calc.py::add", applied+"::clamp")
		a.verified()
	}
}

func Test2WhatWasNotAppliedAnywhereIsTakenFromNowhere(t *testing.T) {
	a := openAgentIn(t, "<cwd>DIR/pkg</cwd>")
	a.adoptAll(map[string]string{"pkg/calc.py": add, "util.py": clamp})
	a.tool("write it", "write", map[string]string{"path": "util.py", "content": clamp})
	a.result("ok") // the workspace's own util.py held that before
	if got := a.waiting(); len(got) > 1 || a.state()["pkg/util.py::clamp"] != "" {
		t.Errorf("waiting %v, map %v", got, a.state())
	}
	a.tool("change it", "shell", map[string]string{"command": "sed -i 's/a + b/b + a/' calc.py"})
	a.write("pkg/calc.py", addBetter) // by the user, who denies the call
	a.result("The user rejected permission to use this tool.")
	if got := a.stale(); got["pkg/calc.py::add"] != "edited" {
		t.Errorf("what the user changed beside a denied call: %v", got)
	}
	a.tool("and again", "shell", map[string]string{"command": "sed -i 's/b + a/a+b/' calc.py && false"})
	a.write("pkg/calc.py", strings.Replace(add, "a + b", "a+b+0", 1))
	a.result("Exit code: 1\nWall time: 0.1 seconds\nOutput:\n")
	if got := a.stale(); len(got) > 0 {
		t.Errorf("a command that failed behind its change: %v", got)
	}
	a.verified()
}

func Test2AUserInAFolderPastesAFileOfIt(t *testing.T) {
	for _, c := range []struct {
		name, told, paste, want string
		files                   map[string]string
	}{
		{"which is there", "<cwd>DIR/pkg</cwd>", "```python\n# calc.py\n" + add + "```", "pkg/calc.py::add", map[string]string{"pkg/calc.py": add}},
		{"which is new", "<cwd>DIR/pkg</cwd>", "```python util.py\n" + clamp + "```", "pkg/util.py::clamp", nil},
		{"which only the workspace has", "<cwd>DIR/pkg</cwd>", "```python\n# calc.py\n" + add + "```", "calc.py::add", map[string]string{"calc.py": add}},
		{"and no folder is told", "", "```python util.py\n" + clamp + "```", "util.py::clamp", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := openAgentIn(t, c.told)
			a.write("pkg/notes.txt", "a folder\n")
			for path, text := range c.files {
				a.write(path, text)
			}
			a.messages = append(a.messages, object{"role": "user", "content": "This is how it is:\n\n" + c.paste})
			a.send()
			if state := a.state(); state[c.want] == "" || len(state) != 1 {
				t.Errorf("map %v, want %s", state, c.want)
			}
			a.verified()
		})
	}
}

func Test2AFileReadInAFolderWasSeen(t *testing.T) {
	a := openAgentIn(t, "<cwd>DIR/pkg</cwd>")
	a.write("calc.py", clamp)
	a.write("pkg/calc.py", add) // the map does not hold it
	a.tool("look at it", "shell", map[string]string{"command": "cat calc.py"})
	a.model.mu.Lock()
	a.model.final = "```python pkg/calc.py\n" + addBetter + "```\n"
	a.model.mu.Unlock()
	a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": add})
	a.send()
	if a.state()["pkg/calc.py::add"] == "" {
		list, _ := a.Pending(context.Background())
		t.Errorf("an update of what the model has just read is not promoted: %+v", list)
	}
	a.verified()
}

// What the model's own command changed is no news that the notices tell it of.
func Test15WhatACommandOfTheTurnChangedIsNotSTALE(t *testing.T) {
	a := openAgentIn(t, "<cwd>DIR/pkg</cwd>")
	a.adoptAll(map[string]string{"pkg/calc.py": add})
	a.tool("make add in pkg/calc.py better", "shell", map[string]string{"command": "sed -i 's/a + b/b + a/' calc.py"})
	if before := a.lastUser(); !strings.Contains(before, "return a + b") {
		t.Fatalf("it is not hydrated:\n%s", before)
	}
	a.write("pkg/calc.py", addBetter)
	a.result("")
	if after := a.lastUser(); !strings.Contains(after, "return b + a") || strings.Contains(after, "STALE") {
		t.Errorf("the turn goes on with:\n%s", after)
	}
	a.tool("make add in pkg/calc.py shorter", "shell", map[string]string{"command": "ls"})
	said := ""
	for _, m := range a.model.last(t) {
		said += m.Content + "\n"
	}
	if strings.Count(said, "return b + a") != 1 || strings.Contains(said, "STALE:") || strings.Contains(said, "return a + b") {
		t.Errorf("the next turn, where it stands since the one before:\n%s", said)
	}
	a.verified()
}

// A server that keeps a conversation is not told again where its client works.
func Test2TheFolderIsKeptWhereTheServerKeepsTheConversation(t *testing.T) {
	a := openAgent(t)
	a.write("pkg/notes.txt", "a folder\n")
	post := func(raw string, body object) {
		t.Helper()
		a.model.raw = raw
		body["model"], body["stream"] = "m", false
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.Post(a.url("/v1/responses"), "application/json", bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
			t.Fatal(resp.Status, err)
		}
	}
	post(`{"id":"resp_1","object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hello."}]}]}`,
		object{"instructions": "Working directory: " + a.dir + "/pkg", "input": "hello"})
	args, err := json.Marshal(map[string]string{"path": "util.py", "content": clamp})
	if err != nil {
		t.Fatal(err)
	}
	called, err := json.Marshal(object{"type": "function_call", "id": "fc_1", "call_id": "call_7", "name": "write", "arguments": string(args)})
	if err != nil {
		t.Fatal(err)
	}
	post(`{"id":"resp_2","object":"response","status":"completed","output":[`+string(called)+`]}`,
		object{"previous_response_id": "resp_1", "input": "write it"})
	if got := a.waiting(); !slices.Equal(got, []string{"pkg/util.py::clamp"}) {
		t.Errorf("waiting %v", got)
	}
}
