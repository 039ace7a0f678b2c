package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

const (
	greetFile = "greet.go"
	greet     = greetFile + "::Greet"
	part      = greetFile + "::Part"

	hello   = "func Greet() string {\n\treturn \"hello\"\n}"
	goodDay = "func Greet() string {\n\treturn \"good day\"\n}"
	byHand  = "func Greet() string {\n\treturn \"edited by hand\"\n}"
	bye     = "func Part() string {\n\treturn \"bye\"\n}"
)

// goFile is a file of these declarations.
func goFile(declarations ...string) string {
	return "package greet\n\n" + strings.Join(declarations, "\n\n") + "\n"
}

// fenced is a reply or a paste that brings declarations of the file.
func fenced(declarations ...string) string {
	return "```go greet.go\n" + strings.Join(declarations, "\n\n") + "\n```\n"
}

// write writes a file of the workspace, as an editor does.
func (h *house) write(path, content string) {
	h.t.Helper()
	name := filepath.Join(h.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		h.t.Fatal(err)
	}
	beside := filepath.Join(h.t.TempDir(), "new")
	if err := os.WriteFile(beside, []byte(content), 0o644); err != nil {
		h.t.Fatal(err)
	}
	if err := os.Rename(beside, name); err != nil {
		h.t.Fatal(err)
	}
}

// stale is what Divergences says: entity → reason.
func (h *house) stale() map[string]stale.Reason {
	h.t.Helper()
	list, err := h.Divergences(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	out := map[string]stale.Reason{}
	for _, d := range list {
		out[d.Key] = d.Reason
	}
	return out
}

// sees reports whether the newest request shows the current version of an entity:
// put in, or standing there already.
func (h *house) sees(entity string) bool {
	h.t.Helper()
	return h.saw(entity, h.state()[entity])
}

// saw reports whether the newest request showed this version of an entity.
func (h *house) saw(entity, artifact string) bool {
	return slices.ContainsFunc(h.Activities()[0].Hydrated, func(r event.EntityRef) bool { return r.Entity == entity && r.Artifact == artifact })
}

// prompt is the newest prompt that the model got.
func (h *house) prompt() string {
	h.t.Helper()
	got := h.model.last(h.t)
	return got[len(got)-1].Content
}

// greeter answers with what the prompt asks for in a word.
func greeter(prompt string) reply {
	switch {
	case strings.Contains(prompt, "better greeting"):
		return say(fenced(goodDay))
	case strings.Contains(prompt, "warmest greeting"):
		return say(fenced(strings.ReplaceAll(goodDay, "good day", "welcome")))
	case strings.Contains(prompt, "write both"):
		return say(fenced(hello, bye))
	}
	return say("Fine.")
}

// savedHouse is a house whose file holds what the map holds.
func savedHouse(t *testing.T) *house {
	h := openHouse(t, greeter)
	h.ask("write both")
	h.write(greetFile, goFile(hello, bye))
	if got := h.stale(); len(got) > 0 {
		t.Fatalf("a saved file diverges: %v", got)
	}
	h.ask("is Greet fine?")
	h.until("the disk was seen to hold both", func() bool {
		page, err := h.Ledger(context.Background(), report.LedgerQuery{N: 100})
		return err == nil && strings.Count(strings.Join(told(page.Rows), "\n"), "disk holds it") == 2
	})
	return h
}

func Test154AnEditToOneFunctionLeavesItsNeighboursFresh(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	if got := h.stale(); got[greet] != stale.Edited || len(got) != 1 {
		t.Fatalf("divergences: %v", got)
	}
	h.ask("explain Greet and Part")
	prompt := h.prompt()
	for _, never := range []string{"Entity: " + greet, "hello", "edited by hand"} {
		if strings.Contains(prompt, never) {
			t.Errorf("the prompt holds %q:\n%s", never, prompt)
		}
	}
	for _, want := range []string{"[STATE NOTICE]", "STALE", "- " + greet} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, prompt)
		}
	}
	if !h.sees(part) || h.sees(greet) {
		t.Errorf("the model sees %v", h.Activities()[0].Hydrated)
	}
	h.verified()
}

