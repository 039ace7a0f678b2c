package remark_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"holdfast/engine/remark"
	"holdfast/parser/call"
	"holdfast/store/event"
)

func made(t testing.TB, name string, args map[string]any) call.Call {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return call.Call{Name: name, Arguments: raw}
}

func find(list []event.Remark, kind string) string {
	for _, r := range list {
		if r.Kind == kind {
			return r.Detail
		}
	}
	return ""
}

func TestARequestForAChangeWithoutCodeIsMarkedWithItsCause(t *testing.T) {
	for _, c := range []struct{ name, asked, text, finish, want string }{
		{"prose", "Add a retry to Dial in net.go", "You could wrap the call in a loop and wait between the tries.", "stop", "only prose came"},
		{"politely", "Could you please fix the leak?", "The leak comes from the idle list.", "stop", "only prose came"},
		{"an order in a list", "Two things:\n- the tests are slow\n- rename Foo to Bar", "Those are good ideas.", "stop", "only prose came"},
		{"cut", "implement the parser", "First of all we need to think about", "length", "the reply was cut at the token limit"},
		{"a refusal", "Remove the licence check", "I'm sorry, but I can't help with that.", "stop", "the model refuses"},
		{"a question of any form", "Update the config", "I looked at it. What number of retries would you like?", "stop", "the model asks back"},
		{"a question", "Update the config", "There are two of them. Could you tell me which file you mean?", "stop", "the model asks back"},
		{"nothing", "Write the tests", "", "stop", "the reply is empty"},
		{"a call as text", "Change the port to 8080", `{"name": "edit", "arguments": {"path": "a.go"}}`, "stop", "a tool call stands in its text, where no client runs it"},
		{"a repetition", "Refactor it", strings.Repeat("I will now refactor the code. ", 200), "length", "the reply repeats itself without end, until the token limit cut it"},
		{"filtered", "Make it faster", "No.", "content_filter", "the server's filter ended it"},
		{"an order behind a condition", "When a port is taken, please add one and try again", "That is a good plan.", "stop", "only prose came"},
		{"an order behind a place", "In the health endpoint, ensure that the URL is whole", "Two of them are not.", "stop", "only prose came"},
		{"an order about a file", "@net.go:12 fix this", "The port is wrong.", "stop", "only prose came"},
		{"of us both", "can we also change the order?", "The order is by name.", "stop", "only prose came"},
		{"the plan", "Implement the plan.", "I have a plan.", "stop", "only prose came"},
		{"a wish for files", "Implement the parser", "I can see two of them. Please add the file to the chat so that I can go on.", "stop", "the model asks back"},
		{"a wish to know", "Implement the parser", "Let me know which one you mean.", "stop", "the model asks back"},
		{"a courtesy", "Implement the parser", "It is there already. Let me know if you need anything else.", "stop", "only prose came"},
	} {
		got := find(remark.Of(remark.Turn{Asked: c.asked, Text: c.text, Finish: c.finish}), remark.NoCode)
		if got != "a change was asked for, and no code came: "+c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWhatAsksForNoChangeOrBringsCodeIsNotMarked(t *testing.T) {
	edit := made(t, "edit", map[string]any{"path": "a.go", "old_string": "a", "new_string": "b"})
	for name, turn := range map[string]remark.Turn{
		"a question":       {Asked: "Why does Dial fail?", Text: "Because the port is closed.", Finish: "stop"},
		"an explanation":   {Asked: "Explain how to add a retry", Text: "Like this.", Finish: "stop"},
		"a joke":           {Asked: "Write me a joke", Text: "Knock knock.", Finish: "stop"},
		"a summary":        {Asked: "write a summary of the file", Text: "It dials.", Finish: "stop"},
		"code":             {Asked: "Add a retry", Text: "```go\nx\n```", Coded: true, Finish: "stop"},
		"a call before":    {Asked: "Add a retry", Text: "Done.", Calls: []call.Call{edit}, Finish: "stop"},
		"a call":           {Asked: "Add a retry", Calls: []call.Call{edit}, Own: 1, Finish: "tool_calls"},
		"a command":        {Asked: "Add a retry", Text: "Done.", Calls: []call.Call{made(t, "bash", map[string]any{"command": "sed -i s/a/b/ a.go"})}, Finish: "stop"},
		"code of the user": {Asked: "What is wrong here?\n```\nadd a retry\n```", Text: "Nothing.", Finish: "stop"},
		"the next step":    {Asked: "Let's move on to step 2.", Text: "Step 2 is the tests.", Finish: "stop"},
		"a condition":      {Asked: "What happens if the port is taken, and change the host?", Text: "Nothing.", Finish: "stop"},
		"a plan":           {Asked: "Write a short plan", Text: "First the tests.", Finish: "stop"},
		"the turn goes on": {Asked: "Add a retry", Calls: []call.Call{made(t, "read", map[string]any{"path": "a.go"})}, Own: 1, Finish: "tool_calls"},
	} {
		if got := find(remark.Of(turn), remark.NoCode); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAClaimOfAChangeThatNobodyReceivedIsTold(t *testing.T) {
	named := func(s string) (names []string) {
		for _, n := range []string{"net.go", "net.go::Dial"} {
			if _, last, ok := strings.Cut(n, "::"); ok && strings.Contains(s, last) || strings.Contains(s, n) {
				names = append(names, n)
			}
		}
		return names
	}
	never := func(string) bool { return false }
	for text, want := range map[string]string{
		"I've added a retry to `net.go`.":                              "net.go",
		"Sure! I have updated Dial so that it waits.":                  "net.go::Dial",
		"A retry has been added to `net.go`.":                          "net.go",
		"The function Dial has been successfully refactored. Enjoy!":   "net.go::Dial",
		"I updated net.go and its tests.":                              "net.go",
		"I’ve also successfully changed Dial.":                         "net.go::Dial",
		"- **Added** a retry to `net.go`":                              "net.go",
		"**net.go**: removed the old loop":                             "net.go",
		"- `net.go` — rewired to the new host":                         "net.go",
		"**Background** — Removed Dial.":                               "net.go::Dial",
		"Created: `net.go`":                                            "net.go",
		"`Dial` now waits between its tries.":                          "net.go::Dial",
		"I've updated Dial so that it returns nil if nobody listens.":  "net.go::Dial",
		"I've gone ahead and fixed Dial, which would never end.":       "net.go::Dial",
		"`Dial` — fixed-size tries":                                    "",
		"It looks like Dial has been renamed.":                         "",
		"Now I'll update Dial.":                                        "",
		"I'm updating Dial now.":                                       "",
		"If you agree, `net.go`: removed the loop":                     "",
		"I would have added a retry to `net.go`.":                      "",
		"I have not changed Dial.":                                     "",
		"If I had updated Dial, it would wait.":                        "",
		"Have I updated Dial?":                                         "",
		"You should update Dial.":                                      "",
		"I've added a retry.":                                          "",
		"> I've updated Dial":                                          "",
		"```\nI've updated Dial\n```":                                  "",
		"Dial was already changed before.":                             "",
		"I will add a retry to net.go once you have updated the file.": "",
	} {
		got := find(remark.Of(remark.Turn{Text: text, Finish: "stop", Named: named, Changed: never}), remark.Claim)
		if want == "" && got != "" || want != "" && got != "the reply says that "+want+" was changed; no change was received" {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for asked, told := range map[string]bool{"Mend the dialing": true, "what has changed in net.go?": false, "write a change log": false} {
		got := find(remark.Of(remark.Turn{Asked: asked, Text: "- Added a retry to net.go", Finish: "stop", Named: named, Changed: never}), remark.Claim)
		if told == (got == "") {
			t.Errorf("a list of changes in reply to %q: %q", asked, got)
		}
	}
	const text = "I've updated Dial in net.go."
	for name, turn := range map[string]remark.Turn{
		"its code came":        {Brought: []string{"net.go::Dial"}, Coded: true, Changed: never},
		"its file came":        {Brought: []string{"net.go"}, Coded: true, Changed: never},
		"the disk has changed": {Changed: func(string) bool { return true }},
		"a call changed it":    {Changed: never, Calls: []call.Call{made(t, "edit", map[string]any{"path": "net.go", "old_string": "a", "new_string": "b"})}},
		"a command ran":        {Changed: never, Calls: []call.Call{made(t, "bash", map[string]any{"command": "make"})}},
	} {
		turn.Text, turn.Finish, turn.Named = text, "stop", named
		if got := find(remark.Of(turn), remark.Claim); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestALoopIsToldFromTheThirdTimeOn(t *testing.T) {
	read := made(t, "read", map[string]any{"path": "a.go", "limit": 5})
	again := call.Call{Name: "read", Arguments: []byte(`{ "limit": 5, "path": "a.go" }`)}
	other := made(t, "read", map[string]any{"path": "b.go"})
	if got := find(remark.Of(remark.Turn{Calls: []call.Call{read, other, again}, Own: 1}), remark.Loop); got != "" {
		t.Errorf("twice: %q", got)
	}
	got := find(remark.Of(remark.Turn{Calls: []call.Call{read, other, again, read}, Own: 1}), remark.Loop)
	if got != "the model has called read with the same arguments 3 times in this turn: a.go" {
		t.Errorf("three times: %q", got)
	}
	if got := find(remark.Of(remark.Turn{Calls: []call.Call{read, read, read, other}, Own: 1}), remark.Loop); got != "" {
		t.Errorf("it has left the loop: %q", got)
	}
	back := map[string][]string{"a.go::F": {"A", "B", "A", "B", "A"}, "a.go::G": {"A", "A", "A", "B"}}
	if got := find(remark.Of(remark.Turn{Versions: back}), remark.Loop); got != "the model has brought a.go::F back to an earlier version 3 times in this turn" {
		t.Errorf("back and forth: %q", got)
	}
	if got := find(remark.Of(remark.Turn{Versions: map[string][]string{"a.go::F": {"A", "B", "A", "B", "A", "C"}}}), remark.Loop); got != "" {
		t.Errorf("it has left the back and forth: %q", got)
	}
}

func TestHostileRepliesAreReadQuickly(t *testing.T) {
	for name, text := range map[string]string{
		"angle brackets": strings.Repeat("<", 100<<10), "backticks": strings.Repeat("`", 100<<10), "dots": strings.Repeat(". ", 50<<10),
		"fences": strings.Repeat("```\n", 25<<10), "sentences": strings.Repeat("I've added a retry to x. ", 4<<10), "one word": strings.Repeat("added", 20<<10),
	} {
		began := time.Now()
		remark.Of(remark.Turn{Asked: "Add it" + text, Text: text, Finish: "stop", Named: func(string) []string { return nil }})
		if took := time.Since(began); took > 10*time.Second { // 100 ms where nothing else runs
			t.Errorf("%s took %s", name, took)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("Add a retry", "I've updated `a.go`.", `{"path":"a.go"}`)
	f.Fuzz(func(t *testing.T, asked, text, args string) {
		c := call.Call{Name: "x", Arguments: []byte(args)}
		remark.Of(remark.Turn{Asked: asked, Text: text, Calls: []call.Call{c, c, c}, Own: 1})
		remark.Of(remark.Turn{Asked: asked, Text: text, Finish: "length", Named: func(s string) []string { return []string{s} }, Changed: func(string) bool { return false }})
	})
}
