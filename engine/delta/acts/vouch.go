package acts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// Claim is what somebody beside the rules, a model, takes some words of a turn for.
type Claim struct {
	Kind       delta.Kind
	Quote      string // words of the turn, white space aside
	Summary    string // what they say, as the model puts it: which of them are meant
	Options    []string
	Target     *delta.Item // of what changes an item
	Resolution delta.Resolution
	Mode       delta.Mode
}

// Witness holds claims to a turn. What comes of one says what the turn says in its own
// words; the vetoes of the rules hold for it, and no likelihood is asked of it.
type Witness struct {
	*reader
	foreign bool // the turn is in another language, of which it cannot be told what settles
}

// NewWitness opens a turn. The state holds what the turns before and the rules' reading of
// this one have changed.
func NewWitness(state *delta.State, before []Turn, turn Turn) *Witness {
	p := open(turn)
	r := learned().reader(state, before, p)
	r.told = r.model.acts(r.scene)
	r.claimed = true
	return &Witness{r, foreignAfter(before, p)}
}

// Says reports whether words stand in the turn.
func (w *Witness) Says(quote string) bool { return len(w.touched(quote)) > 0 }

// Vouch makes the delta of a claim, or says why the turn does not bear it out.
func (w *Witness) Vouch(c Claim) (delta.Delta, string) {
	at, most := -1, -1
	about := english.Content(c.Summary)
	for _, i := range w.touched(c.Quote) {
		if n := english.Shared(w.units[i].content, about); n > most {
			at, most = i, n
		}
	}
	if at < 0 {
		return nil, "the quoted words do not stand in the turn"
	}
	if w.turn.Role == Assistant {
		if why := w.mayNot(at, c); why != "" {
			return nil, why
		}
	}
	w.out, w.laidOut = nil, 0
	if why := w.vouch(at, c); why != "" {
		return nil, why
	}
	if len(w.out) == 0 {
		return nil, "the quoted words do not say it"
	}
	return w.out[0], ""
}

// touched are the units that a quote touches, at the first place where it stands.
func (w *Witness) touched(quote string) (out []int) {
	quote = squeezed(quote)
	if quote == "" {
		return nil
	}
	for k := range w.pass {
		text := squeezed(w.pass[k].Text)
		for from := 0; from < len(text); {
			at := strings.Index(text[from:], quote)
			if at < 0 {
				break
			}
			start, end := from+at, from+at+len(quote)
			if from = end; !wholeWords(text, start, end) {
				continue
			}
			first, last := signsIn(text[:start]), signsIn(text[:end])
			for i := range w.units {
				u := &w.units[i]
				if u.passage != &w.pass[k] {
					continue
				}
				f, t := u.span(u.passage.Text)
				if signsIn(u.passage.Text[:f]) < last && first < signsIn(u.passage.Text[:t]) {
					out = append(out, i)
				}
			}
			return out
		}
	}
	return nil
}

// wholeWords reports whether no word is cut at either end of a stretch.
func wholeWords(text string, start, end int) bool {
	inWord := func(r rune, _ int) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return !(inWord(utf8.DecodeLastRuneInString(text[:start])) && inWord(utf8.DecodeRuneInString(text[start:]))) &&
		!(inWord(utf8.DecodeLastRuneInString(text[:end])) && inWord(utf8.DecodeRuneInString(text[end:])))
}

// signsIn counts the bytes of a text that are no white space.
func signsIn(text string) int {
	n := 0
	for w := range strings.FieldsSeq(text) {
		n += len(w)
	}
	return n
}

