package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// orderFrames ask for the work of the verb behind them, without an imperative.
var orderFrames = phraseTableOf(
	"any chance you could|can|would|might", "any chance of|for", "is there any|a chance you could|can|would", "is there any|a chance of", "chance you could|can",
	"would|is|will it be? possible for? you? to", "possible to", "would you be able|willing|ok|up to|for", "are you able|willing to", "would you be so kind as|and to?", "be so kind as|and to?", "be a dear|star|sweetheart and",
	"do|would you mind", "mind", "do? you? think|reckon you could|can|might", "could|can|may|might i ask|get|have|trouble|bother you to", "i would like|need|want to ask you to", "i would ask you to",
	"i was hoping|wondering if|whether? you could|can|would", "i am hoping you could|can|will", "hoping you could|can", "wondering if|whether you could|can|would", "kindly", "go ahead and", "do me a favour|favor and",
	"it? is? high? time to", "why do not you", "why not just? you?", "you should|must|can|could also|now|next|then|still|rather|please", "you will also? have|need|want to", "you also|still have|need to", "i need|want|would like|expect you to",
	"i would like|love|need|want to? have you", "your|the next|first|new|other|second|last|remaining task|job|item|step|thing|assignment|order? is|would be? to?", "what i need|want you to do is", "what i need|want is for you to",
	"next|then|now|first you can|could|should", "could|would|will|can u|ya|you", "i would appreciate it if you could|would", "all you have|need to do is", "todo|to-do for tomorrow|today|later|you :?", "what is left to do is to?", "what remains is to",
)

// thingFrames ask for the thing behind them.
var thingFrames = phraseTableOf(
	"can|could|may|might i|we also? please? have|get", "may|can|could i ask|bother you for", "i would ask you for", "any chance of|for", "is there any chance of|for", "i|we would|should also? like|love|appreciate|welcome", "id also? like|love", "i|we would also? be grateful|glad|thankful for",
	"would love|like|appreciate", "would be nice|great|lovely|cool|good|handy|useful to have|get|see", "i|we also|still|really|now|just want|need", "i|we want|need", "wanna have", "want|need also? a", "i|we will also? need|want", "i|we are going to need|want", "going to need",
	"it? would|will be so? very? really? nice|great|lovely|cool|good|handy|useful|helpful|awesome|neat|ideal|perfect|fantastic|super to have|get|see", "nice|great|good to have:?",
	"what is still? missing|needed|lacking is|are?", "what still? remains is|are", "what we still? need|lack|miss|want is", "what i still? need|lack|miss|want is", "i|we are still? missing|lacking", "i|we still? lack|miss", "still missing|needed|open|outstanding|lacking|wanted :", "what i would also? find practical|useful|helpful|handy|nice|good in? addition? is", "what i would also? find practical|useful|helpful|handy|nice|good is", "what i|we also|still|really|do? require|need|want|lack|miss is", "things i|we need|want", "what would help is", "i|we also? require|request", "+1 for", "let us also? have|get", "something to|that|for", "it still? misses|lacks still?", "could i|we interest you in", "i could also? do with", "we could also? do with", "i|we would kill for", "i|we am|are after", "how about", "still to do|come|write|build|make :?", "left to do|write|build :?",
	"missing :", "missing is|are", "i miss", "give|get|make|build|do me|us", "your|the next|first|new|other|second|last|remaining task|job|item|step|thing|assignment|order? is|would be", "next|then comes|come|up is?", "up next is|:?", "next thing ,|:|is", "after that ,?", "then", "and? then", "also", "plus", "and also", "on top of that ,?", "in addition ,?", "how about you|we|us",
)

