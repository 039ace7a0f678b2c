package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// branch proposes a choice left open.
func (r *reader) branch(topic string, alternatives []string) bool {
	var kept []string
	for _, a := range alternatives {
		a = sentenceCaseless(a)
		if len(r.content(a)) > 0 || a != "" {
			kept = append(kept, a)
		}
	}
	if len(kept) < 2 || len(kept) > 8 {
		return false
	}
	var stems []string
	bare := 0 // names that are no content: "Go", "C"
	for _, a := range kept {
		stems = union(stems, r.content(a))
		bare += btoi(bareName(a))
	}
	if len(stems) == 0 || len(stems)+bare < 2 || r.memory.known(stems, branches, 0.8) {
		return false
	}
	if topic = strings.TrimRight(topic, "?:! "); topic == "" {
		topic = strings.Join(kept, " or ")
	}
	c := r.creation(r.summary(topic), delta.Medium)
	r.propose(&delta.BranchCreated{Creation: c, Alternatives: kept})
	return true
}

// bareName tells a short name with a capital that is spelled like a word without
// content: "Go", "C".
func bareName(a string) bool {
	return len(a) <= 3 && a != "" && a[0] >= 'A' && a[0] <= 'Z' && len(english.Content(a)) == 0
}

// sentenceCaseless tidies an option and leaves its case.
func sentenceCaseless(s string) string {
	s = strings.Trim(strings.Join(strings.Fields(s), " "), " ,;:-–—.?")
	if i := strings.Index(s, ". "); i > 0 {
		s = s[:i]
	}
	if r := []rune(s); len(r) > maxSummary {
		s = string(r[:maxSummary])
	}
	return s
}

// weighed reads alternatives in one sentence: "X, Y or Z?", "either a deposit
// or a waiver, I do not know".
func (r *reader) weighed(u unit) bool {
	if r.turn.Role == User && u.s.Asked && u.HasWord("or") && anyClause(u.s, consults) {
		for i := range u.s.Clauses {
			r.mark(&u.s.Clauses[i])
		}
		return true
	}
	alts := r.alternatives(u)
	if len(alts) < 2 {
		alts = r.joinedOtherwise(u)
	}
	if alts == nil {
		alts = r.parted(u)
	}
	if len(alts) > 2 && asksWord.Holds(strings.ToLower(firstField(alts[0]))) {
		alts = alts[1:] // "which format, PDF or HTML?"
	}
	if len(alts) == 2 && asksWord.Holds(strings.ToLower(firstField(alts[0]))) {
		if at := strings.LastIndex(alts[0], ", "); at > 0 {
			alts[0] = alts[0][at+2:] // "what if more come, draw lots or first come first served?"
		}
	}
	if len(alts) < 2 || r.turn.Role == Assistant && (asksState(&u.s.Clauses[0]) || asksApproval(&u.s.Clauses[0])) {
		return false
	}
	for i := range u.s.Clauses {
		r.used[u.s.Clauses[i].Place] = true
	}
	if culprits.among(u.s.Clauses[0].Text) || causing.in(&u.s.Clauses[0]) && supposedly.in(&u.s.Clauses[0]) {
		for _, a := range alts {
			r.hypothesis(a, delta.Low) // "two things could be the reason: a, or b"
		}
		return true
	}
	alts[0] = withoutModal(alts[0])
	if doesAnew(u.Clause) {
		for i, a := range alts {
			if b, ok := strings.CutPrefix(a, "do "+u.Word(1)+" "); ok {
				alts[i] = b
			}
		}
	}
	return r.branch(u.s.Text, alts)
}

// causing are words for what something comes of.
var causing = classOf("reason reasons cause causes explanation explanations culprit culprits suspect suspects")

// asksWord are words with which a question begins that names its options behind a
// comma.
var asksWord = classOf("which what how where")