func Test154AnAnswerThatIsNotSavedIsNotApplied(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.ask("a better greeting, please: Greet")
	if got := h.stale(); got[greet] != stale.NotApplied || len(got) != 1 {
		t.Fatalf("divergences: %v", got)
	}
	h.ask("explain Greet")
	if prompt := h.prompt(); strings.Contains(prompt, "Entity: "+greet) || !strings.Contains(prompt, "not saved") {
		t.Errorf("an unsaved answer was hydrated, or its notice is missing:\n%s", prompt)
	}
	h.reopen()
	if got := h.stale(); got[greet] != stale.NotApplied {
		t.Errorf("after a restart: %v", got)
	}
	h.write(greetFile, goFile(goodDay, bye)) // saved: it clears by itself
	if got := h.stale(); len(got) > 0 {
		t.Errorf("after saving: %v", got)
	}
	h.ask("explain Greet")
	if !h.sees(greet) {
		t.Error("the saved answer is not hydrated")
	}
	h.write(greetFile, goFile(hello, bye)) // the disk goes back to the base
	if got := h.stale(); got[greet] != stale.Edited {
		t.Errorf("a disk that went back behind what it had held: %v", got)
	}
	h.verified()
}

func Test154ReformattingIsNoDivergence(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.write(greetFile, "package greet\r\n\r\nfunc Greet( ) string  {\r\n    return \"hello\"\r\n}\r\n\r\n"+bye)
	if got := h.stale(); len(got) > 0 {
		t.Errorf("reformatting diverges: %v", got)
	}
}

func Test154AMissingFileIsNotStaleAndTellsOfItsLoss(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.ask("write both")
	if got := h.stale(); len(got) > 0 {
		t.Fatalf("a file that never was diverges: %v", got)
	}
	h.ask("explain Greet")
	if !h.sees(greet) {
		t.Error("an entity whose file is missing was withheld")
	}
	h.write(greetFile, goFile(hello, bye))
	h.ask("explain Greet and Part")
	if err := os.Remove(filepath.Join(h.dir, greetFile)); err != nil {
		t.Fatal(err)
	}
	if got := h.stale(); got[greet] != stale.Vanished || got[part] != stale.Vanished {
		t.Errorf("a file that is gone: %v", got)
	}
	if err := h.Keep(context.Background(), report.ShownDisk{Entity: greet}); err != nil {
		t.Fatal(err)
	}
	if err := h.Adopt(context.Background(), report.ShownDisk{Entity: part}); err != nil {
		t.Fatal(err)
	}
	if got := h.stale(); len(got) > 0 || h.state()[part] != "" || h.state()[greet] == "" {
		t.Errorf("after keeping one and adopting the loss of the other: %v, map %v", got, h.state())
	}
	h.verified()
}

func Test155AStaleEntityBlocksTheModelsPromotion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	before := h.state()[greet]
	h.write(greetFile, goFile(byHand, bye))
	h.ask("a better greeting, please: Greet")
	if h.state()[greet] != before {
		t.Error("a STALE entity took a promotion")
	}
	pending, err := h.Pending(ctx)
	if err != nil || len(pending) != 1 || !strings.Contains(strings.Join(pending[0].Reasons, "; "), "STALE: edited") {
		t.Fatalf("proposals %+v, %v", pending, err)
	}
	if err := h.Accept(ctx, report.Shown{Artifact: pending[0].ID}); err == nil || !strings.Contains(err.Error(), "keep "+greet) {
		t.Errorf("a proposal on a STALE base was accepted: %v", err)
	}
	if err := h.Keep(ctx, report.ShownDisk{Entity: greet}); err != nil {
		t.Fatal(err)
	}
	if got := h.stale(); len(got) > 0 {
		t.Errorf("after keep: %v", got)
	}
	h.ask("explain Greet")
	if !h.sees(greet) {
		t.Error("what was kept is not hydrated")
	}
	h.write(greetFile, goFile(strings.Replace(byHand, "hand", "hand again", 1), bye))
	if got := h.stale(); got[greet] != stale.Edited {
		t.Errorf("a further edit after keep: %v", got)
	}
	h.verified()
}

