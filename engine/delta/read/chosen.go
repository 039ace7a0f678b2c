package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// echoes tells that a clause only repeats what the user has just said or
// settled: that is no news.
func (r *reader) echoes(u unit) bool {
	stems := u.Content()
	if len(stems) == 0 || u.Has(english.Done) && !r.repeatsDecision(stems) {
		return false
	}
	return r.repeatsDecision(stems)
}

func (r *reader) repeatsDecision(stems []string) bool {
	for _, e := range r.memory.entries {
		if e.age <= 1 && !e.fresh && (e.kind == delta.Decision || e.kind == delta.Constraint || e.kind == delta.Fact) && float64(english.Shared(stems, e.stems))/float64(len(stems)) >= 0.6 {
			return true
		}
	}
	return false
}

// reportedChoice reads a choice that the assistant reports as made: "I chose
// STOP over Standby", "I'm keeping the prefilter".
func (r *reader) reportedChoice(u unit) bool {
	c := u.Clause
	against := choosesAgainst(u)
	if c.Has(english.Hedge, english.Suggest, english.Undecided, english.OfferHelp) || c.Negated() && !c.HasWord("over") && !against && !(c.Has(english.Chosen) && c.Verb >= 0 && !indexesNo(c)) {
		return false
	}
	if looksAt(c) || drawsFrom(c) {
		return false
	}
	if doubtedNext(u) {
		return r.idea(core(c), delta.Low, false)
	}
	settled := against || c.Has(english.Chosen) || bareChoice(c) || prefers(c) || fixes(c) || ownDefault(u) || willBe(c) || paces(c) || c.Has(english.Promise) && c.HasWord("i") && (c.HasWord("instead") || strings.Contains(c.Words(), "rather than"))
	if c.Has(english.Keeping) && (c.Has(english.InsteadOf) || c.HasWord("keeping", "sticking", "kept", "staying") || c.HasWord("going") && c.HasWord("with")) {
		settled = true
	}
	settled = settled || keepsOut(c) || r.last.hands && u.Verb >= 0 && takesOver(c)
	text := core(c)
	if b := u.before(); b != nil && c.Where("in other words") == 0 {
		text = core(b) + ", " + from(c, 3)
	}
	if i := secondVerb(c); i > 0 {
		settled, text = true, from(c, i)
	}
	if !settled {
		return false
	}
	if b := u.before(); b != nil && len(c.Content()) <= 1 && c.HasWord("that", "this", "it") && len(b.Content()) >= 2 && !b.Has(english.Hedge, english.Suggest) {
		return r.decide(core(b), nil) // "…, I settled on that because"
	}
	if said := r.pointedBack(u); said != "" {
		return r.decide(said, turnedDown(c)) // "I chose that over deleting them"
	}
	own := len(english.Content(imperative(text))) >= 2 && c.Has(english.Choosing) && !c.HasWord("choice", "decision", "call", "thing", "two", "few")
	if next := u.after(); next != nil && (u.Lead == english.Colon || next.Lead == english.Colon && !fixes(c) && !willBe(c)) {
		for i := u.at + 1; i < len(u.s.Clauses); i++ {
			text += ", " + from(&u.s.Clauses[i], 0)
			r.mark(&u.s.Clauses[i])
		}
		if next.Lead == english.Colon && !own {
			text = strings.TrimPrefix(text, core(c)+", ")
		}
	} else if next != nil && next.Lead == english.Colon {
		text += ": " + from(next, 0)
		r.mark(next)
	}
	if r.last.wish == "" {
		for _, b := range r.memory.all(branches, 2) {
			if n, words := named(c.ContentTo(len(affirmed(c))), b); n >= 0 {
				r.choose(u, b, n, words)
				return true
			}
		}
	}
	return r.decide(imperative(text), turnedDown(c))
}

// drawsFrom tells where the assistant has something from, by which it chooses nothing: "I
// took the names from your list".
func drawsFrom(c *english.Clause) bool {
	at := c.Index("took", "taken", "take")
	from := c.Index("from")
	return at > 0 && from > at+1 && slices.Contains([]string{"your", "the", "our", "their", "his", "her"}, c.Word(from+1)) && !c.Has(english.InsteadOf)
}

// indexesNo tells that a negation stands before the verb of a clause or in it.
func indexesNo(c *english.Clause) bool {
	return slices.ContainsFunc(c.Tokens[:min(len(c.Tokens), c.Verb+2)], func(t english.Token) bool {
		return t.Word == "not" || t.Word == "never" || t.Word == "no" || t.Word == "nobody"
	})
}

