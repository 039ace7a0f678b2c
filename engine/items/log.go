package items

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"holdfast/engine/delta"
	"holdfast/store/event"
)

// Record is one event of the delta log with where it came from.
type Record struct {
	delta.Event
	// Row is the ledger row, Recorded when it was written.
	Row      int64
	Recorded time.Time
	// Source is event.DeltaByRules, DeltaByModel or DeltaByOperator; for a
	// checkpoint event.DeltaFromImport or DeltaFromFork where the items were
	// restored, else "".
	Source  string
	Episode string // "" for what no turn brought
}

// DeltaLog is every delta event of the active session, oldest first.
func (d *Desk) DeltaLog(ctx context.Context) ([]Record, error) {
	session, err := d.active(ctx)
	if err != nil {
		return nil, err
	}
	var out []Record
	err = d.book.records(ctx, session, func(r Record, _ event.Event) error {
		out = append(out, r)
		return nil
	})
	return out, err
}

// RecordOf is a row of the Ledger as a record of the delta log. It fails where the row
// is no delta event.
func RecordOf(row event.Row, ev event.Event) (Record, error) {
	is, err := deltaEvent(row, ev)
	if err != nil {
		return Record{}, err
	}
	r := Record{Event: is, Row: row.Seq, Recorded: row.Time}
	switch ev := ev.(type) {
	case event.DeltaAccepted:
		r.Source, r.Episode = ev.Source, ev.Episode
	case event.DeltaRejected:
		r.Source, r.Episode = ev.Source, ev.Episode
	case event.DeltaRestored:
		r.Source = ev.From
	}
	return r, nil
}

// Changes is what was accepted since, with the items as they are now.
type Changes struct {
	Records []Record
	Items   []delta.Item // those that the records made or changed, in order of their first
}

// DeltaChanges lists what changed since a moment, inclusively: a number of the
// delta log ("12"), a time ("2026-03-11", RFC 3339), an episode or a turn.
func (d *Desk) DeltaChanges(ctx context.Context, since string) (Changes, error) {
	log, err := d.DeltaLog(ctx)
	if err != nil {
		return Changes{}, err
	}
	belongs, err := d.since(ctx, log, since)
	if err != nil {
		return Changes{}, err
	}
	items, err := d.Items(ctx)
	if err != nil {
		return Changes{}, err
	}
	var out Changes
	seen := map[string]bool{}
	for _, r := range log {
		if r.Type != delta.Accepted || !belongs(r) {
			continue
		}
		out.Records = append(out.Records, r)
		if i := slices.IndexFunc(items, func(it delta.Item) bool { return it.ID == r.ItemID }); i >= 0 && !seen[r.ItemID] {
			seen[r.ItemID] = true
			out.Items = append(out.Items, items[i])
		}
	}
	return out, nil
}

// since reads the beginning of a span of the delta log.
func (d *Desk) since(ctx context.Context, log []Record, text string) (func(Record) bool, error) {
	if n, err := strconv.Atoi(text); err == nil {
		return func(r Record) bool { return r.Seq >= n }, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return func(r Record) bool { return !r.Recorded.Before(at) }, nil
		}
	}
	ep, err := d.book.db.Episode(ctx, d.sessions.Active().ID, episodeOfTurn(text))
	if err == nil {
		return func(r Record) bool { return r.Row >= ep.Seq && !before(r, ep) }, nil
	}
	if !errors.Is(err, event.ErrNotFound) {
		return nil, err
	}
	i := slices.IndexFunc(log, func(r Record) bool { return r.Delta.Delta != nil && comesFrom(r.Delta.Delta, text) })
	if i < 0 {
		return nil, fmt.Errorf("%q is no number of the delta log, no time such as 2026-03-11 or 2026-03-11T15:04:05Z, and no turn of this session", text)
	}
	return func(r Record) bool { return r.Seq >= log[i].Seq }, nil
}

// before reports whether a record is of an episode before ep: words are read after
// their turn has ended, so the next one may have begun by then.
func before(r Record, ep event.Episode) bool { return r.Episode != "" && r.Episode < ep.ID }

// comesFrom reports whether a delta came from a turn.
func comesFrom(d delta.Delta, turn string) bool {
	return slices.Contains(d.From().SourceTurns, delta.SourceTurn{TurnID: turn})
}
