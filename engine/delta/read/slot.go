package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// asksAbove tells a question right above a list that its items answer: "Open: how do
// the photos travel?", "who signs it?".
func asksAbove(intro string, items []string) bool {
	last := lastSentence(intro)
	if !strings.HasSuffix(strings.TrimSpace(last), "?") || amiss.among(last) || !tersely(items) {
		return false
	}
	for s := range english.Each(last) {
		if anyClause(s, pastTense) || anyWord(s, []string{"did", "was", "were", "has", "have", "many", "much", "i", "me"}) {
			return false
		}
		for i := range s.Clauses {
			if s.Clauses[i].Lead == english.Which && s.Clauses[i].Asked {
				return true
			}
			for k := range s.Clauses[i].Tokens {
				switch s.Clauses[i].Word(k) {
				case "how", "where", "who", "which":
					return true
				case "what":
					return anyWord(s, []string{"should", "shall", "about"})
				case "why", "when":
					return false
				}
			}
		}
	}
	return false
}

// oneOfThem are the words before a list of which one thing is to be taken.
var oneOfThem = english.PhrasesOf("one of these", "one of those", "one of the following", "one of three", "one of two", "either of these", "any of these")

// fixNouns are nouns under which stands what would help.
var fixNouns = classOf("fixes remedies cures workarounds solutions alternatives options")

// countsOut tells an introduction that ends in a colon and calls what follows one of
// several: "then it's one of these:", "Possible fixes:".
func countsOut(intro string) bool {
	last := lastSentence(intro)
	if !strings.HasSuffix(strings.TrimSpace(last), ":") {
		return false
	}
	for s := range english.Each(last) {
		c := &s.Clauses[len(s.Clauses)-1]
		if c.HasPhrase(oneOfThem) {
			return !pastTense(c) && !c.Negated() && !c.HasWord("try", "type") && !s.Clauses[0].Has(english.Done, english.Chosen)
		}
		if c.Verb < 0 && len(c.Tokens) <= 3 && fixNouns.in(c) && len(c.Content()) <= 2 {
			return !c.Number() && !c.HasWord("applied", "included", "done", "recent", "today", "released")
		}
	}
	return false
}

// noSlots are labels under which no choice stands but what was done, what is there, or
// all of something.
var noSlots = classOf(`summary status result results plan draft overview context background recap scope schedule timeline layout structure architecture order workflow setup usage installation
	changelog progress outlook content contents agenda checklist next todo bonus extras note observation diagnosis cause example test cleanup proposal suggestion recommendation inventory budget cost
	goal aim task work release version stack toolset team input output data role hardware must should nice later now today first then done fixed open new old all both everything list route pipeline procedure recipe sequence flow tree folder hierarchy
	risk evidence finding review feedback weekend morning afternoon evening week month day`)

// fillsSlot tells a list under a label that names one thing of which it can only be
// one of them: numbered names, or names in bold with what speaks for each, "Search
// engine", "Voice". Where the turn says that something is to be settled, any names do.
func (r *reader) fillsSlot(p *passage, items []string) bool {
	label := strings.TrimLeft(strings.TrimRight(p.intro, ": "), "0123456789.) ")
	if label == "" || len(label) > maxTopic || len(items) > 5 || strings.ContainsAny(label, ".!?,;:") || !tersely(items) {
		return false
	}
	words := strings.Fields(strings.ToLower(label))
	if len(words) == 0 || len(words) > 4 || words[0] == "what" {
		return false
	}
	head := words[len(words)-1]
	for i, w := range words {
		if i > 0 && (w == "between" || w == "for" || w == "of" || w == "in" || w == "on" || w == "with" || w == "per") {
			head = words[i-1]
			break
		}
	}
	if strings.HasSuffix(head, "s") && !strings.HasSuffix(head, "ss") || slices.ContainsFunc(words, noSlots.Holds) {
		return false
	}
	if slices.ContainsFunc(r.units(), func(u unit) bool {
		return u.p.Kind == prose.Paragraph && u.Has(english.Done, english.PlanAhead, english.Chosen) && !u.Has(english.Hedge, english.OfferHelp) && !u.Asked
	}) {
		return false
	}
	return p.Ordered || len(p.Strong) == 1 && strings.HasPrefix(p.Text, p.Strong[0]) && len(p.Text) > len(p.Strong[0])+4 || slices.ContainsFunc(r.units(), toSettle)
}

