package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"holdfast/store/event"
)

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
func (re *replay) canonEmitted(r event.Row, e event.CanonEmitted) error {
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
	return re.compareCanon(r, stateOf(r, e))
}

// stateOf is the row of canon that a fact introduces, zero for none.
func stateOf(r event.Row, ev event.Event) canonRow {
	switch e := ev.(type) {
	case event.CanonEmitted:
		return canonRow{seq: r.Seq, num: e.Number, upto: e.Upto, session: r.Session, hash: e.State, emitted: true}
	case event.SessionRecovered:
		if e.Continues {
			return canonRow{seq: r.Seq, num: e.Number, upto: r.Seq - 1, session: r.Session, hash: e.State}
		}
	}
	return canonRow{}
}

func (re *replay) sessionRecovered(r event.Row, e event.SessionRecovered) error {
	re.missing(r.Session, e.Missing)
	if !e.Continues {
		return nil
	}
	if last := re.canon[r.Session]; last.seq != 0 && e.Number <= last.num {
		if err := re.wrong(r, "the chain goes back from state %d to %d", last.num, e.Number); err != nil {
			return err
		}
	}
	return re.compareCanon(r, stateOf(r, e))
}

func (re *replay) compareCanon(r event.Row, must canonRow) error {
	re.canon[r.Session] = must
	return compare(re, re.chain, "canon state", r, func(canonRow) canonRow { return must })
}

// selectLastStates picks the state that the chain of each session goes on from,
// with the row of the Ledger that introduces it.
const selectLastStates = `SELECT c.seq, c.number, c.upto, c.session, c.hash, c.emitted, ifnull(l.body, '')
	FROM (SELECT session, max(number) AS number FROM canon GROUP BY session) last
	JOIN canon c ON c.session = last.session AND c.number = last.number
	LEFT JOIN ledger l ON l.seq = c.seq ORDER BY c.session`

// selectLastChained picks, among the last rows of the Ledger, those that may
// introduce a state.
const selectLastChained = `SELECT body FROM ledger WHERE seq > (SELECT ifnull(max(seq), 0) FROM ledger) - ?
	AND type IN ('canon_emitted', 'session_recovered') ORDER BY seq`

// checkChains compares the state that the chain of each session goes on from
// with the Ledger: a delta that followed another one would break the chain for
// good. A newer one is looked for among the last rows of the Ledger. What lies
// before the operator's word that ended a distrust was told.
func checkChains(ctx context.Context, in *inspection) error {
	must := map[string]canonRow{} // by session
	introduced := func(body string) {
		r, err := event.ParseRow(body)
		if err != nil {
			return // the chain of the Ledger tells
		}
		if ev, err := event.Decode(r.Type, r.Data); err == nil {
			if state := stateOf(r, ev); state.seq > must[r.Session].seq {
				must[r.Session] = state
			}
		}
	}
	kept := map[string]canonRow{}
	err := each(ctx, in.tx, "read the canon chains", selectLastStates, nil, func(rows *sql.Rows) error {
		var c canonRow
		var body string
		if err := rows.Scan(&c.seq, &c.num, &c.upto, &c.session, &c.hash, &c.emitted, &body); err != nil {
			return err
		}
		kept[c.session] = c
		introduced(body)
		return nil
	})
	if err != nil {
		return err
	}
	err = each(ctx, in.tx, "read the Ledger", selectLastChained, []any{quickRows}, func(rows *sql.Rows) error {
		var body string
		if err := rows.Scan(&body); err != nil {
			return err
		}
		introduced(body)
		return nil
	})
	if err != nil {
		return err
	}
	for _, session := range slices.Sorted(maps.Keys(must)) {
		if err := in.compareChain(ctx, kept[session], must[session]); err != nil {
			return err
		}
		delete(kept, session)
	}
	for _, session := range slices.Sorted(maps.Keys(kept)) {
		if err := in.compareChain(ctx, kept[session], canonRow{session: session}); err != nil {
			return err
		}
	}
	return nil
}

// compareChain tells where the last state of a chain is not the one that the
// Ledger introduces, unless the operator has had his word on it.
func (in *inspection) compareChain(ctx context.Context, kept, must canonRow) error {
	if kept == must {
		return nil
	}
	var word int64
	err := in.tx.QueryRowContext(ctx, `SELECT ifnull(max(seq), 0) FROM ledger WHERE session = ? AND `+endsDistrust, must.session).Scan(&word)
	if err != nil {
		return explain("look for a recovery", err)
	}
	if max(kept.seq, must.seq) < word {
		return nil
	}
	return in.found("canon", "session "+must.session, "its chain goes on from another state than the Ledger says: %s", differences(kept, must))
}
