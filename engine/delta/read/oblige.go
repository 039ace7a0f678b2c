package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// prohibition reads "no X", "don't X", "never X".
func prohibition(c *english.Clause) bool {
	w := c.Words()
	if at := c.Order; c.Command && at > 0 && c.Word(at-1) == "not" {
		return (!slices.Contains(mental, c.Word(at)) || c.Word(at) == "read" && c.HasWord("into")) && (len(english.ContentOf(c.Tokens[at:])) > 1 || limitsUse(c))
	}
	if !c.Mentions(refusing) {
		return false
	}
	i := start(c)
	if at := demandAt(c, i); at > 0 {
		if (c.Word(at) == "no" || c.Word(at) == "never") && at+1 < len(c.Tokens) && fromThen.after(c, i) > 0 {
			return true
		}
		i = at
	}
	if c.Word(i) != "no" || len(c.Tokens) <= i+1 || c.Tokens[i+1].Class == english.Punct {
		return false
	}
	if slices.Contains([]string{"problem", "idea", "hurry", "worries", "thanks", "need", "clue", "rush", "way", "doubt", "wonder", "luck", "one", "matter", "longer", "more", "i", "it", "that", "we", "you", "they", "the", "not", "this", "please", "just", "changes", "change", "news", "pressure", "biggie", "objections", "objection", "decision", "error", "errors", "crash", "crashes", "output", "wait", "preference", "preferences", "point", "trace", "log", "logs", "response", "effect", "sign", "signs", "exception", "exceptions", "warnings", "hits", "matches", "stack", "reply", "answer", "news", "result", "results", "test", "tests", "complaints", "complaint", "feedback", "question", "questions", "particular", "specific", "obvious", "visible", "harm", "failure", "failures", "good", "bad", "kidding", "joke", "comment", "comments", "difference", "surprise", "sorry", "leave", "keep", "let", "do", "make", "use", "then"}, c.Word(i+1)) {
		return false
	}
	return thing(c, i) || strings.Contains(w, "allowed") || strings.Contains(w, "permitted") || c.Has(english.Must) || strings.Contains(w, "may ") || strings.Contains(w, " can ")
}

// refusing are the words with which something is ruled out.
var refusing = english.WordsOf("no never")

// demandAt is where a demand stands behind the words that announce it from i on, or
// say from when on it holds, or 0.
func demandAt(c *english.Clause, i int) int {
	if at := fromThen.after(c, i); at > 0 && c.Word(at) == "," {
		return at + 1
	} else if at > 0 {
		return at
	}
	if !announcesDemand.Holds(c.Word(start(c))) {
		return 0
	}
	if at := c.Index(":"); at > 0 && at <= 6 && (c.Verb < 0 || c.Verb > at) {
		return at + 1
	}
	return 0
}

// demands tells a prohibition that is announced as one, or said to hold from now on:
// nothing else has to speak for it.
func demands(c *english.Clause) bool {
	at := demandAt(c, start(c))
	return at > 0 && c.Word(at) == "no" && prohibition(c) && len(english.ContentOf(c.Tokens[at:])) > 1
}

// demanded tells that a clause demands something by its own words or by those of the
// clause before it: "from now on, no photos", "new rule: no glue".
func demanded(u unit) bool {
	b := u.before()
	if u.Report != nil || b != nil && b.HasWord("says", "said", "wrote", "writes") || anyClause(u.s, func(c *english.Clause) bool { return c.Report != nil }) {
		return false
	}
	if demands(u.Clause) {
		return u.Lead != english.Colon
	}
	if b == nil || u.at != 1 || u.Verb >= 0 || u.Word(0) != "no" || len(u.Content()) < 2 || !prohibition(u.Clause) {
		return false
	}
	i := start(b)
	return fromThen.after(b, i) == len(b.Tokens) || u.Lead == english.Colon && b.Verb < 0 && len(b.Tokens) <= 6 && announcesDemand.Holds(b.Word(i))
}

// fromThen say from when on a rule holds.
var fromThen = phraseTableOf("from now|here|today|tomorrow|monday on|onwards?", "in the? future", "going forward", "beginning today|now|tomorrow|monday", "from this day|week|month on?", "as of now|today|tomorrow|monday", "as from now|today|tomorrow|monday", "starting now|today|tomorrow|monday", "henceforth")

// announcesDemand are words that announce a demand before its colon.
var announcesDemand = english.WordsOf("additional another one new request demand requirement rule condition wish stipulation also reminder important")

