package operator

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/decide"
	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// PasteResult is what became of a paste, entity by entity.
type PasteResult struct {
	Episode   string
	Outcomes  []events.Outcome
	Unchanged []event.EntityRef
}

// Paste makes the content the user's own write of a file (TSLP 9.1): its
// symbols become AUTHORITATIVE at once, unless it is elided or broken.
func (o *Desk) Paste(ctx context.Context, path string, content []byte) (PasteResult, error) {
	clean, err := o.names().Clean("", path)
	if err != nil {
		return PasteResult{}, err
	}
	return o.write(ctx, verbPaste, event.ByUser, []block.Block{{
		Path: clean, Kind: block.Code, Convention: "paste", Confidence: block.Confirmed, Full: true, Closed: true, Content: content,
	}})
}

// write commits blocks under an operator episode.
func (o *Desk) write(ctx context.Context, verb string, origin event.Origin, blocks []block.Block) (PasteResult, error) {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return PasteResult{}, err
	}
	s := o.active()
	id := o.means.NewID()
	var p *decide.Plan
	none := false
	err := sessions.Retry(func() error {
		disk := o.means.Disk.Reading()
		res := resolve.Blocks(blocks, resolve.Context{Map: s.Map, Disk: disk, User: true})
		p = s.Ground.Plan(res, decide.Writer{Origin: origin, Episode: id}, disk)
		if none = len(p.Events) == 0 && len(p.Loose) == 0; none {
			return nil
		}
		events := append([]event.Event{event.EpisodeOpened{Episode: id, Kind: "operator", Format: "command"}}, p.Events...)
		events = append(events, event.EpisodeClosed{Episode: id, Status: "closed", Loose: p.Loose, Unchanged: p.Unchanged})
		return s.decided(ctx, verb, p.Blobs, events)
	})
	switch {
	case err != nil:
		return PasteResult{}, err
	case none:
		return PasteResult{Unchanged: p.Unchanged}, nil
	}
	s.desk.means.Disk.LookAgain(s.Session, statemap.Keys(p.Promoted)...)
	o.means.Hub.Changed()
	return PasteResult{Episode: id, Outcomes: p.Outcomes, Unchanged: p.Unchanged}, nil
}

// AcceptAt gives logged or inferred code its file by the operator's word: an
// artifact id, or the Vault hash of code that was linked to nothing.
func (o *Desk) AcceptAt(ctx context.Context, id, path string) error {
	clean, err := o.names().Clean("", path)
	if err != nil {
		return err
	}
	s := o.active()
	content, closes, err := s.evidence(ctx, id)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return sessions.Refused("%s holds no code", id)
	}
	if err := ambiguous(closes); err != nil {
		return err
	}
	ctx = asOne(ctx)
	result, err := o.write(ctx, verbAccept, event.ByUser, []block.Block{{
		Path: clean, Kind: block.Code, Convention: "operator", Confidence: block.Confirmed, Full: true, Closed: true, Content: content,
	}})
	if err != nil {
		return err
	}
	for _, o := range result.Outcomes {
		if o.State != event.Authoritative {
			return fmt.Errorf("the code is kept as %s of %s, not as truth: %s", o.State, o.Entity, o.Reason)
		}
	}
	if closes.ID == "" || closes.State != event.Proposed || !slices.ContainsFunc(s.Pending.Of(closes.Entity), func(w statemap.Waiting) bool { return w.ID == closes.ID }) {
		return nil
	}
	return o.decideProposal(ctx, verbAccept, report.Shown{Artifact: closes.ID}, func(_ *session, a event.Artifact) ([]event.Event, error) {
		return []event.Event{decide.Close(a.ID, a.Entity, "operator", rebuild.Accepted+" for "+clean)}, nil
	})
}
