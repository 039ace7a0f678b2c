package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/store/event"
)

// Items lists what the active session's conversations hold, in the order in
// which it came; superseded and resolved items too.
func (e *Engine) Items(ctx context.Context) ([]delta.Item, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	var out []delta.Item
	err := e.active().talk.look(ctx, func(s *delta.State) error {
		out = s.CopyItems()
		return nil
	})
	return out, err
}

// The projections of the delta state by name, which is also that of their file
// without ".md".
const (
	ActiveState = "ACTIVE_STATE"
	Decisions   = "DECISIONS"
	Tasks       = "TASKS"
	Constraints = "CONSTRAINTS"
)

// Projections lists the names in the order in which they are shown.
var Projections = []string{ActiveState, Decisions, Tasks, Constraints}

// renderers make the projections; the table is read only.
var renderers = map[string]func([]*delta.Item) delta.Projection{
	ActiveState: delta.ActiveState, Decisions: delta.Decisions, Tasks: delta.Tasks, Constraints: delta.Constraints,
}

// Projection renders a projection of the active session as Markdown.
func (e *Engine) Projection(ctx context.Context, name string) (string, error) {
	if renderers[name] == nil {
		return "", fmt.Errorf("there is no projection %q: there are %s", name, strings.Join(Projections, ", "))
	}
	if err := e.catchUp(ctx); err != nil {
		return "", err
	}
	text := ""
	err := e.active().talk.look(ctx, func(s *delta.State) (err error) {
		text, err = e.rendered(ctx, e.active(), name, s)
		return err
	})
	return text, err
}

// DeltaRecord is one event of the delta log with where it came from.
type DeltaRecord struct {
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
func (e *Engine) DeltaLog(ctx context.Context) ([]DeltaRecord, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	var out []DeltaRecord
	err := e.deltaRows(ctx, e.active().id, func(r DeltaRecord, _ event.Event) error {
		out = append(out, r)
		return nil
	})
	return out, err
}

// deltaRows gives a session's delta events one by one.
func (e *Engine) deltaRows(ctx context.Context, session string, yield func(DeltaRecord, event.Event) error) error {
	return e.db.Deltas(ctx, session, 0, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		change, err := deltaEvent(row, ev)
		if err != nil {
			return err
		}
		r := DeltaRecord{Event: change, Row: row.Seq, Recorded: row.Time}
		switch ev := ev.(type) {
		case event.DeltaAccepted:
			r.Source, r.Episode = ev.Source, ev.Episode
		case event.DeltaRejected:
			r.Source, r.Episode = ev.Source, ev.Episode
		case event.DeltaRestored:
			r.Source = ev.From
		}
		return yield(r, ev)
	})
}

// DeltaChanges is what was accepted since, with the items as they are now.
type DeltaChanges struct {
	Records []DeltaRecord
	Items   []delta.Item // those that the records made or changed, in order of their first
}

// DeltaChanges lists what changed since a moment, inclusively: a number of the
// delta log ("12"), a time ("2026-03-11", RFC 3339), an episode or a turn.
func (e *Engine) DeltaChanges(ctx context.Context, since string) (DeltaChanges, error) {
	log, err := e.DeltaLog(ctx)
	if err != nil {
		return DeltaChanges{}, err
	}
	belongs, err := e.since(ctx, log, since)
	if err != nil {
		return DeltaChanges{}, err
	}
	items, err := e.Items(ctx)
	if err != nil {
		return DeltaChanges{}, err
	}
	var out DeltaChanges
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
func (e *Engine) since(ctx context.Context, log []DeltaRecord, text string) (func(DeltaRecord) bool, error) {
	if n, err := strconv.Atoi(text); err == nil {
		return func(r DeltaRecord) bool { return r.Seq >= n }, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return func(r DeltaRecord) bool { return !r.Recorded.Before(at) }, nil
		}
	}
	ep, err := e.db.Episode(ctx, e.active().id, episodeOfTurn(text))
	if err == nil {
		return func(r DeltaRecord) bool { return r.Row >= ep.Seq && !before(r, ep) }, nil
	}
	if !errors.Is(err, event.ErrNotFound) {
		return nil, err
	}
	i := slices.IndexFunc(log, func(r DeltaRecord) bool { return r.Delta.Delta != nil && comesFrom(r.Delta.Delta, text) })
	if i < 0 {
		return nil, fmt.Errorf("%q is no number of the delta log, no time such as 2026-03-11 or 2026-03-11T15:04:05Z, and no turn of this session", text)
	}
	return func(r DeltaRecord) bool { return r.Seq >= log[i].Seq }, nil
}

// before reports whether a record is of an episode before ep: words are read after
// their turn has ended, so the next one may have begun by then.
func before(r DeltaRecord, ep event.Episode) bool { return r.Episode != "" && r.Episode < ep.ID }

func comesFrom(d delta.Delta, turn string) bool {
	return slices.Contains(d.From().SourceTurns, delta.SourceTurn{TurnID: turn})
}
