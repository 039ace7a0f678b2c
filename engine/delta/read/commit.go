package read

import (
	"slices"
	"strings"
	"unicode"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// claim is what a clause is about to settle, with what tells how far the
// speaker stands by it.
type claim struct {
	*reader
	unit
	summary string
	stems   []string // of the summary
	marks   english.Marks
	echoed  int // how many of them the other speaker's last turn has
	weight  int // what its signs of knowledge come to
}

// The least that the marks of a claim must come to. What is canonized wrongly
// counts three times in the weights already, so that little is asked for on top:
// most for choices, since the words in which they are made are told stories in,
// too.
const (
	ruleBar   = -8
	choiceBar = 40
	tellBar   = 4
	reportBar = 0
	findBar   = 0
)

// stands tells whether a speaker stands by what a clause is about to settle. What
// no clause says, as the taking up of a whole list, was judged by what read it.
func (r *reader) stands(d delta.Delta) bool {
	made := delta.Created(d)
	if made == nil || r.now.Clause == nil {
		return true
	}
	bias, bar, column := 0, 0, 0
	switch kind := d.Kind(); {
	case r.turn.Role == Assistant && kind == delta.DecisionMadeKind:
		bias, bar, column = reportBias, reportBar, asReport
	case r.turn.Role == Assistant && kind == delta.FactLearnedKind:
		bias, bar, column = findBias, findBar, asFinding
	case r.turn.Role == Assistant:
		return true
	case kind == delta.ConstraintAddedKind:
		bias, bar, column = ruleBias, ruleBar, asRule
	case kind == delta.DecisionMadeKind:
		bias, bar, column = choiceBias, choiceBar, asChoice
	case kind == delta.FactLearnedKind:
		bias, bar, column = tellBias, tellBar, asFact
	default:
		return true
	}
	if column == asFinding && (saysAside(r.now.Clause) || r.now.at > 0 && saysAside(&r.now.s.Clauses[0])) {
		return false
	}
	if r.turn.Role == User && strings.HasSuffix(strings.TrimSpace(r.now.s.Text), ":") {
		return false // announces what somebody else may say
	}
	if column == asRule && r.turn.Role == User && (pleads(r.now) || r.leavesNoDoubt(r.now)) {
		return true
	}
	if r.turn.Role == User && (r.thinksBetter(r.now) || hedged(r.now) || guesses(r.now.s) || idiomatic(r.now.Clause) || relays(r.now.s)) {
		return false
	}
	if r.by == filling || r.by == blaming || r.by == goingOn || column == asChoice && r.by == choosingAlone && endsWithItIs(r.now.Clause) && wordsIn(r.now.Content()) > 0 {
		return true // the question, the verdict or the repair says how it is meant
	}
	if column == asRule && (demanded(r.now) || outright(r.now)) && !r.now.Has(english.Someday, english.Sarcasm) {
		return true
	}
	if r.by == correcting {
		return true // who turns down what they said stands by what they say instead
	}
	stems := r.content(made.Summary)
	r.claim = claim{reader: r, unit: r.now, summary: made.Summary, stems: stems, marks: english.MarksOf(stems), echoed: english.Shared(stems, r.last.stems)}
	c := &r.claim
	if column == asChoice && c.echoed > 0 && follows(r.now) {
		return true // the consequence for what was just spoken of
	}
	if column == asFact || column == asFinding {
		c.weight = r.told
		if r.by != telling {
			c.weight = r.signsOf(r.now)
		}
	}
	if r.plain(r.now, column) || column == asFact && r.turn.Role == User && mentioned(r.now) {
		return true
	}
	if slices.Contains(r.unmeant, made.Summary) {
		return false
	}
	if !columns[column].reaches(c, bias, bar) {
		r.unmeant = append(r.unmeant, made.Summary)
		return false
	}
	return true
}

// mentioned tells a statement of how a thing is that is said to be by the way, which
// makes it knowledge: "the contract ends in May btw".
func mentioned(u unit) bool {
	b := u.before()
	return (u.Has(english.InPassing) && u.HasWord("btw", "fyi", "way", "information", "record") || b != nil && u.at == 1 && b.Has(english.InPassing) && b.HasWord("btw", "fyi", "way", "information", "record") && len(b.Tokens) <= 4) && u.Verb > 0 && len(u.s.Clauses) <= 2 && !u.Asked && !u.s.Marked && u.Report == nil && !pastTense(u.Clause) && !pointedAt(u.Clause, "i", "you", "it", "that", "this") && len(u.Content()) > 1 && !laughs(u) &&
		!u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Sarcasm, english.Opinion, english.Estimate, english.Feeling, english.Passing, english.Must, english.Never)
}

