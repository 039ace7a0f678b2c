package delta

import (
	"fmt"
	"slices"
	"strings"
)

// Reconcile judges one delta and, if it holds, applies it. The event says what
// was decided, with the reason of a rejection; a rejected delta changes
// nothing but the sequence number.
//
// It never fails and never panics, whatever the delta.
func (s *State) Reconcile(d Delta) Event {
	s.seq++
	if d == nil {
		return Event{Type: Rejected, Seq: s.seq, Reason: "there is no delta"}
	}
	e := Event{Seq: s.seq, Timestamp: d.From().Timestamp, Delta: Envelope{d}}
	changed, reason := s.apply(d)
	if reason != "" {
		e.Type, e.Reason = Rejected, reason
		return e
	}
	s.log = append(s.log, d)
	e.Type, e.ItemID, e.ResultingStatus = Accepted, changed.ID, changed.Status
	return e
}

// Refuse tells of a delta that is not taken for a reason that was found before it
// came to be judged. It changes nothing but the sequence number.
func (s *State) Refuse(d Delta, reason string) Event {
	s.seq++
	return Event{Type: Rejected, Seq: s.seq, Timestamp: d.From().Timestamp, Delta: Envelope{d}, Reason: reason}
}

// apply returns the item that d made or changed, or why it cannot.
func (s *State) apply(d Delta) (*Item, string) {
	if f, ok := d.(*Foreign); ok {
		return nil, f.Fault
	}
	if reason := provenanceFault(d.From()); reason != "" {
		return nil, reason
	}
	if made := Created(d); made != nil {
		return s.create(d, made)
	}
	target := s.items[*Target(d)]
	if target == nil {
		return nil, fmt.Sprintf("target %q not found", *Target(d))
	}
	if reason := s.revisionFault(d, target); reason != "" {
		return nil, reason
	}
	switch d := d.(type) {
	case *DecisionRevised:
		target.revise(d.Summary, d.Confidence)
	case *ConstraintRevised:
		target.revise(d.Summary, d.Confidence)
	case *TaskClosed:
		target.Status, target.Resolution = Resolved, d.Resolution
	case *ItemSuperseded:
		target.Status, target.Reason, target.ReplacedBy = Superseded, d.Reason, d.NewItemID
	}
	target.touch(d.From())
	return target, ""
}

// provenanceFault requires that a delta names its turns.
func provenanceFault(p *Provenance) string {
	if len(p.SourceTurns) == 0 {
		return "no provenance: sourceTurns is empty"
	}
	for _, t := range p.SourceTurns {
		if strings.TrimSpace(t.TurnID) == "" {
			return "no provenance: a source turn has no turnId"
		}
	}
	return ""
}

// create makes the item of a creating delta.
func (s *State) create(d Delta, made *Creation) (*Item, string) {
	if reason := s.creationFault(d, made); reason != "" {
		return nil, reason
	}
	it := &Item{
		ID: made.ID, Summary: strings.TrimSpace(made.Summary), Status: Active,
		Confidence: made.Confidence, Scope: made.Scope, Tags: slices.Clone(made.Tags),
	}
	if it.Confidence == "" {
		it.Confidence = High
	}
	if it.Scope == "" {
		it.Scope = Session
	}
	it.Kind, _ = Makes(d)
	switch d := d.(type) {
	case *DecisionMade:
		it.Alternatives = slices.Clone(d.Alternatives)
	case *ConstraintAdded:
		it.tag(map[bool]string{true: HardTag, false: SoftTag}[d.Hard])
	case *HypothesisIntroduced:
		it.Status = Tentative
	case *BranchCreated:
		it.Status, it.Alternatives = Tentative, slices.Clone(d.Alternatives)
		it.tag(BranchTag)
		if it.Summary == "" {
			it.Summary = strings.Join(d.Alternatives, " | ")
		}
	}
	it.identify()
	it.touch(made.From())
	s.insert(it)
	return it, ""
}

// creationFault says why a creating delta cannot be taken.
func (s *State) creationFault(d Delta, made *Creation) string {
	switch {
	case strings.TrimSpace(made.ID) == "":
		return "the new item has no id"
	case s.items[made.ID] != nil:
		return fmt.Sprintf("there is an item %q already", made.ID)
	case made.Confidence != "" && !slices.Contains(Confidences, made.Confidence):
		return fmt.Sprintf("unknown confidence %q", made.Confidence)
	case made.Scope != "" && !slices.Contains(Scopes, made.Scope):
		return fmt.Sprintf("unknown scope %q", made.Scope)
	}
	if b, ok := d.(*BranchCreated); ok {
		if len(b.Alternatives) < 2 {
			return "a branch needs two alternatives at least"
		}
		return ""
	}
	if strings.TrimSpace(made.Summary) == "" {
		return "the new item has no summary"
	}
	return ""
}

// revisionFault says why a delta cannot be taken by its target. Revisions are
// scoped by type, and only what is in force can change.
func (s *State) revisionFault(d Delta, target *Item) string {
	wants := map[Kind]ItemKind{DecisionRevisedKind: Decision, ConstraintRevisedKind: Constraint, TaskClosedKind: Task}
	if want, scoped := wants[d.Kind()]; scoped && target.Kind != want {
		return fmt.Sprintf("target %q is a %s, and %s can only change a %s", target.ID, target.Kind, d.Kind(), want)
	}
	if !target.Open() {
		return fmt.Sprintf("target %q is %s already", target.ID, target.Status)
	}
	switch d := d.(type) {
	case *DecisionRevised:
		return summaryFault(d.Summary, d.Confidence)
	case *ConstraintRevised:
		if d.Mode != Relaxed && d.Mode != Tightened && d.Mode != Amended {
			return fmt.Sprintf("unknown mode %q", d.Mode)
		}
		return summaryFault(d.Summary, d.Confidence)
	case *TaskClosed:
		if d.Resolution != Completed && d.Resolution != Abandoned {
			return fmt.Sprintf("unknown resolution %q", d.Resolution)
		}
	case *ItemSuperseded:
		return s.supersessionFault(d, target)
	}
	return ""
}

func summaryFault(summary string, c Confidence) string {
	if strings.TrimSpace(summary) == "" {
		return "the revision has no summary"
	}
	if c != "" && !slices.Contains(Confidences, c) {
		return fmt.Sprintf("unknown confidence %q", c)
	}
	return ""
}

// supersessionFault keeps tasks to task_closed, and replacements real.
func (s *State) supersessionFault(d *ItemSuperseded, target *Item) string {
	switch {
	case d.NewItemID == target.ID:
		return fmt.Sprintf("item %q cannot replace itself", target.ID)
	case d.NewItemID != "" && s.items[d.NewItemID] == nil:
		return fmt.Sprintf("replacement %q not found", d.NewItemID)
	case target.Kind == Task:
		return fmt.Sprintf("target %q is a task: tasks are closed, not superseded", target.ID)
	}
	return ""
}

// revise gives an item other content.
func (it *Item) revise(summary string, c Confidence) {
	it.Summary, it.SemanticID = strings.TrimSpace(summary), ""
	it.identify()
	if c != "" {
		it.Confidence = c
	}
}

// touch appends the turns that it does not have yet.
func (it *Item) touch(p *Provenance) {
	for _, t := range p.SourceTurns {
		if !slices.Contains(it.SourceTurns, t) {
			it.SourceTurns = append(it.SourceTurns, t)
		}
	}
	it.LastTouched = p.Timestamp
}

func (it *Item) tag(name string) {
	if !slices.Contains(it.Tags, name) {
		it.Tags = append(it.Tags, name)
	}
}
