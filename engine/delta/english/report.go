package english

import "strings"

// Report is the source that a speaker reports: "ops says", "the backend guys
// told me".
type Report struct {
	// Distant tells a source for which the speaker does not stand: an
	// indefinite one, one of the past, or words in quotation marks.
	Distant bool
	// Insists tells a verb that demands what follows.
	Insists bool
	// Source is the words before the verb of saying.
	Source []Token
}

// opinions are verbs of saying with which somebody else only gives an opinion.
const opinions = "claims claimed swears swore reckons reckoned thinks believes believed jokes joked argues argued grumbles grumbled moans moaned mutters muttered jests quips whines whined recommends recommended advises advised proposed suggested"

// shared opinions are those of several, by the forms that other words have, too.
const sharedOpinions = "claim swear reckon think believe argue grumble moan recommend advise"

// convictions are what somebody is who holds an opinion.
const convictions = "convinced adamant"

// A source has a few words, or some more where a "that" follows.
const fewWords, maxSource = 7, 10

// heldThat are opinions only where a "that" follows: a pump may be maintained, too.
const heldThat = "maintains maintained hopes hoped fears feared doubts doubted boasts boasted predicts predicted preaches preached feels felt figures figured assures assured objects objected shouts shouted yells yelled dreams dreamed tweets tweeted guesses guessed imagines imagined declares declared remarks remarked insinuates insinuated complained whispers whispered joked warned"

var (
	holding   = WordsOf(heldThat)
	opining   = WordsOf(heldThat + " " + opinions + " " + sharedOpinions + " " + convictions)
	together  = WordsOf(sharedOpinions)
	convinced = WordsOf(convictions)
)

// saying are the verbs that report, by their forms; each is followed by what
// was said.
var saying = list("says said say saying tells told wrote writes mentioned mentions reports reported insists insisted confirmed confirms announced promised promises reminded reminds mention insist promise confirm " + heldThat + " " + opinions + " " + sharedOpinions + " " + convictions)

// notSaid are verbs that report only behind a "did".
var notSaid = WordsOf("mention insist promise warn confirm")

// expects are words before "say" where nobody has said it yet.
var expects = WordsOf("will would might could may")

// demanding are verbs after which a "that" tells what somebody demands.
var demanding = list("asks demands requires requests expects")

// indefinite sources are nobody in particular.
var indefinite = WordsOf(`a an some bro bros homie dude someone somebody people they everyone everybody anyone nobody any most many blog post article internet reddit wiki forum rumour cousin uncle aunt neighbour neighbor friend buddy guy dude barber youtuber youtube tutorial labmate flatmate roommate classmate granny grandma grandpa predecessor ex consultant vendor salesman salesperson brother sister nephew niece father mother dad mum mom son daughter grandfather grandmother
	mentor mate mates officemate housemate deskmate bandmate schoolmate clubmate neigbour officemates pal pals folks book books paper papers magazine podcast video videos talks conference conferences guru gurus purists twitter`)

// reported splits "X says (that) …" off a clause and returns what was said. Before
// are the words of the sentence before the clause.
func reported(before, tokens []Token) (*Report, []Token) {
	source, rest := accordingTo(tokens)
	if source != nil {
		return &Report{Distant: distant(source, "", rest), Source: source}, rest
	}
	aside := 0 // words of an aside that are still to come
	for i := range tokens {
		t := &tokens[i]
		if t.Class == Punct && i > 0 && t.Word == "," && i+1 < len(tokens) && tokens[i+1].is(reporting) && meanwhile.Holds(tokens[0].Word) && finiteVerb(tokens[:i]) > 0 {
			continue // "a client, he lives abroad, told me …"
		}
		if aside > 0 {
			aside--
			continue
		}
		if aside = between(tokens[i:]); aside > 0 && i > 0 {
			continue // "the landlord, by the way, thinks …"
		}
		if i > maxSource || t.Quoted || t.Class == Punct {
			return nil, tokens
		}
		if !t.is(reporting|demand) || notSaid.Holds(t.Word) && (i == 0 || tokens[i-1].Word != "did") {
			continue
		}
		if strings.HasPrefix(t.Word, "report") && i+1 < len(tokens) && (tokens[i+1].Class == Number || tokens[i+1].is(numeral) || tokens[i+1].Word == "no" || tokens[i+1].Word == "a" || tokens[i+1].Word == "an") {
			return nil, tokens // "the plugin reports 4 samples of latency"
		}
		demands := t.is(demand) && i > 0 && i+2 < len(tokens) && tokens[i+1].Word == "that"
		if !t.is(reporting) && !demands || together.Holds(t.Word) && !ofSeveral(tokens[:i]) || convinced.Holds(t.Word) != (i > 0 && tokens[i-1].is(be) && opining.Holds(t.Word)) || (holding.Holds(t.Word) || i > fewWords) && thatBehind(tokens, i+1) == 0 {
			continue
		}
		if i > 0 && (tokens[i-1].Word == "never" || i > 1 && tokens[i-1].Word == "not") && i+1 < len(tokens) {
			return &Report{Distant: true, Source: tokens[:i]}, tokens[i+1:]
		}
		if i == 0 || tokens[0].Word == "i" || tokens[0].Word == "we" || tokens[i-1].Word == "you" || tokens[i-1].Word == "to" && t.lexeme().verb.Form&Base != 0 || tokens[i-1].Word == "i" || tokens[i-1].Word == "not" {
			return nil, tokens
		}
		source = tokens[:i]
		if tokens[i-1].Word == "," && len(before) > 0 {
			source = before
		}
		at := i + 1
		for at < len(tokens) && (tokens[at].Word == "me" || tokens[at].Word == "us" || tokens[at].Word == "just" || tokens[at].Word == "also" || tokens[at].Word == "yesterday" || tokens[at].Word == "today") {
			at++
		}
		if that := thatBehind(tokens, at); that > 0 {
			at = that + 1
		}
		rest := tokens[at:]
		if !complete(rest, t.Word, tokens[at-1].Word == "that", distant(source, t.Word, nil)) {
			return nil, tokens
		}
		if n := len(source); t.Word == "say" && n > 1 && source[n-1].Word == "us" && source[n-2].Word == "let" {
			return nil, rest // "let's say guests over 80 get called"
		}
		r := &Report{Distant: distant(source, t.Word, rest) || t.Word == "say" && expects.Holds(tokens[i-1].Word), Source: source, Insists: demands || strings.HasPrefix(t.Word, "insist")}
		if again, deeper := reported(nil, rest); again != nil {
			r.Distant, rest = true, deeper // hearsay of hearsay
		}
		return r, rest
	}
	return nil, tokens
}

