package store

import "context"

// flaws are bugs that tests switch on to prove that their checks would see
// them. Nothing outside of the tests of this package can.
type flaws struct {
	ackEarly     bool // acknowledge before the commit
	mapFirst     bool // change the State Map before its evidence stands
	keepReplaced bool // promote without superseding
}

// ackEarly acknowledges what is not yet on the disk.
func (db *DB) ackEarly(group []*job) {
	w, ctx := db.writer, context.Background()
	if err := w.begin(ctx); err != nil {
		return
	}
	receipts, err := db.applyGroup(ctx, group)
	if err != nil {
		w.rollback(ctx)
		return
	}
	for i, j := range group {
		j.done <- outcome{receipt: receipts[i]}
	}
	w.failpoint("commit")
	_ = w.commit(ctx)
}
