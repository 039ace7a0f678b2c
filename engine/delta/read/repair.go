package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// repaired is a block with what its speaker corrects in the same breath put
// right, so that only the last word counts: "use port 8080. Actually make it
// 9090." is read as "use port 9090."
func repaired(text string, sentences []english.Sentence) string {
	for k := len(sentences) - 2; k >= 0; k-- {
		said := &sentences[k]
		fix, found := repairIn(&sentences[k+1])
		if !found {
			continue
		}
		if from, to, ok := fix.place(text, said); ok {
			last := sentences[k+1].Clauses[len(sentences[k+1].Clauses)-1].Tokens
			text = text[:from] + fix.text(text) + text[to:endOf(said)] + text[last[len(last)-1].End:]
		}
	}
	return text
}

func endOf(s *english.Sentence) int {
	last := s.Clauses[len(s.Clauses)-1].Tokens
	return last[len(last)-1].End
}

// repair is what somebody says instead of what they just said.
type repair struct {
	tokens []english.Token // that replace something
	points bool            // "make it …": what it replaces is a value
	calls  bool            // it opens with words that take something back
	starts bool            // of which some are more than a no
}

func (f *repair) text(of string) string {
	return of[f.tokens[0].Start:f.tokens[len(f.tokens)-1].End]
}

// callingBack are words with which somebody takes back what they just said.
var callingBack = classOf("no nope wait hm hmm actually sorry scratch oh argh oops rather")

// repairIn is what a sentence puts in the place of something said before it, where it
// does: "no, make that 30", "hm no, sqlite".
func repairIn(s *english.Sentence) (f repair, found bool) {
	for i := range s.Clauses {
		c := &s.Clauses[i]
		at := 0
		for at < len(c.Tokens) && (callingBack.Holds(c.Word(at)) || f.calls && c.Tokens[at].Class == english.Punct || c.Word(at) == "that" && c.Word(at-1) == "scratch") {
			f.calls, f.starts = true, f.starts || callingBack.Holds(c.Word(at)) && c.Word(at) != "no"
			at++
		}
		if at == len(c.Tokens) {
			continue
		}
		if i < len(s.Clauses)-1 || c.Asked || c.Negated() && !f.calls {
			return f, false
		}
		if anew := objectOf(c, at); f.calls && anew > 0 && len(c.Tokens)-anew <= 4 {
			at = anew // "no, use spaces"
		} else if (f.calls || c.Command && c.Order == at) && (c.Word(at) == "make" || c.Word(at) == "change" || c.Word(at) == "set") && (c.Word(at+1) == "that" || c.Word(at+1) == "it") {
			f.points = true
			at += 2
			if c.Word(at) == "to" || c.Word(at) == "into" {
				at++
			}
		} else if !f.calls || c.Verb >= 0 || c.Command || len(c.Tokens)-at > 4 {
			return f, false
		}
		if f.tokens = c.Tokens[at:]; english.HasContent(f.tokens) {
			return f, true
		}
	}
	return f, false
}

// place is where in a sentence the repair belongs: at its only value where it
// has one itself, else at the object of an order.
func (f *repair) place(text string, said *english.Sentence) (from, to int, ok bool) {
	c := &said.Clauses[0]
	if len(said.Clauses) != 1 || c.Asked || c.Verb >= 0 && !c.Command {
		return 0, 0, false
	}
	orders := c.Command || c.HasWord("use")
	if !f.calls && !orders {
		return 0, 0, false
	}
	if f.starts && !orders && c.Verb < 0 && len(c.Tokens) <= 3 && !c.Has(english.Accept, english.Ack, english.Reject, english.Thanks, english.Done, english.Hedge) && !c.Negated() && hasClass(c.Tokens, english.Number, english.Number) == hasClass(f.tokens, english.Number, english.Number) {
		return c.Tokens[0].Start, endOf(said), true // "postgres. no wait, sqlite"
	}
	if value, own := measure(f.tokens); value != nil {
		old, _ := measure(c.Tokens)
		if old == nil || own > 0 {
			return 0, 0, false
		}
		if len(value) < len(old) {
			old = old[:len(value)] // the unit stays
		}
		return old[0].Start, old[len(old)-1].End, true
	}
	if at := objectOf(c, 0); orders && f.calls && at > 0 && len(c.Tokens)-at <= 4 {
		return c.Tokens[at].Start, c.Tokens[len(c.Tokens)-1].End, true
	}
	return 0, 0, false
}

// measure is the only number of some tokens with its unit, or nil, and how many
// other words of content there are.
func measure(tokens []english.Token) (value []english.Token, own int) {
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Class != english.Number {
			if english.HasContent(tokens[i : i+1]) {
				own++
			}
			continue
		}
		if value != nil {
			return nil, own
		}
		n := 1
		if i+1 < len(tokens) && isUnit(strings.Join(english.ContentOf(tokens[i+1:i+2]), "")) {
			n = 2
		}
		value = tokens[i : i+n]
		i += n - 1
	}
	return value, own
}

// objectOf is where the object of an order begins whose verb takes a choice, or
// -1: "use redis", "let's go with redis". It is looked for from a token on.
func objectOf(c *english.Clause, from int) int {
	at := slices.IndexFunc(c.Tokens[from:], func(t english.Token) bool {
		switch t.Word {
		case "use", "take", "try", "go", "pick", "choose":
			return true
		}
		return false
	})
	if at < 0 || at > 2 {
		return -1
	}
	at += from
	if at++; c.Word(at-1) == "go" && (c.Word(at) == "with" || c.Word(at) == "for") {
		at++
	}
	if at >= len(c.Tokens) || english.IsFunction(c.Word(at)) {
		return -1
	}
	return at
}
