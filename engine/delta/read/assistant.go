package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// assistantTurn reads what the assistant wrote. It settles only what it
// reports as done or chosen; what it proposes waits.
func (r *reader) assistantTurn() {
	r.ticked()
	options := r.optionLists()
	r.plan(options)
	explains := r.explaining()
	proposed := r.bestProposals(options, explains)
	for _, u := range r.units() {
		if len(r.out) >= maxProposals {
			return
		}
		if r.used[u.Clause] || u.Lead == english.If || u.Conditional || u.p.Kind == prose.Item && (options[u.p.List] || u.p.Box != prose.NoBox) {
			continue
		}
		switch {
		case r.suspects(u):
		case r.weighed(u):
		case u.Asked:
			r.suggestedInQuestion(u, explains)
		case r.denied(u):
		case r.echoes(u):
		case r.closed(u):
		case r.reportedChoice(u):
		case proposed[u.Clause] && r.suggested(u):
		case !explains && r.foundOut(u):
		}
	}
}

// bestProposals picks one clause a passage that carries its proposal: the one
// that proposes rather than one that worries.
func (r *reader) bestProposals(options map[int]bool, explains bool) map[*english.Clause]bool {
	best := map[*passage]unit{}
	score := map[*passage]int{}
	if explains {
		return nil
	}
	for _, u := range r.units() {
		if u.Asked || u.Lead == english.If || u.Conditional || u.p.Kind == prose.Item && (options[u.p.List] || u.p.Box != prose.NoBox) {
			continue
		}
		s := 0
		if u.p.Kind == prose.Item && !causes(u.p.intro) && !u.Has(english.Assumption) {
			continue // an estimate in a list, a detail of a plan
		}
		switch {
		case u.Has(english.Assumption), u.Has(english.Suggest) && u.HasWord("would", "suggest", "recommend", "propose", "proposal", "suggestion") && !u.HasWord("too"):
			s = 3
		case u.Has(english.Suggest) && !u.HasWord("too"):
			s = 2
		case u.Has(english.Hedge) && !u.Has(english.Estimate):
			s = 1
		}
		if s > score[u.p] {
			best[u.p], score[u.p] = u, s
		}
	}
	out := map[*english.Clause]bool{}
	for _, u := range best {
		out[u.Clause] = true
	}
	return out
}

// causes tells an introduction to a list of what may be wrong.
func causes(intro string) bool {
	return english.Shared(english.Content(lastSentence(intro)), english.Content("cause causes suspect suspects culprit culprits reasons explanation explanations candidates hypotheses theories")) > 0
}

// explaining tells that the assistant answers a question for information, so
// that what it says about possibilities proposes nothing.
func (r *reader) explaining() bool {
	ss := english.Sentences(r.last.reads)
	if len(ss) == 0 {
		return false
	}
	last := ss[len(ss)-1]
	for _, s := range ss {
		if s.Asked {
			last = s
		}
	}
	if !last.Asked || len(last.Clauses) == 0 {
		return false
	}
	for i := range last.Clauses {
		if c := &last.Clauses[i]; c.Starts(english.InfoQuery) {
			switch c.Word(0) {
			case "what", "why", "how", "where", "who", "difference", "which":
				return !c.HasWord("should", "suggest", "recommend", "propose", "think", "best", "shall")
			}
		}
	}
	return false
}

// ticked reads the boxes of a checklist: a new box opens a task, a ticked one
// closes it.
func (r *reader) ticked() {
	for i := range r.passages {
		p := &r.passages[i]
		switch p.Box {
		case prose.Ticked:
			if e := r.task(english.Content(p.Text)); e != nil {
				r.close(e, delta.Completed, delta.High)
			}
		case prose.Unticked:
			if !r.memory.known(english.Content(p.Text), kind(delta.Task), 0.75) {
				r.open(p.Text)
			}
		}
	}
}

func (r *reader) task(stems []string) *entry {
	e, _ := r.memory.alike(stems, kind(delta.Task), 0.6)
	return e
}

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
		if len(items[n]) < 2 || !r.offersOptions(p, items[n]) {
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
		if strings.HasSuffix(strings.TrimSpace(item), "?") {
			asks++
		}
	}
	if asks*2 > len(items) {
		return false // a list of questions
	}
	intro := lastSentence(p.intro)
	cues := english.Sentences(intro)
	options := false
	for _, s := range cues {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			options = options || c.Has(english.Options) && !c.Has(english.PlanAhead)
			if c.HasWord("both", "all") && c.Has(english.Promise) {
				return false
			}
		}
	}
	return options || r.asksWhich()
}

