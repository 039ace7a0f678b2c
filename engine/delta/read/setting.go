package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// properties are what somebody who makes a thing gives a value: what it is called,
// how large it is, what it looks and sounds like, when and how often it happens.
var properties = english.Content(`name title subtitle caption headline slug size length width height depth thickness diameter radius duration runtime
ttl timeout interval period cadence frequency tempo resolution layout font typeface color colour palette theme style tone voice
separator delimiter prefix suffix extension encoding precision ordering sorting margin padding spacing border stroke grid logo
background intro outro opening closing narrator cover retention cutoff threshold shade finish material thread pattern dose
entrance fee venue kickoff pickup slot lesson handover chunk batch motto slogan icon`)

// settled tells what a property is going to be: "the duration will be 24 months",
// "the cover shall be the pilot".
func settled(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb) != "will" && c.Word(c.Verb) != "shall" || c.Word(c.Verb+1) != "be" || c.Verb+2 >= len(c.Tokens) || c.Negated() || c.Lead.Dependent() ||
		c.Has(english.Hedge, english.Undecided, english.Someday, english.Limit, english.Soft, english.History, english.Hearsay, english.Estimate, english.Feeling, english.Opinion) {
		return false
	}
	if slices.Contains([]string{"in", "at", "there", "here", "missing", "gone", "empty", "broken", "ready", "ok", "fine", "good", "bad", "nice", "wrong", "a", "so", "very", "too"}, c.Word(c.Verb+2)) {
		return false
	}
	head := c.Tokens[start(c):c.Verb]
	return len(head) > 0 && len(head) <= 6 && english.Shared(english.ContentOf(head), properties) > 0
}
