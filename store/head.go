package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"holdfast/store/event"
)

// Head is what the file HEAD says: the last row of the chain that was
// committed, and the session that was active then. Beside the database it shows that
// the database was lost, rolled back or exchanged.
type Head struct {
	// Session is the id of the active session, and Name what it was called, ""
	// where there is no room for it: else only the database knows.
	Session string `json:"session"`
	Name    string `json:"name,omitempty"`
	Seq     int64  `json:"seq"`
	Hash    string `json:"hash"`
	// Aside is the file under which the database is kept of which this was true,
	// if it was put aside and not all of it could be saved.
	Aside string `json:"aside,omitempty"`
}

// headSize is the size of HEAD in bytes. It is constant, and far below a disk
// sector's, so that one write at offset 0 replaces all of it: a process killed
// at any moment leaves the old or the new, and a full disk has room for it. It
// needs no sync, since HEAD may lag behind the database but is never written
// ahead of it. A new file renamed into its place would be the plainer form; it
// takes a hundred times as long, and each commit a third longer (BenchmarkHead).
const headSize = 256

type headState int

const (
	headMissing headState = iota
	headGarbled
	headRead
)

// headClaim is what Open found in the folder.
type headClaim struct {
	Head
	state headState
}

// headFileState guards the writing of HEAD.
type headFileState struct {
	mu   sync.Mutex
	file *os.File    // HEAD, opened for writing at the first commit
	is   os.FileInfo // which file that is
	err  error       // of the last write
	// active is the active session as it was after the row upto, known after a
	// commit has asked for it.
	active Head
	upto   int64
	known  bool
	// written is what this DB has written last.
	written atomic.Pointer[writtenHead]
}

type writtenHead struct {
	content [headSize]byte
	seq     int64
}

// readHead reads HEAD. One that cannot be read is no error: a power cut may
// leave it so, and the database opens nevertheless.
func (db *DB) readHead() headClaim {
	f, err := db.folder().Open(headFile)
	if errors.Is(err, fs.ErrNotExist) {
		return headClaim{state: headMissing}
	}
	if err != nil {
		return headClaim{state: headGarbled}
	}
	defer func() { _ = f.Close() }()
	content, err := io.ReadAll(io.LimitReader(f, 4*headSize))
	if err != nil {
		return headClaim{state: headGarbled}
	}
	return parseHead(content)
}

func parseHead(content []byte) headClaim {
	claim := headClaim{state: headRead}
	if err := json.Unmarshal(content, &claim.Head); err != nil {
		return headClaim{state: headGarbled}
	}
	empty := claim.Seq == 0 && claim.Hash == ""
	if !empty && (claim.Seq <= 0 || !event.IsHash(claim.Hash)) {
		return headClaim{state: headGarbled}
	}
	return claim
}

// writeHead replaces HEAD. A failure does not undo the commit that it follows:
// it is kept, and QuickCheck tells it.
func (db *DB) writeHead(h Head) {
	db.head.mu.Lock()
	defer db.head.mu.Unlock()
	db.head.err = db.replaceHead(h)
}

func (db *DB) replaceHead(h Head) error {
	if !db.head.known {
		db.askActive()
	}
	if db.head.known {
		h.Session, h.Name, db.head.upto = db.head.active.Session, db.head.active.Name, h.Seq
	}
	return db.setHead(h)
}

// markHead has HEAD say that the database it claims was put aside.
func (db *DB) markHead(claim headClaim, aside string) error {
	db.head.mu.Lock()
	defer db.head.mu.Unlock()
	h := claim.Head
	h.Aside = cmp.Or(h.Aside, aside) // of several the one that had most
	return db.setHead(h)
}

// setHead writes HEAD.
func (db *DB) setHead(h Head) error {
	content, err := json.Marshal(h)
	if err == nil && len(content) >= headSize {
		h.Name = ""
		content, err = json.Marshal(h)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", headFile, err)
	}
	if len(content) >= headSize {
		return fmt.Errorf("write %s: it would be %d bytes long, over %d", headFile, len(content), headSize-1)
	}
	next := &writtenHead{seq: h.Seq}
	for i := copy(next.content[:], content); i < headSize; i++ {
		next.content[i] = ' '
	}
	next.content[headSize-1] = '\n'
	f, err := db.openHead()
	if err == nil {
		db.head.written.Store(next)
		_, err = f.WriteAt(next.content[:], 0)
	}
	return explainFile("write "+headFile+" in "+db.dir, err)
}

