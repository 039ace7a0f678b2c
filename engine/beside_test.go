package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
)

// beside opens a second engine on the house's workspace, as a command does.
func (h *house) beside() *engine.Engine {
	h.t.Helper()
	cfg, err := config.Load(config.LoadOptions{
		Workspace: h.dir, Env: []string{}, Flags: map[string]string{"listen": "127.0.0.1:0", "upstream": h.model.URL},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	e, err := engine.Open(context.Background(), cfg, engine.Options{Beside: true})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if err := e.Close(); err != nil {
			h.t.Error(err)
		}
	})
	return e
}

func Test12AnotherProcessDecisionCountsFromTheVeryNextRequestOn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	before := h.state()[acquire]
	h.ask("rewrite Pool.Acquire, half of it")
	command := h.beside()
	pending, err := command.Pending(ctx)
	if err != nil || len(pending) != 1 {
		t.Fatalf("%d proposals, %v", len(pending), err)
	}
	if err := command.Accept(ctx, report.Shown{Artifact: pending[0].ID}); err != nil {
		t.Fatal(err)
	}
	if got := h.state()[acquire]; got == before || got == "" {
		t.Errorf("/state still shows %q", got)
	}
	h.ask("what does Pool.Acquire do?")
	if got := h.model.last(t); strings.Contains(got[len(got)-1].Content, before) {
		t.Error("the replaced version was hydrated")
	}
	if err := command.Tombstone(ctx, acquire, ""); err != nil {
		t.Fatal(err)
	}
	h.ask("and what does Pool.Acquire do now?")
	if got := h.model.last(t); strings.Contains(got[len(got)-1].Content, "Entity: "+acquire) {
		t.Error("an entity that another process tombstoned was hydrated")
	}
	h.verified()
}

func Test12ADecisionOfAnotherProcessUnderATurnIsNoLostTurn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	answer := poolModel(t)
	var command *engine.Engine
	var id string
	h := openHouse(t, func(prompt string) reply {
		if id != "" { // while the reply is on its way
			if err := command.Accept(ctx, report.Shown{Artifact: id}); err != nil {
				t.Error(err)
			}
			id = ""
			return say(strings.ReplaceAll(readCase(t, "pool.md"), "context.Background()", "context.TODO()"))
		}
		return answer(prompt)
	})
	h.ask("write the pool")
	h.ask("rewrite Pool.Acquire, half of it")
	command = h.beside()
	pending, err := command.Pending(ctx)
	if err != nil || len(pending) != 1 {
		t.Fatalf("%d proposals, %v", len(pending), err)
	}
	id = pending[0].ID
	h.ask("write Pool.Acquire again")
	if problem := h.Status().Banner; problem != "" {
		t.Errorf("the turn was not recorded: %s", problem)
	}
	h.verified()
}

// Commands that are started at once in a workspace where nothing was recorded yet all
// begin: each finds the session that one of them has created.
func TestCommandsBeginANewWorkspaceAtOnce(t *testing.T) {
	t.Parallel()
	for range 3 {
		cfg := configured(t, t.TempDir(), "demo")
		var beginning sync.WaitGroup
		for range 5 {
			beginning.Go(func() {
				e, err := engine.Open(t.Context(), cfg, engine.Options{Beside: true})
				if err != nil {
					t.Error(err)
					return
				}
				if name := e.Status().Session; name != sessions.Default {
					t.Errorf("the session is %q", name)
				}
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		beginning.Wait()
	}
}
