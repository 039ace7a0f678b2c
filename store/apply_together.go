package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"holdfast/store/event"
)

// A bulk act over a file is one row of the Ledger for the file, whatever the act: it is
// adopted or adopted again, taken back, copied, or its entities end. What stood by an
// adoption and ends by such a row has no row of artifact or state_map before or after.

// adoptFile notes the symbols of a file that become AUTHORITATIVE together, each in the
// place of what it supersedes.
func (w *writer) adoptFile(ctx context.Context, s step, e event.FileAdopted) error {
	if err := e.Check(); err != nil {
		return err
	}
	if e.FromSession != "" {
		if err := w.requireSources(ctx, &e); err != nil {
			return err
		}
	}
	t := together{w: w, step: s, path: e.Path, versions: map[string]int{}}
	for i := range e.Symbols {
		if sym := &e.Symbols[i]; sym.Was != "" {
			t.ends = append(t.ends, symbolEnd{i, sym.Name, sym.Was})
		}
	}
	err := t.end(ctx, func(x symbolEnd) error {
		return w.supersedeAlone(ctx, s, e, x)
	})
	if err != nil {
		return err
	}
	versions, err := t.next(ctx, &e)
	if err != nil {
		return err
	}
	_, err = w.exec(ctx, `INSERT INTO adopted (seq, session, id, episode, path, block, symbols, names, versions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		s.seq, s.session, e.ID, e.Episode, e.Path, e.Block, len(e.Symbols), namesOf(e.Symbols), writeVersions(versions))
	switch {
	case isUnique(err):
		return fmt.Errorf("adoption %s %w", e.ID, event.ErrExists)
	case isConstraint(err):
		return fmt.Errorf("%w: adoption %s of %s in episode %q: %v", event.ErrInvalid, e.ID, e.Path, e.Episode, err)
	}
	return explain("record an adoption", err)
}

// requireSources refuses copies of what was not AUTHORITATIVE for the same entity with
// the same content.
func (w *writer) requireSources(ctx context.Context, e *event.FileAdopted) error {
	var file adoption // of which the last one is
	for i := range e.Symbols {
		sym := &e.Symbols[i]
		hash, _, _ := sym.Hashes()
		known, err := w.was(ctx, e, &file, sym.Again, e.Entity(i), hash)
		if err != nil {
			return err
		}
		if !known {
			return fmt.Errorf("%w: %s is no artifact of session %s that a copy of %s can be of", event.ErrInvalid, sym.Again, e.FromSession, e.Entity(i))
		}
	}
	return nil
}

// was reports whether an artifact of the session that is copied was the truth of an entity
// with a content. file is an adoption that may be its own.
func (w *writer) was(ctx context.Context, e *event.FileAdopted, file *adoption, artifact, entity, hash string) (bool, error) {
	id := artifact[:min(len(artifact), event.IDLength)]
	if file.ID != id {
		err := file.scanOne(w.one(ctx, selectAdopted+`WHERE d.session = ? AND d.id = ?`, e.FromSession, id))
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return false, explain("look for what is copied", err)
		}
	}
	if i := file.At(artifact); i >= 0 {
		content, _, _ := file.Symbols[i].Hashes()
		return file.Entity(i) == entity && content == hash, nil
	}
	var known bool
	err := w.row(ctx, `SELECT EXISTS (SELECT 1 FROM artifact WHERE session = ? AND id = ? AND entity = ? AND hash = ? AND version > 0)`,
		[]any{e.FromSession, artifact, entity, hash}, &known)
	return known, explain("look for what is copied", err)
}

// tombstoneFile ends entities of a file together.
func (w *writer) tombstoneFile(ctx context.Context, s step, e event.FileTombstoned) error {
	if err := e.Check(); err != nil {
		return err
	}
	t := together{w: w, step: s, path: e.Path}
	for i, name := range e.Symbols {
		t.ends = append(t.ends, symbolEnd{i, name, e.Artifacts[i]})
	}
	return t.end(ctx, func(x symbolEnd) error {
		return w.tombstone(ctx, s, e.Single(x.i))
	})
}

// supersedeAlone ends the artifact with rows of its own in whose place a symbol of an
// adoption becomes the truth.
func (w *writer) supersedeAlone(ctx context.Context, s step, e event.FileAdopted, x symbolEnd) error {
	entity := e.Path + "::" + x.symbol
	err := w.supersede(ctx, s, event.ArtifactPromoted{Artifact: e.Artifact(x.i), Entity: entity, Supersedes: x.artifact})
	if err != nil {
		return err
	}
	_, err = w.exec(ctx, `DELETE FROM state_map WHERE session = ? AND entity = ?`, s.session, entity)
	return explain("change the State Map", err)
}

// symbolEnd is symbol i of an event, whose artifact ends.
type symbolEnd struct {
	i                int
	symbol, artifact string
}

// together is what one row does to symbols of a file.
type together struct {
	w    *writer
	step step
	path string
	ends []symbolEnd
	// versions are the last ones of the symbols, as far as it is known.
	versions map[string]int
}

func (t *together) entity(symbol string) string { return t.path + "::" + symbol }

// end ends what stands by adoptions, by a row for each of these; alone ends what has rows
// of its own.
func (t *together) end(ctx context.Context, alone func(symbolEnd) error) error {
	if len(t.ends) == 0 {
		return nil
	}
	layers, err := t.layers(ctx)
	if err != nil {
		return err
	}
	t.w.under = nil // it may be one of these
	for _, x := range t.ends {
		a, i := layerOf(layers, t.entity(x.symbol))
		if a == nil {
			if err := alone(x); err != nil {
				return err
			}
			continue
		}
		if a.Artifact(i) != x.artifact {
			return truthIsOther(t.entity(x.symbol), x.artifact, a.Artifact(i))
		}
		a.leave(i)
		if t.versions != nil {
			t.versions[x.symbol] = a.version(i)
		}
	}
	for _, a := range layers {
		if err := t.keep(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// layer is an adoption with what ends of it.
type layer struct {
	adoption
	stands map[string]int // by entity, the symbol
	ended  []int
}

// layers are the adoptions by which anything stands, of the file and of those whose path
// begins the name of what ends as well: an entity's name does not tell where its path is
// over.
func (t *together) layers(ctx context.Context) (list []*layer, err error) {
	seen := map[string]bool{}
	look := func(path string) {
		if err == nil && !seen[path] {
			seen[path] = true
			list, err = t.layersOf(ctx, path, list)
		}
	}
	look(t.path)
	for _, x := range t.ends {
		entity := t.entity(x.symbol)
		if a, _ := layerOf(list, entity); a != nil || err != nil {
			continue
		}
		for _, path := range pathsOf(entity) {
			look(path.(string))
		}
	}
	return list, err
}

func (t *together) layersOf(ctx context.Context, path string, list []*layer) ([]*layer, error) {
	stmt, err := t.w.stmt(ctx, selectAdopted+`WHERE d.session = ? AND d.path = ? AND length(d.names) > 1 ORDER BY d.seq`)
	if err != nil {
		return nil, explain("look for adoptions", err)
	}
	rows, err := stmt.QueryContext(ctx, t.step.session, path)
	err = hand(rows, err, "look for adoptions", func(rows *sql.Rows) error {
		l := &layer{stands: map[string]int{}}
		if err := l.scan(rows); err != nil {
			return err
		}
		l.eachStanding(func(i int) { l.stands[l.Entity(i)] = i })
		list = append(list, l)
		return nil
	})
	return list, err
}

// layerOf is the adoption by which an entity stands, nil for none.
func layerOf(layers []*layer, entity string) (*layer, int) {
	for _, l := range layers {
		if i, stands := l.stands[entity]; stands {
			return l, i
		}
	}
	return nil, 0
}

// leave has symbol i stand no more.
func (l *layer) leave(i int) {
	delete(l.stands, l.Entity(i))
	l.ended = append(l.ended, i)
}

// keep writes what has ended of an adoption.
func (t *together) keep(ctx context.Context, l *layer) error {
	if len(l.ended) == 0 {
		return nil
	}
	var left, ended []event.AdoptedSymbol
	for i := range l.Symbols {
		if _, stands := l.stands[l.Entity(i)]; stands {
			left = append(left, l.Symbols[i])
		}
	}
	versions := make([]int, len(l.ended))
	for n, i := range l.ended {
		ended, versions[n] = append(ended, l.Symbols[i]), l.version(i)
	}
	_, err := t.w.exec(ctx, `UPDATE adopted SET names = ? WHERE seq = ?`, namesOf(left), l.seq)
	if err == nil {
		_, err = t.w.exec(ctx, `INSERT INTO adopted_end (adopted, seq, names, versions) VALUES (?, ?, ?, ?)`,
			l.seq, t.step.seq, namesOf(ended), writeVersions(versions))
	}
	return explain("end what was adopted", err)
}

// next are the versions that the symbols of an adoption get, nil where each is the first.
// It refuses those of which another truth stands.
func (t *together) next(ctx context.Context, e *event.FileAdopted) ([]int, error) {
	if err := t.learn(ctx, e); err != nil {
		return nil, err
	}
	if len(t.versions) == 0 {
		return nil, nil
	}
	versions := make([]int, len(e.Symbols))
	for i := range e.Symbols {
		versions[i] = 1 + t.versions[e.Symbols[i].Name]
	}
	return versions, nil
}

// learn reads the last version of each symbol of the file, other than of those that are
// known, and refuses an adoption of what stands.
func (t *together) learn(ctx context.Context, e *event.FileAdopted) error {
	stands := map[string]bool{}
	err := t.read(ctx, `SELECT names, '' FROM adopted WHERE session = ?1 AND path = ?2 AND length(names) > 1
		UNION ALL SELECT char(10) || substr(entity, length(path) + 3) || char(10), '' FROM state_map WHERE session = ?1 AND path = ?2`,
		func(name string, _ int) { stands[name] = true })
	if err != nil {
		return err
	}
	for i := range e.Symbols {
		if stands[e.Symbols[i].Name] {
			return t.w.conflict(ctx, t.step.session, e.Entity(i), e.Symbols[i].Was)
		}
	}
	return t.read(ctx, `SELECT char(10) || symbol || char(10), max(version) FROM artifact
		WHERE session = ?1 AND entity > ?2 || '::' AND entity < ?2 || ':;' AND version > 0 GROUP BY entity
		UNION ALL SELECT n.names, n.versions FROM adopted d JOIN adopted_end n ON n.adopted = d.seq WHERE d.session = ?1 AND d.path = ?2`,
		func(name string, version int) { t.versions[name] = max(t.versions[name], version) })
}

// lastEnded is the last version of an entity that has ended together with others of its
// file, 0 for none.
func (w *writer) lastEnded(ctx context.Context, session, entity string) (last int, err error) {
	for _, path := range pathsOf(entity) {
		symbol := entity[len(path.(string))+2:]
		stmt, err := w.stmt(ctx, `SELECT n.names, n.versions FROM adopted d JOIN adopted_end n ON n.adopted = d.seq
			WHERE d.session = ? AND d.path = ? AND instr(n.names, char(10) || ? || char(10))`)
		if err != nil {
			return 0, explain("look for the last version", err)
		}
		rows, err := stmt.QueryContext(ctx, session, path, symbol)
		err = hand(rows, err, "look for the last version", func(rows *sql.Rows) error {
			var names, versions string
			if err := rows.Scan(&names, &versions); err != nil {
				return err
			}
			return named(names, versions, func(name string, version int) {
				if name == symbol {
					last = max(last, version)
				}
			})
		})
		if err != nil {
			return 0, err
		}
	}
	return last, nil
}

// read gives names of a query with their versions.
func (t *together) read(ctx context.Context, query string, yield func(name string, version int)) error {
	stmt, err := t.w.stmt(ctx, query)
	if err != nil {
		return explain("compare the State Map", err)
	}
	rows, err := stmt.QueryContext(ctx, t.step.session, t.path)
	return hand(rows, err, "compare the State Map", func(rows *sql.Rows) error {
		var names, versions string
		if err := rows.Scan(&names, &versions); err != nil {
			return err
		}
		return named(names, versions, yield)
	})
}

// named gives names as the tables keep them, each with its version.
func named(names, versions string, yield func(name string, version int)) error {
	of, err := readVersions(versions)
	if err != nil {
		return err
	}
	n := 0
	for name := range strings.SplitSeq(strings.Trim(names, "\n"), "\n") {
		version := 1
		if n < len(of) {
			version = of[n]
		}
		yield(name, version)
		n++
	}
	return nil
}

// writeVersions writes versions as the tables keep them: "" where each is the first.
func writeVersions(versions []int) string {
	var b strings.Builder
	other := false
	for i, v := range versions {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(v))
		other = other || v != 1
	}
	if !other {
		return ""
	}
	return b.String()
}

// readVersions reads what writeVersions wrote, nil where each is the first.
func readVersions(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	list := make([]int, 0, 1+strings.Count(text, " "))
	for word := range strings.SplitSeq(text, " ") {
		v, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%q is no version", word)
		}
		list = append(list, v)
	}
	return list, nil
}
