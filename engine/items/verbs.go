package items

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// The operator's verbs on items are deltas with the operator as their source.
// They go through the reconciler like any other, and are as sure as can be.

// Verb is what the operator does to an item.
type Verb string

// The operator's verbs.
const (
	Close     Verb = "close"     // it is not in force any more
	Supersede Verb = "supersede" // another one is in force in its place
	Correct   Verb = "correct"   // it was not said like that
	Undo      Verb = "undo"      // what changed it last is taken back
)

// Change is what the operator wants of an item.
type Change struct {
	Verb Verb
	// Text is what the item is to say, or what takes its place; for supersede ""
	// where nothing does.
	Text string
	// Kind is what a corrected item is to be, "" for what it is.
	Kind delta.ItemKind
	// Resolution is how a task is closed.
	Resolution delta.Resolution
	// Reason is why, "" for none.
	Reason string
}

// Shown names an item and how it stood when it was shown.
type Shown struct{ ID, Print string }

// Plan is what a change would record.
type Plan struct {
	// Records are the judged deltas; nothing of them is recorded yet.
	Records []Record
	// Refused is why the reconciler takes none of them, "" where it takes all.
	Refused string
}

// PlanItem tells what a change of an item would record. It fails with
// sessions.ErrChanged where the item is not what was shown any more.
func (d *Desk) PlanItem(ctx context.Context, shown Shown, c Change) (Plan, error) {
	session, err := d.active(ctx)
	if err != nil {
		return Plan{}, err
	}
	makes, err := d.changes(ctx, shown.ID, c)
	if err != nil {
		return Plan{}, err
	}
	var plan Plan
	err = d.book.of(session).look(ctx, func(s *delta.State) error {
		trial := s.Clone()
		deltas, err := d.wanted(trial, shown, makes)
		if err != nil {
			return err
		}
		for _, d := range deltas {
			judged := trial.Reconcile(d)
			if judged.Type == delta.Rejected {
				plan.Refused = judged.Reason
			}
			plan.Records = append(plan.Records, Record{Event: judged, Source: event.DeltaByOperator})
		}
		return nil
	})
	return plan, err
}

// ChangeItem does what PlanItem tells, all of it or nothing. It fails with
// sessions.ErrChanged as PlanItem does; a refusal by the reconciler is an error that says
// why.
func (d *Desk) ChangeItem(ctx context.Context, shown Shown, c Change) error {
	makes, err := d.changes(ctx, shown.ID, c)
	if err != nil {
		return err
	}
	return d.changeItem(ctx, shown, makes)
}

// CloseItem ends an item: a task as completed, or as abandoned; any other is
// superseded, for the reason given or none.
func (d *Desk) CloseItem(ctx context.Context, id string, resolution delta.Resolution, reason string) error {
	return d.ChangeItem(ctx, Shown{ID: id}, Change{Verb: Close, Resolution: resolution, Reason: reason})
}

// SupersedeItem takes an item out of force; by is the item that replaces it, ""
// for none. A task is closed instead.
func (d *Desk) SupersedeItem(ctx context.Context, id, by, reason string) error {
	return d.changeItem(ctx, Shown{ID: id}, func(it *delta.Item, _ string, from delta.Provenance) ([]delta.Delta, error) {
		return []delta.Delta{supersession(it, by, orReason(reason, supersededByOperator), from)}, nil
	})
}

// CorrectItem gives an item other words. A decision and a constraint are
// revised; any other is replaced by a new item of its kind, since no delta
// changes it.
func (d *Desk) CorrectItem(ctx context.Context, id, text string) error {
	return d.ChangeItem(ctx, Shown{ID: id}, Change{Verb: Correct, Text: text})
}

// Why an item ended, where the operator gave no reason.
const (
	closedByOperator     = "closed by the operator"
	supersededByOperator = "superseded by the operator"
	correctedByOperator  = "corrected by the operator"
	undoneByOperator     = "taken back by the operator"
)

// maxCorrection bounds what an operator can write into one item, in bytes.
const maxCorrection = 4 << 10

// maker makes the deltas that an item is to be changed by; free is an id that
// no item has.
type maker func(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error)