// pleads tells a prohibition that somebody asks for or concludes on from how things are,
// which is meant however unsure they are of that: "they are old, I think, so please no
// animations", "the amounts are in cents, never round them".
func pleads(u unit) bool {
	if u.Command && u.Order > 0 && u.Word(u.Order-1) == "never" && len(u.Tokens) > 3 && u.at > 0 && u.Lead == english.And && !u.before().Has(english.Only) && !u.Has(english.Hedge, english.Sarcasm, english.Someday, english.Passing) && !laughs(u) {
		return true
	}
	return (u.HasWord("please") || u.Lead == english.So && u.before() != nil && u.before().Verb > 0 && !u.before().Asked) && u.Verb < 0 && !u.Command && !u.Has(english.Hedge, english.Sarcasm, english.Someday, english.Undecided) && !laughs(u) && prohibition(u.Clause)
}

// hedged tells that another clause of the sentence doubts it: "he's not sure it
// was that", "Git maybe, they have to learn it".
func hedged(u unit) bool {
	for i := range u.s.Clauses {
		if c := &u.s.Clauses[i]; c != u.Clause && !(i > u.at && c.Word(0) == "of" && c.Word(1) == "which") && c.Has(english.Hedge, english.Undecided) && c.HasWord("sure", "certain", "maybe", "perhaps", "probably", "guess", "unsure", "thought", "imagine", "suppose", "presumably") && (!c.Asked || c.HasWord("thought", "imagine", "suppose")) {
			return true
		}
	}
	return false
}

// sayings are phrases with the words of a choice, a rule or a fact that mean none.
var sayings = english.PhrasesOf("take it easy", "take it slow", "taking it easy", "take my word", "take a bow", "take a breath", "take it or leave it", "take my hat", "go with the flow", "going with the flow", "hat off", "hats off", "our best", "my best", "make my day", "makes my day", "made my day", "lucky day",
	"in your pipe", "hard feelings", "on my tab", "break a leg", "fingers crossed", "cross my fingers", "decided nothing", "decide nothing", "choose to ignore", "give it a rest", "call it quits", "make it stop", "make it rain", "keep it real", "keep calm", "keep your hair", "bite the bullet", "rain check", "use it or lose it",
	"rest is history", "time will tell", "who would have thought", "famous last words", "no pain", "first things first", "better late than", "the show must go on")

// idiomatic tells such a phrase.
func idiomatic(c *english.Clause) bool { return c.HasPhrase(sayings) }

// opinionated are verbs of what people hold.
var opinionated = english.WordsOf("say says said claim claims claimed swear swears swore think thinks thought insist insists believe believes")

// relays tells that a sentence hands on what somebody thinks of whom only is told that
// there is such a one: "I know a guy who says", "there are people who claim".
func relays(s *english.Sentence) bool {
	c := &s.Clauses[0]
	if !c.HasWord("know", "knew", "met", "is", "are", "was", "have", "heard") {
		return false
	}
	for i := range s.Clauses {
		c := &s.Clauses[i]
		for k := range c.Tokens {
			if c.Word(k) == "who" && c.Is(k+1, opinionated) {
				return people.within(s) || indefinite.Holds(s.Clauses[0].Word(max(0, k-1)))
			}
		}
	}
	return false
}

// sentence is the one before (-1) or after (1) the claim's in the turn, or nil.
func (c *claim) sentence(n int) *english.Sentence { return c.sentenceIn(c.unit, n) }

