package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// What has the words of an idea and floats none: what something would take, what a
// speaker could do meanwhile, what follows from an idea, a compliment.

// modals open what is only reckoned, expenses are what is reckoned: what it takes, costs
// or saves.
var (
	modals   = english.WordsOf("would could might may will suppose guess imagine reckon expect think estimate should")
	expenses = english.WordsOf("take takes need needs cost costs last lasts weigh weighs save saves run runs show add adds reach occupy")
	units    = english.WordsOf(`ms millisecond milliseconds s sec secs second seconds min mins minute minutes h hour hours day days night nights week weeks weekend weekends month months year years while afternoon decade decades century centuries work
		kb mb gb tb kib mib gib bytes byte kilobytes megabytes gigabytes terabytes euro euros dollar dollars pound pounds cent cents bucks quid € $ £ % percent kilos kg grams metres meters litres watts fps`)
	roughly = english.WordsOf("about around roughly below under over almost nearly something some half between approximately above")
)

// reckons tells what something would take or come to, by which nobody proposes it: "a
// full scan might need ten days", "I suppose it costs around 10 euros a month".
func reckons(c *english.Clause) bool {
	for at := c.FirstOf(modals); at >= 0 && at < len(c.Tokens); at++ {
		if c.Is(at, modals) && reckonsFrom(c, at) {
			return true
		}
	}
	return false
}

// loosely are words before an amount that is only guessed.
var loosely = classOf("maybe perhaps probably roughly approximately")

// gauges tells a statement of about how much something is or takes: "the move is maybe a
// day of work", "I'd estimate 3 kB", "that would be some 400 rows, roughly".
func gauges(c *english.Clause) bool {
	if c.HasWord("estimate", "ballpark", "guesstimate") && (c.Number() || c.HasWord("would", "i")) {
		return !c.HasWord("suggest", "propose", "recommend")
	}
	if c.Verb < 0 || c.Asked || c.HasWord("we", "could", "let", "suggest", "propose", "might", "may") {
		return false
	}
	for i := c.Verb; i < len(c.Tokens); i++ {
		if c.Is(i, loosely.WordSet) && i > c.Verb && (amountsTo(c, i+1) || countsSome(c, i+1)) {
			return true
		}
	}
	at := c.Verb + 1
	return c.Word(at) == "be" && c.Word(c.Verb) == "would" && c.Word(at+1) == "some" && c.Number()
}

// countsSome tells a number of things at i: "two pages".
func countsSome(c *english.Clause, i int) bool {
	return i+1 < len(c.Tokens) && (c.Tokens[i].Class == english.Number || english.IsNumeral(c.Word(i))) && strings.HasSuffix(c.Word(i+1), "s")
}

// remarked are words by which an assistant only remarks on something, or says what it has
// yet to see.
var remarked = english.PhrasesOf("usual suspect", "classic suspect", "common suspect", "may not be far off", "may not be wrong", "may not be the best", "might not be the best", "would like to see", "would like to know", "would like to read", "before i suggest", "before i say", "before i propose", "before i recommend", "helps to know", "help to know", "would test that", "would test it", "would test before", "would test this")

// remarks tells that the assistant floats nothing with a clause but remarks on something:
// what it would be, how much it is, what is to be seen first.
func remarks(u unit) bool {
	return gauges(u.Clause) || u.HasPhrase(remarked) || wouldBeSo(u.Clause) || bareEffect(u) || u.Command && u.Order == 0 && !u.Has(english.Suggest) || u.Lead == english.Colon && asksWord.Holds(u.Word(0))
}

// bareEffect tells what a thing just proposed may bring, which leaves it out: "could cut
// the work in half", "may hide the others".
func bareEffect(u unit) bool {
	c, w := u.Clause, u.Word(0)
	if before := u.previousSentence(); before != nil && !anyClause(before, func(o *english.Clause) bool { return o.Has(english.Suggest) }) {
		return false
	}
	return c.First && (w == "could" || w == "may") && !c.Asked && c.Word(1) != "be" && c.Word(1) != "also" && c.Word(1) != "have" && len(c.Tokens) > 2
}

// preferable are words with which "would be" says what is better or supposed.
var preferable = classOf(`suspect suspects guess bet suggestion proposal recommendation way possibility option idea explanation candidate cause culprit reason theory alternative compromise choice step approach remedy fix solution
	maybe perhaps probably worth better best safer possible enough thing wise wiser sensible practical easy helpful useful`)

