package acts

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// entry is an item that a turn can refer to.
type entry struct {
	id      string
	kind    delta.ItemKind
	branch  bool
	summary string
	options []string    // of a branch
	stems   []string    // of what it says, its options included
	each    [][]string  // stems of each option
	age     int         // turns since it was last touched, 1 for the turn before
	born    string      // the turn that made it
	held    delta.Delta // what proposes it, where the state does not have it yet
	open    bool
	picked  bool // an option of it was chosen
}

// scene is a turn with what stands around it.
type scene struct {
	*page
	first   bool // the conversation's first turn of this speaker
	early   bool // among the first of the conversation
	entries []*entry
	before  *page  // the other speaker's last turn
	left    left   // what that left for an answer
	born    [7]int // how many items of which kind the turn before has made
}

// left is what a turn leaves for an answer, by its form.
type left struct {
	asks, offers, options, ideas bool
	stems, asked                 []string // of all, and of what it asks
}

// awaits reports whether a turn leaves something that an answer may be to.
func (l *left) awaits() bool { return l.asks || l.options || l.ideas }

// unit notes the features of the i-th unit of a scene.
func (s *sink) unit(sc *scene, i int) {
	u := &sc.units[i]
	role := string(sc.turn.Role[:1])
	s.words(u, role)
	s.grammar(u, role)
	s.place(sc, i, role)
	s.beside(sc, i, role)
	s.context(sc, u, role)
	s.pattern(u, role)
	s.answer(sc, i, role)
}

// pattern notes the word classes of the unit's tokens.
func (s *sink) pattern(u *unit, role string) {
	tokens := u.clause.Tokens
	var tags []byte
	for i := range tokens {
		tags = append(tags, tokens[i].Tag())
	}
	for i := range tags {
		if i >= 1 && i <= 4 {
			s.add(role, "t:", string(tags[:i+1]))
		}
		if i >= 2 {
			s.add("tt:", string(tags[i-2:i+1]))
		}
	}
	if len(tags) <= 6 {
		s.add(role, "T:", string(tags), "$")
	}
	if n := len(tags); n >= 2 {
		s.add(role, "te:", string(tags[n-2:]))
	}
}

// answer notes how the unit stands to what the turn before has left.
func (s *sink) answer(sc *scene, i int, role string) {
	u := &sc.units[i]
	noun := "v"
	if u.clause.Verb < 0 {
		noun = "n"
	}
	if u.clause.Command {
		noun = "c"
	}
	where := "r"
	if i == 0 {
		where = "f"
	}
	l := &sc.left
	for _, x := range [...]struct {
		name string
		is   bool
	}{{"asks", l.asks}, {"offers", l.offers}, {"options", l.options}, {"ideas", l.ideas}} {
		if x.is {
			s.add(role, "re:", x.name, noun, where)
		}
	}
	if !l.asks && !l.options && !l.ideas {
		s.add(role, "re:nothing", noun, where)
	}
	if role == "u" {
		if p := sc.picked(u); p != nil {
			how := "named"
			if p.pointed {
				how = "pointed"
			}
			if p.entry.age <= 1 {
				how += "now"
			}
			s.add(role, "picked:", how)
			s.add(role, "picked:", how, noun, bucket(len(u.content)))
		}
	}
	if n := english.Shared(u.content, l.asked); n > 0 {
		s.add(role, "asked:", bucket(n), noun)
	}
	first := &sc.units[0]
	if i > 0 {
		s.cues(role+"F:", first.clause, english.Accept, english.Reject, english.Confirm, english.Deny, english.Answered,
			english.Done, english.Hedge, english.Thanks, english.Ack)
	}
	for k, n := range sc.born {
		if n > 0 {
			s.add(role, "born:", entryKinds[k])
			s.add(role, "born:", entryKinds[k], noun, where)
		}
	}
}

// shape is how a token counts among words.
func shape(t *english.Token) string {
	switch t.Class {
	case english.Code:
		return "<code>"
	case english.Number:
		return "<num>"
	}
	if t.Quoted {
		return "<quoted>"
	}
	return t.Word
}

func (s *sink) words(u *unit, role string) {
	tokens := u.clause.Tokens
	prev := "^"
	for i := range tokens {
		w := shape(&tokens[i])
		s.add("w:", w)
		s.add(role, "w:", w)
		s.add("b:", prev, " ", w)
		if i == 0 {
			s.add(role, "f:", w)
		}
		if i == 1 {
			s.add(role, "g:", prev, " ", w)
		}
		prev = w
	}
	s.add("l:", prev)
	for _, c := range u.others {
		for i := range c.Tokens {
			s.add("x:", shape(&c.Tokens[i]))
		}
	}
}