// changes turns what the operator wants into the deltas that say it.
func (d *Desk) changes(ctx context.Context, id string, c Change) (maker, error) {
	c.Text = strings.Join(strings.Fields(c.Text), " ")
	if len(c.Text) > maxCorrection || c.Text == "" && c.Verb == Correct {
		return nil, fmt.Errorf("what an item says is from 1 to %d bytes of text", maxCorrection)
	}
	switch c.Verb {
	case Close:
		return c.close, nil
	case Supersede:
		return c.supersede, nil
	case Correct:
		return c.correct, nil
	case Undo:
		about, err := d.ItemDetail(ctx, id)
		if err != nil {
			return nil, err
		}
		u := undoing{Detail: about}
		if n := len(about.Replaces); n > 0 {
			if u.before, err = d.itemNamed(ctx, about.Replaces[n-1]); err != nil {
				return nil, err
			}
		}
		if about.Item.ReplacedBy != "" {
			if u.heir, err = d.itemNamed(ctx, about.Item.ReplacedBy); err != nil {
				return nil, err
			}
		}
		return u.undo, nil
	}
	return nil, fmt.Errorf("nothing is known of how to %s an item", c.Verb)
}

func (c Change) close(it *delta.Item, _ string, from delta.Provenance) ([]delta.Delta, error) {
	if it.Kind == delta.Task {
		return []delta.Delta{&delta.TaskClosed{TargetID: it.ID, Resolution: c.Resolution, Confidence: delta.Certain, Provenance: from}}, nil
	}
	return []delta.Delta{supersession(it, "", orReason(c.Reason, closedByOperator), from)}, nil
}

func (c Change) supersede(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error) {
	reason := orReason(c.Reason, supersededByOperator)
	if c.Text == "" {
		return []delta.Delta{supersession(it, "", reason, from)}, nil
	}
	return replacement(it, creationOf(it, it.Kind, free, c.Text, from), it.Kind, reason)
}

func (c Change) correct(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error) {
	kind := c.Kind
	if kind == "" {
		kind = it.Kind
	}
	if kind == it.Kind {
		if c.Text == it.Summary {
			return nil, fmt.Errorf("%s says that already", it.ID)
		}
		if d := revision(it, c.Text, from); d != nil {
			return []delta.Delta{d}, nil
		}
	}
	return replacement(it, creationOf(it, kind, free, c.Text, from), kind, correctedByOperator)
}

// undoing is an item whose last change is taken back.
type undoing struct {
	Detail
	before *delta.Item // that it took the place of last, nil for none
	heir   *delta.Item // that took its place, nil for none
}

func (d *Desk) itemNamed(ctx context.Context, id string) (*delta.Item, error) {
	var found *delta.Item
	err := d.book.of(d.sessions.Active().ID).look(ctx, func(s *delta.State) error {
		if it := s.Item(id); it != nil {
			kept := it.Copy()
			found = &kept
		}
		return nil
	})
	return found, err
}

// undo takes back what changed an item last. An item that ended comes back as a
// new one: its life is over, and the log keeps it.
func (u undoing) undo(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error) {
	again := func(old *delta.Item, instead *delta.Item) ([]delta.Delta, error) {
		made := creationOf(old, old.Kind, free, old.Summary, from)
		d, err := creating(old, made, old.Kind)
		deltas := []delta.Delta{d}
		if instead != nil && instead.Open() {
			deltas = append(deltas, ending(instead, free, undoneByOperator, from))
		}
		return deltas, err
	}
	if !it.Open() {
		return again(it, u.heir)
	}
	if last := u.lastChange(); last != nil && last.Before != "" && last.Before != it.Summary {
		if back := revision(it, last.Before, from); back != nil {
			return []delta.Delta{back}, nil
		}
	}
	if u.before != nil {
		return again(u.before, it)
	}
	return nil, fmt.Errorf("nothing has changed %s since it was made: there is nothing to take back", it.ID)
}

// lastChange is the last event that was accepted, nil for none.
func (d Detail) lastChange() *Event {
	for i := range slices.Backward(d.Events) {
		if d.Events[i].Type == delta.Accepted {
			return &d.Events[i]
		}
	}
	return nil
}

func orReason(reason, otherwise string) string {
	if reason = strings.TrimSpace(reason); reason == "" {
		return otherwise
	}
	return reason
}

func supersession(it *delta.Item, by, reason string, from delta.Provenance) delta.Delta {
	return &delta.ItemSuperseded{TargetID: it.ID, NewItemID: by, Reason: reason, Confidence: delta.Certain, Provenance: from}
}

// revision gives an item other words, nil for one that no delta revises.
func revision(it *delta.Item, text string, from delta.Provenance) delta.Delta {
	switch it.Kind {
	case delta.Decision:
		return &delta.DecisionRevised{TargetID: it.ID, Summary: text, Confidence: delta.Certain, Provenance: from}
	case delta.Constraint:
		return &delta.ConstraintRevised{TargetID: it.ID, Summary: text, Mode: delta.Amended, Confidence: delta.Certain, Provenance: from}
	}
	return nil
}

