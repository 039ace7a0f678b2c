package engine_test

import (
	"context"
	"strings"
	"testing"

	"holdfast/engine/canon"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// conflicts are the open conflicts of the session's block, by id.
func (h *house) conflicts() map[string]string {
	h.t.Helper()
	document, faults := canon.Read(h.checkpoint(), canon.StateDelta)
	if len(faults) == 0 {
		faults = canon.Validate(document, nil)
	}
	if len(faults) > 0 {
		h.t.Fatal(faults)
	}
	open := map[string]string{}
	for _, c := range document.State().OpenConflicts {
		if c.Status != "open" {
			h.t.Errorf("conflict %+v", c)
		}
		open[c.ConflictID] = c.Description
	}
	return open
}

// doubting audits every change as complete but those of Acquire.
func doubting(entity string) string {
	if entity == acquire {
		return verdict(entity, "partial")
	}
	return verdict(entity, "completed")
}

func TestAContestedPromotionIsAnOpenConflictUntilItIsSettled(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, settle := range map[string]func(h *house){
		"by keeping it": func(h *house) { must(h.t, h.Keep(ctx, report.ShownDisk{Entity: acquire})) },
		"by the disk": func(h *house) {
			d, err := h.Detail(ctx, acquire)
			must(h.t, err)
			h.write("store/pool.go", "package store\n\n"+string(d.Content)+"\n")
		},
		"by a newer version": func(h *house) {
			_, err := h.Paste(ctx, "store/pool.go", []byte("func (p *Pool) Acquire() { whole() }\n"))
			must(h.t, err)
		},
		"by taking it out": func(h *house) { must(h.t, h.Tombstone(ctx, acquire, "")) },
	} {
		t.Run(name, func(t *testing.T) {
			h := auditedHouse(t, doubting)
			h.ask("write the pool")
			h.until("it is contested", func() bool { return h.entity(acquire).Contested != "" })
			id := "contested-" + h.newest(acquire).Artifact
			for range 2 {
				open := h.conflicts()
				if say := open[id]; len(open) != 1 || !strings.HasPrefix(say, acquire+" is contested: a late shadow audit calls it partial") {
					t.Errorf("the open conflicts are %v, want %s", open, id)
				}
				h.verified()
				h.reopen() // a mirror that is read tells what one that was folded does
			}
			settle(h)
			for range 2 {
				if open := h.conflicts(); open[id] != "" {
					t.Errorf("still in conflict: %v", open)
				}
				h.reopen()
			}
			h.deltas()
			h.verified()
		})
	}
}

// What the operator has accepted they have looked at, whatever an audit said of
// it while it was a proposal.
func TestWhatTheOperatorAcceptedIsNotContested(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := auditedHouse(t, func(entity string) string { return verdict(entity, "partial") })
	h.propose(func() {})
	h.until("the proposal is audited", func() bool { return h.newest(acquire).Audit == event.AuditPartial })
	must(t, h.Accept(ctx, report.Shown{Artifact: h.newest(acquire).Artifact}))
	for range 2 {
		if e := h.entity(acquire); e.Contested != "" {
			t.Errorf("it is contested: %+v", e)
		}
		if open := h.conflicts(); open["contested-"+h.newest(acquire).Artifact] != "" {
			t.Errorf("the open conflicts are %v", open)
		}
		h.verified()
		h.reopen()
	}
}
