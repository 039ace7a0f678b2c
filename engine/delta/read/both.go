package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// choseBoth reads an answer that takes all options of the last branch.
func (r *reader) choseBoth(u unit) bool {
	if b := r.memory.recent(branches, 1); b != nil && r.opening(u) && sequences(u, b) && !r.takenBack(u) {
		if d := (&delta.DecisionMade{Creation: r.creation(r.summary(sentenceText(u)), delta.High), Alternatives: []string{}}); r.propose(d) {
			r.supersede(b, d.ID, u.s.Text, delta.High)
		}
		return true
	}
	if u.Verb >= 0 || !r.opening(u) {
		return false
	}
	b := r.memory.recent(branches, 4)
	if b == nil {
		return false
	}
	if some := severalOf(u.Clause, u.p.Text, len(b.alternatives)); some != nil && !r.takenBack(u) {
		return r.chooseSome(u, b, some)
	}
	if b.age > 1 || len(u.Content()) > 1 || u.Word(0) != "both" && u.Words() != "all of them" && u.Words() != "all" {
		return false
	}
	d := &delta.DecisionMade{Creation: r.creation(r.summary(u.Text+": "+strings.Join(b.alternatives, ", ")), delta.High), Alternatives: []string{}}
	if r.propose(d) {
		r.supersede(b, d.ID, u.s.Text, delta.High)
	}
	return true
}

// choseEach reads an answer that counts off an option of each choice of the last turn,
// in their order: "2, 1".
func (r *reader) choseEach(u unit) bool {
	if u.Verb >= 0 || u.Asked || u.Negated() || len(u.Tokens) < 2 || len(u.Tokens) > 8 || !r.opening(u) || r.memory.none(branches, 1) {
		return false
	}
	var picks []int
	for i := range u.Tokens {
		w := u.Word(i)
		switch {
		case len(w) == 1 && w[0] >= '1' && w[0] <= '9':
			picks = append(picks, int(w[0]-'1'))
		case len(w) == 1 && w[0] >= 'b' && w[0] <= 'e', w == "a" && strings.HasPrefix(u.Text[u.Tokens[i].Start-u.Tokens[0].Start:], "A"):
			picks = append(picks, int(w[0]-'a'))
		case !fillers.Holds(w):
			return false
		}
	}
	all := r.memory.all(branches, 1)
	if len(picks) < 2 || len(picks) != len(all) || r.takenBack(u) {
		return false
	}
	for i, b := range all {
		if picks[i] >= len(b.alternatives) {
			return false
		}
	}
	for i, b := range all {
		rest := slices.Delete(slices.Clone(b.alternatives), picks[i], picks[i]+1)
		d := &delta.DecisionMade{Creation: r.creation(r.summary(shorten(b.alternatives[picks[i]])), delta.High), Alternatives: rest}
		if r.propose(d) {
			r.supersede(b, d.ID, b.alternatives[picks[i]]+" was picked", delta.High)
		}
	}
	return true
}

// firstByNumber is the first of several choices of the last turn, and its option, where
// an answer opens with no more than a number.
func (r *reader) firstByNumber(u unit) (*entry, int) {
	w := u.Word(0)
	if len(w) != 1 || w[0] < '1' || w[0] > '9' || !standsAlone(u, 0) || len(u.Content()) > 1 || u.Verb >= 0 || u.n > 0 || r.memory.none(branches, 1) {
		return nil, 0
	}
	if all := r.memory.all(branches, 1); len(all) > 1 && int(w[0]-'1') < len(all[0].alternatives) && r.replies == nil {
		return all[0], int(w[0] - '1')
	}
	return nil, 0
}

// sequences tells an answer that takes options one after the other: "retry 3 times then
// skip".
func sequences(u unit, b *entry) bool {
	at := u.Index("then")
	if at < 1 || at+1 >= len(u.Tokens) || u.Asked || u.Negated() || u.Has(english.Hedge, english.Undecided) {
		return false
	}
	first, _ := named(english.ContentOf(u.Tokens[:at]), b)
	second, _ := named(english.ContentOf(u.Tokens[at+1:]), b)
	return first >= 0 && second >= 0 && first != second
}

// chooseSome settles a branch by several of its options.
func (r *reader) chooseSome(u unit, b *entry, some []int) bool {
	var taken []string
	rest := []string{}
	for i, a := range b.alternatives {
		if slices.Contains(some, i) {
			taken = append(taken, a)
		} else {
			rest = append(rest, a)
		}
	}
	d := &delta.DecisionMade{Creation: r.creation(r.summary(strings.Join(taken, ", and ")), delta.High), Alternatives: rest}
	if r.propose(d) {
		r.supersede(b, d.ID, u.s.Text, delta.High)
	}
	return true
}

// fillers may stand between the numbers of options.
var fillers = english.WordsOf("ok okay yes yep sure please then both and plus also the option options number numbers no nr ones & + , / :")

// severalOf are the options that a fragment counts up, nil where it counts fewer
// than two or says anything else: "1 and 3", "A + B please", "the first and the last".
func severalOf(c *english.Clause, text string, options int) []int {
	if len(c.Tokens) < 3 || len(c.Tokens) > 10 || !c.HasWord("and", "&", "+", "plus", ",") || c.Asked || c.Negated() {
		return nil
	}
	var out []int
	for i := range c.Tokens {
		t := &c.Tokens[i]
		n := -1
		switch w := t.Word; {
		case len(w) == 1 && w[0] >= '1' && w[0] <= '9':
			n = int(w[0] - '1')
		case len(w) == 1 && text[t.Start] >= 'A' && text[t.Start] <= 'H':
			n = int(text[t.Start] - 'A')
		case w == "last" || w == "latter":
			n = options - 1
		default:
			if k, ok := ordinals[w]; ok {
				n = k
			} else if !fillers.Holds(w) {
				return nil
			}
			if n < 0 {
				continue
			}
		}
		if n >= options || slices.Contains(out, n) {
			return nil
		}
		out = append(out, n)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// byLetter tells a clause that takes an option by its letter, as its last word: "we
// proceed with B".
func byLetter(c *english.Clause) bool {
	n := len(c.Tokens)
	if n < 3 || len(c.Word(n-1)) != 1 || c.Word(n-1) < "a" || c.Word(n-1) > "e" || c.Asked || c.Negated() || c.Word(n-1) == "a" && !strings.HasSuffix(strings.TrimRight(c.Text, ".! "), "A") {
		return false
	}
	switch c.Word(n - 2) {
	case "with", "for", "option", "variant", "plan", "take", "pick", "choose":
		return true
	}
	return false
}

// bothOf is the option that takes both of two, where a clause begins with that, or -1:
// "ok then both from the start".
func bothOf(u unit, b *entry) int {
	if b.age > 4 || !b.open || u.Verb >= 0 || u.Command || u.Asked || u.Negated() {
		return -1
	}
	i := start(u.Clause)
	for u.Word(i) == "then" || u.Word(i) == "ok" || u.Word(i) == "so" || u.Word(i) == "," || u.Word(i) == "yes" {
		i++
	}
	if u.Word(i) != "both" || u.Word(i+1) == "of" || u.Word(i+1) == "are" {
		return -1
	}
	return slices.IndexFunc(b.alternatives, func(a string) bool { return strings.HasPrefix(strings.ToLower(a), "both") })
}
