package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/coming"
	"holdfast/engine/events"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
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
func (r *Reader) Exchange(ctx context.Context, episode string) (Exchange, error) {
	s := r.sessions.Active()
	ep, err := r.db.Episode(ctx, s.ID, episode)
	if errors.Is(err, event.ErrNotFound) {
		return Exchange{}, fmt.Errorf("nothing is recorded of request %s: requests that are no turn of yours leave no trace", episode)
	}
	if err != nil {
		return Exchange{}, err
	}
	x := Exchange{Episode: ep, Problem: problemOf(ep)}
	if x.Inserted, err = r.inserted(ctx, s, ep); err != nil {
		return x, err
	}
	for hash, into := range map[string]*string{ep.Prompt: &x.Prompt, ep.Reply: &x.Reply} {
		if *into, err = r.text(ctx, hash); err != nil {
			return x, err
		}
	}
	list, err := r.db.Artifacts(ctx, s.ID, store.Filter{Episode: ep.ID})
	for _, a := range slices.Backward(list) {
		x.Artifacts, x.Entities = append(x.Artifacts, VersionOf(a)), append(x.Entities, a.Entity)
	}
	return x, err
}

// inserted composes what an episode put before the model, by the same means.
func (r *Reader) inserted(ctx context.Context, s *sessions.Session, ep event.Episode) (string, error) {
	var shown []hydrate.Mention
	for _, ref := range ep.Hydrated {
		if ref.Reason == event.InRequest || ref.Reason == event.Kept {
			continue
		}
		entity, err := r.shownThen(ctx, s, ref, ep.Seq)
		if err != nil {
			return "", err
		}
		shown = append(shown, hydrate.Mention{Entity: entity})
	}
	blocks := hydrate.Select(hydrate.Input{Candidates: shown, Block: r.blocks.Ahead(shown), Budget: math.MaxInt}).Blocks
	notices, err := r.text(ctx, ep.Notices)
	if err != nil {
		return "", err
	}
	recent, err := r.text(ctx, ep.Context)
	if err != nil {
		return "", err
	}
	old, err := r.superseded(ctx, ep)
	return hydrate.NewStand(hydrate.At{}, nil, old, blocks).Text() + hydrate.Compose(nil, notices, recent).Text(), err
}

// superseded are the versions of which an episode said at its newest message that they
// are superseded.
func (r *Reader) superseded(ctx context.Context, ep event.Episode) ([]hydrate.Version, error) {
	stands := ep.Stands
	if ep.StandsIn != "" {
		in, err := r.db.Episode(ctx, ep.Session, ep.StandsIn)
		if err != nil {
			return nil, err
		}
		stands = in.Stands
	}
	var old []hydrate.Version
	for _, s := range stands {
		if s.Superseded && s.At == ep.At {
			old = append(old, hydrate.Version{Key: s.Entity, Hash: s.Artifact})
		}
	}
	return old, nil
}

// shownThen is an entity as it was hydrated by the episode of that ledger row.
func (r *Reader) shownThen(ctx context.Context, s *sessions.Session, ref event.EntityRef, seq int64) (hydrate.Entity, error) {
	list, err := r.db.Artifacts(ctx, s.ID, store.Filter{Entity: ref.Entity})
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
			Path: path, Symbol: symbol, Position: int32(a.Position), ByUser: statemap.Vouched(&a),
		}.In(a.Container),
		Hash: a.Hash, TextHash: a.Text,
	}, nil
}

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
	return r.withGuard(ctx, out, known)
}

// guardRows is how far back in the Ledger what the guard has decided is looked for.
const guardRows = 20_000

// withGuard adds to earlier requests what the guard has decided in the active session,
// the newest first of all; known are those that are listed already.
func (r *Reader) withGuard(ctx context.Context, out []events.Activity, known map[string]bool) ([]events.Activity, error) {
	s, seen := r.sessions.Active(), 0
	err := r.db.LatestOf(ctx, s.ID, event.GuardDecided{}.Type(), guardRows, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if said, ok := ev.(event.GuardDecided); ok && !known[said.Guard] {
			out = append(out, events.GuardActivity(said, row.Time, s.Name(), s.ID))
		}
		if seen++; seen == maxEarlier {
			return errSeen
		}
		return err
	})
	if err != nil && !errors.Is(err, errSeen) {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b events.Activity) int { return b.Started.Compare(a.Started) })
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

// outcomesOf are the outcomes of a turn as they were when it had ended, and of what waited
// then what has become of it since.
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
	if slices.ContainsFunc(out, waited) {
		list, err := r.db.Artifacts(ctx, ep.Session, store.Filter{Episode: ep.ID})
		if err != nil {
			return nil, err
		}
		decidedSince(out, list)
	}
	for _, l := range ep.Loose {
		out = append(out, events.LooseOutcome(l))
	}
	return out, nil
}

func waited(o events.Outcome) bool { return o.State == event.Proposed }

// decidedSince gives outcomes that waited the state that their artifacts have now. What
// was accepted and done otherwise, as code that was linked to another entity, was accepted.
func decidedSince(outcomes []events.Outcome, now []event.Artifact) {
	for i, o := range outcomes {
		at := slices.IndexFunc(now, func(a event.Artifact) bool { return a.ID == o.Artifact })
		if !waited(o) || at < 0 {
			continue
		}
		outcomes[i].State = now[at].State
		if now[at].State == event.Tombstoned && now[at].Version == 0 && strings.HasPrefix(now[at].Reason, rebuild.Accepted) {
			outcomes[i].State = event.Authoritative
		}
	}
}

// Coming is a reply that is on its way, as far as it has come.
type Coming struct {
	events.Said
	// Found is what it brings so far.
	Found []coming.Found
}

// Coming returns what the reply of a request in flight says so far, and whether that
// can be read: only what is streamed can.
func (r *Reader) Coming(_ context.Context, episode string) (Coming, bool) {
	said, ok := r.requests.Said(episode)
	if !ok {
		return Coming{}, false
	}
	m := r.sessions.Active().Map
	return Coming{Said: said, Found: coming.Read(said.Text, coming.Map{
		HasFile:   func(path string) bool { return len(m.InFile(path)) > 0 },
		HasEntity: func(key string) bool { return m.Get(key) != nil },
	})}, true
}
