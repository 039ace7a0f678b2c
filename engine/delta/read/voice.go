package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// class is words that tell the same of what is said with them.
type class struct{ english.WordSet }

func classOf(words string) class { return class{english.WordsOf(words)} }

// in tells whether a word of the class stands in a clause, unquoted.
func (k *class) in(c *english.Clause) bool { return c.HasOf(k.WordSet) }

// within tells whether one stands in a sentence.
func (k *class) within(s *english.Sentence) bool {
	for i := range s.Clauses {
		if k.in(&s.Clauses[i]) {
			return true
		}
	}
	return false
}

// among tells whether one stands in a text that is not taken apart.
func (k *class) among(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if k.Holds(strings.ToLower(strings.Trim(w, ".,:;!?()\"'"))) {
			return true
		}
	}
	return false
}

// allowing are words of what is allowed and demanded: a rule told as it is.
var allowing = classOf(`allow allows allowed forbid forbids forbidden permit permits permitted prohibits prohibited require requires required mandatory insist insists
	insisted limit limited deadline due maximum minimum law policy rule rules regulation quota budget fixed closes expires banned obliged bound compulsory
	prohibit bans ban statute decree regulations capped restricted restricts entitled eligible obligatory obligation exempt licence license standard
	contract compliance audit threshold ceiling`)

// wanting are words of what is wanted rather than so.
var wanting = classOf(`want wants wanted wish wishes seek seeks aim target meant supposed intention mandate hope hopes hoping goal vision dream dreams expected ought shall
	should asks asking demands likes prefer prefers intend intends plan plans planned planning purpose ambition ideally desire desires require requires
	requests request asked`)

// outcomes are words of how something went that was tried once.
var outcomes = classOf(`works worked fails failed crashes crashed crackles clicked clicks parse parsed parses passes passed hangs hung reboots rebooted tried tested pinned
	restarted reran starts stopped stops broke breaks loads compiles compiled builds built correct ok okay fine green red blank finished done live ready
	deployed arrived looked watched listened clean identical empty broken stuck dead flat succeeded succeeds freezes froze explodes exploded dies died
	flickers boots booted runs launches launched opens renders rendered responds reacts behaves accepted rejected returned prints shows verified repeated
	matches matched match agrees agree tallies tally rebuilt replayed measured confirmed smooth quiet solid stable perfect`)

// replying are verbs that tell that somebody has answered: what they settle is no
// knowledge, and that they did is over.
var replying = classOf(`answered replied written wrote called calls spoken agreed confirmed decided voted asked says said told announced convinced sent answers replies
	responded responds reported reports informed promised objected complained signed phoned rang emailed mailed texted wants demanded warned admitted
	insisted approved refused`)

// colours are words of pictures, moods and sighs.
var colours = classOf(`monster goat ghost hell heaven disaster nightmare monsters circus zoo beast dinosaur swamp jungle mess joke hero god gods devil curse miracle honestly
	terribly dear poor stingy mad crazy dumb stupid silly lovely ugly sad happy proud beautiful awful horrible obviously seriously uff phew oh oops ugh
	omg lol haha wow damn ummm alas demon spaghetti voodoo hellish heavenly torture pain bliss horror tragedy wonder marvel shame glory triumph grim
	ridiculous absurd hilarious charming flawless touchy moody stubborn greedy lazy clever wise naughty funny hooray yay meh gosh heavens sigh blimey`)

// newly are words of a value that changes.
var newly = classOf(`now moved moves change changed changes new instead anymore longer raised extended prolonged correction addendum correct becomes become corrected
	postponed until till from`)

// supposing are words of a guess, or of what would be.
var supposing = classOf(`would could might maybe perhaps possibly probably likely seems suspect guess may shame whether propose suggest believe think i'd`)

// yielding are words with which an answer is taken or refused.
var yielding = classOf(`no yes yeah yep nope nah right true indeed ok okay perfect sure exactly correct fine great good agreed`)

// guessing are words with which somebody says that they do not know it.
var guessing = classOf(`presume presumably presumed allegedly supposedly apparently reportedly seemingly rumour rumours rumor dunno idk gather hopefully seems`)

// bareNoun tells a subject without an article: "timeouts on staging are …".
func bareNoun(c *english.Clause) bool {
	if c.Verb < 1 {
		return false
	}
	w := c.Word(start(c))
	return !slices.Contains([]string{"the", "a", "an", "our", "my", "their", "his", "her", "its", "this", "that", "these", "those", "it", "we", "i", "you", "they", "he", "she", "there", "all", "each", "every", "both", "no", "nobody", "nothing", "what", "who"}, w)
}

// lookingInto say that something is still going to be looked into, or was only
// thought.
var lookingInto = english.PhrasesOf("would have thought", "would have said", "would have guessed", "let me check", "let me ask", "let me see", "have to check with", "need to check with", "got to be", "if i remember", "if i recall", "as far as i remember", "not mistaken", "if memory serves")

// guesses tells a sentence that somebody only guesses at, or is still going to
// look into: "ci is red, old image i presume", "Bordeaux, but let me check with
// her", "everyone must use it, it seems", "the hash, i'd have thought".
func guesses(s *english.Sentence) bool {
	if guessing.within(s) {
		return true
	}
	return anyClause(s, func(c *english.Clause) bool {
		return c.HasPhrase(lookingInto) || c.Lead == english.If && c.Word(0) == "i" && (c.Word(1) == "remember" || c.Word(1) == "recall")
	})
}
