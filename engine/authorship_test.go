package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/report"
	"holdfast/store/event"
)

// desk is a house whose workspace holds geo/area.py, which was adopted, and a
// client with tools that sends what it is told to.
type desk struct{ *house }

const (
	onDisk  = "def area(w, h):\n    side = w * h\n    return side\n"
	invents = "def area(w, h):\n    side = w + h\n    return side * 2\n"
)

// areaPy is code in a fence that names its file.
func areaPy(code string) string { return "```python\n# geo/area.py\n" + code + "```" }

func openDesk(t testing.TB) *desk {
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write("geo/area.py", onDisk)
	if _, err := h.AdoptPaths(context.Background(), []string{"geo/area.py"}, nil); err != nil {
		t.Fatal(err)
	}
	return &desk{h}
}

// says has the model answer the next request with a text, calls with a call.
func (d *desk) says(r reply) {
	d.model.mu.Lock()
	defer d.model.mu.Unlock()
	d.model.answer, d.model.final = func(string) reply { return r }, r.text
}

// send posts messages as a client with tools does, or one without, and returns
// what the model got in their place.
func (d *desk) send(body object, header http.Header, messages ...any) string {
	d.t.Helper()
	all := object{"model": "m", "stream": true, "messages": messages, "tools": []any{object{"type": "function", "function": object{"name": "task"}}}}
	for name, value := range body {
		if all[name] = value; value == nil {
			delete(all, name)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		d.t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, d.url("/v1/chat/completions"), bytes.NewReader(text))
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header = header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		d.t.Fatal(err)
	}
	d.model.mu.Lock()
	defer d.model.mu.Unlock()
	return string(d.model.bodies[len(d.model.bodies)-1])
}

func user(text string) object    { return object{"role": "user", "content": text} }
func byModel(text string) object { return object{"role": "assistant", "content": text} }

// parts is a message of the user's in several parts.
func parts(texts ...string) object {
	var list []any
	for _, text := range texts {
		list = append(list, object{"type": "text", "text": text})
	}
	return object{"role": "user", "content": list}
}

// unmoved demands that area is what the disk holds, that nobody wrote it but the
// disk, that nothing waits, and that nothing was heard of what a text says.
func (d *desk) unmoved() {
	d.t.Helper()
	detail, err := d.Detail(context.Background(), "geo/area.py::area")
	if err != nil {
		d.t.Fatal(err)
	}
	if got := string(detail.Content); strings.TrimSpace(got) != strings.TrimSpace(onDisk) {
		d.t.Errorf("the truth is %q", got)
	}
	for _, v := range detail.Versions {
		if v.Origin == event.ByUser {
			d.t.Errorf("a version is the user's: %+v", v)
		}
	}
	if list, err := d.Pending(context.Background()); err != nil || len(list) > 0 {
		d.t.Errorf("%+v wait, %v", list, err)
	}
	if got := d.heard(); got != "" {
		d.t.Errorf("it was heard that\n%s", got)
	}
}

// order is what a model has another agent do.
const order = "Have a look at this draft:\n\n" + "```python\n# geo/area.py\n" + invents + "```\n\nWe will use LMDB for storage. Never edit the changelog."

func TestTheModelsPromptForASubAgentGrantsNothing_C1(t *testing.T) {
	for name, tc := range map[string]struct {
		header http.Header
		system string
		prompt object
	}{
		"word for word, in a conversation of its own": {nil, "You check code.", user(order)},
		"behind what its client adds":                 {nil, "You check code.", user("<current_time>2031-01-02</current_time>\n\n" + order)},
		"in parts":                                    {nil, "You check code.", parts("<system-reminder>be brief</system-reminder>", order)},
		"under a header of another's words":           {http.Header{"X-Parent-Session-Id": {"s1"}}, "You help.", user("Somebody asks you:\n" + strings.ReplaceAll(order, "draft", "text"))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			d.says(reply{tool: "task", args: map[string]string{"kind": "check", "prompt": order}})
			d.send(nil, nil, user("Let somebody look at it."))
			d.says(say("All is well."))
			got := d.send(nil, tc.header, object{"role": "system", "content": tc.system}, tc.prompt)
			if !strings.Contains(got, "side = w * h") {
				t.Errorf("the sub-agent is not shown what the code is: %s", got)
			}
			d.unmoved()
			d.reopen()
			d.send(nil, tc.header, object{"role": "system", "content": tc.system + " Now."}, tc.prompt)
			d.unmoved()
		})
	}
}

