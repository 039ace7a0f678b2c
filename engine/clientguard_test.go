package engine_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/app/connect"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/guard"
)

// guardedClients are those whose hook is tried end to end, by what connect calls them.
var guardedClients = []string{"claude-code", "opencode", "qwen-code", "codex", "pi", "copilot", "kilo"}

// TestRealClientsAreGuarded has real clients make unsafe writes with the hook that
// connect prints: nothing of them reaches the disk, the model is told why, and the
// client goes on with an honest one. It is skipped as TestRealClientsWorkThroughHoldfast
// is; HOLDFAST_GUARDED names the clients, or all; three are
// tried otherwise.
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
	named := cmp.Or(os.Getenv("HOLDFAST_GUARDED"), "claude-code, qwen-code, opencode")
	for _, c := range realClients {
		if !slices.Contains(guardedClients, c.connect) || named != "all" && !strings.Contains(named, c.connect) || strings.Contains(c.name, "responses") {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			shop.lead(t, visit{c, &scenario{name: "guarded", turns: guardedTurns, play: func(s *stage) { s.isGuarded(program) }}})
		})
	}
	t.Log(shop.tally())
}

const (
	askGuarded = "tidy the shop up"

	guardedFile = "shop.go"
	guardedText = "package shop\n\nfunc Open(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn n + 1\n}\n\nfunc Shut(n int) int {\n\treturn n - 1\n}\n\nfunc Sell(n int) int {\n\treturn 3 * n\n}\n"
	guardedGood = "package shop\n\nfunc Open(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn n + 1\n}\n\nfunc Shut(n int) int {\n\treturn n - 1\n}\n\nfunc Sell(n int) int {\n\treturn 4 * n\n}\n"
)

// guardedTurns are a read, an unsafe write in two forms, and an honest one.
func guardedTurns(c *realClient, at func(string) string) []scripted.Turn {
	file := at(guardedFile)
	steps := []wire.ToolCall{c.read(file)}
	if c.connect != "codex" && c.connect != "copilot" { // they have no whole file for one that is there
		steps = append(steps, c.write(file, "package shop\n\nfunc Sell(n int) int {\n\treturn 4 * n\n}\n\n// ... rest of the file unchanged ...\n"))
	}
	steps = append(steps,
		c.edit(file, "\tif n < 0 {", "\t// ... existing code ..."),
		c.edit(file, "\treturn 3 * n", "\treturn 4 * n"))
	var turns []scripted.Turn
	for _, call := range steps {
		turns = append(turns, scripted.Turn{ToolCalls: []wire.ToolCall{call}})
	}
	return []scripted.Turn{asked(askGuarded, turns...)}
}

func (s *stage) isGuarded(program string) {
	s.save(guardedFile, guardedText)
	s.path = filepath.Dir(program) + string(os.PathListSeparator) + s.path
	g, ok := connect.FindGuard(s.client.connect)
	if !ok {
		s.t.Fatalf("connect knows no guard of %s", s.client.connect)
	}
	for _, step := range g.For("holdfast").Steps {
		switch _, file, home := strings.Cut(step.Where, "~/"); {
		case !home:
			s.save(strings.TrimSuffix(step.Where, " in the project"), step.Text)
		case s.client.connect == "codex":
			s.amend(file, "\n"+step.Text)
		default:
			s.atHome(file, step.Text)
		}
	}
	if s.client.serves != "" { // it reads its plugins when it starts
		s.quiet = append(s.quiet, s.client.hub+"="+freePort(s.t))
		s.serve()
	}
	args := s.client.ask(askGuarded)
	if s.client.connect == "codex" { // which asks its user to look at a hook first
		args = slices.Insert(args, 1, "--dangerously-bypass-hook-trust")
	}
	s.unjudged(args)
	if got, err := os.ReadFile(filepath.Join(s.dir, guardedFile)); err != nil || string(got) != guardedGood {
		s.t.Errorf("%s holds %q, %v; the model was told %.3000q", guardedFile, got, err, s.results())
	}
	told := 0
	for _, r := range s.results() {
		if strings.Contains(r, guard.Refused) {
			told++
		}
	}
	if told == 0 {
		s.t.Errorf("the model was not told why: %.3000q", s.results())
	}
	if rows := s.rows("guard_decided"); len(rows) == 0 {
		s.t.Error("nothing is in the Ledger")
	}
	s.verified()
}
