package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// filledIn reads a fragment as the answer to a question about what is wanted:
// "how long should it take?" – "8 minutes", "what should be on the label?" – "name
// and price". The question gives the summary its topic.
func (r *reader) filledIn(u unit) bool {
	if r.last.wish == "" || !r.opening(u) || (strings.Contains(r.last.wish, " happens ") || !answersShort(u) && !r.answersBarely(u) && !r.namesValue(u)) && !r.saysWhatToDo(u) && !r.namesIt(u) || r.takenBack(u) || r.wavers(u) || r.handedOver(u, r.content(r.last.wish)) {
		return false
	}
	if u.Has(english.Limit, english.Only) || u.HasWord("ago") || hums(u) || u.HasWord("says", "said", "thinks") || u.after() != nil && u.after().HasWord("says", "said", "thinks") || u.Word(0) == "now" || u.Word(0) == "next" || r.last.bald && strings.Contains(r.last.wish, ",") {
		return false // sets a rule, opens work, or tells several things that were asked
	}
	if r.foundWanting(u) || r.gives(u) && r.valued(u, u.Dated()) != nil {
		return false
	}
	if (!u.Number() || r.last.bald) && !r.namesIt(u) {
		if !r.fillsWish(u) {
			return false
		}
		r.by = filling
	}
	if r.namesIt(u) {
		r.by = filling
	}
	text := sentenceText(u)
	if u.Verb == 0 {
		text = strings.TrimRight(u.s.Text, ".! ")
	}
	if r.last.open || r.by == filling {
		text = about(text, r.last.wish)
	}
	return r.decide(text, nil)
}

// namesValue tells an order that says no more than a value: "let's say 20 days".
func (r *reader) namesValue(u unit) bool {
	return u.Command && !u.Asked && !u.Negated() && !pointing(u.Clause, u.Order+1) && r.saysValue(u) && !u.Has(english.Undecided, english.Someday)
}

// namesIt tells a word or two that answer what something shall be called, whatever
// they mean elsewhere: "jot", "green room".
func (r *reader) namesIt(u unit) bool {
	return r.last.open && r.last.asks && len(u.Tokens) <= 2 && callingIt.among(r.last.wish) && r.begins(u) && len(r.units()) == 1 && !u.Asked && !u.s.Marked && !u.Negated() && len(u.Content()) > 0 && !evasive.in(u.Clause) &&
		!u.HasWord("me", "you", "it", "that", "this", "one", "later", "first", "your", "name", "names", "any") && !u.Has(english.Ack, english.Accept, english.Reject, english.Hedge, english.Undecided, english.Thanks, english.Defer, english.Feeling)
}

// answersShort tells a fragment with something in it that neither doubts, puts
// off nor turns down, and that is no remark.
func answersShort(u unit) bool {
	return (u.Verb < 0 || countsThings(u.Clause) || u.Where("to start with") > 0 || u.Where("to begin with") > 0) && !u.Command && !u.Asked && !u.Negated() && len(u.Content()) > 0 && len(u.Tokens) <= 16 &&
		!(u.Has(english.Done) && (len(u.Tokens) > 3 || sortsOf(u.Content()) == 0)) && !u.Has(english.Hedge, english.Thanks, english.Undecided, english.Defer, english.Retire, english.Passing) && !(u.Has(english.Someday) && !u.HasPhrase(aDayAhead))
}

// aDayAhead are words for a time that is counted from another.
var aDayAhead = english.PhrasesOf("one day before", "one day ahead", "one day earlier", "one day after", "one day later", "one day in")

// countsThings tells a number with a noun that could be a verb: "12 copies".
func countsThings(c *english.Clause) bool {
	return c.Verb == 1 && len(c.Tokens) == 2 && (c.Tokens[0].Class == english.Number || english.IsNumeral(c.Word(0)))
}

