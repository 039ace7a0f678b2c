package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/engine/decide"
	"holdfast/engine/sessions"
	"holdfast/engine/undo"
	"holdfast/store/event"
)

// Undo is what taking the operator's last decision back would do.
type Undo struct {
	// Decision names it. It is handed back, and Undo fails with ErrChanged where
	// another decision was made meanwhile.
	Decision string
	Verb     string // accept, reject, adopt, keep, tombstone, restore, revert, paste, forget, undo
	Undid    string // of an undo, the verb of what it took back
	Time     time.Time
	// Steps are what becomes of the first entities, in order; Entities counts all.
	Steps    []UndoStep
	Entities int
}

// Words name the decision: "adopt", "undo of adopt".
func (u Undo) Words() string {
	if u.Undid == "" {
		return u.Verb
	}
	return u.Verb + " of " + u.Undid
}

// UndoStep is what an undo does to an entity, in words that go on from its name.
type UndoStep struct{ Entity, Does string }

// maxUndoSteps is how many entities a plan names one by one.
const maxUndoSteps = 20

// PlanUndo tells what an undo would do. It fails with a *RefusedError where the last
// decision cannot be taken back, or there is none.
func (o *Desk) PlanUndo(ctx context.Context) (Undo, error) {
	if err := o.means.Sessions.CatchUp(ctx); err != nil {
		return Undo{}, err
	}
	s := o.active()
	last, changes, err := s.toUndo(ctx)
	if err != nil {
		return Undo{}, err
	}
	plan := Undo{Decision: last.Decision, Verb: last.Verb, Time: last.time, Entities: len(changes)}
	if last.Undoes != "" {
		if plan.Undid, err = s.verbOf(ctx, last.Undoes); err != nil {
			return Undo{}, err
		}
	}
	for _, c := range changes[:min(len(changes), maxUndoSteps)] {
		step, err := s.undoStep(ctx, c)
		if err != nil {
			return Undo{}, err
		}
		plan.Steps = append(plan.Steps, step)
	}
	return plan, nil
}

// Undo takes the operator's last decision back, by new rows alone: the version
// before becomes a new artifact, a proposal that was decided on a new proposal. An
// undo is a decision too: undoing it does again what it took back. A zero shown
// takes back whatever the last decision is.
func (o *Desk) Undo(ctx context.Context, shown Undo) (Undo, error) {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return Undo{}, err
	}
	plan, err := o.PlanUndo(ctx)
	if err != nil {
		return Undo{}, err
	}
	if shown.Decision != "" && shown.Decision != plan.Decision {
		return Undo{}, fmt.Errorf("the last decision is another one by now: %w", sessions.ErrChanged)
	}
	s := o.active()
	_, changes, err := s.toUndo(ctx)
	if err != nil {
		return Undo{}, err
	}
	ctx = context.WithValue(ctx, decisionKey{}, &decision{undoes: plan.Decision})
	if len(changes) > adoptMost {
		defer s.EmitLeftOver(context.WithoutCancel(ctx))
		ctx = sessions.Untold(ctx)
	}
	for some := range slices.Chunk(changes, adoptMost) {
		if err := s.takeBack(ctx, some); err != nil {
			return Undo{}, err
		}
	}
	o.means.Hub.Changed()
	return plan, nil
}

// decidedRow is the end of a decision in the Ledger.
type decidedRow struct {
	event.OperatorDecided
	seq  int64
	time time.Time
}

// toUndo is the last decision of the operator in the session, with what it changed.
func (s *session) toUndo(ctx context.Context) (decidedRow, []undo.Change, error) {
	parts, err := s.lastDecision(ctx)
	if err != nil {
		return decidedRow{}, nil, err
	}
	var events []event.Event
	for _, part := range parts {
		err := s.desk.means.DB.Since(ctx, "", part.seq-int64(part.Rows)-1, part.Rows, func(r event.Row) error {
			ev, err := event.Decode(r.Type, r.Data)
			if err == nil {
				events = append(events, event.Expand(ev)...)
			}
			return err
		})
		if err != nil {
			return decidedRow{}, nil, fmt.Errorf("reading what was decided: %w", err)
		}
	}
	last := parts[len(parts)-1]
	changes := undo.Changes(events)
	if len(changes) == 0 {
		return last, nil, sessions.Refused("the last decision (%s) changed nothing that could be taken back", last.Verb)
	}
	for _, c := range changes {
		if err := s.mayUndo(ctx, c); err != nil {
			return last, nil, err
		}
	}
	return last, changes, nil
}

