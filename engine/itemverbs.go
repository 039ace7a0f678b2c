package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/store"
)

// The operator's verbs on items are deltas with the operator as their source.
// They go through the reconciler like any other, and are as sure as can be.

// CloseItem ends an item: a task as completed, or as abandoned; any other is
// superseded, for the reason given or none.
func (e *Engine) CloseItem(ctx context.Context, id string, resolution delta.Resolution, reason string) error {
	return e.changeItem(ctx, id, func(it *delta.Item, _ string, from delta.Provenance) ([]delta.Delta, error) {
		if it.Kind == delta.Task {
			return []delta.Delta{&delta.TaskClosed{TargetID: id, Resolution: resolution, Confidence: delta.Certain, Provenance: from}}, nil
		}
		return []delta.Delta{supersession(it, "", orReason(reason, "closed by the operator"), from)}, nil
	})
}

// SupersedeItem takes an item out of force; by is the item that replaces it, ""
// for none. A task is closed instead.
func (e *Engine) SupersedeItem(ctx context.Context, id, by, reason string) error {
	return e.changeItem(ctx, id, func(it *delta.Item, _ string, from delta.Provenance) ([]delta.Delta, error) {
		return []delta.Delta{supersession(it, by, orReason(reason, "superseded by the operator"), from)}, nil
	})
}

// maxCorrection bounds what an operator can write into one item, in bytes.
const maxCorrection = 4 << 10

// CorrectItem gives an item other words. A decision and a constraint are
// revised; any other is replaced by a new item of its kind, since no delta
// changes it.
func (e *Engine) CorrectItem(ctx context.Context, id, text string) error {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || len(text) > maxCorrection {
		return fmt.Errorf("a correction is from 1 to %d bytes of text", maxCorrection)
	}
	return e.changeItem(ctx, id, func(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error) {
		switch it.Kind {
		case delta.Decision:
			return []delta.Delta{&delta.DecisionRevised{TargetID: id, Summary: text, Confidence: delta.Certain, Provenance: from}}, nil
		case delta.Constraint:
			return []delta.Delta{&delta.ConstraintRevised{TargetID: id, Summary: text, Mode: delta.Amended, Confidence: delta.Certain, Provenance: from}}, nil
		}
		return replacement(it, free, text, from)
	})
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

// replacement makes a new item of the kind with a free id and ends the old one.
func replacement(it *delta.Item, free, text string, from delta.Provenance) ([]delta.Delta, error) {
	const reason = "corrected by the operator"
	made := delta.Creation{ID: free, Summary: text, Confidence: delta.Certain, Scope: it.Scope, Tags: it.Tags, Provenance: from}
	switch {
	case it.Kind == delta.Goal:
		return []delta.Delta{&delta.GoalSet{Creation: made}, supersession(it, made.ID, reason, from)}, nil
	case it.Kind == delta.Fact:
		return []delta.Delta{&delta.FactLearned{Creation: made}, supersession(it, made.ID, reason, from)}, nil
	case it.IsBranch():
		return []delta.Delta{&delta.BranchCreated{Creation: made, Alternatives: it.Alternatives}, supersession(it, made.ID, reason, from)}, nil
	case it.Kind == delta.Hypothesis:
		return []delta.Delta{&delta.HypothesisIntroduced{Creation: made}, supersession(it, made.ID, reason, from)}, nil
	case it.Kind == delta.Task:
		return []delta.Delta{
			&delta.TaskOpened{Creation: made},
			&delta.TaskClosed{TargetID: it.ID, Resolution: delta.Abandoned, Confidence: delta.Certain, Provenance: from},
		}, nil
	}
	return nil, fmt.Errorf("%s is a %s, for which there is no delta: supersede it instead", it.ID, strings.ReplaceAll(string(it.Kind), "_", " "))
}

// change makes the deltas that an item is to be changed by; free is an id that
// no item has.
type change func(it *delta.Item, free string, from delta.Provenance) ([]delta.Delta, error)

// changeItem has the operator's deltas judged and commits them, all or none. A
// refusal by the reconciler is an error that says why; nothing is recorded then.
func (e *Engine) changeItem(ctx context.Context, id string, make change) error {
	if err := e.catchUp(ctx); err != nil {
		return err
	}
	s := e.active()
	var err error
	for range maxConflicts {
		if err = e.tryChange(ctx, s, id, make); !errors.Is(err, store.ErrConflict) {
			break
		}
	}
	if err == nil {
		e.emitState()
	}
	return err
}

func (e *Engine) tryChange(ctx context.Context, s *session, id string, make change) error {
	t := &s.talk
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	it := t.state.Item(id)
	if it == nil {
		return unknownItem(id)
	}
	from := delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: e.newID() + operatorTurn}}, Timestamp: e.now().UTC().Truncate(time.Millisecond)}
	deltas, err := make(it, t.state.FreeID(), from)
	if err != nil {
		return err
	}
	var j judgement
	err = j.judge(t.state, deltas, store.DeltaByOperator, "")
	switch {
	case err != nil:
	case j.rejected != "":
		err = fmt.Errorf("%s stays as it is: %s", id, j.rejected)
	default:
		err = s.commit(ctx, nil, j.events)
	}
	if err != nil {
		t.forget() // it is ahead of the Ledger
	}
	return err
}
