package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"holdfast/store/event"
)

// place is a session as the Ledger tells it, in the part that can change.
type place struct {
	name string
	// opened, activated and archived are the rows that made it so, 0 for none.
	opened, activated, archived int64
}

type sessionRow struct {
	seq, created     int64
	id, name, parent string
}

func (s sessionRow) number() int64 { return s.seq }

const selectSessionRows = `SELECT seq, id, name, ifnull(parent, ''), created FROM session ORDER BY seq`

func scanSessionRow(rows *sql.Rows) (s sessionRow, err error) {
	return s, rows.Scan(&s.seq, &s.id, &s.name, &s.parent, &s.created)
}

// session replays what an event changes of the sessions; it is false for an
// event that is about something else.
func (re *replay) session(r event.Row, ev event.Event) (bool, error) {
	if e, ok := ev.(event.SessionCreated); ok {
		return true, re.created(r, e)
	}
	s := re.known[r.Session]
	if s == nil {
		return false, re.wrong(r, "session %s was never created", r.Session)
	}
	if _, revives := ev.(event.SessionUnarchived); s.archived != 0 && !revives {
		if err := re.wrong(r, "session %s is archived, and was written to", r.Session); err != nil {
			return false, err
		}
	}
	switch e := ev.(type) {
	case event.SessionForked:
		return true, re.forked(r, s, e)
	case event.SessionRenamed:
		if s.name != e.Was {
			return true, re.wrong(r, "it renames session %s from %q, which is named %q", r.Session, e.Was, s.name)
		}
		s.name = e.Name
	case event.SessionActivated:
		s.activated, re.active = r.Seq, s
	case event.SessionArchived:
		s.archived = r.Seq
		if s == re.active {
			return true, re.wrong(r, "it archives session %s, which is the active one", r.Session)
		}
	case event.SessionUnarchived:
		s.archived = 0
	default:
		return false, nil
	}
	return true, nil
}

// created replays the beginning of a session; the first is the active one.
func (re *replay) created(r event.Row, e event.SessionCreated) error {
	s := &place{name: e.Name, opened: r.Seq}
	if e.Copying {
		s.opened = 0
	}
	if re.active == nil {
		s.activated, re.active = r.Seq, s
	}
	re.known[e.ID] = s
	return compare(re, re.sessions, "session", r, func(kept sessionRow) sessionRow {
		// Its name can change, and is compared at the end.
		return sessionRow{seq: r.Seq, id: e.ID, name: kept.name, parent: e.Parent, created: r.Time.UnixMilli()}
	})
}

func (re *replay) forked(r event.Row, s *place, e event.SessionForked) error {
	if s.opened != 0 {
		return re.wrong(r, "it opens session %s, which is open", r.Session)
	}
	s.name, s.opened = e.Name, r.Seq
	copied := 0
	for key := range re.truth {
		if key.session == r.Session {
			copied++
		}
	}
	for file, list := range re.files {
		for _, a := range list {
			if file.session == r.Session {
				copied += strings.Count(a.names, "\n") - 1
			}
		}
	}
	if copied != e.Entities {
		return re.wrong(r, "it says that %d entities were copied into session %s, which has %d", e.Entities, r.Session, copied)
	}
	return nil
}

// finishSessions compares what the sessions came to be.
func (re *replay) finishSessions(ctx context.Context) error {
	missed := maps.Clone(re.known)
	err := each(ctx, re.in.tx, "compare the sessions", `SELECT id, name, ifnull(opened, 0), ifnull(activated, 0), ifnull(archived, 0)
		FROM session ORDER BY seq`, nil, func(rows *sql.Rows) error {
		var id string
		var kept place
		if err := rows.Scan(&id, &kept.name, &kept.opened, &kept.activated, &kept.archived); err != nil {
			return err
		}
		must := missed[id]
		delete(missed, id)
		if must == nil || *must == kept { // one that was never created is told already
			return nil
		}
		return re.in.found("replay", "session "+id, "it is kept otherwise: %s", differences(kept, *must))
	})
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(missed)) {
		if err := re.in.found("replay", "session "+id, "the Ledger created it, and it is not kept"); err != nil {
			return err
		}
	}
	return nil
}
