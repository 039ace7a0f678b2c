package second

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
)

// Finding is a proposal after it was checked.
type Finding struct {
	Delta delta.Delta
	// Refused says why it goes no further, "" where it is for the reconciler to
	// judge.
	Refused string
}

// Check holds proposals to the turns that were asked about and to the state as
// it is now. What the state holds already, by the rules' reading of the same
// turns or from before, is counted as known and not proposed again.
//
// The deltas are new ones each time; ids of new items are provisional until
// delta.Normalise.
func Check(q Question, state *delta.State, proposals []Proposal) (found []Finding, known int) {
	c := checker{q: q, state: state}
	for _, t := range q.Now {
		c.now = append(c.now, speechOf(t))
	}
	c.heard()
	for i := range proposals {
		f, again := c.check(&proposals[i], i)
		if again {
			known++
			continue
		}
		if f.Refused == "" {
			c.taken = append(c.taken, f.Delta)
		}
		found = append(found, f)
	}
	c.link()
	return found, known
}

type checker struct {
	q     Question
	state *delta.State
	now   []speech
	// before is the content of what was shown beside the turn itself, all that of
	// the whole question.
	before, all []string
	taken       []delta.Delta
}

// heard collects the words that a summary may be made of.
func (c *checker) heard() {
	c.before = c.q.heardBefore()
	for _, k := range c.q.Shortlist {
		c.before = append(c.before, k.stems...)
	}
	c.all = slices.Clone(c.before)
	for _, t := range c.q.Now {
		c.all = append(c.all, english.Content(spoken(t))...)
	}
}

// Bounds on what a proposal says, in bytes.
const (
	maxWords   = 280 // of a summary
	maxQuote   = 600
	maxOptions = 8
)

// check checks one proposal; again tells that the state holds it.
func (c *checker) check(p *Proposal, n int) (f Finding, again bool) {
	all := c.provenance(c.q.Now)
	if p.Fault != "" {
		return Finding{p.foreign(all), p.Fault}, false
	}
	p.Summary = strings.Join(strings.Fields(p.Summary), " ")
	refused := func(why string) (Finding, bool) {
		return Finding{p.delta(n, all), why}, false
	}
	switch {
	case acts.Secret(p.Summary) || acts.Secret(p.Quote) || acts.Secret(strings.Join(p.Alternatives, "\n")):
		return Finding{}, true // it goes nowhere, not even among what was refused
	case len(p.Quote) > maxQuote:
		return refused("it quotes more than a sentence")
	case len(p.Summary) > maxWords:
		p.Summary = cut(p.Summary, maxWords)
		return refused("its summary is longer than a sentence")
	}
	var target *delta.Item
	if delta.Target(p.delta(n, all)) != nil {
		if !slices.ContainsFunc(c.q.Shortlist, func(k Known) bool { return k.ID == p.Target }) {
			p.Target = cut(p.Target, maxName)
			return refused(fmt.Sprintf("%q is none of the items that could be named", p.Target))
		}
		target = c.state.Item(p.Target)
	}
	var places []evidence
	for i := range c.now {
		places = append(places, c.now[i].find(p.Quote)...)
	}
	if len(places) == 0 {
		return refused("the quoted words do not stand in the turn")
	}
	if c.known(p, target) {
		return Finding{}, true
	}
	why := ""
	for i := range places {
		if why = c.fault(p, &places[i], target); why == "" {
			return Finding{Delta: p.delta(n, c.provenance([]acts.Turn{places[i].turn}))}, false
		}
	}
	return refused(why)
}

func (c *checker) provenance(turns []acts.Turn) delta.Provenance {
	var p delta.Provenance
	for _, t := range turns {
		p.SourceTurns = append(p.SourceTurns, delta.SourceTurn{TurnID: t.ID})
		p.Timestamp = t.At
	}
	return p
}

