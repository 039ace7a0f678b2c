package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"holdfast/store/event"
)

// adoptions gives those that a condition on d selects and of which symbols stand as
// they were adopted.
func adoptions(ctx context.Context, q querier, where string, args []any, yield func(*adoption) error) error {
	rows, err := q.QueryContext(ctx, selectAdopted+where, args...)
	return scanAdoptions(rows, err, yield)
}

func scanAdoptions(rows *sql.Rows, err error, yield func(*adoption) error) error {
	const doing = "read adopted files"
	return hand(rows, err, doing, func(rows *sql.Rows) error {
		var a adoption // who asks may keep it
		if err := a.scan(rows); err != nil {
			return explain(doing, err)
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

// eachStanding gives the symbols that nothing has happened to.
func (a *adoption) eachStanding(yield func(i int)) {
	stands := a.standsAs()
	for i := range a.Symbols {
		if stands(a.Symbols[i].Name) {
			yield(i)
		}
	}
}

// standing is how many of the symbols nothing has happened to.
func (a *adoption) standing() int { return max(strings.Count(a.names, "\n")-1, 0) }

// standsAs tells of a symbol whether nothing has happened to it. Of most adoptions that is
// so of all.
func (a *adoption) standsAs() func(symbol string) bool {
	n := a.standing()
	if n == len(a.Symbols) {
		return func(string) bool { return true }
	}
	names := make(map[string]bool, n)
	for name := range strings.SplitSeq(strings.Trim(a.names, "\n"), "\n") {
		names[name] = true
	}
	return func(symbol string) bool { return names[symbol] }
}

// adoptedBy gives the artifacts of the adoptions that a condition selects which have no
// rows of their own, are in one of some states, any for none, and fit, if that is asked.
// What has ended is read once the adoptions are: two queries that each wait for a second
// connection while they keep their first one would wait for ever.
func (q *queries) adoptedBy(ctx context.Context, where string, args []any, states []event.State, fits func(*event.AdoptedSymbol) bool) (list []event.Artifact, err error) {
	wants := func(s event.State) bool { return len(states) == 0 || slices.Contains(states, s) }
	take := func(a *adoption, i int, end *bulkEnd) {
		if fits != nil && !fits(&a.Symbols[i]) {
			return
		}
		x := a.stands(i)
		if end != nil {
			end.of(&x)
		}
		list = append(list, x)
	}
	ended := wants(event.Superseded) || wants(event.Tombstoned)
	var left []adoption // of which symbols stand no more
	rows, err := q.asked.query(ctx, q.readers, selectAdopted+where, args)
	err = scanAdoptions(rows, err, func(a *adoption) error {
		if wants(event.Authoritative) {
			a.eachStanding(func(i int) { take(a, i, nil) })
		}
		if ended && a.standing() < len(a.Symbols) {
			left = append(left, *a)
		}
		return nil
	})
	for i := range left {
		if err == nil {
			err = q.endsOf(ctx, &left[i], wants, func(n int, end *bulkEnd) { take(&left[i], n, end) })
		}
	}
	return list, err
}

// endsOf gives the symbols of an adoption that have ended without rows of their own, with
// how they did.
func (q *queries) endsOf(ctx context.Context, a *adoption, wants func(event.State) bool, yield func(i int, end *bulkEnd)) error {
	const doing = "read what has ended of an adopted file"
	var at map[string]int
	rows, err := q.asked.query(ctx, q.readers, `SELECT n.names, l.body FROM adopted_end n JOIN ledger l ON l.seq = n.seq WHERE n.adopted = ? ORDER BY n.seq`, []any{a.seq})
	return hand(rows, err, doing, func(rows *sql.Rows) error {
		var names, body string
		if err := rows.Scan(&names, &body); err != nil {
			return explain(doing, err)
		}
		end, err := readEnding(body)
		if err != nil || !wants(end.state) {
			return err
		}
		if at == nil {
			at = make(map[string]int, len(a.Symbols))
			for i := range a.Symbols {
				at[a.Symbols[i].Name] = i
			}
		}
		return named(names, "", func(name string, _ int) {
			if i, known := at[name]; known {
				yield(i, end)
			}
		})
	})
}

// bulkEnd is a row of the Ledger by which symbols of an adopted file have ended together.
type bulkEnd struct {
	state      event.State
	row        event.Row
	by, reason string
	superseded map[string]string // by name, the artifact in whose favour
}

// readEnding reads the row that ended symbols.
func readEnding(body string) (*bulkEnd, error) {
	row, err := event.ParseRow(body)
	if err != nil {
		return nil, fmt.Errorf("a row of the Ledger is %w: %v", event.ErrCorrupt, err)
	}
	ev, err := event.Decode(row.Type, row.Data)
	if err != nil {
		return nil, err
	}
	end := &bulkEnd{row: row}
	switch ev := ev.(type) {
	case event.FileTombstoned:
		end.state, end.by, end.reason = event.Tombstoned, ev.By, ev.Reason
	case event.FileAdopted:
		end.state, end.superseded = event.Superseded, make(map[string]string, len(ev.Symbols))
		for i := range ev.Symbols {
			end.superseded[ev.Symbols[i].Name] = ev.Artifact(i)
		}
	default:
		return nil, fmt.Errorf("row %d of the Ledger is %w: it ends nothing that was adopted", row.Seq, event.ErrCorrupt)
	}
	return end, nil
}

// of has an artifact be ended so.
func (e *bulkEnd) of(a *event.Artifact) {
	a.State, a.StateSeq, a.Changed, a.By, a.Reason = e.state, e.row.Seq, e.row.Time, e.by, e.reason
	if e.state == event.Superseded {
		a.Reason = supersededBy(e.superseded[a.Symbol])
	}
}

// adoptedArtifacts are those that a filter selects.
func (q *queries) adoptedArtifacts(ctx context.Context, session string, f Filter) ([]event.Artifact, error) {
	states := slices.DeleteFunc(slices.Clone(f.States), func(s event.State) bool { return s == event.Proposed })
	if len(states) == 0 && len(f.States) > 0 {
		return nil, nil
	}
	if f.Entity != "" {
		return q.adoptedEntity(ctx, session, f, states)
	}
	where, args := `d.session = ?`, []any{session}
	if f.Path != "" {
		where, args = where+` AND d.path = ?`, append(args, f.Path)
	}
	switch {
	case len(states) == 1 && states[0] == event.Authoritative:
		where += ` AND length(d.names) > 1`
	case len(states) > 0 && !slices.Contains(states, event.Authoritative):
		where += ` AND EXISTS (SELECT 1 FROM adopted_end n WHERE n.adopted = d.seq)`
	}
	if f.Episode != "" {
		if f.Path == "" {
			// An adoption comes after its episode was opened: with the plus, no index is
			// used but that of the rows, and of the latest episodes there is little to
			// look through, however much was adopted before them.
			where = `+` + where
		}
		where, args = where+` AND d.episode = ? AND d.seq > (SELECT seq FROM episode WHERE session = ? AND id = ?)`, append(args, f.Episode, session, f.Episode)
	}
	return q.adoptedBy(ctx, `WHERE `+where, args, states, nil)
}

// adoptedEntity is adoptedArtifacts for a filter of an entity: only the adoptions that
// are of it are read.
func (q *queries) adoptedEntity(ctx context.Context, session string, f Filter, states []event.State) (list []event.Artifact, err error) {
	for _, path := range pathsOf(f.Entity) {
		if f.Path != "" && path != f.Path {
			continue
		}
		symbol := f.Entity[len(path.(string))+2:]
		where, args := `WHERE d.session = ?1 AND d.path = ?2 AND (instr(d.names, char(10) || ?3 || char(10)) OR EXISTS
			(SELECT 1 FROM adopted_end n WHERE n.adopted = d.seq AND instr(n.names, char(10) || ?3 || char(10))))`, []any{session, path, symbol}
		if f.Episode != "" {
			where, args = where+` AND d.episode = ?4`, append(args, f.Episode)
		}
		found, err := q.adoptedBy(ctx, where, args, states, func(s *event.AdoptedSymbol) bool { return s.Name == symbol })
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
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
		newest := make(map[string]event.Artifact, len(adopted))
		for _, a := range slices.Concat(adopted, found) {
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
		AND (length(d.names) > 1 OR EXISTS (SELECT 1 FROM adopted_end n WHERE n.adopted = d.seq)) ORDER BY d.id LIMIT 2`, []any{session, id}
	if len(id) >= event.IDLength {
		where, args = `WHERE d.session = ? AND d.id = ?`, []any{session, id[:event.IDLength]}
	}
	found, err := q.adoptedBy(ctx, where, args, nil, nil)
	found = slices.DeleteFunc(found, func(a event.Artifact) bool { return !strings.HasPrefix(a.ID, id) })
	slices.SortFunc(found, func(a, b event.Artifact) int { return strings.Compare(a.ID, b.ID) })
	return found[:min(len(found), 2)], err
}