// niceFrames tell that what stands before them is welcome.
var niceFrames = english.PhrasesOf("would be nice", "would be great", "would be lovely", "would be cool", "would be good", "would be handy", "would be useful", "would be helpful", "would be awesome", "would be neat", "would be welcome", "would be appreciated", "would be very", "would be really", "would help", "would go a long way", "would be much", "would be a kindness", "would be a blessing", "would be a godsend", "would be a big", "would be a great", "would be a plus", "would be ace", "would be brilliant", "would be grand", "would be fab", "would be super", "would be perfect", "would be fantastic", "would be practical", "would be wonderful", "would be marvellous", "would be splendid", "would be ideal", "would be sweet", "would be swell", "would come in handy", "would complete it", "would round it off", "would make my day", "would make me happy", "would do wonders", "would not hurt", "would not go amiss", "is missing", "has been missing", "are missing", "will be needed", "is still missing", "are still missing", "is still needed", "are still needed", "is wanted", "is still to do", "is still to be done", "is still outstanding", "is next", "are next", "comes next", "is up next", "is your next")

// notYet are words with which nothing is asked for for sure.
var notYet = classOf("maybe perhaps probably later whether instead")

// asARule are words with which one asks how things are done rather than for them.
var asARule = english.WordsOf("days nowadays normally usually generally ever yourself")

// asksFor reads work that is asked for in other words than an order: put as a
// question, wished for, named as missing or as what somebody wants done.
func (r *reader) asksFor(u unit) bool {
	c := u.Clause
	if r.turn.Role != User || r.first || c.Lead == english.Because || c.Lead == english.Which || c.Report != nil || c.Conditional && c.Lead != english.If || len(c.Tokens) < 2 {
		return false
	}
	if next := u.after(); next != nil && next.Command && next.Word(next.Order+1) == "one" {
		return false // "the next thing would be a bell, please buy one"
	}
	if c.Has(english.Someday, english.Sarcasm, english.Defer, english.Undecided) || notYet.in(c) || c.HasOf(asARule) && c.HasWord("would") || c.Lead == english.If && !r.askedIf(u) {
		return false
	}
	for i := 0; i <= min(start(c)+2, len(c.Tokens)-2); i++ {
		if r.asksFrom(u, i) {
			return true
		}
		if i >= start(c) && !c.Tokens[i].Opens() {
			break
		}
	}
	if i := c.FirstOf(colons); i > 0 && i <= 6 && r.asksFrom(u, i+1) {
		return true // "now the pages: I need one for each room"
	}
	return r.announcedOrder(u) || r.wouldBeNice(u) || r.wantsDone(u) || r.needsDoing(u) || r.namedAlone(u)
}

// asksFrom reads what is asked for by the words from i.
func (r *reader) asksFrom(u unit, i int) bool {
	if at := orderFrames.after(u.Clause, i); at > 0 && r.asksWork(u, at) {
		return true
	}
	at := thingFrames.after(u.Clause, i)
	return at > 0 && r.asksThing(u, i, at)
}

// asksWork opens a task for the verb at i and what follows.
func (r *reader) asksWork(u unit, i int) bool {
	c := u.Clause
	for i < len(c.Tokens) && (slices.Contains([]string{"please", "also", "just", "maybe", "then", "kindly", "now", "quickly", "next", "meanwhile", "first"}, c.Word(i)) || c.Word(i) == ",") {
		i++
	}
	v, ok := c.VerbAt(i)
	if !ok || v.Form&(english.Base|english.Gerund) == 0 || c.Negated() || !orders(c, i) {
		return false
	}
	if c.Word(i) != v.Lemma && i+1 < len(c.Tokens) && english.HasContent(c.Tokens[i+1:]) {
		return r.open(v.Lemma + " " + from(c, i+1))
	}
	return r.openOrder(u, i)
}

// orders tells that the verb at i, in whatever form, would be an order of work.
func orders(c *english.Clause, i int) bool {
	if at := idiom(c, i); at > 0 {
		return english.HasContent(c.Tokens[at:]) || pointing(c, at)
	}
	return worthwhile(c, i)
}