func firstField(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// alternatives are the options that a sentence weighs, or nil. It must ask, or
// say that the choice is open.
func (r *reader) alternatives(u unit) []string {
	if u.at > 0 && u.s.Clauses[u.at-1].Lead != english.Opens && !u.Asked {
		return nil
	}
	begin := u.at
	if !slices.ContainsFunc(u.s.Clauses[begin:], func(c english.Clause) bool { return c.Lead == english.Or || c.HasWord("or") }) {
		return nil
	}
	n := 0
	for i := begin; i < len(u.s.Clauses); i++ {
		n += len(u.s.Clauses[i].Tokens)
	}
	tokens := make([]english.Token, 0, n)
	or, colon := -1, 0
	text, open := u.p.Text, false
	var breaks []int // where a clause that "or" opens begins
	inside := false  // brackets, which describe the option before them
	for i := begin; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		inside = inside && !strings.Contains(u.gapBefore(i), ")")
		if i > begin && or > 0 && leftToChoose(c) {
			open, text = true, text[:tokens[len(tokens)-1].End]
			break
		}
		if c.Lead == english.Or && i > begin && !inside && !c.Aside {
			or = len(tokens)
			breaks = append(breaks, or)
		}
		if c.Lead == english.Which && i > begin && i+1 < len(u.s.Clauses) || c.Aside {
			if rest := orWithin(c); rest != nil && !c.Aside && r.turn.Role == Assistant {
				or = len(tokens)
				breaks, tokens = append(breaks, or), append(tokens, rest...)
			}
			continue // describes the option before it
		}
		if c.Lead == english.Colon && or < 0 {
			colon = len(tokens)
		}
		open = open || i == begin && r.laysOut(u) || i == begin && c.Word(0) == "either" && r.turn.Role == Assistant && !c.Has(english.Chosen) || i == begin && c.HasWord("could", "can") && (c.Word(0) == "you" || c.Word(0) == "we" || r.turn.Role == Assistant && (c.Word(0) == "they" || c.Word(0) == "it") && strings.Contains(u.s.Text, ", or ")) && c.Has(english.Suggest) || c.Asked || c.Has(english.Undecided) || c.Has(english.Options) && i == begin && c.HasWord("ways", "options", "possibilities", "choices", "candidates", "alternatives", "approaches")
		for _, t := range c.Tokens {
			switch {
			case t.Word == "(":
				inside = true
			case inside:
				inside = t.Word != ")"
			default:
				if t.Word == "or" && !t.Quoted {
					or = len(tokens)
				}
				tokens = append(tokens, t)
			}
		}
	}
	if at := doubtBehind(tokens, or); at > 0 {
		open, tokens = true, tokens[:at]
	}
	open = open || undecidedNext(u) || opinionAsked(u) || r.possible(u)
	if or <= 0 || !open || or >= len(tokens)-1 && tokens[len(tokens)-1].Word == "or" {
		return nil
	}
	if !choiceQuestion(u.Clause) || r.looksInto(u) || u.Asked && u.Word(start(u.Clause)) == "which" && r.turn.Role == Assistant && r.hunts() && !u.HasWord("should", "shall", "would", "want", "prefer", "like", "rather", "use", "take", "we", "you") {
		return nil
	}
	if labelled := lettersWithin(u); labelled != nil {
		return labelled
	}
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Word
	}
	from := frameEnd(words[:min(or+1, len(words))])
	if i := max(colon, indexOf(words, ":")+1); i > 0 && i < from && strings.Contains(text[tokens[i].Start:tokens[from].Start], ",") {
		from = i // the words of such a question are an option's own
	}
	return untopical(split(text, tokens, max(from, colon, behindDash(u.p.Text, tokens[:or])), breaks))
}

// laysOut tells a statement of the assistant that lays alternatives out: after
// a colon ("there are two homes for it: a server, or a container"), under a
// topic ("packaging: Helm, Kustomize or raw YAML"), or as what could be.
func (r *reader) laysOut(u unit) bool {
	if r.turn.Role != Assistant || u.Has(english.Done, english.Chosen) || u.Command {
		return false
	}
	if b := u.before(); b != nil && u.Lead == english.Colon {
		return u.Verb < 1 && strings.Contains(u.s.Text, ", or ") || b.Has(english.Options) || b.Number() || b.HasWord("few", "several", "choice", "choose", "between", "both", "could", "can", "either") || (u.Word(0) == "a" || u.Word(0) == "an" || u.Word(0) == "the") && u.Verb < 1 && strings.Contains(u.s.Text, ", or ")
	}
	if u.HasWord(":") && (u.Verb < 0 || strings.Contains(u.s.Text, ", or ")) {
		return true
	}
	if v := u.Verb; v > 0 && u.Word(v) == "would" && (u.Word(v+1) == "both" || u.Word(v+1) == "each" || u.Word(v+1) == "either") {
		return true
	}
	for i := range u.s.Clauses[:len(u.s.Clauses)-1] {
		if i > u.at && u.s.Clauses[i].Lead == english.Or && u.s.Clauses[i+1].Lead == english.Or {
			return true // "… , or X, or Y"
		}
	}
	if u.Where("comes down to") >= 0 || u.Where("boils down to") >= 0 {
		return true
	}
	v := u.Verb
	if v > 0 && u.Word(v+1) != "not" && r.laidFor(u, u.Word(v-1)) {
		return true
	}
	if v > 0 && (u.Word(v) == "might" || english.IsBe(u.Word(v)) && (u.HasWord("depending", "depends") || pointedAt(u.Clause, "that", "it") || u.Word(v-1) == "it" && u.Word(v+1) == "either")) && u.HasWord("either") {
		return true
	}
	return v > 0 && (u.Word(v) == "could" || u.Word(v) == "might") && u.Word(v+1) != "be" && u.Word(v+1) != "have" && u.HasWord(",")
}