func Test155AdoptMakesTheDiskTheTruth(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	h.ask("a better greeting, please: Greet")
	set, err := h.Settlement(ctx, greet)
	if err != nil || string(set.Truth) != hello || string(set.OnDisk) != byHand || len(set.Invalidates) != 1 {
		t.Fatalf("settlement: truth %q, disk %q, invalidates %v, %v", set.Truth, set.OnDisk, set.Invalidates, err)
	}
	h.write(greetFile, goFile(strings.Replace(byHand, "hand", "another hand", 1), bye))
	if err := h.Adopt(ctx, set.Shown); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("the disk moved under the decision: %v", err)
	}
	set, err = h.Settlement(ctx, greet)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Adopt(ctx, set.Shown); err != nil {
		t.Fatal(err)
	}
	if pending, _ := h.Pending(ctx); len(pending) > 0 || len(h.stale()) > 0 {
		t.Errorf("after adopt: %v waits, %v diverges", pending, h.stale())
	}
	h.ask("explain Greet")
	if !strings.Contains(h.prompt(), "another hand") {
		t.Errorf("what was adopted is not hydrated:\n%s", h.prompt())
	}
	h.write(greetFile, goFile(bye))
	if err := h.Adopt(ctx, report.ShownDisk{Entity: greet}); err != nil {
		t.Fatal(err)
	}
	if h.state()[greet] != "" || h.state()[part] == "" {
		t.Errorf("adopting a file without it: %v", h.state())
	}
	h.verified()
}

// 15.5: what stands in the file's place and cannot be compared blocks, and who
// wants to settle it is told how.
func Test155WhatCannotBeComparedSaysHowItIsSettled(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	file := filepath.Join(h.dir, greetFile)
	if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o755)); err != nil {
		t.Fatal(err)
	}
	if got := h.stale(); got[greet] != stale.Edited {
		t.Fatalf("divergences: %v", got)
	}
	for name, settle := range map[string]func(context.Context, report.ShownDisk) error{"keep": h.Keep, "adopt": h.Adopt} {
		err := settle(ctx, report.ShownDisk{Entity: greet})
		if err == nil || !strings.Contains(err.Error(), "is a folder") || !strings.Contains(err.Error(), "`holdfast tombstone "+greet+"`") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := h.Tombstone(ctx, greet, ""); err != nil || h.stale()[greet] != "" {
		t.Errorf("after the tombstone: %v, %v", err, h.stale())
	}
	h.verified()
}

func Test155APasteResolvesStale(t *testing.T) {
	t.Parallel()
	for name, paste := range map[string]string{"with other code": goodDay, "with what the map holds": hello, "with what the disk holds": byHand} {
		t.Run(name, func(t *testing.T) {
			h := savedHouse(t)
			h.write(greetFile, goFile(byHand, bye))
			h.ask("use this:\n" + fenced(paste))
			if got := h.stale(); len(got) > 0 {
				t.Errorf("after the paste: %v", got)
			}
			h.ask("explain Greet")
			if d, err := h.Detail(context.Background(), greet); err != nil || string(d.Content) != paste || !h.sees(greet) {
				t.Errorf("what was pasted is not hydrated:\n%s", h.prompt())
			}
			h.verified()
		})
	}
}

func Test152WhatTheDiskComesToHoldIsSettled(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	h.ask("a better greeting, please: Greet")
	h.write(greetFile, goFile(goodDay, bye)) // the user took the answer after all
	h.ask("explain Greet")
	if pending, err := h.Pending(ctx); err != nil || len(pending) > 0 || len(h.stale()) > 0 {
		t.Errorf("after saving the proposal: %v waits (%v), %v diverges", pending, err, h.stale())
	}
	if !h.sees(greet) {
		t.Errorf("what the disk settled is not hydrated:\n%s", h.prompt())
	}
	d, err := h.Detail(ctx, greet)
	if err != nil || d.Entity.Grant != "disk" {
		t.Errorf("granted by %q, %v", d.Entity.Grant, err)
	}
	h.verified()
}

// askAnew sends a prompt of one conversation as a client that keeps no history,
// and so leans on the recent context.
func (h *house) askAnew(prompt string) {
	h.t.Helper()
	body, _ := json.Marshal(map[string]any{"model": "m", "stream": true, "messages": []message{{"user", prompt}}})
	h.askBody("c", string(body))
}