// thatBehind is the index of the "that" which opens what was said, at once or behind a
// circumstance ("told us over lunch that …"), or 0.
func thatBehind(tokens []Token, at int) int {
	for i := at; i < len(tokens) && i <= at+5 && tokens[i].Class != Punct; i++ {
		if tokens[i].Word == "that" {
			return i
		}
		if i == at && !tokens[i].is(preposition) && tokens[i].Word != "last" {
			return 0
		}
	}
	return 0
}

// asides are words that may stand between commas behind a source.
var asides = WordsOf("way always usual course btw though however meanwhile obviously naturally apparently")

// between is how many tokens after the first belong to an aside between commas.
func between(tokens []Token) int {
	for n := 2; n <= 4 && n < len(tokens)-1 && tokens[0].Word == ","; n++ {
		if tokens[n].Word == "," {
			if n == 2 || asides.Holds(tokens[n-1].Word) {
				return n
			}
			break
		}
	}
	return 0
}

// meanwhile are words with which something is told about a source before it speaks.
var meanwhile = WordsOf("he she they who which it")

// accordingTo is the source of "according to X, …" with what it says, or nil.
func accordingTo(tokens []Token) (source, said []Token) {
	if len(tokens) < 5 || tokens[0].Word != "according" || tokens[1].Word != "to" {
		return nil, tokens
	}
	for i := 3; i < min(len(tokens)-1, 8); i++ {
		switch t := &tokens[i]; {
		case t.Word == ",":
			return tokens[2:i], tokens[i+1:]
		case t.Quoted, t.is(pronoun | determining), t.Word == "one":
			return tokens[2:i], tokens[i:]
		}
	}
	return nil, tokens
}

// ofSeveral tells that the subject of an opinion is others than the speakers: "the
// players swear".
func ofSeveral(subject []Token) bool {
	if len(subject) == 0 {
		return false
	}
	for i := range subject {
		switch subject[i].Word {
		case "i", "we", "you", "us", "me":
			return false
		}
	}
	switch t := &subject[len(subject)-1]; {
	case t.Word == "they", t.Word == "people", t.Word == "folks", t.Word == "guys":
		return true
	default:
		return t.Class == Word && t.stem != "" && strings.HasSuffix(t.Word, "s") && !t.is(auxiliary|adverb|preposition)
	}
}

// complete tells that what stands behind a verb of saying can have been said.
func complete(said []Token, verb string, that, far bool) bool {
	if len(said) > 1 && said[0].Word == "by" && strings.HasPrefix(verb, "sw") {
		return true // "swears by it"
	}
	if len(said) > 0 && (strings.HasPrefix(verb, "recommend") || strings.HasPrefix(verb, "advise") || verb == "proposed" || verb == "suggested") {
		return said[0].Class != Punct
	}
	if len(said) < 2 {
		return false
	}
	switch said[0].Word {
	case "no", "never", "only", "not":
		return true
	}
	return said[0].Quoted || len(said) > 3 && far || opining.Holds(verb) && that || finiteVerb(said) >= 0
}

// distant tells whether the speaker keeps away from what is reported.
func distant(source []Token, verb string, said []Token) bool {
	if opining.Holds(verb) {
		return true
	}
	if len(source) > 1 && source[0].Word == "one" && source[1].Word == "of" {
		return true
	}
	for _, t := range source {
		if indefinite.Holds(t.Word) || t.Word == "always" || t.Word == "once" || t.Word == "keeps" || t.Word == "keep" {
			return true
		}
	}
	for _, t := range said {
		if t.Quoted {
			return true
		}
	}
	return false
}