// keepsOut tells what the assistant keeps or leaves out: "I keep the headers out of
// the calculation".
func keepsOut(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" {
		return false
	}
	i := c.Verb
	for c.Word(i) == "have" || c.Word(i) == "am" || c.Word(i) == "will" || c.Word(i) == "therefore" {
		i++
	}
	v, ok := c.VerbAt(i)
	return ok && (v.Lemma == "keep" || v.Lemma == "leave") && c.Word(len(c.Tokens)-1) != "out" && c.Where("out of") > i+1 && c.Where("out of sight") < 0 || ok && v.Lemma == "leave" && c.Word(len(c.Tokens)-1) == "out" && len(c.Content()) > 1
}

// pointedBack is what stands before a clause that only points at what was chosen, ""
// where it points at nothing: "flags stay in; I chose that over a delete", "6 s with
// the cache. I'm making it the default".
func (r *reader) pointedBack(u unit) string {
	c := u.Clause
	if c.Verb < 0 {
		return ""
	}
	i := c.Verb
	for i < len(c.Tokens) && i <= c.Verb+3 && !slices.Contains([]string{"that", "this", "it"}, c.Word(i)) {
		i++
	}
	if next := c.Word(i + 1); i > c.Verb+3 || i == len(c.Tokens) || i == c.Verb || next != "over" && next != "rather" && next != "instead" && next != "the" && next != "" && next != "because" {
		return ""
	}
	if u.at > 0 {
		if head := strings.TrimRight(u.p.Text[u.s.Clauses[0].Tokens[0].Start:c.Tokens[0].Start], " ,;:–—-"); len(english.Content(head)) > 1 {
			return strings.TrimSuffix(head, " and")
		}
		return ""
	}
	if s := u.previousSentence(); s != nil && len(s.Content()) > 1 && !s.Asked {
		return about(imperative(core(c)), strings.TrimRight(s.Text, ". "))
	}
	return ""
}

// takesOver tells that the assistant says what it takes, who was left the choice:
// "then I'll keep it in flash", "flash it is".
func takesOver(c *english.Clause) bool {
	if c.Has(english.ItIs) && endsWithItIs(c) {
		return true
	}
	i := start(c)
	for c.Word(i) == "then" || c.Word(i) == "," || c.Word(i) == "so" || c.Word(i) == "ok" {
		i++
	}
	return (c.Word(i) == "i" || c.Word(i) == "let" || c.Word(i) == "we") && c.Has(english.Keeping, english.Choosing, english.Chosen) && len(c.Content()) > 0
}

// picks tells a report that names the choosing itself: it is no report of work.
func picks(c *english.Clause) bool {
	i := start(c)
	return c.Verb >= 0 && c.Verb <= i+3 && c.Has(english.Chosen) && c.HasWord("chose", "picked", "chosen", "opted", "settled", "decided")
}

// bareChoice tells a report of a choice that leaves its subject out: "went with
// CSV, it's the simplest", "settled on semicolons".
func bareChoice(c *english.Clause) bool {
	next := c.Word(1)
	switch c.Word(0) {
	case "went", "gone":
		return next == "with" || next == "for"
	case "settled":
		return next == "on" || next == "for"
	case "opted":
		return next == "for"
	case "chose", "picked", "chosen":
		return len(c.Tokens) > 1 && next != "up" && next != "out" && next != "apart"
	case "stuck", "stayed":
		return next == "with" || next == "to"
	}
	return false
}

// lookingAt say that something was worked on, with the words of a choice.
var lookingAt = english.PhrasesOf("went through", "went over", "went back", "went ahead", "went on", "went wrong", "an eye on", "apart", "picked up", "took a look", "took a closer", "took care", "took note", "took a while", "took the time", "took longer", "kept track", "kept going", "made sure", "made a mistake", "used grep", "used to")

// looksAt tells a report of work with the words of a choice: "I went through the
// log", "I kept an eye on it", "I picked it apart".
func looksAt(c *english.Clause) bool {
	return c.HasPhrase(lookingAt)
}

