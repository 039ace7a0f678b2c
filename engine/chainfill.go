package engine

import (
	"context"
	"errors"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/resolve"
	"holdfast/store"
	"holdfast/store/event"
)

// fillChain reads from the database where the session's chain stands.
func (s *session) fillChain(ctx context.Context) error {
	c, db := &s.chain, s.engine.db
	c.margin = rebuild.NewMargin()
	var err error
	if c.last, err = db.LastCanon(ctx, s.id); err != nil {
		return err
	}
	from := c.last
	if !from.Emitted { // a document's state has kept nothing
		if from, err = db.LastEmitted(ctx, s.id); err != nil {
			return err
		}
	}
	if err := s.resume(ctx, from); err != nil {
		return err
	}
	return db.Since(ctx, s.id, from.Upto, 0, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		before, err := s.missed(ctx, ev)
		if err != nil {
			return err
		}
		c.margin.Fold(row.Seq, ev, func(string) *canon.Entity { return before })
		s.diverged.Fold(ev)
		return nil
	})
}

// resume takes up what the last delta has kept, and what is PROPOSED.
func (s *session) resume(ctx context.Context, last event.CanonState) error {
	c, db := &s.chain, s.engine.db
	waiting, err := db.Artifacts(ctx, s.id, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return err
	}
	for _, a := range waiting {
		c.margin.Propose(a)
	}
	if last.Row == 0 {
		return nil
	}
	kept, err := s.emitted(ctx, last.Row)
	if err != nil {
		return err
	}
	rows, err := db.EpisodeRows(ctx, s.id, last.Upto, rebuild.RevokedEpisodes)
	if err != nil {
		return err
	}
	s.diverged.Resume(kept.Disk)
	return c.margin.Resume(kept, rows)
}

// missed is the entity that a row has ended before the mirrors were filled, nil
// where it has ended none; and the margin is told what the row has promoted.
func (s *session) missed(ctx context.Context, ev event.Event) (*canon.Entity, error) {
	ended := ""
	switch ev := ev.(type) {
	case event.ArtifactPromoted:
		a, err := s.engine.db.Artifact(ctx, s.id, ev.Artifact)
		if err != nil {
			return nil, err
		}
		s.chain.margin.Propose(a) // it may have been recorded long before
		ended = ev.Supersedes
	case event.EntityTombstoned:
		ended = ev.Artifact
	}
	if ended == "" {
		return nil, nil
	}
	a, err := s.engine.db.Artifact(ctx, s.id, ended)
	if err != nil {
		return nil, err
	}
	path, symbol := resolve.Split(a.Entity)
	before := &canon.Entity{Path: path, Symbol: symbol, Hash: a.Hash, Grant: a.Grant}
	err = s.engine.db.Since(ctx, s.id, a.Seq, 0, func(row event.Row) error {
		if ev, err := event.Decode(row.Type, row.Data); err != nil {
			return err
		} else if p, ok := ev.(event.ArtifactPromoted); ok && p.Artifact == ended {
			before.Seq, before.Granted = row.Seq, row.Time
			return errFound
		}
		return nil
	})
	if err != nil && !errors.Is(err, errFound) {
		return nil, err
	}
	return before, nil
}

// errFound ends the reading of a stream.
var errFound = errors.New("found")
