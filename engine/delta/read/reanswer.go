package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// reanswered reads another answer than was decided on, where it is no number: "json
// instead", "use mysql", "daily please", "no, Observation". What it replaces is of
// the same sort, or is a name where a name is given, or is what was just decided
// where the words turn to something else.
func (r *reader) reanswered(u unit) bool {
	if r.first || r.turn.Role != User || u.Asked || u.s.Marked || u.Lead.Dependent() || u.Aside || u.Conditional || r.of(u.s).changed || r.memory.none(revisables, 1<<30) || len(u.Tokens) > 12 ||
		u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Sarcasm, english.Thanks, english.Passing) {
		return false
	}
	var e *entry
	if a, ok := makesSo(u.Clause); ok {
		e, _ = r.memory.alike(a.topic, func(e *entry) bool {
			return e.kind == delta.Decision && !e.fresh && !within(a.stems, e.stems)
		}, 0.99)
	} else if a, ok := answerIn(u); ok {
		if e = r.answeredBy(u, &a); e == nil && u.Verb < 0 && u.HasWord(":") {
			e = r.sameTopic(u)
		}
	}
	if e == nil || r.takenBack(u) {
		return false
	}
	r.revise(e, inPlaceOf(sentenceText(u), e.summary), u.Clause)
	r.of(u.s).changed = true
	return true
}

// answer is what a clause names as the way that something shall be.
type answer struct {
	stems  []string // that name it,
	topic  []string // and what they are said of, if that is said
	orders bool     // by an order or a wish
	names  bool     // it gives a thing its name
	turns  bool     // the words turn away from what was
	token  bool     // it is one word
	title  bool     // that is written like a name
}

// orderingChoice are verbs whose object is an answer, with the words that may lead to
// it.
var orderingChoice = map[string][]string{
	"use": nil, "take": nil, "pick": nil, "choose": nil, "prefer": nil, "want": nil, "try": nil, "have": nil, "do": nil, "write": {"in"}, "print": {"in", "on"}, "deliver": {"in", "as"}, "put": {"in", "as"},
	"go": {"with", "for", "to", "back"}, "stick": {"with", "to"}, "settle": {"on", "for"}, "switch": {"to"}, "move": {"to"}, "change": {"to"}, "migrate": {"to"}, "make": nil, "sort": {"by"}, "order": {"by"}, "group": {"by"}, "send": {"by", "as", "via"}, "host": {"on", "at"}, "set": {"to"}, "keep": nil, "need": nil,
	"call": nil, "name": nil, "rename": {"to"}, "title": nil,
}

// answerIn is the answer that a clause names.
func answerIn(u unit) (answer, bool) {
	c, a := u.Clause, answer{}
	a.turns = saysNo(u) || c.Has(english.AfterAll) || c.HasWord("instead", "rather", "better", "back") || u.before() != nil && turnsAway(u.before())
	i := start(c)
	for i < len(c.Tokens)-1 && (c.Word(i) == "no" && a.turns || c.Tokens[i].Class == english.Punct || slices.Contains([]string{"rather", "better", "actually", "i", "we", "would", "will", "like", "just", "wait", "let", "us", "please", "not"}, c.Word(i)) && !(c.Word(i) == "not" && !a.turns) && !(c.Word(i) == "like" && c.Word(i-1) != "would")) {
		i++
	}
	v, isVerb := c.VerbAt(i)
	leads, ordering := orderingChoice[v.Lemma]
	ordering = ordering && isVerb && v.Form&english.Base != 0
	object := i
	switch {
	case ordering && (c.Command || i > 0 || c.Verb == i):
		a.orders, a.names = true, v.Lemma == "call" || v.Lemma == "name" || v.Lemma == "rename" || v.Lemma == "title"
		object++
		end := object
		if leads == nil {
			if pointing(c, object) || c.Word(object) == "to" {
				object++
			}
			if c.Word(object) == "to" {
				object++
			}
			break
		}
		for end < len(c.Tokens) && !slices.Contains(leads, c.Word(end)) {
			end++
		}
		if end == len(c.Tokens) {
			return a, false
		}
		a.topic = without(english.ContentOf(c.Tokens[object:end]), ofChange)
		object = end + 1
		if c.Word(object) == "to" {
			object++
		}
		a.turns = a.turns || v.Lemma == "switch" || v.Lemma == "move" || v.Lemma == "change" || v.Lemma == "migrate" || v.Lemma == "rename"
	case c.Word(i) == "back" && c.Word(i+1) == "to":
		a.orders, object = true, i+2
	case c.Verb > 0 && c.HasWord("instead", "now") && (c.Word(c.Verb) == "wants" || c.Word(c.Verb) == "want" || c.Word(c.Verb) == "prefers" || c.Word(c.Verb) == "prefer") && c.Word(c.Verb+1) != "to":
		a.orders, a.turns, object = true, true, c.Verb+1
	case c.Verb >= 0 && c.Word(c.Verb) == "should" && c.Word(c.Verb+1) == "be":
		object = c.Verb + 2
		a.orders, a.topic = true, c.ContentTo(c.Verb)
		if c.Word(object) == "called" || c.Word(object) == "named" {
			a.names = true
			object++
		}
	case c.Verb >= 0 || c.Command, !a.turns && (c.Word(i) == "no" || c.Word(i) == "without"):
		return a, false // "no tabs" turns them down
	default:
		if at := c.Index(":"); at > 0 {
			a.topic, object = c.ContentTo(at), at+1
			a.names = c.HasWord("name")
			a.orders = true
		}
		a.orders = a.orders || c.HasWord("please")
	}
	if object < len(c.Tokens) {
		a.title = likeName(u, &c.Tokens[object])
	}
	end := object
	for end < len(c.Tokens) && !endsAnswer(c, end) {
		end++
	}
	if at := indexOfWord(c.Tokens[min(end, len(c.Tokens)):], "for"); at >= 0 {
		a.topic = union(a.topic, english.ContentOf(c.Tokens[end+at:]))
	}
	if object >= end || a.names && (c.Word(object) == "a" || c.Word(object) == "an" || c.Word(object) == "me") {
		return a, false // "call it a day"
	}
	a.stems, a.token = without(english.ContentOf(c.Tokens[object:end]), ofChange), end == object+1
	return a, len(a.stems) > 0 && len(a.stems) <= 3 && numbersIn(a.stems) == 0
}

