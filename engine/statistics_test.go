package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/report"
)

// What the list says of a session is what the session itself says, whichever is
// active.
func TestTheStatisticsOfASessionAreTrue(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("hello")
	h.ask("write the pool")
	h.ask("rewrite Pool.Acquire, half of it")
	d, err := h.Detail(ctx, acquire)
	must(t, err)
	h.write("store/pool.go", "package store\n\n"+string(d.Content)+"\n")
	must(t, h.Reverify(ctx, nil))
	h.ask("hello")
	h.write("store/pool.go", "package store\n\nfunc (p *Pool) Acquire() { byHand() }\n")
	must(t, h.Reverify(ctx, nil))
	must(t, h.AwaitDeltas(ctx))
	status := h.Status()
	if status.Stale == 0 || status.Pending == 0 || status.Entities == 0 {
		t.Fatalf("the story has nothing to count: %+v", status)
	}
	page, err := h.Ledger(ctx, report.LedgerQuery{N: 50})
	must(t, err)
	last := slices.IndexFunc(page.Rows, func(r report.LedgerRow) bool {
		return r.Type != "canon_emitted" && !strings.HasPrefix(r.Type, "delta_")
	})
	want := report.SessionInfo{
		Name: "default", Entities: status.Entities, Stale: status.Stale, Pending: status.Pending, Turns: 4, LastActivity: page.Rows[last].Time,
	}
	check := func(when string) {
		t.Helper()
		list, err := h.Sessions(ctx)
		must(t, err)
		for _, s := range list {
			got := report.SessionInfo{Name: s.Name, Entities: s.Entities, Stale: s.Stale, Pending: s.Pending, Turns: s.Turns, LastActivity: s.LastActivity}
			if s.Name == want.Name && got != want {
				t.Errorf("%s the list says %+v, want %+v", when, got, want)
			}
			if s.Name == "empty" && (s.Entities+s.Stale+s.Pending+s.Turns != 0 || s.LastActivity.Before(s.Created)) {
				t.Errorf("%s an empty session is %+v", when, s)
			}
		}
	}
	check("while it is active")
	must(t, h.NewSession(ctx, "empty"))
	check("while another is")
	h.reopen()
	h.until("the disk is looked at after a restart", func() bool {
		list, err := h.Sessions(ctx)
		must(t, err)
		return list[slices.IndexFunc(list, func(s report.SessionInfo) bool { return s.Name == want.Name })].Stale == want.Stale
	})
	check("after a restart")
}
