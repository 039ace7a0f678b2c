package english

import "slices"

// splitter finds the clauses of one sentence.
type splitter struct {
	text   string
	tokens []Token
	asked  bool
	marked bool   // by a question mark
	joined string // the words of the text
	*Room
	first  int      // of the clauses in the room
	out    []Clause // of the sentence
	cond   bool     // the sentence opened with a condition
	topics bool     // the sentence opens with a topic and a colon
	whole  bool     // the sentence was not parted
}

// split puts the clauses into the room.
func (s *splitter) split() {
	s.first = len(s.clauses)
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
	s.whole = from == 0
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
		c := &s.out[i]
		switch {
		case c.Report != nil:
			said = c.Report
		case i > 0 && c.Lead == And && (c.Word(0) == "says" || c.Word(0) == "claims" || c.Word(0) == "thinks") && len(s.out[i-1].Tokens) > 0:
			source := s.out[i-1].Tokens
			if r := s.out[i-1].Report; r != nil {
				source = r.Source
			}
			if source[0].Word == "i" || source[0].Word == "we" {
				said = nil
				continue
			}
			said = &Report{Distant: distant(source, c.Word(0), nil), Source: source}
			c.Report = said
		case i > 0 && s.announced(i) != nil:
			source := s.announced(i)
			said = &Report{Distant: distant(source, "", nil), Source: source}
			c.Report = said // "Mina told us, she came by, that …"
		case said != nil && c.Lead == Because && said.Distant && c.Word(0) != "i" && c.Word(0) != "we":
			c.Report = said // and why
		case c.Lead == And && c.Word(0) != "i" && c.Word(0) != "we" && !c.Command:
			c.Report = said
		default:
			said = nil
		}
	}
}

// announced is the source of which an earlier clause says that it said something,
// but not yet what: "Mina told us yesterday, she came by, that …", "according to her, …".
func (s *splitter) announced(i int) []Token {
	if c := &s.out[0]; i == 1 && c.Word(0) == "according" && c.Word(1) == "to" && c.Verb < 0 && len(c.Tokens) > 2 {
		return c.Tokens[2:]
	}
	if c := &s.out[i]; c.Lead != And || c.Word(0) != "that" {
		return nil
	}
	for k := range s.out[:i] {
		c := &s.out[k]
		if c.Verb < 1 || !c.Tokens[c.Verb].is(reporting) || c.Word(0) == "i" || c.Word(0) == "we" {
			continue
		}
		if v := c.Tokens[c.Verb].lexeme().verb; v.Form&(Past|Third) != 0 && !HasContent(c.Tokens[c.Verb+1:min(len(c.Tokens), c.Verb+2)]) && len(c.Tokens)-c.Verb <= 4 {
			return c.Tokens[:c.Verb]
		}
	}
	return nil
}

// tags are put after a statement to have it confirmed.
var tags = WordsOf("no right ok yes correct huh eh though")

// ask marks the clauses that a question mark or the order of words makes
// questions: the last one, and the first if it opens like one.
func (s *splitter) ask() {
	for i := range s.out {
		s.out[i].Asked = false
	}
	if !s.asked || len(s.out) == 0 {
		return
	}
	last := len(s.out) - 1
	tag := endsInTag(s.tokens)
	if s.marked || tag {
		s.out[last].Asked = true
		if tag && last > 0 && len(s.out[last].Tokens) <= 3 {
			last--
			s.out[last].Asked = true
		}
		for last > 0 && (s.out[last].Lead.Dependent() || s.out[last].Lead == Or || len(s.out[last].Tokens) == 1 && tags.Holds(s.out[last].Tokens[0].Word)) {
			last--
			s.out[last].Asked = true
		}
	}
	if opensQuestion(s.tokens) || !s.marked && asksAfterTopic(s.tokens) || s.marked && s.out[0].Tokens[0].is(auxiliary) {
		s.out[0].Asked = true
	}
}

// boundary tells whether a clause ends before the i-th token, how the next one
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
			if i == from {
				return And, 1, true
			}
			lead, skip := s.conjunction(i + 1)
			if lead == Opens {
				lead = And
			}
			starts := s.startsClause(i+1+skip, true) || s.endsInValue(from, i)
			if len(s.out) == 0 && from == 0 && conditional(s.tokens[0].Word) {
				starts = true
			}
			return lead, 1 + skip, starts || lead.Dependent() || lead == But
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

// openers stand before a colon without being what the rest is about.
var openers = WordsOf("theory hypothesis suspicion suspect hunch assumption explanation possibility recommendation culprit bet task goal job aim request objective aloud loud thought guess next correction problem note todo question remark update plan summary result news reminder important background also proposal suggestion idea warning done fixed answer her him them boss")

