package items

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

// Detail is an item with where it came from.
type Detail struct {
	Item     delta.Item
	Replaces []string // ids of the items that it took the place of
	Turns    []Turn
	Events   []Event // those that made it, changed it or failed to, oldest first
}

// Turn is a turn that an item came from. Of one that is not in this
// workspace, as of an imported item, only the id is known.
type Turn struct {
	ID      string
	Episode string // "" where it is not known
	Role    string // user, assistant or operator
	Turn    int    // counts the user's messages of the conversation
	At      time.Time
	Quote   string // the sentence of it that the item rests on, "" where none is known
}

// Event is an event of the log that is about one item.
type Event struct {
	Record
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
func (d *Desk) ItemDetail(ctx context.Context, id string) (Detail, error) {
	all, err := d.Items(ctx)
	if err != nil {
		return Detail{}, err
	}
	at := slices.IndexFunc(all, func(it delta.Item) bool { return it.ID == id })
	if at < 0 {
		at = slices.IndexFunc(all, func(it delta.Item) bool { return it.SemanticID == id })
	}
	if at < 0 {
		return Detail{}, unknownItem(id)
	}
	about := Detail{Item: all[at]}
	for _, it := range all {
		if it.ReplacedBy == about.Item.ID {
			about.Replaces = append(about.Replaces, it.ID)
		}
	}
	if about.Events, err = d.itemEvents(ctx, about.Item.ID); err != nil {
		return about, err
	}
	for _, turn := range about.Item.SourceTurns {
		t, err := d.itemTurn(ctx, turn.TurnID)
		if err != nil {
			return about, err
		}
		t.Quote = about.quoted(turn.TurnID)
		about.Turns = append(about.Turns, t)
	}
	return about, nil
}

// quoted is the sentence of a turn that the item rests on. What the operator said
// is the item itself.
func (d Detail) quoted(turn string) string {
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
func (d *Desk) itemTurn(ctx context.Context, id string) (Turn, error) {
	t := Turn{ID: id}
	switch {
	case strings.HasSuffix(id, userTurn):
		t.Role = string(acts.User)
	case strings.HasSuffix(id, replyTurn):
		t.Role = string(acts.Assistant)
	case strings.HasSuffix(id, operatorTurn):
		t.Role = event.DeltaByOperator
	}
	ep, err := d.episodeAnywhere(ctx, episodeOfTurn(id))
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
func (d *Desk) episodeAnywhere(ctx context.Context, id string) (event.Episode, error) {
	for s := d.sessions.Active(); ; {
		ep, err := d.book.db.Episode(ctx, s.ID, id)
		parent := d.sessions.ByID(s.About().Parent)
		if !errors.Is(err, event.ErrNotFound) || parent == nil {
			return ep, err
		}
		s = parent
	}
}

// itemEvents replays the log and notes what is about an item.
func (d *Desk) itemEvents(ctx context.Context, id string) ([]Event, error) {
	var out []Event
	state := &delta.State{}
	err := d.book.records(ctx, d.sessions.Active().ID, func(r Record, ev event.Event) error {
		was := state.Item(id)
		said := ""
		if was != nil {
			said = was.Summary
		}
		if ev, ok := ev.(event.DeltaRestored); ok {
			n, err := restored(ctx, d.book.db, ev)
			if err != nil {
				return err
			}
			state = n.Restore()
			if it := state.Item(id); it != nil {
				out = append(out, Event{Record: r, Summary: it.Summary})
			}
			return nil
		}
		change, before := r.Delta.Delta, state
		about := change != nil && touches(r, change, id, was != nil)
		if about {
			before = state.Clone()
		}
		if err := state.Fold(r.Event); err != nil {
			return err
		}
		if !about {
			return nil
		}
		x := Event{Record: r}
		if r.Type == delta.Accepted {
			x.Before, x.Summary = said, state.Item(id).Summary
		}
		var err error
		if x.Quote, x.Quoted, err = d.quote(ctx, change, said); err == nil {
			x.Evident, err = d.evident(ctx, r, before, x.Quoted)
		}
		out = append(out, x)
		return err
	})
	return out, err
}

// touches reports whether a record is about an item: that its delta made it, changed
// it, or would have; known that there was such an item.
func touches(r Record, d delta.Delta, id string, known bool) bool {
	if target := delta.Target(d); target != nil {
		return *target == id
	}
	made := delta.Created(d)
	return r.ItemID == id || known && made != nil && made.ID == id
}

// quote is the sentence that a delta came from, and the id of its turn. What the
// operator said is the delta itself.
func (d *Desk) quote(ctx context.Context, change delta.Delta, about string) (text, turn string, err error) {
	for _, from := range change.From().SourceTurns {
		ep, err := d.episodeAnywhere(ctx, episodeOfTurn(from.TurnID))
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
		said, err := d.book.turnOf(ctx, u)
		if err != nil {
			return "", "", err
		}
		if text := quote.Sentence(said.Content, change, about); text != "" {
			return text, from.TurnID, nil
		}
	}
	return "", "", nil
}
