package acts

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// Read proposes what a turn changes. The state holds what the turns before it
// changed; of those turns the last Window are enough. The state is not changed,
// and ids of new items are provisional until delta.Normalise.
func Read(state *delta.State, before []Turn, turn Turn) []delta.Delta {
	return learned().Read(state, before, turn)
}

// Read is Read with another model than the one that the project ships with.
func (m *Model) Read(state *delta.State, before []Turn, turn Turn) []delta.Delta {
	p := open(turn)
	if turn.Role != User && turn.Role != Assistant || silent(before, p) {
		return nil
	}
	r := m.reader(state, before, p)
	r.told = m.acts(r.scene)
	if turn.Role == User {
		r.user()
	} else {
		r.assistant()
	}
	return r.out
}

// reader reads one turn.
type reader struct {
	*scene
	model      *Model
	told       []spread
	held       []*entry // ideas and choices of the last turn that wait for this one
	out        []delta.Delta
	made       []made
	ids        int
	isDocument bool    // it was written elsewhere,
	own        int     // but for as many units
	claimed    bool    // somebody else has said what its words do: no form is asked of them
	laidOut    int     // up to which unit choices are laid out already
	deed       Deed    // for which the unit was taken, None where form alone tells,
	likely     float64 // and how likely that is
}

// made is what a unit has made.
type made struct {
	unit int
	act  Act
	id   string
}

func (m *Model) reader(state *delta.State, before []Turn, p *page) *reader {
	r := &reader{model: m, scene: lookAt(p, state, before)}
	r.isDocument = r.document()
	r.own = r.introduced()
	if !r.isDocument && continues(before, p.turn) {
		r.isDocument, r.own = true, 0
	}
	if p.turn.Role == User && r.before != nil {
		r.hold(state, before)
	}
	return r
}

// mostOwn is how many units somebody writes before what they paste.
const mostOwn = 5

// introduced is how many units of a document stand in a short paragraph before the rest.
func (r *reader) introduced() int {
	n := 0
	for n < len(r.units) && r.units[n].passage == &r.pass[0] && r.pass[0].Kind == prose.Paragraph {
		n++
	}
	if n > mostOwn {
		return 0
	}
	return n
}

// hold reads what the assistant has laid out in the turn before: it waits for this
// one.
func (r *reader) hold(state *delta.State, before []Turn) {
	n := len(before) - 1
	if silent(before[:n], r.scene.before) {
		return
	}
	o := &reader{model: r.model, scene: lookAt(r.scene.before, state, before[:n]), ids: 500}
	o.told = o.model.acts(o.scene)
	o.layOut()
	for _, d := range o.out {
		e := entryOf(d)
		r.held = append(r.held, e)
		r.entries = append(r.entries, e)
	}
	r.left = leftBy(r.scene.before, r.entries)
	r.count()
}

func (r *reader) id() string {
	r.ids++
	return "new-" + strconv.Itoa(r.ids)
}

func (r *reader) provenance() delta.Provenance {
	return delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: r.turn.ID}}, Timestamp: r.turn.At}
}

// creation is the common part of a new item.
func (r *reader) creation(summary string, c delta.Confidence) delta.Creation {
	return delta.Creation{ID: r.id(), Summary: summary, Confidence: c, Scope: delta.Session, Provenance: r.provenance()}
}

// emit puts a delta out.
func (r *reader) emit(d delta.Delta) {
	r.out = append(r.out, d)
	if r.model.Weigh != nil {
		r.model.Weigh(Weighed{d, r.turn.Role, r.deed, r.likely})
	}
}

func (r *reader) propose(i int, a Act, d delta.Delta) {
	if e := entryOf(d); e != nil && Secret(e.summary+"\n"+strings.Join(e.options, "\n")) {
		return
	}
	r.emit(d)
	if c := delta.Created(d); c != nil {
		r.made = append(r.made, made{i, a, c.ID})
		if e := entryOf(d); e != nil {
			e.age = 0
			r.entries = append(r.entries, e)
		}
	}
}

// best is the likeliest act of a unit with how likely it is, None where that does not
// reach what is asked of it: a less likely act does not stand in for it.
func (r *reader) best(i int) (Act, float64) {
	if r.retires(i) && r.vetoed(i, Drop) == "" {
		return Drop, 1
	}
	if r.settles(i) && r.vetoed(i, Decide) == "" {
		return Decide, 1
	}
	a, most := None, 0.0
	for act := Aim; act < Acts; act++ {
		p := r.told[i][act] * r.outright(i, act)
		if p > most && p >= Floor && r.vetoed(i, act) == "" {
			a, most = act, p
		}
	}
	if most < r.least(Deed(a)) {
		return None, 1
	}
	return a, most
}

// take is the act that a unit is taken for.
func (r *reader) take(i int) Act {
	a, likely := r.best(i)
	r.deed, r.likely = Deed(a), likely
	return a
}

// retires reports whether the user orders in so many words that an item be dropped:
// all that a unit says beside the verb stands in the item.
func (r *reader) retires(i int) bool {
	u := &r.units[i]
	if r.turn.Role != User || !u.clause.Has(english.Retire) || u.clause.Negated() || len(u.content) < 2 {
		return false
	}
	return slices.ContainsFunc(r.entries, func(e *entry) bool {
		n := english.Shared(u.content, e.stems)
		again := e.kind == delta.Task && n == len(u.content) // the same order once more
		return e.open && e.age > 0 && n >= len(u.content)-1 && !again
	})
}

// settles reports whether the user says in so many words that something is decided, or
// proposes to do it in the form in which people settle on things: what that makes no
// model has to tell.
func (r *reader) settles(i int) bool {
	u := &r.units[i]
	c := u.clause
	if r.turn.Role != User || c.Report != nil || c.Negated() || Tentative(c) != "" || u.under() || len(u.content) < 2 || !r.formed(u, Decide) {
		return false
	}
	if at := c.At(english.Chosen); at == 0 || at < 0 && c.Starts(english.Choosing) && slices.Contains([]string{"i", "we"}, c.Word(0)) {
		return true
	}
	at := c.Order
	switch {
	case c.Starts(english.LetUs):
		at = c.Behind(english.LetUs)
	case !c.Command || at+1 >= len(c.Tokens) || c.Tokens[at+1].Function(): // "use Redis for the cache" names what is chosen
		return false
	}
	v, ok := c.VerbAt(at)
	indefinite := slices.Contains([]string{"a", "an"}, c.Word(at+1)) // "let's take a look" settles nothing
	return ok && v.Class&english.Choose != 0 && v.Class&english.Work == 0 && v.Lemma != "let" && !indefinite
}

// outright is by how much more an act counts that a unit of the user says in so many
// words: most where somebody settles on something ("we will use", "let's go with"),
// less where they say what must be, or that something is so. What they tell of the moment
// counts for less.
func (r *reader) outright(i int, a Act) float64 {
	c := r.units[i].clause
	if r.turn.Role != User || c.Report != nil {
		return 1
	}
	switch {
	case a == Decide && r.units[i].chooses() && !c.Negated():
		switch {
		case c.HasWord("want", "like", "prefer"): // wishes pass
			return 1
		case c.At(english.Choosing) == 0 && c.Verb > 0:
			return 8
		}
		return 4
	case a == Decide && c.Has(english.ItIs, english.Chosen, english.LetUs) && !c.Negated(),
		a == Rule && (c.Has(english.Must, english.Never, english.Off) || c.Verb < 0 && c.Word(0) == "no" || c.Word(0) == "always"):
		return 2.5
	case a == State && r.units[i].passes():
		return 0.5
	}
	return 1
}
