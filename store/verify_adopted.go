package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/store/event"
)

// adoptedRow is the frozen part of an adoption.
type adoptedRow struct {
	seq                               int64
	session, id, episode, path, block string
	symbols                           int
	versions                          string
}

func (a adoptedRow) number() int64 { return a.seq }

const selectAdoptedRows = `SELECT seq, session, id, episode, path, block, symbols, versions FROM adopted ORDER BY seq`

func scanAdoptedRow(rows *sql.Rows) (a adoptedRow, err error) {
	return a, rows.Scan(&a.seq, &a.session, &a.id, &a.episode, &a.path, &a.block, &a.symbols, &a.versions)
}

// adopting is an adoption as the rows of the Ledger make it: what nothing has happened
// to stands together, in the form in which it is kept.
type adopting struct {
	seq   int64
	names string
	// versions are those that are not the first, by symbol.
	versions map[string]int
}

// version is that of a symbol.
func (a *adopting) version(symbol string) int { return cmp.Or(a.versions[symbol], 1) }

// fileAdopted replays an adoption: its entities stand by it in the place of what it says,
// and their contents are where it says.
func (re *replay) fileAdopted(ctx context.Context, r event.Row, e event.FileAdopted) error {
	if err := e.Check(); err != nil {
		return re.wrong(r, "%v", err)
	}
	var gone []goes
	for i := range e.Symbols {
		if sym := &e.Symbols[i]; sym.Was != "" {
			gone = append(gone, goes{e.Entity(i), sym.Was, ending{event.Superseded, "", "superseded by " + e.Artifact(i)}})
		}
	}
	if err := re.goTogether(ctx, r, gone); err != nil {
		return err
	}
	file, now := name{r.Session, e.Path}, &adopting{seq: r.Seq, versions: map[string]int{}}
	list := make([]string, len(e.Symbols))
	var names strings.Builder
	names.WriteString("\n")
	for i := range e.Symbols {
		symbol := e.Symbols[i].Name
		key := name{r.Session, e.Entity(i)}
		if re.truth[key] != nil || re.standsIn(file, symbol) != nil {
			if err := re.wrong(r, "%s has another truth that this does not supersede: it would have two", key.id); err != nil {
				return err
			}
		}
		version := re.last[key] + 1
		if delete(re.last, key); version > 1 {
			now.versions[symbol] = version
		}
		delete(re.lost, key)
		list[i] = strconv.Itoa(version)
		names.WriteString(symbol + "\n")
	}
	now.names = names.String()
	re.files[file] = append(re.files[file], now)
	versions := ""
	if len(now.versions) > 0 {
		versions = strings.Join(list, " ")
	}
	err := compare(re, re.adoptions, "adoption", r, func(adoptedRow) adoptedRow {
		return adoptedRow{seq: r.Seq, session: r.Session, id: e.ID, episode: e.Episode, path: e.Path, block: e.Block, symbols: len(e.Symbols), versions: versions}
	})
	if err != nil {
		return err
	}
	return re.adoptedContents(ctx, r, e)
}

// standsIn finds the adoption of a file by which a symbol stands, nil for none.
func (re *replay) standsIn(file name, symbol string) *adopting {
	for _, a := range re.files[file] {
		if strings.Contains(a.names, "\n"+symbol+"\n") {
			return a
		}
	}
	return nil
}