// askBody sends a request of that conversation as it stands.
func (h *house) askBody(conversation, body string) {
	h.t.Helper()
	req, err := http.NewRequest("POST", h.url("/v1/chat/completions"), strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Holdfast-Conversation", conversation)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		h.t.Fatal(err)
	}
}

func Test84TheRecentContextIsTheSameAfterARestart(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Fine.") })
	h.askAnew("<system-reminder>\nnobody wrote this\n</system-reminder>\nremember the milk")
	h.askAnew("first")
	before := h.prompt()
	h.reopen()
	h.askAnew("second")
	if got := h.prompt(); !strings.Contains(before, "remember the milk") || strings.Contains(before, "nobody wrote this") || strings.Contains(got, "nobody wrote this") || !strings.Contains(got, "remember the milk") {
		t.Errorf("before the restart the model saw\n%s\nafter it\n%s", before, got)
	}
}

func Test156TheCodeOfAStaleEntityIsLeftOutOfTheRecentContext(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.askAnew("write both")
	h.write(greetFile, goFile(hello, bye))
	h.askAnew("what else?")
	if !strings.Contains(h.prompt(), hello) {
		t.Fatalf("no recent context:\n%s", h.prompt())
	}
	h.write(greetFile, goFile(byHand, bye))
	h.askAnew("and what else?")
	if prompt := h.prompt(); strings.Contains(prompt, hello) || !strings.Contains(prompt, bye) || !strings.Contains(prompt, greet+" left out") {
		t.Errorf("the recent context after the edit:\n%s", prompt)
	}
}

// 15.6: a name that so many share that no prompt means one of them by it still
// tells that the code of a STALE one may have been said.
func Test156CodeWithoutAPathIsLeftOutOfTheRecentContextAsWell(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "show it") {
			return say("```go\n" + hello + "\n```\n")
		}
		return say("Fine.")
	})
	h.write(greetFile, goFile(hello))
	for i := range 6 {
		h.write(fmt.Sprintf("other%d.go", i), goFile(strings.Replace(hello, "hello", fmt.Sprint("other", i), 1)))
	}
	if _, err := h.AdoptPaths(context.Background(), []string{"."}, nil); err != nil {
		t.Fatal(err)
	}
	h.askAnew("show it")
	h.askAnew("and now?")
	if !strings.Contains(h.prompt(), hello) {
		t.Fatalf("the code is not in the recent context:\n%s", h.prompt())
	}
	h.write(greetFile, goFile(byHand))
	if err := h.Reverify(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	h.askAnew("and then?")
	if prompt := h.prompt(); strings.Contains(prompt, hello) || !strings.Contains(prompt, greet+" left out") {
		t.Errorf("after the edit the model saw\n%s", prompt)
	}
}

// 15.6: what a tool loop was shown is kept as it was, unless it went STALE
// meanwhile: also where that stands in the recent context alone.
func Test156TheRecentContextOfAToolLoopLosesWhatGoesStale(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.askAnew("write both")
	h.write(greetFile, goFile(hello, bye))
	h.askAnew("what else?")
	const asked = `{"role":"user","content":"and what else?"}`
	const looked = `,{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"1","content":"nothing"}`
	loop := func(messages string) string {
		h.askBody("c", `{"model":"m","stream":true,"tools":[{"type":"function","function":{"name":"look","parameters":{}}}],"messages":[`+messages+`]}`)
		return h.model.last(h.t)[0].Content
	}
	before := loop(asked)
	if !strings.Contains(before, hello) || strings.Contains(before, "Entity: "+greet) {
		t.Fatalf("the code is not in the recent context alone:\n%s", before)
	}
	if again := loop(asked + looked); again != before {
		t.Errorf("within the turn the insertion became\n%s\nfrom\n%s", again, before)
	}
	h.write(greetFile, goFile(byHand, bye))
	after := loop(asked + looked + looked)
	if strings.Contains(after, hello) || !strings.Contains(after, bye) || !strings.Contains(after, greet+" left out") {
		t.Errorf("after the edit the model saw\n%s", after)
	}
	if again := loop(asked + looked + looked + looked); again != after {
		t.Errorf("what was made anew does not stay:\n%s\nfrom\n%s", again, after)
	}
}

