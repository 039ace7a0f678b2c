package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// noChoice tells words of choosing that choose nothing: they leave two things
// open, say what only stays as it is, count something, run an errand of the
// speaker or add a remark.
func (r *reader) noChoice(u unit) bool {
	c := u.Clause
	i := start(c)
	switch {
	case inverted(c), asksUnmarked(c), c.Where("for fun") >= 0:
		return true
	case c.HasWord("whichever", "whoever"), u.after() != nil && u.after().HasWord("whichever"):
		return true
	case c.Lead == english.Which && c.Word(0) == "which":
		return true
	case c.HasWord("rest") && c.HasWord("stays", "stay", "remains", "remain", "holds"):
		return true
	case c.Word(i) == "we" && c.HasWord("take", "bring") && errand(c, i+1):
		return true
	case c.Word(i) == "i" && (errand(c, i+1) || c.Word(i+1) == "want" && (c.Word(i+2) == "his" || c.Word(i+2) == "her" || c.Word(i+2) == "their")):
		return true
	case u.at > 0 && (u.before().HasWord("counted", "recounted", "measured") || u.before().Has(english.Wrong)) && c.Verb < 0 && c.Number():
		return true
	case c.HasWord("take", "takes", "took") && c.HasWord("seriously", "personally", "lightly", "compliment", "offence", "offense", "joke") || c.HasWord("take", "takes") && c.Word(len(c.Tokens)-1) == "back":
		return true
	case c.Command && c.Word(c.Order) == "take" && c.HasWord("time"):
		return true
	case c.Has(english.Defer) && (wayNouns.in(c) || c.HasWord("question", "questions", "choice", "decision", "matter")):
		return true // "let us leave the three roads for the moment"
	case c.HasWord("or") && u.after() != nil && leftToChoose(u.after()):
		return true // "use tabs or spaces, I don't care"
	case c.Command && sneers(u):
		return true
	case crossesOff(u), u.Lead == english.Colon && u.before() != nil && announcesRule(u.before()):
		return true
	}
	return false
}

// crossing are verbs that take something off a list.
var crossing = english.WordsOf("closing ticking crossing checking striking")

// crossesOff tells a sentence that takes something off the list of what is to be
// done: "list works, closing that one".
func crossesOff(u unit) bool {
	return anyClause(u.s, func(c *english.Clause) bool {
		if !c.Mentions(crossing) {
			return false
		}
		for k := range c.Tokens {
			if crossing.Holds(c.Word(k)) && (k == start(c) && c.HasWord("it", "that", "this", "these", "those", "them", "off") || k > 1 && c.Word(k-1) == "," && slices.Contains([]string{"it", "that", "this", "these", "those", "them"}, c.Word(k+1))) {
				return true
			}
		}
		return false
	})
}

// errand tells what the speaker goes to do.
func errand(c *english.Clause, i int) bool {
	for c.Word(i) == "will" || c.Word(i) == "am" || c.Word(i) == "going" || c.Word(i) == "to" {
		i++
	}
	switch c.Word(i) {
	case "go":
		return c.Word(i+1) != "with" && c.Word(i+1) != "for"
	case "take", "bring":
		return pronouns.Holds(c.Word(i+1)) && (c.Word(i+2) == "to" || c.Word(i+2) == "up" || c.Word(i+2) == "home" || c.Word(i+2) == "along")
	case "come", "see", "visit", "meet", "talk", "call", "phone":
		return true
	}
	return false
}

// sneers tells an order by which the speaker mocks what somebody else demands:
// "it must be AI powered, which, sure, put a robot on it".
func sneers(u unit) bool {
	for i := 0; i < u.at; i++ {
		if c := &u.s.Clauses[i]; c.Report != nil || i == 0 && strings.Contains(u.s.Text, "says") {
			return strings.Contains(strings.ToLower(u.s.Text), "which, sure") || strings.Contains(strings.ToLower(u.s.Text), ", sure,") || strings.Contains(strings.ToLower(u.s.Text), "yeah, ")
		}
	}
	return false
}

// asksUnmarked tells a question without its mark that begins with a verb and a pronoun:
// "or do I have to send it every time".
func asksUnmarked(c *english.Clause) bool {
	i := start(c)
	switch c.Word(i) {
	case "do", "does", "did", "is", "are", "can", "could", "should", "shall", "will":
		switch c.Word(i + 1) {
		case "i", "we", "they", "he", "she":
			return true
		}
	}
	return false
}
