package store

import "context"

// flaws are bugs that tests switch on to prove that their checks would see
// them. Nothing outside of the tests of this package can.
type flaws struct {
	ackEarly     bool // acknowledge before the commit
	uncommitted  bool // what ackEarly has left
	mapFirst     bool // change the State Map before its evidence stands
	keepReplaced bool // promote without superseding
}

// ackEarly acknowledges what reaches the disk only with the next group.
func (db *DB) ackEarly(g *group) {
	w, ctx := db.writer, context.Background()
	if w.flaws.uncommitted {
		w.failpoint("commit")
		_ = w.commit(ctx)
	}
	if err := w.begin(ctx); err != nil {
		return
	}
	w.flaws.uncommitted = true
	err := db.applyGroup(ctx, g)
	for i, j := range g.jobs {
		if err != nil {
			j.done <- outcome{err: err}
			continue
		}
		j.done <- outcome{receipt: g.receipts[i]}
	}
}
