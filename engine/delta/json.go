package delta

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Envelope is a delta as JSON: its fields with "kind" in front. Reading never
// fails on a delta that is merely wrong: that is for the reconciler to judge,
// so it becomes a Foreign.
type Envelope struct{ Delta }

// MarshalJSON writes the delta with its kind.
func (e Envelope) MarshalJSON() ([]byte, error) {
	if f, ok := e.Delta.(*Foreign); ok {
		return f.Raw, nil
	}
	if e.Delta == nil {
		return []byte("null"), nil
	}
	body, err := json.Marshal(e.Delta)
	if err != nil {
		return nil, fmt.Errorf("writing a %s: %w", e.Kind(), err)
	}
	return append(fmt.Appendf(nil, `{"kind":%q,`, string(e.Kind())), body[1:]...), nil
}

// UnmarshalJSON reads a delta of any kind.
func (e *Envelope) UnmarshalJSON(src []byte) error {
	var head struct {
		Kind Kind `json:"kind"`
	}
	raw := bytes.Clone(src)
	if err := json.Unmarshal(src, &head); err != nil {
		e.Delta = &Foreign{Raw: raw, Fault: "the delta is not an object with a kind"}
		return nil
	}
	d := blank(head.Kind)
	if d == nil {
		e.Delta = foreign(head.Kind, raw, fmt.Sprintf("unknown kind %q", head.Kind))
		return nil
	}
	if err := json.Unmarshal(src, d); err != nil {
		e.Delta = foreign(head.Kind, raw, fmt.Sprintf("a field of the %s cannot be read: %v", head.Kind, err))
		return nil
	}
	e.Delta = d
	return nil
}

// foreign keeps a delta that cannot be taken, with the provenance that it has.
func foreign(kind Kind, raw []byte, fault string) *Foreign {
	f := &Foreign{Name: kind, Raw: raw, Fault: fault}
	if json.Unmarshal(raw, &f.Provenance) != nil {
		f.Provenance = Provenance{}
	}
	return f
}

// blank is an empty delta of a kind, or nil if the kind is unknown.
func blank(k Kind) Delta {
	switch k {
	case GoalSetKind:
		return &GoalSet{}
	case DecisionMadeKind:
		return &DecisionMade{Alternatives: []string{}}
	case DecisionRevisedKind:
		return &DecisionRevised{}
	case ConstraintAddedKind:
		return &ConstraintAdded{}
	case ConstraintRevisedKind:
		return &ConstraintRevised{}
	case TaskOpenedKind:
		return &TaskOpened{}
	case TaskClosedKind:
		return &TaskClosed{}
	case FactLearnedKind:
		return &FactLearned{}
	case HypothesisIntroducedKind:
		return &HypothesisIntroduced{}
	case BranchCreatedKind:
		return &BranchCreated{}
	case ItemSupersededKind:
		return &ItemSuperseded{}
	}
	return nil
}

// Wrap puts deltas into envelopes.
func Wrap(deltas []Delta) []Envelope {
	out := make([]Envelope, len(deltas))
	for i, d := range deltas {
		out[i] = Envelope{d}
	}
	return out
}

// Unwrap takes deltas out of their envelopes.
func Unwrap(envelopes []Envelope) []Delta {
	out := make([]Delta, 0, len(envelopes))
	for _, e := range envelopes {
		if e.Delta != nil {
			out = append(out, e.Delta)
		}
	}
	return out
}
