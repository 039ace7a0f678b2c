package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// optionLists finds lists, headings and tables that lay out alternatives, and
// returns the numbers of those lists.
func (r *reader) optionLists() map[int]bool {
	found := map[int]bool{}
	items := map[int][]string{}
	first := map[int]*passage{}
	var order []int
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Item || p.Box != prose.NoBox || p.Nested {
			continue
		}
		if items[p.List] == nil {
			first[p.List] = p
			order = append(order, p.List)
		}
		items[p.List] = append(items[p.List], p.Text)
	}
	for _, n := range order {
		p := first[n]
		if len(items[n]) < 2 || commits(lastSentence(p.intro)) || recommends(p.intro) && r.approvalAsked() || !r.offersOptions(p, items[n]) {
			continue
		}
		if r.branch(topicOf(p), unlabelled(items[n])) {
			found[n] = true
		}
	}
	r.optionHeadings()
	r.optionTable()
	r.optionNames()
	return found
}

// unlabelled takes the letters off options that are labelled A, B, C.
func unlabelled(items []string) []string {
	out := make([]string, len(items))
	for i, item := range items {
		if len(item) < 3 || item[0] != byte('A'+i) || !strings.ContainsAny(item[1:2], " .):") {
			return items
		}
		out[i] = strings.TrimLeft(item[1:], " .):–—-")
	}
	return out
}

// offersOptions tells whether a list lays out alternatives, by what introduces
// it or by the question after it.
func (r *reader) offersOptions(p *passage, items []string) bool {
	asks := 0
	for _, item := range items {
		if i := strings.LastIndexByte(item, '?'); i >= 0 && (i == len(strings.TrimSpace(item))-1 || strings.HasPrefix(item[i:], "? (")) {
			asks++
		}
	}
	if asks*2 > len(items) || suspectList(p.intro) || commits(lastSentence(p.intro)) {
		return false // a list of questions, or of what may be wrong
	}
	intro := lastSentence(p.intro)
	cues := english.Sentences(intro)
	options := false
	for _, s := range cues {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			options = options || c.Has(english.Options) && !c.Has(english.PlanAhead) && c.Where("a possible") < 0 || countsOptions(c) && strings.HasSuffix(strings.TrimSpace(p.intro), ":")
			if c.HasWord("both", "all") && c.Has(english.Promise) {
				return false
			}
		}
	}
	return options || introducesWays(p.intro) || countsOut(p.intro) || asksAbove(p.intro, items) || posesQuestion(intro) || r.fillsSlot(p, items) || lettered(items) || r.numbersWeighed(len(items)) || mostlyTerse(items) && !countsUp(cues) && r.comparesItems() || asksWish(p.intro) || leavesOff(cues) || r.asksWhich() || posesChoice(p.heading) && p.heading == p.intro
}

// lettered tells items that are labelled A, B, C: who gives letters wants one
// picked.
func lettered(items []string) bool {
	for i, item := range items {
		if len(item) < 4 || item[0] != byte('A'+i) || !strings.ContainsAny(item[1:2], " .):*") {
			return false
		}
	}
	return true
}

// asksWish tells an introduction that asks what is wanted before it lists the
// ways: "What do you want to do with X? People usually".
func asksWish(intro string) bool {
	for _, s := range english.Sentences(intro) {
		if !s.Marked {
			continue
		}
		for i := range s.Clauses {
			if c := &s.Clauses[i]; c.Asked && (c.HasWord("what", "how", "where", "which") && c.HasWord("want", "like", "prefer", "should", "shall", "rather")) && !c.HasWord("i", "me") {
				return true
			}
		}
	}
	return false
}

// leavesOff tells an introduction that its list completes with what could be: "the
// number could be".
func leavesOff(intro []english.Sentence) bool {
	if len(intro) == 0 || intro[len(intro)-1].Marked {
		return false
	}
	last := intro[len(intro)-1].Clauses
	c := &last[len(last)-1]
	n := len(c.Tokens)
	for n > 0 && c.Tokens[n-1].Class == english.Punct {
		n--
	}
	switch c.Word(n - 1) {
	case "could", "can", "might":
		return !c.Has(english.Promise, english.PlanAhead) && (c.Word(n-2) == "you" || c.Word(n-2) == "we" || c.Word(n-2) == "one")
	case "be", "either", "use", "take", "do", "of", "with":
		return c.HasWord("could", "can", "might", "may", "either") && !c.Has(english.Promise, english.PlanAhead)
	}
	return false
}

// others are plural nouns that count up something else than options.
var others = english.Content("steps things tasks jobs parts changes findings questions remarks notes problems reasons causes points items fixes bugs results files tables columns stages phases moves chapters rules conditions errors warnings facts numbers days weeks tests packages pieces places values lines fields cases risks requirements suspects costs expenses incidents complaints")

