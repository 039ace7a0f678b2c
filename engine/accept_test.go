package engine_test

import (
	"context"
	"strings"
	"testing"

	"holdfast/store/event"
)

func Test4AcceptAtTakesNoCodeThatItsIDDoesNotName(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(string) reply { return say("```go\nfunc Loose() int { return 1 }\n```\n") })
	h.ask("show me a snippet")
	for _, id := range []string{"", "sha256:", "s", "ffffffff"} {
		if err := h.AcceptAt(ctx, id, "a/loose.go"); err == nil {
			t.Errorf("%q was accepted", id)
		}
	}
	episodes, err := h.Recent(ctx, "", 1)
	if err != nil || len(episodes[0].Artifacts) != 1 {
		t.Fatalf("%+v, %v", episodes, err)
	}
	if err := h.AcceptAt(ctx, episodes[0].Artifacts[0].Artifact[:15], "a/loose.go"); err != nil {
		t.Fatal(err)
	}
	if h.state()["a/loose.go::Loose"] == "" {
		t.Errorf("state %v", h.state())
	}
}

func Test12AcceptingAnEditForAPathTakesWhatTheEditMade(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "write") {
			return say("```python a/one.py\ndef alpha(x):\n    return x + 1\n```\n")
		}
		// Outside of a fence: INFERRED at most.
		return say("*** Begin Patch\n*** Update File: a/one.py\n@@ def alpha(x):\n-    return x + 1\n+    return x + 2\n*** End Patch\n")
	})
	h.ask("write it")
	h.ask("change it")
	pending, err := h.Pending(ctx)
	if err != nil || len(pending) != 1 {
		t.Fatalf("%+v, %v", pending, err)
	}
	if err := h.AcceptAt(ctx, pending[0].ID, "b/two.py"); err != nil {
		t.Fatal(err)
	}
	d, err := h.Detail(ctx, "b/two.py::alpha")
	if err != nil || !strings.Contains(string(d.Content), "return x + 2") {
		t.Errorf("%q, %v", d.Content, err)
	}
	if pending, err = h.Pending(ctx); err != nil || len(pending) != 0 {
		t.Errorf("still waits: %+v, %v", pending, err)
	}
}

func Test4AcceptAtTakesNothingForNoCode(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("```go\n" + strings.Repeat("\n", 600_000) + "```\n") })
	h.ask("show me a snippet") // of more lines than are read
	none := strings.TrimPrefix(event.Hash(nil), "sha256:")
	err := h.AcceptAt(context.Background(), none, "a/loose.go")
	if err == nil || err.Error() != none+" holds no code" || len(h.state()) > 0 {
		t.Errorf("it ended with %v; state %v", err, h.state())
	}
}

func Test8ACutReplyWaitsNoLongerOnceTheFileIsTrackedByItsSymbols(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "again") {
			return say("```python a/one.py\ndef alpha(x):\n    return x + 1\n```\n")
		}
		return say("```python a/one.py\ndef alpha(x):\n    lines = []\n    lines.append(f\"total {x.to\n")
	})
	waits := func() (entities []string) {
		h.t.Helper()
		pending, err := h.Pending(context.Background())
		must(t, err)
		for _, p := range pending {
			entities = append(entities, p.Entity)
		}
		return entities
	}
	h.ask("write it")
	if got := waits(); len(got) != 1 || got[0] != "a/one.py::*" {
		t.Fatalf("%q waits", got)
	}
	if pending, err := h.Pending(context.Background()); err != nil || pending[0].Failed != "full_definition" || !strings.Contains(pending[0].Reasons[0], "end is missing") {
		t.Errorf("it waits as %+v, %v", pending, err)
	}
	h.ask("again, whole")
	if got := waits(); len(got) != 0 || h.state()["a/one.py::alpha"] == "" {
		t.Errorf("%q waits; state %v", got, h.state())
	}
	h.verified()
}

// An edit says how code changes: where it fits nothing there is no code.
func Test4AcceptAtTakesNoEditForCode(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	edit := "<<<<<<< SEARCH\n\treturn \"nowhere\"\n=======\n\treturn \"x\"\n>>>>>>> REPLACE\n"
	for name, ask := range map[string]func(a *agent){
		"SEARCH/REPLACE": func(a *agent) {
			a.model.answer = func(string) reply { return say("greet.go\n```\n" + edit + "```\n") }
			a.ask("change it")
		},
		"one that names no file": func(a *agent) {
			a.model.answer = func(string) reply { return say("```\n" + edit + "```\n") }
			a.ask("change it")
		},
		"a diff": func(a *agent) {
			a.model.answer = func(string) reply {
				return say("```diff\n--- a/greet.go\n+++ b/greet.go\n@@ -1,1 +1,1 @@\n-\treturn \"nowhere\"\n+\treturn \"x\"\n```\n")
			}
			a.ask("change it")
		},
		"a tool call": func(a *agent) {
			a.tool("change it", "edit", map[string]string{"file_path": "greet.go", "old_string": "nowhere", "new_string": "x"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := openAgent(t)
			a.write("greet.go", goFile(hello))
			ask(a)
			episodes, err := a.Recent(ctx, "", 1)
			if err != nil || len(episodes[0].Artifacts) != 1 {
				t.Fatalf("%+v, %v", episodes, err)
			}
			err = a.AcceptAt(ctx, episodes[0].Artifacts[0].Artifact, "greet.go")
			if err == nil || !strings.HasPrefix(err.Error(), "it says how to change code and is none itself") || !strings.HasSuffix(err.Error(), "or ask for the whole definition") {
				t.Errorf("it ended with %v", err)
			}
			if len(a.state()) > 0 {
				t.Errorf("state %v", a.state())
			}
		})
	}
}

func Test4AcceptAtTakesWhatAToolCallWritesAndNotItsArguments(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	accept := func(a *agent, path string) string {
		t.Helper()
		pending, err := a.Pending(ctx)
		if err != nil || len(pending) == 0 {
			t.Fatalf("%+v, %v", pending, err)
		}
		if err := a.AcceptAt(ctx, pending[0].ID, path); err != nil {
			t.Fatal(err)
		}
		d, err := a.Detail(ctx, path+"::Greet")
		if err != nil {
			t.Fatal(err)
		}
		return string(d.Content)
	}
	a := openAgent(t)
	a.tool("write it", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello, bye)})
	if got := accept(a, "a.go"); got != hello || a.state()["a.go::Part"] == "" {
		t.Errorf("of a file %q, state %v", got, a.state())
	}
	b := openAgent(t)
	b.write("greet.go", goFile(hello))
	b.tool("change it", "edit", map[string]string{"file_path": "greet.go", "old_string": `"hello"`, "new_string": `"good day"`})
	if got := accept(b, "b.go"); got != goodDay {
		t.Errorf("of an edit %q", got)
	}
}
