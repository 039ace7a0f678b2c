package english

import (
	"slices"
	"strings"
)

// Cue is a group of phrases that do the same in a conversation.
type Cue uint8

// The cues, by what they do.
const (
	// answers
	Accept   Cue = iota // takes a proposal as it is
	Ack                 // has heard it; settles nothing alone
	Reject              // refuses a proposal
	Confirm             // a suspicion was right
	Deny                // an assumption was wrong
	Thanks              // says thanks
	DidIt               // did what was proposed
	Answered            // points at an option: "the first one"

	// tentativeness
	Hedge      // maybe, might, could
	Opinion    // I think, in my opinion
	Undecided  // we have not decided, leave it open
	Someday    // a wish without a date, or about another world
	Suggest    // an assistant's proposal that waits for approval
	Lean       // prefers one of several without choosing
	Assumption // stated as assumed
	OfferHelp  // shall I …, I can … if you like
	Untested   // first cut, should work, not tried
	Estimate   // I estimate, roughly, about

	// force
	Must      // obligation or prohibition on the work
	Limit     // a bound with its measure
	Never     // general prohibition
	Only      // exclusive permission
	Off       // off the table, not allowed
	Soft      // ideally, if possible
	Exception // except, allow, does not count
	Loosen    // is ok with, allow, raise
	Stricter  // mandatory now, no exceptions

	// choice
	Choosing  // go with, stick with, settle on
	ItIs      // "X it is"
	LetUs     // let us …
	Default   // by default
	Chosen    // reports a choice as made: I chose, I settled on
	Keeping   // I am keeping …
	InsteadOf // instead of, rather than, over
	Then      // then X

	// change
	MakeThat // make that 5, change it to
	Change   // raise X to 5, move X to
	AfterAll // after all, on second thought, actually
	NowIs    // is now, the new number, from now on
	Moved    // the deadline moved

	// end of something
	Retire   // drop, scrap, no more, never mind
	NoLonger // no longer, not any more
	Done     // finished, works, merged
	NotDone  // not yet, almost, half
	Defer    // for now, later, not in this
	Wrong    // correction, I was wrong, sorry
	InForce  // still, stays

	// work
	Request   // can you, could you, please
	NeedWork  // need to, have to, also need
	NextUp    // next, then, start with
	Promise   // I will, I am going to
	PlanAhead // my plan, in this order, steps
	Prompting // do not forget to, make sure to

	// aim
	Aim     // the goal is, I want to build, help me
	NewAim  // the goal is now, new plan
	Context // we are moving, I have a

	// knowledge
	InPassing // by the way, for your information
	Cause     // because of, the cause was, turned out
	Checked   // I checked, I measured, shows
	History   // years ago, once, used to
	Hearsay   // somebody said, they say
	Sarcasm   // who decided, genius
	Feeling   // love, hate, annoying
	Habit     // every night, twice a week: a state that lasts
	Passing   // again, right now, at the moment: a state that passes

	// options
	Options   // two ways, options, candidates
	AskChoice // which one, do you want, prefer
	InfoQuery // what is, why, how does
)

// cueNames are the cues by their names in words.txt, in their order.
const cueNames = `Accept Ack Reject Confirm Deny Thanks DidIt Answered Hedge Opinion Undecided Someday Suggest Lean Assumption OfferHelp Untested Estimate Must Limit
Never Only Off Soft Exception Loosen Stricter Choosing ItIs LetUs Default Chosen Keeping InsteadOf Then MakeThat Change AfterAll NowIs Moved Retire
NoLonger Done NotDone Defer Wrong InForce Request NeedWork NextUp Promise PlanAhead Prompting Aim NewAim Context InPassing Cause Checked History
Hearsay Sarcasm Feeling Habit Passing Options AskChoice InfoQuery`

var cueList = strings.Fields(cueNames)

func (c Cue) String() string { return cueList[c] }

// AllCues is how many cues there are.
const AllCues = InfoQuery + 1

// Cues are those that a clause holds, each with its first place.
type Cues [AllCues]cueHit

type cueHit struct{ at, n uint8 } // the first token, counted from 1, and how many

// Has reports whether the clause holds a cue, or one of others.
func (c *Clause) Has(cue Cue, others ...Cue) bool {
	return c.Cues[cue].at > 0 || slices.ContainsFunc(others, func(o Cue) bool { return c.Cues[o].at > 0 })
}

// At is the index of the first token of a cue, -1 where the clause does not hold it.
func (c *Clause) At(q Cue) int { return int(c.Cues[q].at) - 1 }

// Behind is the index of the token behind a cue that the clause holds.
func (c *Clause) Behind(q Cue) int { return c.At(q) + int(c.Cues[q].n) }

// Starts reports whether a cue begins the clause.
func (c *Clause) Starts(q Cue) bool { return c.Cues[q].at == 1 }

// phrase is one way to say a cue, behind its first word.
type phrase struct {
	cue  Cue
	rest []elem
}

// opening is the phrases that begin with a word: by their second word, where that is
// a certain one, and the others.
type opening struct {
	loose  []phrase
	second []pair // sorted by the word
}

// pair is the phrases that begin with two certain words, by the second.
type pair struct {
	word    string
	phrases []phrase
}

