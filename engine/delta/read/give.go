package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// openNeeds opens a task for each of the things that are needed from a token on: "a csv
// export and a flag for the date".
func (r *reader) openNeeds(u unit, at int) bool {
	c := u.Clause
	opened, begin := false, at
	for _, end := range pieceEnds(c, at-1) {
		opened = r.open(span(c, begin, end-1)) || opened
		for begin = end; c.Word(begin) == "," || c.Word(begin) == "and" || c.Word(begin) == "plus" || c.Word(begin) == "also"; {
			begin++
		}
	}
	return r.open(from(c, begin)) || opened
}

// givenOut tells work that goes to somebody whose name has no capital, in a sentence that
// shares work out: "jonas copies the archives, i do the dns".
func (r *reader) givenOut(u unit) bool {
	c := u.Clause
	if named := c.Verb-1 == start(c) && nameLike(c.Tokens[c.Verb-1]) || c.Verb-2 == start(c) && (c.Word(start(c)) == "my" || c.Word(start(c)) == "our") && people.Holds(c.Word(c.Verb-1)); r.first || !named || c.Has(english.Habit, english.Passing) || pastTense(c) || !r.sharesOut(u) {
		return false
	}
	at := doneBy(c)
	if at < 0 {
		return false
	}
	v, ok := c.VerbAt(at)
	if !ok || !english.HasContent(c.Tokens[at+1:]) || pointing(c, at+1) {
		return false
	}
	switch v.Lemma {
	case "take":
		return true
	case "look":
		return c.Word(at+1) == "after" || c.Word(at+1) == "into"
	}
	if c.Word(start(c)) == "my" || c.Word(start(c)) == "our" {
		return v.Class&english.Work != 0
	}
	return slices.Contains(chores, v.Lemma) || at > c.Verb && v.Class&english.Work != 0
}

// doneBy is where the verb stands of what somebody else does or will do, or -1: "copies",
// "will copy".
func doneBy(c *english.Clause) int {
	if w := c.Word(c.Verb); w == "will" || w == "shall" {
		return c.Verb + 1
	}
	if v, ok := c.VerbAt(c.Verb); !ok || v.Form&english.Third == 0 {
		return -1
	}
	return c.Verb
}

// givenToYou tells work that the speaker leaves to the other one as their share: "he
// does the wiring and you write the manual".
func (r *reader) givenToYou(u unit) bool {
	c := u.Clause
	i := start(c)
	if c.Word(i) == "now" || c.Word(i) == "then" {
		i++
	}
	if c.Word(i) != "you" && c.Word(i) != "u" || u.Lead != english.And && i == 0 && (r.last.shown || len(c.Tokens) > 8 || u.at > 0 || c.HasOf(complaining)) || c.Verb != i+1 || c.Has(english.Habit, english.Passing, english.Hedge) || c.Negated() || r.first || anyClause(u.s, func(o *english.Clause) bool { return o.Lead == english.If || o.Conditional }) {
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	return ok && v.Form&english.Base != 0 && (making(v.Lemma) && v.Lemma != "make" && opensPiece(c, c.Verb+1) || piece(c, c.Verb+1)) && worthwhile(c, c.Verb) && r.open(from(c, c.Verb))
}

// complaining are words with which somebody finds fault with what another does.
var complaining = english.WordsOf("twice too again wrong still always already never too where when in at on before after without instead even only")

// soon are words for the days on which work is promised, where they are not dates.
var soon = english.WordsOf("today tomorrow tonight weekend week")

// promisedForADay reads what somebody is going to do by a day: "he installs it on
// Wednesday", "my cousin draws the icon this weekend".
func (r *reader) promisedForADay(u unit) bool {
	c := u.Clause
	i := start(c)
	if c.Word(i) == "and" {
		i++
	}
	if r.first || c.Verb <= i || c.Verb > i+3 || !u.Dated() && !c.HasOf(soon) && !r.sharesOn(u, i) || !u.HasWord("he", "she", "my", "our", "the") && !personLike(u.p.Text[c.Tokens[i].Start:c.Tokens[i].End]) {
		return false
	}
	if c.Negated() || c.Report != nil || c.HasWord("every", "each", "always", "usually") || c.Has(english.Hedge, english.Habit, english.Someday, english.Undecided) || anyClause(u.s, func(o *english.Clause) bool { return o.Lead == english.If || o.Conditional }) {
		return false
	}
	if !doesWorkFor(u, i) {
		return false
	}
	at := doneBy(c)
	if at < 0 {
		return false
	}
	if v, ok := c.VerbAt(at); !ok || v.Class&english.Work == 0 || passing(v.Lemma) {
		return false
	}
	text := core(c)
	if b := r.textBefore(u); pointing(c, at+1) && b != "" {
		text = about(text, strings.TrimRight(b, ".! "))
	} else if !english.HasContent(c.Tokens[at+1 : min(at+4, len(c.Tokens))]) {
		return false
	}
	return r.open(text)
}

// doesWorkFor tells that somebody who may do work stands from i to the verb: "he",
// "Piers", "my cousin".
func doesWorkFor(u unit, i int) bool {
	c := u.Clause
	switch w := c.Word(i); w {
	case "he", "she":
		return c.Verb == i+1 || c.Verb == i+2 && c.Word(i+1) == "also"
	case "my", "our", "the":
		return c.Verb-i <= 3 && (people.Holds(c.Word(c.Verb-1)) || relatives.Holds(c.Word(c.Verb-1)))
	}
	name := u.p.Text[c.Tokens[i].Start:c.Tokens[i].End]
	return c.Verb == i+1 && name[0] >= 'A' && name[0] <= 'Z' && personLike(name) && nameLike(c.Tokens[i])
}

// relatives are people of the speaker's, and such as come to do work.
var relatives = english.WordsOf("brother sister cousin nephew niece uncle aunt wife husband son daughter father mother dad mum mom friend neighbour neighbor colleague intern plumber electrician carpenter painter printer designer translator caretaker janitor gardener roofer mechanic technician")

// indefinite are words for people who cannot be given work.
var indefinite = english.WordsOf("somebody someone nobody everybody everyone anybody anyone one people")

// nameLike tells a word that may be somebody's name: one that has no other meaning here.
func nameLike(t english.Token) bool {
	_, verb := english.VerbOf(t.Word)
	return !indefinite.Holds(t.Word) && t.Class == english.Word && !verb && !english.IsFunction(t.Word) && len(t.Word) > 2 && !strings.ContainsAny(t.Word, "0123456789-.")
}

// workTopics are words of a heading behind which work is handed out.
var workTopics = classOf("work jobs tasks duties roles homework todo todos chores split assignments responsibilities errands")

// handedOut opens a task for everybody to whom a sentence hands work out behind a colon:
// "now the work: Olek prints the charts, Mrs Berg the tables, and you draft the letter".
func (r *reader) handedOut(u unit) bool {
	at := u.Index(":")
	head := u.Clause
	if b := u.before(); at < 0 && b != nil && u.Lead == english.Colon {
		head, at = b, -1
	}
	if at > 6 || len(head.Tokens) > 6 && at < 0 || !workTopics.in(head) || head.Negated() || r.first || u.at > 1 {
		return false
	}
	type share struct {
		c    *english.Clause
		from int
	}
	shares := []share{{u.Clause, at + 1}}
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		shares = append(shares, share{&u.s.Clauses[i], 0})
	}
	given := 0
	for _, s := range shares {
		if s.c.Asked || s.c.Lead.Dependent() || s.c.Lead == english.Or || s.c.Has(english.Hedge) {
			return false
		}
		if gives(s.c, s.from) {
			given++
		}
	}
	if given < 2 {
		return false
	}
	for _, s := range shares {
		i := s.from
		if gives(s.c, i) && (s.c.Word(i) == "i" || s.c.Word(i) == "you") {
			i++
		}
		r.open(from(s.c, i))
		r.mark(s.c)
	}
	return true
}

