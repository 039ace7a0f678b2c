package store

import "database/sql"

// canonRow is a row of the projection canon, and in the replay the last state of
// a session's chain.
type canonRow struct {
	seq, num, upto int64
	session, hash  string
	emitted        bool
}

func (c canonRow) number() int64 { return c.seq }

const selectCanonRows = `SELECT seq, number, upto, session, hash, emitted FROM canon ORDER BY seq`

func scanCanonRow(rows *sql.Rows) (c canonRow, err error) {
	return c, rows.Scan(&c.seq, &c.num, &c.upto, &c.session, &c.hash, &c.emitted)
}

// canonEmitted replays a link of the session's chain of states. Whether its
// hash is that of the state is for those who can make a state of the Ledger.
func (re *replay) canonEmitted(r Row, e CanonEmitted) error {
	last := re.canon[r.Session]
	switch {
	case e.Number != last.num+1 || e.Previous != last.num:
		if err := re.wrong(r, "it emits delta %d after state %d, but the last one of the session is %d", e.Number, e.Previous, last.num); err != nil {
			return err
		}
	case e.PreviousHash != last.hash:
		if err := re.wrong(r, "delta %d does not continue the chain: it names %q, the state before is %q", e.Number, e.PreviousHash, last.hash); err != nil {
			return err
		}
	case e.Upto < last.upto || e.Upto >= r.Seq:
		if err := re.wrong(r, "delta %d tells of row %d, which is not between the state before and itself", e.Number, e.Upto); err != nil {
			return err
		}
	}
	return re.compareCanon(r, canonRow{seq: r.Seq, num: e.Number, upto: e.Upto, session: r.Session, hash: e.State, emitted: true})
}

func (re *replay) sessionRecovered(r Row, e SessionRecovered) error {
	if !e.Continues {
		return nil
	}
	if last := re.canon[r.Session]; last.seq != 0 && e.Number <= last.num {
		if err := re.wrong(r, "the chain goes back from state %d to %d", last.num, e.Number); err != nil {
			return err
		}
	}
	return re.compareCanon(r, canonRow{seq: r.Seq, num: e.Number, upto: r.Seq - 1, session: r.Session, hash: e.State})
}

func (re *replay) compareCanon(r Row, must canonRow) error {
	re.canon[r.Session] = must
	return compare(re, re.chain, "canon state", r, func(canonRow) canonRow { return must })
}
