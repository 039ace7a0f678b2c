package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/sessions"
)

// send posts a prompt to a path, in the session that the header names, and reads
// the answer to its end.
func (h *house) send(path, session, prompt string) (status int, body string) {
	h.t.Helper()
	text, _ := json.Marshal(map[string]any{"model": "m", "stream": true, "messages": []message{{"user", prompt}}})
	req, err := http.NewRequest(http.MethodPost, h.url(path), bytes.NewReader(text))
	if err != nil {
		h.t.Error(err)
		return 0, ""
	}
	req.Header.Set("Content-Type", "application/json")
	if session != "" {
		req.Header.Set("X-Holdfast-Session", session)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Error(err)
		return 0, ""
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Error(err)
	}
	return resp.StatusCode, string(raw)
}

const completions = "/v1/chat/completions"

// in is what a session's State Map holds, by GET /s/NAME/state.
func (h *house) in(session string) []string {
	h.t.Helper()
	var doc struct {
		Session  string
		Entities map[string]any
	}
	h.get("/s/"+session+"/state", &doc)
	if doc.Session != session {
		h.t.Errorf("the state of session %s says that it is of %q", session, doc.Session)
	}
	keys := []string{}
	for key := range doc.Entities {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (h *house) wantIn(session string, want ...string) {
	h.t.Helper()
	if got := h.in(session); strings.Join(got, " ") != strings.Join(want, " ") {
		h.t.Errorf("session %s holds %q, want %q", session, got, want)
	}
}

// listed is each session in a word or two, in the order of the list.
func listed(t *testing.T, e *engine.Engine) string {
	t.Helper()
	list, err := e.Sessions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = s.Name
		switch {
		case s.Active:
			words[i] += " active"
		case s.Archived:
			words[i] += " archived"
		}
	}
	return strings.Join(words, ", ")
}

// do runs verbs that must succeed.
func do(t testing.TB, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
}

// wordy answers with a function for each "write NAME in FILE" of the prompt.
func wordy(prompt string) reply {
	var text strings.Builder
	for line := range strings.Lines(prompt) {
		var name, file string
		if n, _ := fmt.Sscanf(line, "write %s in %s", &name, &file); n == 2 {
			fmt.Fprintf(&text, "```go %s\nfunc %s() string { return %q }\n```\n", file, name, name)
		}
	}
	return say(text.String() + "Done.")
}

func TestTwoClientsInTwoSessionsAtOnceDoNotMix(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	do(t, h.NewSession(ctx, "web"), h.NewSession(ctx, "api"), h.Switch(ctx, sessions.Default))
	const turns = 12
	var clients sync.WaitGroup
	client := func(name string, post func(prompt string) (int, string)) {
		clients.Go(func() {
			for i := range turns {
				// The same file in both, and a name that only one of them has.
				prompt := fmt.Sprintf("What do %s0 and Other0 do?\nwrite %s%d in shared.go\n", name, name, i)
				if status, body := post(prompt); status != http.StatusOK || !strings.Contains(body, "DONE") {
					t.Errorf("%s, turn %d: %d %s", name, i, status, body)
				}
			}
		})
	}
	client("Api", func(prompt string) (int, string) { return h.send(completions, "api", prompt) })
	client("Web", func(prompt string) (int, string) { return h.send("/s/web"+completions, "", prompt) })
	clients.Wait()
	for session, own := range map[string]string{"api": "Api", "web": "Web"} {
		keys := h.in(session)
		if len(keys) != turns || slices.ContainsFunc(keys, func(k string) bool { return !strings.HasPrefix(k, "shared.go::"+own) }) {
			t.Errorf("session %s holds %v", session, keys)
		}
	}
	h.wantIn(sessions.Default)
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	for _, body := range h.model.bodies {
		prompt := gjson.GetBytes(body, "messages|@reverse|0.content").String()
		if strings.Contains(prompt, "write Api") && strings.Contains(prompt, "Entity: shared.go::Web") ||
			strings.Contains(prompt, "write Web") && strings.Contains(prompt, "Entity: shared.go::Api") {
			t.Errorf("a prompt of one session holds what the other knows:\n%s", prompt)
		}
	}
	h.verified()
}

func TestASwitchMovesNoRequestThatStreams(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	arrived, answer := make(chan struct{}), make(chan struct{})
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "slowly") {
			close(arrived)
			<-answer
		}
		return wordy(prompt)
	})
	do(t, h.NewSession(ctx, "other"), h.Switch(ctx, sessions.Default))
	var client sync.WaitGroup
	client.Go(func() { h.send(completions, "", "slowly\nwrite Slow in a.go\n") })
	<-arrived
	do(t, h.Switch(ctx, "other"))
	if err := h.Archive(ctx, sessions.Default); err == nil || !strings.Contains(err.Error(), "under way") {
		t.Errorf("a session was archived while a request of it streamed: %v", err)
	}
	h.send(completions, "", "write Quick in a.go\n")
	close(answer)
	client.Wait()
	h.wantIn(sessions.Default, "a.go::Slow")
	h.wantIn("other", "a.go::Quick")
	for _, a := range h.Activities() {
		if want := map[bool]string{true: sessions.Default, false: "other"}[strings.Contains(a.Prompt, "slowly")]; a.Session != want {
			t.Errorf("the request %q is shown in session %s", a.Prompt, a.Session)
		}
	}
	h.verified()
}

