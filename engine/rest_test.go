package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
)

const (
	jobFile = "job.py"
	jobRest = jobFile + "::*"
	jobLoad = jobFile + "::load"

	loadDef = "def load(path):\n    return open(path).read()\n"
	callOne = "RETRIES = 3\nload(RETRIES)\n"
	callTwo = "RETRIES = 9\nload(RETRIES)\n"
)

// jobHouse holds an adopted script of one function and two statements.
func jobHouse(t *testing.T, model func(string) reply) *house {
	h := openHouse(t, model)
	h.write(jobFile, loadDef+"\n\n"+callOne)
	h.adopt(jobFile)
	return h
}

func (h *house) adopt(paths ...string) events.Adoption {
	h.t.Helper()
	a, err := h.AdoptPaths(context.Background(), paths, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

func TestProduct3TheStatementsOfAScriptAreComparedByThemselves(t *testing.T) {
	t.Parallel()
	h := jobHouse(t, greeter)
	if e := h.entity(jobRest); e.Kind != "rest" || len(h.state()) != 2 {
		t.Fatalf("%+v of %v", e, h.state())
	}
	h.write(jobFile, "import sys\n\n"+loadDef+"\n# Both.\n"+callOne)
	if got := h.stale(); len(got) > 0 {
		t.Errorf("an import and a comment are no statement: %v", got)
	}
	h.write(jobFile, loadDef+"\n\n"+callTwo)
	if got := h.stale(); got[jobRest] != stale.Edited || len(got) != 1 {
		t.Fatalf("divergences: %v", got)
	}
	h.ask("explain job.py")
	if got := h.prompt(); !strings.Contains(got, "def load") || strings.Contains(got, "RETRIES = 3") {
		t.Errorf("the prompt holds %q", got)
	}
	if err := h.Adopt(context.Background(), report.ShownDisk{Entity: jobRest}); err != nil {
		t.Fatal(err)
	}
	h.ask("explain job.py again")
	if got := h.prompt(); !strings.Contains(got, strings.TrimSpace(callTwo)) || len(h.stale()) > 0 {
		t.Errorf("the prompt holds %q; diverges %v", got, h.stale())
	}
	h.write(jobFile, loadDef)
	if got := h.stale(); got[jobRest] != stale.Edited || len(got) != 1 {
		t.Errorf("statements that are gone: %v", got)
	}
	if a := h.adopt(jobFile); !slices.Equal(a.Tombstoned, []string{jobRest}) || len(h.state()) != 1 {
		t.Errorf("%+v, %v", a, h.state())
	}
	h.verified()
}

// A map that holds none misses none: it enters with the next adoption.
func TestProduct3TheRestEntersWithTheNextAdoption(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.write(jobFile, loadDef)
	h.adopt(jobFile)
	h.write(jobFile, loadDef+"\n\n"+callOne)
	if got := h.stale(); len(got) > 0 || h.state()[jobRest] != "" {
		t.Errorf("divergences %v, %v", got, h.state())
	}
	if a := h.adopt(jobFile); a.Adopted != 1 || a.Unchanged != 1 || h.state()[jobRest] == "" {
		t.Errorf("%+v, %v", a, h.state())
	}
}

// A file of statements is one entity; with its first function it is tracked by its
// symbols, its statements being the rest, and back.
func TestProduct3AFileBecomesItsSymbolsAndItsRest(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.write(jobFile, callOne)
	h.adopt(jobFile)
	if e := h.entity(jobRest); e.Kind != "file" {
		t.Fatalf("%+v", e)
	}
	h.write(jobFile, loadDef+"\n\n"+callOne)
	if got := h.stale(); got[jobRest] != stale.Edited {
		t.Errorf("the file as a whole is another: %v", got)
	}
	h.adopt(jobFile)
	if e := h.entity(jobRest); e.Kind != "rest" || h.state()[jobLoad] == "" || len(h.stale()) > 0 {
		t.Errorf("%+v of %v, diverges %v", e, h.state(), h.stale())
	}
	h.write(jobFile, callOne)
	if got := h.stale(); got[jobRest] != stale.Edited || got[jobLoad] != stale.Edited {
		t.Errorf("a file without symbols has no rest: %v", got)
	}
	h.adopt(jobFile)
	if e := h.entity(jobRest); e.Kind != "file" || len(h.state()) != 1 || len(h.stale()) > 0 {
		t.Errorf("%+v of %v", e, h.state())
	}
	h.verified()
}

// The reply that brings a file for the first time brings its statements; one that
// shows a function and calls it does not change them.
func TestProduct3AReplyBringsTheRestOfItsFile(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "use") {
			return say("job.py\n```python\n" + strings.Replace(loadDef, "open(path)", "open(path, 'rb')", 1) + "\nprint(load('x'))\n```\n")
		}
		return say("job.py\n```python\n" + loadDef + "\ndef save(path):\n    return 0\n\n" + callOne + "```\n")
	})
	h.ask("write job.py")
	if got := h.state(); got[jobRest] == "" || got[jobLoad] == "" {
		t.Fatalf("%v", got)
	}
	before := h.state()
	h.ask("show me how to use load of job.py")
	after := h.state()
	if after[jobRest] != before[jobRest] || after[jobLoad] == before[jobLoad] {
		t.Errorf("before %v, after %v", before, after)
	}
	pending, err := h.Pending(context.Background())
	if err != nil || len(pending) != 1 || pending[0].Entity != jobRest {
		t.Errorf("pending %+v, %v", pending, err)
	}
	h.verified()
}

