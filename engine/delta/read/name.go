package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// option is the number of the option that a clause picks, from 0, with the
// words that name it; or -1.
func (r *reader) option(u unit, b *entry) (int, []string) {
	if u.Has(english.MakeThat, english.Change) && u.Command {
		return -1, nil
	}
	if b.age <= 6 && r.consulted(u) && !u.Negated() {
		return named(u.Content(), b)
	}
	if u.Negated() && u.HasWord("care", "cares", "matter", "matters", "mind", "minds") || u.Verb > 1 && pastTense(u.Clause) && !u.Has(english.Chosen, english.Choosing, english.Accept) && !pointedAt(u.Clause, "i", "we", "it", "that") {
		return -1, nil // tells what happened, or what somebody does not care for
	}
	if r.last.info && b.age <= 1 && u.HasWord("yes", "no") {
		return -1, nil // answers how things are
	}
	if n := forWhom(u, b); n >= 0 && b.age <= 1 && u.Verb < 0 {
		return n, nil
	}
	if u.Verb < 0 && u.Is(start(u.Clause), thirds) {
		return -1, nil // "they all want Fridays off"
	}
	if spurns(u) && !r.doesOption(u, b) || toldOf(u) && !heeds(u.after()) || accounts(u.Clause) || u.Verb < 0 && u.Word(start(u.Clause)) == "not" && u.HasWord("that", "this", "it") {
		return -1, nil
	}
	stems := favoured(u.Clause)
	fresh := b.age <= 1
	near := fresh || b.age <= 4 && b == r.memory.newest(branches) && (settles(u) || u.Verb < 0 && len(u.Tokens) <= 3 && (r.opening(u) || len(u.s.Clauses) == 1))
	if v, ok := u.VerbAt(u.Order); u.Command && ok && v.Class&english.Ask != 0 && v.Class&english.Choose == 0 && !r.doesOption(u, b) && u.Word(u.Order+1) != "with" && !(v.Lemma == "give" && (u.Word(u.Order+1) == "me" || u.Word(u.Order+1) == "us")) {
		return -1, nil // "show me …"
	}
	if u.Word(0) == "which" || u.HasWord("whether") || u.Lead == english.But && u.Verb < 0 && u.Word(0) == "only" || objected(u) || u.Word(0) == "but" && u.Word(1) == "then" || u.HasWord("gut", "tend", "lean", "leaning") && !u.Has(english.ItIs) || saysOtherwise(u, b) || u.HasWord("says", "said") && !u.Has(english.Choosing, english.ItIs) {
		return -1, nil // there is something to be said against it, or it is somebody's leaning
	}
	if fresh && u.HasWord("that", "it", "this", "that's") && within(stems, pointers) && (u.Has(english.Choosing, english.Then, english.LetUs) || chooses(u.Clause)) {
		stems = r.sentenceBefore(u) // "Scaleway is in the EU? Then that."
		if c := u.before(); c != nil {
			stems = c.Content()
		}
		return named(stems, b)
	}
	if !fresh && u.at == 0 && takesIt(u.Clause) && u.Verb >= 0 { // "Teresa prefers the second file. We take this."
		if n, words := named(r.sentenceBefore(u), b); len(words) > 1 {
			return n, words
		}
	}
	n, words := named(stems, b)
	if n < 0 && near {
		n, words = namedFirst(u, b)
	}
	if n >= 0 {
		if v, ok := u.VerbAt(u.Order); !near && u.Command && ok && v.Class&english.Choose == 0 {
			return -1, nil // an order of work that shares a word
		}
		strong := u.Has(english.LetUs) || choosesBy(u, b) || u.Has(english.ItIs) && !u.Mentions(asIs) || pointsOut(u) || chooses(u.Clause) || u.Has(english.Then) && u.Verb < 0
		short := u.Verb < 0 && len(u.Tokens) <= 12 || len(u.Tokens) <= 4 && u.Lead != english.But && len(minus(minus(u.Content(), words), endorsing)) == 0
		strong = strong || fresh && doesAs(u.Clause, words, b.alternatives[n]) || endorses(u) && english.Shared(words, r.content(head(b.alternatives[n]))) > 0 || settlesVerb(u.Clause) || takesIt(u.after()) || heeds(u.after()) || near && settles(u)
		if r.last.info && !strong && english.Shared(words, r.content(head(b.alternatives[n]))) == 0 {
			return -1, nil // a word of its explanation, in an answer how things are
		}
		if near && (strong || short && !u.Negated()) || near && u.First && r.opening(u) && u.Verb < 0 && !u.Command {
			return n, words
		}
		if b.age <= 3 && u.Verb < 0 && saidOf(u.Clause, words) && r.favours(u, b, n) {
			return n, words
		}
		if answersLate(u, b, n) {
			return n, words
		}
		topic := english.Shared(u.Content(), minus(b.stems, optionStems(b)))
		if !near && (strong && b.age <= 12 || short && b.age <= 10 && u.at == 0 && (u.Word(0) == "ok" || u.Word(0) == "then") || topic > 0 && short || u.Verb < 0 && !u.Command && opensWith(u.Clause, b.alternatives[n], b)) {
			return n, words
		}
		return -1, nil
	}
	if b.age <= 4 && takesThisWay(u) {
		return named(r.last.stems, b) // "FreeCAD does." – "Then this way."
	}
	if n := bothOf(u, b); n >= 0 {
		return n, []string{"both"}
	}
	if b.age <= 12 && b == r.memory.newest(branches) && byLetter(u.Clause) {
		if n := int(u.Word(len(u.Tokens) - 1)[0] - 'a'); n < len(b.alternatives) {
			label := english.Content(head(b.alternatives[n]))
			return n, label[:min(2, len(label))]
		}
	}
	if !near {
		return -1, nil
	}
	if len(r.last.asked) > 1 && r.replies == nil && r.laidOutSeveral() {
		return -1, nil // nobody knows of which
	}
	return ordinal(u, b, stems)
}

