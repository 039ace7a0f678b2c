package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// choosing are the openings of a choice by "we" or "I".
var choosing = english.PhrasesOf(
	"we go with", "we will go with", "let us go with", "let us use", "let us take", "let us keep", "let us stick", "let us do", "let us have", "let us call", "let us say", "let us stay", "let us switch to", "let us put",
	"i will go with", "i will take", "i go with", "we use", "we will use", "we take", "we keep", "we stay", "we stick", "we do it in", "we do that in", "we are going with", "i am going with", "going with", "we will do", "we settled on", "we decided", "i decided",
	"we agreed on", "we agreed to", "i choose", "i pick", "i take", "i would like to use", "i prefer to use", "we will keep", "we will stick", "i would go with", "i would take", "decision is", "we will call", "we will do it in", "we will stay", "it will be", "so we do",
)

// together tells a choice by "we" or "I" in the present: "we go with X",
// "I'll take X", "let's use X".
func together(c *english.Clause) bool {
	if !c.HasWord("we", "i", "us", "with", "decision", "it") {
		return false
	}
	for p, at := range c.Phrases(choosing) {
		f := p.Text
		fronted := at > 0 && strings.Contains(" as for in on ", " "+c.Word(start(c))+" ") && at < 50
		if at > 16 && !fronted || c.Has(english.Hedge, english.Undecided) {
			continue
		}
		rest := c.Tokens[c.Behind(p, at):]
		if len(rest) > 0 && (rest[0].Word == "what" || rest[0].Word == "whatever") {
			continue // "let's do what the lady wants"
		}
		if f == "we use" || f == "we keep" {
			return !c.HasWord("too") && c.Lead == english.So || c.HasWord("then", "instead", "now")
		}
		return len(c.Content()) > 0
	}
	return settlesVerb(c)
}

// settlesVerb tells a choice by its grammar: "we", "I" or "let us" with a verb
// of choosing in the present or the future and what is chosen.
func settlesVerb(c *english.Clause) bool {
	if c.Has(english.Hedge, english.Undecided, english.Someday) || c.Negated() && c.Word(0) != "let" {
		return false
	}
	i := 0
	for i < len(c.Tokens) && (c.Tokens[i].Opens() || c.Word(i) == "then" || c.Word(i) == "therefore") {
		i++
	}
	switch {
	case c.Word(i) == "let" && c.Word(i+1) == "us":
		i += 2
	case c.Word(i) == "i" || c.Word(i) == "we":
		i++
	default:
		return false
	}
	for i < len(c.Tokens) && slices.Contains([]string{"will", "shall", "therefore", "now", "just", "simply", "then", "also", "rather", "would", "are", "am", "going", "to"}, c.Word(i)) {
		i++
	}
	v, ok := c.VerbAt(i)
	if !ok || v.Form&english.Base == 0 {
		return false
	}
	if v.Class&english.Choose == 0 {
		return c.Starts(english.Then) && v.Class&(english.State|english.Mind|english.Ask|english.Saying|english.Wait) == 0 && pacesAt(c, i)
	}
	rest := c.Tokens[i+1:]
	switch v.Lemma {
	case "call", "name":
		return len(english.ContentOf(rest)) > 1 && c.HasWord("let") || hasClass(rest, english.Number, english.Code) && english.HasContent(rest)
	case "put", "set", "leave", "keep", "have", "do", "make", "take", "let", "stay", "limit", "cap", "want", "use":
		value := hasClass(rest, english.Number, english.Code) || v.Lemma != "take" && v.Lemma != "have" && v.Lemma != "do" && slices.ContainsFunc(rest, func(t english.Token) bool { return t.Word != "one" && english.IsNumeral(t.Word) })
		return value && english.HasContent(rest) && (v.Lemma != "have" && v.Lemma != "use" && v.Lemma != "do" || c.HasWord("let"))
	case "prefer":
		return english.HasContent(rest) && c.Word(i-1) != "would"
	}
	return english.HasContent(rest)
}

// pacesAt tells that what follows the i-th word says how often or how much of something:
// "then we sweep the hall every 2 weeks".
func pacesAt(c *english.Clause, i int) bool {
	at := c.FirstOf(measuring)
	if at <= i+1 || at+1 >= len(c.Tokens) {
		return false
	}
	next := c.Tokens[at+1]
	return next.Class == english.Number || english.IsNumeral(next.Word)
}

// measuring are words before the measure by which something is done.
var measuring = english.WordsOf("every to at by per into")
