package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"holdfast/store/event"
)

// namesOf writes symbols as the table adopted keeps them.
func namesOf(symbols []event.AdoptedSymbol) string {
	var b strings.Builder
	b.WriteByte('\n')
	for i := range symbols {
		b.WriteString(symbols[i].Name)
		b.WriteByte('\n')
	}
	return b.String()
}

// holdsName reports whether names, as the table adopted keeps them, hold a symbol.
func holdsName(names, symbol string) bool { return strings.Contains(names, "\n"+symbol+"\n") }

// adoption is a file as a row of the Ledger has adopted it.
type adoption struct {
	event.FileAdopted
	seq     int64
	session string
	turn    int
	at      time.Time
	names   string // of the symbols that nothing has happened to
	// versions are those of the symbols, nil where each is the first.
	versions []int
	file     []byte // see writer.fileOf; nil before it is asked for
}

// version is that of symbol i.
func (a *adoption) version(i int) int {
	if i < len(a.versions) {
		return a.versions[i]
	}
	return 1
}

// selectAdopted finds adoptions with their rows of the Ledger, which are large: as bytes
// they are not copied. scan reads it.
const selectAdopted = `SELECT d.seq, d.session, d.names, d.versions, ifnull(e.turn, 0), CAST(l.body AS BLOB) FROM adopted d JOIN ledger l ON l.seq = d.seq
	LEFT JOIN episode e ON e.session = d.session AND e.id = d.episode `

// scan reads a row into a, of which nobody may hold the symbols any more.
func (a *adoption) scan(rows *sql.Rows) error {
	var body sql.RawBytes
	return a.scanned(rows, &body, (*[]byte)(&body))
}

// scanOne is scan for a query of one row.
func (a *adoption) scanOne(row rowOf) error {
	var body []byte
	return a.scanned(row, &body, &body)
}

// scanned scans a row with its body into a destination.
func (a *adoption) scanned(row interface{ Scan(...any) error }, into any, body *[]byte) error {
	var versions string
	if err := row.Scan(&a.seq, &a.session, &a.names, &versions, &a.turn, into); err != nil {
		return err
	}
	a.file = nil
	var err error
	if a.versions, err = readVersions(versions); err != nil {
		return fmt.Errorf("the adoption of row %d is %w: %v", a.seq, event.ErrCorrupt, err)
	}
	if a.at, err = a.read(*body); err != nil {
		return fmt.Errorf("row %d of the Ledger: %w", a.seq, err)
	}
	if err := a.Check(); err != nil {
		return fmt.Errorf("row %d of the Ledger is %w: %v", a.seq, event.ErrCorrupt, err)
	}
	return nil
}

// read reads the body of a row of the Ledger.
func (a *adoption) read(body []byte) (time.Time, error) {
	r, err := event.ParseRowBytes(body)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %v", event.ErrCorrupt, err)
	}
	return r.Time, event.DecodeAdopted(r, &a.FileAdopted)
}

// stands is the artifact of symbol i.
func (a *adoption) stands(i int) event.Artifact {
	x := a.Stands(i, a.seq, a.session, a.turn, a.at)
	x.Version = a.version(i)
	return x
}

// touched is the entity that an event happens to, and the artifact that is to be its
// truth then, "" for none; ok is false for an event that happens to no truth.
func touched(ev event.Event) (entity, artifact string, ok bool) {
	switch e := ev.(type) {
	case event.ArtifactPromoted:
		return e.Entity, e.Supersedes, true
	case event.EntityTombstoned:
		return e.Entity, e.Artifact, true
	case event.EntityPersisted:
		return e.Entity, e.Artifact, true
	case event.EntityAcknowledged:
		return e.Entity, e.Artifact, true
	case event.ShadowAudited:
		return e.Entity, e.Artifact, true
	}
	return "", "", false
}

// adopted finds the adoption by which an entity stands, nil for none.
func (w *writer) adopted(ctx context.Context, session, entity string) (*adoption, int, error) {
	for from := 0; ; {
		at := strings.Index(entity[from:], "::")
		if at < 0 {
			return nil, 0, nil
		}
		path, symbol := entity[:from+at], entity[from+at+2:]
		from += at + 1
		a := w.under
		if a != nil && a.session == session && a.Path == path && holdsName(a.names, symbol) {
			if i := a.Find(symbol); i >= 0 {
				return a, i, nil
			}
		}
		a = &adoption{}
		err := a.scanOne(w.one(ctx, selectAdopted+`WHERE d.session = ? AND d.path = ? AND instr(d.names, char(10) || ? || char(10))`, session, path, symbol))
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, 0, explain("look for an adoption", err)
		}
		if i := a.Find(symbol); i >= 0 {
			w.under = a
			return a, i, nil
		}
		return nil, 0, fmt.Errorf("adoption %s is %w: it does not name %s; run holdfast verify", a.ID, event.ErrCorrupt, entity)
	}
}

// rowOf is one row, or why there is none.
type rowOf struct {
	row *sql.Row
	err error
}

func (r rowOf) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.row.Scan(into...)
}

func (w *writer) one(ctx context.Context, query string, args ...any) rowOf {
	s, err := w.stmt(ctx, query)
	if err != nil {
		return rowOf{err: err}
	}
	return rowOf{row: s.QueryRowContext(ctx, args...)}
}