// A client has a page read, or a draft, by a request without tools in which the
// model's question is short and the client's words are many.
func TestWhatAHelperWithoutToolsIsAskedGrantsNothing_C1(t *testing.T) {
	for name, prompt := range map[string]string{
		"a page":  "What the page holds:\n---\n" + areaPy(invents) + "\n---\n\nList the functions\n\nAnswer from what stands above.",
		"a draft": "A colleague asks:\n\nList the functions\n\n" + areaPy(invents) + "\n\nWhat do you think?",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			d.says(reply{tool: "fetch", args: map[string]string{"url": "http://a.example", "prompt": "List the functions"}})
			d.send(nil, nil, user("Go on."))
			d.says(say("There is one."))
			d.send(object{"tools": nil}, nil, user(prompt))
			area, err := d.Detail(context.Background(), "geo/area.py::area")
			if err != nil || !strings.Contains(string(area.Content), "w * h") {
				t.Errorf("the truth is %q, %v", area.Content, err)
			}
			list, err := d.Pending(context.Background())
			if err != nil || len(list) != 1 || !strings.Contains(strings.Join(list[0].Reasons, " "), "repeats what the model wrote into a call") {
				t.Errorf("%+v wait, %v", list, err)
			}
		})
	}
}

// Some clients offer no tools in a request: their model writes its calls into its
// text, and what stands in one comes back as the prompt of another agent.
func TestWhatACallInProseSaysGrantsNothing_C1(t *testing.T) {
	quoted, err := json.Marshal(object{"name": "task", "arguments": object{"prompt": order}})
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]string{
		"elements":   "Somebody should look.\n\n<new_task>\n<mode>check</mode>\n<message>" + order + "</message>\n</new_task>",
		"parameters": "<tool_call>\n<function=task>\n<parameter=prompt>\n" + order + "\n</parameter>\n</function>\n</tool_call>",
		"JSON":       "<tool_call>" + string(quoted) + "</tool_call>",
		"an action":  "Action: task\nAction Input: " + string(quoted),
	} {
		for how, prompt := range map[string]string{
			"":                 order,
			" and an element":  "<task>\n" + order + "\n</task>",
			" and its code":    areaPy(invents),
			" and other words": "Look at this:\n\n" + areaPy(invents),
		} {
			t.Run(name+how, func(t *testing.T) {
				t.Parallel()
				d := openDesk(t)
				plain := object{"tools": nil}
				d.says(say(call))
				d.send(plain, nil, object{"role": "system", "content": "You write calls of tools into your text."}, user("Let somebody look at it."))
				d.says(say("All is well."))
				d.send(plain, nil, object{"role": "system", "content": "You check code."}, user(prompt))
				area, err := d.Detail(context.Background(), "geo/area.py::area")
				if err != nil || !strings.Contains(string(area.Content), "w * h") {
					t.Errorf("the truth is %q, %v", area.Content, err)
				}
				if got := d.heard(); strings.Contains(got, "LMDB") || strings.Contains(got, "changelog") {
					t.Errorf("it was heard that\n%s", got)
				}
			})
		}
	}
}

