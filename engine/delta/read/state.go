package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// standing tells a statement of how a thing of the project is for good: what it has
// or lacks, what there is, what it is called, since when it is so. "The router has
// no VLAN support", "there is a second meter in the attic", "the archive is
// read-only since January".
func (r *reader) standing(u unit) bool {
	c := u.Clause
	if c.Verb < 1 || pastTense(c) || c.Command || c.Asked || c.Lead.Dependent() || c.Lead == english.So || c.Lead == english.But || len(c.Tokens) > maxStanding || r.last.tries || underCondition(u) ||
		c.Has(english.Passing, english.Feeling, english.Must, english.Aim, english.Promise, english.Never, english.Defer, english.Choosing, english.AfterAll, english.NowIs, english.NeedWork, english.Chosen, english.Sarcasm, english.History, english.Thanks) && !c.Has(english.Habit) {
		return false
	}
	i := start(c)
	if c.Verb > i && c.Verb-i <= 5 && recurs(c) && ofAThing(c, i) {
		return true
	}
	if c.Verb <= i || c.Verb-i > 5 || trifles.in(c) || outcomes.in(c) || colours.in(c) || allowing.in(c) {
		return false
	}
	switch {
	case c.Word(c.Verb-1) == "there":
		return isNow(c) && (c.Verb == i+1 && thereIs(c, c.Verb+1) || c.Verb > i+2 && placesAt(c, i) && counting(c, c.Verb+1) && english.HasContent(c.Tokens[c.Verb+2:]))
	case c.Word(i) == "we":
		return c.Verb == i+1 && (possesses(c) || lasts(c) || c.Word(c.Verb) == "are" && counting(c, c.Verb+1) && english.HasContent(c.Tokens[c.Verb+2:]))
	}
	return ofAThing(c, i) && (possesses(c) || bears(c) || lasts(c) || aside(c) || identified(c) || proceeds(c))
}

// maxStanding is how many words such a statement has at most.
const maxStanding = 18

// trifles are what nothing of the project has: words with which somebody judges,
// worries, asks or speaks of what passes.
var trifles = classOf(`should shall would could might may must need needs problem problems issue issues question questions doubt point reason sense idea chance luck clue hurry rush time trouble
	error errors bug bugs warning warnings typo failure failures crash mistake mistakes difference change changes news hope worry worries plan plans comment comments objection objections thing things
	you me us lot bit mood fever cold birthday holiday headache opinion opinions view views say rights appeal charm style merit merits advantage advantages drawback edge fan fans feeling gut soft weak spot today tomorrow now yet enough more less`)

// ofAThing tells that what stands before the verb names a thing, or the speakers'
// own: not who it is that acts, nor what was just pointed at.
func ofAThing(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "it", "that", "this", "these", "those", "i", "you", "he", "she", "they", "what", "who", "which", "everything", "nothing", "something", "everybody", "nobody", "somebody", "everyone", "someone", "anyone", "people", "life", "one", "let", "no", "we", "here", "then":
		return false
	}
	return english.HasContent(c.Tokens[i:c.Verb])
}

// isNow tells a form of "be" in the present.
func isNow(c *english.Clause) bool { return c.Word(c.Verb) == "is" || c.Word(c.Verb) == "are" }

// counting tells the token at i that says of how many things something is told.
func counting(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "no", "a", "an", "one", "its", "their", "only", "neither", "both":
		return true
	}
	return i < len(c.Tokens) && (c.Tokens[i].Class == english.Number || english.IsNumeral(c.Word(i)))
}

// thereIs tells what is there, from i on, and where.
func thereIs(c *english.Clause, i int) bool {
	if c.Word(i) == "also" || c.Word(i) == "already" || c.Word(i) == "still" || c.Word(i) == "only" || c.Word(i) == "just" {
		i++
	}
	if !counting(c, i) || i+1 >= len(c.Tokens) {
		return false
	}
	if countsSeveral(c, i) {
		return true
	}
	for k := i + 2; k+1 < len(c.Tokens); k++ {
		if placesAt(c, k) {
			return english.HasContent(c.Tokens[i:k]) && english.HasContent(c.Tokens[k:])
		}
	}
	return false
}

