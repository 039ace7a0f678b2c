package report

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/engine/gates"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// Pending lists the proposals that wait for the operator or the disk, oldest
// first.
func (r *Reader) Pending(ctx context.Context) ([]Proposal, error) {
	s := r.sessions.Active()
	list, err := r.db.Artifacts(ctx, s.ID, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return nil, err
	}
	out := make([]Proposal, 0, len(list))
	for _, a := range slices.Backward(list) {
		out = append(out, r.proposal(s, a))
	}
	return out, nil
}

// proposal is a waiting artifact as it stands now: one whose base is STALE is
// invalid until that is settled (TSLP 15.6).
func (r *Reader) proposal(s *sessions.Session, a event.Artifact) Proposal {
	p := proposalOf(a)
	if current := s.Map.Get(a.Entity); current != nil {
		v := r.watcher.Compare(s, []*statemap.Entry{current})[0]
		if stale.ReasonOf(current, v.Report) == stale.Edited && !s.Ground.Restates(a, current) {
			p.Failed = "stale"
			p.Reasons = append([]string{"invalid while its base is STALE (" + stale.ChangedOnDisk(v.Report) + "): adopt or keep the disk's version first"}, p.Reasons...)
		}
	}
	return p
}

// proposalOf is an artifact as it was recorded to wait.
func proposalOf(a event.Artifact) Proposal {
	return Proposal{
		ID: a.ID, Entity: a.Entity, Path: a.Path, Symbol: a.Symbol, Kind: a.Kind, State: a.State, Confidence: a.Confidence,
		Reasons: a.Gates.Reasons, Candidates: a.Gates.Candidates, Failed: failed(a.Gates), Created: a.Created, Episode: a.Episode, Removes: a.Removes,
	}
}

// failed is the check for which an artifact was not promoted: the first of gate A
// and the disk, else the grant that it lacks.
func failed(r event.GateReport) string {
	for _, c := range r.Checks {
		if !c.Pass && c.Gate != gates.GateB {
			return c.Name
		}
	}
	if slices.ContainsFunc(r.Checks, func(c event.Check) bool { return c.Gate == gates.GateB && c.Pass }) {
		return ""
	}
	return "grant_parity"
}

// Review is everything that a decision on a proposal needs.
func (r *Reader) Review(ctx context.Context, id string) (Review, error) {
	s, err := r.active(ctx)
	if err != nil {
		return Review{}, err
	}
	a, err := r.db.Artifact(ctx, s.ID, id)
	if errors.Is(err, event.ErrNotFound) {
		return Review{}, fmt.Errorf("there is no proposal %s: `holdfast pending` lists what waits", id)
	}
	if err != nil {
		return Review{}, err
	}
	out := Review{Proposal: r.proposal(s, a), Gates: a.Gates, Language: a.Language, Shown: Shown{Artifact: a.ID, Hash: a.Hash}}
	if !a.Removes {
		if out.Proposed, err = r.db.Blob(ctx, a.Text); err != nil {
			return Review{}, err
		}
	}
	if current := s.Map.Get(a.Entity); current != nil {
		out.Shown.Base = current.Artifact()
		if out.Base, err = r.db.Blob(ctx, current.TextHash()); err != nil {
			return Review{}, err
		}
	}
	return out, nil
}
