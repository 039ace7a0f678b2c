package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/report"
)

// rows are those of the active session that say some words, newest first.
func (h *house) rows(filter string) []report.LedgerRow {
	h.t.Helper()
	page, err := h.Ledger(context.Background(), report.LedgerQuery{N: 100, Filter: filter})
	must(h.t, err)
	return page.Rows
}

func Test32TheLedgerTellsOfTheChainInWords(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	older := h.checkpoint()
	from := h.LastDelta()
	must(t, h.Tombstone(ctx, part, ""))
	h.recover(older)

	emitted := h.rows("emitted")
	block, err := h.CanonDelta(ctx, emitted[0].Canon)
	must(t, err)
	if emitted[0].Who != "holdfast" || !strings.HasPrefix(emitted[0].Why, fmt.Sprintf("CANON_STATE_DELTA %d, mode B: Recovered: ", from+2)) || !bytes.Equal(block, h.checkpoint()) {
		t.Errorf("the newest delta is told as %+v", emitted[0])
	}
	for _, r := range h.rows("") {
		if (r.Canon > 0) != (r.Type == "canon_emitted") {
			t.Errorf("row %+v", r)
		}
		if r.Who == "" || r.Who == "?" {
			t.Errorf("nobody did row %+v", r)
		}
	}
	says := func(who, what, entity, why string) {
		t.Helper()
		if !slices.ContainsFunc(h.rows(""), func(r report.LedgerRow) bool {
			return r.Who == who && r.What == what && r.Entity == entity && strings.Contains(r.Why, why)
		}) {
			t.Errorf("no row says %s %s %s: %s", who, what, entity, why)
		}
	}
	says("you", "recovered", "", fmt.Sprintf("from CANON_STATE_DELTA %d", from))
	says("you", "AUTHORITATIVE", part, "recovery grant")
	must(t, h.Fork(ctx, "", "tried"))
	says("you", "forked", "", "session tried, 2 copied")
	says("you", "switched", "", "to this session")

	h.lose()
	h.open()
	must(t, h.FreshStart(ctx))
	says("you", "began anew", "", "the database is missing")
}
