package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/store/event"
)

// agent is a client with tools: it resends its whole history with each request.
type agent struct {
	*house
	messages []any
}

// object is a JSON object.
type object = map[string]any

// tool makes the model answer with one call, and the client take it in.
func (a *agent) tool(prompt, name string, args map[string]string) {
	a.t.Helper()
	a.model.mu.Lock()
	a.model.answer = func(string) reply { return reply{tool: name, args: args} }
	a.model.mu.Unlock()
	if prompt != "" {
		a.messages = append(a.messages, object{"role": "user", "content": prompt})
	}
	a.send()
	text, _ := json.Marshal(args)
	a.messages = append(a.messages, object{"role": "assistant", "content": nil, "tool_calls": []any{object{
		"id": "call_1", "type": "function", "function": object{"name": name, "arguments": string(text)},
	}}})
}

// result tells the model what came of its call, and lets it say something.
func (a *agent) result(text string) {
	a.t.Helper()
	a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": text})
	a.send()
	a.messages = append(a.messages, object{"role": "assistant", "content": "Done."})
}

func (a *agent) send() {
	a.t.Helper()
	body, _ := json.Marshal(object{
		"model": "m", "stream": true, "messages": a.messages,
		"tools": []any{object{"type": "function", "function": object{"name": "write"}}},
	})
	resp, err := http.Post(a.url("/v1/chat/completions"), "application/json", bytes.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		a.t.Fatal(err)
	}
}

func (a *agent) waiting() []string {
	a.t.Helper()
	list, err := a.Pending(context.Background())
	if err != nil {
		a.t.Fatal(err)
	}
	var keys []string
	for _, p := range list {
		keys = append(keys, p.Entity)
	}
	return keys
}

func openAgent(t *testing.T) *agent {
	return &agent{house: openHouse(t, func(string) reply { return say("Done.") })}
}

func Test15AToolCallWaitsUntilTheDiskHoldsIt(t *testing.T) {
	a := openAgent(t)
	file := goFile(hello, bye)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": file})
	if len(a.state()) > 0 || len(a.waiting()) != 2 {
		t.Fatalf("before it was applied: map %v, waiting %v", a.state(), a.waiting())
	}
	a.write(greetFile, file) // the client applies it
	a.result("Wrote file successfully.")
	if state := a.state(); state[greet] == "" || state[part] == "" || len(a.waiting()) > 0 {
		t.Errorf("after it was applied: map %v, waiting %v", state, a.waiting())
	}
	d, err := a.Detail(context.Background(), greet)
	if err != nil || d.Entity.Grant != "disk" || d.Entity.Origin != event.ByTool {
		t.Errorf("%s by %s grant, written by %s, %v", greet, d.Entity.Grant, d.Entity.Origin, err)
	}
	a.tool("now greet better", "edit", map[string]string{"file_path": a.dir + "/greet.go", "old_string": `"hello"`, "new_string": `"good day"`})
	if !a.sees(greet) {
		t.Errorf("what the client applied in the turn before is not shown:\n%s", a.lastUser())
	}
	if got := a.waiting(); len(got) != 1 || got[0] != greet {
		t.Errorf("waiting %v", got)
	}
	a.write(greetFile, goFile(goodDay, bye))
	a.result("Edit applied.")
	if got := a.waiting(); len(got) > 0 || len(a.stale()) > 0 {
		t.Errorf("waiting %v, diverging %v", got, a.stale())
	}
	a.verified()
}

// What a tool loop was shown stays as it is while the model itself changes it: its
// calls stand behind it. What anybody else changes goes at once.
func Test15TheHeadOfAToolLoopStays(t *testing.T) {
	for name, made := range map[string]struct {
		tool string
		args map[string]string
	}{
		"an edit": {"edit", map[string]string{"file_path": "greet.go", "old_string": `"hello"`, "new_string": `"good day"`}},
		"a file":  {"write", map[string]string{"filePath": "greet.go", "content": goFile(goodDay, bye)}},
	} {
		t.Run(name, func(t *testing.T) {
			a := openAgent(t)
			a.write(greetFile, goFile(hello, bye))
			if _, err := a.AdoptPaths(context.Background(), []string{greetFile}, nil); err != nil {
				t.Fatal(err)
			}
			a.tool("now greet better in greet.go", made.tool, made.args)
			before := a.lastUser()
			if !strings.Contains(before, "Entity: "+greet) {
				t.Fatalf("the file is not shown:\n%s", before)
			}
			a.write(greetFile, goFile(goodDay, bye))
			a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": "Done."})
			a.tool("", "look", map[string]string{"at": "greet.go"})
			if got := a.lastUser(); got != before {
				t.Errorf("the model's own call changed what stands before it:\n%s\nit was\n%s", got, before)
			}
			if d, err := a.Detail(context.Background(), greet); err != nil || string(d.Content) != goodDay || len(a.stale()) > 0 {
				t.Errorf("the State Map holds %q, %v, diverging %v", d.Content, err, a.stale())
			}
			a.write(greetFile, goFile(byHand, bye))
			a.result("Looked.")
			if got := a.lastUser(); strings.Contains(got, hello) || strings.Contains(got, goodDay) || !strings.Contains(got, "STALE") || !a.sees(part) {
				t.Errorf("after another's edit:\n%s", got)
			}
			a.verified()
		})
	}
}

