package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// A clause may share a word with an option and choose nothing: it tells of somebody else,
// of a thing of that name, of the seconds between.

// thirds are words for whoever a clause tells of.
var thirds = english.WordsOf("they he she you everybody everyone somebody someone nobody people")

// takers are who chooses or what is chosen, asIs words behind which "it is" chooses nothing.
var (
	takers = english.WordsOf("i we it that this let us so then")
	asIs   = english.WordsOf("what how where which who why when whatever wherever")
)

// choosesBy tells words of choosing, of which "so" and "then" need more than a statement
// about a thing: not "so the sheet holds the inverse".
func choosesBy(u unit, b *entry) bool {
	at, n := u.Find(english.Choosing)
	if at < 0 || n > 1 || !u.Is(at, leading) || u.Verb < 1 || english.IsBe(u.Word(u.Verb)) {
		return at >= 0
	}
	return within(u.Content(), b.stems) || slices.ContainsFunc(u.Tokens[:u.Verb], func(t english.Token) bool { return t.Is(takers) && !t.Is(leading) })
}

// leading are words of choosing that lead to anything else as well.
var leading = english.WordsOf("so then over called")

// pointsOut tells that a clause counts an option and nothing else: "the second", not
// "between the second and the third summer".
func pointsOut(u unit) bool {
	at, n := u.Find(english.Answered)
	return at >= 0 && u.Word(at-1) != "between" && standsAlone(u, at+n-1)
}

// saidOf tells that words are most of what the part of a fragment says in which they
// stand.
func saidOf(c *english.Clause, words []string) bool {
	from := 0
	for i := 0; i <= len(c.Tokens); i++ {
		if i < len(c.Tokens) && c.Tokens[i].Class != english.Punct {
			continue
		}
		part := english.ContentOf(c.Tokens[from:i])
		if n := english.Shared(part, words); n > 0 && 2*n >= len(minus(part, pointers)) {
			return true
		}
		from = i + 1
	}
	return false
}

// namedFirst is the option that the first phrase of a fragment names, where what it goes on
// with speaks of another one: "by season, and alphabetically within it".
func namedFirst(u unit, b *entry) (int, []string) {
	if u.Verb >= 0 || u.Command || u.Asked {
		return -1, nil
	}
	first := firstPhrase(u.Clause)
	if len(first) == 0 || len(first) == len(u.Tokens) {
		return -1, nil
	}
	return named(english.ContentOf(first), b)
}

// doesAs tells that somebody says to do what an option says, by its verb: "we discard
// below a threshold".
func doesAs(c *english.Clause, words []string, option string) bool {
	i := start(c)
	if w := c.Word(i); w != "we" && w != "i" || c.Verb != i+1 || c.Negated() || len(words) < 2 {
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	return ok && v.Form&english.Base != 0 && v.Class&(english.Ask|english.State|english.Mind) == 0 && english.Shared(english.ContentOf(c.Tokens[c.Verb:c.Verb+1]), words) > 0
}

// thisWay point at what was just said of the ways there are.
var thisWay = english.PhrasesOf("then this way", "then that way", "then this one", "then that one", "this way then", "that way then", "that one then", "this one then", "so this one", "so that one", "ok that one", "ok this one", "ok that way")

// takesThisWay tells words that take what the last turn speaks of.
func takesThisWay(u unit) bool {
	return len(u.Tokens) <= 5 && u.Verb < 0 && !u.Asked && !u.Negated() && u.HasPhrase(thisWay)
}

// close it, without the topic before a colon.
func firstPhrase(c *english.Clause) []english.Token {
	from := start(c)
	if i := c.Index(":"); i > 0 {
		from = i + 1
	}
	for i := from; i < len(c.Tokens); i++ {
		if t := c.Tokens[i]; t.Class == english.Punct || slices.Contains([]string{"please", "then", "because", "for", "instead"}, t.Word) {
			return c.Tokens[from:i]
		}
	}
	return c.Tokens[min(from, len(c.Tokens)):]
}