// fault says why a place of the turn does not bear a proposal out, "" where it
// does.
func (c *checker) fault(p *Proposal, e *evidence, target *delta.Item) string {
	if why := p.mayNot(e, target); why != "" {
		return why
	}
	switch p.Kind {
	case delta.HypothesisIntroducedKind:
		if !floats(e) {
			return "nothing in the quoted words is tentative"
		}
		return c.invented(p, e)
	case delta.BranchCreatedKind:
		return c.invented(p, e)
	case delta.TaskClosedKind:
		return closes(p, e)
	}
	if why := tentative(e, p.decides()); why != "" {
		return why
	}
	if p.Kind == delta.ItemSupersededKind {
		return c.ends(e, target)
	}
	if why := c.unsaid(p, e, target); why != "" {
		return why
	}
	switch {
	case p.decides() && c.readAsIdea(p, e):
		return "the rules have read these words as an idea or an open choice"
	case p.decides() && !c.q.settles(e) && c.fromIdea(p):
		return "it would make a decision of what is only an idea or an open choice: the quoted words settle nothing"
	case p.decides() && !c.q.settles(e):
		return "the quoted words settle nothing"
	case p.Kind == delta.GoalSetKind && c.hasGoal() && !e.has(english.NewAim):
		return "the session has a goal, and the quoted words set no other"
	}
	return ""
}

// closes says why words do not end a task.
func closes(p *Proposal, e *evidence) string {
	if why := tentative(e, false); why != "" {
		return why
	}
	done := e.has(english.Done, english.DidIt) && !slices.ContainsFunc(e.clauses, func(c *english.Clause) bool { return c.Negated() })
	dropped := e.has(english.Retire, english.NoLonger, english.Reject)
	if p.Resolution == delta.Completed && !done || p.Resolution == delta.Abandoned && !dropped {
		return "the quoted words do not say that the task is " + string(p.Resolution)
	}
	return ""
}

// ends says why words do not take an item out of force. An idea or an open
// choice also ends when something is chosen.
func (c *checker) ends(e *evidence, target *delta.Item) string {
	gone := e.has(english.Retire, english.NoLonger, english.Wrong, english.Deny, english.Reject, english.Off, english.AfterAll, english.InsteadOf, english.NowIs, english.NewAim)
	if gone || target != nil && target.Kind == delta.Hypothesis && c.q.settles(e) {
		return ""
	}
	return "the quoted words take nothing out of force"
}

// unsaid says why a settling proposal's summary is not what the words say.
func (c *checker) unsaid(p *Proposal, e *evidence, target *delta.Item) string {
	stems := english.Content(p.Summary)
	if len(stems) == 0 {
		return "its summary says nothing"
	}
	if why := c.invented(p, e); why != "" {
		return why
	}
	said := e.content()
	if 2*english.Shared(stems, said) >= len(stems) {
		if negated(e, stems) && !slices.Contains(english.Meaning(p.Summary), "not") {
			return "the quoted words say the opposite"
		}
		return ""
	}
	if target != nil && c.q.settles(e) || accepts(e) && p.Kind != delta.FactLearnedKind && p.Kind != delta.GoalSetKind {
		return ""
	}
	return "the quoted words do not say it"
}

// invented says which part of a proposal nobody has said. What a person settles
// is made of what was said up to then: not of how the assistant took it.
func (c *checker) invented(p *Proposal, e *evidence) string {
	heard := c.all
	if e.turn.Role == acts.User {
		heard = slices.Concat(c.before, english.Content(spoken(e.turn)))
	}
	for _, text := range append([]string{p.Summary}, p.Alternatives...) {
		stems := english.Content(text)
		if 2*english.Shared(stems, heard) < len(stems) {
			return "half of its words were said by nobody"
		}
		for _, s := range stems {
			if _, err := strconv.ParseFloat(s, 64); err == nil && !slices.Contains(heard, s) {
				return fmt.Sprintf("nobody has said %q", s)
			}
		}
	}
	return ""
}

// decides reports whether a proposal settles a choice.
func (p *Proposal) decides() bool {
	return p.Kind == delta.DecisionMadeKind || p.Kind == delta.DecisionRevisedKind
}

// readAsIdea reports whether a decision is about a hypothesis or branch that the
// same turn has brought: one turn does not both float and settle it.
func (c *checker) readAsIdea(p *Proposal, e *evidence) bool {
	stems := english.Content(p.Summary)
	return slices.ContainsFunc(c.state.Items(), func(it *delta.Item) bool {
		return it.Open() && it.Kind == delta.Hypothesis && it.SourceTurns[0].TurnID == e.turn.ID && alike(stems, it.Content())
	})
}