// likeName tells a word that is written like the name of a thing: as code, with a
// capital that no sentence asks for, with a hyphen or in the plural.
func likeName(u unit, t *english.Token) bool {
	raw := u.p.Text[t.Start:t.End]
	capital := raw != "" && raw[0] >= 'A' && raw[0] <= 'Z' && t.Start > u.s.Clauses[0].Tokens[0].Start
	return t.Class == english.Code || capital || strings.ContainsAny(raw, "-_") || strings.HasSuffix(raw, "s") && !strings.HasSuffix(raw, "ss") && len(raw) > 3
}

// endsAnswer tells that what an answer is called ends before the i-th token.
func endsAnswer(c *english.Clause, i int) bool {
	if c.Tokens[i].Class == english.Punct {
		return true
	}
	switch c.Word(i) {
	case "for", "instead", "please", "then", "rather", "after", "from", "as", "now", "though", "if", "because", "when", "with", "again", "not":
		return true
	}
	return false
}

// turnsAway tells a clause that says something against what was, or takes it back.
func turnsAway(c *english.Clause) bool {
	return !c.Asked && (c.Has(english.AfterAll, english.Reject, english.Retire, english.Feeling) || misfitting.in(c) || c.HasWord("bad", "overkill", "wrong", "slow", "hates", "hate", "taken", "occupied", "clashes", "conflicts", "reserved"))
}

// inProgress tells a word for what somebody is doing: "running…".
func inProgress(c *english.Clause) bool {
	v, ok := c.VerbAt(start(c))
	return ok && v.Form&english.Gerund != 0 && len(c.Tokens) <= start(c)+2
}

// generic are stems of words that say of a thing no more than that it is one.
var generic = english.SetOf(english.Content("output format type name kind version thing default value choice option setting one file style mode tool way colour color database db language"))

// answeredBy is the open decision or constraint to whose question a clause gives
// another answer.
func (r *reader) answeredBy(u unit, a *answer) *entry {
	of := sortsOf(a.stems)
	bare := !a.orders && !a.turns
	against := contentAgainst(u)
	if bare && (r.last.asks || u.Has(english.Done) || u.Has(english.NextUp) && !u.HasWord("then") || inProgress(u.Clause)) {
		return nil // it answers a question, or goes on with something else
	}
	if bare && len(against) == 0 && !(u.n == 0 && a.token) && (u.at > 0 && u.before().Verb >= 0 || len(u.p.sentences) > 1 && !r.opening(u)) {
		return nil
	}
	topic := without(a.topic, generic)
	var best *entry
	score := 0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || !revisables(e) {
			continue
		}
		stems, chosen := e.stems, e.words
		if (len(e.alternatives) > 0 || strings.Contains(e.summary, "(before: ")) && of != 0 { // what was turned down is not what stands
			stems = r.content(withoutContext(e.summary))
			chosen = withoutNumbers(stems)
		}
		if within(a.stems, stems) {
			continue
		}
		shared := english.Shared(topic, e.stems)
		s, k := 0, uint64(0)
		if of != 0 && of&sortsOf(chosen) != 0 {
			k = of & sortsOf(minus(chosen, a.stems))
		}
		switch {
		case k != 0:
			old := ofSort(chosen, k)
			if len(topic) > 0 && shared == 0 || len(old) > 1 || shared == 0 && (e.age > 8 || e.age > 2 && bare || e.age > 4 && !a.turns) {
				continue
			}
			s = 6 + 2*shared
		case len(against) > 0 && len(topic) == 0 && e.kind == delta.Decision && e.age <= 8 && mostly(without(minus(e.words, pointers), ofNaming), against) && !r.last.asks && !u.Has(english.Done, english.Ack):
			s = 5 // "ga is taken. Please take ig"
		case a.names && called(e):
			if len(topic) > 0 && shared == 0 || shared == 0 && e.age > 4 {
				continue
			}
			s = 4 + 2*shared
		case e.kind == delta.Decision && e.age <= 2 && len(topic) == 0 && len(a.stems) <= 2 && a.token && called(e) && !goesBack(u.Clause) && !r.last.asks && u.at == 0 && !u.Has(english.Ack, english.Accept) && !u.Has(english.Feeling, english.Opinion) && (a.turns || a.orders || a.title && (len(r.units()) == 1 || u.n == 0 && r.namesNext(u, e))):
			s = 3 // "hmm, Observation"
		case e.kind == delta.Decision && e.age <= 2 && len(topic) == 0 && a.turns && !(r.last.asks && bare) && len(e.words) <= 4 && !u.Has(english.Defer) && u.HasWord("instead", "switch", "no", "better", "rather") && !goesBack(u.Clause):
			s = 2
		default:
			continue
		}
		if e.age <= 2 {
			s++
		}
		if s >= score {
			best, score = e, s
		}
	}
	return best
}