func (s *sink) grammar(u *unit, role string) {
	c := u.clause
	s.cues(role+"c:", c)
	for q := range english.AllCues {
		if c.Starts(q) {
			s.add(role, "C:", q.String())
		}
	}
	for _, o := range u.others {
		s.cues(role+"o:", o, english.Hedge, english.Must, english.Never, english.Undecided, english.Retire)
	}
	s.is(role, "command", c.Command)
	s.is(role, "asked", c.Asked)
	s.is(role, "marked", u.sentence.Marked)
	s.is(role, "askedWhole", u.sentence.Asked)
	s.is(role, "cond", c.Conditional || c.Lead == english.If)
	s.is(role, "report", c.Report != nil)
	s.is(role, "distant", c.Report != nil && c.Report.Distant)
	s.is(role, "neg", c.Negated())
	s.is(role, "num", c.Number())
	s.add(role, "lead:", strconv.Itoa(int(c.Lead)))
	if c.Command {
		if v, ok := c.VerbAt(c.Order); ok {
			s.add(role, "order:", v.Lemma)
			s.classes(role, "orders:", v.Class)
		}
	}
	if c.Verb >= 0 {
		if v, ok := c.VerbAt(c.Verb); ok {
			s.add(role, "verb:", v.Lemma)
			s.add(role, "form:", strconv.Itoa(int(v.Form)))
			s.classes(role, "verbs:", v.Class)
		} else {
			s.add(role, "verb:", c.Word(c.Verb))
		}
		if c.Verb > 0 {
			s.add(role, "subj:", shape(&c.Tokens[0]))
			s.add(role, "subjn:", bucket(c.Verb))
			s.add(role, "sv:", shape(&c.Tokens[0]), " ", c.Word(c.Verb))
		}
	} else {
		s.add(role, "noverb")
	}
	s.add(role, "len:", bucket(len(c.Tokens)))
	s.add(role, "content:", bucket(len(u.content)))
}

func (s *sink) classes(role, name string, c english.VerbClass) {
	for bit := range 8 {
		if c&(1<<bit) != 0 {
			s.add(role, name, strconv.Itoa(bit))
		}
	}
}

func (s *sink) place(sc *scene, i int, role string) {
	u := &sc.units[i]
	p := u.passage
	s.add(role, "p:", strconv.Itoa(int(p.Kind)))
	if p.Kind == prose.Item {
		s.is(role, "ordered", p.Ordered)
		s.is(role, "nested", p.Nested)
		s.add(role, "box:", strconv.Itoa(int(p.Box)))
	}
	s.is(role, "strong", len(p.Strong) > 0)
	s.layout(sc, u, role)
	s.is(role, "first", i == 0)
	s.is(role, "last", i+1 == len(sc.units))
	s.is(role, "only", len(sc.units) == 1)
	s.add(role, "at:", bucket(i))
	s.add(role, "of:", bucket(len(sc.units)))
	s.is(role, "inSentence", u.number > 0)
	s.is(role, "opening", sc.first)
	s.is(role, "openingFirst", sc.first && i == 0)
	s.is(role, "early", sc.early)
	s.is(role, "code", sc.code)
	if sc.first {
		s.add(role, "open:", bucket(i))
		s.add(role, "openf:", shape(&u.clause.Tokens[0]))
	}
}

// layout notes how the unit stands in lists and alternatives.
func (s *sink) layout(sc *scene, u *unit, role string) {
	p := u.passage
	if p.List > 0 {
		n := 0
		var intro *prose.Passage
		for k := range sc.pass {
			if sc.pass[k].List == p.List && !sc.pass[k].Nested {
				if n == 0 && k > 0 {
					intro = &sc.pass[k-1]
				}
				n++
			}
		}
		s.add(role, "items:", bucket(n))
		if intro != nil && intro.List == 0 {
			for _, q := range [...]english.Cue{english.Options, english.AskChoice, english.PlanAhead, english.Hedge, english.Done,
				english.NextUp, english.Promise, english.Must, english.NeedWork, english.Request, english.Suggest} {
				if sc.introHas(intro, q) {
					s.add(role, "intro:", q.String())
				}
			}
			if strings.HasSuffix(intro.Text, "?") {
				s.add(role, "introasked")
			}
		}
		return
	}
	or, either := false, false
	for i := range u.sentence.Clauses {
		c := &u.sentence.Clauses[i]
		or = or || c.HasWord("or") || c.Lead == english.Or
		either = either || c.HasWord("either")
	}
	if or {
		s.add(role, "or")
		if u.sentence.Asked {
			s.add(role, "orasked")
		}
	}
	if either {
		s.add(role, "either")
	}
	for k := range sc.pass {
		if &sc.pass[k] == p && k+1 < len(sc.pass) && sc.pass[k+1].List > 0 {
			s.add(role, "introduces")
		}
	}
}

