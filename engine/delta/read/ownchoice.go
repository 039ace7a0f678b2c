package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// defaults are nouns and forms for what the assistant has fixed by itself.
var defaults = english.WordsOf("default defaulting choice pick treat put stored placed moved kept hid")

// ownDefault tells what the assistant has fixed by itself without a verb of choosing: "the
// long press is my choice", "I took a default of 3 seconds", "with the count defaulting to
// 4", "I treat blue as free", "I put the flag into `X`, since the lock never looks there".
func ownDefault(u unit) bool {
	c := u.Clause
	if !c.HasOf(defaults) || c.Asked || c.Negated() || c.Lead == english.If || c.Has(english.Hedge, english.Suggest, english.OfferHelp, english.Promise) || c.HasWord("your", "would", "could", "can") {
		return false
	}
	at := c.FirstOf(defaults)
	prev, next := c.Word(at-1), c.Word(at+1)
	switch c.Word(at) {
	case "choice", "pick":
		return prev == "my" && at == len(c.Tokens)-1 && c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && len(c.ContentTo(c.Verb)) > 0
	case "default":
		if i := c.Verb; prev == "the" && c.Word(at-2) == "as" || prev == "as" {
			return i > 0 && c.Word(i-1) == "i" && slices.Contains([]string{"took", "used", "set", "chose", "put", "use", "take"}, c.Word(i)) // "I used 500 ms as the default"
		}
		return next == "of" && c.Verb > 0 && c.Word(c.Verb-1) == "i" && slices.Contains([]string{"took", "used", "set", "chose", "gave", "put", "have"}, c.Word(c.Verb))
	case "defaulting":
		return next == "to" && c.HasWord("i")
	case "treat":
		return prev == "i" && c.Index("as") > at+1
	}
	if prev != "i" && !(prev == "have" && c.Word(at-2) == "i") {
		return false
	}
	after := u.after()
	return after != nil && after.Lead == english.Because && c.Index("in", "into", "on", "onto", "under", "behind", "before", "next") > at+1
}

// outOfDate are words for what something may be that one has gone by.
var outOfDate = english.WordsOf("older old outdated stale obsolete wrong different changed off inaccurate incomplete imprecise out-of-date misleading")

// doubtedNext tells that the assistant doubts right away what it has gone by: "I took the
// fares from your leaflet, that may be an older one".
func doubtedNext(u unit) bool {
	next := u.after()
	if next == nil || !next.HasOf(outOfDate) || !next.HasWord("may", "might", "could", "maybe", "perhaps", "possibly", "probably") || next.Lead == english.If || next.Lead == english.Because {
		return false
	}
	switch next.Word(start(next)) {
	case "that", "which", "it", "they", "those", "these", "this":
		return true
	}
	return false
}
