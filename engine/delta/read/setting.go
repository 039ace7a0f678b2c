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
entrance fee venue kickoff pickup slot lesson handover chunk batch motto slogan icon port delay`)

// letsBe tells "let the letters be 20 mm".
func letsBe(c *english.Clause) bool {
	be := c.Index("be")
	return c.Command && c.Word(c.Order) == "let" && !slices.Contains([]string{"us", "me", "it", "that", "them", "him", "her"}, c.Word(c.Order+1)) && be > c.Order+1 && english.HasContent(c.Tokens[be:]) && !c.Negated()
}

// settled tells what a property is going to be: "the duration will be 24 months",
// "the cover shall be the pilot", "the name is going to be Shield", "the port should be 8080".
func settled(c *english.Clause) bool {
	be := c.Verb + 1
	switch {
	case c.Verb < 1:
		return false
	case c.Word(c.Verb) == "will" || c.Word(c.Verb) == "shall", c.Word(c.Verb) == "should" && givesOne(c):
	case english.IsBe(c.Word(c.Verb)) && c.Word(be) == "going" && c.Word(be+1) == "to":
		be += 2
	default:
		return false
	}
	if c.Word(be) != "be" || be+1 >= len(c.Tokens) || c.Negated() || c.Lead.Dependent() ||
		c.Has(english.Hedge, english.Undecided, english.Someday, english.Limit, english.Soft, english.History, english.Hearsay, english.Estimate, english.Feeling, english.Opinion) {
		return false
	}
	if slices.Contains([]string{"in", "at", "there", "here", "missing", "gone", "empty", "broken", "ready", "ok", "fine", "good", "bad", "nice", "wrong", "a", "so", "very", "too"}, c.Word(be+1)) {
		return false
	}
	head := c.Tokens[start(c):c.Verb]
	return len(head) > 0 && len(head) <= 6 && (english.Shared(english.ContentOf(head), properties) > 0 || c.Word(start(c)) == "the" && len(head) <= 3 && sortsOf(c.Content()) != 0 && be+2 == len(c.Tokens))
}