func Test157StateTellsStaleAndItsReason(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	var doc struct {
		Entities map[string]struct {
			Stale  bool
			Reason string `json:"stale_reason"`
		}
	}
	h.get("/state", &doc)
	if e := doc.Entities[greet]; !e.Stale || e.Reason != "edited" {
		t.Errorf("%s: %+v", greet, e)
	}
	if e := doc.Entities[part]; e.Stale || e.Reason != "" {
		t.Errorf("%s: %+v", part, e)
	}
}

// heard collects alerts; next waits for one about an entity.
type heard chan events.Event

func (h *house) listen() heard {
	all := make(heard, 1000)
	h.t.Cleanup(h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindAlert {
			all <- ev
		}
	}))
	return all
}

func (all heard) next(t *testing.T, entity string) string {
	t.Helper()
	for {
		select {
		case ev := <-all:
			if ev.Entity == entity {
				return ev.Alert
			}
		case <-t.Context().Done():
			t.Fatalf("no alert about %s", entity)
		case <-time.After(time.Minute):
			t.Fatalf("no alert about %s within a minute", entity)
		}
	}
}

func Test154StaleIsToldWithoutAnyRequest(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	alerts := h.listen()
	h.write(greetFile, goFile(byHand, bye))
	if got := alerts.next(t, greet); !strings.Contains(got, greet+" is STALE") {
		t.Errorf("alert %q", got)
	}
	if st := h.Status(); st.Stale != 1 {
		t.Errorf("the badge shows %d STALE", st.Stale)
	}
	if err := os.Remove(filepath.Join(h.dir, greetFile)); err != nil {
		t.Fatal(err)
	}
	if got := alerts.next(t, part); !strings.Contains(got, "is gone from the disk") {
		t.Errorf("alert %q", got)
	}
	if st := h.Status(); st.Stale != 0 {
		t.Errorf("the badge shows %d STALE after the file is gone", st.Stale)
	}
}

func Test154AnotherEditOfWhatIsStaleIsToldAndNoNews(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	alerts := h.listen()
	h.write(greetFile, goFile(byHand, bye))
	alerts.next(t, greet)
	changes := make(chan bool, 1000)
	h.t.Cleanup(h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindState {
			changes <- true
		}
	}))
	h.write(greetFile, goFile(strings.Replace(byHand, "hand", "hand again", 1), bye))
	for range changes { // a screen reads again
		s, err := h.Settlement(t.Context(), greet)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(s.OnDisk), "hand again") {
			break
		}
	}
	if len(alerts) > 0 {
		t.Errorf("another edit of what is STALE is told as news: %q", (<-alerts).Alert)
	}
}

func Test154WhatHappenedWhileNothingWatchedIsTold(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h.write(greetFile, goFile(byHand, bye))
	h.open()
	alerts := h.listen()
	if h.Status().Stale == 0 {
		alerts.next(t, greet)
	}
	if st := h.Status(); st.Stale != 1 {
		t.Errorf("the badge shows %d STALE", st.Stale)
	}
}

// A release that reads structure in another way makes nothing STALE: what it recorded is
// read again where the disk differs by the digest alone.
func TestProduct4AnotherReadingOfTheStructureIsNoEdit(t *testing.T) {
	t.Parallel()
	const file, made, saved = "web/app.js", "export function greet(name) {\n  return 'hello ' + name\n}\n\nrun('a')\n", "export function greet(name) {\n    return \"hello \" + name;\n}\n\nrun(\"a\");\n"
	h := openHouse(t, greeter)
	h.write(file, made)
	h.adopt(file)
	h.write(file, saved)
	if got := h.stale(); len(got) > 0 {
		t.Fatalf("reformatted, and diverges %v", got)
	}
	must(t, h.Close())
	h.tamper(`UPDATE artifact SET structure = hash`)
	h.open()
	if got := h.stale(); len(got) > 0 {
		t.Errorf("read again, and diverges %v", got)
	}
	h.ask("what does greet of web/app.js do?")
	if got := h.prompt(); !strings.Contains(got, "hello ") {
		t.Errorf("the prompt holds %q", got)
	}
	h.write(file, strings.ReplaceAll(saved, "hello", "goodbye"))
	if got := h.stale(); got[file+"::greet"] != stale.Edited || len(got) != 1 {
		t.Errorf("edited, and diverges %v", got)
	}
}
