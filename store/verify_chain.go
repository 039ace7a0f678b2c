package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/gowebpki/jcs"

	"holdfast/store/event"
)

// link proves one row after the other: each follows the one before, is what
// its hash says, and its columns are what its body says.
type link struct {
	seq  int64
	hash string
}

// next proves a row and gives its fact; faults are what is wrong with it.
func (k *link) next(l ledgerRow) (r event.Row, faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if l.seq != k.seq+1 {
		fault("it follows row %d: rows are missing between them", k.seq)
	}
	if l.prev != k.hash {
		fault("it does not continue the chain: it names %q, the row before is %q", l.prev, k.hash)
	}
	if actual := event.Hash([]byte(l.body)); actual != l.hash {
		fault("its body hashes to %s, not to %s: it was changed", actual, l.hash)
	}
	k.seq, k.hash = l.seq, l.hash
	r, err := event.ParseRow(l.body)
	if err != nil {
		fault("its body cannot be read: %v", err)
		return r, faults
	}
	r.Hash = l.hash
	if r.Seq != l.seq || r.Session != l.session || r.Type != l.typ || r.Prev != l.prev {
		fault("its columns are not what its body says")
	}
	return r, faults
}

// readFact reads the event of a row and holds its JSON to the canonical form.
func readFact(r event.Row) (event.Event, error) {
	ev, err := event.Decode(r.Type, r.Data)
	if err != nil {
		return nil, err
	}
	if event.Canonical(ev, r.Data) {
		return ev, nil
	}
	// Fields of a newer release are not known here, but canonical they must be.
	sorted, err := jcs.Transform(r.Data)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(sorted, r.Data) {
		return nil, errors.New("its JSON is not in the canonical form")
	}
	return ev, nil
}

// checkTail walks the last rows of the chain, from the operator's last word on
// where that ended a distrust: what lies before it was found to be damaged, was
// told, and is what Verify still tells.
func checkTail(ctx context.Context, in *inspection) error {
	var k link
	first := true
	return each(ctx, in.tx, "read the Ledger", selectRow+` WHERE seq > (SELECT ifnull(max(seq), 0) FROM ledger) - ?1
		AND seq >= ifnull((SELECT max(seq) FROM ledger WHERE seq > (SELECT max(seq) FROM ledger) - ?1
			AND `+endsDistrust+`), 0) ORDER BY seq`,
		[]any{quickRows}, func(rows *sql.Rows) error {
			var l ledgerRow
			if err := l.scan(rows); err != nil {
				return err
			}
			if first && l.seq > 1 {
				k = link{seq: l.seq - 1, hash: l.prev}
			}
			first = false
			_, faults := k.next(l)
			return in.blame(l, faults)
		})
}

func (in *inspection) blame(l ledgerRow, faults []string) error {
	for _, f := range faults {
		if err := in.found("ledger", rowName(l.seq), "%s", f); err != nil {
			return err
		}
	}
	return nil
}

func rowName(seq int64) string { return fmt.Sprintf("row %d", seq) }

// checkLedger walks the whole chain and replays it beside the projections.
func checkLedger(ctx context.Context, in *inspection) (err error) {
	var total int64
	if err := in.tx.QueryRowContext(ctx, `SELECT ifnull(max(seq), 0) FROM ledger`).Scan(&total); err != nil {
		return explain("read the Ledger", err)
	}
	re, err := newReplay(ctx, in)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, re.close()) }()
	var k link
	err = each(ctx, in.tx, "read the Ledger", selectRow+` ORDER BY seq`, nil, func(rows *sql.Rows) error {
		var l ledgerRow
		if err := l.scan(rows); err != nil {
			return err
		}
		if l.seq%256 == 0 {
			in.progress("ledger", l.seq, total)
		}
		r, faults := k.next(l)
		if err := in.blame(l, faults); err != nil || r.Type == "" {
			return err
		}
		ev, err := readFact(r)
		if err != nil {
			return in.found("ledger", rowName(l.seq), "%v", err)
		}
		return re.fact(ctx, r, ev)
	})
	if err != nil {
		return err
	}
	in.progress("ledger", total, total)
	return re.finish(ctx)
}
