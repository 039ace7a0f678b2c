package english

import "slices"

// splitter finds the clauses of one sentence.
type splitter struct {
	text   string
	tokens []Token
	asked  bool
	marked bool // by a question mark
	out    []Clause
	cond   bool // the sentence opened with a condition
	topics bool // the sentence opens with a topic and a colon
}

func (s *splitter) split() {
	lead, from, aside := Opens, 0, false
	for i := 0; i < len(s.tokens); i++ {
		next, skip, ok := s.boundary(i, from, aside)
		if !ok {
			continue
		}
		s.emit(from, i, lead, aside)
		aside = s.tokens[i].Word == "(" || aside && s.tokens[i].Word != ")"
		lead, from = next, i+skip
		i = from - 1
	}
	s.emit(from, len(s.tokens), lead, aside)
	s.ask()
	s.attribute()
}

// attribute gives what somebody says the clauses that go on with it, up to one
// of the speaker's own: "my brother works in IT and says that mail is dead and
// everybody must leave it".
func (s *splitter) attribute() {
	var said *Report
	for i := range s.out {
		switch c := &s.out[i]; {
		case c.Report != nil:
			said = c.Report
		case i > 0 && c.Lead == And && (c.Word(0) == "says" || c.Word(0) == "claims" || c.Word(0) == "thinks") && s.out[i-1].Word(0) != "i" && s.out[i-1].Word(0) != "we":
			said = &Report{Distant: distant(s.out[i-1].Tokens, &c.Tokens[0]), Source: s.out[i-1].Tokens}
			c.Report = said
		case c.Lead == And && c.Word(0) != "i" && c.Word(0) != "we" && !c.Command:
			c.Report = said
		default:
			said = nil
		}
	}
}

// ask marks the clauses that a question mark or the order of words makes
// questions: the last one, and the first if it opens like one.
func (s *splitter) ask() {
	for i := range s.out {
		s.out[i].Asked = false
	}
	if !s.asked || len(s.out) == 0 {
		return
	}
	if s.marked {
		last := len(s.out) - 1
		s.out[last].Asked = true
		for last > 0 && (s.out[last].Lead.Dependent() || s.out[last].Lead == Or || len(s.out[last].Tokens) == 1 && s.out[last].Tokens[0].is(tag)) {
			last--
			s.out[last].Asked = true
		}
	}
	if opensQuestion(s.tokens) || s.marked && s.out[0].Tokens[0].is(auxiliary) {
		s.out[0].Asked = true
	}
}

// boundary reports whether a clause ends before the i-th token, how the next one
// hangs on it, and how many tokens joining them take.
func (s *splitter) boundary(i, from int, aside bool) (lead Lead, skip int, ok bool) {
	t := &s.tokens[i]
	if t.Quoted {
		return 0, 0, false
	}
	if t.Class == Punct {
		switch t.Word {
		case ";":
			return And, 1, true
		case "—", "–", "-":
			return And, 1, i > from && i+1 < len(s.tokens)
		case ":":
			s.topics = s.topics || s.topic(from, i)
			return Colon, 1, !s.topic(from, i)
		case "(":
			return Which, 1, s.longAside(i)
		case ")":
			return And, 1, aside
		case ",":
			return s.comma(i, from)
		}
		return 0, 0, false
	}
	if i == from {
		return 0, 0, false
	}
	lead, skip = s.conjunction(i)
	switch lead {
	case But:
		return lead, skip, i+skip < len(s.tokens) && s.tokens[i+skip].Class != Punct
	case Because, If:
		return lead, skip, true
	case And, Or:
		return lead, skip, s.says(from, i) && s.startsClause(i+skip, false)
	case So:
		return lead, skip, s.startsClause(i+skip, true) || !s.tokens[i-1].is(be) && s.verb(from, i) >= 0 && i+skip < len(s.tokens) && s.tokens[i+skip].Class != Punct && !s.tokens[i+skip].is(adjective)
	}
	return 0, 0, false
}

// comma is boundary of a comma.
func (s *splitter) comma(i, from int) (lead Lead, skip int, ok bool) {
	if i == from {
		return And, 1, true
	}
	if lead, skip = s.conjunction(i + 1); lead == Opens {
		lead = And
	}
	condition := len(s.out) == 0 && from == 0 && conditional(s.tokens[0].Word)
	return lead, 1 + skip, condition || lead.Dependent() || lead == But || s.startsClause(i+1+skip, true)
}

// topic reports whether the words before a colon only name what comes after it:
// "retries: exponential" is one clause.
func (s *splitter) topic(from, i int) bool {
	return i > from && i-from <= 6 && i+1 < len(s.tokens) && !s.tokens[i-1].is(opener) && s.verb(from, i) < 0 && !(i-from > 1 && s.orders(from, i)) && !s.rules(from, i)
}

// rules tells words that announce rules: "two rules for you: …".
func (s *splitter) rules(from, to int) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t Token) bool {
		switch t.Word {
		case "rule", "rules", "condition", "conditions":
			return true
		}
		return false
	})
}

func (s *splitter) orders(from, to int) bool {
	_, ok := command(s.tokens[from:to])
	return ok
}

func conditional(w string) bool { return w == "if" || w == "when" || w == "once" || w == "unless" }

