package rebuild

import (
	"context"
	"fmt"

	"holdfast/engine/canon"
	"holdfast/store/event"
)

// Check is the name of the findings of Verify.
const Check = "canon"

// most is how many findings are told; one state that is wrong makes others so.
const most = 100

// Verify makes every state that was emitted of the Ledger again and compares its
// hash; each difference is a finding, at most a hundred of them. That the states
// are a chain, and that the Ledger itself is sound, is what the store verifies.
// progress may be nil.
func Verify(ctx context.Context, db Ledger, progress func(stage string, done, total int64)) ([]event.Finding, error) {
	var findings []event.Finding
	found := func(where, format string, args ...any) {
		if len(findings) < most {
			findings = append(findings, event.Finding{Check: Check, Where: where, Detail: fmt.Sprintf(format, args...)})
		}
	}
	last := int64(0)
	err := walk(ctx, db, "", 0, func(row event.Row, ev event.CanonEmitted, h *history) error {
		if last = row.Seq; progress != nil {
			progress(Check, last, last+1) // how many are to come is not known
		}
		where := fmt.Sprintf("row %d", row.Seq)
		f, err := h.facts(ev)
		if err != nil {
			found(where, "%v", err)
			return nil
		}
		if hash := f.Hash(); hash != ev.State {
			found(where, "delta %d of session %s has the state %s, but the Ledger makes %s of %d entities: they are not the same",
				ev.Number, row.Session, ev.State, hash, len(f.Entities))
		}
		if mode := canon.Mode(ev.Mode); mode != canon.ModeB && mode != canon.ModeC {
			found(where, "delta %d of session %s is of mode %q, which emits none", ev.Number, row.Session, ev.Mode)
		}
		return nil
	})
	if progress != nil {
		progress(Check, last, last)
	}
	if ctx.Err() != nil {
		return findings, fmt.Errorf("verify the canon chain: %w", ctx.Err())
	}
	if err != nil {
		found("the rest of it", "it cannot be read: %v", err)
	}
	return findings, nil
}