// asksThing opens a task for the thing that is named from at on, asked for by the
// words from i.
func (r *reader) asksThing(u unit, i, at int) bool {
	c := u.Clause
	for c.Word(at) == "also" || c.Word(at) == "please" || c.Word(at) == "maybe" || c.Word(at) == "just" || c.Word(at) == "need" && at > 0 && c.Word(at-1) == "also" {
		at++
	}
	if at >= len(c.Tokens) || c.Word(at) == "to" || c.Negated() && indexOfWord(c.Tokens[:at], "not", "no", "never", "nothing", "nobody", "none") >= 0 {
		return false
	}
	strong := !c.HasWord("more", "quarter", "half", "extra", "less") && !slices.Contains([]string{"want", "need", "like", "love", "then", "also", "plus", "about", "to", "that", "for"}, c.Word(at-1)) || c.Word(i) == "+1"
	if !strong && c.Word(at-1) == "also" && u.at == 0 {
		last := u.previousSentence()
		strong = last != nil && anyClause(last, func(o *english.Clause) bool { return o.Has(english.Done, english.Ack) })
	}
	switch c.Word(at) {
	case "the":
		if r.wantsNew(u, at) {
			return r.openThings(u, at)
		}
		fallthrough
	case "our", "your":
		next := slices.Contains([]string{"next", "then", "after", "up", "your", "the", "what", "still", "missing", "left"}, c.Word(i))
		if next && c.Verb < at && piece(c, at) && (c.Verb < 0 || c.Verb < at) {
			return r.open(from(c, at))
		}
	case "a", "an", "some", "another", "one", "two", "more":
		if slices.Contains(light, c.Word(at+1)) || slices.Contains(light, c.Word(at+2)) {
			return false
		}
		if piece(c, at) || strong && english.HasContent(c.Tokens[at:]) {
			return r.openThings(u, at)
		}
	default:
		if piece(c, at) && c.Verb < at && (c.Verb >= 0 || c.Word(i) != "then") {
			return r.open(from(c, at))
		}
	}
	return false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// askedIf tells a condition that is a request: "it would be great if you could
// add a test", "if you could add a test, that'd be lovely".
func (r *reader) askedIf(u unit) bool {
	glad := func(c *english.Clause) bool {
		return c != nil && c.HasWord("would", "will", "be") && c.HasWord("nice", "great", "lovely", "cool", "good", "helpful", "handy", "useful", "awesome", "appreciate", "appreciated", "grateful", "wonderful", "fantastic", "perfect", "happy", "glad", "super", "thankful", "amazing", "help", "love", "like", "ace", "brilliant", "fab", "kind", "kindly", "swell", "grand", "splendid", "marvellous", "sweet") && !c.Negated()
	}
	return glad(u.before()) || u.at == 0 && glad(u.after())
}

// conditionWork is the work that a condition asks for, "" if it asks for none, and
// where the verb of an order stands, 0 if it is none.
func (r *reader) conditionWork(u unit) (work string, verb int) {
	c := u.Clause
	i := 0
	if c.Word(0) == "if" {
		i++
	}
	subject := c.Word(i)
	at := i + 1
	switch {
	case subject == "you" || subject == "u":
		for slices.Contains([]string{"could", "can", "would", "also", "just", "please", "maybe", "might", "quickly"}, c.Word(at)) {
			at++
		}
		if v, ok := c.VerbAt(at); ok && len(english.ContentOf(c.Tokens[at:])) > 1 && orders(c, at) {
			if c.Word(at) == v.Lemma {
				return from(c, at), at
			}
			if at+1 < len(c.Tokens) {
				return v.Lemma + " " + from(c, at+1), 0
			}
		}
	case subject == "there" && (c.Word(at) == "was" || c.Word(at) == "were" || c.Word(at) == "is"), (subject == "we" || subject == "i" || subject == "it") && (c.Word(at) == "had" || c.Word(at) == "got"):
		if w := c.Word(at + 1); (w == "a" || w == "an" || w == "some" || w == "another") && !slices.Contains(light, c.Word(at+2)) {
			return from(c, at+1), 0
		}
	case c.HasWord("could", "were", "had") && len(c.Content()) >= 3 && !(c.HasWord("were") && slices.Contains([]string{"in", "on", "at", "as", "of", "under", "above"}, c.Word(c.Index("were")+1))): // how it shall be is no work
		return from(c, i), 0
	}
	return "", 0
}

// wouldBeNice reads what would be welcome: "a print view of the invoice would be
// lovely".
func (r *reader) wouldBeNice(u unit) bool {
	c := u.Clause
	i := start(c)
	if c.Lead == english.If && c.HasWord("nobody", "never", "no", "none") {
		return false
	}
	if c.Lead == english.If {
		work, at := r.conditionWork(u)
		if at > 0 {
			return r.openOrder(u, at)
		}
		return work != "" && r.open(work)
	}
	if v, ok := c.VerbAt(i); ok && c.Word(i) != v.Lemma && v.Form&english.Gerund != 0 && c.Verb > i+1 && orders(c, i) && !c.Negated() {
		for f, at := range c.Phrases(niceFrames) {
			if at > 0 && strings.HasPrefix(f.Text, "would") {
				return r.open(v.Lemma + " " + span(c, i+1, c.Verb-1))
			}
		}
	}
	if w := c.Word(i); (w == "a" || w == "an" || w == "some" || w == "another" || w == "the") && c.Verb > i+1 && !c.Negated() {
		for _, at := range c.Phrases(niceFrames) {
			if at > 0 && (piece(c, i) || w != "the" && !slices.Contains(light, c.Word(i+1)) && !c.Has(english.Choosing)) {
				return r.open(span(c, i, c.Verb-1))
			}
		}
	}
	return false
}

// wantsDone reads what somebody wants done to something: "I want the readme
// updated", "get it tested".
func (r *reader) wantsDone(u unit) bool {
	c := u.Clause
	i := start(c)
	if c.Word(i) == "i" || c.Word(i) == "we" {
		i++
	}
	for c.Word(i) == "also" || c.Word(i) == "just" || c.Word(i) == "would" || c.Word(i) == "will" || c.Word(i) == "still" {
		i++
	}
	if !slices.Contains([]string{"want", "need", "like", "love"}, c.Word(i)) || c.Negated() {
		return false
	}
	at := i + 1
	if c.Word(at) == "to" && (c.Word(at+1) == "have" || c.Word(at+1) == "see" || c.Word(at+1) == "get") {
		at += 2
	}
	for k := at + 1; k < len(c.Tokens) && k <= at+6; k++ {
		if c.Tokens[k].Class == english.Punct || phraseEnds.Holds(c.Word(k)) && c.Word(k) != "of" {
			return false
		}
		v, ok := c.VerbAt(k)
		if ok && v.Form&english.Part != 0 && once(v.Lemma) && (k+1 == len(c.Tokens) || c.Tokens[k+1].Class != english.Word || phraseEnds.Holds(c.Word(k+1)) || english.IsFunction(c.Word(k+1))) {
			if w := c.Word(at); (w == "it" || w == "that" || w == "this" || w == "them") && k == at+1 {
				if b := u.before(); b != nil && len(b.Content()) > 1 {
					return r.open(about(v.Lemma+" "+from(c, at), core(b)))
				}
				return false
			}
			return r.open(from(c, at))
		}
	}
	return false
}

// once tells a verb of work that is done once and then over, so that its passive
// asks for work rather than for a way of working.
func once(lemma string) bool {
	return slices.Contains([]string{"fix", "plan", "write", "rewrite", "update", "document", "translate", "migrate", "rename", "refactor", "clean", "replace", "convert", "port", "extract", "split", "merge", "test", "review", "redo", "reword", "rephrase", "polish", "tidy", "draft", "print", "order", "book", "install", "upgrade", "bump", "downgrade", "debug", "reproduce", "investigate", "finish", "complete", "sort", "repair", "paint", "repaint", "reprint", "rebuild", "rework", "reorganise", "reorganize", "restructure", "proofread", "edit", "shorten", "trim", "set", "implement", "add", "build", "create", "make", "do", "remove", "delete", "seal", "weld", "solder", "glue", "mend", "patch", "tighten", "calibrate", "recalibrate", "simplify", "unify", "adjust", "tweak", "tune", "correct", "import", "reimport", "backfill", "address", "resolve", "tackle", "chase", "proof", "overhaul", "modernise", "modernize", "revise", "amend", "refresh", "relabel", "renumber", "drain", "refill", "prune", "mow", "sand", "wire", "rewire", "deploy", "redeploy", "release", "ship", "publish", "announce", "send", "design", "redesign", "harden", "audit", "profile", "archive", "digitise", "digitize", "scan"}, lemma)
}

// needsDoing reads what a thing needs done: "the readme needs updating", "the
// prices still have to be migrated", "the footer is due for a cleanup".
func (r *reader) needsDoing(u unit) bool {
	c := u.Clause
	i := start(c)
	if w := c.Word(i); (w == "somebody" || w == "someone") && c.Verb == i+1 && !c.Asked && !c.Negated() {
		at := c.Verb + 1
		for c.Word(at) == "to" || c.Word(at) == "also" || c.Word(at) == "really" {
			at++
		}
		if w := c.Word(c.Verb); (w == "must" || w == "should" || w == "has" || w == "needs") && orders(c, at) {
			return r.open(from(c, at))
		}
	}
	if c.Verb == i && (c.Word(i) == "needs" || c.Word(i) == "wants") && !c.Negated() && !c.Asked {
		if v, ok := c.VerbAt(i + 1); ok && c.Word(i+1) != v.Lemma && v.Form&english.Gerund != 0 && v.Class&english.Work != 0 {
			if stems := r.contextBefore(u); len(stems) > 1 {
				return r.open(about(v.Lemma, r.textBefore(u)))
			}
		}
		return false
	}
	if c.Verb <= i || c.Negated() || c.Asked && !pointing(c, i+1) || decreed(c) {
		return false
	}
	subject := c.Word(i)
	definite := slices.Contains([]string{"the", "our", "my", "this", "that", "these", "those", "your", "its", "their", "both", "all"}, subject) || c.Tokens[i].Class == english.Code || c.Verb-i <= 2 && !pastTense(c)
	if !definite || subject == "you" || subject == "we" || subject == "i" || subject == "they" || subject == "everything" || subject == "nothing" || subject == "everybody" || subject == "everyone" || subject == "somebody" || subject == "someone" || subject == "people" || subject == "nobody" || subject == "who" || subject == "he" || subject == "she" {
		return false
	}
	at := c.Verb
	for c.Word(at) == "also" || c.Word(at) == "still" || c.Word(at) == "really" || c.Word(at) == "now" {
		at++
	}
	ing := func(k int) bool {
		v, ok := c.VerbAt(k)
		return ok && v.Form&english.Gerund != 0 && v.Class&english.Work != 0
	}
	part := func(k int) bool {
		for c.Word(k) == "properly" || c.Word(k) == "also" || c.Word(k) == "completely" || c.Word(k) == "urgently" || c.Word(k) == "finally" {
			k++
		}
		v, ok := c.VerbAt(k)
		return ok && v.Form&english.Part != 0 && once(v.Lemma) && !slices.Contains([]string{"as", "with", "in", "on", "every", "by", "at", "before", "within", "only", "via", "through", "under", "to"}, c.Word(k+1)) && !c.HasWord("always", "every", "never", "only", "each", "whenever", "any")
	}
	does := false
	switch w := c.Word(at); w {
	case "needs", "need", "wants", "want", "deserves", "requires":
		next := at + 1
		for c.Word(next) == "some" || c.Word(next) == "a" || c.Word(next) == "an" || c.Word(next) == "proper" || c.Word(next) == "serious" || c.Word(next) == "urgent" || c.Word(next) == "good" || c.Word(next) == "another" {
			next++
		}
		does = ing(at+1) || ing(next) || (w == "needs" || w == "need") && c.Word(at+1) == "to" && c.Word(at+2) == "be" && part(at+3) ||
			(c.Word(at+1) == "a" || c.Word(at+1) == "an" || c.Word(at+1) == "some" || c.Word(at+1) == "another") && piece(c, at+1)
	case "has", "have":
		next := at + 1
		if c.Word(next) == "got" {
			next++
		}
		does = c.Word(next) == "to" && c.Word(next+1) == "be" && part(next+2)
	case "could", "can":
		does = (c.Word(at+1) == "use" || c.Word(at+1) == "do" && c.Word(at+2) == "with") && (c.Word(at+2) == "a" || c.Word(at+2) == "an" || c.Word(at+2) == "some" || c.Word(at+2) == "with")
	case "lacks", "misses", "lack", "miss":
		does = (c.Word(at+1) == "a" || c.Word(at+1) == "an") && piece(c, at+1)
	case "is", "are":
		next := at + 1
		for c.Word(next) == "still" || c.Word(next) == "also" || c.Word(next) == "long" || c.Word(next) == "now" {
			next++
		}
		does = (c.Word(next) == "due" || c.Word(next) == "overdue") && c.Word(next+1) == "for" && !c.Dated() || c.Word(next) == "missing" && (c.Word(next+1) == "a" || c.Word(next+1) == "an") && piece(c, next+1)
	}
	return does && r.open(core(c))
}

// namedAlone reads a piece of work that is only named: "sitemap pls", "also a
// readme for the interns".
func (r *reader) namedAlone(u unit) bool {
	c := u.Clause
	if r.alsoNamed(u) || r.oneMore(u) {
		return true
	}
	if c.Verb >= 0 || c.Command || c.Asked || len(c.Tokens) > 9 || c.Has(english.Done, english.Ack) || c.Negated() || r.last.asks || r.memory.recent(branches, 2) != nil {
		return false
	}
	i := start(c)
	if u.at > 0 && (c.Word(0) == "also" || c.Word(0) == "plus" || c.Word(0) == "and" && c.Word(1) == "also") && piece(c, i) {
		return r.open(from(c, i))
	}
	n := len(c.Tokens)
	last := c.Word(n - 1)
	if (last == "please" || last == "next" || last == "too" && c.Word(0) == "also") && n-i <= 7 && piece(c, i) {
		return r.open(span(c, i, n-2))
	}
	return false
}

// announcing are last words before a colon behind which an order stands.
var announcing = []string{"ask", "asks", "favour", "favor", "one", "thing", "things", "todo", "to-do", "you", "now", "today", "tomorrow", "job", "item", "chore", "request", "wish", "please", "next", "then", "task"}

// announcedOrder reads an order behind words that announce one: "small ask: swap
// the favicon", "todo for you: swap the favicon".
func (r *reader) announcedOrder(u unit) bool {
	c := u.Clause
	at := c.Index(":")
	if at < 1 || at > 6 || at+2 >= len(c.Tokens) || !slices.Contains(announcing, c.Word(at-1)) || r.last.asks {
		return false
	}
	for at++; c.Word(at) == "please" || c.Word(at) == "also"; {
		at++
	}
	v, ok := c.VerbAt(at)
	return ok && v.Form&english.Base != 0 && (objectFollows(c, at) || idiom(c, at) > 0) && r.asksWork(u, at)
}

// objectFollows tells that a word which may be a noun has an object, as a verb.
func objectFollows(c *english.Clause, i int) bool {
	switch c.Word(i + 1) {
	case "the", "a", "an", "our", "my", "this", "that", "these", "those", "all", "some", "it", "its", "their", "your", "two", "three", "both":
		return true
	}
	return false
}

// textBefore is what the turn says right before a clause.
func (r *reader) textBefore(u unit) string {
	if b := u.before(); b != nil {
		return core(b)
	}
	if last := u.previousSentence(); last != nil {
		return last.Text
	}
	return ""
}
