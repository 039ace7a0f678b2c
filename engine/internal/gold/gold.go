package gold

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
)

// Conversation is turns with the deltas that careful readers see in them.
type Conversation struct {
	Name      string      `json:"name"`
	Turns     []acts.Turn `json:"turns"`
	Expected  []Label     `json:"expectedDeltas"`
	Forbidden []Forbidden `json:"forbidden"`
}

// Label is an expected delta.
type Label struct {
	Delta    delta.Delta
	Optional bool
}

// UnmarshalJSON reads a delta with the mark that it is optional.
func (l *Label) UnmarshalJSON(src []byte) error {
	var e delta.Envelope
	if err := json.Unmarshal(src, &e); err != nil {
		return err
	}
	if f, ok := e.Delta.(*delta.Foreign); ok {
		return fmt.Errorf("a label is no delta: %s", f.Fault)
	}
	l.Delta = e.Delta
	return json.Unmarshal(src, &struct {
		Optional *bool `json:"optional"`
	}{&l.Optional})
}

// Forbidden is a tempting false positive: a kind that a turn does not hold.
type Forbidden struct {
	Kind   delta.Kind `json:"kind"`
	TurnID string     `json:"turnId"`
	Why    string     `json:"why"`
}

// Parse reads a labelled conversation and checks that its labels hold
// together.
func Parse(src []byte) (Conversation, error) {
	var c Conversation
	if err := json.Unmarshal(src, &c); err != nil {
		return c, fmt.Errorf("reading a labelled conversation: %w", err)
	}
	turns := map[string]bool{}
	for _, t := range c.Turns {
		turns[t.ID] = true
	}
	ids := map[string]bool{}
	for i, l := range c.Expected {
		for _, s := range l.Delta.From().SourceTurns {
			if !turns[s.TurnID] {
				return c, fmt.Errorf("%s, label %d: there is no turn %q", c.Name, i+1, s.TurnID)
			}
		}
		if made := delta.Created(l.Delta); made != nil {
			ids[made.ID] = true
		} else if target := *delta.Target(l.Delta); !ids[target] {
			return c, fmt.Errorf("%s, label %d: no label before it makes %q", c.Name, i+1, target)
		}
	}
	return c, nil
}

// Count is how many predictions are right and wrong, and how many labels were
// missed.
type Count struct{ Right, Wrong, Missed int }

// F1 is the harmonic mean of precision and recall; 1 where there is nothing to
// find and nothing was found.
func (c Count) F1() float64 {
	if c.Right+c.Wrong+c.Missed == 0 {
		return 1
	}
	return 2 * float64(c.Right) / float64(2*c.Right+c.Wrong+c.Missed)
}

func (c *Count) add(o Count) { c.Right += o.Right; c.Wrong += o.Wrong; c.Missed += o.Missed }

// Report is the score of one or more conversations.
type Report struct {
	Total Count
	Kinds map[delta.Kind]Count
	// Canonized are predictions that make truth of what was tentative or not
	// said: the errors that cost trust.
	Canonized []string
	Details   []string // one line for each wrong prediction and missed label
	Wrong     map[delta.Delta]bool
}

// Known is the line of the trainer's report that tells how the weights do on the talk that
// they were learned from.
const Known = "On the talk that it has learned from its F1 is %.3f, and %d are canonized."

// Add sums reports.
func (r *Report) Add(o Report) {
	r.Total.add(o.Total)
	if r.Kinds == nil {
		r.Kinds, r.Wrong = map[delta.Kind]Count{}, map[delta.Delta]bool{}
	}
	maps.Copy(r.Wrong, o.Wrong)
	for k, c := range o.Kinds {
		sum := r.Kinds[k]
		sum.add(c)
		r.Kinds[k] = sum
	}
	r.Canonized = append(r.Canonized, o.Canonized...)
	r.Details = append(r.Details, o.Details...)
}

// Score compares predicted deltas with the labels.
func Score(c Conversation, predicted []delta.Delta) Report {
	m := newMatching(c, predicted)
	r := Report{Kinds: map[delta.Kind]Count{}, Wrong: map[delta.Delta]bool{}}
	note := func(k delta.Kind, one Count) {
		sum := r.Kinds[k]
		sum.add(one)
		r.Kinds[k] = sum
		r.Total.add(one)
	}
	for i, l := range c.Expected {
		switch {
		case l.Optional:
		case m.found[i]:
			note(l.Delta.Kind(), Count{Right: 1})
		default:
			note(l.Delta.Kind(), Count{Missed: 1})
			r.Details = append(r.Details, c.Name+" missed "+describe(l.Delta))
		}
	}
	for i, d := range predicted {
		if m.label[i] >= 0 {
			continue
		}
		note(d.Kind(), Count{Wrong: 1})
		r.Wrong[d] = true
		r.Details = append(r.Details, c.Name+" wrong "+describe(d))
		if canonizes(c, d) {
			r.Canonized = append(r.Canonized, c.Name+" "+describe(d))
		}
	}
	return r
}

// canonizes tells a prediction that takes for true what the labels hold for
// tentative, or forbid.
func canonizes(c Conversation, d delta.Delta) bool {
	switch d.Kind() {
	case delta.DecisionMadeKind, delta.FactLearnedKind, delta.ConstraintAddedKind, delta.GoalSetKind:
	default:
		return false
	}
	for _, f := range c.Forbidden {
		if f.Kind == d.Kind() && cites(d, f.TurnID) {
			return true
		}
	}
	for _, l := range c.Expected {
		k := l.Delta.Kind()
		if (k == delta.HypothesisIntroducedKind || k == delta.BranchCreatedKind) && sameTurn(d, l.Delta) && overlap(d, l.Delta) >= threshold {
			return true
		}
	}
	return false
}

func cites(d delta.Delta, turn string) bool {
	return slices.Contains(d.From().SourceTurns, delta.SourceTurn{TurnID: turn})
}

func sameTurn(a, b delta.Delta) bool {
	return slices.ContainsFunc(a.From().SourceTurns, func(t delta.SourceTurn) bool { return cites(b, t.TurnID) })
}

func describe(d delta.Delta) string {
	return fmt.Sprintf("%s at %s: %s", d.Kind(), d.From().SourceTurns[0].TurnID, text(d))
}

// text is what a delta is compared by: what it says, or the options of a choice.
func text(d delta.Delta) string {
	if branch, ok := d.(*delta.BranchCreated); ok {
		return strings.Join(branch.Alternatives, " ")
	}
	return delta.Says(d)
}

// threshold is the part of the shorter text's content words that two texts
// must share.
const threshold = 0.5

func overlap(a, b delta.Delta) float64 {
	x, y := text(a), text(b)
	if strings.EqualFold(x, y) {
		return 1
	}
	return english.Overlap(english.Content(x), english.Content(y))
}
