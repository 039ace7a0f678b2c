package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// topicValue tells "separator: semicolon".
func topicValue(u unit) bool {
	c := u.Clause
	if !c.HasWord(":") || c.HasWord("needs", "need", "requires") || c.Verb >= 0 || c.Command || u.p.Kind == prose.Item {
		return false
	}
	for i := range c.Tokens {
		t := &c.Tokens[i]
		if t.Word == ":" {
			return i > 0 && i <= 6 && !failure(u.p.Text, c.Tokens[:i]) && !changesBy(u, i+1) && !leaning.in(c) && !standsSo(c, i+1) && !announces(c.Tokens[:i]) && i < len(c.Tokens)-1 && len(c.ContentTo(i)) > 0 && english.HasContent(c.Tokens[i+1:]) && !c.Has(english.Done, english.Passing)
		}
	}
	return false
}

// failure tells the name of an error that a program puts before a colon: "panic:",
// "TypeError:".
func failure(text string, head []english.Token) bool {
	last := &head[len(head)-1]
	raw := text[last.Start:last.End]
	return len(head) == 1 && failing.Holds(last.Word) || strings.HasSuffix(raw, "Error") && len(raw) > len("Error") || strings.HasSuffix(raw, "Exception")
}

// failing are the words by which programs announce that something failed.
var failing = english.WordsOf("panic error exception traceback fatal segfault errno")

// standing are words of how a thing stands, of which nothing is chosen.
var standing = english.WordsOf("fine ok okay good great perfect still not nothing let done works working unchanged same open unclear unknown waiting pending")

// standsSo tells that the i-th token begins what is said of how a thing stands, or
// somebody's order about it, rather than a value: "export: still no hurry", "licence:
// no risk there", "the cellar: ask Ines first".
func standsSo(c *english.Clause, i int) bool {
	if c.Is(i, standing) || c.Is(i, verdicts.WordSet) || c.Word(i) == "see" && (c.Word(i+1) == "above" || c.Word(i+1) == "below") {
		return true
	}
	if c.Word(i) == "no" {
		return len(english.ContentOf(c.Tokens[i:])) <= 1
	}
	v, ok := c.VerbAt(i)
	if !ok || v.Form&english.Base == 0 || c.Has(english.Defer) {
		return false
	}
	switch c.Word(i + 1) {
	case "it", "them", "that", "this", "him", "her", "with":
		return true
	}
	return false
}

// changesBy tells that the i-th token is by how much something has changed, which was
// measured and not chosen: "compile time: +4 %".
func changesBy(u unit, i int) bool {
	if i >= len(u.Tokens) {
		return false
	}
	t := u.Tokens[i]
	sign := u.p.Text[t.Start]
	if t.Class == english.Number && t.Start > 0 && sign >= '0' && sign <= '9' {
		sign = u.p.Text[t.Start-1]
	}
	return (sign == '+' || sign == '-') && (t.Class == english.Number || i+1 < len(u.Tokens) && u.Tokens[i+1].Class == english.Number)
}

// announces tells that the words before a colon only say that something
// follows, count it or tell where it comes from: "two jobs then:", "the order
// of how often:".
func announces(tokens []english.Token) bool {
	return slices.ContainsFunc(tokens, func(t english.Token) bool {
		return t.Class == english.Number || english.IsNumeral(t.Word) && t.Word != "one" || slices.Contains([]string{",", "after", "in", "at", "with", "how", "why", "what", "check", "test", "result", "results", "measured", "measurement", "timing", "timings", "profiler", "log", "logs", "trace", "benchmark", "output", "stats", "update", "news"}, t.Word)
	})
}

// sized tells a property with its value: "page size 50".
func sized(u unit) bool {
	c := u.Clause
	n := len(c.Tokens)
	return c.Verb < 0 && !c.Command && n >= 2 && n <= 5 && c.Tokens[n-1].Class == english.Number && wordsIn(c.Content()) >= 1 &&
		!c.Has(english.Limit, english.Done, english.Ack, english.Thanks, english.Passing) && u.p.Kind == prose.Paragraph && !c.Has(english.Only) && !counts(c)
}

// counts tells a measurement, a count or a place ("day 4") from a property with
// its value.
func counts(c *english.Clause) bool {
	if len(c.Tokens) > 2 {
		return c.HasWord("with", "of", "in", "from", "all", "about", "since", "for", "under", "over", "until")
	}
	return c.HasWord("with", "of", "in", "from", "all", "day", "week", "step", "line", "page", "part", "test", "run", "round", "try", "attempt", "version", "number", "sprint", "phase", "issue", "pr", "item", "about", "since", "for", "under", "over", "until")
}
