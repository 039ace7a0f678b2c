package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// A choice that was left open is made meanwhile: somebody slept on it, asked the others,
// has got an answer. Where a turn says so, few words that name an option settle it,
// however long ago it was laid out: "The board has answered. The vault, please."

// chosenSince tell that somebody has come to a choice, or has been told one.
var chosenSince = english.PhrasesOf("have decided", "has decided", "we decided", "i decided", "decided with", "slept on", "slept over", "thought about it", "thought it over", "thought it through", "made up my mind", "made up our minds", "we talked", "i talked", "talked to", "talked with", "we spoke", "spoke to", "spoke with", "had the meeting", "had a meeting", "had our meeting", "met yesterday", "met last", "met today",
	"has answered", "have answered", "answered", "has replied", "have replied", "replied", "wrote back", "called back", "rang back", "got back to", "came back to", "asked the", "asked my", "the verdict", "verdict is", "it is decided", "final answer", "on reflection", "we voted", "have voted", "we agreed", "agreed with", "you convince", "convinced me", "is here", "have spoken", "has spoken")

// announces tells that the turn says that a choice has been made. It is noted once.
func (r *reader) announces() bool {
	return r.lastVerdict.in(r.units(), announcesVerdict) >= 0
}

func announcesVerdict(c *english.Clause) bool {
	return !c.Asked && (c.HasPhrase(chosenSince) && !c.Has(english.History) || c.Word(0) == "slept" && len(c.Tokens) == 1)
}

// decidedMeanwhile reads the choice in a turn that announces one.
func (r *reader) decidedMeanwhile(u unit) bool {
	if u.Asked || u.Aside || u.Conditional || !r.announces() || r.memory.none(branches, 1<<30) || u.Has(english.Undecided, english.Defer, english.NotDone) || u.Lead.Dependent() || u.Lead == english.But || spurns(u) || objected(u) {
		return false
	}
	from := namesFrom(u)
	if from < 0 {
		return false
	}
	for _, b := range slices.Backward(r.memory.entries) {
		if !b.open || b.fresh || !b.branch {
			continue
		}
		n, words := namedFrom(u, from, b)
		if n < 0 {
			continue
		}
		if r.takenBack(u) || r.wavers(u) || r.calledBackBefore(u, words) || r.endsOnOther(u, b, n) || r.handedOver(u, b.stems) {
			return false
		}
		r.choose(u, b, n, words)
		return true
	}
	return false
}

// namedFrom is the option that the words of a clause from a place on name, up to their first
// sign or the next statement, and the words by which they do.
func namedFrom(u unit, from int, b *entry) (int, []string) {
	tokens := firstPhrase(fragment(u.Clause, from))
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Is(goingBeyond) {
			tokens = tokens[:i]
		}
	}
	said := english.ContentOf(tokens)
	if n, words := named(said, b); n >= 0 && 2*len(words) >= len(minus(said, pointers)) && (len(withoutNumbers(words)) > 0 || len(words) > 1) {
		return n, words
	}
	if len(said) == 0 || len(tokens) < 2 {
		return -1, nil
	}
	text, only := strings.ToLower(u.p.Text[tokens[0].Start:tokens[len(tokens)-1].End]), -1
	text = strings.TrimPrefix(text, "the ")
	for i, a := range b.alternatives {
		if strings.Contains(strings.ToLower(a), text) {
			if only >= 0 {
				return -1, nil
			}
			only = i
		}
	}
	return only, said
}

// goingBeyond are words behind which something else is said than a name.
var goingBeyond = english.WordsOf("and when where while who as since")

// wantVerbs are verbs of what somebody chooses, behind whoever does.
var wantVerbs = english.WordsOf("take takes want wants prefer prefers choose chooses like likes says say said chose picked wanted preferred pick picks voted vote favour favours")

// namesFrom is where in a clause the name of what is chosen begins, or -1: at the beginning
// of a fragment, behind "it is", or behind what somebody wants.
func namesFrom(u unit) int {
	i := start(u.Clause)
	for i < len(u.Tokens)-1 && slices.Contains([]string{"so", "ok", "and", "yes", "well", "then", "secondly", "firstly", "also", ","}, u.Word(i)) {
		i++
	}
	if k := behindVerdict(u); k > 0 {
		if u.Word(k) == "," {
			k++
		}
		return k
	}
	if u.Negated() && !u.HasWord("not") {
		return -1
	}
	switch {
	case u.Verb < 0 && !u.Command:
		return i
	case u.Has(english.ItIs):
		if u.Word(i) == "it" || u.Word(i) == "that" {
			return u.Verb + 1
		}
		return i
	case u.Verb == i+1 && (u.Word(i) == "it" || u.Word(i) == "we") && english.IsBe(u.Word(u.Verb)):
		return u.Verb + 1
	case u.Lead == english.So && u.FirstOf(goingBeyond) > i && u.FirstOf(goingBeyond) < u.Verb:
		return i
	case u.Verb < 1 || u.Verb > i+4 || pastTense(u.Clause) && !u.Is(u.Verb, wantVerbs):
		return -1
	}
	k := u.Verb
	if u.Word(k) == "would" {
		k++
	}
	if !u.Is(k, wantVerbs) || k+1 >= len(u.Tokens) {
		return -1
	}
	for k++; k < len(u.Tokens)-1 && slices.Contains([]string{"it", "to", "have", "the", "for", "go", "with", "use", "do", "that", "we", "you", "i"}, u.Word(k)); k++ {
	}
	return k
}

// behindVerdict is where the name stands behind the words that announce it, 0 where they do
// not stand in the clause: "I thought about it the red one".
func behindVerdict(u unit) int {
	for p := range u.Phrases(pondered) {
		words := strings.Fields(p.Text)
		for i := range u.Tokens {
			if k := i + len(words); k < len(u.Tokens) && u.Word(i) == words[0] && u.Word(k-1) == words[len(words)-1] && u.Verb < k && len(u.Tokens)-k <= 5 {
				return k
			}
		}
	}
	return 0
}

// pondered are words that announce a choice in the same breath.
var pondered = english.PhrasesOf("thought about it", "thought it over", "slept on it", "slept over it", "made up my mind", "you convince me", "you convinced me")
