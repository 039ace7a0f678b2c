package second

import (
	"cmp"
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
// turns or from before, is counted as known and not proposed again. What is left
// says what the turn says, in the turn's words.
//
// The deltas are new ones each time; ids of new items are provisional until
// delta.Normalise.
func Check(q Question, state *delta.State, proposals []Proposal) (found []Finding, known int) {
	c := checker{q: q, state: state}
	for i, t := range q.Now {
		c.now = append(c.now, acts.NewWitness(state, slices.Concat(q.Before, q.Now[:i]), t))
	}
	c.before = q.heardBefore()
	for _, k := range c.q.Shortlist {
		c.before = append(c.before, k.stems...)
	}
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
	q      Question
	state  *delta.State
	now    []*acts.Witness // of the turns
	before []string        // the content of what was shown beside the turns
	taken  []delta.Delta
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
	p.Summary = cmp.Or(p.Summary, strings.Join(strings.Fields(p.Quote), " ")) // small models leave it out
	var target *delta.Item
	if delta.Target(p.delta(n, all)) != nil {
		if !slices.ContainsFunc(c.q.Shortlist, func(k Known) bool { return k.ID == p.Target }) {
			p.Target = cut(p.Target, maxName)
			return refused(fmt.Sprintf("%q is none of the items that could be named", p.Target))
		}
		target = c.state.Item(p.Target)
	}
	if c.known(p, target) {
		return Finding{}, true
	}
	why := "the quoted words do not stand in the turn"
	words := p.Kind != delta.TaskClosedKind && p.Kind != delta.ItemSupersededKind // count
	for i, w := range c.now {
		if !w.Says(p.Quote) {
			continue
		}
		if why = c.invented(p, c.q.Now[i]); words && why != "" {
			continue
		}
		var d delta.Delta
		if d, why = w.Vouch(p.claim(target)); why == "" {
			if why = p.opposes(d); why == "" {
				p.sign(d, n)
				return Finding{Delta: d}, false
			}
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

// heardBefore is the content of the turns before.
func (q Question) heardBefore() []string {
	var out []string
	for _, t := range q.Before {
		out = append(out, english.Content(cut(proseOf(t.Content), maxContext))...)
	}
	return out
}

// invented says which part of a proposal nobody has said up to a turn: a model that
// makes words up has not read it. What a person settles is none of how the assistant
// took it.
func (c *checker) invented(p *Proposal, turn acts.Turn) string {
	heard := slices.Clone(c.before)
	for _, t := range c.q.Now {
		if heard = append(heard, english.Content(spoken(t))...); t.ID == turn.ID {
			break
		}
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

// opposes says why a proposal does not say what the turn says: that is negated.
func (p *Proposal) opposes(d delta.Delta) string {
	said := english.Meaning(delta.Says(d))
	if p.Summary == "" || !slices.Contains(said, "not") || slices.Contains(said, "instead") || slices.Contains(english.Meaning(p.Summary), "not") {
		return ""
	}
	return "the quoted words say the opposite"
}

// decides reports whether a proposal settles a choice.
func (p *Proposal) decides() bool {
	return p.Kind == delta.DecisionMadeKind || p.Kind == delta.DecisionRevisedKind
}

// alike reports whether two texts are about the same: half of the shorter one.
func alike(a, b []string) bool { return english.Shared(a, b) > 0 && english.Overlap(a, b) >= 0.5 }

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

// claim is the proposal as a claim about a turn.
func (p *Proposal) claim(target *delta.Item) acts.Claim {
	return acts.Claim{
		Kind: p.Kind, Quote: p.Quote, Summary: p.Summary, Options: p.options(), Target: target, Resolution: p.Resolution, Mode: p.Mode,
	}
}

// sign puts what the proposal adds to what the turn says: how sure the model is.
func (p *Proposal) sign(d delta.Delta, n int) {
	switch d := d.(type) {
	case *delta.DecisionRevised:
		d.Confidence = p.sureness()
	case *delta.ConstraintRevised:
		d.Confidence = p.sureness()
	case *delta.TaskClosed:
		d.Confidence = p.sureness()
	case *delta.ItemSuperseded:
		d.Confidence = p.sureness()
	case *delta.ConstraintAdded:
		d.Hard = d.Hard && (p.Hard == nil || *p.Hard)
	}
	if made := delta.Created(d); made != nil {
		made.ID, made.Confidence = "second-"+strconv.Itoa(n+1), p.sureness()
	}
}

// sureness is how sure a model may be: of an idea not very.
func (p *Proposal) sureness() delta.Confidence {
	if p.Confidence == "" || p.Confidence == delta.High && (p.Kind == delta.HypothesisIntroducedKind || p.Kind == delta.BranchCreatedKind) {
		return delta.Medium
	}
	return p.Confidence
}

// options are the alternatives that are proposed.
func (p *Proposal) options() []string {
	out := []string{}
	for _, a := range p.Alternatives[:min(len(p.Alternatives), maxOptions)] {
		if a = strings.Join(strings.Fields(a), " "); a != "" && utf8.ValidString(a) {
			out = append(out, cut(a, maxSummary))
		}
	}
	return out
}

// delta is what is proposed, as a delta that is refused.
func (p *Proposal) delta(n int, from delta.Provenance) delta.Delta {
	text, err := json.Marshal(struct {
		Kind         delta.Kind       `json:"kind"`
		ID           string           `json:"id"`
		TargetID     string           `json:"targetId"`
		Summary      string           `json:"summary"`
		Reason       string           `json:"reason"`
		Alternatives []string         `json:"alternatives"`
		Hard         bool             `json:"hard"`
		Mode         delta.Mode       `json:"mode"`
		Resolution   delta.Resolution `json:"resolution"`
		Confidence   delta.Confidence `json:"confidence"`
		Scope        delta.Scope      `json:"scope"`
		delta.Provenance
	}{
		p.Kind, "second-" + strconv.Itoa(n+1), p.Target, p.Summary, p.Summary, p.options(),
		p.Hard == nil || *p.Hard, p.Mode, p.Resolution, p.sureness(), delta.Session, from,
	})
	var d delta.Envelope
	if err != nil || json.Unmarshal(text, &d) != nil {
		return p.foreign(from)
	}
	return d.Delta
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