// possible tells a statement of the assistant about what can be chosen: it names
// alternatives after a comma under a modal of possibility, or goes on to ask what
// is preferred.
func (r *reader) possible(u unit) bool {
	c := u.Clause
	if r.turn.Role != Assistant || u.at > 1 || u.at == 1 && u.Lead != english.Colon || c.Asked || c.Has(english.Chosen) || c.Lead.Dependent() || pastTense(c) {
		return false
	}
	head := &u.s.Clauses[0]
	if head.Lead == english.If || performed(head) && !head.HasWord("can", "could", "be") || pastTense(head) || head.HasWord("not", "whether") {
		return false
	}
	asks := preferenceNext(u)
	modal := head.Verb > 0 && (head.Word(head.Verb) == "could" || head.Word(head.Verb) == "can" || head.Word(head.Verb) == "may" || head.Word(head.Verb) == "might") && head.Word(head.Verb+1) != "not"
	counts := head.Verb > 0 && (countsOptions(head) || countsThese(head)) && u.at == 1
	disjoint := strings.Contains(u.s.Text, ", or ")
	switch {
	case counts, asks && (modal || u.at == 1 || disjoint), modal && disjoint && (strings.Count(u.s.Text, ",") > 1 || head.HasWord("either") || head.Word(head.Verb+1) == "be"):
		return true
	}
	return asks && head.HasWord("see", "have", "there", "choose", "between", "either") || modal && (comparedNext(u) || disjoint && r.twoCourses(u))
}

// countsThese tells an introduction that counts two or three things that would
// do: "two toolkits would fit:".
func countsThese(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) == "there" {
		i = c.Verb + 1
	}
	return slices.Contains([]string{"two", "three", "2", "3"}, c.Word(i)) && strings.HasSuffix(c.Word(i+1), "s") && english.Shared(english.ContentOf(c.Tokens[min(i+1, len(c.Tokens)):]), minus(others, english.Content("fixes places"))) == 0
}

// preferenceNext tells that one of the next two sentences of the block, or the
// block after, asks what the other speaker would like.
func preferenceNext(u unit) bool {
	for n := u.k + 1; n < len(u.p.sentences) && n <= u.k+2; n++ {
		s := &u.p.sentences[n]
		for i := range s.Clauses {
			if c := &s.Clauses[i]; asksChoice(c) || s.Marked && c.Asked && c.HasWord("preference", "comfortable", "want", "like", "rather", "appeals", "suits", "which", "matters") && !c.HasWord("me") {
				return true
			}
		}
	}
	return false
}

// opinions are what somebody is asked for who shall weigh things.
var opinions = classOf("opinion opinions thoughts preference preferences views which better prefer think take feeling recommendation advice")

// opinionAsked tells that the next sentence asks what the other thinks of the
// alternatives of this one: "a frame pointer or fixed offsets. Opinion?"
func opinionAsked(u unit) bool {
	if next := u.nextSentence(); next != nil {
		c := &next.Clauses[0]
		return next.Asked && len(next.Content()) <= 3 && opinions.in(c)
	}
	return false
}

// leftToChoose tells a clause that leaves open what the words before it list: "…, what's
// better?", "…, which one is saner", "…, not sure", "…, your call".
func leftToChoose(c *english.Clause) bool {
	if c.HasWord("or") || len(c.Tokens) > 7 {
		return false
	}
	switch first := c.Word(start(c)); {
	case c.Lead == english.Which || first == "which" || first == "what" || first == "any":
		return opinions.in(c) || slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return compares(t.Word) })
	}
	return handsOver(c) || c.Has(english.Undecided) || len(c.Tokens) <= 4 && c.Has(english.Hedge) && c.Negated()
}

