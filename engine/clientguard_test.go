package engine_test

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/app/connect"
	"holdfast/engine/events"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/guard"
	"holdfast/engine/remark"
)

// guardedClients are those whose hook is tried end to end, by what connect calls them.
var guardedClients = []string{"claude-code", "opencode", "qwen-code", "codex", "pi", "copilot", "kilo", "cline", "crush"}

// loopingClients are those whose loops are ended end to end; one is enough, the answer is the same.
var loopingClients = []string{"qwen-code"}

// TestRealClientsAreGuarded has real clients make unsafe writes with the hook that
// connect prints: nothing of them reaches the disk, the model is told why, and the
// client goes on with honest ones. It is skipped as TestRealClientsWorkThroughHoldfast
// is; HOLDFAST_GUARDED names the clients, or all; five are tried otherwise.
func TestRealClientsAreGuarded(t *testing.T) {
	where := os.Getenv("HOLDFAST_CLIENTS")
	if where == "" {
		t.Skip("HOLDFAST_CLIENTS is not set: the clients from package registries are not run")
	}
	if info, err := os.Stat(where); err != nil || !info.IsDir() {
		where = t.TempDir()
	}
	program := filepath.Join(t.TempDir(), "holdfast")
	if out, err := exec.Command("go", "build", "-o", program, "holdfast").CombinedOutput(); err != nil {
		t.Fatalf("building holdfast: %v\n%s", err, out)
	}
	shop := &shop{dir: where, opened: time.Now()}
	named := cmp.Or(os.Getenv("HOLDFAST_GUARDED"), "claude-code, codex, qwen-code, opencode, gemini-cli")
	tried := func(client string) bool { return named == "all" || strings.Contains(named, client) }
	for _, c := range realClients {
		if !slices.Contains(guardedClients, c.connect) || !tried(c.connect) || strings.Contains(c.name, "responses") {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			shop.lead(t, visit{c, &scenario{name: "guarded", turns: guardedTurns, play: func(s *stage) { s.isGuarded(program) }}})
		})
	}
	for _, c := range realClients {
		if slices.Contains(loopingClients, c.connect) && tried(c.connect) {
			t.Run(c.name+", in a loop", func(t *testing.T) {
				shop.lead(t, visit{c, &scenario{name: "in a loop", turns: loopingTurns, play: func(s *stage) { s.isStopped(program) }}})
			})
		}
	}
	if tried(geminiCLI.connect) {
		t.Run(geminiCLI.name, func(t *testing.T) { shop.leadGemini(t, program) })
	}
	t.Log(shop.tally())
}

const (
	askGuarded = "tidy the shop up"

	guardedFile = "shop.go"
	guardedText = "package shop\n\nfunc Open(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn n + 1\n}\n\nfunc Shut(n int) int {\n\treturn n - 1\n}\n\nfunc Sell(n int) int {\n\treturn 3 * n\n}\n"

	guardedLine = "\tif n < 0 {"
	elidedLine  = "\t// ... existing code ..."
)

// What the file holds later: with the elision that the user lets through, after the
// honest edits, and after the edit of a client that holdfast does not guard any more.
var (
	overruledText = strings.Replace(guardedText, guardedLine, elidedLine, 1)
	honestText    = strings.Replace(guardedText, "\treturn 3 * n", "\treturn 4 * n", 1)
	alonePrice    = "\treturn 5 * n"
	aloneText     = strings.Replace(guardedText, "\treturn 3 * n", alonePrice, 1)
	unguardedText = strings.Replace(aloneText, guardedLine, elidedLine, 1)
)