// A file that is tracked as a whole gives way to its symbols and its rest in the one
// commit of a paste.
func TestProduct3APasteTakesAFileApart(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.write(jobFile, callOne)
	h.adopt(jobFile)
	if _, err := h.Paste(context.Background(), jobFile, []byte(loadDef+"\n\n"+callTwo)); err != nil {
		t.Fatal(err)
	}
	if e := h.entity(jobRest); e.Kind != "rest" || len(h.state()) != 2 {
		t.Errorf("%+v of %v", e, h.state())
	}
	h.write(jobFile, loadDef+"\n\n"+callTwo)
	if got := h.stale(); len(got) > 0 {
		t.Errorf("diverges %v", got)
	}
	h.verified()
}

// A statement can be taken away as well as added, and a client that shows the file in its
// request has shown the statements with it, though other code stands between them.
func TestProduct3AStatementOfAShownFileIsTakenAway(t *testing.T) {
	t.Parallel()
	script := "import sys\n\nLIMIT = 3\n\n" + loadDef + "\n\nload(LIMIT)\nload(1)\n"
	without := strings.Replace(script, "load(1)\n", "", 1)
	h := openHouse(t, func(string) reply { return say("job.py\n```python\n" + without + "```\n") })
	h.write(jobFile, script)
	h.adopt(jobFile)
	h.chat = []message{{"user", "I have *added these files to the chat*.\n\njob.py\n```\n" + script + "```\n"}, {"assistant", "Ok."}}
	h.ask("once is enough")
	d, err := h.Detail(context.Background(), jobRest)
	if err != nil || string(d.Content) != "LIMIT = 3\n\nload(LIMIT)" {
		t.Errorf("%q, %v, %+v", d.Content, err, d.Gates.Reasons)
	}
	h.write(jobFile, without)
	if got := h.stale(); len(got) > 0 {
		t.Errorf("diverges %v", got)
	}
	h.verified()
}

func TestProduct3TheRestComesBackFromTheDisk(t *testing.T) {
	t.Parallel()
	h := jobHouse(t, greeter)
	was, block := h.state(), h.checkpoint()
	h.lose()
	h.open()
	if kinds := h.recover(block); len(kinds["healed"]) != 2 {
		t.Errorf("%v", kinds)
	}
	if got := h.state(); got[jobRest] != was[jobRest] || h.entity(jobRest).Kind != "rest" || len(h.stale()) > 0 {
		t.Errorf("%v, diverges %v", got, h.stale())
	}
}
