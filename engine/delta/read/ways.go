package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// Words of an introduction to options: what they are called, how those are called
// that everybody knows, and how somebody has them in mind.
var (
	wayNouns  = classOf("options alternatives candidates choices possibilities contenders routes variants ways approaches roads paths directions avenues solutions strategies")
	makeNouns = classOf("tools libraries services frameworks engines formats products programs systems models methods layouts designs styles providers packages places databases platforms names hosts types kinds schemes")
	wellKnown = classOf("usual common typical popular obvious possible realistic classic sensible reasonable natural likely conceivable")
	inMind    = classOf("think imagine consider considering see mind picture recommend eligible question")
)

// introducesWays tells an introduction to a list or a table that calls what stands in
// it options: "I can think of these tools:", "these are the usual roads:".
func introducesWays(intro string) bool {
	intro = strings.TrimSpace(intro)
	if !strings.HasSuffix(intro, ":") {
		return false
	}
	ss := english.Sentences(intro)
	if len(ss) == 0 {
		return false
	}
	last := ss[len(ss)-1].Clauses
	c := &last[len(last)-1]
	if pastTense(c) || c.Negated() || c.Has(english.Done, english.Chosen) || c.HasWord("both", "all", "already", "now", "today") {
		return false
	}
	ways, makes := wayNouns.in(c), makeNouns.in(c)
	if !ways && !makes {
		return false
	}
	thinks := inMind.in(c) || c.HasWord("could", "would", "might") && !c.HasWord("i")
	pointed := c.HasWord("these", "following", "here") || c.Verb < 0
	known := wellKnown.in(c)
	switch {
	case ways && (known && (pointed || c.HasWord("the")) || thinks):
	case makes && (known && pointed || thinks && c.HasWord("these", "following", "several", "some", "two", "three", "four")):
	default:
		return false
	}
	return !c.Has(english.Promise) && !c.HasWord("use", "using", "used", "uses", "have")
}

// numbersWeighed tells that a paragraph of the turn weighs the items of a list by their
// numbers: "2 leaves garbage behind, 3 costs time".
func (r *reader) numbersWeighed(items int) bool {
	n := 0
	for _, u := range r.units() {
		i := start(u.Clause)
		if w := u.Word(i); u.p.Kind != 0 || u.Verb != i+1 || len(w) != 1 || w[0] < '1' || int(w[0]-'0') > items || pastTense(u.Clause) || u.Asked {
			continue
		}
		if v, ok := u.VerbAt(u.Verb); ok && !u.Has(english.Done, english.Defer) && v.Lemma != "depend" && v.Lemma != "wait" && v.Lemma != "follow" && v.Lemma != "come" && v.Lemma != "start" && u.HasWord(tradeoffs...) {
			n++
		}
	}
	return n > 1
}

// posesQuestion tells an introduction that ends in a colon and calls what its list
// answers the question: "the main question is who signs the letters:".
func posesQuestion(intro string) bool {
	if !strings.HasSuffix(strings.TrimSpace(intro), ":") || !settling.among(intro) {
		return false
	}
	for s := range english.Each(intro) {
		c := &s.Clauses[0]
		at := c.FirstOf(settling.WordSet)
		if at < 0 || at > 5 || pastTense(c) || s.Marked || c.Word(start(c)) != "the" && c.Word(at-1) != "open" && at > 1 {
			continue
		}
		rest := at + 1
		if v := c.Word(rest); english.IsBe(v) || v == "remains" {
			rest++
		}
		if asksWord.Holds(c.Word(rest)) || c.Word(rest) == "who" || c.Word(rest) == "whether" {
			return true
		}
		if len(s.Clauses) > 1 && asksWord.Holds(s.Clauses[1].Word(0)) || len(s.Clauses) > 1 && s.Clauses[1].Word(0) == "who" {
			return true
		}
	}
	return false
}

// settling are words for what is to be settled.
var settling = classOf("question choice decision")

// comparesItems tells that the prose below a list says of one item, by its place, how it
// does beside the others, or what would be if it were taken: "the last one is the least
// trouble", "if you took the second, you would have to wait".
func (r *reader) comparesItems() bool {
	for _, u := range r.units() {
		if u.p.Kind != prose.Paragraph || u.Asked || u.Lead != english.If && pastTense(u.Clause) || u.Negated() {
			continue
		}
		for i := 1; i < len(u.Tokens) && i < 8; i++ {
			_, counts := ordinals[u.Word(i)]
			counts = counts || u.Word(i) == "last" || u.Word(i) == "latter" || u.Word(i+1) == "one"
			if !counts || u.Word(i-1) != "the" {
				continue
			}
			if verb := u.Word(i - 2); i > 1 && !u.HasWord("start", "begin") && takingUp.Holds(verb) && (u.Lead == english.If || u.Has(english.Lean, english.Suggest) && u.Word(start(u.Clause)) == "i") {
				return true
			}
			next := i + 1 + btoi(u.Word(i+1) == "one")
			if i-1 == start(u.Clause) && u.Verb == next && english.IsBe(u.Word(next)) && (comparative(u.Clause) || superlative(u.Clause)) {
				return true
			}
		}
	}
	return false
}