// wouldBeSo tells what something would be, by which nobody proposes it: "it would be a
// rewrite", "the loop would be wasted effort".
func wouldBeSo(c *english.Clause) bool {
	return c.Verb > 0 && c.Word(c.Verb) == "would" && c.Word(c.Verb+1) == "be" && c.Verb+2 < len(c.Tokens) && c.Word(c.Verb+2) != ":" && !(preferable.in(c) && c.Where("by the way") < 0) && !comparative(c) &&
		!slices.ContainsFunc(c.Tokens[c.Verb+1:], func(t english.Token) bool {
			return compares(t.Word) && (strings.HasSuffix(t.Word, "er") || strings.HasSuffix(t.Word, "st"))
		})
}

// reckonsFrom is reckons by the word at a place.
func reckonsFrom(c *english.Clause, at int) bool {
	for i := at + 1; i < len(c.Tokens) && i <= at+5; i++ {
		switch {
		case c.Is(i, expenses):
			return amountsTo(c, i+1)
		case c.Word(i) == "be" && c.Word(at) == "would" && (c.Is(i+1, roughly) || c.Word(at-1) == "there"):
			return amountsTo(c, i+1)
		}
	}
	return false
}

// amountsTo tells a quantity with its unit among a few words from i on.
func amountsTo(c *english.Clause, i int) bool {
	for k := i; k < len(c.Tokens) && k < i+6; k++ {
		if c.Is(k, units) && (k == i || k > i && (c.Tokens[k-1].Class == english.Number || english.IsNumeral(c.Word(k-1)) || slices.Contains([]string{"a", "an", "few", "of", "several", "some", "many", "half", "only", "just", "the", "than"}, c.Word(k-1)))) {
			return true
		}
		if t := &c.Tokens[k]; t.Class == english.Number && len(t.Word) > 1 && (t.Word[0] == '$' || t.Word[len(t.Word)-1] == '%' || t.Word[len(t.Word)-1] == 's' || t.Word[len(t.Word)-1] == 'h') {
			return true
		}
	}
	return false
}

// roundly open a quantity that is not known exactly.
var roundly = english.WordsOf("maybe perhaps probably possibly roughly some estimate estimated")

// guessesAmount tells that all that is guessed is a quantity: "the move is maybe a day of
// work", "by a first estimate that would be 300 rows".
func guessesAmount(c *english.Clause) bool {
	for at := c.FirstOf(roundly); at >= 0 && at < len(c.Tokens); at++ {
		if !c.Is(at, roundly) || at < c.Verb || at == 0 && !c.Is(2, units) {
			continue
		}
		if c.Word(at) == "estimate" {
			return true
		}
		i := at + 1
		if w := c.Word(i); w == "a" || w == "an" || w == "half" {
			i++
		} else if i >= len(c.Tokens) || c.Tokens[i].Class != english.Number && !english.IsNumeral(w) {
			continue
		}
		if (i == at+1 || c.Is(i, units) && (i+1 >= len(c.Tokens) || c.Tokens[i+1].Class == english.Punct || english.IsFunction(c.Word(i+1)))) && !c.HasWord("could", "might", "may") {
			return true
		}
	}
	return false
}

// proposing are words for what somebody proposes or suspects, or for what would do.
var proposing = classOf(`suggestion inclination way possibility option proposal idea alternative suspect guess candidate bet culprit explanation cause reason fix remedy cure solution compromise choice approach
	pick preference advice recommendation vote route answer hunch theory enough plenty sufficient good sensible wise`)

// merelyBe tells what a thing would be, by which nobody proposes it: "it would be a
// rewrite", not "a queue would be safer", "my guess would be the fuse".
func merelyBe(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb) != "would" || c.Word(c.Verb+1) != "be" || pointedAt(c, "i", "we", "you") || c.Word(c.Verb-1) == "there" || proposing.in(c) && c.Where("by the way") < 0 {
		return false
	}
	return !slices.ContainsFunc(c.Tokens[c.Verb:], func(t english.Token) bool { return compares(t.Word) })
}

// beforehand are words of who asks for something before they propose anything.
var beforehand = english.PhrasesOf("before i suggest", "before i propose", "before i recommend", "before i say", "before i advise", "before we suggest", "before suggesting", "before proposing", "before recommending", "before saying", "before i can suggest", "before i can propose", "before i can recommend", "before i can say")

// savesJudging tells that somebody does not want to propose anything yet.
func savesJudging(c *english.Clause) bool { return c.HasPhrase(beforehand) }

