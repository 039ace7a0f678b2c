package operator

import (
	"context"
	"slices"
	"sync"

	"holdfast/store/event"
)

// What the operator decides, as the Ledger names it (see event.OperatorDecided).
const (
	verbAccept    = "accept"
	verbReject    = "reject"
	verbAdopt     = "adopt"
	verbKeep      = "keep"
	verbTombstone = "tombstone"
	verbRestore   = "restore"
	verbRevert    = "revert"
	verbPaste     = "paste"
	verbForget    = "forget"
	verbUndo      = "undo"
)

// decision is one decision of the operator, which may take several commits.
type decision struct {
	mu     sync.Mutex
	id     string // "" before its first commit
	parts  int
	undoes string
}

type decisionKey struct{}

// AsOne has all that is decided with the context count as one decision, which one
// undo takes back.
func AsOne(ctx context.Context) context.Context {
	return context.WithValue(ctx, decisionKey{}, &decision{})
}

// asOne is AsOne, unless the context belongs to a decision already.
func asOne(ctx context.Context) context.Context {
	if _, ok := ctx.Value(decisionKey{}).(*decision); ok {
		return ctx
	}
	return AsOne(ctx)
}

// decisionOf is the decision that a context belongs to, or a new one.
func decisionOf(ctx context.Context) *decision {
	if d, ok := ctx.Value(decisionKey{}).(*decision); ok {
		return d
	}
	return &decision{}
}

// decided commits what the operator has decided, with the row by which it can be
// found and taken back.
func (s *session) decided(ctx context.Context, verb string, blobs [][]byte, events []event.Event) error {
	d := decisionOf(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	id := d.id
	if id == "" {
		id = s.desk.means.NewID()
	}
	err := s.Commit(ctx, blobs, append(slices.Clip(events), event.OperatorDecided{
		Decision: id, Part: d.parts + 1, Verb: verb, Rows: len(events), Undoes: d.undoes,
	}))
	if err == nil {
		d.id, d.parts = id, d.parts+1
	}
	return err
}