// laidOutSeveral tells that the last turn laid out more than one choice.
func (r *reader) laidOutSeveral() bool {
	n := 0
	for _, e := range r.memory.within(1) {
		n += btoi(e.branch && e.born == r.last.id)
	}
	return n > 1
}

// doesOption tells an order to do what an option says, and nothing more: "type
// it", where the choice is between a tick box and a number that is typed.
func (r *reader) doesOption(u unit, b *entry) bool {
	return len(u.Tokens) <= 3 && len(u.Content()) > 0 && within(u.Content(), b.stems) && u.HasWord("it", "them", "that", "those")
}

// favoured is the content of what a clause speaks for, or at least not against.
func favoured(c *english.Clause) []string {
	end := len(affirmed(c))
	if i := c.FirstOf(comparing); i > 0 && i < end {
		end = i // "pull is simpler than push"
	}
	if i := c.FirstOf(colons); i > 0 && i < end-1 && c.Verb < 0 {
		return english.ContentOf(c.Tokens[i+1 : end]) // "closing: sliding" is about the closing
	}
	return c.ContentTo(end)
}

// The words before which one is favoured of two, and after which.
var comparing, colons = english.WordsOf("than versus"), english.WordsOf(":")

// indexOfWord is where the first of some words stands among tokens, or -1.
func indexOfWord(tokens []english.Token, words ...string) int {
	for i := range tokens {
		for _, w := range words {
			if tokens[i].Word == w {
				return i
			}
		}
	}
	return -1
}

// answersLate tells a fragment whose first phrase only names an option, and what
// the choice is about: it settles a choice however long ago it was laid out.
func answersLate(u unit, b *entry, n int) bool {
	if u.Verb >= 0 || u.Command || u.Asked || u.Negated() || u.Aside || u.Lead.Dependent() || u.Has(english.Done, english.Passing, english.Defer, english.History, english.Feeling, english.Limit) {
		return false
	}
	said := english.ContentOf(firstPhrase(u.Clause))
	return english.Shared(withoutNumbers(said), b.distinct()[n]) > 0 && within(minus(said, pointers), b.stems)
}

// firstPhrase is what a fragment says up to its first sign or the words that
// slights are words against what they are said of.
var slights = classOf("too hell ugly expensive slow hard funny weird odd interesting strange overkill hate scary heavy annoying dead impossible risky bad worse wrong problem trouble crazy but though difficult broken burnt fear afraid worried sceptical skeptical used tried heard look looks think thinking maybe if would could might already currently today what which how")

