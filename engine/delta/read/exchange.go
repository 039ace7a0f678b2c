package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// exchange is what a clause turns down and what it names in its place: "print in
// A5, not A4".
type exchange struct {
	gone, kept []english.Token
	renames    bool // of a name only, not of what is said about it
}

// swapped is what stands of which a clause turns a part down and names another.
func (r *reader) swapped(u unit) *entry {
	if r.turn.Role != User || u.Lead.Dependent() || u.Has(english.Deny) || r.memory.none(revisables, 1<<30) {
		return nil
	}
	if e := r.ousted(u); e != nil {
		return e
	}
	for _, x := range exchanges(u.Clause) {
		gone := english.ContentOf(x.gone)
		if len(gone) == 0 || len(gone) > 3 {
			continue
		}
		e, _ := r.memory.alike(gone, revisables, 0.99)
		if e == nil {
			continue
		}
		if words, _ := r.partsOf(u); numbersIn(gone) == len(gone) && english.Shared(words, e.stems) == 0 {
			if near, _ := r.memory.alike(gone, func(o *entry) bool { return revisables(o) && english.Shared(words, o.stems) > 0 }, 0.99); near != nil {
				e = near // of several with that value the one that the clause speaks of
			}
		}
		kept := english.ContentOf(x.kept)
		if len(kept) == 0 || english.Shared(kept, e.stems) == len(kept) || x.renames && 2*len(gone) <= len(e.stems) && !coded(x.gone) && !called(e) {
			continue
		}
		return e
	}
	return nil
}

// renamed reads an order to rename or replace what was decided.
func (r *reader) renamed(u unit) bool {
	if _, ok := renaming(u.Clause); !ok || u.Asked {
		return false
	}
	e := r.swapped(u)
	if e == nil {
		return false
	}
	r.revise(e, sentenceText(u), u.Clause)
	r.of(u.s).changed = true
	return true
}

// exchanging are words without one of which nothing is put in the place of another.
var exchanging = english.WordsOf("but not over instead without no rather place lieu rename rechristen replace swap exchange substitute trade becomes became become turns turned make → to")

// exchanges lists the ways in which a clause can be read as one.
func exchanges(c *english.Clause) []exchange {
	if !c.Mentions(exchanging) {
		return nil
	}
	var out []exchange
	if w := c.Word(0); (w == "not" || w == "no") && c.Verb < 0 && !c.Command {
		if at := c.Index(",", "but"); at > 1 && at+1 < len(c.Tokens) {
			out = append(out, exchange{gone: c.Tokens[1:at], kept: c.Tokens[at+1:]}) // "not csv, json"
		}
	}
	if kept := affirmed(c); len(kept) > 0 && len(kept) < len(c.Tokens) && c.Verb < len(kept) {
		out = append(out, exchange{gone: c.Tokens[len(kept):], kept: kept})
	}
	for i := range c.Tokens {
		n := 0
		switch w, next := c.Word(i), c.Word(i+1); {
		case w == "in" && (next == "place" || next == "lieu") && c.Word(i+2) == "of":
			n = 3
		case w == "instead" && next == "of":
			n = 2
		}
		if n == 0 {
			continue
		}
		end := i + n
		for end < len(c.Tokens) && !endsExchanged(c, end) {
			end++
		}
		kept := slices.Concat(c.Tokens[:i], c.Tokens[end:])
		out = append(out, exchange{gone: c.Tokens[i+n : end], kept: kept})
	}
	if x, ok := renaming(c); ok {
		out = append(out, x)
	}
	if x, ok := valueForValue(c); ok {
		out = append(out, x)
	}
	for i := 1; i+1 < len(c.Tokens); i++ {
		switch w := c.Word(i); {
		case w == english.Arrow && c.Verb < 0 && !c.Command && after(c, i, english.Arrow) < 0,
			w == "becomes" || w == "became", w == "become" && c.Word(i-1) == "has", (w == "turns" || w == "turned") && c.Word(i+1) == "into":
			out = append(out, exchange{gone: c.Tokens[:i], kept: c.Tokens[i+1:]})
		}
	}
	return out
}