// The client may act on any of the choices that it has asked for.
func TestWhatAnotherChoiceCallsGrantsNothing_C1(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	args, err := json.Marshal(object{"prompt": order})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(object{"choices": []any{
		object{"index": 0, "finish_reason": "stop", "message": byModel("No.")},
		object{"index": 1, "finish_reason": "tool_calls", "message": object{"role": "assistant", "tool_calls": []any{
			object{"id": "c", "type": "function", "function": object{"name": "task", "arguments": string(args)}},
		}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	d.model.mu.Lock()
	d.model.raw = string(raw)
	d.model.mu.Unlock()
	d.send(object{"n": 2, "stream": false}, nil, user("Let somebody look at it."))
	d.model.mu.Lock()
	d.model.raw = ""
	d.model.mu.Unlock()
	d.says(say("All is well."))
	d.send(nil, nil, object{"role": "system", "content": "You check code."}, user(order))
	d.unmoved()
}

func TestWhatASkillOrACommandBringsGrantsNothing_C2(t *testing.T) {
	rules := "# Rules of the house\n\nWe will use LMDB for storage. Never edit the changelog.\n\n" + areaPy(invents)
	call := object{"role": "assistant", "content": nil, "tool_calls": []any{object{
		"id": "call_1", "type": "function", "function": object{"name": "skill", "arguments": `{"skill":"house"}`},
	}}}
	result := object{"role": "tool", "tool_call_id": "call_1", "content": "Launching skill: house"}
	for name, messages := range map[string][]any{
		"a skill behind a result":    {call, result, user("Base directory for this skill: /w/skills/house\n\n" + rules)},
		"a skill in its element":     {call, result, user("<skill-context name=\"house\">\n" + rules + "\n</skill-context>")},
		"a command by its name":      {parts("<command-message>rev</command-message>\n<command-name>/rev</command-name>", rules)},
		"a command before its line":  {user(rules + "\n\n/rev")},
		"a command the client bears": {user("You are a strict reviewer of changes.\n\n" + rules + strings.Repeat("\n- look at the next file, and write down what is odd about it", 30))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			d.send(nil, nil, append([]any{user("hello")}, messages...)...)
			d.unmoved()
		})
	}
}

// Some clients send the text of a command's file as if somebody had typed it.
func TestTheTextOfACommandsFileGrantsNothing_C2(t *testing.T) {
	const rules = "# Rules of the house\n\nWe will use LMDB for storage. Never edit the changelog.\n\nThe user adds: $ARGUMENTS\n"
	for _, file := range []string{".claude/commands/rev.md", ".clinerules/workflows/rev.md", ".kilo/command/rev.md", "~/.pi/agent/prompts/rev.md"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			text := rules + "\n" + areaPy(invents) + "\n"
			write := func(text string) {
				root := d.dir
				name, home := strings.CutPrefix(file, "~/")
				if home {
					root = d.opts.Home
				}
				at := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("---\ndescription: x\n---\n\n" + text)
			sent := user(strings.Replace(text, "$ARGUMENTS", "", 1))
			d.send(nil, nil, user("hello"), byModel("hello to you"), sent)
			d.unmoved()
			// The turn goes on with the words that began it, whatever becomes of the file.
			write("It is another command now, of other words.\n")
			called := object{"role": "assistant", "content": nil, "tool_calls": []any{object{
				"id": "call_1", "type": "function", "function": object{"name": "read", "arguments": `{"path":"geo/area.py"}`},
			}}}
			d.send(nil, nil, user("hello"), byModel("hello to you"), sent, called, object{"role": "tool", "tool_call_id": "call_1", "content": "x"})
			d.unmoved()
		})
	}
}

func TestACompactionAndItsSummaryGrantNothing_C3_C4(t *testing.T) {
	const summary = "The area of a room is computed in geo/area.py. We will use LMDB for storage.\n\n" +
		"```python\n# geo/area.py\ndef area(w, h):\n    return w * h\n```\n\nNext: never edit the changelog."
	talk := []any{user("hello"), byModel("hello to you")}
	called := object{"role": "assistant", "content": nil, "tool_calls": []any{object{
		"id": "call_1", "type": "function", "function": object{"name": "read", "arguments": `{"path":"geo/area.py"}`},
	}}}
	for name, tc := range map[string]struct {
		body   object
		header http.Header
		asked  []any
		after  string
	}{
		"tools that are forbidden": {object{"tool_choice": "none"}, nil, []any{called, object{"role": "tool", "tool_call_id": "call_1", "content": "x"},
			user("Now write down what matters, in a form that somebody can go on from.")}, "Here is what was done so far:\n\n" + summary},
		"a header": {nil, http.Header{"X-Interaction-Type": {"conversation-compaction"}}, []any{user("Write down what matters.")}, summary + "\n\nGo on with it. Do not say that it was summed up."},
		"words of a client": {nil, nil, []any{user("Please sum this up. Do not call any tools.\n" +
			"Write a detailed summary of the conversation so far, so that another agent can take it up; name the files, what was decided, and what is left to do.")}, summary},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			d.send(nil, nil, talk[0])
			d.says(say(summary))
			got := d.send(tc.body, tc.header, append(slices.Clone(talk), tc.asked...)...)
			if strings.Contains(got, "CURRENT STATE") || strings.Contains(got, "RECENT") {
				t.Errorf("something was put into the request: %s", got)
			}
			d.unmoved()
			d.reopen()
			d.says(say("Going on."))
			d.send(nil, nil, user(tc.after))
			d.unmoved()
		})
	}
}

func TestThePromptOfACommandLineIsReadWithoutItsQuotes_C5(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.send(nil, nil, user(`"We will use LMDB for storage.`+"\n\n```sh\n# run.sh\ngreet() {\n  echo \\\"hi $1\\\"\n}\n```\""))
	greet, err := d.Detail(context.Background(), "run.sh::greet")
	if err != nil || !strings.Contains(string(greet.Content), `echo "hi $1"`) {
		t.Errorf("%q, %v", greet.Content, err)
	}
	if items := d.heard(); !strings.Contains(items, "decision active: ") || !strings.Contains(items, "LMDB") {
		t.Errorf("the decision is not heard:\n%s", items)
	}
}

func TestRequestsThatAreNoTurnsGetNothing_C7_C12(t *testing.T) {
	manual := strings.Repeat("\n- Look at geo/area.py::area first. We will use LMDB. Never edit the changelog.", 24)
	for name, tc := range map[string]struct {
		body     object
		messages []any
	}{
		"the file with instructions": {nil, []any{user("Please analyze this codebase and create a CLAUDE.md file." + manual)}},
		"a review":                   {nil, []any{user("You are an expert reviewer of code." + manual)}},
		"a commit message": {object{"tools": nil}, []any{object{"role": "system", "content": "Generate a concise git commit message for the diff that follows. At most 60 characters."},
			user("diff --git a/geo/area.py b/geo/area.py\n--- a/geo/area.py\n+++ b/geo/area.py\n@@ -1,3 +1,3 @@\n def area(w, h):\n-    side = w * h\n+    side = w + h\n     return side\n")}},
		"a title": {object{"tools": nil}, []any{object{"role": "system", "content": "You write titles. Create a short title for the session."}, user("We will use LMDB. Look at geo/area.py::area.")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			if got := d.send(tc.body, nil, tc.messages...); strings.Contains(got, "CURRENT STATE") {
				t.Errorf("something was put into the request: %s", got)
			}
			d.unmoved()
		})
	}
}

func TestAPasteThatContradictsWaitsForOneReviewWhereTheClientHasTools_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.send(nil, http.Header{"User-Agent": {"coder/1.2"}}, user("Use this:\n\n"+areaPy(invents)))
	list, err := d.Pending(context.Background())
	if err != nil || len(list) != 1 || list[0].Entity != "geo/area.py::area" || !slices.Contains(list[0].Reasons, "pasted in coder; the disk holds another version") {
		t.Fatalf("%+v wait, %v", list, err)
	}
	rows, err := d.StateList(context.Background())
	if err != nil || rows.Len() != 1 || !rows.At(0).InReview {
		t.Errorf("the State Map does not say so: %+v, %v", rows, err)
	}
	if area, err := d.Detail(context.Background(), "geo/area.py::area"); err != nil || !area.Entity.InReview {
		t.Errorf("its detail does not say so: %+v, %v", area.Entity, err)
	}
	got := d.send(nil, nil, user("Use this:\n\n"+areaPy(invents)), byModel("Done."), user("And what does geo/area.py::area do?"))
	if strings.Contains(got, "CURRENT STATE") || !strings.Contains(got, "IN REVIEW") {
		t.Errorf("what waits for a review is shown: %s", got)
	}
	if again, err := d.Pending(context.Background()); err != nil || len(again) != 1 {
		t.Errorf("%+v wait, %v", again, err)
	}
	if err := d.Accept(context.Background(), report.Shown{Artifact: list[0].ID}); err != nil {
		t.Fatal(err)
	}
	if area, err := d.Detail(context.Background(), "geo/area.py::area"); err != nil || !strings.Contains(string(area.Content), "w + h") {
		t.Errorf("%q, %v", area.Content, err)
	}
}

