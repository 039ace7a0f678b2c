package engine

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/config"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/prompt"
	"holdfast/engine/report"
	"holdfast/engine/turn"
)

// What holdfast itself does wrong with a text must cost no more than that turn:
// the process would end with every session, and again at each start.
func TestAFaultInReadingAReplyEndsThatTurnOnly(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	cfg, err := config.Load(config.LoadOptions{Workspace: t.TempDir(), Env: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(ctx, cfg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	spoiled := false
	deps := e.turnDeps()
	deps.Windows = func() *prompt.Windows {
		if spoiled {
			panic("a fault of holdfast's own")
		}
		return nil
	}
	e.turns = turn.New(deps)
	ask := func(spoil bool) report.RecentEpisode {
		t.Helper()
		req, err := wire.Parse(wire.ChatCompletions, []byte(`{"model":"m","messages":[{"role":"user","content":"write it"}]}`), http.Header{})
		if err != nil {
			t.Fatal(err)
		}
		spoiled = false
		begun, err := e.turns.Begin(ctx, req)
		if err != nil {
			t.Fatal(err)
		}
		spoiled = spoil
		begun.Finish(ctx, wire.Reply{Text: "```go a.go\npackage a\n\nfunc F() {}\n```\n", Finish: "stop"})
		list, err := e.Recent(ctx, "", 1)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		return list[0]
	}
	if ep := ask(true); !strings.Contains(ep.Problem, "holdfast failed") {
		t.Errorf("the turn that failed: %+v", ep)
	}
	if n := e.Active().Map.Len(); n != 0 {
		t.Errorf("it promoted %d entities", n)
	}
	if ep := ask(false); ep.Problem != "" {
		t.Errorf("the turn after it: %+v", ep)
	}
	if n := e.Active().Map.Len(); n != 1 {
		t.Errorf("the turn after it promoted %d entities", n)
	}
}
