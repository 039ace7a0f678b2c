package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// remains tells what the brief keeps as it is: "license stays MIT".
func remains(c *english.Clause) bool {
	v := c.Word(c.Verb)
	return c.Verb > 0 && (v == "stays" || v == "stay" || v == "remains" || v == "remain") && !c.Negated() && len(c.ContentTo(c.Verb)) > 0 &&
		!slices.Contains([]string{"i", "we", "he", "she", "they", "it"}, c.Word(start(c))) && !c.Has(english.Habit, english.Passing, english.Hedge)
}

// noneDoes tells a rule whose subject is "no" with what there shall not be: "no
// personal data leaves the EU".
func noneDoes(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) != "no" || c.Verb < i+2 || c.Verb > i+4 || pastTense(c) || c.Has(english.Passing, english.Hedge, english.Feeling) {
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	return ok && v.Form&(english.Third|english.Base) != 0 && !english.IsBe(c.Word(c.Verb)) && v.Class&english.Mind == 0 && !slices.Contains(happening, v.Lemma) && prohibition(fragment(c, i))
}

// fragment is the clause as if it had no verb.
func fragment(c *english.Clause, i int) *english.Clause {
	f := *c
	f.Tokens, f.Verb, f.Start = c.Tokens[i:], -1, 0
	return &f
}

// restricts tells "I only want three colours", "we only support Firefox".
func restricts(c *english.Clause) bool {
	i := start(c)
	if w := c.Word(c.Verb); c.Verb > 0 && (w == "want" || w == "wants") && (c.Word(c.Verb+1) == "no" || c.Word(c.Verb+1) == "nothing" && wheres.Holds(c.Word(c.Verb+2))) && len(c.Content()) >= 2 && !c.HasWord("more", "trouble", "part") {
		return true // "the school wants no photos online"
	}
	if c.Word(i) != "i" && c.Word(i) != "we" {
		return false
	}
	only, verb := c.Word(i+1), c.Word(i+2)
	return only == "only" && slices.Contains([]string{"want", "need", "accept", "allow", "support", "ship"}, verb) && c.Word(i+3) != "to" && c.Word(i+3) != "" && len(c.Content()) >= 2
}

// unmoved tells that a day is fixed: "that date won't move", "which is fixed".
func unmoved(c *english.Clause) bool {
	if w := c.Word(start(c)); c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && !c.Negated() && (w == "that" || w == "this" || w == "which" || c.HasWord("date", "day", "deadline")) && c.HasWord("fixed", "firm", "final", "set", "immovable") {
		return len(c.Content()) <= 2
	}
	return c.Negated() && c.Verb > 0 && (c.Word(c.Verb) == "will" || c.Word(c.Verb) == "can") && c.HasWord("date", "deadline", "day", "that", "it") && c.HasWord("move", "change", "shift", "slip", "moved", "shifted", "postponed", "changed", "rescheduled") && len(c.Content()) <= 2
}

// finals are words that allow no discussion.
var finals = []string{", period", ", full stop", ", end of story", ", no discussion", ", no excuses", ", basta", ", no exceptions", ", without exception", ", without exceptions", ", house rules", ", house rule", ", that is a rule", ", that's a rule", ", that's the rule", ", non-negotiable", ", not negotiable", ", no matter what"}

// pressed tells that the sentence ends with a word that allows no discussion:
// "5 seeds for every number, period".
func pressed(u unit) bool {
	if u.at > 0 || u.Asked || len(u.Content()) < 2 {
		return false
	}
	comma := strings.LastIndexByte(u.s.Text, ',')
	return comma >= 0 && slices.Contains(finals, strings.ToLower(strings.TrimRight(u.s.Text[comma:], ".! ")))
}

// opensLimit tells a limit at the head of a clause, whatever follows: "max 20
// bids a minute per guest".
func opensLimit(c *english.Clause) bool {
	if c.Command || !c.Number() || c.Has(english.Hedge, english.Estimate) {
		return false
	}
	i := start(c)
	switch c.Word(i) {
	case "max", "maximum", "max.":
		return wordsIn(c.Content()) > 0
	case "at":
		return c.Word(i+1) == "most"
	case "no", "not":
		return c.Word(i+1) == "more" && c.Word(i+2) == "than"
	}
	return false
}

// bindsNow tells a rule of today that only names what was: "what was signed last year
// must not be changed", "the keys must not leave the house once we moved".
func bindsNow(c *english.Clause) bool {
	m := c.FirstOf(binders)
	if m < 1 || !c.Has(english.Must, english.Off) || c.Word(m+1) == "have" || c.Word(m+2) == "have" {
		return false
	}
	at, n := c.Find(english.History)
	return at > m && at+n < len(c.Tokens) || at > 0 && c.Word(at) == "last" && timesOf.Holds(c.Word(at+1))
}

// wishesOnly tells a condition that makes the rule before it a wish: "if it is possible",
// "if the money allows it".
func wishesOnly(c *english.Clause) bool {
	return c.Lead == english.If && c.HasWord("possible", "can", "money", "budget", "time") && len(c.Content()) <= 2
}

// describing begin the description of a thing.
var describing = english.WordsOf("that which who")

// binders are verbs that bind.
var binders = english.WordsOf("must may shall can")

// turningOut are verbs of what may or may not come true.
var turningOut = english.WordsOf("happen work come know arrive finish end help")

// wishHeadings stand above what is only wished for.
var wishHeadings = []string{"lovely to have", "nice to have", "nice-to-have", "nice-to-haves", "nice to haves", "good to have", "wishes", "wish list", "if possible", "would be nice"}

// exceeding are words that compare with a bound: "never more than one page".
var exceeding = english.WordsOf("more less fewer longer shorter later earlier higher lower larger smaller bigger over under above below beyond past")

// ruleText is the clause with the fragments that complete it: "net/http only,
// no web frameworks" is one rule.
func (r *reader) ruleText(u unit) string {
	text := core(u.Clause)
	if w := u.Word(start(u.Clause)); w == "no" || w == "only" {
		text = from(u.Clause, start(u.Clause))
	} else if demands(u.Clause) {
		text = from(u.Clause, demandAt(u.Clause, start(u.Clause)))
	}
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Verb >= 0 || c.Command && !strings.HasPrefix(c.Words(), "do not") || c.Asked || c.Lead == english.But || c.Lead == english.Because || r.used[c.Place] || i+1 < len(u.s.Clauses) && wishesOnly(&u.s.Clauses[i+1]) {
			break
		}
		text += ", " + from(c, 0)
		r.mark(c)
	}
	if next := u.after(); next != nil && next.Lead == english.If && !next.Asked && next.Verb > 0 && len(next.Tokens) <= 10 && !next.HasWord("possible", "you", "i") {
		text += u.p.Text[u.Tokens[len(u.Tokens)-1].End:next.Tokens[len(next.Tokens)-1].End] // without its condition it is another rule
	}
	return text
}