func TestWhatIsLeftOutWhileAPasteWaitsIsSaidSo_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	same := http.Header{"X-Holdfast-Conversation": {"c1"}}
	d.send(nil, same, user("Use this:\n\n"+areaPy(invents)))
	got := d.send(nil, same, user("What does geo/area.py::area do?"))
	if !strings.Contains(got, "left out: another version of it waits for the user's decision") || strings.Contains(got, "match the file on disk") {
		t.Errorf("it is not said why the code is left out: %s", got)
	}
}

// Somebody has edited the file, and what the State Map holds comes back as a paste:
// whether it is to stand is for the operator to say.
func TestAPasteOfWhatIsStaleWaitsForOneReview_Product13(t *testing.T) {
	const edited = "def area(w, h):\n    return h * w * 1.5\n"
	ctx := context.Background()
	for name, tc := range map[string]struct {
		then  func(d *desk, waits report.Proposal) error
		stale string
		truth string
	}{
		"accepted, it is kept": {func(d *desk, p report.Proposal) error { return d.Accept(ctx, report.Shown{Artifact: p.ID}) }, "", onDisk},
		"rejected, it is STALE": {func(d *desk, p report.Proposal) error {
			return d.Reject(ctx, report.Shown{Artifact: p.ID}, "")
		}, "edited", onDisk},
		"kept, it waits no more":    {func(d *desk, p report.Proposal) error { return d.Keep(ctx, report.ShownDisk{Entity: p.Entity}) }, "", onDisk},
		"adopted, it waits no more": {func(d *desk, p report.Proposal) error { return d.Adopt(ctx, report.ShownDisk{Entity: p.Entity}) }, "", edited},
		"on disk again, it waits no more": {func(d *desk, p report.Proposal) error {
			d.write("geo/area.py", onDisk)
			d.send(nil, nil, user("And now?"))
			return nil
		}, "", onDisk},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			d.write("geo/area.py", edited)
			paste := user("It is this:\n\n" + areaPy(onDisk))
			for range 2 { // clients send a message again
				d.send(nil, http.Header{"User-Agent": {"coder/1.2"}}, paste)
			}
			list, err := d.Pending(ctx)
			if err != nil || len(list) != 1 || !strings.HasPrefix(list[0].Reasons[0], "pasted in coder; the State Map holds this version, and stays STALE: the disk holds another version") {
				t.Fatalf("%+v wait, %v", list, err)
			}
			if got := d.send(nil, nil, paste, byModel("Done."), user("What does geo/area.py::area do?")); !strings.Contains(got, "IN REVIEW") {
				t.Errorf("it is not said why the code is left out: %s", got)
			}
			if err := tc.then(d, list[0]); err != nil {
				t.Fatal(err)
			}
			if list, err = d.Pending(ctx); err != nil || len(list) > 0 {
				t.Errorf("%+v wait, %v", list, err)
			}
			if got := d.stale()["geo/area.py::area"]; string(got) != tc.stale {
				t.Errorf("it is STALE: %q", got)
			}
			area, err := d.Detail(ctx, "geo/area.py::area")
			if err != nil || strings.TrimSpace(string(area.Content)) != strings.TrimSpace(tc.truth) {
				t.Errorf("the truth is %q, %v", area.Content, err)
			}
			d.verified()
		})
	}
}