// countsSeveral tells a number of things at the end of a statement, of which it says
// nothing else: "there are eleven pieces".
func countsSeveral(c *english.Clause, i int) bool {
	k := i
	for k < len(c.Tokens) && (c.Tokens[k].Class == english.Number || english.IsNumeral(c.Word(k))) {
		k++
	}
	n := len(c.Tokens)
	if k == i || c.Word(i) == "one" || k >= n || n-k > 3 || !strings.HasSuffix(c.Word(n-1), "s") && !(c.Word(n-1) == "people" || c.Word(n-1) == "species" || c.Word(n-1) == "children") {
		return false
	}
	return !wayNouns.in(c) && !notThings.in(c)
}

// notThings are plural nouns of what is talked about rather than there.
var notThings = classOf("steps tasks jobs findings remarks notes reasons causes points items fixes suspects risks requirements rules conditions times days weeks hours minutes months years corrections exceptions possibilities candidates ideas wishes sides kinds sorts types failures conflicts")

// placesAt tells a word at i that says where.
func placesAt(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "in", "on", "at", "behind", "under", "inside", "between", "beside", "per", "for", "above", "below", "near":
		return true
	}
	return false
}

// identified tells what a thing is.
func identified(c *english.Clause) bool {
	switch c.Word(c.Verb + 1) {
	case "a", "an", "our", "my", "one", "two":
		return isNow(c) && len(c.ContentTo(c.Verb)) > 0 && len(c.Content())-len(c.ContentTo(c.Verb)) >= 2
	}
	return false
}

// possesses tells what a thing has or lacks: "the kitchen already has a smoke
// detector".
func possesses(c *english.Clause) bool {
	v := c.Verb
	if c.Word(v) != "has" && c.Word(v) != "have" || people.in(c) && !c.Number() {
		return false
	}
	for v++; c.Word(v) == "already" || c.Word(v) == "only" || c.Word(v) == "also" || c.Word(v) == "just" || c.Word(v) == "still"; v++ {
	}
	return counting(c, v) && v+1 < len(c.Tokens) && english.HasContent(c.Tokens[v+1:])
}

// processes are verbs of what things of a project, and those who work with them, do as a
// rule.
var processes = english.WordsOf(`send sends draw draws edit edits staple staples call calls cut cuts store stores save saves export exports import imports deliver delivers read reads write writes
	count counts measure measures charge charges accept accepts reject rejects support supports expect expects return returns log logs sync syncs poll polls serve serves host hosts manage manages maintain maintains
	print prints scan scans book books sign signs own owns speak speaks sort sorts enter enters type types sees handles handle produce produces generate generates emit emits contain contains hold holds`)

// proceeds tells what a thing does as a rule, or who does it: "marketing edits the table by
// hand", "our proxy cuts idle connections after a minute".
func proceeds(c *english.Clause) bool {
	if !c.Is(c.Verb, processes) || len(c.Content())-len(c.ContentTo(c.Verb)) < 2 || c.HasWord("not", "never") || c.Has(english.NotDone, english.Estimate, english.Passing) {
		return false
	}
	if !strings.HasSuffix(c.Word(c.Verb), "s") && !strings.HasSuffix(c.Word(c.Verb-1), "s") && !c.HasWord("and", "all", "people") {
		return false // "Bernard read", "I have cut"
	}
	return !c.HasWord("again", "just", "twice", "suddenly", "wrong", "nothing", "anything", "everything", "this", "your", "both", "same", "first", "next", "then")
}

