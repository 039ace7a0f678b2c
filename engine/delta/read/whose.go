package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// voice is whose word a clause of a user's turn is, and how it is meant. Only what is
// the speaker's own and meant as it is said settles anything.
type voice uint8

const (
	unheard  voice = iota // not listened to yet
	own                   // the speaker's own, as it is said
	another               // what somebody else says or holds
	repeated              // what the other speaker said, held up to them
	jesting               // not meant: a joke, a picture, a sneer
	bygone                // of a story
	ceded                 // leaves the choice to the other speaker
)

// voiceOf is the voice of a clause. It is found once.
func (r *reader) voiceOf(u unit) voice {
	if r.voices == nil {
		r.voices = make([]voice, len(r.units()))
	}
	if r.voices[u.n] == unheard {
		r.voices[u.n] = r.listen(u)
	}
	return r.voices[u.n]
}

func (r *reader) listen(u unit) voice {
	switch {
	case r.jests(u):
		return jesting
	case r.ofAnother(u):
		return another
	case holdsUp(u.s):
		return repeated
	case ofAStory(u.Clause):
		return bygone
	case handsOver(u.Clause), keepsOpen(u.Clause):
		return ceded
	}
	return own
}

// disowned leaves out what is not the speaker's own word, or not meant.
func (r *reader) disowned(u unit) bool {
	switch r.voiceOf(u) {
	case another, jesting, repeated:
		return true
	case ceded:
		return !u.Has(english.Accept) && !leavesChoice(u)
	}
	return false
}

// consulted tells that a clause hands on the answer of somebody whom the speaker wanted to
// ask, which settles what it answers: "let me ask Anna" – "Anna says the second one".
func (r *reader) consulted(u unit) bool {
	var source []english.Token
	switch {
	case u.Report != nil && (u.Verb < 0 || chooses(u.Clause)):
		source = u.Report.Source
	case u.HasOf(bringing):
		if at := u.FirstOf(bringing); at > start(u.Clause) && at <= 3 {
			source = u.Tokens[start(u.Clause):at]
		}
	}
	if len(source) == 0 || u.Asked || english.Shared(r.own, sounding) == 0 {
		return false
	}
	for i := range source {
		if t := &source[i]; t.Word == "he" || t.Word == "she" || t.Word == "they" || english.Shared(english.ContentOf(source[i:i+1]), r.own) > 0 {
			return true
		}
	}
	return false
}

// bringing are verbs by which somebody's answer is handed on.
var bringing = english.WordsOf("says said wants prefers voted votes picked chose")

// sounding are stems of the words by which somebody wants to ask another.
var sounding = english.Content("ask check discuss consult speak talk run")

// ofAnother tells what somebody else said or holds, for which the speaker does not
// stand.
func (r *reader) ofAnother(u unit) bool {
	if r.consulted(u) {
		return false
	}
	if u.Report != nil && (u.Report.Distant || r.shrugged(u) || preaches(u.s)) {
		return true
	}
	quoted := 0
	for i := range u.Tokens {
		if u.Tokens[i].Quoted {
			quoted++
		}
	}
	if u.Word(0) == "according" && u.Verb < 0 {
		return true
	}
	if at := u.Index(":"); at > 0 && at <= 3 && u.Verb < 0 && slices.ContainsFunc(u.Tokens[:at], func(t english.Token) bool { return speakers.Holds(t.Word) }) {
		return true // "my wife: stairs!"
	}
	return quoted > 2 && 2*quoted > len(u.Tokens) && !naming(u.Clause) || takesSides(u.Clause) || quotesProverb(u.s) || r.ofSource(u)
}

// proverbial are words of sayings.
var proverbial = english.PhrasesOf("as they say", "so they say", "as the saying goes", "the saying goes", "legend has it", "rumour has it", "rumor has it", "word has it", "the story goes", "as the song goes", "as my grandmother used to say", "famous last words")

// quotesProverb tells a sentence with a saying, or with what is told about.
func quotesProverb(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool { return c.HasPhrase(proverbial) || c.Words() == "they say" })
}

// ofSource tells a remark on somebody whose opinion was just told: "the agency thinks
// … They also charge 900 a day."
func (r *reader) ofSource(u unit) bool {
	last := u.previousSentence()
	if last == nil || u.Verb < 1 || u.Asked || u.Command || u.Has(english.Must) {
		return false
	}
	var source []english.Token
	for i := range last.Clauses {
		if c := &last.Clauses[i]; c.Report != nil && c.Report.Distant {
			source = c.Report.Source
		} else if c.Has(english.Hearsay) {
			source = c.Tokens[:min(1, len(c.Tokens))]
		}
	}
	if source == nil {
		return false
	}
	switch u.Word(start(u.Clause)) {
	case "he", "she", "they":
		return true
	}
	named := english.ContentOf(source)
	return len(named) > 0 && within(u.ContentTo(u.Verb), named) && len(u.ContentTo(u.Verb)) > 0
}

