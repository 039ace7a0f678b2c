package engine

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

// ItemVerb is what the operator does to an item.
type ItemVerb string

// The operator's verbs.
const (
	ItemClose     ItemVerb = "close"     // it is not in force any more
	ItemSupersede ItemVerb = "supersede" // another one is in force in its place
	ItemCorrect   ItemVerb = "correct"   // it was not said like that
	ItemUndo      ItemVerb = "undo"      // what changed it last is taken back
)

// ItemChange is what the operator wants of an item.
type ItemChange struct {
	Verb ItemVerb
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

// ShownItem names an item and how it stood when it was shown.
type ShownItem struct{ ID, Print string }

// ItemPlan is what a change would record.
type ItemPlan struct {
	// Records are the judged deltas; nothing of them is recorded yet.
	Records []DeltaRecord
	// Refused is why the reconciler takes none of them, "" where it takes all.
	Refused string
}

// PlanItem tells what a change of an item would record. It fails with ErrChanged
// where the item is not what was shown any more.
func (e *Engine) PlanItem(ctx context.Context, shown ShownItem, c ItemChange) (ItemPlan, error) {
	if err := e.catchUp(ctx); err != nil {
		return ItemPlan{}, err
	}
	makes, err := e.changes(ctx, shown.ID, c)
	if err != nil {
		return ItemPlan{}, err
	}
	var plan ItemPlan
	err = e.active().talk.look(ctx, func(s *delta.State) error {
		trial := s.Clone()
		deltas, err := e.wanted(trial, shown, makes)
		if err != nil {
			return err
		}
		for _, d := range deltas {
			change := trial.Reconcile(d)
			if change.Type == delta.Rejected {
				plan.Refused = change.Reason
			}
			plan.Records = append(plan.Records, DeltaRecord{Event: change, Source: event.DeltaByOperator})
		}
		return nil
	})
	return plan, err
}

// ChangeItem does what PlanItem tells, all of it or nothing. It fails with
// ErrChanged as PlanItem does; a refusal by the reconciler is an error that says
// why.
func (e *Engine) ChangeItem(ctx context.Context, shown ShownItem, c ItemChange) error {
	makes, err := e.changes(ctx, shown.ID, c)
	if err != nil {
		return err
	}
	return e.changeItem(ctx, shown, makes)
}

// CloseItem ends an item: a task as completed, or as abandoned; any other is
// superseded, for the reason given or none.
func (e *Engine) CloseItem(ctx context.Context, id string, resolution delta.Resolution, reason string) error {
	return e.ChangeItem(ctx, ShownItem{ID: id}, ItemChange{Verb: ItemClose, Resolution: resolution, Reason: reason})
}

// SupersedeItem takes an item out of force; by is the item that replaces it, ""
// for none. A task is closed instead.
func (e *Engine) SupersedeItem(ctx context.Context, id, by, reason string) error {
	return e.changeItem(ctx, ShownItem{ID: id}, func(it *delta.Item, _ string, from delta.Provenance) ([]delta.Delta, error) {
		return []delta.Delta{supersession(it, by, orReason(reason, supersededByOperator), from)}, nil
	})
}

// CorrectItem gives an item other words. A decision and a constraint are
// revised; any other is replaced by a new item of its kind, since no delta
// changes it.
func (e *Engine) CorrectItem(ctx context.Context, id, text string) error {
	return e.ChangeItem(ctx, ShownItem{ID: id}, ItemChange{Verb: ItemCorrect, Text: text})
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

// change makes the deltas that an item is to be changed by; free is an id that
// no item has.
type change func(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error)

// changes turns what the operator wants into the deltas that say it.
func (e *Engine) changes(ctx context.Context, id string, c ItemChange) (change, error) {
	c.Text = strings.Join(strings.Fields(c.Text), " ")
	if len(c.Text) > maxCorrection || c.Text == "" && c.Verb == ItemCorrect {
		return nil, fmt.Errorf("what an item says is from 1 to %d bytes of text", maxCorrection)
	}
	switch c.Verb {
	case ItemClose:
		return c.close, nil
	case ItemSupersede:
		return c.supersede, nil
	case ItemCorrect:
		return c.correct, nil
	case ItemUndo:
		d, err := e.ItemDetail(ctx, id)
		if err != nil {
			return nil, err
		}
		u := undoing{ItemDetail: d}
		if n := len(d.Replaces); n > 0 {
			if u.before, err = e.itemNamed(ctx, d.Replaces[n-1]); err != nil {
				return nil, err
			}
		}
		if d.Item.ReplacedBy != "" {
			if u.heir, err = e.itemNamed(ctx, d.Item.ReplacedBy); err != nil {
				return nil, err
			}
		}
		return u.undo, nil
	}
	return nil, fmt.Errorf("nothing is known of how to %s an item", c.Verb)
}

func (c ItemChange) close(it *delta.Item, _ string, from delta.Provenance) ([]delta.Delta, error) {
	if it.Kind == delta.Task {
		return []delta.Delta{&delta.TaskClosed{TargetID: it.ID, Resolution: c.Resolution, Confidence: delta.Certain, Provenance: from}}, nil
	}
	return []delta.Delta{supersession(it, "", orReason(c.Reason, closedByOperator), from)}, nil
}

func (c ItemChange) supersede(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error) {
	reason := orReason(c.Reason, supersededByOperator)
	if c.Text == "" {
		return []delta.Delta{supersession(it, "", reason, from)}, nil
	}
	return replacement(it, creationOf(it, it.Kind, free, c.Text, from), it.Kind, reason)
}

func (c ItemChange) correct(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error) {
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
	ItemDetail
	before *delta.Item // that it took the place of last, nil for none
	heir   *delta.Item // that took its place, nil for none
}

func (e *Engine) itemNamed(ctx context.Context, id string) (*delta.Item, error) {
	var found *delta.Item
	err := e.active().talk.look(ctx, func(s *delta.State) error {
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
func (d ItemDetail) lastChange() *ItemEvent {
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
func (e *Engine) changeItem(ctx context.Context, shown ShownItem, makes change) error {
	if err := e.deciding(ctx); err != nil {
		return err
	}
	s := e.active()
	err := sessions.Retry(func() error { return e.tryChange(ctx, s, shown, makes) })
	if err == nil {
		e.hub.Changed()
	}
	return err
}

func (e *Engine) tryChange(ctx context.Context, s *session, shown ShownItem, makes change) error {
	t := &s.talk
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	deltas, err := e.wanted(t.state, shown, makes)
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
		err = s.commit(ctx, nil, j.events)
	}
	if err != nil {
		t.forget() // it is ahead of the Ledger
	}
	return err
}

// wanted are the deltas by which an item of a state is changed, if it is what was
// shown; an empty print is any.
func (e *Engine) wanted(state *delta.State, shown ShownItem, makes change) ([]delta.Delta, error) {
	it := state.Item(shown.ID)
	if it == nil {
		return nil, unknownItem(shown.ID)
	}
	if shown.Print != "" && shown.Print != it.Print() {
		return nil, fmt.Errorf("%w: %s is another one by now", ErrChanged, shown.ID)
	}
	from := delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: e.newID() + operatorTurn}}, Timestamp: e.now().UTC().Truncate(time.Millisecond)}
	return makes(it, state.FreeID(), from)
}