// recurs tells what happens to a thing at regular times: "the prices change every January".
func recurs(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	return c.Has(english.Habit) && ok && v.Form&(english.Third|english.Base) != 0 && c.HasWord("every", "each", "twice", "once", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays") && !amiss.in(c) && !c.HasWord("time", "try", "attempt", "again", "almost", "nearly") && !c.Has(english.Estimate, english.Passing, english.NotDone) &&
		(v.Form&english.Third != 0 || strings.HasSuffix(c.Word(c.Verb-1), "s"))
}

// bears tells which name a thing bears.
func bears(c *english.Clause) bool {
	next := c.Word(c.Verb + 1)
	return isNow(c) && (next == "called" || next == "named" || next == "labelled" || next == "labeled") && c.Verb+2 < len(c.Tokens) && !c.HasWord("when", "if", "by", "from", "twice", "again")
}

// lasts tells since when a thing is as it is.
func lasts(c *english.Clause) bool {
	at := c.Index("since")
	return at > c.Verb && at+1 < len(c.Tokens) && (isNow(c) || c.Word(c.Verb) == "has" || c.Word(c.Verb) == "have") && english.HasContent(c.Tokens[at+1:])
}

// besides are words with which somebody mentions what is worth knowing.
var besides = english.PhrasesOf("by the way", "btw", "fyi", "for your information", "incidentally", "just so you know", "so you know", "in case you wonder", "good to know", "worth knowing", "side note")

// aside tells what is mentioned in passing of how a thing is.
func aside(c *english.Clause) bool {
	return stative(c) && c.HasPhrase(besides) && len(c.Content()) >= 3
}

// goesAgainst tells that the sentence goes on with what speaks against the clause, or
// asks.
func goesAgainst(u unit) bool {
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		if c := &u.s.Clauses[i]; c.Lead == english.But || c.Lead == english.If || c.Asked || c.Has(english.Hedge, english.Undecided) {
			return true
		}
	}
	return false
}

// tellsIt tells how what was asked for is, at the beginning of an answer: "where is
// the valve?" – "It is behind the boiler", "which router is it?" – "I looked, it's a
// FritzBox".
func (r *reader) tellsIt(u unit) bool {
	c := u.Clause
	i := start(c)
	if r.last.query == "" || r.last.tries || c.Verb != i+1 || pastTense(c) || c.Negated() || !english.HasContent(c.Tokens[c.Verb:]) || trifles.in(c) || evasive.in(c) || !r.begins(u) && !r.afterGlance(u) ||
		c.Has(english.Passing, english.Feeling, english.Must, english.Done, english.NotDone, english.NowIs, english.Estimate) || !isNow(c) && placing.after(c, c.Verb) == 0 && !stative(c) {
		return false
	}
	switch c.Word(i) {
	case "it", "they", "that", "those", "these", "both", "all":
		return true
	}
	return false
}

// afterGlance tells that all that stands before a clause in its turn says that
// somebody looked, or is a word or two.
func (r *reader) afterGlance(u unit) bool {
	if u.n > 2 {
		return false
	}
	for _, o := range r.units()[:u.n] {
		if o.Asked || o.Command || len(o.Tokens) > 2 && !lookedInto(o.Clause) && !glancing.in(o.Clause) || len(o.Tokens) > 8 {
			return false
		}
	}
	return true
}

// glancing are words of having looked.
var glancing = classOf("look looked check checked asked measured counted opened")

// lacks tells a fragment by which somebody says that there is none of what the
// assistant only reckoned with: "should iPhones ever turn up" – "No iPhones here".
func (r *reader) lacks(u unit) bool {
	if r.turn.Role != User || u.Word(0) != "no" || u.Verb >= 0 || u.Command || u.Asked || len(u.Tokens) > 6 || len(u.Tokens) < 2 || !r.begins(u) || u.Has(english.Hedge, english.Thanks, english.Feeling, english.Undecided, english.Defer) {
		return false
	}
	own := u.Content()
	if english.Shared(own, r.last.stems) == 0 {
		return false
	}
	for s := range english.Each(r.last.reads) {
		if english.Shared(own, s.Content()) > 0 && (u.HasWord("here", "around", "anywhere") || anyClause(s, reckonedWith)) {
			return true
		}
	}
	return false
}

// reckonedWith tells a clause that reckons with what there may be: "if you had older
// agents", "should iPhones ever turn up".
func reckonedWith(c *english.Clause) bool {
	return c.Lead == english.If && c.HasWord("had", "have", "has", "there", "is", "are", "were", "exist") || c.HasWord("should") && c.HasWord("ever")
}

// timed tells a figure that a word of having measured announces: "measured it: 214 from
// Rio", "counted them: 61 in the attic".
func timed(u unit) bool {
	return u.Lead == english.Colon && u.at == 1 && u.Verb < 0 && u.Number() && len(u.Tokens) >= 2 && len(u.before().Tokens) <= 5 && u.before().HasWord("measured", "timed", "counted", "checked", "weighed") && !u.before().Negated() && !u.Has(english.Hedge, english.Estimate)
}
