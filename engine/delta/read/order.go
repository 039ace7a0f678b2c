package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// openOrder opens a task for what the verb at i asks for: for each piece of work
// that it names with an article of its own ("write the export, and a page for the
// suppliers"), also for those behind a colon ("write the rest: the export, a page").
func (r *reader) openOrder(u unit, i int) bool {
	if r.orderedList(u, i) || r.orderedInTurn(u, i) {
		return true
	}
	ends := pieceEnds(u.Clause, i)
	opened := false
	from := i
	for _, at := range ends {
		opened = r.open(r.pieceText(u, i, from, at-1)) || opened
		for from = at; u.Word(from) == "," || u.Word(from) == "and" || u.Word(from) == "plus" || u.Word(from) == "also"; {
			from++
		}
	}
	if rest := u.Tokens[i+1:]; len(ends) == 0 && len(rest) == 1 && rest[0].Word == "both" && r.last.id != "" {
		opened = r.open(about(span(u.Clause, i, len(u.Tokens)-1), r.last.prev))
	} else if len(ends) == 0 {
		opened = r.open(r.resolved(u, i))
	} else {
		opened = r.open(r.pieceText(u, i, from, len(u.Tokens)-1)) || opened
	}
	if opened && piecewise(u.Clause, i) {
		r.openPiecesAfter(u, verbOf(u.Clause, i))
	}
	return opened
}

// openPiecesAfter opens a task for each of the things that the sentence goes on to
// name behind an order: "…, and a page for the nurses which explains the change".
func (r *reader) openPiecesAfter(u unit, verb string) {
	for k := u.at + 1; k < len(u.s.Clauses); k++ {
		c := &u.s.Clauses[k]
		if c.Lead != english.And || !opensPiece(c, 0) || !namesThing(c) || c.Asked && !u.Asked {
			return
		}
		r.open(verb + " " + from(c, 0))
		r.mark(c)
	}
}

// pieceText is what a verb asks for with the tokens from one to another.
func (r *reader) pieceText(u unit, verb, from, to int) string {
	for to > from && (u.Tokens[to].Class == english.Punct || closings[u.Word(to)]) {
		to--
	}
	if from <= verb {
		return span(u.Clause, from, to)
	}
	return verbOf(u.Clause, verb) + " " + span(u.Clause, from, to)
}

// verbOf is the verb at i with its particle.
func verbOf(c *english.Clause, i int) string {
	if w := c.Word(i + 1); w == "up" || w == "out" || w == "in" {
		return c.Word(i) + " " + w
	}
	return c.Word(i)
}

// uniting are verbs that bring the things that they name together: their objects
// are one piece of work.
var uniting = english.WordsOf("compare join merge link connect combine unite unify align sync synchronise synchronize match map mix separate distinguish reconcile swap switch split move keep let put read check get find turn")

// piecewise tells that a verb may ask for several things, each of which is a piece
// of work.
func piecewise(c *english.Clause, i int) bool {
	at := i + len(strings.Fields(verbOf(c, i)))
	for c.Word(at) == "me" || c.Word(at) == "us" || c.Word(at) == "also" || c.Word(at) == "both" {
		at++
	}
	return opensPiece(c, at) && !uniting.Holds(c.Word(i)) && !c.HasWord("between", "either", "or")
}

// opensPiece tells that an article with a noun stands at i.
func opensPiece(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "a", "an", "another", "the":
		return i+1 < len(c.Tokens) && c.Tokens[i+1].Class != english.Punct && !vague.Holds(c.Word(i+1))
	}
	return false
}

// vague are nouns that name no piece of work.
var vague = english.WordsOf("rest other others same following two three first second latter former one ones bit lot few couple moment minute while day week look go try")