func TestTheActiveSessionIsKeptOverARestart(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	h.send(completions, "", "write First in a.go\n")
	do(t, h.NewSession(ctx, "second"))
	h.send(completions, "", "write Second in a.go\n")
	if s := h.Status(); s.Session != "second" || s.Entities != 1 {
		t.Errorf("the top line says %+v", s)
	}
	h.reopen()
	if got := h.Status().Session; got != "second" {
		t.Errorf("after a restart session %s is active", got)
	}
	h.wantIn(sessions.Default, "a.go::First")
	h.wantIn("second", "a.go::Second")
	// --session wins for that run, and is no switch.
	h.session = sessions.Default
	h.reopen()
	if got := h.Status().Session; got != sessions.Default {
		t.Errorf("--session is not followed: session %s is active", got)
	}
	if got := listed(t, h.beside()); got != "second active, default" {
		t.Errorf("another process has the sessions %s", got)
	}
	h.session = ""
	h.reopen()
	if got := h.Status().Session; got != "second" {
		t.Errorf("--session was kept over a restart: session %s is active", got)
	}
	// A switch in such a run is one.
	h.session = "second"
	h.reopen()
	do(t, h.Switch(ctx, sessions.Default))
	h.session = ""
	h.reopen()
	if got := h.Status().Session; got != sessions.Default {
		t.Errorf("a switch was not kept: session %s is active", got)
	}
	h.verified()
}