func TestAPasteOfWhatStandsTakesBackTheOneThatWaits_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.send(nil, nil, user("Use this:\n\n"+areaPy(invents)))
	if list, err := d.Pending(context.Background()); err != nil || len(list) != 1 {
		t.Fatalf("%+v wait, %v", list, err)
	}
	d.send(nil, nil, user("Use this:\n\n"+areaPy(invents)), byModel("Done."), user("No, leave it so:\n\n"+areaPy(onDisk)))
	if list, err := d.Pending(context.Background()); err != nil || len(list) > 0 {
		t.Errorf("%+v wait, %v", list, err)
	}
	if got := d.send(nil, nil, user("What does geo/area.py::area do?")); !strings.Contains(got, "side = w * h") {
		t.Errorf("what stands is not shown: %s", got)
	}
	d.verified()
}

func TestAPasteThatContradictsNothingIsTheTruthAtOnce_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.write("geo/side.py", "def side(a):\n    return a\n")
	d.send(nil, nil, user("This is new:\n\n```python\n# geo/room.py\ndef room(n):\n    return n + 1\n```\n\nand this is there:\n\n"+
		"```python\n# geo/side.py\ndef side(a):\n    return a\n```\n\nand this, too:\n\n"+areaPy(onDisk)))
	state := d.state()
	if state["geo/room.py::room"] == "" || state["geo/side.py::side"] == "" {
		t.Errorf("%v", state)
	}
	if list, err := d.Pending(context.Background()); err != nil || len(list) > 0 {
		t.Errorf("%+v wait, %v", list, err)
	}
}