// guardedSteps are the model's calls: a read, an unsafe write in two forms, the latter
// again once the user has overruled the refusal, honest edits, one of them while no
// engine runs, and the unsafe one once there is no holdfast at all. A client that
// stops at a refusal comes to no second call.
func guardedSteps(c *realClient, file string) (steps []wire.ToolCall) {
	steps = append(steps, c.read(file))
	if guardedWhole(c) {
		steps = append(steps, c.write(file, "package shop\n\nfunc Sell(n int) int {\n\treturn 4 * n\n}\n\n// ... rest of the file unchanged ...\n"))
	}
	elides := c.edit(file, guardedLine, elidedLine)
	return append(steps, elides, elides,
		c.edit(file, elidedLine, guardedLine),
		c.edit(file, "\treturn 3 * n", "\treturn 4 * n"),
		c.edit(file, "\treturn 4 * n", alonePrice),
		elides)
}

// guardedWhole reports whether the client writes files whole that are there.
func guardedWhole(c *realClient) bool {
	return c.connect != "codex" && c.connect != "copilot" && c.connect != "cline"
}

func guardedTurns(c *realClient, at func(string) string) []scripted.Turn {
	var turns []scripted.Turn
	for _, call := range guardedSteps(c, at(guardedFile)) {
		turns = append(turns, scripted.Turn{ToolCalls: []wire.ToolCall{call}})
	}
	if c.halts {
		return []scripted.Turn{asked(askGuarded, turns[:2]...), asked(askRefused, turns[2:]...)}
	}
	return []scripted.Turn{asked(askGuarded, turns...)}
}

// watched is the user beside a guarded client: what they do when the model hears of
// the guard, and what the file holds by then.
type watched struct {
	*house
	program string
	alone   func() // has the client reach the model without holdfast; nil = it does anyway
	refused int    // refusals after which the user lets the call run

	mu    sync.Mutex
	stage int
}

func (w *watched) holds() string {
	text, _ := os.ReadFile(filepath.Join(w.dir, guardedFile)) // "" where there is none
	return string(text)
}

// sees acts as soon as the client's request tells that a step is done.
func (w *watched) sees(body []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch now := w.holds(); {
	case w.stage == 0 && strings.Count(string(body), guard.Refused) == w.refused:
		_, id, _ := strings.Cut(string(body)[strings.LastIndex(string(body), "holdfast guard allow "):], "allow ")
		id, _, _ = strings.Cut(id, ")")
		w.overrules(id)
	case w.stage == 1 && now == overruledText:
		w.stage = 2
	case w.stage == 2 && now == honestText:
		w.stage = 3
		must(w.t, w.Close())
		if w.alone != nil {
			w.alone()
		}
	case w.stage == 3 && now == aloneText:
		w.stage = 4
		must(w.t, os.Remove(w.program))
	}
}

// overrules lets the call run that was refused last, as o does on its row in Activity.
func (w *watched) overrules(id string) {
	w.stage = 1
	if now := w.holds(); now != guardedText {
		w.t.Errorf("what was refused is on disk: %q", now)
	}
	if n := len(w.rows("guard_decided")); n != w.refused {
		w.t.Errorf("%d refusals are in the Ledger, not %d", n, w.refused)
	}
	if err := w.OverruleGuard(context.Background(), id); err != nil {
		w.t.Errorf("overruling %q: %v", id, err)
	}
}

// shown is the id of the refusal that Activity shows last.
func (w *watched) shown() (id string) {
	for _, a := range w.Activities() {
		if a.Kind == "guard" {
			return a.Episode
		}
	}
	return ""
}

// ends demands that every step was made, and opens holdfast again.
func (w *watched) ends(told string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stage != 4 || w.holds() != unguardedText {
		w.t.Errorf("it came to step %d, and %s holds %q; the model was told %.3000q", w.stage, guardedFile, w.holds(), told)
	}
	for _, trace := range []string{"goroutine ", "Traceback", "panic:"} {
		if strings.Contains(told, trace) {
			w.t.Errorf("the client shows %s: %.3000q", trace, told)
		}
	}
	if w.stage >= 3 {
		w.open()
	}
	w.verified()
}