// speakers are who may be said to say something by no more than a colon.
var speakers = classOf("wife husband mother father mum mom dad brother sister uncle aunt cousin son daughter granny grandma grandpa nephew niece boss colleague friend neighbour flatmate roommate girlfriend boyfriend kid kids dog cat cto ceo everyone everybody others nobody him her them")

// thisDay are words of how the world is said to be, rather than the project.
var thisDay = english.PhrasesOf("these days", "nowadays", "in this day and age", "in today world", "anyone who is anyone")

// preaches tells a sentence by which somebody says how one has to do it in
// general, or how everybody does it: "the dealer says that a shop must take cards
// these days", "my son says that everyone under forty pays by phone".
func preaches(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool {
		if c.Report == nil {
			return false
		}
		if c.Has(english.Must, english.Never, english.Off) && c.HasPhrase(thisDay) {
			return true
		}
		return c.Verb > 0 && slices.Contains([]string{"everyone", "everybody", "nobody", "people"}, c.Word(start(c)))
	})
}

// shrugging are words with which somebody keeps away from what others said.
var shrugging = english.PhrasesOf("i do not know", "no idea if", "no idea whether", "ignoring it", "ignoring that", "ignoring them", "ignore it", "ignore that", "not convinced", "do not buy", "do not believe", "do not care", "see about that", "will see", "shall see", "we see", "beg to differ", "take it or leave it", "whatever that means", "i wonder", "my problem", "so he says", "so she says", "so they say", "we say no", "it when i see", "that when i see", "grain of salt", "pinch of salt", "who believes that", "who believes it", "if you believe that", "believe it or not", "for what it is worth")

// shrugged tells that the speaker says of what others said that it may not be so, that
// it is all the same to them, or what others these are: "the guard says … I do not know
// if it is true", "the dean says … She says a lot".
func (r *reader) shrugged(u unit) bool {
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		if c := &u.s.Clauses[i]; sayMuch(c) || c.Report == nil && (c.HasPhrase(shrugging) || c.Lead == english.But && english.Shared(c.Content(), english.ContentOf(u.Report.Source)) > 0) {
			return true
		}
	}
	next := u.nextSentence()
	if next == nil {
		return false
	}
	if anyWord(next, []string{"true", "sure", "right", "correct", "reliable", "serious"}) && anyWord(next, []string{"if", "whether", "not", "doubt"}) {
		return true
	}
	if u.k+2 < len(u.p.sentences) && anyClause(&u.p.sentences[u.k+2], shrugs) {
		return true
	}
	c := &next.Clauses[0]
	i := start(c)
	switch c.Word(i) {
	case "he", "she":
		return c.Verb == i+1 && !c.Has(english.Must) // who that is
	case "is", "was":
		return next.Marked && slices.Contains([]string{"that", "it", "this"}, c.Word(i+1))
	}
	return anyClause(next, shrugs) || anyClause(next, undecided)
}

// sayMuch tells a clause that lessens what others said by how much they say: "but he says
// many things".
func sayMuch(c *english.Clause) bool {
	if c.Lead != english.But || !c.HasWord("many", "lot", "lots", "much", "everything", "anything") {
		return false
	}
	if c.Report != nil {
		return c.Verb < 0
	}
	return pointedAt(c, "he", "she", "they") && c.HasWord("says", "say", "talks", "talk", "claims", "claim", "wants", "want")
}

func shrugs(c *english.Clause) bool { return c.HasPhrase(shrugging) }

// siding are words of who is for something whatever it is.
var siding = classOf("fan fans fanboy fanboys fangirl evangelist evangelists enthusiast believer believers")

// takesSides tells what somebody is for, or wanted once: "my flatmate is a fan of
// paper", "the landlord wanted us to paint it".
func takesSides(c *english.Clause) bool {
	i := start(c)
	if c.Verb < i+1 || c.Asked || c.Word(i) == "i" || c.Word(i) == "we" {
		return false
	}
	if english.IsBe(c.Word(c.Verb)) {
		return siding.in(c) || doneByOthers(c)
	}
	if w, next := c.Word(c.Verb), c.Word(c.Verb+1); (w == "call" || w == "calls") && next != "for" && next != "a" && next != "an" && english.HasContent(c.Tokens[i:c.Verb]) && people.in(c) {
		return true // a nickname
	}
	return c.Word(c.Verb) == "wanted" && slices.Contains([]string{"us", "me", "everybody", "everyone"}, c.Word(c.Verb+1))
}

