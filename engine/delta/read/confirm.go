package read

import "holdfast/engine/delta/english"

// confirmsValue reads the assistant's report of a value that the user has just
// given in words that told nobody what it is the value of: "80 it is, then" –
// "80 pages at most now." Of what stands, it changes what the report names.
func (r *reader) confirmsValue(u unit) bool {
	if r.turn.Role != Assistant || u.Asked || !u.Number() || u.Lead.Dependent() || r.of(u.s).changed ||
		u.Has(english.Hedge, english.Suggest, english.Undecided, english.OfferHelp, english.Estimate, english.History) {
		return false
	}
	words, numbers := r.partsOf(u)
	given := those(numbers, func(n string) bool {
		return english.Shared([]string{n}, r.last.stems) > 0 && r.memory.recent(func(e *entry) bool { return english.Shared([]string{n}, e.numbers) > 0 }, 1) == nil
	})
	reports := reportsChange(u.Clause)
	if len(given) == 0 && reports {
		given = numbers
	}
	if len(given) == 0 {
		return false
	}
	words = minus(minus(words, unitStems), changing)
	var best *entry
	most := 0
	for _, e := range r.memory.entries {
		if reports && !e.fresh && revisables(e) && english.Shared(given, e.numbers) > 0 && english.Shared(words, e.words) > 0 {
			return true // it holds already
		}
		if !e.open || e.fresh || e.age < 2 && !reports || reports && 2*english.Shared(words, e.words) < len(words) || !revisables(e) || len(e.numbers) == 0 || english.Shared(given, e.numbers) > 0 {
			continue
		}
		if units := unitsOf(u.Content()); len(units) > 0 && len(unitsOf(e.stems)) > 0 && english.Shared(units, e.stems) == 0 {
			continue
		}
		n := 2*english.Shared(words, e.words) + english.Shared(minus(e.words, unitStems), r.last.stems)
		if english.Shared(words, e.words) > 0 && n > most {
			best, most = e, n
		}
	}
	if best == nil {
		return false
	}
	r.revise(best, r.revisedText(u, best), u.Clause)
	r.of(u.s).changed = true
	return true
}

// reportsChange tells that the assistant reports to have given something another
// value: "I bumped the page size to 50, as you asked".
func reportsChange(c *english.Clause) bool {
	v, ok := c.VerbAt(max(0, does(c)))
	if !ok || v.Form&english.Past == 0 || after(c, 0, "to", "from", "by") < 0 {
		return false
	}
	switch v.Lemma {
	case "bump", "raise", "lower", "increase", "decrease", "reduce", "extend", "shorten", "cut", "change", "switch", "move", "drop", "set", "push", "double", "halve":
		return true
	}
	return false
}

// exactlyThat tells that an "exactly" belongs to a figure or a thing, and confirms
// nothing: "it prints exactly two".
func exactlyThat(c *english.Clause) bool {
	at, n := c.Find(english.Confirm)
	return n == 1 && c.Word(at) == "exactly" && at > start(c) && at+1 < len(c.Tokens)
}