// endsExchanged tells that what is turned down ends before the i-th token: at a
// comma, or at the verb of what is named in its place.
func endsExchanged(c *english.Clause, i int) bool {
	t := c.Tokens[i]
	if t.Class == english.Punct || t.Class == english.Word && (english.IsModal(t.Word) || english.IsBe(t.Word)) {
		return true
	}
	switch t.Word {
	case "we", "i", "they", "you", "he", "she", "it", "by", "please", "since", "for", "take", "use", "make", "put", "go", "have", "do", "write", "print", "set", "call":
		return true
	}
	return false
}

// renaming reads an order to give a thing another name, or to put another in
// its place: "rename customer_id to client_id", "swap nginx for Caddy".
func renaming(c *english.Clause) (exchange, bool) {
	for i := 0; i < len(c.Tokens) && i <= 4; i++ {
		links := renames(c.Word(i))
		if links == nil || i > 0 && (c.Word(i-1) == "to" || c.Word(i-1) == "not") || c.Tokens[i].Quoted {
			continue
		}
		for k := i + 2; k+1 < len(c.Tokens); k++ {
			if slices.Contains(links, c.Word(k)) {
				return exchange{gone: c.Tokens[i+1 : k], kept: c.Tokens[k+1:], renames: true}, true
			}
		}
	}
	return exchange{}, false
}

// valueForValue reads an order that names a value by the one that it replaces: "make
// the 12 an 18", "change 9:00 to 10:00".
func valueForValue(c *english.Clause) (exchange, bool) {
	if !c.Command || !c.Number() {
		return exchange{}, false
	}
	i := c.Order + 1
	switch c.Word(c.Order) {
	case "make", "turn", "change", "move", "set", "put", "raise", "lower", "bump":
	default:
		return exchange{}, false
	}
	if c.Word(i) == "the" || c.Word(i) == "that" || c.Word(i) == "those" {
		i++
	}
	if i >= len(c.Tokens) || !isValue(&c.Tokens[i]) {
		return exchange{}, false
	}
	for k := i + 1; k <= i+3 && k+1 < len(c.Tokens); k++ {
		switch c.Word(k) {
		case "a", "an", "to", "into", english.Arrow:
			return exchange{gone: c.Tokens[i : i+1], kept: c.Tokens[k+1:]}, isValue(&c.Tokens[k+1])
		}
	}
	return exchange{}, false
}

// isValue tells a number, in digits or in words.
func isValue(t *english.Token) bool {
	return t.Class == english.Number || english.IsNumeral(t.Word) && t.Word != "one"
}

// renames are the words before the new thing after a verb that puts one thing in
// the place of another, nil of other words.
func renames(verb string) []string {
	switch verb {
	case "rename":
		return []string{"to", "into", "as", english.Arrow}
	case "rechristen":
		return []string{"to", "into"}
	case "replace":
		return []string{"by", "with", english.Arrow}
	case "swap":
		return []string{"for", "with"}
	case "exchange":
		return []string{"for", "with"}
	case "substitute":
		return []string{"with", "by"}
	case "trade":
		return []string{"for"}
	}
	return nil
}

// coded tells that some tokens are a name of code.
func coded(tokens []english.Token) bool {
	return len(tokens) == 1 && (tokens[0].Class == english.Code || slices.ContainsFunc([]byte(tokens[0].Word), func(b byte) bool { return b == '_' }))
}

// ousted is what stands of which the clause after u sees a part off: "the menus
// are in Dutch and French, English goes".
func (r *reader) ousted(u unit) *entry {
	c := u.after()
	if c == nil || c.Lead != english.And || c.Verb < 1 || c.Asked || u.Verb < 0 || u.Negated() || len(c.Tokens) > c.Verb+2 {
		return nil
	}
	switch w, next := c.Word(c.Verb), c.Word(c.Verb+1); {
	case (w == "goes" || w == "go" || w == "leaves") && (next == "" || next == "out" || next == "away"), english.IsBe(w) && (next == "out" || next == "gone" || next == "off"):
	default:
		return nil
	}
	gone := c.ContentTo(c.Verb)
	if len(gone) == 0 || len(gone) > 2 {
		return nil
	}
	e, _ := r.memory.alike(gone, revisables, 0.99)
	if e == nil || english.Shared(u.Content(), e.stems) == len(u.Content()) || english.Shared(u.Content(), e.stems) == 0 {
		return nil
	}
	r.mark(c)
	return e
}
