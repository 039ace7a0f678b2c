package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// Accept is the operator's word for a proposal (TSLP 12): it becomes
// AUTHORITATIVE, or, where it proposes a removal, the entity is tombstoned.
// Shown are the hashes that were decided on; a zero Hash and Base decide on
// whatever the proposal holds now.
func (o *Desk) Accept(ctx context.Context, shown report.Shown) error {
	return o.decideProposal(ctx, verbAccept, shown, func(s *session, a event.Artifact) ([]event.Event, error) {
		if err := ambiguous(a); err != nil {
			return nil, err
		}
		current := s.Map.Get(a.Entity)
		if shown.Hash != "" && (a.Hash != shown.Hash || decide.ArtifactOf(current) != shown.Base) {
			return nil, sessions.ErrChanged
		}
		disk := o.means.Disk.Reading()
		if s.Ground.Restates(a, current) {
			return decide.Restated(a, current, disk), nil
		}
		if err := decide.MayDecide(current, disk); err != nil {
			return nil, err
		}
		if a.Removes {
			return decide.Removal(a, current, "operator", "the operator accepted its removal"), nil
		}
		if strings.TrimSpace(a.Symbol) == "" {
			return nil, fmt.Errorf("proposal %s names no symbol: give it a file with --path", a.ID)
		}
		displaced, err := s.Ground.Displaced(a)
		if err != nil {
			return nil, err
		}
		r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
		report := gates.Operator(a.Gates, "accepted by the operator")
		events := []event.Event{decide.Promotion(a.ID, a.Entity, "", current, report, r)}
		return append(append(events, displaced...), s.Ground.CloseOthers(a)...), nil
	})
}

// ambiguous refuses to accept a proposal that may define any of several entities: it
// would become one more beside them.
func ambiguous(a event.Artifact) error {
	list := a.Gates.Candidates
	if len(list) == 0 {
		return nil
	}
	return sessions.Refused("%s may be any of %s: say which with holdfast accept %s --as ENTITY", a.ID, strings.Join(list, ", "), a.ID)
}

// Reject ends a proposal; its content stays in the Vault.
func (o *Desk) Reject(ctx context.Context, shown report.Shown, reason string) error {
	return o.decideProposal(ctx, verbReject, shown, func(_ *session, a event.Artifact) ([]event.Event, error) {
		if shown.Hash != "" && a.Hash != shown.Hash {
			return nil, sessions.ErrChanged
		}
		return []event.Event{decide.Close(a.ID, a.Entity, "operator", because("rejected by the operator", reason))}, nil
	})
}

// decideProposal reads the proposal, has its events made and commits them;
// whatever moved under the decision refuses it.
func (o *Desk) decideProposal(ctx context.Context, verb string, shown report.Shown, decide func(*session, event.Artifact) ([]event.Event, error)) error {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return err
	}
	s := o.active()
	a, err := o.means.DB.Artifact(ctx, s.ID, shown.Artifact)
	if errors.Is(err, event.ErrNotFound) {
		return fmt.Errorf("there is no proposal %s: `holdfast pending` lists what waits", shown.Artifact)
	}
	if err != nil {
		return err
	}
	if a.State != event.Proposed {
		return fmt.Errorf("%s does not wait any more, it is %s: %w", a.ID, a.State, sessions.ErrChanged)
	}
	events, err := decide(s, a)
	if err != nil {
		return err
	}
	err = s.decided(ctx, verb, nil, events)
	if errors.Is(err, event.ErrConflict) {
		return fmt.Errorf("%s: %w", a.Entity, sessions.ErrChanged)
	}
	if err == nil {
		s.desk.means.Disk.LookAgain(s.Session, a.Entity)
		o.means.Hub.Changed()
	}
	return err
}

// because is what was done, with the operator's reason where he gave one.
func because(done, reason string) string {
	if reason = strings.TrimSpace(reason); reason != "" {
		done += ": " + reason
	}
	return done
}
