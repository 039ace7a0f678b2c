package operator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"holdfast/engine/decide"
	"holdfast/engine/fate"
	"holdfast/engine/report"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// link is code with the entity that the operator says it is.
type link struct {
	from     event.Artifact // the proposal, without an ID for code that was linked to nothing
	artifact resolve.Artifact
	current  *statemap.Entry // the entity as it stands, nil for a new one
}

// LinkReview is what accepting code as an entity of the operator's choice would do.
// id names a proposal, or code that was linked to nothing; entity is path::symbol.
func (o *Desk) LinkReview(ctx context.Context, id, entity string) (report.Review, error) {
	if err := o.means.Sessions.CatchUp(ctx); err != nil {
		return report.Review{}, err
	}
	s := o.active()
	l, err := s.link(ctx, id, entity, o.means.Disk.Reading())
	if err != nil {
		return report.Review{}, err
	}
	r := report.ReviewOfLink(id, l.artifact, l.from, l.current)
	if l.current != nil {
		r.Base, err = o.means.DB.Blob(ctx, l.current.TextHash())
	}
	return r, err
}

// Link accepts code as an entity of the operator's choice: it becomes AUTHORITATIVE
// as that, and what waited as something else is closed. It fails as Accept does.
func (o *Desk) Link(ctx context.Context, shown report.Shown, entity string) error {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return err
	}
	s, disk := o.active(), o.means.Disk.Reading()
	l, err := s.link(ctx, shown.Artifact, entity, disk)
	if err != nil {
		return err
	}
	if shown.Hash != "" && (l.from.Hash != shown.Hash || decide.ArtifactOf(l.current) != shown.Base) {
		return fmt.Errorf("%s: %w", entity, sessions.ErrChanged)
	}
	if err := decide.MayDecide(l.current, disk); err != nil {
		return err
	}
	var settled []event.Event
	if l.from.ID == "" {
		block := shown.Artifact
		if loose, err := s.looseCode(ctx, shown.Artifact); err == nil {
			block = loose.Block
		}
		settled = append(settled, event.CodeSettled{Block: block, By: "operator", Reason: fate.Linked + l.artifact.Entity})
	}
	blobs, events := s.Ground.Linked(l.from, l.artifact, l.current, o.means.NewID(), disk)
	if err := s.decided(ctx, verbAccept, blobs, append(events, settled...)); err != nil {
		if errors.Is(err, event.ErrConflict) {
			return fmt.Errorf("%s: %w", entity, sessions.ErrChanged)
		}
		return err
	}
	s.desk.means.Disk.LookAgain(s.Session, l.artifact.Entity)
	o.means.Hub.Changed()
	return nil
}

// link reads the code that an id stands for as a definition of an entity.
func (s *session) link(ctx context.Context, id, entity string, disk *stale.Reading) (link, error) {
	path, symbol := resolve.Split(entity)
	clean, err := block.CleanPath(path, s.desk.means.Config.Workspace.Roots()...)
	if err != nil {
		return link{}, err
	}
	if strings.TrimSpace(symbol) == "" {
		return link{}, sessions.Refused("%q names no symbol: say path::symbol", entity)
	}
	content, from, err := s.evidence(ctx, id)
	if err != nil {
		return link{}, err
	}
	if from.ID != "" && from.State != event.Proposed {
		return link{}, fmt.Errorf("%s does not wait any more, it is %s: %w", from.ID, from.State, sessions.ErrChanged)
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return link{}, sessions.Refused("%s holds no code", id)
	}
	found := resolve.Blocks([]block.Block{{
		Path: clean, Kind: block.Code, Convention: "operator", Confidence: block.Confirmed, Full: true, Closed: true, Content: content,
	}}, resolve.Context{Map: s.Map, Disk: disk, User: true, As: symbol})
	var defines []string
	for _, a := range found.Artifacts {
		if a.Symbol == symbol {
			return link{from, a, s.Map.Get(a.Entity)}, nil
		}
		defines = append(defines, a.Symbol)
	}
	if len(defines) == 0 {
		return link{}, sessions.Refused("the code of %s defines nothing that could be %s", id, symbol)
	}
	return link{}, sessions.Refused("the code of %s defines %s, and not %s", id, strings.Join(defines, ", "), symbol)
}