// ofNaming are stems of what is said of a thing that is given a name or is used.
var ofNaming = english.SetOf(changing, givingStems, english.Content("name call title map mapping repo project table model module class file folder function variable key command flag option column field page branch package binary app tool service with for"))

// contentAgainst is the content of what is said against a thing right before a clause
// in which another is named.
func contentAgainst(u unit) []string {
	if b := u.before(); b != nil && turnsAway(b) {
		return b.Content()
	}
	if s := u.previousSentence(); s != nil && u.at == 0 && anyClause(s, turnsAway) {
		return s.Content()
	}
	return nil
}

// mostly tells that half of some stems at least are among others.
func mostly(stems, others []string) bool {
	n := english.Shared(stems, others)
	return n > 0 && 2*n >= len(stems)
}

// namesNext tells that the next sentence goes on about what an entry says.
func (r *reader) namesNext(u unit, e *entry) bool {
	next := u.nextSentence()
	return next != nil && len(u.s.Clauses) == 1 && english.Shared(next.Content(), e.words) > 0
}

// callingIt are words of a decision that gives a thing its name.
var callingIt = classOf("call called name named rename renamed title titled naming")

// called tells a decision on the name of something.
func called(e *entry) bool {
	return e.kind == delta.Decision && callingIt.among(e.summary)
}

// sameTopic is the decision on the same topic, where a clause puts a topic and its
// value as a list does: "default tab: Today", after "the default tab is History".
func (r *reader) sameTopic(u unit) *entry {
	at := u.Index(":", "=")
	if at < 0 && u.Verb > 0 && english.IsBe(u.Word(u.Verb)) {
		at = u.Verb
	}
	if at < 1 || at+1 >= len(u.Tokens) || at > 5 {
		return nil
	}
	end := at + 1
	for end < len(u.Tokens) && !endsAnswer(u.Clause, end) {
		end++
	}
	topic, value := u.ContentTo(at), english.ContentOf(u.Tokens[at+1:end])
	if len(value) == 0 || len(value) > 3 || len(topic) == 0 {
		return nil
	}
	e, _ := r.memory.alike(topic, func(e *entry) bool {
		if len(topic) == 1 && english.Shared(topic, properties) == 0 && (len(e.stems) == 0 || e.stems[0] != topic[0] || ordersChoice(e.summary)) {
			return false
		}
		return e.kind == delta.Decision && !e.fresh && english.Shared(value, e.stems) == 0 && len(minus(e.words, topic)) <= 3
	}, 0.99)
	return e
}

// ordersChoice tells a text whose first word orders to take something: "use sqlite for
// the bookings", of which sqlite is the answer, not the topic.
func ordersChoice(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	_, orders := orderingChoice[first]
	return orders
}

// goesBack tells a return that may as well be one to work: "back to the bookings".
func goesBack(c *english.Clause) bool { return c.Word(start(c)) == "back" }

// makesSo reads an order that gives a thing another value by its name: "make the key
// the payment number", after "the key is the order number".
func makesSo(c *english.Clause) (answer, bool) {
	i := c.Order + 2
	if !c.Command || c.Word(c.Order) != "make" || c.Word(c.Order+1) != "the" {
		return answer{}, false
	}
	for k := i + 1; k < len(c.Tokens)-1 && k <= i+3; k++ {
		switch c.Word(k) {
		case "the", "a", "an":
			a := answer{topic: english.ContentOf(c.Tokens[i:k]), stems: english.ContentOf(c.Tokens[k+1:]), orders: true}
			return a, len(a.topic) > 0 && len(a.stems) > 0
		}
	}
	return answer{}, false
}

// takesKind tells an order about what was spoken of that takes one of a sort: "host it
// on hetzner", "write it in rust".
func takesKind(u unit) bool {
	if !pointing(u.Clause, u.Order+1) || u.Negated() || u.HasWord("try", "send") || len(u.Tokens) > 8 {
		return false
	}
	a, ok := answerIn(u)
	return ok && a.orders && sortsOf(a.stems) != 0
}
