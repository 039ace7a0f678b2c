package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/store/event"
)

// LedgerRow is one fact of the Ledger (TSLP 3.2) in words: who did what, to
// which entity, and why.
type LedgerRow struct {
	Seq        int64
	Time       time.Time
	Type       string // the event's stable name
	Who, What  string
	Entity     string // "" where it is about none
	Why        string
	Episode    string // that it belongs to, "" for none
	Canon      int64  // the seq of the CANON_STATE_DELTA that it records, 0 for none
	Hash, Prev string
}

// LedgerQuery asks for rows of the active session on one side of a row.
type LedgerQuery struct {
	From   int64  // rows before it, 0 for the newest
	Newer  bool   // rows after it instead, 0 for the oldest
	N      int    // at most so many
	Filter string // rows whose words hold each of these, in any case
}

// LedgerPage is what was found.
type LedgerPage struct {
	Rows []LedgerRow // newest first
	// Oldest and Newest bound the rows that were looked through, whether they
	// passed the filter or not; 0 where there were none.
	Oldest, Newest int64
	// More reports whether there are further rows on that side.
	More bool
}

// maxLooked bounds the rows that one call looks through for a filter: whoever
// asks goes on from there, and can show how far it is, or stop.
const maxLooked = 20_000

// errSeen ends the reading of rows when there are enough.
var errSeen = errors.New("enough rows")

// Ledger reads what happened in the active session, a page at a time.
func (e *Engine) Ledger(ctx context.Context, q LedgerQuery) (LedgerPage, error) {
	s, words := e.active(), strings.Fields(strings.ToLower(q.Filter))
	var page LedgerPage
	looked := 0
	see := func(r event.Row) error {
		if len(page.Rows) >= q.N || looked >= maxLooked {
			page.More = true
			return errSeen
		}
		looked++
		if page.Newest == 0 || q.Newer {
			page.Newest = r.Seq
		}
		if page.Oldest == 0 || !q.Newer {
			page.Oldest = r.Seq
		}
		if row := inWords(r); row.holds(words) {
			page.Rows = append(page.Rows, row)
		}
		return nil
	}
	read := e.db.Before
	if q.Newer {
		read = e.db.Since
	}
	if err := read(ctx, s.id, q.From, 0, see); err != nil && !errors.Is(err, errSeen) {
		return LedgerPage{}, err
	}
	if q.Newer {
		slices.Reverse(page.Rows)
	}
	return page, nil
}

// holds reports whether the row's words hold each of these.
func (r LedgerRow) holds(words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(strings.Join([]string{r.Who, r.What, r.Entity, r.Why, r.Type}, " "))
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// LedgerEntry is a row in full.
type LedgerEntry struct {
	LedgerRow
	// Canonical is the row's canonical JSON, whose SHA-256 is Hash.
	Canonical []byte
}

// LedgerEntry reads one row of the active session.
func (e *Engine) LedgerEntry(ctx context.Context, seq int64) (LedgerEntry, error) {
	var found LedgerEntry
	err := e.db.Since(ctx, e.active().id, seq-1, 1, func(r event.Row) error {
		if r.Seq == seq {
			found = LedgerEntry{inWords(r), r.Canonical()}
		}
		return nil
	})
	if err == nil && found.Seq == 0 {
		err = fmt.Errorf("the Ledger of this session has no row %d", seq)
	}
	return found, err
}

// Explained is one version of an entity with the evidence that it rests on.
type Explained struct {
	Version
	// Evidence is the raw block, or the beginning of it; EvidenceSize its size
	// in bytes.
	Evidence     string
	EvidenceSize int
}

// How much of an entity's evidence is read: all of it may be a lot.
const (
	maxEvidence      = 32 << 10
	maxEvidenceBlobs = 50
)

// Explain tells every version of an entity, newest first: its evidence and its
// gates (TSLP 6, 15.5). The evidence of very old versions is named by its hash
// alone.
func (e *Engine) Explain(ctx context.Context, key string) ([]Explained, error) {
	d, err := e.Detail(ctx, key)
	if err != nil {
		return nil, err
	}
	out := make([]Explained, len(d.Versions))
	for i, v := range d.Versions {
		out[i].Version = v
		if i >= maxEvidenceBlobs || v.Block == "" {
			continue
		}
		text, err := e.text(ctx, v.Block)
		if err != nil {
			return nil, fmt.Errorf("reading the evidence of %s: %w", v.Artifact, err)
		}
		out[i].Evidence, out[i].EvidenceSize = text[:min(len(text), maxEvidence)], len(text)
	}
	return out, nil
}