// suspectsUsually tells that something just named is often to blame: "a usual suspect!"
func suspectsUsually(c *english.Clause) bool {
	return c.HasWord("usual") && c.HasWord("suspect") && (c.Verb < 0 && len(c.Content()) <= 2 || pointedAt(c, "that", "this", "it"))
}

// meantimes open what is done while something is waited for.
var meantimes = english.WordsOf("until till while meanwhile meantime")

// offersMeanwhile tells what the speaker could do for the other one: "until then I could
// draft the mail, if that helps", "while we're at it I could colour the graph".
func offersMeanwhile(u unit) bool {
	i := u.Index("could", "can")
	if i < 1 || u.Word(i-1) != "i" {
		return false
	}
	if u.Is(0, meantimes) || u.before() != nil && u.before().Is(0, meantimes) || u.s.Clauses[0].HasOf(meantimes) {
		return true
	}
	next := u.after()
	return next != nil && next.Lead == english.If && next.HasWord("helps", "help", "like", "want", "wish", "useful", "use", "prefer", "suits")
}

// arguing are words of what speaks against an idea, or of what anybody may think.
var arguing = english.PhrasesOf("would only hide", "would only mask", "would only move", "would only shift", "would only delay", "would only postpone", "would only make", "would merely", "would just hide", "would just mask", "would just move", "would just shift",
	"might only hide", "might only mask", "might just hide", "make it worse", "make things worse", "make matters worse", "you might think", "you may think", "one might think", "you would think", "one would think", "you might expect", "you might say", "one might say", "you could say", "one could say",
	"think about it", "think it over", "sleep on it", "worth the trouble", "worth the effort", "worth the hassle", "worth the money", "worth the wait", "worth a lot", "worth a fortune", "worth gold", "already thinking of", "sounds like my", "in peace",
	"would be impressive", "would be a different", "would be another matter", "would be another story", "would be remarkable", "would be surprising", "would be a surprise", "would be quite something", "would be ironic", "would be a shame", "would be a pity", "would be a miracle", "would be a record", "would be telling", "would be cheating",
	"money on the first", "money on the second", "money on the third", "money on the last", "money on the former", "money on the latter")

// argues tells a remark about an idea.
func argues(c *english.Clause) bool { return c.HasPhrase(arguing) }

// wouldFollow tells what comes of a guess in the sentence before: "Maybe they run
// twice. Then every mail would go out twice."
func wouldFollow(u unit) bool {
	if u.Word(0) != "then" && !u.Has(english.Then) || u.Index("would") < 0 || u.HasWord("we", "i", "you") {
		return false
	}
	last := u.previousSentence()
	return last != nil && anyClause(last, func(c *english.Clause) bool { return c.Has(english.Hedge) })
}

// butNot tells what one could do, against which the sentence turns: "one could also
// write two, but then they must never overlap".
func butNot(u unit) bool {
	next := u.after()
	i := u.Index("could")
	return next != nil && next.Lead == english.But && i > 0 && (u.Word(i-1) == "one" || u.Word(i-1) == "you" || u.Word(i-1) == "we") && next.HasWord("then", "never", "must", "not", "no", "cost", "costs", "lose", "lot", "too", "slow", "slower", "breaks")
}

// asksToLook tells what the other speaker could look at.
func asksToLook(c *english.Clause) bool {
	i := c.Index("you", "one")
	if i < 0 || c.Word(i+1) != "could" && c.Word(i+1) != "might" && c.Word(i+1) != "may" {
		return false
	}
	for i += 2; c.Word(i) == "also" || c.Word(i) == "just" || c.Word(i) == "quickly" || c.Word(i) == "first" || c.Word(i) == "want" || c.Word(i) == "to"; i++ {
	}
	return slices.Contains([]string{"check", "look", "measure", "count", "ask", "see", "inspect", "verify", "compare", "test", "mention"}, c.Word(i))
}

// speaksFor tells what somebody says for an idea that was just told: "it might help".
func speaksFor(c *english.Clause) bool {
	return pointedAt(c, "it", "that", "this") && len(c.Content()) <= 1 && c.HasWord("help", "work", "do", "suffice", "pay")
}

// harms are words of what somebody fears who proposes and suspects nothing.
var harms = classOf("lose loses wrong mistakes errors delay slow slower longer late noisy confuse annoy irritate clash conflict reorder blow overflow mess spoil")

// fears tells that the assistant says what could go wrong where nothing did: "comments
// of that age may be wrong", "it could delay the harvest".
func (r *reader) fears(u unit) bool {
	return r.turn.Role == Assistant && u.Has(english.Hedge) && !u.Has(english.Suggest, english.Lean, english.Assumption) && harms.in(u.Clause) && !u.Negated() && !r.hunts() && r.memory.recent(suspicions, 2) == nil
}