// pieceEnds are the tokens of an order's clause at which another piece of work
// begins: behind a comma, or where the "and" can only join what the verb asks for.
// Not so "a test for the parser and the lexer".
func pieceEnds(c *english.Clause, i int) []int {
	if !piecewise(c, i) {
		return nil
	}
	var out []int
	from := i + 1
	for k := i + 2; k < len(c.Tokens); k++ {
		at := k
		comma := c.Word(at) == ","
		if comma {
			at++
		}
		joined := c.Word(at) == "and" || c.Word(at) == "plus"
		for c.Word(at) == "and" || c.Word(at) == "plus" || c.Word(at) == "also" {
			at++
		}
		if at == k || !opensPiece(c, at) || !english.HasContent(c.Tokens[from:k]) || !comma && !joinsPieces(c, from, k, at) || belonging.Holds(c.Word(at+1)) {
			continue
		}
		if comma && !joined && len(out) == 0 && !moreFollow(c, at) {
			continue // "the lamp, the one by the door"
		}
		out = append(out, k)
		from, k = at, at
	}
	return out
}

// belonging are things that belong to the work that is asked for before them: "the
// missing mapping and a test".
var belonging = english.WordsOf("test tests unit spec specs comment docstring note matching corresponding")

// moreFollow tells that an enumeration goes on to its last "and".
func moreFollow(c *english.Clause, at int) bool {
	i := after(c, at, "and", "plus")
	return i > 0 && opensPiece(c, i+1)
}

// attaching are words that attach what follows to the noun before them.
var attaching = english.WordsOf("for of in on from to with by about into over under at between through that which who where when how what whether if")

// joinsPieces tells that the "and" at k joins the piece that begins at from with
// the one at next: nothing is attached to the former, or but a bare noun, or the
// latter has the like attached.
func joinsPieces(c *english.Clause, from, k, next int) bool {
	attached := -1
	for j := from; j < k; j++ {
		if attaching.Holds(c.Word(j)) {
			attached = j
		}
	}
	if attached < 0 {
		return true
	}
	switch w := c.Word(attached); w {
	case "that", "which", "who", "where", "when", "how", "what", "whether", "if":
		return false
	default:
		return attached == k-2 && c.Tokens[k-1].Class == english.Word || after(c, next, w) > 0 && w != "of"
	}
}

// orderedInTurn opens a task for each of the things that an order wants one after the
// other: "clean the list, then the template and then send it out".
func (r *reader) orderedInTurn(u unit, i int) bool {
	c := u.Clause
	if !c.HasWord("then") {
		return false
	}
	verb, opened, from := verbOf(c, i), false, i
	if indexOfWord(c.Tokens[i:], "if", "when", "once") >= 0 {
		return false
	}
	flush := func(to int) {
		for from < to && stepOpenings.Holds(c.Word(from)) {
			from++
		}
		for to > from && (c.Tokens[to-1].Class == english.Punct || stepOpenings.Holds(c.Word(to-1))) {
			to--
		}
		if from >= to || !english.HasContent(c.Tokens[from:to]) && from > i {
			return
		}
		if v, ok := c.VerbAt(from); from == i {
			text := span(c, from, to-1)
			if p := r.memory.recent(proposals, 1); p != nil && !english.HasContent(c.Tokens[from+1:to]) {
				text += ": " + p.summary
			}
			opened = r.open(text) || opened
		} else if ok && v.Form&english.Base != 0 && (c.Word(from+1) == "it" || english.IsFunction(c.Word(from+1))) {
			if worthwhile(c, from) {
				opened = r.open(span(c, from, to-1)) || opened
			}
		} else {
			opened = r.open(verb+" "+span(c, from, to-1)) || opened
		}
	}
	parts := 0
	for k := i + 1; k < len(c.Tokens); k++ {
		if c.Word(k) == "then" && (c.Word(k-1) == "," || c.Word(k-1) == "and") {
			flush(k)
			from = k + 1
			parts++
		}
	}
	if parts == 0 {
		return false
	}
	flush(len(c.Tokens))
	return opened
}

// rests are what a verb asks for before a colon behind which it is named.
var rests = phraseTableOf("me|us something|this|these", "something", "a few|couple of? things|bits|pieces", "me|us a few|couple of? things|bits|pieces", "the rest", "the following", "these|those|them", "the remaining parts|pieces|things|bits|ones", "the other parts|pieces|things|bits|ones", "two|three|four|five things|parts|pieces|bits", "the two|three|four|five things|parts|pieces|bits|others")