// adoptedContents hashes what the places of an adopted file hold. A file that the Vault
// lacks, or holds damaged, is told elsewhere.
func (re *replay) adoptedContents(ctx context.Context, r event.Row, e event.FileAdopted) error {
	b := blob{hash: e.Block}
	err := re.content.QueryRowContext(ctx, e.Block).Scan(&b.size, &b.codec, &b.bytes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	file, err := b.unpack()
	if err != nil {
		return nil
	}
	for i := range e.Symbols {
		sym := &e.Symbols[i]
		core, _, text := sym.Hashes()
		for _, place := range []struct {
			span []int
			hash string
			cut  func([]byte, []int) ([]byte, error)
		}{{sym.Core, core, event.CutCore}, {sym.Text, text, event.CutText}} {
			if len(place.span) == 0 {
				continue
			}
			content, err := place.cut(file, place.span)
			if err != nil {
				err = re.wrong(r, "of %s: %v", e.Entity(i), err)
			} else if got := event.Hash(content); got != place.hash {
				err = re.wrong(r, "of %s the place %v of its file holds %s, not %s", e.Entity(i), place.span, got, place.hash)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// reach replays that something happens to what stands by an adoption: from then on it
// is an artifact like any other. Where artifact is not its id, that is for the event.
func (re *replay) reach(ctx context.Context, r event.Row, ev event.Event) error {
	entity, artifact := "", ""
	switch e := ev.(type) {
	case event.ArtifactPromoted:
		entity, artifact = e.Entity, e.Supersedes
	case event.EntityTombstoned:
		entity, artifact = e.Entity, e.Artifact
	case event.EntityPersisted:
		entity, artifact = e.Entity, e.Artifact
	case event.EntityAcknowledged:
		entity, artifact = e.Entity, e.Artifact
	case event.ShadowAudited:
		entity, artifact = e.Entity, e.Artifact
	default:
		return nil
	}
	for _, path := range pathsOf(entity) {
		file := name{r.Session, path.(string)}
		symbol := entity[len(file.id)+2:]
		a := re.standsIn(file, symbol)
		if a == nil {
			continue
		}
		return re.detached(ctx, r, a, symbol, artifact)
	}
	return nil
}

// detached compares the rows that a symbol of an adoption is given.
func (re *replay) detached(ctx context.Context, r event.Row, a *adopting, symbol, artifact string) error {
	e, at, err := re.adoptionAt(ctx, a.seq)
	i := e.Find(symbol)
	if err != nil || i < 0 {
		return err // told where it was adopted
	}
	if e.Artifact(i) != artifact {
		return re.wrong(r, "artifact %s is the truth of %s, and not %q", e.Artifact(i), e.Entity(i), artifact)
	}
	a.names = strings.Replace(a.names, "\n"+symbol+"\n", "\n", 1)
	rec, version := e.Recorded(i), a.version(symbol)
	now := &standing{id: artifact, entity: rec.Entity, state: event.Authoritative, seq: a.seq, at: at.UnixMilli(), version: version, persisted: a.seq}
	re.alive[name{r.Session, artifact}], re.truth[name{r.Session, rec.Entity}] = now, now
	row := r
	row.Time = at
	if err := re.compareRecorded(row, rec, a.seq); err != nil {
		return err
	}
	return re.compareGrant(ctx, r, e.Promoted(i, rec), version)
}

// adoptionAt reads an adoption, and when it was made. That its row cannot be read was
// told where it was adopted.
func (re *replay) adoptionAt(ctx context.Context, row int64) (e event.FileAdopted, at time.Time, err error) {
	var body string
	if err := re.body.QueryRowContext(ctx, row).Scan(&body); err != nil {
		return e, at, err
	}
	at, err = readEvent(body, &e)
	return e, at, err
}

// finishAdoptions compares which symbols stand as they were adopted, and looks for ends
// that no row of the Ledger brought.
func (re *replay) finishAdoptions(ctx context.Context) error {
	var kept int
	if err := re.in.tx.QueryRowContext(ctx, `SELECT count(*) FROM adopted_end`).Scan(&kept); err != nil {
		return err
	}
	if kept != re.bulkEnds {
		if err := re.in.found("replay", "the ends of adoptions", "there are %d, and the Ledger tells of %d", kept, re.bulkEnds); err != nil {
			return err
		}
	}
	must := map[int64]string{}
	for _, list := range re.files {
		for _, a := range list {
			must[a.seq] = a.names
		}
	}
	err := each(ctx, re.in.tx, "compare the adoptions", `SELECT seq, path, names FROM adopted`, nil, func(rows *sql.Rows) error {
		var seq int64
		var path, names string
		if err := rows.Scan(&seq, &path, &names); err != nil {
			return err
		}
		want, known := must[seq]
		delete(must, seq)
		if known && want != names {
			return re.in.found("replay", "the adoption of "+path, "other symbols than the Ledger says stand by row %d: %s", seq,
				differences(struct{ names string }{names}, struct{ names string }{want}))
		}
		return nil
	})
	for _, seq := range slices.Sorted(maps.Keys(must)) {
		if err == nil {
			err = re.in.found("replay", rowName(seq), "the adoption that it introduces is missing")
		}
	}
	return err
}

// countNames is how many symbols stand as they were adopted.
const countNames = `length(d.names) - length(replace(d.names, char(10), '')) - 1`

// checkAdoptedMap looks for symbols that neither stand nor have ended nor have rows of
// their own, and for entities with two truths: a row of the State Map, and an adoption by
// which they stand.
func checkAdoptedMap(ctx context.Context, in *inspection) error {
	err := each(ctx, in.tx, "compare the State Map", `SELECT session, path, symbols, standing, own, ended FROM (SELECT d.session, d.path, d.symbols, `+countNames+` AS standing,
		(SELECT count(*) FROM artifact a WHERE a.adopted = d.seq) AS own,
		(SELECT ifnull(sum(length(n.names) - length(replace(n.names, char(10), '')) - 1), 0) FROM adopted_end n WHERE n.adopted = d.seq) AS ended
		FROM adopted d) WHERE symbols <> standing + own + ended`, nil, func(rows *sql.Rows) error {
		var session, path string
		var symbols, standing, own, ended int
		if err := rows.Scan(&session, &path, &symbols, &standing, &own, &ended); err != nil {
			return err
		}
		return in.found("map", session+" "+path, "of the %d symbols that were adopted together %d stand so, %d have ended so and %d have rows of their own", symbols, standing, ended, own)
	})
	if err != nil {
		return err
	}
	return each(ctx, in.tx, "compare the State Map", `SELECT m.session, m.entity, d.seq FROM adopted d JOIN state_map m ON m.session = d.session AND m.path = d.path
		WHERE instr(d.names, char(10) || substr(m.entity, length(m.path) + 3) || char(10))`, nil, func(rows *sql.Rows) error {
		var session, entity string
		var seq int64
		if err := rows.Scan(&session, &entity, &seq); err != nil {
			return err
		}
		return in.found("map", session+" "+entity, "the map holds it, and it stands by its adoption in row %d: it has two truths", seq)
	})
}

// adoptionGone names a file that the Vault lacks.
func (in *inspection) adoptionGone(ctx context.Context, row int64) error {
	var session, path, block string
	err := in.tx.QueryRowContext(ctx, `SELECT session, path, block FROM adopted WHERE seq = ?`, row).Scan(&session, &path, &block)
	if err != nil {
		return explain("look for a content", err)
	}
	return in.found(event.EvidenceCheck, session+" "+path, "the Vault no longer holds %s, the file that row %d has adopted; %s", block, row, bringBack)
}
