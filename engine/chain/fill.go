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
	grants := grants{db: db, session: c.session}
	err = db.SinceOf(ctx, c.session, from.Upto, told, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		before, err := c.missed(ctx, &grants, ev)
		if err != nil {
			return err
		}
		c.margin.Fold(row.Seq, ev, func(entity string) *canon.Entity { return before[entity] })
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
	event.ArtifactRecorded{}.Type(), event.FileAdopted{}.Type(), event.FileTombstoned{}.Type(), event.ArtifactClosed{}.Type(), event.ArtifactPromoted{}.Type(),
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
	c.diverged.Resume(kept.AllDisk())
	return c.margin.Resume(kept, rows)
}

// missed are the entities that a row has ended before the mirrors were filled, by name;
// and the margin is told what the row has promoted.
func (c *Chain) missed(ctx context.Context, grants *grants, ev event.Event) (map[string]*canon.Entity, error) {
	if p, ok := ev.(event.ArtifactPromoted); ok {
		a, err := grants.db.Artifact(ctx, c.session, p.Artifact)
		if err != nil {
			return nil, err
		}
		c.margin.Propose(a) // it may have been recorded long before
	}
	var ended []string
	for _, single := range event.Expand(ev) {
		switch ev := single.(type) {
		case event.ArtifactPromoted:
			if ev.Supersedes != "" {
				ended = append(ended, ev.Supersedes)
			}
		case event.EntityTombstoned:
			ended = append(ended, ev.Artifact)
		}
	}
	if len(ended) == 0 {
		return nil, nil
	}
	list, err := grants.db.Those(ctx, c.session, ended)
	if err != nil {
		return nil, err
	}
	before := make(map[string]*canon.Entity, len(ended))
	for _, id := range ended {
		a, known := list[id]
		if !known {
			return nil, fmt.Errorf("artifact %s: %w", id, event.ErrNotFound)
		}
		path, symbol := resolve.Split(a.Entity)
		entity := &canon.Entity{Path: path, Symbol: symbol, Hash: a.Hash, Grant: a.Grant}
		if err := grants.find(ctx, a, entity); err != nil {
			return nil, err
		}
		before[a.Entity] = entity
	}
	return before, nil
}

// grants find the rows by which artifacts became the truth.
type grants struct {
	db      *store.DB
	session string
	// at is the row that was found last, with all that it has promoted.
	at       event.Row
	promoted map[string]bool
}

// find notes when an artifact became the truth.
func (g *grants) find(ctx context.Context, a event.Artifact, into *canon.Entity) error {
	if g.promoted[a.ID] {
		into.Seq, into.Granted = g.at.Seq, g.at.Time
		return nil
	}
	err := g.db.Since(ctx, g.session, a.Seq-1, 0, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		promoted := map[string]bool{}
		for _, single := range event.Expand(ev) {
			if p, ok := single.(event.ArtifactPromoted); ok {
				promoted[p.Artifact] = true
			}
		}
		if !promoted[a.ID] {
			return nil
		}
		into.Seq, into.Granted = row.Seq, row.Time
		g.at, g.promoted = event.Row{Seq: row.Seq, Time: row.Time}, promoted
		return errFound
	})
	if errors.Is(err, errFound) {
		return nil
	}
	return err
}

// errFound ends the reading of a stream.
var errFound = errors.New("found")