// fromIdea reports whether a decision is about an open hypothesis or branch.
func (c *checker) fromIdea(p *Proposal) bool {
	stems := english.Content(p.Summary)
	return slices.ContainsFunc(c.state.Items(), func(it *delta.Item) bool {
		return it.Open() && it.Kind == delta.Hypothesis && alike(stems, it.Content())
	})
}

// alike reports whether two texts are about the same: half of the shorter one.
func alike(a, b []string) bool { return english.Shared(a, b) > 0 && english.Overlap(a, b) >= 0.5 }

func (c *checker) hasGoal() bool {
	return slices.ContainsFunc(c.state.Items(), func(it *delta.Item) bool { return it.Open() && it.Kind == delta.Goal })
}

// link names the decision that took the place of an idea, as a rule would.
func (c *checker) link() {
	for _, d := range c.taken {
		gone, ok := d.(*delta.ItemSuperseded)
		if !ok {
			continue
		}
		target := c.state.Item(gone.TargetID)
		for _, other := range c.taken {
			if made, ok := other.(*delta.DecisionMade); ok && target != nil && target.Kind == delta.Hypothesis && alike(english.Content(made.Summary), target.Content()) {
				gone.NewItemID = made.ID
			}
		}
	}
}

// delta is what is proposed, as a delta.
func (p *Proposal) delta(n int, from delta.Provenance) delta.Delta {
	confidence := p.Confidence
	if confidence == "" || confidence == delta.High && (p.Kind == delta.HypothesisIntroducedKind || p.Kind == delta.BranchCreatedKind) {
		confidence = delta.Medium
	}
	made := delta.Creation{
		ID: "second-" + strconv.Itoa(n+1), Summary: p.Summary, Confidence: confidence, Scope: delta.Session, Provenance: from,
	}
	options := []string{}
	for _, a := range p.Alternatives[:min(len(p.Alternatives), maxOptions)] {
		if a = strings.Join(strings.Fields(a), " "); a != "" && utf8.ValidString(a) {
			options = append(options, cut(a, maxSummary))
		}
	}
	switch p.Kind {
	case delta.GoalSetKind:
		return &delta.GoalSet{Creation: made}
	case delta.DecisionMadeKind:
		return &delta.DecisionMade{Creation: made, Alternatives: options}
	case delta.ConstraintAddedKind:
		return &delta.ConstraintAdded{Creation: made, Hard: p.Hard == nil || *p.Hard}
	case delta.TaskOpenedKind:
		return &delta.TaskOpened{Creation: made}
	case delta.FactLearnedKind:
		return &delta.FactLearned{Creation: made}
	case delta.HypothesisIntroducedKind:
		return &delta.HypothesisIntroduced{Creation: made}
	case delta.BranchCreatedKind:
		return &delta.BranchCreated{Creation: made, Alternatives: options}
	case delta.DecisionRevisedKind:
		return &delta.DecisionRevised{TargetID: p.Target, Summary: p.Summary, Confidence: confidence, Provenance: from}
	case delta.ConstraintRevisedKind:
		return &delta.ConstraintRevised{TargetID: p.Target, Summary: p.Summary, Mode: p.Mode, Confidence: confidence, Provenance: from}
	case delta.TaskClosedKind:
		return &delta.TaskClosed{TargetID: p.Target, Resolution: p.Resolution, Confidence: confidence, Provenance: from}
	case delta.ItemSupersededKind:
		reason := p.Summary
		if reason == "" {
			reason = strings.Join(strings.Fields(p.Quote), " ")
		}
		return &delta.ItemSuperseded{TargetID: p.Target, Reason: reason, Confidence: confidence, Provenance: from}
	}
	return p.foreign(from)
}

// foreign is what is no delta, with where it comes from: as a document of its
// own, which says so too once it is read again.
func (p *Proposal) foreign(from delta.Provenance) delta.Delta {
	raw, err := json.Marshal(struct {
		Kind     delta.Kind      `json:"kind"`
		Proposed json.RawMessage `json:"proposed"`
		delta.Provenance
	}{p.Kind, p.Raw, from})
	if err != nil { // not of what was parsed
		raw = []byte("{}")
	}
	return &delta.Foreign{Name: p.Kind, Raw: raw, Fault: p.Fault, Provenance: from}
}
