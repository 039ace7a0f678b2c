package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// Exchange is one finished request in full: what the model saw, what it said and
// what became of that.
type Exchange struct {
	event.Episode
	// Inserted is exactly what was put before the user's own words (TSLP 8).
	Inserted string
	// Prompt is the newest user message as the client sent it, Reply the reply's
	// text.
	Prompt, Reply string
	// Artifacts is what the reply and the prompt brought, in order, with the
	// report of every gate.
	Artifacts []Version
	// Entities names the entity of each artifact.
	Entities []string
	// Problem says why it did not end as a reply does, "" where it did.
	Problem string
}

// Exchange reads an episode of the active session back from the Ledger and the
// Vault: the prompt of a turn needs no copy of its own, since every artifact in
// it is kept.
func (e *Engine) Exchange(ctx context.Context, episode string) (Exchange, error) {
	s := e.active()
	ep, err := e.db.Episode(ctx, s.id, episode)
	if errors.Is(err, event.ErrNotFound) {
		return Exchange{}, fmt.Errorf("nothing is recorded of request %s: requests that are no turn of yours leave no trace", episode)
	}
	if err != nil {
		return Exchange{}, err
	}
	x := Exchange{Episode: ep, Problem: problemOf(ep)}
	if x.Inserted, err = e.inserted(ctx, s, ep); err != nil {
		return x, err
	}
	for hash, into := range map[string]*string{ep.Prompt: &x.Prompt, ep.Reply: &x.Reply} {
		if *into, err = e.text(ctx, hash); err != nil {
			return x, err
		}
	}
	list, err := e.db.Artifacts(ctx, s.id, store.Filter{Episode: ep.ID})
	for _, a := range slices.Backward(list) {
		x.Artifacts, x.Entities = append(x.Artifacts, versionOf(a)), append(x.Entities, a.Entity)
	}
	return x, err
}

// text reads a text of the Vault; "" stands for none.
func (e *Engine) text(ctx context.Context, hash string) (string, error) {
	if hash == "" {
		return "", nil
	}
	text, err := e.db.Blob(ctx, hash)
	return string(text), err
}

// inserted composes what an episode put before the model, by the same means.
func (e *Engine) inserted(ctx context.Context, s *session, ep event.Episode) (string, error) {
	var shown []hydrate.Mention
	for _, ref := range ep.Hydrated {
		if ref.Reason == event.InRequest {
			continue
		}
		entity, err := e.shownThen(ctx, s, ref, ep.Seq)
		if err != nil {
			return "", err
		}
		shown = append(shown, hydrate.Mention{Entity: entity})
	}
	blocks := hydrate.Select(hydrate.Input{Candidates: shown, Block: e.cache.Ahead(shown), Budget: math.MaxInt}).Blocks
	notices, err := e.text(ctx, ep.Notices)
	if err != nil {
		return "", err
	}
	recent, err := e.text(ctx, ep.Context)
	return hydrate.Compose(blocks, notices, recent).Text(), err
}

// shownThen is an entity as it was hydrated by the episode of that ledger row.
func (e *Engine) shownThen(ctx context.Context, s *session, ref event.EntityRef, seq int64) (hydrate.Entity, error) {
	list, err := e.db.Artifacts(ctx, s.id, store.Filter{Entity: ref.Entity})
	if err != nil {
		return hydrate.Entity{}, err
	}
	at := slices.IndexFunc(list, func(a event.Artifact) bool { return a.Hash == ref.Artifact && a.Version > 0 && a.Seq < seq })
	if at < 0 {
		return hydrate.Entity{}, fmt.Errorf("the version of %s that was hydrated is not known: run holdfast verify", ref.Entity)
	}
	a := list[at]
	path, symbol := resolve.Split(a.Entity)
	return hydrate.Entity{
		Named: hydrate.Named{
			Key: a.Entity, Path: path, Symbol: symbol, Container: a.Container, Position: a.Position, ByUser: statemap.Vouched(a),
		},
		Hash: a.Hash, TextHash: a.Text,
	}, nil
}