// behind finds the pair of a second word: where it is, or belongs.
func (o *opening) behind(word string) (int, bool) {
	return slices.BinarySearchFunc(o.second, word, func(p pair, w string) int { return strings.Compare(p.word, w) })
}

// elem matches one token: one of some words, a number, a year that is past or a verb
// of doing; or up to maxGap words of any kind.
type elem struct {
	kind  elemKind
	words []string
}

type elemKind uint8

const (
	aWord elemKind = iota
	number
	year
	doing
	gap
)

// maxGap is how many words a gap takes at most.
const maxGap = 3

// phrase notes a phrase of a cue in the notation of words.txt.
func (v *vocabulary) phrase(cue Cue, fields []string) {
	for i, f := range fields {
		if bare, optional := strings.CutSuffix(f, "?"); optional && i > 0 {
			v.phrase(cue, slices.Concat(fields[:i], []string{bare}, fields[i+1:]))
			v.phrase(cue, slices.Concat(fields[:i], fields[i+1:]))
			return
		}
	}
	var elems []elem
	for _, f := range fields {
		switch f {
		case "#":
			elems = append(elems, elem{kind: number})
		case "#year":
			elems = append(elems, elem{kind: year})
		case "@verb":
			elems = append(elems, elem{kind: doing})
		case "*":
			elems = append(elems, elem{kind: gap})
		default:
			elems = append(elems, elem{words: strings.Split(f, "|")})
		}
	}
	if len(elems) == 0 {
		return
	}
	if elems[0].kind != aWord {
		v.numbers.loose = append(v.numbers.loose, phrase{cue, elems})
		return
	}
	for _, w := range elems[0].words {
		o := &v.rare(w).phrases
		if len(elems) == 1 || elems[1].kind != aWord {
			o.loose = append(o.loose, phrase{cue, elems[1:]})
			continue
		}
		for _, s := range elems[1].words {
			at, known := o.behind(s)
			if !known {
				o.second = slices.Insert(o.second, at, pair{word: s})
			}
			o.second[at].phrases = append(o.second[at].phrases, phrase{cue, elems[2:]})
		}
	}
}

// findCues looks every token up; quoted words are nobody's cue.
func findCues(tokens []Token) (c Cues) {
	for i := range min(len(tokens), 250) {
		t := &tokens[i]
		if t.Quoted {
			continue
		}
		o := &t.lex.phrases
		c.try(o.loose, tokens, i, i+1)
		if len(o.second) > 0 && i+1 < len(tokens) {
			if at, known := o.behind(tokens[i+1].Word); known {
				c.try(o.second[at].phrases, tokens, i, i+2)
			}
		}
		if t.Class == Number || t.is(numeral) {
			c.try(lexicon().numbers.loose, tokens, i, i)
		}
	}
	return c
}

// try notes the cues of phrases that stand at i, with their rests from next on. The
// first place of a cue holds.
func (c *Cues) try(phrases []phrase, tokens []Token, i, next int) {
	for k := range phrases {
		p := &phrases[k]
		if c[p.cue].at > 0 {
			continue
		}
		if end := match(p.rest, tokens, next); end >= 0 && !(p.cue == History && lasting(tokens, i, end)) {
			c[p.cue] = cueHit{uint8(i + 1), uint8(min(end-i, 255))}
		}
	}
}

// match tells where a phrase's elements from i on end, or -1.
func match(elems []elem, tokens []Token, i int) int {
	for k := range elems {
		if elems[k].kind == gap {
			for skip := 0; skip <= maxGap; skip++ {
				if end := match(elems[k+1:], tokens, i+skip); end >= 0 {
					return end
				}
				if i+skip >= len(tokens) || tokens[i+skip].Class == Punct {
					break
				}
			}
			return -1
		}
		if i >= len(tokens) || !elems[k].matches(&tokens[i]) {
			return -1
		}
		i++
	}
	return i
}

func (e *elem) matches(t *Token) bool {
	switch e.kind {
	case number:
		return t.Class == Number || t.is(numeral)
	case year:
		return t.Class == Number && len(t.Word) == 4 && t.Word < "2026" && t.Word > "1950"
	case doing:
		return does(t)
	}
	return slices.Contains(e.words, t.Word)
}

// does tells a word that is a verb of doing, or may be one that the tables do not
// know.
func does(t *Token) bool {
	l := t.lex
	if !l.isVerb() {
		return t.Class == Word && letters(t.Word) && len(t.Word) > 2 && !l.is(functional|negation|adverb|adjective)
	}
	return l.verb.Form&Base != 0 && (l.verb.Class&Mind == 0 || l.verb.Class&(Work|Choose|Drop) != 0) && !l.is(be) && t.Word != "have" && t.Word != "say" && t.Word != "need"
}

// lasting reports whether what sounds like the past is how things are: "since last year",
// "never once", "runs once a week".
func lasting(tokens []Token, i, end int) bool {
	if i > 0 {
		switch tokens[i-1].Word {
		case "since", "never", "not", "than", "at":
			return tokens[i-1].Word == "since" || tokens[i].Word == "once"
		}
	}
	return tokens[i].Word == "once" && end < len(tokens) && slices.Contains([]string{"a", "per", "every", "an", "more"}, tokens[end].Word)
}