// countsOptions tells an introduction that counts what the list holds, and does
// not count steps, findings or the like: "there are two schemes that make
// sense:".
func countsOptions(c *english.Clause) bool {
	if countsCures(c) {
		return true
	}
	if c.Has(english.Done, english.Chosen, english.Promise, english.PlanAhead) || pastTense(c) || c.HasWord("i", "my") {
		return false
	}
	for i := range c.Tokens {
		t := &c.Tokens[i]
		if !english.IsNumeral(t.Word) && !slices.Contains([]string{"several", "some", "few", "couple", "2", "3", "4"}, t.Word) || t.Word == "one" {
			continue
		}
		for k := i + 1; k < len(c.Tokens) && k <= i+3; k++ {
			w := c.Word(k)
			if strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && len(w) > 4 && !english.IsFunction(w) {
				return english.Shared(english.ContentOf(c.Tokens[k:k+1]), others) == 0
			}
		}
	}
	return false
}

// countsCures tells an introduction that counts what would do: "three things would
// work", "two fixes could help".
func countsCures(c *english.Clause) bool {
	i := start(c)
	return c.Verb > i && c.Verb <= i+3 && english.IsNumeral(c.Word(i)) && c.Word(i) != "one" && slices.Contains([]string{"would", "could", "might", "can"}, c.Word(c.Verb)) && c.HasWord("work", "do", "help", "fit", "solve", "cure", "serve")
}

// posesChoice tells a heading that asks what its list answers: "Where the data
// lives", "How runs start".
func posesChoice(heading string) bool {
	lower := strings.ToLower(heading)
	w, rest, _ := strings.Cut(lower, " ")
	switch w {
	case "where", "how", "which", "who", "when":
		next, _, _ := strings.Cut(rest, " ")
		if w == "how" && (strings.Contains(rest, " could be ") || strings.Contains(rest, " might be ")) {
			return true
		}
		return next != "to" && next != "it" && next != "this" // "How it works" explains
	}
	for _, w := range []string{"what you can do", "what you could do", "what can be done", "ways out", "ways forward", "remedies", "possible fixes", "possible solutions", "alternatives", "possibilities", "candidates"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(heading), "choice") || strings.Contains(strings.ToLower(heading), "choosing") || strings.Contains(strings.ToLower(heading), "options")
}

// asksWhich tells that the turn asks to choose among what it lists.
func (r *reader) asksWhich() bool {
	for _, u := range r.units() {
		w := u.Words()
		if asksChoice(u.Clause) && (!u.HasWord("which") || r.whichOfThese(u)) || r.whichOfThese(u) && (u.Asked && !looksFor(u.Clause) || strings.Contains(w, "tell me") || strings.Contains(w, "let me know")) || strings.Contains(w, "your call") || strings.Contains(w, "up to you") || strings.Contains(w, "do you prefer") {
			return true
		}
	}
	return false
}

// whichOfThese tells a "which" that may be about what the turn lists, not about something
// that it only asks for: "which languages?"
func (r *reader) whichOfThese(u unit) bool {
	at := u.Index("which")
	if at < 0 {
		return false
	}
	if at+1 >= len(u.Tokens) || english.IsFunction(u.Word(at+1)) || wayNouns.Holds(u.Word(at+1)) || slices.Contains([]string{"number", "letter", "row", "way", "option", "variant", "approach"}, u.Word(at+1)) || u.Verb > at {
		return true
	}
	return english.Shared(english.ContentOf(u.Tokens[at+1:at+2]), r.content(text(r.passages[:u.block(r.passages)]))) > 0
}

// looksFor tells a question of which kind something is that there is: "which phones do
// they have?".
func looksFor(c *english.Clause) bool {
	i := c.Index("which")
	return i >= 0 && c.HasWord("do", "does", "did") && c.HasWord("have", "has", "use", "run", "own") && !c.HasWord("want", "like", "rather", "prefer", "should")
}

func lastSentence(s string) string {
	last := s
	for sentence := range english.Each(s) {
		last = sentence.Text
	}
	return last
}

// topicOf names the choice of a list: its heading, or what introduces it.
func topicOf(p *passage) string {
	if p.heading != "" && p.heading != p.intro {
		return p.heading + ": " + lastSentence(p.intro)
	}
	return lastSentence(p.intro)
}

