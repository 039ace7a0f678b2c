package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"holdfast/store/event"
)

const (
	wider   = "def area(w, h):\n    side = w * h * 4\n    return side\n"
	openEnd = "def area(w, h):\n    side = w * h * 4\n"
)

func TestProduct19WhatHadArrivedOfABrokenReplyWaits(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		says    reply
		entity  string // that waits, "" for none
		reasons []string
	}{
		"a whole block of a known entity": {reply{text: "Here:\n\n" + areaPy(wider) + "\n\nNow the", cut: true}, "geo/area.py::area", []string{"broke off"}},
		"a block that was not closed": {reply{text: "Here:\n\n```python\n# geo/area.py\n" + openEnd, cut: true}, "geo/area.py::area", []string{"broke off",
			"may have been cut"}},
		"what the map holds already": {reply{text: areaPy(onDisk) + "\nand", cut: true}, "", nil},
		"code of no file":            {reply{text: "```go\nfunc later() {}\n```\nand", cut: true}, "", nil},
		"words alone":                {reply{text: "I would say that", cut: true}, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := openDesk(t)
			before := d.state()
			d.says(tc.says)
			if _, err := d.post([]message{{"user", "Make area in geo/area.py wider."}}, true); err == nil {
				t.Fatal("a reply that was cut upstream looked whole to the client")
			}
			d.reopen() // waits for what is being recorded
			if after := d.state(); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("the State Map changed from %v to %v", before, after)
			}
			pending, err := d.Pending(context.Background())
			if err != nil || (len(pending) == 1) != (tc.entity != "") || len(pending) > 1 {
				t.Fatalf("%d proposals %+v, %v", len(pending), pending, err)
			}
			if tc.entity != "" {
				said := strings.Join(pending[0].Reasons, "; ")
				for _, reason := range tc.reasons {
					if pending[0].Entity != tc.entity || !strings.Contains(said, reason) {
						t.Errorf("%s waits for %q, which lacks %q", pending[0].Entity, said, reason)
					}
				}
			}
			told, err := d.Recent(context.Background(), "", 1)
			if err != nil || len(told) != 1 || !strings.HasPrefix(told[0].Problem, "aborted: ") {
				t.Errorf("what became of it: %+v, %v", told, err)
			}
			d.verified()
		})
	}
}

func TestAWholeReplyReplacesWhatABrokenOneLeft(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.says(reply{text: areaPy(wider) + "\nand", cut: true})
	if _, err := d.post([]message{{"user", "Make area in geo/area.py wider."}}, true); err == nil {
		t.Fatal("the reply was not cut")
	}
	d.reopen()
	d.says(say(areaPy(wider)))
	d.ask("Make area in geo/area.py wider.")
	if pending, err := d.Pending(context.Background()); err != nil || len(pending) != 0 {
		t.Errorf("%d proposals are left, %v", len(pending), err)
	}
	d.verified()
}

// A call of a reply that broke off was never made.
func TestACallOfABrokenReplyIsNobodys(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.says(reply{text: "so", tool: "write", args: map[string]string{"path": "geo/area.py", "content": wider}, cut: true})
	if _, err := d.post([]message{{"user", "Make area in geo/area.py wider."}}, true); err == nil {
		t.Fatal("the reply was not cut")
	}
	d.reopen()
	if pending, err := d.Pending(context.Background()); err != nil || len(pending) != 0 {
		t.Errorf("%d proposals wait, %v", len(pending), err)
	}
}

func TestProduct13MessagesThatArriveTogetherAreBothTheNewest(t *testing.T) {
	t.Parallel()
	user := func(text string) object { return object{"role": "user", "content": text} }
	assistant := object{"role": "assistant", "content": "Done."}
	plain := object{"tools": nil}
	for name, tc := range map[string]struct {
		body     object
		requests [][]any
		taken    bool
	}{
		"a paste in the first of two": {plain, [][]any{{user(areaPy(invents)), user("What does it do now?")}}, true},
		"in the second":               {plain, [][]any{{user("Look:"), user(areaPy(invents))}}, true},
		"in a later turn":             {plain, [][]any{{user("Hello.")}, {user("Hello."), assistant, user(areaPy(invents)), user("And now?")}}, true},
		"with tools, in a later turn": {nil, [][]any{{user("Hello.")}, {user("Hello."), assistant,
			user("Use this:\n\n```python\n# geo/rim.py\ndef rim(r):\n    return 6 * r\n```"), user("And now?")}}, true},
		"with tools, where all begins": {nil, [][]any{{user("```python\n# geo/rim.py\ndef rim(r):\n    return 6 * r\n```"), user("And now?")}}, false},
		"a message that was sent before": {plain, [][]any{{user("```python\n# geo/area.py\n" + invents)}, {user("```python\n# geo/area.py\n" + invents),
			user(areaPy(onDisk))}}, false},
		"one that the model has answered": {plain, [][]any{{user("Hello.")}, {user("Hello."), assistant, user("Hm."), assistant, user("And?")}}, false},
		"a wrapper between the two":       {plain, [][]any{{user(areaPy(invents)), user("<system-reminder>\nbe brief\n</system-reminder>"), user("And now?")}}, true},
		"few-shot examples": {plain, [][]any{{user(areaPy(invents)), user("I switched to a new code base. Please don't consider the above files."),
			user("And now?")}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := openDesk(t)
			before := fmt.Sprint(d.state())
			for _, messages := range tc.requests {
				d.send(tc.body, nil, messages...)
			}
			if changed := fmt.Sprint(d.state()) != before; changed != tc.taken {
				t.Errorf("the State Map changed: %v", changed)
			}
			d.verified()
		})
	}
}

// What arrived together stays one prompt: in the tool loop, on a retry and after a
// restart nothing is put in anew and nothing is pasted twice.
func TestMessagesThatArrivedTogetherStayOnePrompt(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	user := func(text string) object { return object{"role": "user", "content": text} }
	plain := object{"tools": nil}
	both := []any{user("Look at area in geo/area.py."), user("What is wrong with it?")}
	first := d.send(plain, nil, both...)
	if !strings.Contains(first, "Entity: geo/area.py::area") {
		t.Fatalf("what the first message names is not shown:\n%s", first)
	}
	if again := d.send(plain, nil, both...); again != first {
		t.Errorf("a retry got\n%s\nwant\n%s", again, first)
	}
	d.reopen()
	if after := d.send(plain, nil, both...); after != first {
		t.Errorf("after a restart it got\n%s\nwant\n%s", after, first)
	}
}

func TestRecentSaysTheStateOfEveryArtifact_Contract(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply {
		return say("```python\ndef later():\n    return 1\n```\n\nand\n\n```python\n# geo/rim.py\ndef rim(r):\n    return 6 * r\n```\n")
	})
	h.ask("Write something.")
	var recent struct {
		Episodes []struct {
			Artifacts []map[string]string `json:"artifact_states"`
		}
	}
	h.get("/recent", &recent)
	if len(recent.Episodes) != 1 || len(recent.Episodes[0].Artifacts) != 2 {
		t.Fatalf("episodes %+v", recent.Episodes)
	}
	for _, a := range recent.Episodes[0].Artifacts {
		linked := a["confidence"] != string(event.Unresolved)
		if _, said := a["state"]; !said || (a["state"] == string(event.Proposed)) == linked {
			t.Errorf("%v", a)
		}
	}
}