// beside tells whether a clause of the sentence before (-1) or after (1) is so.
func (c *claim) beside(n int, so func(*english.Clause) bool) bool {
	s := c.sentence(n)
	return s != nil && anyClause(s, so)
}

func anyClause(s *english.Sentence, so func(*english.Clause) bool) bool {
	for i := range s.Clauses {
		if so(&s.Clauses[i]) {
			return true
		}
	}
	return false
}

// length is how many sentences the turn has.
func (c *claim) length() int {
	n := 0
	for i := range c.passages {
		n += len(c.passages[i].sentences)
	}
	return n
}

// shares tells whether the claim speaks of an item of a kind: at least a part of
// the words of the shorter of the two.
func (c *claim) shares(which is, part float64) bool {
	for _, e := range c.memory.entries {
		if e.fresh || !e.marks.Meet(&c.marks) || !which(e) {
			continue
		}
		if n := english.Shared(c.stems, e.stems); n > 0 && float64(n) >= part*float64(min(len(c.stems), len(e.stems))) {
			return true
		}
	}
	return false
}

// cued tells clauses with one of some cues.
func cued(cue english.Cue, others ...english.Cue) func(*english.Clause) bool {
	return func(c *english.Clause) bool { return c.Has(cue, others...) }
}

// undecided tells clauses that leave open what shall be.
var undecided = cued(english.Undecided)

// leavesOpen tells clauses that leave something open.
var leavesOpen = cued(english.Hedge, english.Undecided, english.Someday)

// turning are words with which a sentence turns against the one before.
var turning = []string{"no", "wait", "hm", "hmm", "hmmm", "but", "or", "actually", "though", "although", "well", "forget", "joke", "kidding"}

func turns(c *english.Clause) bool {
	return c.First && (c.Lead == english.But || slices.Contains(turning, c.Word(0)))
}

// firstWord is the first word of a sentence as it is written, in small letters.
func firstWord(s *english.Sentence) string {
	i := strings.IndexAny(s.Text, " ,.!?")
	if i < 0 {
		i = len(s.Text)
	}
	return strings.ToLower(s.Text[:i])
}

// conditionals are words of what would be.
var conditionals = classOf("would could might")

// people are who is talked about, rather than with.
var people = classOf("boss superior colleague colleagues coworker brother sister uncle aunt cousin wife husband mother father mum mom dad friend friends neighbour labmate supervisor director someone somebody guy guys people reviewer reviewers customer customers users everyone everybody nobody son daughter granny nephew grandma flatmate admin team legal manager")

// loose are words at which a summary was cut off.
var loose = []string{"as", "by", "to", "of", "for", "with", "a", "the", "and", "in", "on", "at", "is", "that", "it", "this", "now", "before", "after", "too"}

func endsLoosely(summary string) bool {
	summary = strings.TrimSpace(summary)
	last := summary[strings.LastIndexFunc(summary, unicode.IsSpace)+1:]
	return slices.Contains(loose, strings.ToLower(last))
}

// concluding are words with which the next sentence draws its conclusion.
var concluding = []string{"then", "so", "that"}

// turnsNext tells that the next sentence turns against the claim or draws a
// conclusion from it.
func turnsNext(c *claim) bool {
	s := c.sentence(1)
	if s == nil {
		return false
	}
	w := firstWord(s)
	return slices.Contains(turning, w) || slices.Contains(concluding, w)
}

var feels = cued(english.Feeling, english.Sarcasm, english.Opinion)

// stative tells a verb of how things are.
func stative(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	return c.Verb > 0 && (english.IsBe(c.Word(c.Verb)) || ok && v.Class&english.State != 0)
}

// third tells a verb of what somebody or something does.
func third(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	return c.Verb > 0 && ok && v.Form&english.Third != 0
}

// saidBefore tells whether the claim's sentence has settled something before it.
func (c *claim) saidBefore() bool {
	for i := 0; i < c.at; i++ {
		if c.used[c.s.Clauses[i].Place] {
			return true
		}
	}
	return false
}

// accepts tells a turn with a yes.
func (c *claim) accepts() bool {
	return c.lastYes.in(c.units(), func(o *english.Clause) bool { return o.Starts(english.Accept) }) >= 0
}
