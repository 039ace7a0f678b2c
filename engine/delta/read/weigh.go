package read

import (
	"math"
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// sign is something about an assertion that speaks for or against its being a
// stable piece of knowledge.
type sign struct {
	tells  func(*evidence) bool
	weight int // hundredths of the logarithm of the odds
}

// evidence is an assertion that is weighed.
type evidence struct {
	*reader
	unit
	over int // its weight by hand, above what it needs
}

// signs are what is looked at beside the weight by hand. Their weights were
// fitted to labelled conversations by logistic regression, each conversation
// judged by what the others taught; a sign that did not help there is not here.
var signs = []sign{
	{func(e *evidence) bool { return e.over >= -2 }, 34},                                     // by hand: too light by two
	{func(e *evidence) bool { return e.over >= -1 }, 30},                                     // by one
	{func(e *evidence) bool { return e.over >= 0 }, 78},                                      // heavy enough
	{func(e *evidence) bool { return e.over > 0 }, 31},                                       // and more
	{func(e *evidence) bool { return e.over > 1 }, 58},                                       // and more
	{func(e *evidence) bool { return len(e.Content()) < 2 }, -99},                            // one word
	{func(e *evidence) bool { return len(e.Content()) >= 3 }, 17},                            // three or more
	{func(e *evidence) bool { return len(e.Content()) >= 6 }, 33},                            // six or more
	{func(e *evidence) bool { return len(e.Tokens) <= 4 }, -33},                              // short
	{func(e *evidence) bool { return e.Verb < 0 }, -35},                                      // a fragment
	{func(e *evidence) bool { return e.Verb == 0 }, -44},                                     // its subject left out
	{func(e *evidence) bool { return e.Number() }, 36},                                       // counts
	{func(e *evidence) bool { return figures(e.Clause) }, 45},                                // in figures
	{func(e *evidence) bool { return namesSomething(e.unit) }, 19},                           // names somebody or something
	{func(e *evidence) bool { return pastTense(e.Clause) }, 59},                              // tells what happened
	{func(e *evidence) bool { return e.Negated() }, -12},                                     // denies
	{func(e *evidence) bool { return becomes(e.Clause, "a", "an", "the", "our", "my") }, 82}, // says what something is
	{func(e *evidence) bool {
		return becomes(e.Clause, "in", "on", "at", "from", "behind", "by", "under")
	}, 119}, // where it is
	{func(e *evidence) bool { return pointedAt(e.Clause, "this", "that", "these", "those") }, -211}, // speaks of what was just said
	{func(e *evidence) bool { return pointedAt(e.Clause, "he", "she") }, -73},                       // of somebody
	{func(e *evidence) bool { return pointedAt(e.Clause, "you") }, -138},                            // of the other speaker
	{func(e *evidence) bool { return pointedAt(e.Clause, "i") }, -20},                               // of the speaker
	{func(e *evidence) bool { return pointedAt(e.Clause, "no", "nothing", "nobody") }, -55},         // of none
	{func(e *evidence) bool { return pointedAt(e.Clause, "all", "each", "every", "both") }, 37},     // of all
	{func(e *evidence) bool { return e.Lead == english.Opens }, -38},                                // opens its sentence
	{func(e *evidence) bool { return e.after() != nil && e.after().Lead == english.But }, -92},      // there is a but
	{func(e *evidence) bool { return e.s == &e.p.sentences[0] }, -60},                               // the first sentence of its block
	{func(e *evidence) bool { return len(e.p.sentences) == 1 }, 43},                                 // the only one
	{func(e *evidence) bool { return strings.HasSuffix(strings.TrimSpace(e.s.Text), ":") }, -115},   // announces
	{func(e *evidence) bool { return e.questions() }, -43},                                          // in a turn that asks
	{func(e *evidence) bool { return e.last.info }, 63},                                             // after a question how things are
	{func(e *evidence) bool { return e.last.info && e.opening(e.unit) }, 34},                        // which it answers
	{func(e *evidence) bool { return e.memory.recent(suspicions, 2) != nil }, 50},                   // after a suspicion
	{func(e *evidence) bool {
		h := e.memory.recent(suspicions, 2)
		return h != nil && english.Shared(e.Content(), h.stems) > 0
	}, 82}, // of which it speaks
	{func(e *evidence) bool { return e.memory.recent(proposals, 1) != nil }, 54}, // after a proposal
	{func(e *evidence) bool { return e.felt(e.unit) }, -182},                     // with feeling
	{func(e *evidence) bool { return e.Has(english.Ack) }, -108},
	{func(e *evidence) bool { return e.Has(english.NeedWork) && !e.Has(english.InPassing) }, -105},
	{func(e *evidence) bool { return e.Has(english.Aim) }, -91},
	{func(e *evidence) bool { return e.Has(english.Promise) }, -115},
	{func(e *evidence) bool { return e.Has(english.Retire) }, -144},
	{func(e *evidence) bool { return e.Has(english.Thanks, english.Request) }, -110},
	{func(e *evidence) bool { return e.Has(english.AfterAll) }, -119},
	{func(e *evidence) bool { return e.Has(english.InPassing) }, -6},
	{func(e *evidence) bool { return e.Has(english.Passing) }, -28},
	{func(e *evidence) bool { return e.Has(english.Must) }, -34},
	{func(e *evidence) bool {
		return e.Has(english.Never, english.Soft, english.Suggest, english.Defer)
	}, -172},
	{func(e *evidence) bool { return e.Number() && e.valueOf(e.unit) }, -89}, // a number for what has one
}

// weighing are the signs as they are weighed.
var weighing = func() (out balance[*evidence]) {
	for _, s := range signs {
		out.put(s.tells, s.weight)
	}
	return out.sorted()
}()

// factBar is what the signs must come to at least, and before any is seen.
const (
	factBias = -159
	factBar  = -50
)

// knowledge tells an assertion that is a stable piece of knowledge.
func (r *reader) knowledge(u unit) bool {
	r.told = weighing.comesTo(r.evidence(u), factBias, factBar)
	return r.told >= factBar || r.plain(u, asFact) || r.turn.Role == User && mentioned(u)
}

// signsOf is what the signs of an assertion come to, however little that is.
func (r *reader) signsOf(u unit) int {
	return weighing.comesTo(r.evidence(u), factBias, math.MinInt)
}

func (r *reader) evidence(u unit) *evidence {
	r.evident = evidence{r, u, weight(r, u) - r.bar(u)}
	return &r.evident
}

// bar is the weight that a statement needs: in the course of a talk, what
// answers no question and speaks of nothing that was just spoken of is more
// often an anecdote, a symptom or a remark than knowledge.
func (r *reader) bar(u unit) int {
	switch {
	case r.first, r.last.info, u.Has(english.InPassing, english.Cause, english.Habit), u.Verb > 0 && firm(u.Clause) && u.Word(start(u.Clause)) != "they", english.Shared(u.Content(), r.last.stems) > 0:
		return 2
	case u.Verb > 0 && english.IsBe(u.Word(u.Verb)) && (u.Word(start(u.Clause)) == "the" || u.Word(start(u.Clause)) == "our") && u.HasWord("in", "on", "by", "at", "behind", "from", "under", "inside"):
		return 2 // where a thing is, or who did it
	}
	return 3
}

// weight says how much a statement looks like a stable piece of knowledge; 2
// is enough.
func weight(r *reader, u unit) int {
	c := u.Clause
	if c.Verb < 0 {
		return 2
	}
	w := 0
	content := c.Content()
	subject := c.ContentTo(c.Verb)
	if len(content) >= 3 {
		w++
	}
	if len(subject) > 0 {
		w++
	}
	first := c.Word(0)
	if i := start(c); i < len(c.Tokens) {
		first = c.Word(i)
	}
	switch first {
	case "there":
		w++
	case "i":
		w -= 2
		if r.first && keeps(c) {
			w += 3 // what the speaker works with
		}
		if learns(c) {
			w += 4
		}
	case "you", "he", "she":
		w -= 2
	case "we", "they", "our":
		if v := c.Word(c.Verb); v == "have" || v == "are" || v == "use" || v == "run" || v == "do" || v == "own" {
			w++
		}
	case "it", "that", "this", "these", "those":
		w--
	}
	if c.Verb > 0 && c.Word(c.Verb-1) == "i" && first != "i" {
		w -= 2 // fronted: "every quarter I gather …"
	}
	if (first == "they" || first == "he" || first == "she") && !c.Number() && !r.last.asks {
		w--
	}
	digits := hasClass(c.Tokens, english.Code, english.Number)
	if digits {
		w++
	}
	if r.last.asks && !r.first && len(content) >= 2 {
		w++ // an answer
	}
	if c.HasWord("measured", "counted", "checked") || u.at > 0 && u.before().HasWord("measured", "counted", "checked") || u.Lead == english.Colon && digits {
		w += 2
	}
	if c.Has(english.Habit) || r.pasted && first == "so" || u.Lead == english.So && r.pasted {
		w++
	}
	if english.IsBe(c.Word(c.Verb)) && c.HasWord("on", "in", "from", "by", "at", "of", "behind", "under") {
		w++
	}
	if c.Has(english.InPassing, english.Cause) {
		w++
	}
	if c.Has(english.Passing) {
		w -= 2
	}
	if c.Has(english.Opinion, english.Feeling) {
		w -= 3
	}
	if c.Has(english.History) || pastTense(c) && !c.Has(english.Cause, english.InPassing) && !c.HasWord("measured", "counted") {
		w--
		if !digits || first == "i" || first == "we" || c.Has(english.History) {
			w--
		}
	}
	if v := c.Word(c.Verb); start(c) > c.Verb {
		w++ // "you need to know that …"
	} else if v == "can" && c.Word(c.Verb+1) == "not" && !digits || v == "needs" || v == "need" {
		w -= 2
	}
	v := c.Word(c.Verb)
	if english.IsModal(v) && v != "can" && !(v == "will" && first != "i" && first != "we" && first != "it") {
		w -= 2
	}
	if c.HasWord("feel", "feels", "think", "thinks", "believes", "says", "want", "wants", "hope", "wish", "guess", "sounds") {
		w -= 2
	}
	if u.Aside {
		w--
	}
	if r.turn.Role == User && !r.first && !r.last.asks && pastTense(c) && !c.Has(english.Cause, english.InPassing, english.Habit) && !c.HasWord("measured", "counted", "checked") {
		w-- // an incident
	}
	if r.turn.Role == User && !r.first && !r.last.asks && c.HasWord("shows", "finds", "prints", "returns", "says", "missing", "appears", "displays", "creates", "gives", "look", "looks") {
		w -= 2 // the outcome of a trial
	}
	if c.Verb == 0 && r.turn.Role == User {
		w -= 2 // what the speaker did
	}
	if r.weighsOptions(u) {
		w -= 3
	}
	if c.HasWord("too") && (english.IsBe(v) || c.HasWord("find", "feels", "seems")) || c.HasWord("whether") || c.HasWord("asked", "asks", "wonders") {
		w -= 2
	}
	if strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		w -= 3
	}
	if !r.first && !digits && !c.Has(english.Habit) && !c.Has(english.InPassing, english.Cause) && !c.Negated() && !firm(c) {
		w--
	}
	if r.first {
		w++
	}
	return w
}

