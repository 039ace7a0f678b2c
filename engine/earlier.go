package engine

import (
	"context"
	"errors"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// maxEarlier is how many turns of the Ledger a screen can look back on that this
// engine did not serve.
const maxEarlier = 100

// EarlierActivities lists the latest turns of the Ledger as Activities would
// have listed them when they had ended, newest first, without those that it
// lists. Of how their streams went no more is known than how long they took.
// What leaves no trace in the Ledger, as a side request, is not among them.
func (e *Engine) EarlierActivities(ctx context.Context) ([]events.Activity, error) {
	episodes, err := e.db.LatestTurns(ctx, maxEarlier)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{} // looked at last, so that no turn is in neither
	for _, a := range e.activity.Activities() {
		known[a.Episode] = true
	}
	var out []events.Activity
	for _, ep := range episodes {
		s := e.sessionByID(ep.Session)
		if s == nil || known[ep.ID] {
			continue
		}
		a, err := e.activityOf(ctx, s, ep)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// activityOf is a turn by what the Ledger says of it.
func (e *Engine) activityOf(ctx context.Context, s *session, ep event.Episode) (events.Activity, error) {
	written, err := e.text(ctx, ep.Written)
	if err != nil {
		return events.Activity{}, err
	}
	a := events.Activity{
		Episode: ep.ID, Session: s.name(), SessionID: s.id, Kind: ep.Kind, Path: wire.Format(ep.Format).Path(), Model: ep.Model,
		Prompt: firstLine(written), Phase: events.Done, Started: ep.Opened, Ended: ep.Opened.Add(time.Duration(ep.Millis) * time.Millisecond), TokensOut: ep.TokensOut, Read: ep.PromptRead(),
		Hydrated: ep.Hydrated, HydratedSize: ep.HydratedSize, Withheld: ep.Withheld, Omitted: ep.Omitted, NoRoom: ep.NoRoom,
	}
	switch ep.Status {
	case event.EpisodeIsOpen:
		a.Phase, a.Error = events.Failed, "no end was recorded: its engine was stopped"
	case event.EpisodeIsAborted:
		a.Phase, a.Error = events.Failed, ep.Reason
	}
	a.Outcomes, err = e.outcomesOf(ctx, ep)
	return a, err
}

// outcomesOf are the outcomes of a turn as they were when it had ended: what was
// decided later is told elsewhere.
func (e *Engine) outcomesOf(ctx context.Context, ep event.Episode) ([]events.Outcome, error) {
	var out []events.Outcome
	err := e.db.Since(ctx, ep.Session, ep.Seq, 0, func(r event.Row) error {
		if r.Seq > ep.ClosedSeq {
			return errSeen
		}
		if r.Type != (event.ArtifactRecorded{}).Type() {
			return nil
		}
		ev, err := event.Decode(r.Type, r.Data)
		if rec, ok := ev.(event.ArtifactRecorded); ok && rec.Episode == ep.ID {
			out = append(out, outcomeOf(rec))
		}
		return err
	})
	if err != nil && !errors.Is(err, errSeen) {
		return nil, err
	}
	for _, l := range ep.Loose {
		out = append(out, looseOutcome(l))
	}
	return out, nil
}

// outcomeOf is what its gates made of an artifact.
func outcomeOf(rec event.ArtifactRecorded) events.Outcome {
	o := events.Outcome{
		Artifact: rec.Artifact, Entity: rec.Entity, State: event.Proposed, Confidence: rec.Confidence,
		Reason: first(rec.Gates.Reasons), Note: gates.Note(rec.Gates),
	}
	if rec.Gates.Decision == gates.Promote {
		o.State, o.Reason = event.Authoritative, rec.Gates.Grant
	}
	return o
}

// looseOutcome is that of code which was linked to no entity.
func looseOutcome(l event.LooseBlock) events.Outcome {
	return events.Outcome{Artifact: l.Block, Entity: l.Path, Confidence: event.Unresolved, Reason: first(l.Reasons)}
}