func TestTheModelsOwnBlockPastedBack_Product13(t *testing.T) {
	const draft = "```python\n# geo/room.py\ndef room(n):\n    total = n + 1\n    return total\n```"
	edited := strings.NewReplacer("total = n + 1", "total = count(n)\n    total = total * height(n)\n    total = total - walls(n)\n    total = rounded(total)").Replace(draft)
	for name, tc := range map[string]struct {
		body  object
		paste string
		waits bool
	}{
		"in a plain chat":                      {object{"tools": nil}, draft, false},
		"in a client with tools":               {nil, draft, true},
		"with tools, most lines the user's":    {nil, edited, false},
		"with tools, one word of it the users": {nil, strings.Replace(draft, "n + 1", "n + 2", 1), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			d.says(reply{tool: "show", args: map[string]string{"draft": draft}})
			d.send(tc.body, nil, user("How would you write it?"))
			d.says(say("Good."))
			d.send(tc.body, nil, user("How would you write it?"), byModel("So."), user("Take it:\n\n"+tc.paste))
			list, err := d.Pending(context.Background())
			if err != nil || (len(list) == 1) != tc.waits || (d.state()["geo/room.py::room"] == "") != tc.waits {
				t.Errorf("%+v wait, %v; %v", list, err, d.state())
			}
			if tc.waits && !strings.Contains(list[0].Reasons[0], "the model said it before") {
				t.Errorf("%v", list[0].Reasons)
			}
		})
	}
}

func TestTheAuthorsOfAPromptAreOnRecord_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.send(nil, nil, parts("<system-reminder>be brief</system-reminder>", "fix it\n<odd>\nx\n</odd>"))
	x, err := d.Exchange(context.Background(), d.Activities()[0].Episode)
	if err != nil {
		t.Fatal(err)
	}
	var who []string
	for _, a := range x.Authors {
		who = append(who, a.Who+": "+x.Prompt[a.From:a.To])
	}
	if got, want := strings.Join(who, "|"), "client: <system-reminder>be brief</system-reminder>|user: fix it\n|unknown: <odd>\nx\n</odd>"; got != want {
		t.Errorf("%s", got)
	}
}

// TestHugePromptsAreJudgedInBoundedTime sends 20 MB of text, and a hundred thousand
// parts.
func TestHugePromptsAreJudged_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.says(reply{tool: "task", args: map[string]string{"prompt": order}})
	d.send(nil, nil, user("Let somebody look at it."))
	d.says(say("Good."))
	d.send(nil, nil, user(strings.Repeat("a line that nobody said before\n", 20<<20/31)))
	many := make([]string, 100_000)
	for i := range many {
		many[i] = "- - -"
	}
	d.send(nil, nil, parts(append(many, order)...))
	d.unmoved()
}