// gives tells that somebody and what they do stand at i: "Mrs Berg prints the tables", "i
// do the rest".
func gives(c *english.Clause, i int) bool {
	own := c.Word(i) == "i" || c.Word(i) == "you" || c.Word(i) == "we"
	for k := i + 1; k <= i+3 && k+1 < len(c.Tokens); k++ {
		v, ok := c.VerbAt(k)
		if ok && v.Class&english.Work != 0 && (own && k == i+1 && v.Form&english.Base != 0 || !own && v.Form&english.Third != 0) {
			return !english.IsFunction(c.Word(i)) || own
		}
	}
	return false
}

// sharesOn tells that he or she is given a certain thing to do after another one, or does
// it for the speaker: "and she writes the labels", "he also sets up the stage for us".
func (r *reader) sharesOn(u unit, i int) bool {
	if w := u.Word(i); w != "he" && w != "she" || pastTense(u.Clause) || r.last.info {
		return false
	}
	at := u.Verb + 1
	if w := u.Word(at); w == "up" || w == "out" {
		at++
	}
	return (forUs(u.Clause) || r.proposed(delta.TaskOpenedKind)) && doneOnce(u.Clause, at)
}

// forUs tells a clause that ends with for whom something is done.
func forUs(c *english.Clause) bool {
	n := len(c.Tokens) - 1
	return n > 2 && (c.Word(n) == "us" || c.Word(n) == "me") && c.Word(n-1) == "for"
}

// goesOnSharing tells that the next sentence gives the next piece of work to the same one,
// or takes it on: "Jo makes the map. And she writes the labels".
func goesOnSharing(u unit) bool {
	s := u.nextSentence()
	if s == nil || s.Asked {
		return false
	}
	c := &s.Clauses[0]
	if c.Word(0) != "and" || c.Verb != 2 || !slices.Contains([]string{"he", "she", "i", "you"}, c.Word(1)) {
		return false
	}
	v, ok := c.VerbAt(2)
	return ok && v.Class&english.Work != 0 && doneOnce(c, 3)
}

// withNamed is work on what was just named: "static copy. Jo makes it".
func (r *reader) withNamed(u unit, text string, at int) string {
	if b := r.textBefore(u); b != "" && pointing(u.Clause, at) {
		return about(text, strings.TrimRight(b, ".! "))
	}
	return text
}