// asksWhich tells that the turn asks to choose among what it lists.
func (r *reader) asksWhich() bool {
	for _, u := range r.units() {
		w := u.Words()
		if u.HasWord("which") && (u.Asked || strings.Contains(w, "tell me") || strings.Contains(w, "let me know")) || strings.Contains(w, "your call") || strings.Contains(w, "up to you") || strings.Contains(w, "do you prefer") {
			return true
		}
	}
	return false
}

func lastSentence(s string) string {
	ss := english.Sentences(s)
	if len(ss) == 0 {
		return s
	}
	return ss[len(ss)-1].Text
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
		if label != len(alts)+1 {
			continue
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

// optionTable reads a comparison: a table whose columns or rows are the
// options, with a question which one it shall be.
func (r *reader) optionTable() {
	if !r.asksWhich() && !r.comparing() {
		return
	}
	var rows [][]string
	list, topic := 0, ""
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Row || list != 0 && p.List != list {
			continue
		}
		if list == 0 {
			list, topic = p.List, p.heading
			if topic == "" {
				topic = lastSentence(p.intro)
			}
		}
		rows = append(rows, p.Cells)
	}
	if len(rows) < 2 || len(rows[0]) < 2 {
		return
	}
	head := rows[0]
	var names []string
	for _, row := range rows[1:] {
		names = append(names, row[0])
	}
	if len(head) >= 3 && aspects(head[1:]) <= aspects(names) && strings.TrimSpace(head[0]) == "" {
		names = head[1:] // the options are the columns
	}
	if len(head) >= 3 || strings.Contains(strings.ToLower(head[0]), "option") {
		r.branch(topic, names)
	}
}

// optionNames reads options that the prose sets in bold, where the turn asks
// which one it shall be.
func (r *reader) optionNames() {
	if r.proposed(delta.BranchCreatedKind) || !r.asksWhich() {
		return
	}
	var names []string
	topic := ""
	for i := range r.passages {
		if p := &r.passages[i]; p.Kind == prose.Paragraph {
			for _, s := range p.Strong {
				if !slices.Contains(names, s) {
					names = append(names, s)
				}
			}
			if topic == "" && len(p.sentences) > 0 {
				topic = p.sentences[0].Text
			}
		}
	}
	if len(names) >= 2 && len(names) <= 4 {
		r.branch(topic, names)
	}
}

// aspectWords are what options are compared by.
var aspectWords = english.Content("effort reach cost costs price speed size pros cons pro con advantage disadvantage risk complexity maturity ecosystem performance license licence notes time latency memory quality support fast small ease setup build bundle config start learning curve maintenance weight capacity distance community documentation security comment remarks strength weakness good bad work")

// aspects counts the names that are aspects of a comparison.
func aspects(names []string) int {
	n := 0
	for _, name := range names {
		if english.Shared(english.Content(name), aspectWords) > 0 {
			n++
		}
	}
	return n
}

func (r *reader) comparing() bool {
	for _, u := range r.units() {
		if u.Asked && u.HasWord("prefer", "rather", "which") {
			return true
		}
	}
	return false
}

// plan reads the steps of a plan to which the assistant commits: each opens a
// task.
func (r *reader) plan(options map[int]bool) {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Item || p.Box != prose.NoBox || options[p.List] || p.Nested {
			continue
		}
		if commits(lastSentence(p.intro)) {
			r.open(firstSentence(p.Text))
			for k := range p.sentences {
				for j := range p.sentences[k].Clauses {
					r.mark(&p.sentences[k].Clauses[j])
				}
			}
		}
	}
}

// commits tells an introduction by which the assistant takes the listed steps
// on: "My plan:", "I will do it in this order:".
func commits(intro string) bool {
	for _, s := range english.Sentences(intro) {
		if s.Asked {
			return false
		}
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if c.Has(english.Hedge, english.Suggest, english.OfferHelp) {
				return false
			}
			own := c.HasWord("i", "my") || strings.HasPrefix(c.Words(), "the plan") || strings.HasPrefix(c.Words(), "plan") || strings.HasPrefix(c.Words(), "todo")
			if own && (c.Has(english.PlanAhead) || c.Has(english.Promise) && c.HasWord("order", "steps", "following", "do")) {
				return true
			}
		}
	}
	return false
}

// echoes tells that a clause only repeats what the user has just said or
// settled: that is no news.
func (r *reader) echoes(u unit) bool {
	stems := u.Content()
	if len(stems) == 0 || u.Has(english.Done) && !r.repeatsDecision(stems) {
		return false
	}
	return r.repeatsDecision(stems)
}

func (r *reader) repeatsDecision(stems []string) bool {
	for _, e := range r.memory.entries {
		if e.age <= 1 && (e.kind == delta.Decision || e.kind == delta.Constraint || e.kind == delta.Fact) && float64(english.Shared(stems, e.stems))/float64(len(stems)) >= 0.6 {
			return true
		}
	}
	return false
}