// mayNot says why the assistant cannot change this by its words, "" where it can: where
// it reports a choice or a result as done. The person's word settles.
func (w *Witness) mayNot(i int, c Claim) string {
	u := &w.units[i]
	switch c.Kind {
	case delta.GoalSetKind, delta.ConstraintAddedKind, delta.ConstraintRevisedKind:
		return "only the person sets goals and constraints, and the quoted words are the assistant's"
	case delta.DecisionMadeKind, delta.DecisionRevisedKind:
		if !u.clause.Has(english.Chosen, english.Keeping) || !u.clause.HasWord("i", "we") {
			return "the assistant's words report no choice, and nobody has accepted it"
		}
	case delta.TaskOpenedKind:
		if !u.clause.Has(english.Promise, english.PlanAhead) {
			return "the assistant's words commit to no work"
		}
	case delta.ItemSupersededKind:
		if c.Target != nil && c.Target.Kind != delta.Hypothesis && c.Target.Kind != delta.Fact {
			return "the assistant cannot take a " + string(c.Target.Kind) + " out of force"
		}
	}
	return ""
}

// vouch puts out the delta of a claim about a unit, or says why it bears none out.
func (w *Witness) vouch(i int, c Claim) string {
	u, a := &w.units[i], actsOf[c.Kind]
	if a == Decide && w.accepts(u) {
		a = Accept
	}
	if why := w.unsettled(i, a); why != "" {
		return why
	}
	if why := w.vetoed(i, a); why != "" {
		return settleNot + why
	}
	switch a {
	case Aim:
		if w.has(func(e *entry) bool { return e.kind == delta.Goal }) && !u.clause.Has(english.NewAim) {
			return "the session has a goal, and the quoted words set no other"
		}
		w.propose(i, a, &delta.GoalSet{Creation: w.creation(w.summary(i), delta.High)})
	case Accept:
		if !w.accept(i) {
			return "the quoted words settle nothing: nobody has proposed what they accept"
		}
	case Decide:
		if w.has(func(e *entry) bool {
			return e.kind == delta.Hypothesis && e.born == w.turn.ID && english.Overlap(u.content, e.stems) >= 0.5
		}) {
			return "the rules have read these words as an idea or an open choice"
		}
		w.decide(i)
	case Rule:
		w.rule(i)
	case Open:
		w.task(i)
	case State:
		w.fact(i)
	case Float:
		if !w.tentative(i) {
			return "nothing in the quoted words is tentative"
		}
		w.float(i)
	case Branch:
		if slices.ContainsFunc(c.Options, func(o string) bool { return !w.Says(o) }) {
			return "an option does not stand in the turn"
		}
		w.propose(i, a, &delta.BranchCreated{Creation: w.creation(strings.Join(c.Options, " | "), delta.Medium), Alternatives: c.Options})
	default:
		return w.change(i, a, c)
	}
	return ""
}

// has reports whether there is an open item that is so.
func (w *Witness) has(so func(*entry) bool) bool {
	return slices.ContainsFunc(w.entries, func(e *entry) bool { return e.open && so(e) })
}

// change is vouch for a claim that changes an item.
func (w *Witness) change(i int, a Act, c Claim) string {
	u := &w.units[i]
	at := slices.IndexFunc(w.entries, func(e *entry) bool { return e.id == c.Target.ID })
	if at < 0 {
		return "the item is too old to be meant"
	}
	e := w.entries[at]
	switch a {
	case Redecide:
		w.emit(&delta.DecisionRevised{TargetID: e.id, Summary: w.revised(i, e), Confidence: delta.High, Provenance: w.provenance()})
	case Rerule:
		w.emit(&delta.ConstraintRevised{TargetID: e.id, Summary: w.revised(i, e), Mode: c.Mode, Confidence: delta.High, Provenance: w.provenance()})
	case Close:
		done := u.clause.Has(english.Done, english.DidIt) && !u.clause.Negated()
		dropped := u.clause.Has(english.Retire, english.NoLonger, english.Reject)
		if Tentative(u.clause) != "" || c.Resolution == delta.Completed && !done || c.Resolution == delta.Abandoned && !dropped {
			return "the quoted words do not say that the task is " + string(c.Resolution)
		}
		w.emit(&delta.TaskClosed{TargetID: e.id, Resolution: c.Resolution, Confidence: delta.High, Provenance: w.provenance()})
	case Drop:
		gone := u.clause.Has(english.Retire, english.NoLonger, english.Wrong, english.Deny, english.Reject, english.Off, english.AfterAll,
			english.InsteadOf, english.NowIs, english.NewAim)
		if Tentative(u.clause) != "" || !gone && !(e.kind == delta.Hypothesis && w.chooses(u)) {
			return "the quoted words take nothing out of force"
		}
		w.emit(&delta.ItemSuperseded{TargetID: e.id, Reason: u.sentence.Text, Confidence: delta.High, Provenance: w.provenance()})
	}
	return ""
}