// optionHeadings reads options that have a heading each: "### A. Dump and
// restore", "### Option B: …".
func (r *reader) optionHeadings() {
	var alts []string
	topic := ""
	above := ""
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Heading {
			continue
		}
		label, rest := optionLabel(p.Text)
		if label == 0 {
			above = p.Text
			continue
		}
		if label != len(alts)+1 || p.Text[0] <= '9' && !r.asksWhich() {
			continue // chapters are numbered, too
		}
		if label == 1 {
			topic = above
		}
		text := rest
		if i+1 < len(r.passages) && r.passages[i+1].Kind == prose.Paragraph {
			text += " – " + firstSentence(r.passages[i+1].Text)
			for k := range r.passages[i+1].sentences {
				for j := range r.passages[i+1].sentences[k].Clauses {
					r.mark(&r.passages[i+1].sentences[k].Clauses[j])
				}
			}
		}
		alts = append(alts, text)
	}
	if len(alts) >= 2 {
		r.branch(topic, alts)
		return
	}
	r.plainHeadings()
}

// plainHeadings reads options that have a heading each after a paragraph that
// counts them: "There are three common ways:".
func (r *reader) plainHeadings() {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Paragraph || !strings.HasSuffix(strings.TrimSpace(p.Text), ":") || i+1 >= len(r.passages) || r.passages[i+1].Kind != prose.Heading {
			continue
		}
		intro := english.Sentences(lastSentence(p.Text))
		if len(intro) == 0 || !slices.ContainsFunc(intro[0].Clauses, func(c english.Clause) bool { return countsOptions(&c) || c.Has(english.Options) }) {
			continue
		}
		var names []string
		for k := i + 1; k+1 < len(r.passages) && r.passages[k].Kind == prose.Heading && r.passages[k+1].Kind == prose.Paragraph; k += 2 {
			names = append(names, r.passages[k].Text)
		}
		if len(names) >= 2 {
			r.branch(lastSentence(p.Text), names)
			return
		}
	}
}

// optionLabel reads "A. …", "B) …", "Option 2: …" and returns its place from 1.
func optionLabel(s string) (int, string) {
	rest := strings.TrimSpace(s)
	for _, w := range []string{"Option ", "option ", "Variant ", "Approach ", "Choice ", "Plan "} {
		rest = strings.TrimPrefix(rest, w)
	}
	if len(rest) < 3 {
		return 0, ""
	}
	n := 0
	switch c := rest[0]; {
	case c >= 'A' && c <= 'H':
		n = int(c-'A') + 1
	case c >= '1' && c <= '8':
		n = int(c-'1') + 1
	default:
		return 0, ""
	}
	if !slices.Contains([]byte{'.', ')', ':', ' '}, rest[1]) || rest[1] == ' ' && rest == s {
		return 0, ""
	}
	return n, strings.Trim(rest[1:], " .):–—-")
}

// decisive tells an introduction to a table that says something is to be settled.
func decisive(intro string) bool {
	return english.Shared(english.Content(intro), english.Content("settle decide decision choose choice question pick option alternative between compare comparison candidate")) > 0
}

// bothNamed reads two options in bold of which one sentence says that both would
// do: "**A** and **B** both have what you want".
func (r *reader) bothNamed() {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Paragraph || len(p.Strong) != 2 {
			continue
		}
		for _, s := range p.sentences {
			if strings.Contains(s.Text, p.Strong[0]) && strings.Contains(s.Text, p.Strong[1]) && !s.Asked && anyWord(&s, []string{"both", "either"}) && !s.Clauses[0].Has(english.Done, english.Chosen) && !pastTense(&s.Clauses[0]) {
				r.branch(s.Text, p.Strong)
				return
			}
		}
	}
}

// capitals counts the names that begin with a capital, in hundredths of all.
func capitals(names []string) int {
	n := 0
	for _, name := range names {
		if name = strings.Trim(name, " `*"); name != "" && name[0] >= 'A' && name[0] <= 'Z' {
			n++
		}
	}
	return 100 * n / max(1, len(names))
}

// orWithin is what a relative clause goes on to with ", or": "which keeps it simple, or
// a single view".
func orWithin(c *english.Clause) []english.Token {
	for i := 1; i+2 < len(c.Tokens); i++ {
		if c.Word(i) == "or" && c.Word(i-1) == "," {
			return c.Tokens[i+1:]
		}
	}
	return nil
}

// untopical are options without a topic that stands before them: "for the colours,
// light or dark".
func untopical(options []string) []string {
	if len(options) > 2 {
		first := strings.TrimPrefix(strings.ToLower(options[0]), "and ")
		for _, w := range []string{"for ", "as for ", "about ", "regarding ", "concerning ", "as to ", "on the "} {
			if strings.HasPrefix(first, w) {
				return options[1:]
			}
		}
	}
	return options
}
