package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/store/event"
)

// unreadable is what no rule about words can know.
const unreadable = "操作が許可されませんでした"

func TestProduct10WhatEachClientRefusesIsClosedWithItsWords(t *testing.T) {
	write := map[string]string{"filePath": "src/a.go", "content": "package a\n\nfunc A() {}\n"}
	shell := map[string]string{"command": "mkdir -p src && cat > src/a.go <<'EOF'\npackage a\n\nfunc A() {}\nEOF"}
	for _, c := range []struct {
		client, says, want string
		call               map[string]string
	}{
		{"qwen", "File src/a.go has not been read in this session. Use the read_file tool first.", "has not been read", write},
		{"opencode", "BadResource: FileSystem.writeFile (src/a.go)", "BadResource", write},
		{"pi", "EEXIST: file already exists, mkdir 'src'", "EEXIST", write},
		{"grok", "Error creating src/a.go: EEXIST: file already exists, mkdir 'src'", "Error creating", write},
		{"copilot", "Permission to run this tool was denied due to the following rules: `shell`", "was denied", shell},
		{"copilot's shell", "bash: src/a.go: Not a directory\n<shellId: 2 completed with exit code 1>", "Not a directory", shell},
	} {
		t.Run(c.client, func(t *testing.T) {
			a := openAgent(t)
			a.tool("write src/a.go", "write", c.call)
			if got := a.waiting(); len(got) != 1 {
				t.Fatalf("waiting %v", got)
			}
			a.result(c.says)
			if why := a.closed("src/a.go::A"); !strings.Contains(why, "the client did not apply it: ") || !strings.Contains(why, c.want) {
				t.Errorf("it was closed for %q", why)
			}
			a.verified()
		})
	}
}

func TestProduct10ACallThatWasAnsweredAndThatTheDiskDoesNotHoldWasNotApplied(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.result(unreadable)
	if why := a.closed(greet); why != "not applied: the client answered the call, and there is no file greet.go" {
		t.Errorf("a new file: closed for %q", why)
	}
	a.write(greetFile, goFile(hello, bye))
	a.adopt()
	edit := map[string]string{"filePath": "greet.go", "oldString": `"hello"`, "newString": `"good day"`}
	a.tool("greet better", "edit", edit)
	a.result(unreadable)
	if why := a.closed(greet); why != "not applied: the client answered the call, and greet.go holds the version before" {
		t.Errorf("an edit: closed for %q", why)
	}
	a.tool("drop Part", "edit", map[string]string{"filePath": "greet.go", "oldString": bye + "\n", "newString": ""})
	a.result(unreadable)
	if why := a.closed(part); why != "not applied: the client answered the call, and greet.go still holds it" {
		t.Errorf("a removal: closed for %q", why)
	}
	if len(a.waiting()) > 0 || len(a.stale()) > 0 {
		t.Errorf("waiting %v, diverging %v", a.waiting(), a.stale())
	}
	a.verified()
}

func (a *agent) adopt() {
	a.t.Helper()
	if _, err := a.Engine.AdoptPaths(context.Background(), []string{"greet.go"}, nil); err != nil {
		a.t.Fatal(err)
	}
}

func TestProduct10AFileThatTheClientChangedOtherwiseIsNotWhatWasProposed(t *testing.T) {
	a := openAgent(t)
	a.write(greetFile, goFile(hello))
	a.adopt()
	a.tool("greet better", "edit", map[string]string{"filePath": "greet.go", "oldString": `"hello"`, "newString": `"good day"`})
	a.write(greetFile, goFile(strings.ReplaceAll(hello, "hello", "good evening"))) // as the user wanted it
	a.result("The user changed it before it was saved.")
	if why := a.closed(greet); why != "not applied: the client answered the call, and greet.go holds another version" {
		t.Errorf("closed for %q", why)
	}
	if got := a.stale(); len(got) != 1 || got[greet] == "" {
		t.Errorf("the difference is not told: %+v", got)
	}
	a.verified()
}