// leastHeard is how likely the rules must take a unit for a choice that somebody else does.
const leastHeard = 0.08

// settleNot begins why words settle nothing.
const settleNot = "the quoted words do not settle it: what they say "

// unsettled says why a unit settles nothing for its speaker, or leaves the choice open.
func (w *Witness) unsettled(i int, a Act) string {
	u := &w.units[i]
	if a == Float || a == Branch || a == Open || a == Aim {
		return ""
	}
	if why := Tentative(u.clause); why != "" && a != Accept {
		return settleNot + why
	}
	if why := w.hedged(i, a); why != "" {
		return why
	}
	if a == Decide || a == Redecide {
		return w.choosesNothing(i, a)
	}
	return ""
}

// choosesNothing says why a unit makes no choice, "" where it makes one.
func (w *Witness) choosesNothing(i int, a Act) string {
	u := &w.units[i]
	picked, c := w.picked(u) != nil, u.clause
	bare := len(u.content) < 2 && !c.Number() && !u.orders(english.Choose) && english.Shared(u.content, w.left.stems) == 0
	switch {
	case w.foreign:
		return "the quoted words are in a language of which it cannot be told what they settle"
	case a == Decide && (w.told[i][a] < leastHeard || bare && !picked),
		!w.chooses(u) && w.turn.Role == User,
		c.Word(1) == "me" && (c.Word(0) == "let" || c.Word(0) == "help"):
		return "the quoted words settle nothing"
	case a == Decide && !picked && u.work():
		return "the quoted words ask for work, and settle nothing"
	case a == Decide && w.has(func(e *entry) bool {
		return e.kind == delta.Hypothesis && e.born == w.turn.ID && english.Overlap(u.content, e.stems) >= 0.5
	}):
		return "the rules have read these words as an idea or an open choice"
	}
	return ""
}

// tentative reports whether a unit, or what stands beside it, holds anything tentative.
func (w *Witness) tentative(i int) bool {
	u := &w.units[i]
	return u.asked() || Tentative(u.clause) != "" || w.hedged(i, Decide) != "" ||
		u.clause.Has(english.Opinion, english.Estimate, english.Untested, english.Options, english.Lean)
}

// chooses reports whether a unit has a form in which people choose.
func (w *Witness) chooses(u *unit) bool { return u.chooses() || w.formed(u, Decide) }

// accepts reports whether a unit takes what was proposed and names no choice of its own.
func (w *Witness) accepts(u *unit) bool {
	c := u.clause
	own := w.picked(u) != nil || c.Has(english.Chosen, english.Choosing, english.Keeping) || u.orders(english.Work|english.Choose|english.Drop) && len(u.content) > 1
	return w.turn.Role == User && !own && c.Has(english.Accept, english.Answered, english.Confirm, english.DidIt)
}

// hedged says why what stands beside a unit takes it back: a hedge in its sentence
// where it decides, or one that is about nothing else ("not sure though").
func (w *Witness) hedged(i int, a Act) string {
	u := &w.units[i]
	decides := a == Decide || a == Redecide || a == Accept
	for k := range u.sentence.Clauses {
		if c := &u.sentence.Clauses[k]; c.Has(english.Hedge, english.Undecided) && (decides || len(c.Content()) <= 1) {
			return "the sentence that is quoted from is hedged"
		}
	}
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(w.units) && len(w.units[k].content) <= 1 && w.units[k].clause.Has(english.Hedge, english.Undecided) {
			return "the sentence beside the quoted one takes it back"
		}
	}
	return ""
}