// conjunctionOf is how what follows a word that joins clauses hangs on what stands before.
func conjunctionOf(word string) Lead {
	switch word {
	case "and":
		return And
	case "but", "however", "whereas", "although", "though", "yet":
		return But
	case "or":
		return Or
	case "so":
		return So
	case "because", "otherwise", "since", "as":
		return Because
	case "if":
		return If
	case "which", "who", "where", "in":
		return Which
	}
	return Opens
}

// conjunction reads the word that joins clauses at i.
func (s *splitter) conjunction(i int) (Lead, int) {
	if i >= len(s.tokens) || !s.tokens[i].is(joining) {
		return Opens, 0
	}
	word, before, after := s.tokens[i].Word, &Token{}, &Token{}
	if i > 0 {
		before = &s.tokens[i-1]
	}
	if i+1 < len(s.tokens) {
		after = &s.tokens[i+1]
	}
	lead := conjunctionOf(word)
	holds := true
	switch word {
	case "but":
		holds = !before.is(excepting)
	case "so":
		if after.Word == "that" && i+2 < len(s.tokens) && s.tokens[i+2].is(subject|determining) {
			return Because, 2
		}
		holds = after.Word != "far" && after.Word != "much" && after.Word != "many" && after.Word != "long"
	case "since":
		holds = after.is(subject | determining)
	case "as":
		holds = before.Word == "," && after.is(subject|determining)
	case "if":
		holds = i > 0 && before.Word != "as" && before.Word != "even" && before.Word != "what" && !before.is(asker)
	case "which", "who", "where":
		holds = before.Word == ","
	case "in":
		holds = false
	}
	if !holds {
		return Opens, 0
	}
	return lead, 1
}

// says reports whether the words in a range are more than a noun phrase.
func (s *splitter) says(from, to int) bool {
	return s.verb(from, to) >= 0 || s.orders(from, to) || s.cond
}

// longAside tells parentheses that hold a clause of their own.
func (s *splitter) longAside(i int) bool {
	for k := i + 1; k < len(s.tokens); k++ {
		if s.tokens[k].Word == ")" {
			return k-i > 4 && s.verb(i+1, k) >= 0
		}
	}
	return false
}

// startsClause reports whether the words from i on are a clause of their own: a
// subject with its verb, or an imperative. After a comma more is taken for one
// than after a bare "and".
func (s *splitter) startsClause(i int, comma bool) bool {
	for i < len(s.tokens) && s.tokens[i].is(marker|noisy) {
		i++
	}
	if i >= len(s.tokens) || s.tokens[i].Class == Punct {
		return false
	}
	t, end := &s.tokens[i], s.stop(i)
	v := s.verb(i, end)
	near := v > i && v-i <= 7
	switch {
	case t.is(pronoun) && v > i && v-i < 4:
		return true
	case t.is(modal) && i+1 < end && s.tokens[i+1].is(subject):
		return i == 0 || s.tokens[i-1].Word != "or" // "…, and could you write the test?"
	case s.topics:
		return near
	}
	if order, ok := command(s.tokens[i:end]); ok && order == 0 {
		return true
	}
	if comma {
		return near || t.is(bareVerb|negation) || t.lexeme().verb.Form == Past|Part || t.Word == "must"
	}
	return near && (t.is(determining) || v-i <= 3 && s.tokens[v].is(finite) && s.verb(0, i-1) >= 0)
}

// stop is the end of the stretch without punctuation from i on.
func (s *splitter) stop(i int) int {
	for i < len(s.tokens) && s.tokens[i].Class != Punct {
		i++
	}
	return i
}

func (s *splitter) verb(from, to int) int {
	if v := finiteVerb(s.tokens[from:to]); v >= 0 {
		return from + v
	}
	return -1
}

// emit makes a clause of the tokens in a range.
func (s *splitter) emit(from, to int, lead Lead, aside bool) {
	kept := said(s.tokens[from:to])
	if len(kept) == 0 {
		return
	}
	if (lead == Colon || lead == And) && len(s.out) == 0 {
		lead = Opens // only noise or a sign stood before: "hmm: the second one"
	}
	if lead == Opens && conditional(kept[0].Word) && len(kept) > 2 && !(kept[0].Word == "once" && (len(s.out) > 0 || kept[2].is(period))) {
		lead = If
		s.cond = kept[0].Word == "if" || kept[0].Word == "unless"
	}
	report, kept := reported(kept)
	order, orders := command(kept)
	if orders && report != nil && lead != Opens && lead != Colon && len(s.out) > 0 {
		report = nil // the speaker's own order
	}
	verb := finiteVerb(kept)
	if orders && order > 0 && verb >= 0 && verb < order && kept[order-1].Word != "not" {
		orders = false
	}
	text, inset := closed(s.text, kept)
	s.out = append(s.out, Clause{
		Report: report, Tokens: kept, Text: text, Inset: inset, Lead: lead, Asked: s.asked, Aside: aside,
		Cues: findCues(kept), Verb: verb, Order: order, Command: orders, Conditional: s.cond && len(s.out) > 0 && s.out[0].Lead == If,
		content: ContentOf(kept), negated: negated(kept), number: numbered(kept), Start: opened(kept),
	})
}