func TestProduct10AFormatterAppliesACall(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.write(greetFile, strings.ReplaceAll(goFile(hello), "{", "{\n\n"))
	a.result("Wrote and formatted it.")
	if state := a.state(); state[greet] == "" || len(a.waiting()) > 0 || a.closed(greet) != "" {
		t.Errorf("map %v, waiting %v, closed for %q", state, a.waiting(), a.closed(greet))
	}
	a.verified()
}

// A client that queues what it was asked for answers before it writes.
func TestProduct10WhatIsAppliedLateIsSettledAllTheSame(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello, bye)})
	a.result("Queued for review.")
	if len(a.waiting()) > 0 || a.closed(greet) == "" {
		t.Fatalf("waiting %v", a.waiting())
	}
	a.write(greetFile, goFile(hello, bye))
	a.reverify()
	d, err := a.Detail(context.Background(), greet)
	if err != nil || d.Entity.Grant != "disk" || d.Entity.Origin != event.ByTool || len(d.Versions) != 2 || len(a.state()) != 2 {
		t.Errorf("%+v, %v, map %v", d, err, a.state())
	}
	a.tool("drop Part", "edit", map[string]string{"filePath": "greet.go", "oldString": bye + "\n", "newString": ""})
	a.result("Queued for review.")
	if len(a.waiting()) > 0 || a.state()[part] == "" {
		t.Errorf("waiting %v, map %v", a.waiting(), a.state())
	}
	a.write(greetFile, goFile(hello))
	a.reverify()
	if state := a.state(); state[part] != "" || state[greet] == "" || len(a.stale()) > 0 {
		t.Errorf("a removal that came late: map %v, diverging %v", state, a.stale())
	}
	a.tool("go on", "read", map[string]string{"filePath": "greet.go"})
	if !a.sees(greet) {
		t.Errorf("what was applied late is not known to the conversation:\n%s", a.lastUser())
	}
	a.verified()
	a.reopen()
	if state := a.state(); len(state) != 1 || len(a.waiting()) > 0 {
		t.Errorf("after a restart: map %v, waiting %v", state, a.waiting())
	}
}

func (a *agent) reverify() {
	a.t.Helper()
	if err := a.Reverify(context.Background(), nil); err != nil {
		a.t.Fatal(err)
	}
}

func TestProduct10WhatANewerProposalReplacedComesTooLate(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.result(unreadable)
	a.tool("once more", "write", map[string]string{"filePath": "greet.go", "content": goFile(goodDay)})
	a.write(greetFile, goFile(hello))
	a.reverify()
	if state := a.state(); len(state) > 0 || len(a.waiting()) != 1 {
		t.Errorf("map %v, waiting %v", state, a.waiting())
	}
	a.verified()
}

func TestProduct10ACallWithoutAResultIsDroppedByTheNextPrompt(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.messages = a.messages[:len(a.messages)-1]
	a.send() // the same prompt again, as after a failure: the turn goes on
	if got := a.waiting(); len(got) != 1 {
		t.Fatalf("in the same turn: waiting %v", got)
	}
	a.tool("leave it, write part.go", "write", map[string]string{"filePath": "part.go", "content": "package p\n\nfunc Part() {}\n"})
	if got := a.waiting(); len(got) != 1 || got[0] != "part.go::Part" {
		t.Errorf("waiting %v", got)
	}
	if why := a.closed(greet); why != "not applied: the conversation went on without an answer to the call, and there is no file greet.go" {
		t.Errorf("closed for %q", why)
	}
	a.verified()
}

func TestProduct10ACallIsStillFollowedAfterARestart(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	a.reopen()
	a.result(unreadable)
	if why := a.closed(greet); len(a.waiting()) > 0 || !strings.HasSuffix(why, "there is no file greet.go") {
		t.Errorf("waiting %v, closed for %q", a.waiting(), why)
	}
	a.verified()
}