// TestOnlyWhatTheUserTypedIsGrantedThroughTheProxy_Product13 moves code between
// replies, arguments and messages of the user's, a thousand requests of them.
func TestOnlyWhatTheUserTypedIsGrantedThroughTheProxy_Product13(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand requests are many")
	}
	t.Parallel()
	d := openDesk(t)
	dice := rand.New(rand.NewPCG(18, 2))
	typed := map[string]bool{}
	block := func(by string) (name, text string) {
		name = fmt.Sprintf("%s_%d", by, dice.IntN(1_000_000_000))
		return name, fmt.Sprintf("Please see to it %d times.\n\n```python\n# lib/%s.py\ndef %s(a):\n    b%d = a * %d\n    return b%d\n```", dice.IntN(1_000_000), name, name, dice.IntN(1000), dice.IntN(1_000_000), dice.IntN(1_000_000))
	}
	var said []string
	for range 1000 {
		switch dice.IntN(4) {
		case 0:
			_, text := block("model")
			said = append(said, text)
			if dice.IntN(2) == 0 {
				d.says(say("Like this, perhaps.\n\n" + strings.Replace(text, "```python\n# ", "```text\nno file: ", 1)))
			} else {
				d.says(reply{tool: "task", args: map[string]string{"prompt": text}})
			}
			d.send(nil, nil, user(fmt.Sprint("Go on, ", dice.IntN(1_000_000))))
			d.says(say("Good."))
		case 1:
			name, text := block("user")
			typed["lib/"+name+".py::"+name] = true
			d.send(nil, nil, user(text))
		case 2:
			_, text := block("client")
			d.send(nil, nil, []any{
				user(text + "\n\n/rev"), user("<notes_of_mine>\n" + text + "\n</notes_of_mine>"), user("Base directory for this skill: /w\n" + text),
				parts("<command-name>/rev</command-name>", text),
			}[dice.IntN(4)])
		case 3:
			if len(said) == 0 {
				continue
			}
			text := said[dice.IntN(len(said))]
			d.send(nil, nil, []any{
				user(text), user("<task>\n" + text + "\n</task>"), user("    " + strings.ReplaceAll(text, "\n", "\n    ")),
				parts("<system-reminder>x</system-reminder>", text), user("So far:\n" + text + "\nGo on."),
			}[dice.IntN(5)])
		}
	}
	granted := 0
	for key := range d.state() {
		if strings.HasPrefix(key, "geo/") {
			continue
		}
		if granted++; !typed[key] {
			t.Errorf("%s is the truth, and nobody typed it", key)
		}
	}
	if granted != len(typed) {
		t.Errorf("of %d functions that the user typed %d are the truth", len(typed), granted)
	}
}

// A client may start a sub-agent while the reply that calls it is still coming.
func TestACallIsKnownBeforeItsReplyHasEnded_C1(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	called := make(chan struct{})
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write("geo/area.py", onDisk)
	if _, err := h.AdoptPaths(context.Background(), []string{"geo/area.py"}, nil); err != nil {
		t.Fatal(err)
	}
	d := &desk{h}
	d.model.mu.Lock()
	d.model.answer = func(prompt string) reply {
		if strings.Contains(prompt, "Let somebody") {
			return reply{tool: "task", args: map[string]string{"prompt": order}, text: strings.Repeat("and so on ", 20), hold: func() {
				close(called)
				<-released
			}}
		}
		return say("All is well.")
	}
	d.model.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.send(nil, nil, user("Let somebody look at it."))
	}()
	<-called
	h.until("the call has passed", func() bool { return h.Activities()[0].FirstChunk != (time.Time{}) })
	d.send(nil, nil, object{"role": "system", "content": "You check code."}, user(order))
	close(released)
	<-ended
	d.unmoved()
	d.reopen()
	d.send(nil, nil, object{"role": "system", "content": "You check code again."}, user(order))
	d.unmoved()
}

func TestAnOptionThatTheUserChoosesIsTheirs_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	args := `{"question":"Where to?","options":["We will use LMDB for storage.","We will use files for storage."]}`
	call := object{"role": "assistant", "content": nil, "tool_calls": []any{object{
		"id": "call_1", "type": "function", "function": object{"name": "ask", "arguments": args},
	}}}
	d.says(reply{tool: "ask", args: map[string]string{"question": "Where to?", "options": "We will use LMDB for storage."}})
	d.send(nil, nil, user("Choose a place."))
	d.says(say("Good."))
	d.send(nil, nil, user("Choose a place."), call, object{"role": "tool", "tool_call_id": "call_1", "content": "They said it themselves."},
		byModel("Where to?"), user("We will use LMDB for storage."))
	if got := d.heard(); !strings.Contains(got, "LMDB") {
		t.Errorf("the choice is not heard:\n%s", got)
	}
}

func TestCodeInADocumentThatBeginsATalkWaits_Product13(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	d.send(nil, nil, user("# A shop\n"+strings.Repeat("\n- a shelf that holds things, and a person who looks after it all day long and into the night", 25)+
		"\n\n```python\n# geo/room.py\ndef room(n):\n    return n + 1\n```"))
	list, err := d.Pending(context.Background())
	if err != nil || len(list) != 1 || list[0].Entity != "geo/room.py::room" || !strings.Contains(list[0].Reasons[0], "document") {
		t.Errorf("%+v wait, %v", list, err)
	}
}
