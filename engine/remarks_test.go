package engine_test

import (
	"context"
	"strings"
	"testing"

	"holdfast/engine/guard"
)

// remarks are those of the newest request, as Activity and /recent tell them.
func (h *house) remarks() (kinds []string) {
	h.t.Helper()
	list, err := h.Recent(context.Background(), "", 1)
	if err != nil || len(list) != 1 {
		h.t.Fatal(list, err)
	}
	a := h.Activities()[0]
	if len(a.Remarks) != len(list[0].Remarks) {
		h.t.Errorf("Activity tells %v, recent %v", a.Remarks, list[0].Remarks)
	}
	for _, r := range list[0].Remarks {
		kinds = append(kinds, r.Kind+": "+r.Detail)
	}
	return kinds
}

func TestAReplyWithoutTheCodeThatWasAskedForIsMarked(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("You could wrap it in a loop.") })
	h.ask("Add a retry to Dial.")
	if got := h.remarks(); len(got) != 1 || got[0] != "no_code: a change was asked for, and no code came: only prose came" {
		t.Errorf("%q", got)
	}
	h.ask("Why does Dial fail?")
	if got := h.remarks(); len(got) > 0 {
		t.Errorf("nothing was asked for: %q", got)
	}
	h.verified()
}

// A change that the reply only claims is told, and with notices.claims = "notice" to
// the model as well, once.
func TestAChangeThatAReplyOnlyClaimsIsTold(t *testing.T) {
	t.Parallel()
	for setting, told := range map[string]bool{"badge": false, "notice": true} {
		t.Run(setting, func(t *testing.T) {
			h := openHouse(t, func(string) reply { return say("I've updated `Greet` so that it says good day.") })
			h.write(greetFile, goFile(hello, bye))
			h.adopt(greetFile)
			h.configure("[notices]\nclaims = \"" + setting + "\"\n")
			h.ask("What about the greeting?")
			if got := h.remarks(); len(got) != 1 || got[0] != "claim: the reply says that "+greet+" was changed; no change was received" {
				t.Fatalf("%q", got)
			}
			const notice = "The previous reply said that " + greet + " was changed; no change was received."
			h.ask("And now?")
			if got := strings.Contains(h.prompt(), notice); got != told {
				t.Errorf("the model is told: %v\n%s", got, h.prompt())
			}
			h.verified()
		})
	}
}

// A call that is made over and over is told from the third time on, and with
// guard.loops the fourth is refused.
func TestALoopIsToldAndRefused(t *testing.T) {
	t.Parallel()
	a := openAgent(t)
	a.model.loops = true
	a.write(greetFile, goFile(hello, bye))
	args := map[string]string{"file_path": greetFile, "old_string": "no such text", "new_string": "x"}
	a.tool("greet better", "edit", args)
	for range 2 {
		if said := a.guarded(args, "HOLDFAST_GUARD_LOOPS=true"); said.Decision != guard.Allow {
			t.Fatalf("too early: %+v", said)
		}
		a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": "Error: old_string not found"})
		a.tool("", "edit", args)
	}
	if got := a.remarks(); len(got) != 1 || !strings.HasPrefix(got[0], "loop: the model has called edit with the same arguments 3 times in this turn: "+greetFile) {
		t.Fatalf("%q", got)
	}
	if said := a.guarded(args, "HOLDFAST_GUARD_LOOPS=true"); said.Decision != guard.Allow {
		t.Errorf("the third: %+v", said)
	}
	a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": "Error: old_string not found"})
	a.tool("", "edit", args)
	if said := a.guarded(args); said.Decision != guard.Allow {
		t.Errorf("without the setting: %+v", said)
	}
	said := a.guarded(args, "HOLDFAST_GUARD_LOOPS=true")
	if said.Decision != guard.Deny || !strings.Contains(said.Reason, "4 times in this turn") || !strings.Contains(said.Reason, "do something else") {
		t.Errorf("the fourth: %+v", said)
	}
	a.verified()
}

// A function that goes back and forth between two versions, by edits that differ, is
// refused when it comes back the fourth time; another version of it is not.
func TestAnEntityThatGoesBackAndForthIsRefused(t *testing.T) {
	t.Parallel()
	a := openAgent(t)
	a.model.loops = true
	a.write(greetFile, goFile(hello, bye))
	a.tool("what is in greet.go?", "read", map[string]string{"file_path": greetFile})
	a.result(goFile(hello, bye))
	good := goFile(goodDay, bye)
	prompt := "greet better"
	answered := func(text string) {
		a.messages = append(a.messages, object{"role": "tool", "tool_call_id": "call_1", "content": text})
	}
	for i := range 10 {
		text := good
		if i%2 == 1 {
			text = goFile(hello, bye)
		}
		args := map[string]string{"file_path": greetFile, "content": text + "\n// " + strings.Repeat("x", i+1) + "\n"} // no call is the same
		a.tool(prompt, "write", args)
		said := a.guarded(args, "HOLDFAST_GUARD_LOOPS=true")
		if said.Decision == guard.Deny {
			if !strings.Contains(said.Reason, "back to an earlier version 4 times in this turn") {
				t.Errorf("at call %d: %s", i, said.Reason)
			}
			if without := a.guarded(args); without.Decision != guard.Allow {
				t.Errorf("without the setting: %+v", without)
			}
			if i < 4 {
				t.Errorf("as early as call %d", i)
			}
			answered(said.Reason)
			other := map[string]string{"file_path": greetFile, "content": goFile("func Greet() string {\n\treturn \"at last\"\n}", bye)}
			a.tool("", "write", other)
			if said := a.guarded(other, "HOLDFAST_GUARD_LOOPS=true"); said.Decision != guard.Allow {
				t.Errorf("it has left the loop: %+v", said)
			}
			return
		}
		a.write(greetFile, args["content"])
		answered("Written.")
		prompt = ""
	}
	t.Error("it was never refused")
}
