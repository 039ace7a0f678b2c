package report

import (
	"context"
	"errors"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// maxEarlier is how many turns of the Ledger a screen can look back on that this
// engine did not serve.
const maxEarlier = 100

// EarlierActivities lists the latest turns of the Ledger as Activities would
// have listed them when they had ended, newest first, without those that it
// lists. Of how their streams went no more is known than how long they took.
// What leaves no trace in the Ledger, as a side request, is not among them.
func (r *Reader) EarlierActivities(ctx context.Context) ([]events.Activity, error) {
	episodes, err := r.db.LatestTurns(ctx, maxEarlier)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{} // looked at last, so that no turn is in neither
	for _, a := range r.requests.Activities() {
		known[a.Episode] = true
	}
	var out []events.Activity
	for _, ep := range episodes {
		s := r.sessions.ByID(ep.Session)
		if s == nil || known[ep.ID] {
			continue
		}
		a, err := r.activityOf(ctx, s, ep)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// activityOf is a turn by what the Ledger says of it.
func (r *Reader) activityOf(ctx context.Context, s *sessions.Session, ep event.Episode) (events.Activity, error) {
	written, err := r.text(ctx, ep.Written)
	if err != nil {
		return events.Activity{}, err
	}
	a := events.Activity{
		Episode: ep.ID, Session: s.Name(), SessionID: s.ID, Kind: ep.Kind, Path: wire.Format(ep.Format).Path(), Model: ep.Model,
		Prompt: events.FirstLine(written), Phase: events.Done, Started: ep.Opened, Ended: ep.Opened.Add(time.Duration(ep.Millis) * time.Millisecond), TokensOut: ep.TokensOut, Read: ep.PromptRead(), Prefix: ep.Prefix(),
		Hydrated: ep.Hydrated, HydratedSize: ep.HydratedSize, Withheld: ep.Withheld, Omitted: ep.Omitted, NoRoom: ep.NoRoom,
		Remarks: ep.Remarks,
	}
	switch ep.Status {
	case event.EpisodeIsOpen:
		a.Phase, a.Error = events.Failed, "no end was recorded: its engine was stopped"
	case event.EpisodeIsAborted:
		a.Phase, a.Error = events.Failed, ep.Reason
	}
	a.Outcomes, err = r.outcomesOf(ctx, ep)
	return a, err
}

// outcomesOf are the outcomes of a turn as they were when it had ended: what was
// decided later is told elsewhere.
func (r *Reader) outcomesOf(ctx context.Context, ep event.Episode) ([]events.Outcome, error) {
	var out []events.Outcome
	err := r.db.Since(ctx, ep.Session, ep.Seq, 0, func(row event.Row) error {
		if row.Seq > ep.ClosedSeq {
			return errSeen
		}
		if row.Type != (event.ArtifactRecorded{}).Type() {
			return nil
		}
		ev, err := event.Decode(row.Type, row.Data)
		if rec, ok := ev.(event.ArtifactRecorded); ok && rec.Episode == ep.ID {
			out = append(out, events.OutcomeOf(rec))
		}
		return err
	})
	if err != nil && !errors.Is(err, errSeen) {
		return nil, err
	}
	for _, l := range ep.Loose {
		out = append(out, events.LooseOutcome(l))
	}
	return out, nil
}