// doneByOthers tells that something is what somebody else calls or does: "the rest is
// what the chef calls art".
func doneByOthers(c *english.Clause) bool {
	if w := c.Word(c.Verb + 1); w != "what" && w != "how" {
		return false
	}
	switch c.Word(c.Verb + 2) {
	case "i", "we", "you", "it", "":
		return false
	}
	v, ok := c.VerbAt(len(c.Tokens) - 1)
	for k := c.Verb + 3; k < len(c.Tokens) && k <= c.Verb+6; k++ {
		if w := c.Word(k); w == "calls" || w == "call" || w == "says" || w == "say" || w == "thinks" || w == "think" || w == "do" || w == "does" {
			return true
		}
	}
	return ok && v.Class&english.Saying != 0
}

// naming tells that what is quoted is a name that is given: "call it …", "X
// becomes …".
func naming(c *english.Clause) bool {
	return c.Command && c.HasWord("call", "name", "title", "rename", "label") || c.HasWord("becomes", "called", "named", "titled", "renamed")
}

// holding are words with which somebody says back what the other speaker said.
var holding = english.PhrasesOf("what you are saying", "are you saying", "you are saying", "you are telling me", "do you mean", "you mean", "so you say", "if i understand", "if i understood", "if i get you", "if i got you", "did i get", "did i understand")

// holdsUp tells a question by which somebody makes sure of what the other speaker
// said: "so what you're saying is that the lock is fine and the key isn't?"
func holdsUp(s *english.Sentence) bool {
	return s.Marked && anyClause(s, func(c *english.Clause) bool { return c.HasPhrase(holding) })
}

// ofAStory tells a clause of how it was.
func ofAStory(c *english.Clause) bool {
	if !c.Has(english.History) || endsWithItIs(c) || c.Command {
		return false
	}
	if c.Where("used to") >= 0 || pastTense(c) {
		return true
	}
	if at, n := c.Find(english.History); strings.HasSuffix(c.Word(at+n), "ed") {
		return true // "our last landlord banned it"
	}
	for i := 1; i < len(c.Tokens); i++ {
		if v, ok := c.VerbAt(i); ok && v.Form&english.Past != 0 && v.Form&english.Base == 0 && slices.Contains([]string{"i", "we", "he", "she", "they"}, c.Word(i-1)) {
			return true
		}
	}
	return false
}

// jests tells what is not meant: by the signs with which chats mark it, or because it
// speaks in pictures.
func (r *reader) jests(u unit) bool {
	return quips(u.Clause) || exclaims(u.Clause) || mocking(u.s.Text) || strings.HasSuffix(strings.TrimSpace(u.p.Text), "/s") && strings.Contains(u.p.Text, " /s") || r.pictured(u.Clause) || likens(u.Clause) || laughedOff(u)
}

// ofOneself are words of what goes on in or around the speaker, not in the project.
var ofOneself = classOf("span brain heart head nerves patience sanity soul ego mood neck eyes eye stomach belly gut conscience faith honour honor pride weekend sleep blood life youth childhood marriage therapist hairline bladder soulmate")

// exclaims tells a remark that says nothing of the project: "there goes my weekend",
// "so much for that", "story of my life", "in case you wondered".
func exclaims(c *english.Clause) bool {
	i := start(c)
	next := c.Word(i + 1)
	switch c.Word(i) {
	case "there":
		return (next == "goes" || next == "go") && !theory.in(c)
	case "here":
		return next == "goes" || next == "we" && c.Word(i+2) == "go"
	case "story":
		return next == "of"
	case "in":
		return next == "case" && c.Word(i+2) == "you"
	case "talk":
		return next == "about" && c.Verb < 0
	case "my":
		return c.Verb > i+1 && ofOneself.Holds(c.Word(c.Verb-1))
	}
	return c.Word(0) == "so" && (c.Word(1) == "what" && len(c.Tokens) > 2 && !c.Asked || c.Word(1) == "much" && c.Word(2) == "for" && !theory.in(c)) || c.Word(0) == "who" && c.Word(1) == "cares"
}

// mocking tells a text with a picture by which chats mark that they mean the opposite.
func mocking(text string) bool {
	const sign = "🙃"
	i := strings.IndexByte(text, sign[0]) // which few texts have
	return i >= 0 && (strings.Contains(text[i:], sign) || strings.Contains(text[i:], "🤡") || strings.Contains(text[i:], "🙄"))
}