// keeps tells what the speaker has, uses or does as a rule.
func keeps(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	return ok && v.Form&english.Base != 0 && slices.Contains([]string{"have", "use", "write", "work", "run", "do", "own", "maintain", "live", "develop", "teach", "manage", "keep", "sell", "host", "look", "read", "speak", "publish"}, v.Lemma) && !pastTense(c) && !c.HasWord("want", "would", "like", "need")
}

// learns tells a report of what was found out: "I noticed that …".
func learns(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	if c.HasWord("can") && c.HasWord("tell") && c.HasWord("you") {
		return true
	}
	if !ok || !slices.Contains([]string{"notice", "learn", "find", "discover", "see", "realise", "realize", "hear", "check", "measure", "count"}, v.Lemma) {
		return false
	}
	for i := c.Verb + 1; i < len(c.Tokens); i++ {
		if english.IsFinite(c.Word(i)) || c.Word(i) == "that" {
			return true
		}
	}
	return false
}

// inverted tells a question within a statement: "genetics now: how do we do
// it".
func inverted(c *english.Clause) bool {
	for i := 0; i+1 < len(c.Tokens); i++ {
		switch c.Word(i) {
		case "how", "what", "which", "where", "when":
			switch c.Word(i + 1) {
			case "do", "should", "does", "shall", "can", "did", "would":
				return true
			}
		}
	}
	return false
}