// toSettle tells a clause that counts what is to be settled: "three things to decide".
func toSettle(u unit) bool {
	return u.p.Kind == prose.Paragraph && u.HasWord("settle", "decide", "pick", "choose") && u.HasWord("things", "questions", "points", "decisions", "choices", "matters") && !u.Has(english.Done) && !pastTense(u.Clause)
}

// tersely tells items that name things or say what may be done, in few words: none asks,
// reports or says what somebody does.
func tersely(items []string) bool {
	for _, item := range items {
		if len(item) > maxOption || strings.Contains(item, "?") {
			return false
		}
		for s := range english.Each(item) {
			for i := range s.Clauses {
				if c := &s.Clauses[i]; c.Verb > 0 && english.IsFinite(c.Word(c.Verb)) && c.Lead != english.Which || c.Has(english.Promise) || c.Word(0) == "i" || carriedOut.in(c) {
					return false
				}
			}
		}
	}
	return true
}

// mostlyTerse tells that more than half of some items do so.
func mostlyTerse(items []string) bool {
	n := 0
	for i := range items {
		n += btoi(tersely(items[i : i+1]))
	}
	return n*2 > len(items)
}

// carriedOut are words of what has been done.
var carriedOut = classOf("done finished ready works added fixed removed renamed moved passed merged deployed")

// maxOption is more than such an item has, in bytes.
const maxOption = 100

// optionColumn is the column of a table that names the options: the first that holds
// more than a number or a letter.
func optionColumn(rows [][]string) int {
	for at := range rows[0] {
		for _, row := range rows[1:] {
			if at < len(row) && len(strings.Trim(row[at], "*. )(")) > 1 {
				return at
			}
		}
	}
	return 0
}

// parted are the options that an introduction counts up and semicolons part: "there are
// three: linen, which is dear; card; or plain paper".
func (r *reader) parted(u unit) []string {
	if u.at > 0 || r.turn.Role != Assistant || !strings.Contains(u.s.Text, "; or ") {
		return nil
	}
	_, rest, ok := strings.Cut(u.s.Text, ": ")
	if !ok || u.Has(english.Done, english.Chosen) || pastTense(u.Clause) {
		return nil
	}
	out := strings.Split(rest, "; ")
	for i := range out {
		out[i] = strings.TrimPrefix(out[i], "or ")
	}
	return out
}

// oneAndOther reads two ways that a block describes one after the other: "One way is to
// glue it. The other is to sew it."
func (r *reader) oneAndOther() {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Paragraph || len(p.sentences) < 2 {
			continue
		}
		one := ""
		for k := range p.sentences {
			s := &p.sentences[k]
			c := &s.Clauses[0]
			if c.Word(0) != "one" && (one == "" || c.Word(0) != "the") || c.Verb < 1 || c.Verb > 3 || !english.IsBe(c.Word(c.Verb)) && c.Word(c.Verb) != "would" || s.Asked || pastTense(c) {
				continue
			}
			ways := c.Verb == 1 || wayOne.Holds(c.Word(c.Verb-1))
			switch text := strings.TrimRight(p.Text[c.Tokens[c.Verb].End:s.Clauses[len(s.Clauses)-1].Tokens[len(s.Clauses[len(s.Clauses)-1].Tokens)-1].End], ". "); {
			case c.Word(0) == "one" && ways:
				one = text
			case one != "" && c.Word(0) == "the" && (c.Word(1) == "other" || c.Word(1) == "second") && (c.Verb == 2 || wayOne.Holds(c.Word(2))):
				if r.branch(topicOf(p), []string{strings.TrimPrefix(one, " to "), strings.TrimPrefix(text, " to ")}) {
					for j := range s.Clauses {
						r.mark(&s.Clauses[j])
					}
				}
				one = ""
			}
		}
	}
}

