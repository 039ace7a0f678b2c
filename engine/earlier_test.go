package engine_test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

func TestAfterARestartTheLedgerTellsTheTurnsAsTheyWereShown(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	h.ask("rewrite Pool.Acquire, half of it")
	h.ask("why?\n\n```go store/paste.go\nfunc Pasted() int { return 1 }\n```\n\nand ```loose```")
	must(t, h.NewSession(ctx, "other"))
	h.ask("give Pool.Acquire a timeout")
	pending, err := h.Pending(ctx)
	must(t, err)
	for _, p := range pending {
		must(t, h.Reject(ctx, report.Shown{Artifact: p.ID}, "")) // what comes later is told elsewhere
	}
	if earlier, err := h.EarlierActivities(ctx); err != nil || len(earlier) > 0 {
		t.Errorf("what Activities lists is listed again: %+v, %v", earlier, err)
	}
	shown := h.Activities()
	h.reopen()
	if list := h.Activities(); len(list) > 0 {
		t.Fatalf("the new engine has served %+v", list)
	}
	earlier, err := h.EarlierActivities(ctx)
	if err != nil || len(earlier) != len(shown) {
		t.Fatalf("%d turns of %d, %v", len(earlier), len(shown), err)
	}
	for i := range shown {
		got, want := publicOf(earlier[i]), publicOf(shown[i])
		if !reflect.DeepEqual(got, want) {
			t.Errorf("turn %d\n got %+v\nwant %+v", i, got, want)
		}
		if earlier[i].Started.IsZero() || earlier[i].Ended.Before(earlier[i].Started) {
			t.Errorf("turn %d from %v to %v", i, earlier[i].Started, earlier[i].Ended)
		}
	}
}

// publicOf is an activity without what only its own engine can know: how the
// stream went, and the tokens of a server that reports none.
func publicOf(a events.Activity) any {
	type public struct {
		Episode, Session, Kind, Path, Model, Prompt, Error string
		Phase                                              events.Phase
		Outcomes                                           []events.Outcome
		Refs                                               []any
		Size                                               int
	}
	refs := []any{len(a.Hydrated), len(a.Withheld), len(a.Omitted), a.NoRoom}
	for _, list := range [][]any{anys(a.Hydrated), anys(a.Withheld), anys(a.Omitted)} {
		refs = append(refs, list...)
	}
	return public{a.Episode, a.Session, a.Kind, a.Path, a.Model, a.Prompt, a.Error, a.Phase, append([]events.Outcome{}, a.Outcomes...), refs, a.HydratedSize}
}

func anys[T any](list []T) (out []any) {
	for _, x := range list {
		out = append(out, x)
	}
	return out
}

func TestATurnWithoutAnEndIsToldAsOneThatFailed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(string) reply { return reply{text: "half of it", cut: true} })
	_, _ = h.post([]message{{"user", "write it"}}, true)
	h.until("the turn has ended", func() bool { return h.Activities()[0].Phase == events.Failed })
	want := h.Activities()[0]
	h.reopen()
	earlier, err := h.EarlierActivities(ctx)
	if err != nil || len(earlier) != 1 || earlier[0].Phase != events.Failed || earlier[0].Error != want.Error || earlier[0].Error == "" {
		t.Errorf("%+v, %v; it was %q", earlier, err, want.Error)
	}
	if d := earlier[0].Ended.Sub(earlier[0].Started); d < 0 || d > time.Minute {
		t.Errorf("it took %v", d)
	}
}