// thing tells that a clause only names a thing from its i-th token on, perhaps with
// what is done with it: "no plot names in anything we publish", "only packages that
// are on the lab computer".
func thing(c *english.Clause, i int) bool {
	if n := len(c.Tokens); c.Verb < 0 || c.Word(n-1) == "ever" && c.Word(n-2) != "as" && c.Word(i) == "no" {
		return true
	}
	for k := i + 2; k < c.Verb; k++ {
		if whiles.Holds(c.Word(k)) {
			return true // "no paint while the stage is wet"
		}
	}
	at := c.Verb - 1
	for at > i && slices.Contains([]string{"really", "actually", "just", "also", "ever", "already", "now"}, c.Word(at)) {
		at--
	}
	if at <= i+1 {
		next := c.Word(c.Verb + 1) // "only packages of CRAN", not "only fails at night"
		return at == i && third(c) && (next == "of" || (next == "that" || next == "which") && english.IsBe(c.Word(c.Verb+2)))
	}
	v, ok := c.VerbAt(c.Verb)
	if !ok && !english.IsBe(c.Word(c.Verb)) || pastTense(c) || slices.Contains([]string{"know", "see", "think", "remember", "recall", "find", "like", "care", "hear", "understand", "say", "have", "can"}, v.Lemma) {
		return false
	}
	for k := c.Verb + 1; k < len(c.Tokens); k++ {
		if v, ok := c.VerbAt(k); ok && v.Form&english.Third != 0 || english.IsModal(c.Word(k)) {
			return false // says something of it
		}
	}
	switch c.Word(at) {
	case "we", "you", "that", "which":
		return true
	}
	return false
}

// whiles begin the words that say how long or when something holds.
var whiles = english.WordsOf("while until till before after when whenever unless long once")

// obligation reads must, has to, needs to be, is required.
func obligation(c *english.Clause) bool {
	at := start(c)
	if (c.Word(at) == "nobody" || c.Word(at) == "no" && c.Word(at+1) == "one" || c.Word(at) == "only") && c.HasWord("may", "can", "must", "should") {
		return true
	}
	tokens := c.Tokens
	if !c.HasOf(obliging) {
		tokens = nil
	}
	for i := range tokens {
		t := &tokens[i]
		if t.Quoted {
			continue
		}
		next, after := c.Word(i+1), c.Word(i+2)
		subject := c.Word(0)
		if i > 0 && standIns.Holds(c.Word(i-1)) {
			subject = c.Word(i - 1)
		}
		switch t.Word {
		case "must":
			if v, ok := c.VerbAt(i + 2); next == "have" && (ok && v.Form&english.Part != 0 || standIns.Holds(c.Word(i-1))) {
				return false // "must have been", "he must have money": a guess, a complaint
			}
			return subject != "i" && next != "be" || next == "be" && (after != "a" || !standIns.Holds(c.Word(i-1)))
		case "has", "have":
			if next == "to" && i+2 < len(c.Tokens) {
				if subject == "i" || i > 0 && (c.Word(i-1) == "only" || c.Word(i-1) == "just") || slices.Contains([]string{"admit", "say", "nod", "agree", "decide", "approve", "vote", "meet", "think", "ask", "confirm", "know", "see", "wait"}, after) {
					return false
				}
				return !(subject == "we" && making(after))
			}
		case "need", "needs":
			if next == "to" && subject != "i" {
				return after == "be" || after == "stay" || after == "support" || after == "run" || after == "work" || after == "keep" || after == "fit" || after == "remain" || after == "handle" || subject != "we" && subject != "you" && !making(after)
			}
		case "should", "shall":
			if i == 0 || subject == "i" || subject == "you" || c.Has(english.Untested, english.Hedge) && !c.Negated() {
				continue
			}
			if next == "not" || next == "never" || next == "always" || next == "only" || next == "be" && c.Has(english.Only, english.Limit) || subject != "we" && subject != "that" && subject != "there" && c.Lead != english.So && !making(next) {
				return next != "" && next != "," && next != "work" && next != "help" && next != "do" && next != "have"
			}
		case "required", "mandatory", "compulsory", "non-negotiable", "requirement", "forbidden":
			return !c.Negated() || t.Word == "forbidden"
		case "may", "can":
			if t.Word == "may" && (next == "not" || next == "never" && !turningOut.Holds(after) || (next == "only" || after == "only") && i > 0) {
				return true
			}
			if next == "only" && (subject == "we" || subject == "you") && limiting.Holds(after) {
				return true // "we can only use what is in stable"
			}
		case "insists", "insist":
			return true
		case "accept", "accepts", "tolerate", "tolerates", "permit", "permits":
			return c.Negated() && subject != "i" && subject != "it"
		}
	}
	return c.Has(english.Must) && c.HasWord("important", "critical", "essential") && c.HasWord("that")
}