func TestProduct10WhereTheDiskCannotTellAProposalWaits(t *testing.T) {
	a := openAgent(t)
	a.tool("write greet.go", "write", map[string]string{"filePath": "greet.go", "content": goFile(hello)})
	if err := os.Mkdir(filepath.Join(a.dir, greetFile), 0o700); err != nil {
		t.Fatal(err)
	}
	a.result(unreadable)
	if got := a.waiting(); len(got) != 1 {
		t.Errorf("waiting %v, closed for %q", got, a.closed(greet))
	}
}

func TestProduct10ADocCommentThatWasNotAppliedIsNotWaitedFor(t *testing.T) {
	a := openAgent(t)
	a.write(greetFile, goFile(hello))
	a.adopt()
	a.tool("say what it does", "write", map[string]string{"filePath": "greet.go", "content": goFile("// Greet greets.\n" + hello)})
	if got := a.waiting(); len(got) != 1 {
		t.Fatalf("waiting %v", got)
	}
	a.result(unreadable)
	if why := a.closed(greet); len(a.waiting()) > 0 || !strings.HasSuffix(why, "greet.go holds the version before") {
		t.Errorf("waiting %v, closed for %q", a.waiting(), why)
	}
	a.verified()
}

func TestProduct10ARemovalOfTheFileClosesWhatWaitsForIt(t *testing.T) {
	for _, tracked := range []bool{true, false} {
		a := openAgent(t)
		a.write(greetFile, goFile(hello))
		if tracked {
			a.adopt()
		}
		a.tool("greet better", "write", map[string]string{"filePath": "greet.go", "content": goFile(goodDay, bye)})
		if got := a.waiting(); len(got) != 2 {
			t.Fatalf("waiting %v", got)
		}
		other := &agent{house: a.house} // the first client is never heard of again
		other.tool("remove greet.go", "bash", map[string]string{"command": "rm greet.go"})
		if err := os.Remove(filepath.Join(a.dir, greetFile)); err != nil {
			t.Fatal(err)
		}
		other.result("")
		if got := a.waiting(); len(got) > 0 || len(a.state()) > 0 {
			t.Errorf("waiting %v, map %v", got, a.state())
		}
		if why := a.closed(part); why != "not applied: greet.go was removed while this waited for it" {
			t.Errorf("closed for %q", why)
		}
		a.verified()
	}
}

// A file that is yet to be made is no removed one, whatever was there before.
func TestProduct10AFileThatIsWrittenAnewIsWaitedFor(t *testing.T) {
	a := openAgent(t)
	a.write(greetFile, goFile(hello))
	a.adopt()
	if err := os.Remove(filepath.Join(a.dir, greetFile)); err != nil {
		t.Fatal(err)
	}
	a.tool("write greet.go anew", "write", map[string]string{"filePath": "greet.go", "content": goFile(goodDay)})
	a.reverify()
	if got := a.waiting(); len(got) != 1 {
		t.Fatalf("waiting %v", got)
	}
	a.write(greetFile, goFile(goodDay))
	a.result("Wrote it.")
	if len(a.waiting()) > 0 || len(a.stale()) > 0 || a.state()[greet] == "" {
		t.Errorf("waiting %v, diverging %v, map %v", a.waiting(), a.stale(), a.state())
	}
	a.verified()
}

// closed is why the newest proposal of an entity that came to nothing was closed,
// "" where none was.
func (a *agent) closed(entity string) string {
	a.t.Helper()
	d, err := a.Detail(context.Background(), entity)
	if err != nil {
		return "" // nothing is known of it
	}
	for _, v := range d.Versions {
		if v.State == event.Tombstoned && v.Grant == "" && !strings.HasPrefix(v.Reason, "accepted") {
			return v.Reason
		}
	}
	return ""
}