// fillsWish tells that a fragment without a number is the first thing said after
// a question that asks for more than a yes or a no, and not for work.
func (r *reader) fillsWish(u unit) bool {
	if u.HasWord("or") || laughs(u) || !r.last.open && !r.otherwiseThan(u) || !r.last.asks || !r.begins(u) || u.Has(english.Ack, english.Accept, english.Reject, english.Opinion, english.Feeling, english.Sarcasm, english.Deny) {
		return false
	}
	if r.last.bald && (len(r.last.asked) > 1 || !r.fitsBald(u)) || awayFor(u.s, r.last.wish) {
		return false
	}
	return !asksWork.among(r.last.wish) && !strings.HasSuffix(r.last.wish, " do") && !evasive.in(u.Clause)
}

// begins tells the first clause of a turn, or of one of several answers in it.
func (r *reader) begins(u unit) bool {
	return u.at == 0 && (r.sentenceIn(u, -1) == nil || r.answers >= 0 && r.replies != nil && u.k == 0)
}

// answersBarely tells an answer in words that say nothing elsewhere: "off", and a
// list that begins like an order: "runs, club, me".
func (r *reader) answersBarely(u unit) bool {
	if !r.last.open || !r.begins(u) || u.Asked || len(u.p.sentences) > 2 {
		return false
	}
	if len(u.Tokens) == 1 && len(u.Content()) == 0 {
		return barely.in(u.Clause) && (r.last.bald || barely.among(r.last.wish))
	}
	return u.Verb == 0 && !u.Command && len(u.s.Text) < 60 && strings.HasPrefix(strings.TrimLeft(u.p.Text[u.Tokens[0].End:], " "), ",") && !u.Has(english.Done, english.Thanks, english.Hedge, english.Undecided) && len(u.s.Clauses) <= 6 &&
		!anyClause(u.s, func(c *english.Clause) bool {
			return c.Verb > 0 || c.Has(english.Done, english.Hedge, english.Undecided)
		})
}

// barely are short answers without content.
var barely = classOf("on off none all always never both go c up down left right")

// saysWhatToDo tells an order of few words that answers what shall happen: "what
// should happen with doubles?" – "skip them".
func (r *reader) saysWhatToDo(u unit) bool {
	return u.Command && u.Order == start(u.Clause) && !u.Asked && len(u.Tokens) <= 8 && r.last.open && handling.among(r.last.wish) && r.begins(u) &&
		!u.HasWord("me", "us", "you", "your") && !slices.Contains(mental, u.Word(u.Order)) && !u.Has(english.Hedge, english.Done, english.Thanks, english.Undecided, english.Defer, english.Someday)
}

// handling are words of a question what shall become of something.
var handling = classOf("happen happens handle handled treat treated deal dealt react respond behave done")

// toldStanding reads a fragment as the answer to a question how something is as a
// rule: "how many tills do you have?" – "12".
func (r *reader) toldStanding(u unit) bool {
	if r.lacks(u) {
		r.by = filling
		return r.propose(&delta.FactLearned{Creation: r.creation(r.summary(sentenceText(u)), delta.High)})
	}
	if r.turn.Role != User || r.last.query == "" || !r.begins(u) || !answersShort(u) || r.takenBack(u) || r.wavers(u) || evasive.in(u.Clause) ||
		u.Has(english.Ack, english.Accept, english.Reject, english.Opinion, english.Feeling, english.Sarcasm, english.Deny, english.Estimate) {
		return false
	}
	r.by = filling
	_, ok := r.fact(about(sentenceText(u), r.last.query), delta.High)
	return ok
}

// fitsBald tells that a fragment with a number says no more than a value where a
// number is asked for.
func (r *reader) fitsBald(u unit) bool {
	wish := strings.ToLower(r.last.wish)
	if !strings.Contains(wish, "how many") && !strings.Contains(wish, "how much") && !strings.Contains(wish, "how long") && !strings.Contains(wish, "how often") {
		return true
	}
	own, _ := r.partsOf(u)
	return len(minus(without(own, ofUnits), r.content(r.last.wish))) <= 1 && !u.HasWord("now", "again", "still")
}

// pauses are words of somebody who leaves for a while, durations those of a
// question that they may answer.
var (
	pauses    = classOf("sec secs second moment min minute lunch coffee phone dinner brb afk bye bbl bathroom break doorbell")
	durations = classOf("long timeout interval delay duration often seconds minutes period ttl time cadence frequency pause break")
)