// topic tells that the words before a colon only name what comes after it:
// "retries: exponential" is one clause.
func (s *splitter) topic(from, i int) bool {
	return i > from && i-from <= 6 && i+1 < len(s.tokens) && !openers.Holds(s.tokens[i-1].Word) && s.verb(from, i) < 0 && !(i-from > 1 && s.orders(from, i)) && !s.rules(from, i)
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

// periods are what something may happen once in: "once a day is enough".
var periods = WordsOf("day week month year hour minute quarter night season")

// joiners are the words that may join clauses.
var joiners = list("and but however whereas although though yet or so because otherwise since as if which who where in")

// conjunction reads the word that joins clauses at i.
func (s *splitter) conjunction(i int) (Lead, int) {
	if i >= len(s.tokens) || !s.tokens[i].is(joining) {
		return Opens, 0
	}
	after := &Token{}
	if i+1 < len(s.tokens) {
		after = &s.tokens[i+1]
	}
	next := after.Word
	switch s.tokens[i].Word {
	case "and":
		if next == "then" {
			return And, 1
		}
		return And, 1
	case "but", "however", "whereas", "although", "though", "yet":
		if i > 0 && s.tokens[i].Word == "but" && excepting.Holds(s.tokens[i-1].Word) {
			return Opens, 0
		}
		return But, 1
	case "or":
		return Or, 1
	case "so":
		if next == "that" && i+2 < len(s.tokens) && s.tokens[i+2].is(subject|determining) {
			return Because, 2
		}
		if next == "far" || next == "much" || next == "many" || next == "long" {
			return Opens, 0
		}
		return So, 1
	case "because":
		return Because, 1
	case "otherwise":
		return Because, 1
	case "since":
		if after.is(subject | determining) {
			return Because, 1
		}
	case "as":
		if i > 0 && s.tokens[i-1].Word == "," && after.is(subject|determining) {
			return Because, 1
		}
	case "if":
		if i > 0 && s.tokens[i-1].Word != "as" && s.tokens[i-1].Word != "even" && s.tokens[i-1].Word != "what" && !s.tokens[i-1].is(asker) {
			return If, 1
		}
	case "which", "who", "where":
		if i > 0 && s.tokens[i-1].Word == "," {
			return Which, 1
		}
	case "in":
		if i > 0 && s.tokens[i-1].Word == "," && next == "which" {
			return Which, 0
		}
	}
	return Opens, 0
}

// excepting are words after which "but" is "except".
var excepting = WordsOf("nobody nothing none anything everything noone nowhere")

// says tells that the words in a range are more than a noun phrase.
func (s *splitter) says(from, to int) bool {
	return s.verb(from, to) >= 0 || s.orders(from, to) || s.cond
}

// askers take an "if" that is "whether".
var askers = list("wonder wondering know see ask asks asked check sure tell decide unsure wonders say")

// longAside tells parentheses that hold a clause of their own.
func (s *splitter) longAside(i int) bool {
	for k := i + 1; k < len(s.tokens); k++ {
		if s.tokens[k].Word == ")" {
			return k-i > 4 && s.verb(i+1, k) >= 0
		}
	}
	return false
}

// startsClause tells whether the words from i on are a clause of their own: a
// subject with its verb, or an imperative. After a comma more is taken for one
// than after a bare "and".
func (s *splitter) startsClause(i int, comma bool) bool {
	for i < len(s.tokens) && s.tokens[i].is(marker|noisy) {
		i++
	}
	if i >= len(s.tokens) || s.tokens[i].Class == Punct {
		return false
	}
	w := s.tokens[i].Word
	end := s.stop(i)
	if s.tokens[i].is(pronoun) && s.verb(i, min(end, i+4)) > i {
		return true
	}
	if (w == "could" || w == "can" || w == "would" || w == "will" || w == "should" || w == "shall") && i+1 < end && s.tokens[i+1].is(subject) && (i == 0 || s.tokens[i-1].Word != "or") {
		return true // "…, and could you write the test?"
	}
	if s.topics {
		v := s.verb(i, end)
		return v > i && v-i <= 7
	}
	if comma && (s.tokens[i].is(bareVerb) || w == "done" || w == "fixed" || w == "merged") {
		return true
	}
	if order, ok := command(s.tokens[i:end]); ok && order == 0 {
		return true
	}
	if w == "no" || w == "never" || w == "must" || w == "budget" || w == "max" || w == "maximum" {
		return comma
	}
	if v := s.verb(i, end); v > i && v-i <= 7 {
		return comma || s.tokens[i].is(determining) || v-i <= 3 && s.tokens[v].is(finite) && s.verb(0, i-1) >= 0
	}
	return false
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
	if lead == Opens && conditional(kept[0].Word) && len(kept) > 2 && !(kept[0].Word == "once" && (len(s.out) > 0 || periods.Holds(kept[2].Word))) {
		lead = If
		s.cond = kept[0].Word == "if" || kept[0].Word == "unless"
	}
	var report *Report
	if r, rest := reported(s.tokens[:from], kept); r != nil {
		report, kept = r, rest
	} else if lead == Which || lead == And || lead == But || lead == Or {
		if n := len(s.out); n > 0 && s.out[n-1].Report != nil && lead == And && s.out[n-1].Report.Distant {
			report = s.out[n-1].Report // what else that source said
		}
	}
	order, orders := command(kept)
	if orders && report != nil && lead != Opens && lead != Colon && len(s.out) > 0 {
		report = nil // the speaker's own order
	}
	text, inset := closed(s.text, kept)
	c := Clause{
		Report: report,
		Tokens: kept, Text: text, Inset: inset, Lead: lead, Place: len(s.clauses),
		First: len(s.out) == 0, Asked: s.asked, Aside: aside, Cues: s.cuesOf(kept), Verb: finiteVerb(kept), content: s.contentOf(kept), words: s.words(kept), dated: dated(kept), negated: negated(kept), number: numbered(kept), Start: opened(kept),
	}
	if s.cond && len(s.out) > 0 && s.out[0].Lead == If {
		c.Conditional = true
	}
	c.Order, c.Command = order, orders
	c.mark()
	if c.Command && c.Order > 0 && c.Verb >= 0 && c.Verb < c.Order && kept[c.Order-1].Word != "not" {
		c.Command = false
	}
	s.clauses = append(s.clauses, c)
	s.out = s.clauses[s.first:len(s.clauses):len(s.clauses)]
}