// askActive reads which session is active, as HEAD names it whichever wrote the
// last row: another one may have, about which the disk said something. Where
// that cannot be read now, HEAD is worth writing as it is.
func (db *DB) askActive() {
	h := &db.head
	err := db.readers.QueryRow(`SELECT id, name FROM session WHERE activated = (SELECT max(activated) FROM session)`).
		Scan(&h.active.Session, &h.active.Name)
	h.known = err == nil
}

// doubtActive forgets the active session before HEAD follows a transaction that
// may have changed it, or that came behind rows of another process. Every other
// commit is spared the question.
func (h *headFileState) doubtActive(g *group) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, r := range g.receipts {
		if r.Last == 0 {
			continue
		}
		if r.First != h.upto+1 || slices.ContainsFunc(g.jobs[i].entries, changesActive) {
			h.known = false
			return
		}
		h.upto = r.Last
	}
}

// changesActive tells of an event after which another session may be active, or
// be called otherwise.
func changesActive(e event.Encoded) bool {
	switch e.Event.(type) {
	case event.SessionCreated, event.SessionForked, event.SessionRenamed, event.SessionActivated, event.SessionRecovered, event.FreshStarted:
		return true
	}
	return false
}

// called is what the session is called, its id where HEAD does not tell.
func (h Head) called() string { return cmp.Or(h.Name, h.Session) }

// openHead gives the file HEAD for writing. It stays open from one commit to
// the next, unless the folder holds another by then, or none.
func (db *DB) openHead() (*os.File, error) {
	h := &db.head
	if h.file != nil {
		now, err := db.folder().Lstat(headFile)
		if err == nil && os.SameFile(now, h.is) {
			return h.file, nil
		}
		_ = h.file.Close() // every write has told its error
		h.file = nil
	}
	f, err := db.folder().OpenFile(headFile, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if h.is, err = f.Stat(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	h.file = f
	return f, nil
}

func (h *headFileState) close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file == nil {
		return nil
	}
	return h.file.Close()
}

// judge compares what HEAD claims with what the database holds.
func (db *DB) judge(ctx context.Context, claim headClaim, existed bool) error {
	last, _, err := db.Head(ctx)
	if err != nil {
		return err
	}
	db.others.own.Store(last)
	at := ""
	if claim.state == headRead && claim.Seq > 0 && claim.Seq <= last {
		err := db.readers.QueryRowContext(ctx, `SELECT hash FROM ledger WHERE seq = ?`, claim.Seq).Scan(&at)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return explain("read the Ledger where HEAD points", err)
		}
	}
	doubt := doubts(claim, existed, last, at)
	if doubt == "" {
		return nil
	}
	db.claim = claim.Head
	switch overruled, err := db.overruled(ctx); {
	case err != nil:
		return err
	case overruled.HeadSeq == claim.Seq && overruled.HeadHash == claim.Hash && overruled.Doubt != "":
		// The operator's word came to the disk, and HEAD did not follow.
		return db.Trust(ctx)
	}
	db.distrust.Store(&doubt)
	return nil
}

// Claim is what HEAD claimed when the database was opened, if that is why it
// is distrusted.
func (db *DB) Claim() Head { return db.claim }

// selectOverruled finds the last word of the operator's that ended a distrust.
// It walks the rows, so that it is for those who have a doubt.
const selectOverruled = selectRow + ` WHERE ` + endsDistrust + ` ORDER BY seq DESC LIMIT 1`

// Anchors gives, of each session that has one, the row of the operator's last
// word that ended a distrust: what came before it is not believed. It walks the
// rows of the Ledger.
func (q *queries) Anchors(ctx context.Context) (map[string]int64, error) {
	anchors := map[string]int64{}
	err := each(ctx, q.readers, "look for recoveries", `SELECT session, max(seq) FROM ledger WHERE `+endsDistrust+` GROUP BY session`, nil,
		func(rows *sql.Rows) error {
			var session string
			var seq int64
			err := rows.Scan(&session, &seq)
			anchors[session] = seq
			return err
		})
	return anchors, err
}