func TestAnArchivedSessionIs404InTheShapeOfTheAPI(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	do(t, h.NewSession(ctx, "old"))
	h.send(completions, "", "write Old in a.go\n")
	if err := h.Archive(ctx, "old"); err == nil || !strings.Contains(err.Error(), "active session") {
		t.Errorf("the active session was archived: %v", err)
	}
	do(t, h.Switch(ctx, sessions.Default), h.Archive(ctx, "old"))
	sent := len(h.model.bodies)
	refused := func(session, path, header, at, says string) {
		t.Helper()
		status, body := h.send(path, header, "write New in a.go\n")
		if message := gjson.Get(body, at).String(); status != http.StatusNotFound || !strings.Contains(message, says) || !strings.Contains(message, session) {
			t.Errorf("%s %s: %d %s", path, header, status, body)
		}
	}
	for session, says := range map[string]string{"old": "is archived", "never": "there is no session"} {
		refused(session, completions, session, "error.message", says)
		refused(session, "/s/"+session+"/v1/chat/completions", "", "error.message", says)
		refused(session, "/s/"+session+"/v1/responses", "", "error.message", says)
		refused(session, "/v1/messages", session, "error.message", says)
		refused(session, "/s/"+session+"/api/chat", "", "error", says)
		refused(session, "/s/"+session+"/v1/embeddings", "", "error.message", says)
		for _, path := range []string{"/state", "/recent", "/doctor"} {
			resp, err := http.Get(h.url("/s/" + session + path))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != http.StatusNotFound {
				t.Errorf("%s of session %s: %s", path, session, resp.Status)
			}
		}
	}
	if len(h.model.bodies) != sent {
		t.Error("a request that was refused went upstream")
	}
	for name, err := range map[string]error{
		"a switch": h.Switch(ctx, "old"), "a rename": h.Rename(ctx, "old", "x"), "a fork": h.Fork(ctx, "old", "x"), "archiving twice": h.Archive(ctx, "old"),
	} {
		if err == nil || !strings.Contains(err.Error(), "is archived") {
			t.Errorf("%s of an archived session: %v", name, err)
		}
	}
	if err := h.NewSession(ctx, "old"); err == nil || !strings.Contains(err.Error(), "archived session") {
		t.Errorf("its name is free: %v", err)
	}
	if got := listed(t, h.Engine); got != "default active, old archived" {
		t.Errorf("the sessions are %s", got)
	}
	h.reopen()
	if got := listed(t, h.Engine); got != "default active, old archived" {
		t.Errorf("after a restart the sessions are %s", got)
	}
	// Taken up again it is what it was, watched and written to.
	h.write("a.go", "package a\n\nfunc Old() string { return \"edited\" }\n")
	do(t, h.Unarchive(ctx, "old"), h.Switch(ctx, "old"))
	h.wantIn("old", "a.go::Old")
	if got := h.Status(); got.Stale != 1 {
		t.Errorf("what it holds was not compared with the disk: %+v", got)
	}
	h.send(completions, "old", "write More in b.go\n")
	h.wantIn("old", "a.go::Old", "b.go::More")
	if err := h.Unarchive(ctx, "old"); err == nil {
		t.Error("it was taken up twice")
	}
	h.verified()
}

func TestASessionIsRenamed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	h.send(completions, "", "write One in a.go\n")
	do(t, h.NewSession(ctx, "b"), h.Rename(ctx, sessions.Default, "main"), h.Rename(ctx, "b", "b"))
	h.wantIn("main", "a.go::One")
	if status, _ := h.send(completions, sessions.Default, "hello"); status != http.StatusNotFound {
		t.Errorf("the old name answers %d", status)
	}
	do(t, h.NewSession(ctx, sessions.Default)) // the name is free again
	h.wantIn(sessions.Default)
	h.reopen()
	h.wantIn("main", "a.go::One")
	for _, name := range []string{"", "a b", "a/b", "..", ".", "ü", strings.Repeat("x", 65), "main", "b"} {
		for verb, err := range map[string]error{
			"new": h.NewSession(ctx, name), "fork": h.Fork(ctx, "main", name), "rename": h.Rename(ctx, sessions.Default, name),
		} {
			if err == nil {
				t.Errorf("%s took the name %q", verb, name)
			}
		}
	}
	for verb, err := range map[string]error{
		"switch": h.Switch(ctx, "none"), "rename": h.Rename(ctx, "none", "x"), "archive": h.Archive(ctx, "none"),
		"unarchive": h.Unarchive(ctx, "none"), "fork": h.Fork(ctx, "none", "x"),
	} {
		if err == nil || !strings.Contains(err.Error(), `no session "none"`) {
			t.Errorf("%s of an unknown session: %v", verb, err)
		}
	}
	if got := listed(t, h.Engine); got != "default active, main, b" {
		t.Errorf("the sessions are %s", got)
	}
	h.verified()
}

func TestARunningEngineFollowsTheSessionsOfACommand(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	command := h.beside()
	h.send(completions, "", "write One in a.go\n")

	do(t, command.NewSession(ctx, "made"))
	h.send(completions, "", "write Two in a.go\n") // the very next request
	h.wantIn("made", "a.go::Two")
	if got := h.Status().Session; got != "made" {
		t.Errorf("the engine is in session %s", got)
	}

	do(t, command.Fork(ctx, sessions.Default, "forked"))
	h.wantIn("forked", "a.go::One")
	h.send(completions, "", "write Three in a.go\n")
	h.wantIn("forked", "a.go::One", "a.go::Three")

	do(t, command.Rename(ctx, "forked", "renamed"), command.Switch(ctx, "made"), command.Archive(ctx, "renamed"))
	if status, body := h.send(completions, "renamed", "hello"); status != http.StatusNotFound || !strings.Contains(body, "archived") {
		t.Errorf("the archived session answers %d %s", status, body)
	}
	do(t, command.Unarchive(ctx, "renamed"), command.Switch(ctx, "renamed"))
	h.send(completions, "", "write Four in a.go\n")
	h.wantIn("renamed", "a.go::Four", "a.go::One", "a.go::Three")
	for _, e := range []*engine.Engine{h.Engine, command, h.beside()} {
		if got := listed(t, e); got != "renamed active, made, default" {
			t.Errorf("the sessions are %s", got)
		}
	}
	h.verified()
}

