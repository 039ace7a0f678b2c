package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"holdfast/store/event"
)

// ahead reads in a goroutine of its own, two files in front of who takes them, until
// there is none or stop is called: on a second processor what comes next is decoded
// meanwhile. read gets the room of a file that was taken before, which is used again once
// the next one is asked for; it reports whether there was another.
func ahead(read func(room *adoption) (bool, error)) (next func() (*adoption, bool, error), stop func()) {
	type file struct {
		of   *adoption
		more bool
		err  error
	}
	files, rooms, stopped := make(chan file, 1), make(chan *adoption, 4), make(chan struct{})
	go func() {
		defer close(files)
		for {
			var of *adoption
			select {
			case of = <-rooms:
			default:
				of = &adoption{}
			}
			more, err := read(of)
			select {
			case files <- file{of, more, err}:
			case <-stopped:
				return
			}
			if !more || err != nil {
				return
			}
		}
	}()
	var last *adoption
	next = func() (*adoption, bool, error) {
		if last != nil {
			rooms <- last
		}
		f := <-files
		last = f.of
		return f.of, f.more, f.err
	}
	return next, func() {
		close(stopped)
		for range files { // until it has returned
		}
	}
}

// mapReader gives a session's State Map in its order, out of the rows of the map and
// the adoptions, which are both read in the order of their paths.
type mapReader struct {
	yield func(event.Artifact) error
	own   *puller[event.Artifact]
	files *puller[*adoption]
	// whole takes what stands as it was adopted, in place of yield; nil for yield.
	whole func(*Standing) error
	// list is of one path. An artifact is large, so that the room for it is used again.
	list []event.Artifact
}

// puller takes what it reads one by one; more is false once there is none.
type puller[T any] struct {
	read func() (next T, more bool, err error)
	next T
	more bool
}

func pull[T any](read func() (T, bool, error)) (*puller[T], error) {
	p := &puller[T]{read: read}
	return p, p.advance()
}

func (p *puller[T]) advance() (err error) {
	p.next, p.more, err = p.read()
	return err
}

// all gives everything.
func (m *mapReader) all() error {
	for m.own.more || m.files.more {
		path := ""
		if m.own.more {
			path = m.own.next.Path
		}
		if m.files.more && (!m.own.more || m.files.next.Path < path) {
			path = m.files.next.Path
		}
		if err := m.path(path); err != nil {
			return err
		}
	}
	return nil
}

// path gives what stands in a file, by position, unless whole takes some of it.
func (m *mapReader) path(path string) error {
	list := m.list[:0]
	adopted := false
	for ; m.files.more && m.files.next.Path == path; adopted = m.whole == nil {
		if m.whole != nil {
			if err := m.whole(&Standing{m.files.next}); err != nil {
				return err
			}
		} else {
			list = m.files.next.appendStanding(list)
		}
		if err := m.files.advance(); err != nil {
			return err
		}
	}
	for m.own.more && m.own.next.Path == path {
		if !adopted {
			if err := m.yield(m.own.next); err != nil {
				return err
			}
		} else {
			list = append(list, m.own.next)
		}
		if err := m.own.advance(); err != nil {
			return err
		}
	}
	m.list = list
	slices.SortFunc(list, func(a, b event.Artifact) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), strings.Compare(a.Entity, b.Entity))
	})
	for i := range list {
		if err := m.yield(list[i]); err != nil {
			return err
		}
	}
	return nil
}

// Standing is a file with the symbols that stand as a row of the Ledger has adopted them.
// It is valid until the function that it was given to returns, and so is what it refers
// to, but for strings.
type Standing struct{ a *adoption }

// Adopted returns the event, the row with its time, and the number of its turn.
func (s *Standing) Adopted() (ev *event.FileAdopted, row event.Row, turn int) {
	return &s.a.FileAdopted, event.Row{Seq: s.a.seq, Session: s.a.session, Time: s.a.at}, s.a.turn
}

// Each calls yield with the index of each symbol that stands, and its version.
func (s *Standing) Each(yield func(i, version int)) {
	s.a.eachStanding(func(i int) { yield(i, s.a.version(i)) })
}

// StateFiles gives a session's State Map as StateMap does, but whole what stands as it
// was adopted with its file: of a large map that is nearly all.
func (q *queries) StateFiles(ctx context.Context, session string, yield func(event.Artifact) error, whole func(*Standing) error) error {
	return q.readMap(ctx, session, yield, whole)
}

// readMap gives a session's State Map, all of one moment; whole may be nil.
func (q *queries) readMap(ctx context.Context, session string, yield func(event.Artifact) error, whole func(*Standing) error) (err error) {
	const doing = "read the State Map"
	tx, err := q.streams.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return explain(doing, err)
	}
	defer func() { _ = tx.Rollback() }()
	m := &mapReader{yield: yield, whole: whole}
	single, err := tx.QueryContext(ctx, selectMap, session)
	if err != nil {
		return explain(doing, err)
	}
	defer func() { _ = single.Close() }()
	scanner := newArtifactScanner(false)
	m.own, err = pull(func() (a event.Artifact, more bool, err error) {
		if !single.Next() {
			return a, false, single.Err()
		}
		a, err = scanner.scan(single)
		return a, true, err
	})
	if err != nil {
		return explain(doing, err)
	}
	adopted, err := tx.QueryContext(ctx, selectAdopted+`WHERE d.session = ? AND length(d.names) > 1 ORDER BY d.path, d.seq`, session)
	if err != nil {
		return explain(doing, err)
	}
	defer func() { _ = adopted.Close() }()
	next, stop := ahead(func(room *adoption) (bool, error) {
		if !adopted.Next() {
			return false, adopted.Err()
		}
		return true, q.standing(adopted, room)
	})
	defer stop()
	m.files, err = pull(next)
	if err != nil {
		return explain(doing, err)
	}
	var own error
	m.yield = func(a event.Artifact) error {
		own = yield(a)
		return own
	}
	if whole != nil {
		m.whole = func(s *Standing) error {
			own = whole(s)
			return own
		}
	}
	if err := m.all(); err != nil && err != own {
		return explain(doing, err)
	}
	return own
}

// standing reads from a row the adoption whose symbols stand, of which there is one.
func (q *queries) standing(row *sql.Rows, into *adoption) error {
	if err := into.scan(row); err != nil {
		return err
	}
	q.parts.note(into)
	some := false
	into.eachStanding(func(int) { some = true })
	if !some {
		return errNamesUnknown
	}
	return nil
}

// appendStanding appends the artifacts that stand as a has adopted them.
func (a *adoption) appendStanding(list []event.Artifact) []event.Artifact {
	a.eachStanding(func(i int) {
		x := a.stands(i)
		x.Gates = event.GateReport{}
		list = append(list, x)
	})
	return list
}

// errNamesUnknown is an adoption whose row names symbols that it is not of.
var errNamesUnknown = errors.Join(event.ErrCorrupt, errors.New("an adoption is kept with symbols that it is not of; run holdfast verify"))
