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
const opinions = "claims claimed swears swore reckons reckoned thinks believes believed jokes joked argues argued grumbles grumbled moans moaned mutters muttered jests quips whines whined"

var opining = WordsOf(opinions)

// saying are the verbs that report, by their forms; each is followed by what
// was said.
var saying = list("says said say tells told wrote writes mentioned mentions reports reported insists insisted confirmed confirms announced promised promises reminded reminds " + opinions)

// expects are words before "say" where nobody has said it yet.
var expects = WordsOf("will would might could may")

// demanding are verbs after which a "that" tells what somebody demands.
var demanding = list("asks demands requires requests expects")

// indefinite sources are nobody in particular.
var indefinite = WordsOf(`a an some someone somebody people they everyone everybody anyone nobody any most many blog post article internet reddit wiki forum rumour cousin uncle aunt neighbour neighbor friend buddy guy dude barber youtuber youtube tutorial labmate flatmate roommate classmate granny grandma grandpa predecessor ex consultant vendor salesman salesperson brother sister nephew niece father mother dad mum mom son daughter grandfather grandmother
	mentor mate mates officemate housemate deskmate bandmate schoolmate clubmate neigbour officemates pal pals folks book books paper papers magazine podcast video videos talks conference conferences guru gurus purists twitter`)

// reported splits "X says (that) …" off a clause and returns what was said.
func reported(tokens []Token) (*Report, []Token) {
	for i := range tokens {
		t := &tokens[i]
		if i > 7 || t.Quoted || t.Class == Punct {
			return nil, tokens
		}
		if !t.is(reporting | demand) {
			continue
		}
		demands := t.is(demand) && i > 0 && i+2 < len(tokens) && tokens[i+1].Word == "that"
		if !t.is(reporting) && !demands {
			continue
		}
		if i > 0 && (tokens[i-1].Word == "never" || i > 1 && tokens[i-1].Word == "not") && i+1 < len(tokens) {
			return &Report{Distant: true, Source: tokens[:i]}, tokens[i+1:]
		}
		if i == 0 || tokens[0].Word == "i" || tokens[0].Word == "we" || tokens[i-1].Word == "you" || tokens[i-1].Word == "to" || tokens[i-1].Word == "i" || tokens[i-1].Word == "not" {
			return nil, tokens
		}
		at := i + 1
		for at < len(tokens) && (tokens[at].Word == "me" || tokens[at].Word == "us" || tokens[at].Word == "just" || tokens[at].Word == "also" || tokens[at].Word == "yesterday" || tokens[at].Word == "today") {
			at++
		}
		if at < len(tokens) && tokens[at].Word == "that" {
			at++
		}
		rest := tokens[at:]
		if len(rest) < 2 || !rest[0].Quoted && !(len(rest) > 3 && distant(tokens[:i], t.Word, nil)) && !(opining.Holds(t.Word) && tokens[at-1].Word == "that") && finiteVerb(rest) < 0 && rest[0].Word != "no" && rest[0].Word != "never" && rest[0].Word != "only" && rest[0].Word != "not" {
			return nil, tokens
		}
		return &Report{Distant: distant(tokens[:i], t.Word, rest) || t.Word == "say" && expects.Holds(tokens[i-1].Word), Source: tokens[:i], Insists: demands || strings.HasPrefix(t.Word, "insist")}, rest
	}
	return nil, tokens
}

// distant tells whether the speaker keeps away from what is reported.
func distant(source []Token, verb string, said []Token) bool {
	if opining.Holds(verb) {
		return true
	}
	for _, t := range source {
		if indefinite.Holds(t.Word) || t.Word == "always" || t.Word == "once" {
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
