package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"holdfast/store/event"
)

// goes is an entity that ends by a row which ends several.
type goes struct {
	entity, artifact string
	how              ending
}

// fileTombstoned replays that entities of a file end together.
func (re *replay) fileTombstoned(ctx context.Context, r event.Row, e event.FileTombstoned) error {
	if err := e.Check(); err != nil {
		return re.wrong(r, "%v", err)
	}
	gone := make([]goes, len(e.Symbols))
	for i := range e.Symbols {
		gone[i] = goes{e.Entity(i), e.Artifacts[i], ending{event.Tombstoned, e.By, e.Reason}}
	}
	return re.goTogether(ctx, r, gone)
}

// goTogether replays the end of symbols of a file by one row: what stands by an adoption
// ends there, anything else as by a row of its own.
func (re *replay) goTogether(ctx context.Context, r event.Row, gone []goes) error {
	if len(gone) == 0 {
		return nil
	}
	at, seen := map[string]*adopting{}, map[string]bool{}
	var files []*adopting
	look := func(path string) {
		if seen[path] {
			return
		}
		seen[path] = true
		for _, a := range re.files[name{r.Session, path}] {
			files = append(files, a)
			for symbol := range strings.SplitSeq(strings.Trim(a.names, "\n"), "\n") {
				at[path+"::"+symbol] = a
			}
		}
	}
	of := map[*adopting][]goes{}
	for _, g := range gone {
		for _, path := range pathsOf(g.entity) {
			look(path.(string))
		}
		if a := at[g.entity]; a != nil {
			of[a] = append(of[a], g)
			continue
		}
		if err := re.ends(ctx, r, g.artifact, g.entity, event.Authoritative, g.how); err != nil {
			return err
		}
	}
	for _, a := range files {
		if len(of[a]) > 0 {
			if err := re.leave(ctx, r, a, of[a]); err != nil {
				return err
			}
		}
	}
	return nil
}

// leave has symbols stand by an adoption no more, and compares what is kept of that.
func (re *replay) leave(ctx context.Context, r event.Row, a *adopting, gone []goes) error {
	e, _, err := re.adoptionAt(ctx, a.seq)
	if err != nil {
		return err
	}
	ids := make(map[string]string, len(e.Symbols))
	for i := range e.Symbols {
		ids[e.Symbols[i].Name] = e.Artifact(i)
	}
	ended, first := make(map[string]bool, len(gone)), true
	var names, versions strings.Builder
	for i, g := range gone {
		symbol := g.entity[len(e.Path)+2:]
		if ids[symbol] != g.artifact {
			if err := re.wrong(r, "artifact %s is the truth of %s, and not %q", ids[symbol], g.entity, g.artifact); err != nil {
				return err
			}
		}
		version := a.version(symbol)
		ended[symbol], re.last[name{r.Session, g.entity}], first = true, version, first && version == 1
		if i > 0 {
			names.WriteByte('\n')
			versions.WriteByte(' ')
		}
		names.WriteString(symbol)
		versions.WriteString(strconv.Itoa(version))
	}
	want := endRow{names: "\n" + names.String() + "\n"}
	if !first {
		want.versions = versions.String()
	}
	left := "\n"
	for symbol := range strings.SplitSeq(strings.Trim(a.names, "\n"), "\n") {
		if !ended[symbol] {
			left += symbol + "\n"
		}
	}
	a.names = left
	re.bulkEnds++
	return re.compareEnd(ctx, r, a.seq, want)
}

// endRow is what is kept of the symbols of an adoption that a row has ended.
type endRow struct{ names, versions string }

func (re *replay) compareEnd(ctx context.Context, r event.Row, adopted int64, want endRow) error {
	var kept endRow
	err := re.end.QueryRowContext(ctx, adopted, r.Seq).Scan(&kept.names, &kept.versions)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return re.wrong(r, "what it ends of the adoption in row %d is not kept", adopted)
	case err != nil:
		return err
	case kept != want:
		return re.wrong(r, "what it ends of the adoption in row %d is kept otherwise: %s", adopted, differences(kept, want))
	}
	return nil
}