// someTime are words of a time that nobody has set.
var someTime = english.WordsOf("later eventually someday sometime")

// couldLater tells what could come some time, which nobody proposes now: "later we could
// add themes".
func couldLater(c *english.Clause) bool {
	i := start(c)
	return c.Is(i, someTime) && !c.Asked && c.Verb > i && c.Verb <= i+3 && (c.Word(c.Verb) == "could" || c.Word(c.Verb) == "can" || c.Word(c.Verb) == "might")
}

// floatsNothing tells any of these.
func floatsNothing(u unit) bool {
	c := u.Clause
	return couldLater(c) || fells(c) || characterises(c) || reckons(c) || guessesAmount(c) || merelyBe(c) || savesJudging(c) || suspectsUsually(c) || speaksFor(c) || offersMeanwhile(u) || argues(c) || wouldFollow(u) || butNot(u) || asksToLook(c)
}

// topicsRow tells a fragment that is one of several questions in a row, of which each
// only names what could come next: "Dark mode? A lightbox? Print shop?"
func topicsRow(u unit) bool {
	n := 0
	for i := range u.p.sentences {
		s := &u.p.sentences[i]
		if c := &s.Clauses[0]; s.Marked && len(s.Clauses) == 1 && c.Verb < 0 && !c.Command && len(c.Tokens) <= 4 {
			n++
		}
	}
	return n >= 3
}

// couldDo tells what somebody of the speaker's could do, what nobody can, or what may come
// some day: "my aunt could use it", "I could not define it", "maybe later a poster".
func couldDo(u unit) bool {
	c := u.Clause
	if c.HasWord("possibly") && (c.HasWord("what") || c.Negated()) || c.Starts(english.Hedge) && c.Word(1) == "later" {
		return true
	}
	at := c.Index("could")
	if at < 0 {
		return false
	}
	i := start(c)
	return c.Word(at+1) == "not" && !u.HasWord("it", "this", "that") || c.Verb == at && (c.Word(i) == "my" || c.Word(i) == "our") && (c.Is(i+1, relatives) || c.Is(i+1, people.WordSet) || strings.HasPrefix(c.Word(i+1), "grand"))
}

// likening are words of what somebody likens a thing to, comedic those of what nobody can
// do, or would love to.
var (
	likening = english.PhrasesOf("sounds like", "looks like", "feels like", "sound like", "look like", "feel like", "looked like", "felt like", "sounded like")
	comedic  = english.PhrasesOf("could possibly", "can not possibly", "could not possibly", "can possibly", "could kiss", "could hug", "could cry", "could scream", "could weep", "could sleep", "could eat", "could not define", "could not say", "could not tell", "could not explain", "could not care")
)

// characters are words for the sort of person that somebody sounds like.
var characters = classOf("somebody someone man woman person guy lady character fellow friend kid boss hero saint")

// characterises tells what somebody sounds like: "Kim sounds like a woman of taste".
func characterises(c *english.Clause) bool {
	at := c.Index("like")
	return at > 1 && slices.Contains([]string{"sounds", "sound", "seems", "looks"}, c.Word(at-1)) && (c.Is(at+1, characters.WordSet) || c.Is(at+2, characters.WordSet))
}

// permits tells a clause with "may" that says what is allowed and supposes nothing: it says
// again what the other speaker has just said, or whom a rule binds.
func (r *reader) permits(u unit) bool {
	at := u.Index("may")
	if at < 1 || u.Verb != at || u.HasWord("be", "maybe", "perhaps", "might", "well") || u.Has(english.Suggest, english.Assumption) {
		return false
	}
	if r.turn.Role == Assistant {
		n := len(u.Content())
		return n > 0 && 3*english.Shared(u.Content(), r.last.stems) >= 2*n
	}
	return u.Word(0) != "no" && anyWord(u.s, []string{"exception", "rule", "allowed", "permission"})
}

// onlyColours tells a hedge that only colours what its speaker says: a comparison where
// nothing has gone wrong that it could explain, "it feels like a slideshow", or a figure
// of speech, "I could kiss you".
func (r *reader) onlyColours(u unit) bool {
	return u.HasPhrase(comedic) || r.permits(u) || u.HasPhrase(likening) && !u.HasWord("maybe", "perhaps", "might", "could", "may") && !r.hunts() && r.memory.none(suspicions, 4)
}