// weighsOptions tells a statement for or against an option by somebody who is
// still undecided.
func (r *reader) weighsOptions(u unit) bool {
	return r.wavers(u) && r.optionNamed(u.Clause)
}

// knownSubjects are words of subjects that both speakers know.
var knownSubjects = english.WordsOf("our my their his her all each every there we they")

// firm tells a statement with a definite subject of the project and a verb of
// how things are.
func firm(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	stative := english.IsBe(c.Word(c.Verb)) || c.Word(c.Verb) == "has" || c.Word(c.Verb) == "have" || ok && v.Class&english.State != 0
	definite := false
	if len(c.Subject()) > 1 && c.Word(0) == "the" && !c.HasWord("looks", "feels", "sounds", "seems", "works", "runs", "passes", "fine") && !english.IsBe(c.Word(c.Verb)) {
		definite = true
	}
	subject := c.Subject()
	for i := range subject {
		t := &subject[i]
		definite = definite || t.Class == english.Code || t.Is(knownSubjects)
	}
	return stative && definite
}

// figures tells a clause with a number in figures.
func figures(c *english.Clause) bool {
	return c.Number() && hasClass(c.Tokens, english.Number, english.Number)
}

// hasClass tells that a token is of one of two classes.
func hasClass(tokens []english.Token, one, other english.Class) bool {
	for i := range tokens {
		if k := tokens[i].Class; k == one || k == other {
			return true
		}
	}
	return false
}