// laughingOff are words that stand alone behind what is not meant.
var laughingOff = english.PhrasesOf("in his dreams", "in her dreams", "in their dreams", "in your dreams", "in my dreams", "dream on", "kidding", "just kidding", "joking", "just joking", "joke", "rhetorical", "rhetorical question", "do not answer", "no need to answer", "do not ask", "yeah right", "as if", "not really", "if only", "sarcasm", "irony off", "wink wink", "sure sure")

// laughedOff tells that the sentence after u takes it as a joke: "nobody may enter. In
// his dreams."
func laughedOff(u unit) bool {
	next := u.nextSentence()
	if next == nil || len(next.Clauses) > 1 || len(next.Clauses[0].Tokens) > 4 {
		return false
	}
	c := &next.Clauses[0]
	for p, at := range c.Phrases(laughingOff) {
		if at+len(p.Text) == len(c.Words()) {
			return true
		}
	}
	return false
}

// pictures are what things are only compared with, unless the talk is about it.
var pictures = classOf(`trenchcoat circus zoo beast beasts monster monsters dinosaur dinosaurs dragon dragons unicorn unicorns ghost ghosts vampire vampires witch
	wizard wizards voodoo curse miracle miracles heaven hell devil demon demons angel angels saint saints priest priests monk monks monastery cathedral church
	religion prayer prayers bible temple tomb tombstone tombstones graveyard cemetery funeral corpse casino lottery roulette poker astrology horoscope horoscopes
	alchemy myth myths fairy fairytale fairytales poem poetry haiku opera tragedy comedy thriller marriage marriages divorce wedding honeymoon
	toddler toddlers kindergarten nanny diva divas princess emperor pirate pirates ninja ninjas cowboy cowboys samurai battlefield minefield landmine grenade jungle
	swamp iceberg volcano avalanche earthquake tsunami hurricane dumpster shipwreck titanic rollercoaster nightmare nightmares spaghetti lasagna lasagne soup sausage sausages
	cherry icing donkey donkeys lamb lambs goat goats cow cows elephant elephants whale whales snail snails turtle turtles tortoise sloth hydra kitten kittens
	pony ponies poison cocaine therapy therapist cancer plague flu olympic olympics frankenstein bermuda atlantis jenga mole hostage torture sherlock 
	groundhog everest odyssey sauna sandwich sandwiches salad sin sins crime crimes pantomime theatre theater brothel disneyland
	kool-aid lipstick trench bandaid trauma prophecy folklore superstition`)

// likens tells what all things of a kind are said to be for something else: "badges are
// the bumper stickers of open source".
func likens(c *english.Clause) bool {
	i := start(c)
	if c.Verb != i+1 && c.Verb != i+2 || c.Number() || c.Word(c.Verb) != "are" || c.Word(c.Verb+1) != "the" || !strings.HasSuffix(c.Word(c.Verb-1), "s") || !bareNoun(c) {
		return false
	}
	of := c.Index("of")
	return of > c.Verb+2 && of <= c.Verb+4 && of+1 < len(c.Tokens) && !slices.Contains([]string{"the", "this", "our", "my", "your", "all", "each", "every"}, c.Word(of+1))
}

// pictured tells that a thing is said to be what nobody can take it for: "deadlines
// are the astrology of planning". What the talk is about is no picture.
func (r *reader) pictured(c *english.Clause) bool {
	if c.Asked || c.Command || !pictures.in(c) {
		return false
	}
	if at := c.Index("like"); at >= 0 && (c.Word(at+1) == "a" || c.Word(at+1) == "an" || c.Word(at+1) == "the") && pictures.Holds(c.Word(at+2)) {
		return !r.memory.speaksOf(english.ContentOf(c.Tokens[at+2 : at+3]))
	}
	if c.Verb < 1 {
		return false
	}
	v, _ := c.VerbAt(c.Verb)
	if !english.IsBe(c.Word(c.Verb)) && v.Lemma != "look" && v.Lemma != "sound" && v.Lemma != "feel" && v.Lemma != "smell" {
		return false
	}
	for i := c.Verb + 1; i < len(c.Tokens); i++ {
		t := &c.Tokens[i]
		if t.Quoted || !pictures.Holds(t.Word) {
			continue
		}
		if stems := english.ContentOf(c.Tokens[i : i+1]); !r.memory.speaksOf(stems) && english.Shared(stems, r.last.stems) == 0 {
			return true
		}
	}
	return false
}