func TestAnEngineLeavesTheSessionThatACommandArchives(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, wordy)
	do(t, h.NewSession(ctx, "aside"), h.Switch(ctx, sessions.Default))
	h.session = "aside"
	h.reopen() // in a session that is not the active one
	alerts := h.listen()
	do(t, h.beside().Archive(ctx, "aside"))
	if said := alerts.next(t, ""); !strings.Contains(said, "aside was archived") {
		t.Errorf("it is told that %s", said)
	}
	h.send(completions, "", "write One in a.go\n")
	h.wantIn(sessions.Default, "a.go::One")
	h.session = "aside"
	cfg, err := config.Load(config.LoadOptions{Workspace: h.dir, Env: []string{}, Flags: map[string]string{"session": "aside"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(ctx, cfg, engine.Options{Beside: true}); err == nil || !strings.Contains(err.Error(), "is archived") {
		t.Errorf("an engine was opened in an archived session: %v", err)
	}
}

func TestEachSessionIsVerifiedAgainstTheSameDisk(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	do(t, h.Fork(ctx, "", "fork"), h.Fork(ctx, "", "away"), h.Switch(ctx, sessions.Default), h.Archive(ctx, "away"))
	h.write(greetFile, goFile(byHand, bye))
	do(t, h.Reverify(ctx, nil))
	counts := func(e *engine.Engine) string {
		list, err := e.Sessions(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, s := range list {
			words = append(words, fmt.Sprintf("%s %d", s.Name, s.Stale))
		}
		slices.Sort(words)
		return strings.Join(words, ", ")
	}
	for _, e := range []*engine.Engine{h.Engine, h.beside()} {
		if got := counts(e); got != "away 0, default 1, fork 1" {
			t.Errorf("STALE are %s", got)
		}
	}
	// What one settles the other does not.
	set, err := h.Settlement(ctx, greet)
	if err != nil {
		t.Fatal(err)
	}
	do(t, h.Adopt(ctx, set.Shown))
	if got := counts(h.Engine); got != "away 0, default 0, fork 1" {
		t.Errorf("after adopting in one STALE are %s", got)
	}
	h.verified()
}

func TestAKilledEngineComesBackInTheSessionThatWasActive(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := startModel(t, wordy)
	dir := t.TempDir()
	for _, name := range []string{"first", "second"} {
		v := startVictim(t, dir, m.URL)
		cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}})
		if err != nil {
			t.Fatal(err)
		}
		command, err := engine.Open(ctx, cfg, engine.Options{Beside: true})
		if err != nil {
			t.Fatal(err)
		}
		do(t, command.NewSession(ctx, name))
		body := `{"messages":[{"role":"user","content":"write F in ` + name + `.go"}]}`
		resp, err := http.Post(v.url, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
		v.kill(t)
		do(t, resp.Body.Close(), command.Close())
	}
	v := startVictim(t, dir, m.URL)
	defer v.kill(t)
	for path, want := range map[string]string{"/state": "second", "/s/first/state": "first"} {
		resp, err := http.Get(strings.TrimSuffix(v.url, completions) + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		do(t, err, resp.Body.Close())
		if gjson.GetBytes(text, "session").String() != want || !gjson.GetBytes(text, "entities."+want+`\.go::F`).Exists() {
			t.Errorf("%s is %s", path, text)
		}
	}
	found, err := engine.VerifyWorkspace(ctx, configured(t, dir, m.URL), nil)
	if err != nil || len(found) > 0 {
		t.Errorf("verify: %v, %v", found, err)
	}
}