// touch gives an adopted artifact rows of its own before something happens to it.
func (w *writer) touch(ctx context.Context, s step, ev event.Event) error {
	entity, artifact, ok := touched(ev)
	if !ok {
		return nil
	}
	a, i, err := w.adopted(ctx, s.session, entity)
	if a == nil || err != nil {
		return err
	}
	if a.Artifact(i) != artifact {
		return truthIsOther(entity, artifact, a.Artifact(i))
	}
	if err := w.bring(ctx, a, i); err != nil {
		return err
	}
	return w.detach(ctx, s, a, i)
}

func orNone(artifact string) string {
	if artifact == "" {
		return "none"
	}
	return artifact
}

// detach writes the rows of symbol i.
func (w *writer) detach(ctx context.Context, s step, a *adoption, i int) error {
	x := a.stands(i)
	gates, err := x.Gates.Canonical()
	if err != nil {
		return err
	}
	_, err = w.exec(ctx, `INSERT INTO artifact (seq, adopted, session, id, episode, turn, entity, path, symbol, language, kind,
		container, hash, structure, text, block, position, method, nodes, tokens, errors, count, top, confidence,
		convention, origin, waits_for_disk, removes, created,
		state, state_seq, changed, version, granted, disk, ended_by, reason, gates, persisted, from_session, from_artifact)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24,
		?25, ?26, 0, 0, ?27, 'AUTHORITATIVE', ?2, ?27, ?31, ?28, ?29, '', '', ?30, ?2, nullif(?32, ''), nullif(?33, ''))`,
		s.seq, a.seq, x.Session, x.ID, x.Episode, x.Turn, x.Entity, x.Path, x.Symbol, x.Language, x.Kind,
		x.Container, x.Hash, x.Structure, x.Text, x.Block, x.Position, x.Method, x.Nodes, x.Tokens, x.Errors, x.Count, x.Top, string(x.Confidence),
		x.Convention, string(x.Origin), x.Created.UnixMilli(), x.Grant, x.Disk, gates, x.Version, x.FromSession, x.FromArtifact)
	if err == nil {
		a.names = strings.Replace(a.names, "\n"+x.Symbol+"\n", "\n", 1)
		_, err = w.exec(ctx, `UPDATE adopted SET names = ? WHERE seq = ?`, a.names, a.seq)
	}
	if err == nil {
		_, err = w.exec(ctx, `INSERT INTO state_map (session, entity, path, position, artifact, hash, updated_seq) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			x.Session, x.Entity, x.Path, x.Position, s.seq, x.Hash, a.seq)
	}
	return explain("give an adopted artifact its own rows", err)
}

// bring puts the contents of symbol i into the Vault under their own hashes. Where
// rows are saved of a database that lost contents, what is lost is told elsewhere.
func (w *writer) bring(ctx context.Context, a *adoption, i int) error {
	sym := &a.Symbols[i]
	if len(sym.Core) == 0 && len(sym.Text) == 0 {
		return nil
	}
	file, err := w.fileOf(ctx, a)
	if err != nil || file == nil {
		return err
	}
	for _, content := range a.contents(i, file) {
		if content.Err != nil {
			return content.Err
		}
		if err := w.keepBlob(ctx, event.Hash(content.Bytes), content.Bytes); err != nil {
			return err
		}
	}
	return nil
}

// fileOf is the file of an adoption, nil where rows are saved of a database that lost it.
func (w *writer) fileOf(ctx context.Context, a *adoption) ([]byte, error) {
	if a.file != nil {
		return a.file, nil
	}
	b := blob{hash: a.Block}
	err := w.row(ctx, `SELECT size, codec, bytes FROM vault WHERE hash = ?`, []any{a.Block}, &b.size, &b.codec, &b.bytes)
	switch {
	case errors.Is(err, sql.ErrNoRows) && w.saving:
		return nil, nil
	case errors.Is(err, sql.ErrNoRows):
		return nil, fmt.Errorf("%s of %s: %w", a.Block, a.Path, event.ErrEvidence)
	case err != nil:
		return nil, explain("read a file of the Vault", err)
	}
	file, err := b.unpack()
	if err == nil && file == nil {
		file = []byte{} // nil is one that is not there
	}
	a.file = file
	return file, err
}

// keepBlob puts a content into the Vault, inside the open transaction.
func (w *writer) keepBlob(ctx context.Context, hash string, content []byte) error {
	b, err := pack(hash, content)
	if err != nil {
		return err
	}
	_, err = w.exec(ctx, insertBlob, b.hash, b.size, b.codec, b.bytes)
	return explain("keep a blob in the Vault", err)
}

// contents are those of symbol i that are places of its file, each proven by its hash.
func (a *adoption) contents(i int, file []byte) []event.Content {
	sym := &a.Symbols[i]
	hash, _, text := sym.Hashes()
	var list []event.Content
	if len(sym.Core) > 0 {
		content, err := event.CutCore(file, sym.Core)
		list = append(list, a.proven(i, content, hash, err))
	}
	if len(sym.Text) > 0 {
		content, err := event.CutText(file, sym.Text)
		list = append(list, a.proven(i, content, text, err))
	}
	return list
}

func (a *adoption) proven(i int, content []byte, hash string, err error) event.Content {
	if err == nil && event.Hash(content) != hash {
		err = fmt.Errorf("its place holds other bytes than %s", hash)
	}
	if err != nil {
		return event.Content{Err: fmt.Errorf("the content of %s in row %d is %w: %v", a.Entity(i), a.seq, event.ErrCorrupt, err)}
	}
	return event.Content{Bytes: content}
}