// favours tells a fragment about an option, and about no other one, that says
// nothing against it: it answers the question which one it shall be.
func (r *reader) favours(u unit, b *entry, n int) bool {
	if u.Asked || u.Negated() || u.Lead.Dependent() || u.Aside || slights.in(u.Clause) || r.last.info && english.Shared(r.last.stems, b.distinct()[n]) > 0 || u.Report != nil || u.Has(english.Lean) && !u.Has(english.Choosing) ||
		u.Has(english.Hedge, english.History, english.Hearsay, english.Sarcasm, english.Must, english.Only, english.Never, english.Off, english.Done, english.Feeling, english.Request) {
		return false
	}
	if v, ok := u.VerbAt(u.Order); u.Command && ok && v.Class&english.Choose == 0 {
		return false // "show me …", "write the tests"
	}
	for _, o := range r.units() {
		if o.Clause == u.Clause {
			continue
		}
		if o.at == 0 && calls(o.s.Text) {
			return false // somebody who calls himself back weighs
		}
		if o.Asked && o.s.Marked || o.Has(english.Undecided, english.Hedge) {
			return false
		}
		if m, _ := named(o.ContentTo(len(affirmed(o.Clause))), b); m >= 0 && m != n {
			return false
		}
	}
	return true
}

// settles tells a statement that ends a choice: by a consequence ("so
// Postgres", "therefore the second box"), by what is left ("only the file
// remains"), by an outcome ("end of contract won") or by what is enough.
func settles(u unit) bool {
	if u.Asked || u.Negated() || u.Lead.Dependent() || u.Has(english.Must) && !u.HasWord("be", "want") || pastTense(u.Clause) && !u.HasWord("won", "prevailed") {
		return false
	}
	return u.Lead == english.So && (u.Verb < 1 || !u.Is(0, thirds) && (english.IsBe(u.Word(u.Verb)) || u.Is(start(u.Clause), takers))) || u.HasWord("then", "therefore", "hence", "thus", "remains", "left", "enough", "wins", "won", "prevailed", "prefer", "obviously", "clearly", "definitely") ||
		strings.HasSuffix(u.Words(), "have to be") || strings.HasSuffix(u.Words(), "it must be")
}

// opensWith tells that a fragment begins with an option's own name.
func opensWith(c *english.Clause, option string, b *entry) bool {
	name := english.Content(head(option))
	for i, a := range b.alternatives {
		if a != option {
			name = minus(name, english.Content(head(b.alternatives[i])))
		}
	}
	stems := c.ContentTo(len(affirmed(c)))
	if len(name) == 0 || len(stems) == 0 {
		return false
	}
	full := english.Content(option)
	return english.Shared(stems[:min(len(name), len(stems))], name) == min(len(name), len(stems)) || within(stems, full)
}

// saysOtherwise tells that the clause before says, for somebody else, another
// option: "Reto says skip, I say stop".
func saysOtherwise(u unit, b *entry) bool {
	c := u.before()
	if c == nil || !c.HasWord("says", "said", "wants", "prefers", "thinks") {
		return false
	}
	n, _ := named(c.Content(), b)
	m, _ := named(u.Content(), b)
	return n >= 0 && m >= 0 && n != m
}

// objected tells that the speaker goes on with something against what a clause
// says: "a big bang frightens me, but …", "my gut says plot. But then …".
func objected(u unit) bool {
	c := u.after()
	if c == nil {
		if next := u.nextSentence(); next != nil && u.Verb >= 0 {
			c = &next.Clauses[0]
			if c.Word(0) != "but" {
				return false
			}
		}
	}
	return c != nil && (c.Lead == english.But || c.Word(0) == "but") && !c.Command && (u.Verb >= 0 || c.Verb > 0 && len(u.Tokens) >= 3 && !c.HasWord("only", "must"))
}

// takesIt tells that a clause takes what was just spoken of: "…, I'll take
// that".
func takesIt(c *english.Clause) bool {
	return c != nil && !c.Asked && !c.Negated() && len(c.Content()) <= 1 && c.HasWord("take", "go", "use", "want") && c.HasWord("that", "it", "this", "those", "them") && !c.Has(english.Hedge, english.Undecided)
}

// heeds tells that somebody does what another one asks for: "so we follow her".
func heeds(c *english.Clause) bool {
	if c == nil || c.Asked || c.Negated() {
		return false
	}
	i := start(c)
	return (c.Word(i) == "we" || c.Word(i) == "i") && slices.Contains([]string{"follow", "obey", "heed"}, c.Word(i+1)) && slices.Contains([]string{"him", "her", "them", "that", "it"}, c.Word(i+2))
}

// endorses tells a judgement that picks its subject: "Pagefind sounds right".
func endorses(u unit) bool {
	if u.Verb < 1 || u.Negated() || u.after() != nil && u.after().Lead == english.But || len(u.Tokens) > 9 {
		return false
	}
	switch u.Word(u.Verb) {
	case "is", "are", "sounds", "looks", "seems", "fits", "suits", "appeals", "wins":
		return u.HasWord("right", "good", "great", "best", "perfect", "ideal", "better", "nice", "nicer", "fine", "fits", "suits", "appeals", "wins", "ok", "reasonable", "sensible")
	}
	return false
}