// reportedChoice reads a choice that the assistant reports as made: "I chose
// STOP over Standby", "I'm keeping the prefilter".
func (r *reader) reportedChoice(u unit) bool {
	c := u.Clause
	if c.Has(english.Hedge, english.Suggest, english.Undecided, english.OfferHelp) || c.Negated() && !c.HasWord("over") {
		return false
	}
	settled := c.Has(english.Chosen)
	if c.Has(english.Keeping) && (c.Has(english.InsteadOf) || c.HasWord("keeping", "sticking", "kept", "staying")) {
		settled = true
	}
	if !settled {
		return false
	}
	text := core(c)
	if next := u.after(); next != nil && (u.Lead == english.Colon || next.Lead == english.Colon) {
		for i := u.at + 1; i < len(u.s.Clauses); i++ {
			text += ", " + from(&u.s.Clauses[i], 0)
			r.mark(&u.s.Clauses[i])
		}
		if next.Lead == english.Colon {
			text = strings.TrimPrefix(text, core(c)+", ")
		}
	}
	return r.decide(imperative(text), turnedDown(c))
}

// imperative takes the speaker out of a report: "I'm keeping X" is "Keep X".
func imperative(s string) string {
	ss := english.Sentences(s)
	if len(ss) == 0 || len(ss[0].Clauses) == 0 {
		return s
	}
	c := &ss[0].Clauses[0]
	i := 0
	for i < len(c.Tokens) && slices.Contains([]string{"i", "we", "am", "are", "have", "will", "just", "now", "also", "would"}, c.Word(i)) {
		i++
	}
	if i == 0 || i >= len(c.Tokens)-1 {
		return s
	}
	v, ok := english.VerbOf(c.Word(i))
	if !ok {
		return s
	}
	if slices.Contains([]string{"settle", "decide", "choose", "pick", "opt", "select", "go", "take"}, v.Lemma) {
		i++
		for i < len(c.Tokens)-1 && slices.Contains([]string{"on", "for", "with", "to"}, c.Word(i)) {
			i++
		}
		return from(c, i) + s[min(len(s), c.Tokens[len(c.Tokens)-1].End):]
	}
	return v.Lemma + " " + strings.TrimPrefix(s[min(len(s), c.Tokens[i].End):], " ")
}

// suggested reads a proposal or a guess of the assistant.
func (r *reader) suggested(u unit) bool {
	c := u.Clause
	if list := r.proposedList(u); list != "" {
		return r.hypothesis(list, delta.Medium)
	}
	switch {
	case c.Has(english.Assumption):
		text := from(c, assumptionEnd(c))
		if next := u.after(); next != nil && len(english.Content(text)) < 2 {
			text += " " + from(next, 0)
		}
		return r.hypothesis(text, delta.Low)
	case c.Has(english.OfferHelp) || c.Lead.Dependent() && c.Lead != english.Which:
		return false
	}
	if !c.Has(english.Suggest, english.Hedge) || len(c.Content()) < 2 && !(c.Has(english.Hedge) && len(c.Content()) == 1) {
		return false
	}
	if c.HasWord("look", "looks") && c.HasWord("like") {
		return false // introduces an example
	}
	if c.Word(0) == "you" && c.Word(1) == "can" || c.Has(english.Undecided) {
		return false
	}
	if r.proposed(delta.BranchCreatedKind) && r.inBranch(u) || !c.Has(english.Suggest) && r.weighs(u) {
		return false
	}
	if h := r.memory.recent(kind(delta.Hypothesis), 1); h != nil && !c.Number() && english.Shared(c.Content(), h.stems) > 0 && c.Word(0) != "i" {
		return true // speaks for or against an idea that is there
	}
	certainty := delta.Medium
	if c.Has(english.Hedge) && !c.Has(english.Suggest) {
		certainty = delta.Low
	}
	return r.hypothesis(sentenceText(u), certainty)
}

// suspects reads several guesses at a cause in one sentence; each is a
// hypothesis.
func (r *reader) suspects(u unit) bool {
	if u.Asked || u.Verb < 1 || !u.HasWord("suspects", "culprits", "causes", "explanations", "reasons") || !english.IsBe(u.Word(u.Verb)) {
		return false
	}
	var tokens []english.Token
	var breaks []int
	for i := u.at; i < len(u.s.Clauses); i++ {
		if c := &u.s.Clauses[i]; i > u.at && c.Lead == english.Or {
			breaks = append(breaks, len(tokens))
		}
		tokens = append(tokens, u.s.Clauses[i].Tokens...)
	}
	guesses := split(u, tokens, u.Verb+1, breaks)
	for _, g := range guesses {
		r.hypothesis(g, delta.Low)
	}
	return len(guesses) > 0
}