// ranges tells a clause that goes from one figure to another: "the rate goes
// from 0.05 to 8 Hz".
func ranges(c *english.Clause) bool {
	at := slices.IndexFunc(c.Tokens, func(t english.Token) bool { return t.Word == "from" })
	if at < 0 || at+3 >= len(c.Tokens) || c.Tokens[at+1].Class != english.Number {
		return false
	}
	return slices.ContainsFunc(c.Tokens[at+2:], func(t english.Token) bool { return t.Class == english.Number })
}

// namesSomething tells a clause with a capital in its middle.
func namesSomething(u unit) bool {
	for i := range u.Tokens {
		t := &u.Tokens[i]
		if i > 0 && t.Class == english.Word && t.End-t.Start > 1 && u.p.Text[t.Start] >= 'A' && u.p.Text[t.Start] <= 'Z' {
			return true
		}
	}
	return false
}

// becomes tells a form of "be" that is followed by one of some words.
func becomes(c *english.Clause, next ...string) bool {
	return c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && slices.Contains(next, c.Word(c.Verb+1))
}

// pointedAt tells a clause that begins with one of some words.
func pointedAt(c *english.Clause, words ...string) bool {
	return slices.Contains(words, c.Word(start(c)))
}

// questions tells a turn that asks something.
func (r *reader) questions() bool {
	return r.lastAsked.in(r.units(), func(c *english.Clause) bool { return c.Asked }) >= 0
}

// valueOf tells that a clause is about something decided or required that has a
// value.
func (r *reader) valueOf(u unit) bool {
	words, _ := r.partsOf(u)
	e, _ := r.memory.alike(words, func(e *entry) bool { return revisables(e) && len(e.numbers) > 0 }, 0.3)
	return e != nil
}