// pointers are stems that choose without naming.
var pointers = english.Content("take choose pick option go use want let stay add make have")

// affirmed are a clause's tokens without what it turns down: "not X", "rather
// than X", "over X", "X is too big".
func affirmed(c *english.Clause) []english.Token {
	for i := range c.Tokens {
		t := &c.Tokens[i]
		switch t.Word {
		case "but":
			if w := c.Word(i - 1); w == "anything" || w == "everything" || w == "all" || w == "any" {
				return c.Tokens[:max(0, i-1)]
			}
		case "not", "over", "instead", "without", "no":
			if i > 0 {
				return c.Tokens[:i]
			}
			return nil
		case "rather":
			if i > 0 && c.Word(i+1) == "than" {
				return c.Tokens[:i]
			}
		}
	}
	return c.Tokens
}

func optionStems(b *entry) []string {
	var out []string
	for _, a := range b.alternatives {
		out = union(out, english.Content(a))
	}
	return out
}

// named is the only option that a text names by words which no other has.
func named(stems []string, b *entry) (int, []string) {
	best, most, tie := -1, 0, false
	var words []string
	if !slices.ContainsFunc(b.stems, func(w string) bool { return meansAlso(stems, w) }) {
		return -1, nil
	}
	for i, own := range b.distinct() {
		var hit []string
		for _, w := range own {
			if meansAlso(stems, w) {
				hit = append(hit, w)
			}
		}
		if numbersIn(own) > 0 && within(withoutNumbers(hit), measures) && !within(withoutNumbers(own), measures) && (numbersIn(hit) == 0 || wordsIn(stems) > 0) {
			continue // a number names an option only alone
		}
		switch {
		case len(hit) > most:
			best, most, tie, words = i, len(hit), false, hit
		case len(hit) == most && most > 0:
			tie = true
		}
	}
	if tie {
		return -1, nil
	}
	return best, words
}

// measures are the units that name no option without their number.
var measures = minus(unitStems, english.Content("items rows pages"))

// repelling are verbs of what somebody does not want.
var repelling = classOf("scares scare frightens terrifies worries hate hates sucks annoys ruled")

// spurns tells a clause that turns down what it names: "solar is out", "the cloud
// scares me".
func spurns(u unit) bool {
	if u.Has(english.ItIs) || u.Has(english.Choosing) && u.HasWord("go", "take", "choose", "pick") {
		return false
	}
	if u.Verb > 0 && english.IsBe(u.Word(u.Verb)) && slices.Contains([]string{"out", "off", "dead", "gone", "overkill", "ugly", "awful", "horrible", "crap", "hell", "evil", "forbidden"}, u.Word(len(u.Tokens)-1)) {
		return true
	}
	return repelling.in(u.Clause) || fallsAway(u.Clause)
}

// fallsAway tells that what a clause names is no longer among the options: "the
// file drops out then", "paper falls away".
func fallsAway(c *english.Clause) bool {
	if c.Verb < 1 || !slices.Contains([]string{"falls", "fall", "drops", "drop", "goes", "go", "is", "are"}, c.Word(c.Verb)) {
		return false
	}
	next, after := c.Word(c.Verb+1), c.Word(c.Verb+2)
	return (next == "off" || next == "out" || next == "away") && after != "of" && (after == "" || after == "then" || after == "," || after == "for" || after == "as")
}

// head is an option's name without its explanation.
func head(option string) string {
	for _, sep := range []string{" – ", " — ", " - ", ": ", " (", ", ", ". "} {
		if i := strings.Index(option, sep); i > 0 {
			option = option[:i]
		}
	}
	return option
}

// picksNext tells that what stands behind the colon after a clause picks an option of
// an open branch.
func (r *reader) picksNext(u unit) bool {
	c := u.after()
	if c == nil || c.Lead != english.Colon || r.memory.none(branches, 1<<30) {
		return false
	}
	next := unit{c, u.p, u.s, u.at + 1, u.k, u.n + 1}
	return slices.ContainsFunc(r.memory.all(branches, 1<<30), func(b *entry) bool {
		n, _ := r.option(next, b)
		return n >= 0
	})
}

// endorsing are stems of what is said for an option in a word: "sqlite works".
var endorsing = english.Content("works work does fine good great best better wins win enough perfect suits suit sounds sound sense choose chosen pick picked take taken go prefer preferred please first simpler nicer easier safer cheaper right thanks yes love like vote")
