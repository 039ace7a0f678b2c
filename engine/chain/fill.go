package chain

import (
	"context"
	"errors"
	"fmt"
	"math"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/resolve"
	"holdfast/store"
	"holdfast/store/event"
)

// Fill reads from the database where the chain stands, and how the disk differed then.
func (c *Chain) Fill(ctx context.Context, db *store.DB) error {
	if err := c.fill(ctx, db); err != nil {
		return fmt.Errorf("reading the canon chain: %w", err)
	}
	return nil
}

func (c *Chain) fill(ctx context.Context, db *store.DB) error {
	c.margin, c.owed = rebuild.NewMargin(), 0
	var err error
	if c.last, err = db.LastCanon(ctx, c.session); err != nil {
		return err
	}
	from := c.last
	if !from.Emitted { // a document's state has kept nothing
		if from, err = db.LastEmitted(ctx, c.session); err != nil {
			return err
		}
	}
	if err := c.resume(ctx, db, from); err != nil {
		return err
	}
	err = db.SinceOf(ctx, c.session, from.Upto, told, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		before, err := c.missed(ctx, db, ev)
		if err != nil {
			return err
		}
		c.margin.Fold(row.Seq, ev, func(string) *canon.Entity { return before })
		for _, single := range event.Expand(ev) {
			c.diverged.Fold(single)
		}
		return nil
	})
	if err != nil {
		return err
	}
	episodes, err := db.EpisodeRows(ctx, c.session, math.MaxInt64, rebuild.RevokedEpisodes)
	if err != nil {
		return err
	}
	c.margin.Episodes(episodes)
	return nil
}

// told are the types of the rows that a margin, or what diverges from the disk, tells of
// or goes by. Episodes are told by their rows alone, but for the operator's own.
var told = []string{
	event.ArtifactRecorded{}.Type(), event.FileAdopted{}.Type(), event.ArtifactClosed{}.Type(), event.ArtifactPromoted{}.Type(),
	event.EntityTombstoned{}.Type(), event.EntityAcknowledged{}.Type(), event.EntityPersisted{}.Type(), event.OperatorDecided{}.Type(),
	event.SessionForked{}.Type(), event.SessionRecovered{}.Type(), event.FreshStarted{}.Type(), event.LossSettled{}.Type(), event.CanonEmitted{}.Type(),
	event.ShadowAudited{}.Type(),
}

// resume takes up what the last delta has kept, and what is PROPOSED.
func (c *Chain) resume(ctx context.Context, db *store.DB, last event.CanonState) error {
	waiting, err := db.Artifacts(ctx, c.session, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return err
	}
	for _, a := range waiting {
		c.margin.Propose(a)
	}
	if last.Row == 0 {
		return nil
	}
	kept, err := emitted(ctx, db, c.session, last.Row)
	if err != nil {
		return err
	}
	rows, err := db.EpisodeRows(ctx, c.session, last.Upto, rebuild.RevokedEpisodes)
	if err != nil {
		return err
	}
	c.diverged.Resume(kept.Disk)
	return c.margin.Resume(kept, rows)
}

// missed is the entity that a row has ended before the mirrors were filled, nil
// where it has ended none; and the margin is told what the row has promoted.
func (c *Chain) missed(ctx context.Context, db *store.DB, ev event.Event) (*canon.Entity, error) {
	ended := ""
	switch ev := ev.(type) {
	case event.ArtifactPromoted:
		a, err := db.Artifact(ctx, c.session, ev.Artifact)
		if err != nil {
			return nil, err
		}
		c.margin.Propose(a) // it may have been recorded long before
		ended = ev.Supersedes
	case event.EntityTombstoned:
		ended = ev.Artifact
	}
	if ended == "" {
		return nil, nil
	}
	a, err := db.Artifact(ctx, c.session, ended)
	if err != nil {
		return nil, err
	}
	path, symbol := resolve.Split(a.Entity)
	before := &canon.Entity{Path: path, Symbol: symbol, Hash: a.Hash, Grant: a.Grant}
	err = db.Since(ctx, c.session, a.Seq-1, 0, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		for _, single := range event.Expand(ev) {
			if p, ok := single.(event.ArtifactPromoted); ok && p.Artifact == ended {
				before.Seq, before.Granted = row.Seq, row.Time
				return errFound
			}
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
