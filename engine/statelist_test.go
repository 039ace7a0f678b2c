package engine_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"holdfast/engine/report"
	"holdfast/engine/stale"
)

// list is what StateList lists.
func (h *house) list() []report.Entity {
	h.t.Helper()
	l, err := h.StateList(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	var out []report.Entity
	for i := range l.Len() {
		out = append(out, l.At(i))
		if l.Key(i) != out[i].Key {
			h.t.Errorf("row %d is called %q and is %q", i, l.Key(i), out[i].Key)
		}
	}
	return out
}

// listsTheSame waits until the lists for a screen are those for everyone, and
// tells whether the number of the last change has moved since.
func (h *house) listsTheSame(since int64) (moved bool) {
	h.t.Helper()
	ctx := context.Background()
	h.until("the screen's lists are everyone's", func() bool {
		all, err := h.Entities(ctx)
		must(h.t, err)
		diverging, err := h.Divergences(ctx)
		must(h.t, err)
		latest, err := h.LatestDivergences(ctx)
		must(h.t, err)
		return slices.Equal(all, h.list()) && reflect.DeepEqual(diverging, latest)
	})
	return h.Status().Listed != since
}

func TestAScreensListsFollowWhatHappens(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.listsTheSame(0)
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"a promotion", func() { h.ask("better greeting") }},
		{"saving it", func() { h.write(greetFile, goFile(goodDay, bye)) }},
		{"an edit on disk", func() { h.write(greetFile, goFile(byHand, bye)) }},
		{"keeping what stands", func() {
			h.until("it is STALE", func() bool { return h.stale()[greet] != "" })
			must(t, h.Keep(ctx, report.ShownDisk{Entity: greet}))
		}},
		{"undoing the edit", func() { h.write(greetFile, goFile(goodDay, bye)) }},
		{"a tombstone", func() { must(t, h.Tombstone(ctx, part, "")) }},
		{"a turn after it, as its time runs", func() { h.ask("is it fine?") }},
		{"a restoring", func() { must(t, h.Restore(ctx, part)) }},
		{"another session", func() { must(t, h.NewSession(ctx, "other")) }},
	} {
		since := h.Status().Listed
		if since == 0 {
			t.Fatal("what is listed is not counted while the files are watched")
		}
		step.do()
		h.until(step.what+" is counted", func() bool { return h.Status().Listed != since })
		h.listsTheSame(since)
	}
}

func TestATurnThatChangesNoCodeLeavesTheListsAsTheyAre(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.listsTheSame(0)
	since := h.Status().Listed
	h.ask("is Greet fine?")
	if h.listsTheSame(since) {
		t.Error("the lists count as changed")
	}
}

func TestWithoutAWatcherTheListsAreCompared(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	b := h.beside()
	h.write(greetFile, goFile(byHand, bye))
	l, err := b.StateList(context.Background())
	must(t, err)
	if n := b.Status().Listed; n != 0 || l.At(0).Stale != stale.Edited {
		t.Errorf("listed %d, %+v", n, l.At(0))
	}
}

// The State Map tells of each entity in which turn it came; who looks after a restart
// is told the same.
func TestTheStateListTellsTheTurnBeforeAndAfterARestart_14_3(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.ask("better greeting")
	before := map[string]int{}
	for _, e := range h.list() {
		if before[e.Key] = e.Turn; e.Turn == 0 {
			t.Errorf("%s came in no turn", e.Key)
		}
	}
	h.reopen()
	for _, e := range h.list() {
		if e.Turn != before[e.Key] {
			t.Errorf("%s came in turn %d, and after a restart in turn %d", e.Key, before[e.Key], e.Turn)
		}
	}
}