// endsDistrust picks the rows that hold such a word. Quotes in a string are
// escaped, so that no name can look like it.
const endsDistrust = `type IN ('session_recovered', 'fresh_started') AND body LIKE '%"overruled":{"doubt":%'`

func (q *queries) overruled(ctx context.Context) (o event.Overruled, err error) {
	err = each(ctx, q.readers, "look for a recovery", selectOverruled, nil, func(rows *sql.Rows) error {
		var l ledgerRow
		if err := l.scan(rows); err != nil {
			return err
		}
		r, err := l.row()
		if err != nil {
			return nil // a row that is damaged says nothing
		}
		switch e, _ := event.Decode(r.Type, r.Data); e := e.(type) {
		case event.SessionRecovered:
			o = e.Overruled
		case event.FreshStarted:
			o = e.Overruled
		}
		return nil
	})
	return o, err
}

// doubts says why a database is not the one that HEAD was written for, "" if
// it is. last is the database's last seq, at its hash where HEAD points.
func doubts(claim headClaim, existed bool, last int64, at string) string {
	switch {
	case claim.state == headMissing:
		return ""
	case claim.Aside != "":
		return fmt.Sprintf("the database could not be used as it was and is kept as .holdfast/%s; %s; recover the session, or declare a fresh start", claim.Aside, savedOf(claim, last))
	case claim.state == headGarbled:
		if existed && last > 0 {
			return "" // a power cut; the next commit writes it anew
		}
		return "the database is missing or empty, but HEAD shows that there was one; recover the session, or declare a fresh start"
	case claim.Seq == 0:
		return ""
	case last == 0:
		return fmt.Sprintf("the database is missing or empty, but HEAD says that session %s stood at row %d; recover the session, or declare a fresh start",
			claim.called(), claim.Seq)
	case claim.Seq > last:
		return fmt.Sprintf("the database ends at row %d, but HEAD says that row %d was committed: it was rolled back; restore the newer one, recover the session, or declare a fresh start",
			last, claim.Seq)
	case at != claim.Hash:
		return fmt.Sprintf("row %d of the database is not the one that HEAD names: the database was exchanged; restore the right one, recover the session, or declare a fresh start",
			claim.Seq)
	}
	return ""
}

// savedOf says how much of a database that was put aside there is.
func savedOf(claim headClaim, last int64) string {
	switch {
	case last == 0:
		return "nothing of its Ledger could be saved"
	case claim.Seq > last:
		return fmt.Sprintf("of the %d rows of its Ledger the first %d could be saved", claim.Seq, last)
	}
	return fmt.Sprintf("%d rows of its Ledger could be saved, and not all of what they name", last)
}

// Distrust says in a sentence why the database cannot be the one that the
// workspace last had (it is missing, rolled back or exchanged), or is "". It
// is judged once, by Open. Until Trust is called commits leave HEAD as it is,
// so that the doubt outlives a restart.
func (db *DB) Distrust() string {
	if doubt := db.distrust.Load(); doubt != nil {
		return *doubt
	}
	return ""
}

// Trust ends the distrust: the operator has recovered the session or declared
// a fresh start, and HEAD follows this database from now on.
func (db *DB) Trust(ctx context.Context) error {
	if db.writer == nil {
		return fmt.Errorf("declare the database to be the right one: it was %w", event.ErrReadOnly)
	}
	var l ledgerRow
	err := db.readers.QueryRowContext(ctx, `SELECT seq, session, hash FROM ledger ORDER BY seq DESC LIMIT 1`).
		Scan(&l.seq, &l.session, &l.hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return explain("read the head of the Ledger", err)
	}
	db.head.mu.Lock()
	defer db.head.mu.Unlock()
	db.head.known = false
	db.head.err = db.replaceHead(Head{Session: l.session, Seq: l.seq, Hash: l.hash})
	if db.head.err == nil {
		db.distrust.Store(nil)
	}
	return db.head.err
}
