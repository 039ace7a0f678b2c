package engine_test

import (
	"context"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
)

func TestTheEngineThatRunsInAWorkspaceIsFound(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	cfg, err := config.Load(config.LoadOptions{Workspace: h.dir, Env: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	if got := engine.ServedAt(context.Background(), cfg); got.Listen != h.Status().Listen || got.Token {
		t.Errorf("found %+v, it listens on %s", got, h.Status().Listen)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if got := engine.ServedAt(context.Background(), cfg); got.Listen != "" {
		t.Errorf("found %+v, and none runs", got)
	}
}

func TestAnEngineThatWantsATokenIsFoundWithoutIt(t *testing.T) {
	dir := t.TempDir()
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}, Flags: map[string]string{
		"listen": "127.0.0.1:0", "upstream": "demo", "token": "sesame",
	}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(context.Background(), cfg, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := engine.ServedAt(context.Background(), cfg); got.Listen != e.Status().Listen || !got.Token || !e.Status().Token {
		t.Errorf("found %+v at %+v", got, e.Status())
	}
}
