package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/quote"
	"holdfast/store/event"
)

// ItemDetail is an item with where it came from.
type ItemDetail struct {
	Item     delta.Item
	Replaces []string // ids of the items that it took the place of
	Turns    []ItemTurn
	Events   []ItemEvent // those that made it, changed it or failed to, oldest first
}

// ItemTurn is a turn that an item came from. Of one that is not in this
// workspace, as of an imported item, only the id is known.
type ItemTurn struct {
	ID      string
	Episode string // "" where it is not known
	Role    string // user, assistant or operator
	Turn    int    // counts the user's messages of the conversation
	At      time.Time
	Quote   string // the sentence of it that the item rests on, "" where none is known
}

// ItemEvent is an event of the log that is about one item.
type ItemEvent struct {
	DeltaRecord
	// Before is what the item said until then, Summary from then on; "" before it
	// was made, and for a rejected delta.
	Before, Summary string
	// Quote is the sentence that the delta came from, "" where none is known, and
	// Quoted the id of its turn.
	Quote, Quoted string
	// Evident are the features of what was said that spoke most for the delta, the
	// strongest first; none of what others than the rules proposed.
	Evident []string
}

// ItemDetail explains an item, which is named by its id or its semantic id.
func (e *Engine) ItemDetail(ctx context.Context, id string) (ItemDetail, error) {
	items, err := e.Items(ctx)
	if err != nil {
		return ItemDetail{}, err
	}
	at := slices.IndexFunc(items, func(it delta.Item) bool { return it.ID == id })
	if at < 0 {
		at = slices.IndexFunc(items, func(it delta.Item) bool { return it.SemanticID == id })
	}
	if at < 0 {
		return ItemDetail{}, unknownItem(id)
	}
	d := ItemDetail{Item: items[at]}
	for _, it := range items {
		if it.ReplacedBy == d.Item.ID {
			d.Replaces = append(d.Replaces, it.ID)
		}
	}
	if d.Events, err = e.itemEvents(ctx, d.Item.ID); err != nil {
		return d, err
	}
	for _, turn := range d.Item.SourceTurns {
		t, err := e.itemTurn(ctx, turn.TurnID)
		if err != nil {
			return d, err
		}
		t.Quote = d.quoted(turn.TurnID)
		d.Turns = append(d.Turns, t)
	}
	return d, nil
}

// quoted is the sentence of a turn that the item rests on. What the operator said
// is the item itself.
func (d ItemDetail) quoted(turn string) string {
	for _, e := range d.Events {
		switch {
		case e.Type != delta.Accepted:
		case e.Quoted == turn:
			return e.Quote
		case strings.HasSuffix(turn, operatorTurn) && comesFrom(e.Delta.Delta, turn):
			return delta.Says(e.Delta.Delta)
		}
	}
	return ""
}

// ErrNoItem is of an item that the session does not have.
var ErrNoItem = errors.New("there is no such item")

func unknownItem(id string) error {
	return fmt.Errorf("%w as %q: `holdfast inspect` lists those that there are", ErrNoItem, id)
}

// itemTurn looks a turn up.
func (e *Engine) itemTurn(ctx context.Context, id string) (ItemTurn, error) {
	t := ItemTurn{ID: id}
	switch {
	case strings.HasSuffix(id, userTurn):
		t.Role = string(acts.User)
	case strings.HasSuffix(id, replyTurn):
		t.Role = string(acts.Assistant)
	case strings.HasSuffix(id, operatorTurn):
		t.Role = event.DeltaByOperator
	}
	ep, err := e.episodeAnywhere(ctx, episodeOfTurn(id))
	if errors.Is(err, event.ErrNotFound) {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	t.Episode, t.Turn, t.At = ep.ID, ep.Turn, ep.Opened
	if t.Role == string(acts.Assistant) {
		t.At = ep.Closed
	}
	return t, nil
}

// episodeAnywhere finds an episode of the active session, or of those that it
// was forked from.
func (e *Engine) episodeAnywhere(ctx context.Context, id string) (event.Episode, error) {
	for s := e.active(); ; {
		ep, err := e.db.Episode(ctx, s.id, id)
		parent := e.sessionByID(s.about.Load().Parent)
		if !errors.Is(err, event.ErrNotFound) || parent == nil {
			return ep, err
		}
		s = parent
	}
}

// itemEvents replays the log and notes what is about an item.
func (e *Engine) itemEvents(ctx context.Context, id string) ([]ItemEvent, error) {
	var out []ItemEvent
	state := &delta.State{}
	err := e.deltaRows(ctx, e.active().id, func(r DeltaRecord, ev event.Event) error {
		was := state.Item(id)
		about := ""
		if was != nil {
			about = was.Summary
		}
		if ev, ok := ev.(event.DeltaRestored); ok {
			n, err := restored(ctx, e.db, ev)
			if err != nil {
				return err
			}
			state = n.Restore()
			if it := state.Item(id); it != nil {
				out = append(out, ItemEvent{DeltaRecord: r, Summary: it.Summary})
			}
			return nil
		}
		d, before := r.Delta.Delta, state
		if d != nil && touches(r, d, id, was != nil) {
			before = state.Clone()
		}
		if err := state.Fold(r.Event); err != nil {
			return err
		}
		if d == nil || !touches(r, d, id, was != nil) {
			return nil
		}
		x := ItemEvent{DeltaRecord: r}
		if r.Type == delta.Accepted {
			x.Before, x.Summary = about, state.Item(id).Summary
		}
		var err error
		if x.Quote, x.Quoted, err = e.quote(ctx, d, about); err == nil {
			x.Evident, err = e.evident(ctx, r, before, x.Quoted)
		}
		out = append(out, x)
		return err
	})
	return out, err
}

// touches reports whether a record is about an item: that its delta made it, changed
// it, or would have; known that there was such an item.
func touches(r DeltaRecord, d delta.Delta, id string, known bool) bool {
	if target := delta.Target(d); target != nil {
		return *target == id
	}
	made := delta.Created(d)
	return r.ItemID == id || known && made != nil && made.ID == id
}

// quote is the sentence that a delta came from, and the id of its turn. What the
// operator said is the delta itself.
func (e *Engine) quote(ctx context.Context, d delta.Delta, about string) (text, turn string, err error) {
	for _, from := range d.From().SourceTurns {
		ep, err := e.episodeAnywhere(ctx, episodeOfTurn(from.TurnID))
		if errors.Is(err, event.ErrNotFound) {
			continue
		}
		if err != nil {
			return "", "", err
		}
		u := utterance{ep.ID, acts.User, ep.Written, ep.Opened}
		if strings.HasSuffix(from.TurnID, replyTurn) {
			u = utterance{ep.ID, acts.Assistant, ep.Reply, ep.Closed}
		}
		if u.hash == "" {
			continue
		}
		said, err := e.turnOf(ctx, u)
		if err != nil {
			return "", "", err
		}
		if text := quote.Sentence(said.Content, d, about); text != "" {
			return text, from.TurnID, nil
		}
	}
	return "", "", nil
}