// hooked lays the hook out as connect prints it, with a holdfast that can be removed.
func (s *stage) hooked(program string) (copied string) {
	s.t.Helper()
	copied = filepath.Join(s.t.TempDir(), "holdfast")
	must(s.t, os.Link(program, copied))
	s.path = filepath.Dir(copied) + string(os.PathListSeparator) + s.path
	g, ok := connect.FindGuard(s.client.connect)
	if !ok {
		s.t.Fatalf("connect knows no guard of %s", s.client.connect)
	}
	for _, step := range g.For("holdfast").Steps {
		switch _, file, home := strings.Cut(step.Where, "~/"); {
		case step.Syntax == "shell":
			if out, _, err := s.shell(step.Text); err != nil {
				s.t.Fatalf("%s: %v\n%s", step.Text, err, out)
			}
		case !home, strings.Contains(step.Where, " in the project"):
			name, _, _ := strings.Cut(step.Where, " in the project")
			s.save(name, step.Text)
		case s.client.connect == "codex":
			s.amend(file, "\n"+step.Text)
		default:
			s.atHome(file, step.Text)
		}
	}
	return copied
}

func (s *stage) isGuarded(program string) {
	s.save(guardedFile, guardedText)
	copied := s.hooked(program)
	if s.client.serves != "" { // it reads its plugins when it starts
		s.quiet = append(s.quiet, s.client.hub+"="+freePort(s.t))
		s.serve()
	}
	args := s.client.ask(askGuarded)
	if s.client.connect == "codex" { // which asks its user to look at a hook first
		args = slices.Insert(args, 1, "--dangerously-bypass-hook-trust")
	}
	w := &watched{house: s.house, program: copied, refused: 1, alone: func() { s.front.next = s.back.URL }}
	if guardedWhole(s.client) {
		w.refused++
	}
	s.front.sees = w.sees
	if s.client.halts {
		s.stops = true
		s.unjudged(args)
		w.overrules(w.shown())
		s.stops, args = false, s.client.ask(askRefused)
	}
	s.unjudged(args)
	w.ends(strings.Join(s.results(), "\n"))
}

// loopingTurns are the same edit over and over, with text that the file lacks.
func loopingTurns(c *realClient, at func(string) string) []scripted.Turn {
	file := at(guardedFile)
	turns := []scripted.Turn{{ToolCalls: []wire.ToolCall{c.read(file)}}}
	for range remark.Often + 1 {
		turns = append(turns, scripted.Turn{ToolCalls: []wire.ToolCall{c.edit(file, "\treturn 77", "\treturn 78")}})
	}
	return []scripted.Turn{asked(askGuarded, turns...)}
}

// isStopped has a client that goes in circles told so: by a badge on its requests, an
// alert, and with guard.loops by a refusal of the fourth call.
func (s *stage) isStopped(program string) {
	s.save(guardedFile, guardedText)
	s.save(".holdfast/config.toml", "[guard]\nloops = true\n")
	s.hooked(program)
	var mu sync.Mutex
	var alerts []string
	defer s.Subscribe(func(ev events.Event) {
		mu.Lock()
		defer mu.Unlock()
		if ev.Kind == events.KindAlert {
			alerts = append(alerts, ev.Alert)
		}
	})()
	s.unjudged(s.client.ask(askGuarded))
	told := strings.Join(s.results(), "\n")
	if !strings.Contains(told, guard.Refused) || !strings.Contains(told, "4 times in this turn") || !strings.Contains(told, "do something else") {
		s.t.Errorf("the model was told %.3000q", told)
	}
	if rows := s.rows("guard_decided"); len(rows) != 1 {
		s.t.Errorf("%d refusals, not 1: %+v", len(rows), rows)
	}
	marked := 0
	for _, a := range s.Activities() {
		for _, r := range a.Remarks {
			if r.Kind == remark.Loop {
				marked++
			}
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if marked != 2 || !slices.ContainsFunc(alerts, func(a string) bool { return strings.Contains(a, "3 times in this turn") }) {
		s.t.Errorf("%d requests are marked, and it says %q", marked, alerts)
	}
	s.holds(guardedFile, guardedText)
	s.verified()
}
