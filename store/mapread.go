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

// ahead reads in a goroutine of its own, two lists in front of who takes them, until
// there is none or stop is called: on a second processor what comes next is decoded
// meanwhile. read gets the room of a list that was taken before, which is used again once
// the next one is asked for.
func ahead(read func(room []event.Artifact) ([]event.Artifact, error)) (next func() ([]event.Artifact, error), stop func()) {
	type list struct {
		of  []event.Artifact
		err error
	}
	lists, rooms, stopped := make(chan list, 1), make(chan []event.Artifact, 4), make(chan struct{})
	go func() {
		defer close(lists)
		for {
			var room []event.Artifact
			select {
			case room = <-rooms:
			default:
			}
			of, err := read(room)
			select {
			case lists <- list{of, err}:
			case <-stopped:
				return
			}
			if len(of) == 0 || err != nil {
				return
			}
		}
	}()
	var last []event.Artifact
	next = func() ([]event.Artifact, error) {
		if last != nil {
			rooms <- last[:0]
		}
		l := <-lists
		last = l.of
		return l.of, l.err
	}
	return next, func() {
		close(stopped)
		for range lists { // until it has returned
		}
	}
}

// mapReader gives a session's State Map in its order, out of the rows of the map and
// the adoptions, which are both read in the order of their paths.
type mapReader struct {
	yield func(event.Artifact) error
	own   *puller[event.Artifact]
	files *puller[[]event.Artifact]
	// list is of one path. An artifact is large, so that the room for it is used again, as
	// it is where files reads.
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
		if m.files.more && (!m.own.more || m.files.next[0].Path < path) {
			path = m.files.next[0].Path
		}
		if err := m.path(path); err != nil {
			return err
		}
	}
	return nil
}

// path gives what stands in a file, by position.
func (m *mapReader) path(path string) error {
	list := m.list[:0]
	adopted := false
	for ; m.files.more && m.files.next[0].Path == path; adopted = true {
		list = append(list, m.files.next...)
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

// readMap gives a session's State Map, all of one moment.
func (q *queries) readMap(ctx context.Context, session string, yield func(event.Artifact) error) (err error) {
	const doing = "read the State Map"
	tx, err := q.streams.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return explain(doing, err)
	}
	defer func() { _ = tx.Rollback() }()
	m := &mapReader{yield: yield}
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
	next, stop := ahead(func(room []event.Artifact) ([]event.Artifact, error) {
		if !adopted.Next() {
			return nil, adopted.Err()
		}
		return q.standing(adopted, room)
	})
	defer stop()
	m.files, err = pull(func() ([]event.Artifact, bool, error) {
		list, err := next()
		return list, len(list) > 0, err
	})
	if err != nil {
		return explain(doing, err)
	}
	var own error
	m.yield = func(a event.Artifact) error {
		own = yield(a)
		return own
	}
	if err := m.all(); err != nil && err != own {
		return explain(doing, err)
	}
	return own
}

// standing reads from a row the artifacts that stand as it has adopted them, and appends
// them to list.
func (q *queries) standing(row *sql.Rows, list []event.Artifact) ([]event.Artifact, error) {
	var a adoption
	if err := a.scan(row); err != nil {
		return nil, err
	}
	q.parts.note(&a)
	a.eachStanding(func(i int) {
		x := a.stands(i)
		x.Gates = event.GateReport{}
		list = append(list, x)
	})
	if len(list) == 0 {
		return nil, errNamesUnknown
	}
	return list, nil
}

// errNamesUnknown is an adoption whose row names symbols that it is not of.
var errNamesUnknown = errors.Join(event.ErrCorrupt, errors.New("an adoption is kept with symbols that it is not of; run holdfast verify"))