// proposedList is a proposal that a list or a table spells out: "here is a
// proposal for the scope:".
func (r *reader) proposedList(u unit) string {
	if !u.HasWord("proposal", "suggestion", "propose", "suggest", "draft") || !strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		return ""
	}
	text := strings.TrimRight(core(u.Clause), ": ")
	after := false
	for i := range r.passages {
		p := &r.passages[i]
		if after && (p.Kind == prose.Item || p.Kind == prose.Row) {
			text += ", " + strings.TrimRight(p.Text, ".; ")
		}
		after = after || p == u.p
	}
	return text
}

// assumptionEnd is the index after "I assumed that".
func assumptionEnd(c *english.Clause) int {
	at, n := c.Find(english.Assumption)
	i := at + n
	if c.Word(i-1) == "the" || c.Word(i-1) == "it" || c.Word(i-1) == "there" || c.Word(i-1) == "we" || c.Word(i-1) == "you" {
		i--
	}
	if c.Word(i) == "that" {
		i++
	}
	if i >= len(c.Tokens) {
		return 0
	}
	return i
}

// inBranch tells that a clause speaks of the options that the turn lays out.
func (r *reader) inBranch(u unit) bool {
	for _, e := range r.memory.entries {
		if e.fresh && e.branch && english.Shared(u.Content(), e.stems) > 0 {
			return true
		}
	}
	return false
}

// weighs tells that a clause only speaks for or against an option of a branch
// that is open.
func (r *reader) weighs(u unit) bool {
	for _, b := range r.memory.all(branches, 4) {
		if english.Shared(u.Content(), b.stems) > 0 {
			return true
		}
	}
	return false
}

// suggestedInQuestion reads an idea that the assistant puts as a question.
func (r *reader) suggestedInQuestion(u unit, explains bool) {
	w := u.Words()
	if explains || r.proposed(delta.BranchCreatedKind) {
		return
	}
	if (u.Word(0) == "should" || u.Word(0) == "shall") && u.Word(1) != "i" && len(u.Content()) > 2 && u.s.Marked {
		r.hypothesis(strings.TrimSpace(from(u.Clause, 1)), delta.Medium)
		return
	}
	for _, f := range []string{"should we", "what if", "how about", "could it be", "would it make sense", "maybe", "perhaps"} {
		if strings.HasPrefix(w, f) && len(u.Content()) > 1 {
			r.hypothesis(core(u.Clause), delta.Medium)
			return
		}
	}
}

// foundOut reads what the assistant found out: a cause, a measurement, what a
// file or a setting holds.
func (r *reader) foundOut(u unit) bool {
	c := u.Clause
	if c.Verb < 0 || c.Command || c.Has(english.Hedge, english.Suggest, english.Estimate, english.OfferHelp, english.Undecided) || c.Lead.Dependent() || len(c.Content()) < 3 {
		return false
	}
	if c.Word(0) == "you" || english.IsModal(c.Word(c.Verb)) {
		return false
	}
	if strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") || u.s.Clauses[0].Has(english.Done) || performed(&u.s.Clauses[0]) {
		return false
	}
	for i := range u.s.Clauses {
		if o := &u.s.Clauses[i]; o.Has(english.Hedge) || o.Report != nil && o.Report.Distant {
			return false
		}
	}
	cause := c.Has(english.Cause) || english.Shared(english.Content(u.p.heading), english.Content("cause reason diagnosis finding findings explanation problem")) > 0
	reason := u.after()
	if reason != nil && (reason.Lead == english.Because || reason.Lead == english.So) {
		cause = true
	}
	named := slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return t.Class == english.Code || t.Class == english.Number })
	numbers := 0
	for _, t := range c.Tokens {
		if t.Class == english.Number {
			numbers++
		}
	}
	reads := r.last.pasted && (named || c.Number()) // says what a paste shows
	checked := c.Has(english.Checked) || u.at > 0 && u.before().Has(english.Checked)
	if !(cause && named || checked && named || cause && pastTense(c) || numbers >= 2 && !c.Has(english.NowIs) || reads) {
		return false
	}
	if !reads && !r.about(u) {
		return false
	}
	text := strings.TrimRight(u.s.Text, ".! ")
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	_, ok := r.fact(text, delta.High)
	return ok
}

// about tells that a statement is about this project rather than about the
// world: it speaks of "your" things, of what was checked, or in the past.
func (r *reader) about(u unit) bool {
	if next := u.after(); next != nil && next.Lead == english.So && pastTense(next) {
		return true
	}
	return u.Has(english.Checked) || pastTense(u.Clause) || u.HasWord("your", "our", "my", "the") || english.Shared(u.Content(), r.last.stems) >= 2
}
