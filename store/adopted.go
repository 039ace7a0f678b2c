package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/store/event"
)

// adoptions gives those that a condition on d selects and of which symbols stand as
// they were adopted.
func adoptions(ctx context.Context, q querier, where string, args []any, yield func(*adoption) error) error {
	var a adoption
	return each(ctx, q, "read adopted files", selectAdopted+where, args, func(rows *sql.Rows) error {
		if err := a.scan(rows); err != nil {
			return explain("read adopted files", err)
		}
		return yield(&a)
	})
}

// Adopted returns the adoption of a row of the Ledger: ErrNotFound where that is none.
func (q *queries) Adopted(ctx context.Context, row int64) (event.FileAdopted, error) {
	var found *event.FileAdopted
	err := adoptions(ctx, q.readers, `WHERE d.seq = ?`, []any{row}, func(a *adoption) error {
		ev := a.FileAdopted
		found = &ev
		return nil
	})
	if err == nil && found == nil {
		err = fmt.Errorf("the adoption of row %d: %w", row, event.ErrNotFound)
	}
	if err != nil {
		return event.FileAdopted{}, err
	}
	return *found, nil
}

// standing gives the artifacts of the symbols that nothing has happened to.
func (a *adoption) standing(yield func(event.Artifact) error) error {
	stands := a.standsAs()
	for i := range a.Symbols {
		if !stands(a.Symbols[i].Name) {
			continue
		}
		if err := yield(a.stands(i)); err != nil {
			return err
		}
	}
	return nil
}

// standsAs tells of a symbol whether nothing has happened to it. Of most adoptions that is
// so of all.
func (a *adoption) standsAs() func(symbol string) bool {
	n := strings.Count(a.names, "\n") - 1
	if n == len(a.Symbols) {
		return func(string) bool { return true }
	}
	names := make(map[string]bool, n)
	for name := range strings.SplitSeq(strings.Trim(a.names, "\n"), "\n") {
		names[name] = true
	}
	return func(symbol string) bool { return names[symbol] }
}

// adoptedBy gives the artifacts that stand as they were adopted, of the adoptions that
// a condition selects.
func (q *queries) adoptedBy(ctx context.Context, where string, args []any, fits func(event.Artifact) bool) (list []event.Artifact, err error) {
	err = adoptions(ctx, q.readers, where, args, func(a *adoption) error {
		return a.standing(func(x event.Artifact) error {
			if fits(x) {
				list = append(list, x)
			}
			return nil
		})
	})
	return list, err
}

// adoptedArtifacts are those that a filter selects.
func (q *queries) adoptedArtifacts(ctx context.Context, session string, f Filter) ([]event.Artifact, error) {
	if len(f.States) > 0 && !slices.Contains(f.States, event.Authoritative) {
		return nil, nil
	}
	where, args := `d.session = ? AND length(d.names) > 1`, []any{session}
	switch {
	case f.Path != "":
		where, args = where+` AND d.path = ?`, append(args, f.Path)
	case f.Entity != "":
		paths := pathsOf(f.Entity)
		if len(paths) == 0 {
			return nil, nil
		}
		where, args = where+` AND d.path IN (?`+strings.Repeat(`, ?`, len(paths)-1)+`)`, append(args, paths...)
	}
	if f.Episode != "" {
		if f.Path == "" && f.Entity == "" {
			// An adoption comes after its episode was opened: with the plus, no index is
			// used but that of the rows, and of the latest episodes there is little to
			// look through, however much was adopted before them.
			where = `+` + where
		}
		where, args = where+` AND d.episode = ? AND d.seq > (SELECT seq FROM episode WHERE session = ? AND id = ?)`, append(args, f.Episode, session, f.Episode)
	}
	return q.adoptedBy(ctx, `WHERE `+where, args, func(a event.Artifact) bool { return f.Entity == "" || a.Entity == f.Entity })
}

// pathsOf are the paths that an entity may be of: each part before two colons.
func pathsOf(entity string) (paths []any) {
	for from := 0; ; {
		at := strings.Index(entity[from:], "::")
		if at < 0 {
			return paths
		}
		paths = append(paths, entity[:from+at])
		from += at + 1
	}
}

// merge puts adopted artifacts among others, newest first, as a filter wants them.
func (f Filter) merge(found, adopted []event.Artifact) []event.Artifact {
	if f.Newest && len(adopted) > 0 {
		// What was adopted and stands is the newest that there is of its entity, but for
		// a proposal that came later.
		newest := make(map[string]event.Artifact, len(adopted))
		for _, a := range adopted {
			newest[a.Entity] = a
		}
		for _, a := range found {
			if b, ok := newest[a.Entity]; !ok || a.Seq > b.Seq {
				newest[a.Entity] = a
			}
		}
		found = found[:0]
		for _, a := range newest {
			found = append(found, a)
		}
	} else {
		found = append(found, adopted...)
	}
	slices.SortStableFunc(found, func(a, b event.Artifact) int {
		return cmp.Or(cmp.Compare(b.Seq, a.Seq), strings.Compare(b.ID, a.ID))
	})
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[:f.Limit]
	}
	return found
}

// adoptedLike are at most two adopted artifacts whose ids begin so.
func (q *queries) adoptedLike(ctx context.Context, session, id string) ([]event.Artifact, error) {
	where, args := `WHERE d.session = ?1 AND d.id >= ?2 AND d.id < ?2 || char(0x10FFFF) AND substr(d.id, 1, length(?2)) = ?2
		AND length(d.names) > 1 ORDER BY d.id LIMIT 2`, []any{session, id}
	if len(id) >= event.IDLength {
		where, args = `WHERE d.session = ? AND d.id = ?`, []any{session, id[:event.IDLength]}
	}
	found, err := q.adoptedBy(ctx, where, args, func(a event.Artifact) bool { return strings.HasPrefix(a.ID, id) })
	return found[:min(len(found), 2)], err
}

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
	err := a.standing(func(x event.Artifact) error {
		x.Gates = event.GateReport{}
		list = append(list, x)
		return nil
	})
	if err == nil && len(list) == 0 {
		err = errNamesUnknown
	}
	return list, err
}

// errNamesUnknown is an adoption whose row names symbols that it is not of.
var errNamesUnknown = errors.Join(event.ErrCorrupt, errors.New("an adoption is kept with symbols that it is not of; run holdfast verify"))