// obliging are words by which something is demanded.
var obliging = english.WordsOf("must has have need needs should shall required mandatory compulsory non-negotiable requirement forbidden may can insists insist accept accepts tolerate tolerates permit permits")

// limiting are verbs that with "can only" tell what is allowed.
var limiting = english.WordsOf("use run take install deploy ship store send spend add change touch upload publish buy hire work accept support host write")

// standIns stand for who or what is spoken of.
var standIns = english.WordsOf("i we you he she it they that this there who which someone somebody everyone everybody one")

// making are verbs of producing: "we have to write docs" is work, "we have to
// support Windows" a rule.
func making(w string) bool {
	return slices.Contains([]string{
		"write", "add", "build", "create", "make", "implement", "fix", "port", "migrate", "refactor", "document", "set", "test", "find", "talk", "ask", "call", "order", "buy", "book", "move",
		"rename", "replace", "update", "upgrade", "remove", "delete", "check", "decide", "think", "see", "look", "know", "wait", "do", "get", "plan", "prepare", "draft", "translate", "publish", "deploy", "install",
		"schedule", "send", "clean", "finish", "extract", "split", "wire", "convert", "generate", "discuss", "print", "design", "figure", "sort", "start", "begin", "rewrite", "explain", "tell", "show",
	}, w)
}

// forbids tells a prohibition by "cannot" or "off the table" from an
// inability.
func forbids(c *english.Clause) bool {
	at, n := c.Find(english.Off)
	if at < 0 || pastTense(c) || strings.Contains(c.Words(), "out of") && !strings.Contains(c.Words(), "keep") {
		return false
	}
	two := c.Word(at) + " " + c.Word(at+1)
	if two != "can not" && two != "should not" && two != "must not" && two != "may not" {
		return !c.HasWord("does", "do") || two == "do not"
	}
	if two != "can not" {
		return c.Word(0) != "i" && c.Word(0) != "that"
	}
	verb := c.Word(at + n)
	subject := c.Word(0)
	if at > 1 && (c.Word(at-1) == "we" || c.Word(at-1) == "you") {
		subject = c.Word(at - 1) // "the port is 8080, which we can't change"
	}
	if subject != "we" && subject != "you" && subject != "can" && at > 0 && subject != "it" {
		return slices.Contains([]string{"leave", "exceed", "be", "go", "depend", "change", "block"}, verb) && c.Lead != english.And
	}
	return slices.Contains([]string{
		"touch", "change", "use", "modify", "break", "afford", "exceed", "lose", "rely", "depend", "store", "share", "send", "leave", "require", "move", "block", "take", "have", "go", "install", "add", "rename", "drop", "spend", "miss", "slip", "be", "ship", "expose", "log",
		"put", "host", "upgrade", "delete", "alter", "edit", "buy", "hire", "close", "open", "stop", "restart", "skip", "raise", "lower",
	}, verb)
}

// refrains reads a rule that the speakers set themselves: "we don't upgrade it
// for this".
func refrains(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) != "we" || c.Word(i+1) != "do" && c.Word(i+1) != "will" || c.Word(i+2) != "not" || c.Has(english.Hedge, english.Undecided) {
		return false
	}
	v, ok := c.VerbAt(i + 3)
	return ok && v.Class&english.Work != 0 && v.Class&(english.State|english.Mind|english.Saying) == 0 && len(english.ContentOf(c.Tokens[i+3:]))+len(c.Tokens)-i-4 > 1
}

// nobodies are subjects that rule everything out.
var nobodies = english.WordsOf("nothing nobody noone none")

// wheres begin the words that say where a rule holds.
var wheres = english.WordsOf("on in at from inside outside under during before after until")

// throughAll join to "everything" how all is to be.
var throughAll = english.WordsOf("in through via over as by under behind within")

// happening are verbs with which "nothing" and "nobody" tell how things are:
// "nothing happens", "nobody knows".
var happening = []string{"work", "happen", "show", "follow", "come", "know", "help", "appear", "seem", "understand", "care", "remember", "say", "exist", "tell", "convert", "answer", "respond", "use", "see", "find", "notice", "complain", "remain", "stay", "read", "like", "want", "need", "print", "arrive", "look", "have", "die", "believe", "fit", "match", "win", "add", "start", "move", "agree", "cry", "mind", "laugh", "install", "ask", "call", "buy", "pay", "talk", "reply", "listen", "wait", "think", "learn", "enjoy", "trust", "visit", "expect", "sleep", "beat", "love", "hate", "code", "program"}

