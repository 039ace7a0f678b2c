package delta

import (
	"time"
)

// Kind names one of the eleven kinds of deltas.
type Kind string

// The kinds of the delta type reference, backbone, knowledge and lifecycle.
const (
	GoalSetKind              Kind = "goal_set"
	DecisionMadeKind         Kind = "decision_made"
	DecisionRevisedKind      Kind = "decision_revised"
	ConstraintAddedKind      Kind = "constraint_added"
	ConstraintRevisedKind    Kind = "constraint_revised"
	TaskOpenedKind           Kind = "task_opened"
	TaskClosedKind           Kind = "task_closed"
	FactLearnedKind          Kind = "fact_learned"
	HypothesisIntroducedKind Kind = "hypothesis_introduced"
	BranchCreatedKind        Kind = "branch_created"
	ItemSupersededKind       Kind = "item_superseded"
)

// Kinds lists the kinds in the order of the reference.
var Kinds = []Kind{
	GoalSetKind, DecisionMadeKind, DecisionRevisedKind, ConstraintAddedKind, ConstraintRevisedKind, TaskOpenedKind,
	TaskClosedKind, FactLearnedKind, HypothesisIntroducedKind, BranchCreatedKind, ItemSupersededKind,
}

// Delta is one change of state that a turn asserts. The concrete types are
// pointers to the eleven structs below and to Foreign.
type Delta interface {
	Kind() Kind
	// From is where the delta comes from: its turns and its time.
	From() *Provenance
}

// Provenance is which turns settled a change, and when. A delta without a
// source turn is rejected.
type Provenance struct {
	SourceTurns []SourceTurn `json:"sourceTurns"`
	Timestamp   time.Time    `json:"timestamp,omitzero"`
}

// From is the provenance itself, for the types that embed it.
func (p *Provenance) From() *Provenance { return p }

// SourceTurn names a turn of the conversation.
type SourceTurn struct {
	TurnID string `json:"turnId"`
}

// Creation is what the deltas that make an item share.
type Creation struct {
	ID         string     `json:"id"`
	Summary    string     `json:"summary"`
	Confidence Confidence `json:"confidence,omitempty"`
	Scope      Scope      `json:"scope,omitempty"`
	Tags       []string   `json:"tags,omitempty"`
	Provenance
}

// GoalSet is what the session is trying to achieve, in broad terms.
type GoalSet struct{ Creation }

// DecisionMade is a settled choice; Alternatives are the options it rejects.
type DecisionMade struct {
	Creation
	Alternatives []string `json:"alternatives"`
}

// ConstraintAdded is a rule or boundary; a hard one is not negotiable.
type ConstraintAdded struct {
	Creation
	Hard bool `json:"hard"`
}

// TaskOpened is concrete work to be done.
type TaskOpened struct{ Creation }

// FactLearned is a stable piece of knowledge about the project.
type FactLearned struct{ Creation }

// HypothesisIntroduced is a tentative idea, which stays one until a later turn
// settles it.
type HypothesisIntroduced struct{ Creation }

// BranchCreated is a choice left open between alternatives. Its summary names
// the choice.
type BranchCreated struct {
	Creation
	Alternatives []string `json:"alternatives"`
}

// DecisionRevised gives an existing decision another answer.
type DecisionRevised struct {
	TargetID   string     `json:"targetId"`
	Summary    string     `json:"summary"`
	Confidence Confidence `json:"confidence,omitempty"`
	Provenance
}

// ConstraintRevised gives an existing constraint other content.
type ConstraintRevised struct {
	TargetID   string     `json:"targetId"`
	Summary    string     `json:"summary"`
	Mode       Mode       `json:"mode"`
	Confidence Confidence `json:"confidence,omitempty"`
	Provenance
}

// Mode tells which way a constraint was revised.
type Mode string

// The modes of constraint_revised.
const (
	Relaxed   Mode = "relaxed"   // more is allowed now
	Tightened Mode = "tightened" // less is
	Amended   Mode = "amended"   // neither
)

// TaskClosed ends an open task.
type TaskClosed struct {
	TargetID   string     `json:"targetId"`
	Resolution Resolution `json:"resolution"`
	Confidence Confidence `json:"confidence,omitempty"`
	Provenance
}

// Resolution tells how a task ended.
type Resolution string

// The resolutions of task_closed.
const (
	Completed Resolution = "completed"
	Abandoned Resolution = "abandoned"
)

// ItemSuperseded takes an item out of force; NewItemID is what replaced it.
type ItemSuperseded struct {
	TargetID   string     `json:"targetId"`
	NewItemID  string     `json:"newItemId,omitempty"`
	Reason     string     `json:"reason"`
	Confidence Confidence `json:"confidence,omitempty"`
	Provenance
}

// Foreign is a delta that is none of the eleven: of an unknown kind, or of a
// known one with fields that cannot be read. The reconciler rejects it, and
// its text is kept for the log.
type Foreign struct {
	Name  Kind
	Fault string // what is wrong with it, one sentence
	Raw   []byte // JSON
	Provenance
}

// The kinds of the concrete types.
func (*GoalSet) Kind() Kind              { return GoalSetKind }
func (*DecisionMade) Kind() Kind         { return DecisionMadeKind }
func (*DecisionRevised) Kind() Kind      { return DecisionRevisedKind }
func (*ConstraintAdded) Kind() Kind      { return ConstraintAddedKind }
func (*ConstraintRevised) Kind() Kind    { return ConstraintRevisedKind }
func (*TaskOpened) Kind() Kind           { return TaskOpenedKind }
func (*TaskClosed) Kind() Kind           { return TaskClosedKind }
func (*FactLearned) Kind() Kind          { return FactLearnedKind }
func (*HypothesisIntroduced) Kind() Kind { return HypothesisIntroducedKind }
func (*BranchCreated) Kind() Kind        { return BranchCreatedKind }
func (*ItemSuperseded) Kind() Kind       { return ItemSupersededKind }
func (f *Foreign) Kind() Kind            { return f.Name }

// Created is the part of d that makes an item, or nil.
func Created(d Delta) *Creation {
	switch d := d.(type) {
	case *GoalSet:
		return &d.Creation
	case *DecisionMade:
		return &d.Creation
	case *ConstraintAdded:
		return &d.Creation
	case *TaskOpened:
		return &d.Creation
	case *FactLearned:
		return &d.Creation
	case *HypothesisIntroduced:
		return &d.Creation
	case *BranchCreated:
		return &d.Creation
	}
	return nil
}

// Target is the id of the item that d changes, for reading and writing, or nil
// if d makes a new one.
func Target(d Delta) *string {
	switch d := d.(type) {
	case *DecisionRevised:
		return &d.TargetID
	case *ConstraintRevised:
		return &d.TargetID
	case *TaskClosed:
		return &d.TargetID
	case *ItemSuperseded:
		return &d.TargetID
	}
	return nil
}