// unknowing are words of who has not made up their mind, or leaves it to the other.
var unknowing = english.WordsOf("sure idea know unsure undecided certain clue torn dunno hm hmm call pick choice decide up")

// doubtBehind is the comma behind the last option of a fragment at which its speaker
// says no more than that they do not know, or 0: "python or node, not sure".
func doubtBehind(tokens []english.Token, or int) int {
	for i := len(tokens) - 2; i > or+1 && i >= len(tokens)-5 && or > 0; i-- {
		if tokens[i].Word == "," {
			if slices.ContainsFunc(tokens[i:], func(t english.Token) bool { return t.Is(unknowing) }) {
				return i
			}
			return 0
		}
	}
	return 0
}

// leavesChoice tells that the end of u's sentence leaves open what u lists.
func leavesChoice(u unit) bool {
	return u.at == 0 && u.HasWord("or") && !u.Asked && (doubtBehind(u.Tokens, u.Index("or")) > 0 && (handsOver(u.Clause) || u.Verb < 0) || slices.ContainsFunc(u.s.Clauses[1:], func(c english.Clause) bool { return leftToChoose(&c) }))
}

// compares tells an adjective that sets one thing above another: "better", "nicest".
func compares(w string) bool {
	return w == "better" || w == "best" || w == "worse" || len(w) > 4 && (strings.HasSuffix(w, "ier") || strings.HasSuffix(w, "iest") || strings.HasSuffix(w, "est") && w != "test" && w != "request") || adjectives.Holds(strings.TrimSuffix(w, "er"))
}

// adjectives are those by which options are compared, without their last e.
var adjectives = english.WordsOf("fast cheap saf san simpl nic slow small light smart clean short strong near clear quick cool new wis sweet rich larg fine neat soft hard tight")

// undecidedNext tells that the next sentence leaves open what this one lists.
func undecidedNext(u unit) bool {
	next := u.nextSentence()
	if next == nil || (u.Verb >= 0 || u.Command) && !((u.Word(0) == "either" || u.HasWord("could", "might")) && len(next.Content()) <= 4) {
		return false
	}
	return anyClause(next, undecided)
}

// choiceQuestion tells a question about what is wanted from one about how
// things are.
func choiceQuestion(c *english.Clause) bool {
	w := c.Word(0)
	if w == "and" || w == "but" || w == "so" {
		w = c.Word(1)
	}
	switch w {
	case "what", "how", "where":
		if c.Word(1) == "about" || w == "what" && c.Word(1) == "is" && c.HasWord("better", "best", "nicer", "safer", "easier") {
			return true
		}
		if c.HasWord("matters", "weighs", "counts") && c.HasWord("more", "most") {
			return true
		}
		return (c.HasWord("should", "shall") || c.HasWord("do")) && c.HasWord("we", "i") && !c.Number() || asksHowItWillBe(c)
	case "is", "are":
		return c.Where("going to be") > 0 || c.Where("meant to") > 0 || c.Where("supposed to") > 0 || c.Where("to be") > 0
	case "does":
		return c.Where("have to") > 0 || c.Where("call for") > 0 || c.Where("ask for") > 0 || c.Where("cry for") > 0
	case "was", "were", "did", "has", "have", "had", "why", "who", "when", "can", "any":
		return false
	case "do":
		return c.HasWord("want", "prefer", "like", "need") || (c.Word(1) == "we" || c.Word(1) == "i") && (doesAnew(c) || c.HasWord("go", "use", "take", "keep", "put", "make", "choose", "pick", "start", "stay"))
	}
	return true
}

// asksHowItWillBe tells a question that names, behind a comma, how something may be:
// "how often will it appear, monthly or every quarter?".
func asksHowItWillBe(c *english.Clause) bool {
	i := start(c)
	if c.Verb != i+1 && c.Verb != i+2 || c.Number() || c.HasWord("many", "much", "big", "large", "long", "old", "far", "likely") {
		return false
	}
	switch c.Word(c.Verb) {
	case "will", "shall", "should":
		return c.HasWord(",") || strings.HasSuffix(c.Text, ",")
	}
	return false
}

// anew are verbs of what is done to what there is.
var anew = classOf("convert migrate move switch drop rewrite replace split merge rename delete remove build buy rent port upgrade extend ship print publish translate archive archived normalise normalize")

// doesAnew tells a question of "do we" that asks whether to do something, and not how
// things are done.
func doesAnew(c *english.Clause) bool {
	return c.Word(0) == "do" && anew.Holds(c.Word(2))
}
