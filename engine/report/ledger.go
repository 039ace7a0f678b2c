package report

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
func (r *Reader) Ledger(ctx context.Context, q LedgerQuery) (LedgerPage, error) {
	s, words := r.sessions.Active(), strings.Fields(strings.ToLower(q.Filter))
	var page LedgerPage
	looked := 0
	see := func(row event.Row) error {
		if len(page.Rows) >= q.N || looked >= maxLooked {
			page.More = true
			return errSeen
		}
		looked++
		if page.Newest == 0 || q.Newer {
			page.Newest = row.Seq
		}
		if page.Oldest == 0 || !q.Newer {
			page.Oldest = row.Seq
		}
		if told := inWords(row); told.holds(words) {
			page.Rows = append(page.Rows, told)
		}
		return nil
	}
	read := r.db.Before
	if q.Newer {
		read = r.db.Since
	}
	if err := read(ctx, s.ID, q.From, 0, see); err != nil && !errors.Is(err, errSeen) {
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
func (r *Reader) LedgerEntry(ctx context.Context, seq int64) (LedgerEntry, error) {
	var found LedgerEntry
	err := r.db.Since(ctx, r.sessions.Active().ID, seq-1, 1, func(row event.Row) error {
		if row.Seq == seq {
			found = LedgerEntry{inWords(row), row.Canonical()}
		}
		return nil
	})
	if err == nil && found.Seq == 0 {
		err = fmt.Errorf("the Ledger of this session has no row %d", seq)
	}
	return found, err
}