// prefers tells what the assistant takes in place of something else, or a value
// that it gives something for as long as nobody says otherwise: "I'm dropping the
// table in favour of sin", "I put the time-out at 10 seconds".
func prefers(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" {
		return false
	}
	i := c.Verb
	for c.Word(i) == "have" || c.Word(i) == "am" || c.Word(i) == "are" || c.Word(i) == "now" || c.Word(i) == "also" || c.Word(i) == "therefore" || c.Word(i) == "just" {
		i++
	}
	v, ok := c.VerbAt(i)
	if !ok {
		return false
	}
	w := c.Words()
	switch v.Lemma {
	case "drop", "replace", "swap", "abandon", "ditch", "discard", "leave", "remove", "trade":
		return strings.Contains(w, "in favour of") || strings.Contains(w, "in favor of") || v.Lemma != "leave" && v.Lemma != "remove" && (c.HasWord("instead") || strings.Contains(w, " for good"))
	case "make":
		return strings.Contains(w, " the default") || strings.Contains(w, " the standard") || strings.Contains(w, " the rule")
	case "put", "set", "keep", "hold":
		if !c.Number() {
			return v.Lemma == "set" && (c.Word(i+1) == "the" || c.Word(i+1) == "its" || c.Word(i+1) == "their") && c.Index("to") > i+2 && !c.HasWord("out", "off", "aside", "true", "false") && c.Word(c.Index("to")-1) != "up"
		}
		for k := i + 1; k+1 < len(c.Tokens); k++ {
			switch c.Word(k) {
			case "at", "to", "for", "as", "within", "under", "below":
				if c.Tokens[k+1].Class == english.Number || english.IsNumeral(c.Word(k+1)) {
					return true
				}
			}
		}
	}
	return false
}

// secondVerb is the index of a choice that a report adds to something else:
// "I have drafted the notes and chose bold for the terms", or 0.
func secondVerb(c *english.Clause) int {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" {
		return 0
	}
	for i := c.Verb + 2; i < len(c.Tokens)-1; i++ {
		if c.Word(i-1) == "and" && slices.Contains([]string{"chose", "picked", "chosen", "settled", "opted", "decided"}, c.Word(i)) {
			return i
		}
	}
	return 0
}

// fixes tells that the assistant reports a value that it has fixed by itself:
// "I capped the range at 16 blocks", "I've named the table `factors`".
func fixes(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" && c.Word(c.Verb-1) != "also" {
		return false
	}
	i := c.Verb
	if c.Word(i) == "have" {
		i++
	}
	for c.Word(i) == "also" || c.Word(i) == "now" || c.Word(i) == "just" {
		i++
	}
	v, ok := c.VerbAt(i)
	if ok && v.Lemma == "make" && v.Form&english.Past != 0 && i+2 < len(c.Tokens) {
		for k := i + 2; k < min(i+6, len(c.Tokens)); k++ {
			if c.Word(k) == "a" || c.Word(k) == "the" && k > i+2 {
				return true // "I've made the lid a fixed step"
			}
		}
	}
	if !ok || v.Form&english.Past == 0 || !slices.Contains([]string{"cap", "limit", "set", "fix", "name", "call", "default", "pin", "round"}, v.Lemma) {
		return false
	}
	return slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return t.Class == english.Number || t.Class == english.Code || t.Quoted }) || sortsOf(c.Content()) != 0
}

// willBe tells how a thing is going to be rather than something else: "the
// snapshots will be a flat copy instead of a serializer".
func willBe(c *english.Clause) bool {
	return c.Verb > 0 && c.Word(c.Verb) == "will" && c.Word(0) != "you" && c.Word(0) != "it" && (c.HasWord("instead") || strings.Contains(c.Words(), "rather than")) && len(c.ContentTo(c.Verb)) > 0
}

// paces tells by what measure the assistant does what it was asked for, as a
// consequence: "then I'm reading in chunks of 64 kB".
func paces(c *english.Clause) bool {
	return c.Word(0) == "then" && c.Word(1) == "i" && c.Word(2) == "am" && c.Number() && !c.Dated() && c.HasWord("in", "every") && strings.HasSuffix(c.Word(3), "ing")
}

// imperative takes the speaker out of a report: "I'm keeping X" is "Keep X".
func imperative(s string) string {
	ss := english.Sentences(s)
	if len(ss) == 0 || len(ss[0].Clauses) == 0 {
		return s
	}
	c := &ss[0].Clauses[0]
	i := 0
	for i < len(c.Tokens) && slices.Contains([]string{"i", "we", "am", "are", "have", "will", "just", "now", "also", "would"}, c.Word(i)) {
		i++
	}
	if i == 0 || i >= len(c.Tokens)-1 {
		return s
	}
	v, ok := c.VerbAt(i)
	if !ok {
		return s
	}
	if slices.Contains([]string{"settle", "decide", "choose", "pick", "opt", "select", "go", "take"}, v.Lemma) {
		i++
		for i < len(c.Tokens)-1 && slices.Contains([]string{"on", "for", "with", "to"}, c.Word(i)) {
			i++
		}
		return from(c, i) + s[min(len(s), c.Tokens[len(c.Tokens)-1].End):]
	}
	return v.Lemma + " " + strings.TrimPrefix(s[min(len(s), c.Tokens[i].End):], " ")
}