// introHas reports whether a passage holds a cue.
func (p *page) introHas(intro *prose.Passage, q english.Cue) bool {
	for i := range p.units {
		if p.units[i].passage == intro && p.units[i].clause.Has(q) {
			return true
		}
	}
	return false
}

// beside notes what stands before and after the unit in its turn.
func (s *sink) beside(sc *scene, i int, role string) {
	near := func(name string, k int) {
		if k < 0 || k >= len(sc.units) {
			return
		}
		o := &sc.units[k]
		same := "n"
		if o.sentence == sc.units[i].sentence {
			same = "s"
		}
		s.cues(role+name+same+"c:", o.clause)
		s.add(role, name, same, "f:", shape(&o.clause.Tokens[0]))
		if o.asked() {
			s.add(role, name, same, "asked")
		}
		if o.clause.Command {
			s.add(role, name, same, "command")
		}
	}
	near("-", i-1)
	near("+", i+1)
}

// context notes what the turn answers and what the unit echoes.
func (s *sink) context(sc *scene, u *unit, role string) {
	few := len(u.content) <= 3
	s.is(role, "asks", sc.left.asks)
	s.is(role, "offers", sc.left.offers)
	s.is(role, "options", sc.left.options)
	s.is(role, "ideas", sc.left.ideas)
	if few {
		s.is(role, "asksFew", sc.left.asks)
		s.is(role, "optionsFew", sc.left.options)
		s.is(role, "ideasFew", sc.left.ideas)
		s.is(role, "offersFew", sc.left.offers)
	}
	if n := english.Shared(u.content, sc.left.stems); n > 0 {
		s.add(role, "echo:", bucket(n))
		s.is(role, "echoAll", n == len(u.content))
	}
	var best [7]float64
	var of [7]*entry
	for _, e := range sc.entries {
		if !e.open {
			continue
		}
		k := kindOf(e)
		if k < 0 {
			continue
		}
		n := english.Shared(u.content, e.stems)
		if n == 0 {
			continue
		}
		o := float64(n) / float64(min(len(u.content), len(e.stems))+1)
		if o > best[k] {
			best[k], of[k] = o, e
		}
	}
	for k, o := range best {
		if o == 0 {
			continue
		}
		name := entryKinds[k]
		switch {
		case o > 0.6:
			s.add(role, "sim:", name, "3")
			fallthrough
		case o > 0.45:
			s.add(role, "sim:", name, "2")
			fallthrough
		case o > 0.3:
			s.add(role, "sim:", name, "1")
		}
		s.add(role, "sim:", name)
		if of[k].age <= 2 {
			s.add(role, "near:", name)
			if o > 0.3 {
				s.add(role, "near1:", name)
			}
		}
		if u.clause.Command {
			s.add(role, "simcommand:", name)
		}
		if u.clause.Number() {
			s.add(role, "simnumber:", name)
		}
		if u.clause.Verb < 0 {
			s.add(role, "simnoverb:", name)
		}
		if u.clause.Has(english.Done) {
			s.add(role, "simdone:", name)
		}
		if otherNumber(u.content, of[k].stems) {
			s.add(role, "othernum:", name)
		}
	}
}

var entryKinds = [...]string{"goal", "decision", "rule", "task", "fact", "idea", "choice"}

func kindOf(e *entry) int {
	switch e.kind {
	case delta.Goal:
		return 0
	case delta.Decision:
		return 1
	case delta.Constraint:
		return 2
	case delta.Task:
		return 3
	case delta.Fact:
		return 4
	case delta.Hypothesis:
		if e.branch {
			return 6
		}
		return 5
	}
	return -1
}

// otherNumber reports whether both texts have numbers and the first has one that the
// second lacks.
func otherNumber(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return isNumber(w) && !english.Holds(b, w) }) && slices.ContainsFunc(b, isNumber)
}

func isNumber(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }
