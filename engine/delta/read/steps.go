package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// planNouns head a list of what is going to be done.
var planNouns = classOf("plan steps todo order checklist roadmap todos tasks jobs")

// planned reads the plan to which the assistant commits in a sentence: each step
// opens a task, "Plan: 1) parser 2) storage", "I'll do the scheduler first, then
// the web page". Where the turn asks for an approval, it is one proposal.
func (r *reader) planned() {
	for _, u := range r.units() {
		if r.used[u.Place] || u.Asked || u.Conditional || u.Has(english.Hedge, english.Suggest, english.OfferHelp, english.Undecided) {
			continue
		}
		verb, steps := listedSteps(u)
		if steps == nil {
			verb, steps = sequence(u)
		}
		if steps == nil {
			continue
		}
		for i := u.at; i < len(u.s.Clauses); i++ {
			r.mark(&u.s.Clauses[i])
		}
		if r.approvalAsked() {
			r.idea(strings.TrimRight(u.s.Text, ".! "), delta.Medium, true)
			continue
		}
		for _, step := range steps {
			r.open(strings.TrimSpace(verb + " " + cutText(u.p.Text, step)))
		}
	}
}

// listedSteps are what stands behind the colon of a clause by which the assistant
// takes it on, with the verb that it asks of each: "Plan: a, b, c", "I'll write: a
// and b".
func listedSteps(u unit) (verb string, steps [][]english.Token) {
	c := u.Clause
	if i := c.Index(":"); i > 0 && i <= 4 && i+1 < len(c.Tokens) && c.Verb < 0 {
		if !c.HasWord("you", "your", "their", "his", "her", "old") && (planNouns.Holds(c.Word(i-1)) || planNouns.Holds(c.Word(0)) || c.Word(i-1) == "do" && c.Word(i-2) == "to") {
			return "", stepsIn(u, u.at, i+1)
		}
		return "", nil
	}
	next := u.after()
	if next == nil || next.Lead != english.Colon || next.Asked {
		return "", nil
	}
	if shows := c.Verb == 1 && english.IsBe(c.Word(1)) && (c.Word(0) == "here" || c.Word(0) == "this"); shows || c.Verb < 0 && !c.Command {
		if len(c.Tokens) > 5 || !planNouns.in(c) || c.HasWord("you", "your", "their", "his", "her", "old", "b") {
			return "", nil
		}
	} else {
		i := takenOn(c)
		if i < 0 {
			return "", nil
		}
		v, _ := c.VerbAt(i)
		switch v.Lemma {
		case "do", "go", "proceed", "tackle", "take", "handle", "start", "begin":
		default:
			if english.HasContent(c.Tokens[i+1:]) {
				return "", nil // what follows are the parts of one thing
			}
			verb = c.Word(i)
		}
	}
	return verb, stepsIn(u, u.at+1, 0)
}

// takenOn is where the verb of the work stands that the speaker takes on, or -1: "I
// will write", "I am going to do".
func takenOn(c *english.Clause) int {
	if !c.Has(english.Promise) || c.Negated() {
		return -1
	}
	for i := 0; i+2 < len(c.Tokens) && i < 8; i++ {
		if c.Word(i) != "i" {
			continue
		}
		at := i + 2
		switch w := c.Word(i + 1); {
		case w == "will", w == "shall":
		case w == "am" && c.Word(i+2) == "going" && c.Word(i+3) == "to":
			at = i + 4
		default:
			continue
		}
		for slices.Contains([]string{"now", "first", "then", "also", "just", "next"}, c.Word(at)) {
			at++
		}
		if v, ok := c.VerbAt(at); ok && v.Class&english.Work != 0 || ok && slices.Contains([]string{"do", "go", "take", "proceed"}, v.Lemma) {
			return at
		}
	}
	return -1
}