// universal reads a rule that has nothing or nobody for its subject: "nothing
// in the cloud", "nobody deploys on Fridays".
func universal(c *english.Clause) bool {
	i := start(c)
	w := c.Word(i)
	if w == "no" && c.Word(i+1) == "one" {
		w = "nobody"
	}
	if w == "everything" && c.Verb < 0 && !c.Command {
		return throughAll.Holds(c.Word(i+1)) && len(c.Content()) > 0 && !c.HasWord("place", "order", "shape", "control", "sight")
	}
	if i < len(c.Tokens) && wheres.Holds(w) && !c.Command { // "on the server nothing gets installed"
		if at := c.FirstOf(nobodies); at > i && at <= i+5 && c.Verb > at {
			i, w = at, c.Word(at)
		}
	}
	if at := c.FirstOf(nobodies); at > i && c.Verb < 0 && c.Word(at) == "nothing" && exceeding.Holds(c.Word(at+1)) && c.Word(at+2) == "than" && c.Number() {
		return true // "big letters, nothing smaller than 24 point"
	}
	if !nobodies.Holds(w) || c.Command || pastTense(c) || c.Has(english.Done, english.Ack) && c.Verb < 0 {
		return false
	}
	if c.Verb < 0 {
		switch c.Word(i + 1) {
		case "in", "on", "that", "which", "from", "to", "with", "may", "gets", "outside", "beyond", "over", "above", "below", "under", "before", "after", "without", "into", "via", "by":
			return len(c.Content()) > 0
		}
		return false
	}
	v := c.Verb
	if (c.Word(i+1) == "but" || c.Word(i+1) == "except") && v > i+2 {
		return true // "nobody but the treasurer sees the hours"
	}
	if english.IsModal(c.Word(v)) {
		return c.Word(v) != "would" && c.Word(v) != "could" && c.Word(v) != "might" && c.Word(v) != "will"
	}
	for k := v; k < len(c.Tokens) && k <= v+3; k++ {
		f, ok := c.VerbAt(k)
		if !ok || c.Word(k) == "gets" || english.IsBe(c.Word(k)) && k == v {
			continue
		}
		if passive := k > v && (c.Word(k-1) == "gets" || english.IsBe(c.Word(k-1))) && f.Form&english.Part != 0; passive && c.Word(v) == "gets" {
			return true
		}
		if slices.Contains(happening, f.Lemma) {
			return false
		}
		if k == v {
			return f.Form&(english.Third|english.Base) != 0 && len(c.Content()) > 1
		}
		return f.Form&english.Part != 0 && f.Class&english.Work != 0
	}
	return false
}

// demanding are words with which rules are announced.
var demanding = classOf("rule rules conditions requirements constraint constraints negotiate negotiable non-negotiable condition requirement demand insists insist mandatory")

// announcesRule tells words after which a rule follows: "one rule from the
// platform team:", "what I can not negotiate is that".
func announcesRule(c *english.Clause) bool {
	return demanding.in(c) && !c.Negated() && len(c.Tokens) <= 14 || c.HasWord("negotiate", "negotiable") && c.Negated()
}

// untouched tells that something is to stay as it is: "kafka stays as it is",
// "strict mode stays on".
func untouched(c *english.Clause) bool {
	if c.Verb < 1 || c.Has(english.Hedge, english.Undecided, english.Defer, english.History) || c.Negated() {
		return false
	}
	switch c.Word(c.Verb) {
	case "stays", "stay", "remains", "remain":
	default:
		return false
	}
	if w := c.Word(0); len(c.ContentTo(c.Verb)) == 0 || w == "i" || w == "we" || w == "it" || c.HasWord("rest") {
		return false
	}
	at := c.Verb + 1
	for c.Word(at) == "exactly" || c.Word(at) == "just" || c.Word(at) == "precisely" {
		at++
	}
	switch c.Word(at) {
	case "as":
		return c.Word(at+1) == "it" || c.Word(at+1) == "they" || c.Word(at+1) == "is"
	case "on", "untouched", "unchanged", "where", "put":
		return c.Word(at) != "on" || at+1 >= len(c.Tokens)
	}
	return false
}

// binding tells a remark that makes the statement before it a rule: "this is
// obligatory", "that is not negotiable".
func binding(c *english.Clause) bool {
	if c.HasWord("insists", "insist", "demands", "demand") && len(c.Tokens) <= 6 && !c.Asked && c.HasWord("that", "it", "this") {
		return true // "legal insists on that"
	}
	switch c.Word(start(c)) {
	case "this", "that", "it", "these":
	default:
		return false
	}
	return c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && len(c.Content()) <= 3 &&
		(c.HasWord("obligatory", "mandatory", "compulsory", "required", "requirement", "non-negotiable", "negotiable", "firm", "binding", "sacred", "must", "essential", "rule", "condition", "optional") && !c.HasWord("?", "if"))
}