// awayFor tells that the speaker leaves for a while instead of an answer: "one
// sec", "lunch, back in an hour".
func awayFor(s *english.Sentence, wish string) bool {
	return !durations.among(wish) && anyClause(s, func(c *english.Clause) bool {
		return pauses.in(c) || c.Word(0) == "back" && (c.Word(1) == "in" || c.Word(1) == "at" || c.Word(1) == "soon")
	})
}

// otherwiseThan tells a few words that name something else than what a question
// asks to confirm: "should the output be JSON?" – "csv please".
func (r *reader) otherwiseThan(u unit) bool {
	return r.last.polar != "" && r.last.offer == "" && len(u.Tokens) <= 4 && len(u.s.Clauses) == 1 && len(r.units()) <= 2 && english.Shared(u.Content(), r.last.stems) == 0 && !whenOnlyIn(u) && shaped.among(r.last.wish)
}

// shaped are words of a question how something shall be.
var shaped = classOf("be use stand live go stay start end look")

// whenOnlyIn tells words that tell when, not what.
func whenOnlyIn(u unit) bool { return within(u.Content(), whenOnly) || u.Dated() }

// asksWork are words of a question that asks what shall be done or told, rather
// than how something shall be.
var asksWork = classOf("next start begin first else know help tell explain tackle continue")

// evasive are words of an answer that names nothing.
var evasive = classOf("story secret mystery joke guess whatever whichever idea question usual matter depends any anything something nothing same dunno idk unsure sorry hm hmm well ask look")

// asksWanted tells a question about what is wanted, not "is there anything like
// a test?".
func asksWanted(c *english.Clause) bool {
	if c.Word(0) == "could" || c.HasWord("me") {
		return false
	}
	if c.HasWord("should", "shall", "prefer", "want", "wish", "favour", "favor", "rather") || c.Where("have in mind") >= 0 || c.Where("think of") >= 0 {
		return true
	}
	if asksNeeded(c) || asksName(c) || asksAllowed(c) || asksFate(c) {
		return true
	}
	if c.HasPhrase(seeking) {
		return true
	}
	at := slices.IndexFunc(c.Tokens, func(t english.Token) bool { return t.Word == "like" })
	return at > 0 && slices.Contains([]string{"you", "we", "i", "they", "would", "users", "people"}, c.Word(at-1))
}

// seeking ask what somebody is after.
var seeking = english.PhrasesOf("are you after", "are you looking for", "are you going for", "are you aiming for", "do you fancy", "would suit you", "shall it be", "is it going to be")

// asksNeeded tells a question what a thing needs or must have: "which languages
// do you need?", "what has to be on the card?".
func asksNeeded(c *english.Clause) bool {
	if !slices.Contains([]string{"what", "which", "where", "how"}, c.Word(c.FirstOf(colons)+1)) {
		return false
	}
	at := c.Index("need", "must", "has", "have")
	switch c.Word(at) {
	case "need":
		return slices.Contains([]string{"you", "we", "they", "it"}, c.Word(at-1)) && c.Word(at+1) != "to"
	case "must":
		return slices.Contains([]string{"be", "go", "stand", "appear", "it", "the"}, c.Word(at+1))
	case "has", "have":
		return c.Word(at+1) == "to" && slices.Contains([]string{"be", "go", "stand", "appear"}, c.Word(at+2))
	}
	return false
}

// asksAllowed tells a question how much is to be allowed: "how many rooms may one
// guest book?".
func asksAllowed(c *english.Clause) bool {
	return c.Word(0) == "how" && c.HasWord("may") && !c.HasWord("i", "you", "be")
}

// asksFate tells a question what becomes of something, which an order answers as
// well as a report.
func asksFate(c *english.Clause) bool {
	return c.Word(0) == "what" && c.Word(1) == "happens" && (c.Word(2) == "to" || c.Word(2) == "with")
}

// asksName tells a question what the thing is called that is being made.
func asksName(c *english.Clause) bool {
	return c.Word(0) == "what" && english.IsBe(c.Word(1)) && c.HasWord("name", "title", "called") && made.in(c)
}

// made are what somebody makes and gives a name.
var made = classOf("game app application project tool site website shop product bot library package service plugin book band podcast newsletter blog extension crate module")