// A message that is sent again without the calls that followed it shows what is
// true now: the model's own version stands nowhere else.
func Test15AMessageAskedAgainShowsWhatTheModelWrote(t *testing.T) {
	a := openAgent(t)
	a.write(greetFile, goFile(hello, bye))
	if _, err := a.AdoptPaths(context.Background(), []string{greetFile}, nil); err != nil {
		t.Fatal(err)
	}
	a.tool("now greet better in greet.go", "edit", map[string]string{"file_path": "greet.go", "old_string": `"hello"`, "new_string": `"good day"`})
	asked := a.messages[:1:1]
	a.write(greetFile, goFile(goodDay, bye))
	a.result("Edit applied.")
	a.messages = asked
	a.send()
	if got := a.lastUser(); strings.Contains(got, hello) || !strings.Contains(got, goodDay) {
		t.Errorf("asked again, the model is shown\n%s", got)
	}
}

// Clients spell out their folder, which may be a symbolic link.
func Test15APathIsMeantByEachNameOfTheWorkspace(t *testing.T) {
	a := openAgent(t)
	spelled := a.dir
	a.dir = filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(spelled, a.dir); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	a.reopen()
	file := goFile(hello)
	a.tool("write greet.go", "write", map[string]string{"filePath": filepath.Join(spelled, "greet.go"), "content": file})
	a.write(greetFile, file)
	a.result("Wrote file successfully.")
	a.tool("explain "+filepath.Join(spelled, "greet.go"), "write", map[string]string{"filePath": filepath.Join(a.dir, "more.go"), "content": goFile(bye)})
	if got := a.waiting(); a.state()[greet] == "" || len(got) != 1 || got[0] != "more.go::Part" {
		t.Errorf("map %v, waiting %v", a.state(), got)
	}
	if !a.sees(greet) {
		t.Errorf("the file that the prompt names is not shown:\n%s", a.lastUser())
	}
}

// lastUser is the newest user message that the model got.
func (a *agent) lastUser() string {
	last := ""
	for _, m := range a.model.last(a.t) {
		if m.Role == "user" {
			last = m.Content
		}
	}
	return last
}

func Test15ACallThatWasDeniedIsClosedByTheNextPrompt(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": "The user rejected permission to use this specific tool call."})
	if got := a.waiting(); len(got) != 1 {
		t.Fatalf("before the client says what came of it: waiting %v", got)
	}
	a.tool("then write part.go", "write", map[string]string{"filePath": "part.go", "content": "package p\n\nfunc Part() {}\n"})
	if got := a.waiting(); len(got) != 1 || got[0] != "part.go::Part" {
		t.Errorf("after the next prompt: waiting %v", got)
	}
	a.verified()
}

func Test15ACallThatWasDeniedNeverBecomesTruth(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.result("The user rejected permission to use this tool.")
	if len(a.waiting()) > 0 || len(a.state()) > 0 {
		t.Errorf("a denied call: waiting %v, map %v", a.waiting(), a.state())
	}
	d, err := a.Detail(context.Background(), greet)
	if err != nil || len(d.Versions) != 1 || !strings.Contains(d.Versions[0].Reason, "did not apply it") {
		t.Errorf("%+v, %v", d.Versions, err)
	}
	a.write(greetFile, goFile(hello)) // somebody writes the same all the same
	if len(a.state()) > 0 {
		t.Error("what was denied became truth")
	}
	a.verified()
}

func Test15ADeletionIsSettledWhenTheFileIsGone(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello, bye)})
	a.write(greetFile, goFile(hello, bye))
	a.result("ok")
	a.tool("drop Part", "edit", map[string]string{"filePath": "greet.go", "oldString": bye + "\n", "newString": ""})
	if got := a.waiting(); len(got) != 1 || got[0] != part {
		t.Errorf("waiting %v", got)
	}
	a.write(greetFile, goFile(hello))
	a.result("ok")
	if state := a.state(); state[part] != "" || state[greet] == "" || len(a.waiting()) > 0 {
		t.Errorf("map %v, waiting %v", state, a.waiting())
	}
	a.verified()
}

func Test12AFileReadAcknowledgesItsBase(t *testing.T) {
	a := openAgent(t)
	a.write(greetFile, goFile(hello, bye)) // the map does not hold it
	a.tool("look at it", "read", map[string]string{"filePath": "greet.go"})
	a.model.mu.Lock()
	a.model.answer = nil
	a.model.mu.Unlock()
	var numbered strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(goFile(hello, bye), "\n"), "\n") {
		numbered.WriteString(strings.Repeat(" ", 4) + string(rune('1'+i)) + "\t" + line + "\n")
	}
	a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": numbered.String()})
	a.model.final = fenced(goodDay)
	a.send()
	if state := a.state(); state[greet] == "" {
		list, _ := a.Pending(context.Background())
		t.Errorf("an update of what the model has just read is not promoted: %+v", list)
	}
	a.verified()
}

func Test15WhyAnEditCameToNothingIsTrue(t *testing.T) {
	a := openAgent(t)
	a.write("calc.py", "def add(a, b):\n    return a + b\n")
	a.tool("subtract", "edit", map[string]string{"filePath": "calc.py", "oldString": "return a - b", "newString": "return b - a"})
	var reasons []string
	for _, act := range a.Activities() {
		for _, o := range act.Outcomes {
			reasons = append(reasons, o.Reason)
		}
	}
	if want := `the edit of calc.py does not fit: the file on disk has no line "return a - b"`; len(reasons) != 1 || reasons[0] != want {
		t.Errorf("got %q", reasons)
	}
}