// alternative reads what a proposal is set against in its own sentence or the next:
// "I propose decimals; the alternative is integer cents."
func (r *reader) alternative(u unit) bool {
	if !u.HasWord("alternative", "alternatively") || u.Asked || pastTense(u.Clause) || u.Negated() {
		return false
	}
	from := 1
	if u.Word(start(u.Clause)) != "alternatively" {
		from = u.Verb + 1
		if w := u.Word(start(u.Clause)); u.Verb < 1 || w != "the" && w != "an" && w != "one" || !english.IsBe(u.Word(u.Verb)) && u.Word(u.Verb) != "would" || u.Word(u.Verb-1) != "alternative" {
			return false
		}
		for u.Word(from) == "be" || u.Word(from) == "to" {
			from++
		}
	}
	if from >= len(u.Tokens) || !english.HasContent(u.Tokens[from:]) {
		return false
	}
	for _, d := range slices.Backward(r.out) {
		if h, ok := d.(*delta.HypothesisIntroduced); ok {
			return r.branch("", []string{stated(h.Summary), u.p.Text[u.Tokens[from].Start:u.Tokens[len(u.Tokens)-1].End]})
		}
	}
	return false
}

// wayOne are words for one of several options.
var wayOne = classOf("way option possibility road route approach choice candidate idea solution variant alternative")

// laidFor tells a clause that says what somebody could take, or what there would be, for
// a purpose that it may name first: "for the cover we could use either linen or card",
// "for the map there'd be Leaflet or a picture".
func (r *reader) laidFor(u unit, who string) bool {
	modal := u.Word(u.Verb) == "could" || u.Word(u.Verb) == "can"
	purpose := u.Word(start(u.Clause)) == "for" && u.Verb-start(u.Clause) > 1
	switch who {
	case "i", "we", "you":
		return modal && (u.HasWord("either") || purpose && strings.Contains(u.s.Text, " or ") && !u.HasWord("also"))
	case "there":
		return purpose && u.Word(u.Verb) != "was" && u.Word(u.Verb) != "were" && u.HasWord("or") && !u.Has(english.Hedge) && !r.explaining()
	}
	return false
}

// looksInto tells a question of the assistant how things are, whose answers it names
// itself: "tell me how it is started: by hand, or by a timer?", "while you are there: does
// the lamp blink or glow?".
func (r *reader) looksInto(u unit) bool {
	if r.turn.Role != Assistant || !u.s.Asked {
		return false
	}
	for i := range u.s.Clauses {
		c := &u.s.Clauses[i]
		if i != u.at && c.Lead != english.Or && c.Lead != english.And && (c.Asked && factual.Holds(c.Word(0)) && !choiceQuestion(c) || i < u.at && c.HasWord("tell") && c.HasWord("how", "where", "when", "who")) &&
			!c.HasWord("should", "shall", "will", "want") && !u.s.Clauses[0].HasWord("question", "decision", "choice") {
			return true
		}
	}
	last := u.previousSentence()
	return last != nil && last.Asked && u.Verb < 0 && u.at == 0 && len(u.s.Clauses) == 1 && len(last.Clauses) == 1 && !choiceQuestion(&last.Clauses[0]) && factual.Holds(last.Clauses[0].Word(0))
}

// factual are words with which a question begins that asks how things are.
var factual = classOf("does do did has have had was were is are")

// consulting are words by which somebody asks what is usual or what the other holds of
// something, rather than leaving a choice to be made.
var consulting = english.PhrasesOf("in your view", "in your opinion", "in your experience", "what is usual", "what is customary", "what is common", "what is normal", "what is your feeling", "what is your view", "what is your opinion", "what is the norm", "what do people do", "what do others do", "would one say", "would one write", "would you say")

// consults tells such a clause.
func consults(c *english.Clause) bool { return c.HasPhrase(consulting) }