// stepsIn are the pieces of what a sentence counts up from a token of a clause on, nil
// where it is no such list: by their numbers, else by commas.
func stepsIn(u unit, clause, from int) [][]english.Token {
	tokens := countedIn(u, clause, from)
	if begin := numberAt(tokens, 0, 1); begin > 0 {
		return piecesOf(tokens[begin:], func(rest []english.Token, n int) int { return numberAt(rest, 0, n+1) })
	}
	commas := slices.ContainsFunc(tokens, func(t english.Token) bool { return t.Word == "," })
	return piecesOf(tokens, func(rest []english.Token, _ int) int {
		w := rest[0].Word
		return btoi(w == "," || w == "→" || w == "then" || w == "and" && !commas)
	})
}

// countedIn are the words of a sentence from a token of a clause on, nil where they are
// no plain list.
func countedIn(u unit, clause, from int) []english.Token {
	var tokens []english.Token
	for i := clause; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Asked || c.Lead.Dependent() || c.Lead == english.But || c.Lead == english.Or || i > clause && c.Lead == english.Colon || c.HasWord("or") {
			return nil
		}
		if i > clause && len(tokens) > 0 {
			tokens = append(tokens, english.Token{Word: ",", Class: english.Punct})
		}
		tokens = append(tokens, c.Tokens[from:]...)
		from = 0
	}
	return tokens
}

// piecesOf are the steps between the signs that part them, nil where there are no two
// or one is too long. A sign takes so many tokens at the head of the rest, after n
// steps.
func piecesOf(tokens []english.Token, sign func(rest []english.Token, n int) int) [][]english.Token {
	var out [][]english.Token
	begin := 0
	flush := func(end int) {
		for begin < end-1 && stepOpenings.Holds(tokens[begin].Word) {
			begin++
		}
		for end > begin && (tokens[end-1].Class == english.Punct || tokens[end-1].Word == "and" || tokens[end-1].Word == "first") {
			end--
		}
		if begin < end && (english.HasContent(tokens[begin:end]) || tokens[begin].Class == english.Code) {
			out = append(out, tokens[begin:end])
		}
	}
	for i := 0; i < len(tokens); i++ {
		if n := sign(tokens[i:], len(out)+1); n > 0 {
			flush(i)
			begin = i + n
		}
	}
	flush(len(tokens))
	if len(out) < 2 || slices.ContainsFunc(out, tooLong) {
		return nil
	}
	return out
}

// stepOpenings stand before a step without being part of it.
var stepOpenings = english.WordsOf(", and then finally lastly next after that ; first last")

// maxStep is more words than a step of a sentence's plan has.
const maxStep = 12

func tooLong(step []english.Token) bool { return len(step) > maxStep }

// numberAt is how many tokens the number n of a list takes at i, "2)" or "(2)", or 0.
func numberAt(tokens []english.Token, i, n int) int {
	from := i
	if i < len(tokens) && tokens[i].Word == "(" {
		i++
	}
	if i+1 >= len(tokens) || tokens[i+1].Word != ")" || tokens[i].Word != string(rune('0'+n)) && tokens[i].Word != string(rune('a'+n-1)) || n > 9 {
		return 0
	}
	return i + 2 - from
}

// sequence are the steps that the speaker takes on one after the other, with the verb
// that the later ones share: "I'll write the scheduler first, then the web page",
// "I'll start with the parser and then do the storage".
func sequence(u unit) (verb string, steps [][]english.Token) {
	c := u.Clause
	i := takenOn(c)
	if i < 0 || !c.HasWord("then") && !follow(u) {
		return "", nil
	}
	at := i + 1
	switch w := c.Word(i); {
	case (w == "start" || w == "begin") && c.Word(at) == "with":
		at++
	case w == "do" || w == "take" || w == "tackle":
	case !worthwhile(c, i):
		return "", nil
	default:
		verb = verbOf(c, i)
		at = i + len(strings.Fields(verb))
	}
	steps = stepsIn(u, u.at, at)
	for k, s := range steps {
		if v, ok := english.VerbOf(s[0].Word); k > 0 && ok && v.Form&english.Base != 0 && len(s) > 1 && (english.IsFunction(s[1].Word) || v.Class&english.Ask != 0) {
			return "", nil // has a verb of its own
		}
	}
	return verb, steps
}

// follow tells that the next clause goes on with what comes then.
func follow(u unit) bool {
	next := u.after()
	return next != nil && next.Verb < 0 && (next.Lead == english.So || next.Word(0) == "then")
}
