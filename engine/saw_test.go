package engine_test

import (
	"context"
	"strings"
	"testing"
)

func Test143WhatTheModelSawIsReadBackExactly(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	h.ask("explain Greet and Part") // one is hydrated, one withheld with a notice
	episode := h.Activities()[0].Episode
	saw := h.prompt()
	h.write(greetFile, goFile(byHand, bye+"\n\nfunc More() {}"))
	h.ask("use this:\n" + fenced(goodDay, "func Part() string {\n\treturn \"changed since\"\n}"))
	h.reopen()
	x, err := h.Exchange(ctx, episode)
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Inserted + x.Prompt; got != saw {
		t.Errorf("read back as\n%s\nwhat the model saw was\n%s", got, saw)
	}
	if !strings.Contains(x.Reply, "Fine.") || x.Status != "closed" || len(x.Withheld) != 1 {
		t.Errorf("%+v", x)
	}
	if _, err := h.Exchange(ctx, "none"); err == nil || !strings.Contains(err.Error(), "nothing is recorded") {
		t.Errorf("an unknown request: %v", err)
	}
}