// lastDecision reads the parts of the operator's last decision, oldest first.
func (s *session) lastDecision(ctx context.Context) ([]decidedRow, error) {
	var parts []decidedRow
	types := []string{event.OperatorDecided{}.Type(), event.SessionRecovered{}.Type(), event.FreshStarted{}.Type()}
	err := s.desk.means.DB.Latest(ctx, s.ID, types, func(r event.Row) error {
		ev, err := event.Decode(r.Type, r.Data)
		if err != nil {
			return err
		}
		made, ok := ev.(event.OperatorDecided)
		switch {
		case !ok && len(parts) > 0:
			return errEnough
		case !ok:
			return sessions.Refused("the last decision was a %s, which cannot be taken back: holdfast recover FILE brings an earlier state back", recoveryWord(ev))
		case len(parts) > 0 && parts[0].Decision != made.Decision:
			return nil // another process decided in between
		}
		parts = append(parts, decidedRow{made, r.Seq, r.Time})
		if made.Part == 1 {
			return errEnough
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return nil, err
	case len(parts) == 0:
		return nil, sessions.Refused("there is nothing to undo: no decision of yours about code is on record in session %s", s.Name())
	}
	slices.Reverse(parts)
	return parts, nil
}

// verbOf is what was decided in a decision of the session.
func (s *session) verbOf(ctx context.Context, decision string) (verb string, err error) {
	err = s.desk.means.DB.Latest(ctx, s.ID, []string{event.OperatorDecided{}.Type()}, func(r event.Row) error {
		ev, err := event.Decode(r.Type, r.Data)
		if made, ok := ev.(event.OperatorDecided); ok && made.Decision == decision {
			verb = made.Verb
			return errEnough
		}
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return verb, err
}

func recoveryWord(ev event.Event) string {
	if _, fresh := ev.(event.FreshStarted); fresh {
		return "fresh start"
	}
	return "recovery"
}

// mayUndo refuses to take back what has moved since.
func (s *session) mayUndo(ctx context.Context, c undo.Change) error {
	if c.Code != "" {
		return nil // it waits, or does not: nothing else comes of it
	}
	current := s.Map.Get(c.Entity)
	switch {
	case c.LetGo:
		return sessions.Refused("that %s was let go cannot be taken back: recover the block again, which asks anew", c.Entity)
	case !c.Moved() && c.Kept == c.Known:
		return nil
	case decide.ArtifactOf(current) == c.After:
	case current == nil:
		return sessions.Refused("%s has left the State Map since: holdfast restore %s brings it back", c.Entity, c.Entity)
	default:
		return sessions.Refused("%s has changed since, v%d is current: holdfast revert %s N goes back to an earlier version", c.Entity, current.Version, c.Entity)
	}
	if c.Moved() {
		return nil
	}
	a, err := s.desk.means.DB.Artifact(ctx, s.ID, c.After)
	if err == nil && a.Acknowledged != c.Kept {
		err = sessions.Refused("the disk has changed for %s since, and what was kept is settled otherwise by now", c.Entity)
	}
	return err
}

// undoStep says what becomes of an entity.
func (s *session) undoStep(ctx context.Context, c undo.Change) (UndoStep, error) {
	step := UndoStep{Entity: c.Entity}
	var does []string
	say := func(words string) { does = append(does, words) }
	switch {
	case c.Code != "":
		step.Entity = "code without a file"
		say(map[bool]string{true: "waits no more", false: "waits to be linked again"}[c.Waits])
	case c.Moved() && c.Before == "":
		say("leaves the State Map again")
	case c.Moved():
		before, err := s.desk.means.DB.Artifact(ctx, s.ID, c.Before)
		if err != nil {
			return step, err
		}
		if c.After == "" {
			say(fmt.Sprintf("comes back with the code of v%d", before.Version))
		} else {
			say(fmt.Sprintf("goes back to the code of v%d", before.Version))
		}
	case c.Kept == c.Known:
	case c.Known == "":
		say("is kept against the disk no more")
	default:
		say("is kept against the disk again")
	}
	if n := len(c.Reopen); n > 0 {
		say(times(n, "its proposal waits again", "%d of its proposals wait again"))
	}
	if n := len(c.Close); n > 0 {
		say(times(n, "the proposal that this made is closed", "the %d proposals that this made are closed"))
	}
	step.Does = strings.Join(does, ", ")
	return step, nil
}

func times(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

// TakeBack commits the undoing of some changes.
func (s *session) takeBack(ctx context.Context, changes []undo.Change) error {
	a := s.Ground.Batch(s.desk.means.NewID())
	a.Origin = event.ByRestore
	disk := s.desk.means.Disk.Reading()
	var again []event.Event
	var keys, named []string
	for _, c := range changes {
		if c.Code == "" {
			keys, named = append(keys, c.Entity), append(named, c.Needs()...)
		}
	}
	artifacts, err := s.desk.means.DB.Those(ctx, s.ID, named)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if c.Code != "" {
			a.Events = append(a.Events, event.CodeSettled{Block: c.Code, By: "operator", Reason: c.Said, Waits: !c.Waits})
			continue
		}
		reopened, err := a.TakeBack(c, disk, func(id string) (event.Artifact, error) {
			x, known := artifacts[id]
			if !known {
				return x, fmt.Errorf("artifact %s: %w", id, event.ErrNotFound)
			}
			return x, nil
		})
		if err != nil {
			return err
		}
		again = append(again, reopened...)
	}
	a.Events = append(a.Events, again...)
	if len(a.Events) == 0 {
		return nil
	}
	err = s.decided(ctx, verbUndo, nil, a.Commanded())
	if errors.Is(err, event.ErrConflict) {
		return fmt.Errorf("%s: %w", countedKeys(keys), sessions.ErrChanged)
	}
	if err == nil {
		s.desk.means.Disk.LookAgain(s.Session, keys...)
	}
	return err
}

// errEnough ends the reading of rows when what was looked for is found.
var errEnough = errors.New("enough rows")