// orderedList opens a task for each of the things behind a colon: "write the rest:
// compression, file names, and a proof sheet".
func (r *reader) orderedList(u unit, i int) bool {
	end := rests.after(u.Clause, i+1)
	next := u.after()
	if end == 0 && next != nil && i+3 == len(u.Tokens) && slices.Contains(cardinals, u.Word(i+1)) && next.Lead == english.Colon && (next.HasWord("a", "an", "the") || u.at+2 < len(u.s.Clauses) && opensPiece(&u.s.Clauses[u.at+2], 0)) {
		end = len(u.Tokens) // "add two pages: events of the day, and a map"
	}
	if end == 0 || end < len(u.Tokens) || next == nil || next.Lead != english.Colon || next.Verb >= 0 && !namesThing(next) || next.Command {
		return false
	}
	opened := false
	list := []*english.Clause{next}
	for k := u.at + 2; k < len(u.s.Clauses) && u.s.Clauses[k].Lead == english.And && namesThing(&u.s.Clauses[k]); k++ {
		list = append(list, &u.s.Clauses[k])
	}
	for _, c := range list {
		from := 0
		for k := 0; k <= len(c.Tokens); k++ {
			if k < len(c.Tokens) && c.Word(k) != "," && !(c.Word(k) == "and" && len(list) == 1 && after(c, k, ",") < 0) {
				continue
			}
			for from < k && (c.Word(from) == "and" || c.Word(from) == ",") {
				from++
			}
			if from < k {
				opened = r.open(verbOf(u.Clause, i)+" "+span(c, from, k-1)) || opened
			}
			from = k + 1
		}
		r.mark(c)
	}
	return opened
}

// onlyNames tells a few bare words that name what a question about how things are asks
// for, though they could be verbs: "which modules are slow?" – "store and sync".
func (r *reader) onlyNames(u unit) bool {
	return r.last.info && r.last.asks && r.begins(u) && len(u.Tokens) <= 5 && len(u.s.Clauses) == 1 && !u.HasWord("the", "a", "an", "it", "them", "that", "this", "please", "my", "our", "all", "first", "with")
}

// tellsOn tells what only looks like an order behind an "and": the next thing that
// somebody did, and that others do the like: "he changed it and set the clock", "they
// complain and so do the neighbours".
func tellsOn(u unit) bool {
	b := u.before()
	if u.Lead != english.And || b == nil || b.Verb < 1 {
		return false
	}
	if u.Order == 1 && u.Word(0) == "so" && u.Word(1) == "do" {
		return true
	}
	v, ok := u.VerbAt(u.Order)
	return ok && v.Form&english.Past != 0 && pastTense(b) && !u.HasWord("please")
}

// namesThing tells a fragment that names a thing, perhaps with what it does: "a page
// which explains the change".
func namesThing(c *english.Clause) bool {
	return c.Verb < 0 && !c.Command || c.Verb > 2 && slices.ContainsFunc(c.Tokens[:c.Verb], func(t english.Token) bool {
		return t.Word == "that" || t.Word == "which" || t.Word == "how" || t.Word == "where" || t.Word == "what" || t.Word == "who"
	})
}

// makesPiece tells that what is to be made from i on is a thing of its own rather than how
// one shall be: "make first the start page", "make the list of rooms and a page for each".
func makesPiece(c *english.Clause, i int) bool {
	if c.Word(i) == "first" || c.Word(i) == "now" || c.Word(i) == "us" {
		i++
	}
	if c.Word(i) != "the" && c.Word(i) != "our" {
		return false
	}
	for k := i + 1; k < len(c.Tokens) && k <= i+3; k++ {
		if !isContent(c, k) {
			return false
		}
		if !pieces.Holds(c.Word(k)) && !heavier.Holds(c.Word(k)) {
			continue
		}
		switch next := c.Word(k + 1); next {
		case "", ",", "and", "first", "now", "next", "please", "then":
			return true
		case "of":
			return isContent(c, k+2) && !isContent(c, k+3)
		case "with", "that", "where", "which":
			return true
		}
	}
	return false
}