// replacement makes a new item and ends the old one.
func replacement(it *delta.Item, made delta.Creation, kind delta.ItemKind, reason string) ([]delta.Delta, error) {
	d, err := creating(it, made, kind)
	return []delta.Delta{d, ending(it, made.ID, reason, made.Provenance)}, err
}

// ending ends an item that another one replaces.
func ending(it *delta.Item, by, reason string, from delta.Provenance) delta.Delta {
	if it.Kind == delta.Task {
		return &delta.TaskClosed{TargetID: it.ID, Resolution: delta.Abandoned, Confidence: delta.Certain, Provenance: from}
	}
	return supersession(it, by, reason, from)
}

// creationOf is what an item hands on to one that is made in its place.
func creationOf(it *delta.Item, kind delta.ItemKind, id, text string, from delta.Provenance) delta.Creation {
	tags := slices.DeleteFunc(slices.Clone(it.Tags), func(tag string) bool {
		return kind != it.Kind && (tag == delta.BranchTag || tag == delta.HardTag || tag == delta.SoftTag)
	})
	return delta.Creation{ID: id, Summary: text, Confidence: delta.Certain, Scope: it.Scope, Tags: tags, Provenance: from}
}

// creating makes the delta that makes an item of a kind in place of another.
func creating(it *delta.Item, made delta.Creation, kind delta.ItemKind) (delta.Delta, error) {
	switch kind {
	case delta.Goal:
		return &delta.GoalSet{Creation: made}, nil
	case delta.Decision:
		others := []string{}
		if it.Kind == delta.Decision {
			others = append(others, it.Alternatives...)
		}
		return &delta.DecisionMade{Creation: made, Alternatives: others}, nil
	case delta.Constraint:
		return &delta.ConstraintAdded{Creation: made, Hard: !slices.Contains(it.Tags, delta.SoftTag)}, nil
	case delta.Task:
		return &delta.TaskOpened{Creation: made}, nil
	case delta.Fact:
		return &delta.FactLearned{Creation: made}, nil
	case delta.Hypothesis:
		if it.IsBranch() {
			return &delta.BranchCreated{Creation: made, Alternatives: it.Alternatives}, nil
		}
		return &delta.HypothesisIntroduced{Creation: made}, nil
	}
	return nil, fmt.Errorf("%s is a %s, for which there is no delta: supersede it instead", it.ID, it.KindName())
}

// CorrectableKinds are the kinds that a delta can make, so that an item can be
// corrected to be one.
var CorrectableKinds = []delta.ItemKind{delta.Goal, delta.Decision, delta.Constraint, delta.Task, delta.Fact, delta.Hypothesis}

// changeItem has the operator's deltas judged and commits them, all or none. A
// refusal by the reconciler is an error that says why; nothing is recorded then.
func (d *Desk) changeItem(ctx context.Context, shown Shown, makes maker) error {
	if err := d.sessions.Deciding(ctx); err != nil {
		return err
	}
	session := d.sessions.Active().ID
	err := sessions.Retry(func() error { return d.tryChange(ctx, session, shown, makes) })
	if err == nil {
		d.hub.Changed()
	}
	return err
}

func (d *Desk) tryChange(ctx context.Context, session string, shown Shown, makes maker) error {
	t := d.book.of(session)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	deltas, err := d.wanted(t.state, shown, makes)
	if err != nil {
		return err
	}
	var j judgement
	err = j.judge(t.state, deltas, event.DeltaByOperator, "")
	switch {
	case err != nil:
	case j.rejected != "":
		err = fmt.Errorf("%s stays as it is: %s", shown.ID, j.rejected)
	default:
		err = commit(ctx, d.sessions, session, j.events)
	}
	if err != nil {
		t.forget() // it is ahead of the Ledger
	}
	return err
}

// wanted are the deltas by which an item of a state is changed, if it is what was
// shown; an empty print is any.
func (d *Desk) wanted(state *delta.State, shown Shown, makes maker) ([]delta.Delta, error) {
	it := state.Item(shown.ID)
	if it == nil {
		return nil, unknownItem(shown.ID)
	}
	if shown.Print != "" && shown.Print != it.Print() {
		return nil, fmt.Errorf("%w: %s is another one by now", sessions.ErrChanged, shown.ID)
	}
	from := delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: d.newID() + operatorTurn}}, Timestamp: d.now().UTC().Truncate(time.Millisecond)}
	return makes(it, state.FreeID(), from)
}