// countsUp tells an introduction to things of which none is to be picked: steps, costs,
// what was done.
func countsUp(intro []english.Sentence) bool {
	for i := range intro {
		if anyClause(&intro[i], func(c *english.Clause) bool {
			return c.Number() || english.IsNumeral(c.Word(start(c))) || pastTense(c) || c.Has(english.Done, english.PlanAhead, english.Promise) || english.Shared(c.Content(), others) > 0 || c.HasWord("cost", "costs", "expenses", "open", "remaining", "left")
		}) {
			return true
		}
	}
	return false
}

// takingUp are verbs by which one of several is taken.
var takingUp = classOf("take took choose chose pick picked use used prefer want wanted like liked with for to")

// superlative tells a clause that sets one thing above or below all others: "the least
// annoying", "the safest".
func superlative(c *english.Clause) bool {
	i := slices.IndexFunc(c.Tokens, func(t english.Token) bool {
		return t.Word == "most" || t.Word == "least" || strings.HasSuffix(t.Word, "est") && compares(t.Word)
	})
	return i > 0 && (c.Word(i-1) == "the" || c.Word(i-1) == "my")
}

// comparedNext tells that the next sentence compares one of the things that could be:
// "it could be words or digits. Words are nicer!".
func comparedNext(u unit) bool {
	next := u.nextSentence()
	return next != nil && u.HasWord("or") && u.Word(u.Verb+1) == "be" && comparative(&next.Clauses[0]) && english.Shared(next.Clauses[0].Content(), english.ContentOf(u.Tokens[u.Verb+1:])) > 0
}

// usage are verbs of how a thing is used that there is.
var usage = classOf("run call open press click see find read test check try view start type reach show look get give pass combine scroll ask tell say let")

// twoCourses tells the last sentence of a turn that says what else can be done than
// one thing: "you can draw your own, or take a ready-made set".
func (r *reader) twoCourses(u unit) bool {
	c := u.after()
	head := &u.s.Clauses[0]
	i := start(head)
	if c == nil || len(u.s.Clauses) != 2 || c.Lead != english.Or || !c.Command || head.Word(i) != "you" && head.Word(i) != "we" && head.Word(i) != "one" || head.Verb != i+1 || usage.Holds(head.Word(i+2)) {
		return false
	}
	all := r.units()
	return all[len(all)-1].s == u.s && !slices.ContainsFunc(all, func(o unit) bool { return o.s != u.s && o.Has(english.Done) })
}

// offeredPair are the names of what there is for a purpose, where the assistant goes on
// to lean to one of them or asks which: "to replace it there are X and Y. I'd take X".
func offeredPair(u unit) []string {
	v := u.Verb
	if v < 1 || u.at > 0 || u.Asked || u.Negated() || !english.IsBe(u.Word(v)) && u.Word(v) != "have" || u.Word(v-1) != "there" && u.Word(v-1) != "you" && u.Word(v-1) != "we" {
		return nil
	}
	next := u.nextSentence()
	if next == nil {
		return nil
	}
	lead := &next.Clauses[0]
	var out []string
	begin := v + 1
	for i := begin; i <= len(u.Tokens); i++ {
		if w := u.Word(i); i < len(u.Tokens) && w != "and" && w != "or" && w != "," {
			continue
		}
		if i > begin && (i-begin > 5 || u.Tokens[begin].Class == english.Number || !english.HasContent(u.Tokens[begin:i]) || english.IsNumeral(u.Word(begin))) {
			return nil
		}
		if i > begin {
			out = append(out, cutText(u.p.Text, u.Tokens[begin:i]))
		}
		begin = i + 1
	}
	leans := lead.Has(english.Lean, english.Suggest) && english.Shared(lead.Content(), english.ContentOf(u.Tokens[v:])) > 0
	if len(out) < 2 || len(out) > 4 || !leans && !asksChoice(lead) {
		return nil
	}
	return out
}

// partisan are verbs by which somebody asks for one of several.
var partisan = classOf("says said wants want wanted prefers prefer likes favours favors suggests votes recommends demands")

// tornAmong reads what others want each, where the speaker leaves it open: "my boss
// wants blue, the printer says green, I have no preference".
func (r *reader) tornAmong(u unit) bool {
	if u.at > 0 || len(u.s.Clauses) < 3 || u.s.Asked {
		return false
	}
	last := &u.s.Clauses[len(u.s.Clauses)-1]
	if !last.Has(english.Undecided) && !(last.Negated() && last.HasWord("opinion", "preference", "idea", "view")) || last.Word(start(last)) != "i" && last.Word(start(last)) != "we" || last.Lead == english.If {
		return false
	}
	var wants []string
	for i := range u.s.Clauses[:len(u.s.Clauses)-1] {
		c := &u.s.Clauses[i]
		if c.Report != nil && len(c.Content()) > 0 && c.Verb < 0 {
			wants = append(wants, cutText(u.p.Text, c.Tokens))
			continue
		}
		at := slices.IndexFunc(c.Tokens, func(t english.Token) bool { return partisan.Holds(t.Word) && !t.Quoted })
		if at < 1 || at+1 >= len(c.Tokens) || c.Word(at-1) == "i" || c.Word(at-1) == "you" || !english.HasContent(c.Tokens[at+1:]) {
			continue
		}
		for c.Word(at+1) == "maybe" || c.Word(at+1) == "rather" {
			at++
		}
		wants = append(wants, cutText(u.p.Text, c.Tokens[at+1:]))
	}
	if len(wants) < 2 {
		return false
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return r.branch(topic(u.s.Text), wants) || true
}
