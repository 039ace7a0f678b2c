package acts

import (
	"regexp"
	"slices"
	"strconv"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// pick is the option of an open choice at which a unit points.
type pick struct {
	entry   *entry
	at      int
	option  string
	pointed bool // by its place, and not by its words
}

// picked is the option that a unit picks, nil where it picks none.
func (sc *scene) picked(u *unit) *pick {
	if u.asked() {
		return nil
	}
	for k := len(sc.entries) - 1; k >= 0; k-- {
		e := sc.entries[k]
		if !e.open || !e.branch {
			continue
		}
		if e.age <= 2 {
			if at := ordinal(u, len(e.options)); at >= 0 && !sc.labelsOthers(e) {
				return &pick{e, at, e.options[at], true}
			}
		}
		if at := e.named(u.content); at >= 0 && !u.clause.Negated() {
			return &pick{e, at, e.options[at], false}
		}
	}
	return nil
}

// labelsOthers reports whether the turn before calls its options by a label ("Option B")
// that those of a choice do not bear: who points at one means those.
func (sc *scene) labelsOthers(e *entry) bool {
	return sc.before != nil && e.born == sc.before.turn.ID && labelled(sc.before.turn.Content) && !slices.ContainsFunc(e.options, labelled)
}

var optionLabel = regexp.MustCompile(`(?i)\boption [a-d1-4]\b`)

func labelled(text string) bool { return optionLabel.MatchString(text) }

// fewWords is how many words of content a unit has at most that one word of an option is
// enough for.
const fewWords = 3

// named is the option with the most words of its own among some, -1 where two have as
// many, or where what it has is one word of many.
func (e *entry) named(words []string) int {
	at, most, tied := -1, 0, false
	for k, stems := range e.each {
		n := 0
		for _, w := range stems {
			if english.Holds(words, w) && e.only(k, w) {
				n++
			}
		}
		if n > most {
			at, most, tied = k, n, false
		} else if n == most {
			tied = true
		}
	}
	if tied || most == 1 && len(words) > fewWords && len(e.each[max(at, 0)]) > 1 {
		return -1
	}
	return at
}

// only reports whether a word is of the k-th option and no other.
func (e *entry) only(k int, w string) bool {
	for o, stems := range e.each {
		if o != k && english.Holds(stems, w) {
			return false
		}
	}
	return true
}

// ordinals are words that point at an option by its place.
var ordinals = map[string]int{
	"first": 0, "1st": 0, "former": 0, "second": 1, "2nd": 1, "latter": -1, "last": -1, "third": 2, "3rd": 2, "fourth": 3,
	"a": 0, "b": 1, "c": 2, "d": 3, "e": 4,
}

// ordinal is the option of so many at which a unit points by its place, -1 where it
// points at none.
func ordinal(u *unit, n int) int {
	tokens := u.clause.Tokens
	for k := range tokens {
		w := tokens[k].Word
		at, known := ordinals[w]
		if !known {
			if v, err := strconv.Atoi(w); err == nil && (len(tokens) <= 2 || k > 0 && (tokens[k-1].Word == "option" || tokens[k-1].Word == "number")) {
				at, known = v-1, v > 0
			}
		} else if len(w) == 1 && len(tokens) > 2 && !(k > 0 && (tokens[k-1].Word == "option" || tokens[k-1].Word == "variant" || tokens[k-1].Word == "plan")) {
			known = false
		} else if len(w) > 1 && len(tokens) > 4 && !(k > 0 && tokens[k-1].Word == "the") {
			known = false
		}
		if !known {
			continue
		}
		if at == -1 {
			at = n - 1
		}
		if at >= 0 && at < n {
			return at
		}
	}
	return -1
}

// takeUp marks what the assistant has laid out and this turn speaks of: it takes,
// refuses, weighs or puts it off, or asks back. What it does not speak of never was.
func (r *reader) takeUp() {
	var kept []*entry
	for _, e := range r.held {
		if r.speaksOf(e) {
			kept = append(kept, e)
		} else {
			e.open = false
		}
	}
	r.held = kept
}

// speaksOf reports whether the turn speaks of an idea of the turn before: by its words,
// or by an answer where it is one of the last.
func (r *reader) speaksOf(e *entry) bool {
	if r.isDocument || len(r.units) == 0 {
		return false
	}
	for i := range r.units {
		u := &r.units[i]
		if p := r.picked(u); p != nil && p.entry == e {
			return true
		}
		if n := english.Shared(u.content, e.stems); n > 1 || n == 1 && len(u.content) <= fewWords {
			return true
		}
	}
	first := &r.units[0]
	if first.asked() && len(r.units) <= 2 && len(first.clause.Tokens) <= 8 {
		return slices.Index(r.held, e) == len(r.held)-1 // asks back
	}
	answers := r.left.asks && len(r.units) <= 2 && len(first.content) <= 3 && !first.clause.Command ||
		first.clause.Has(english.Accept, english.Reject, english.Confirm, english.Deny, english.Answered, english.Hedge,
			english.Undecided, english.Defer, english.DidIt, english.Retire, english.Lean, english.Wrong) ||
		!first.clause.Command && r.told[0][Accept]+r.told[0][Refuse]+r.told[0][Decide] > 0.4
	place := slices.Index(r.held, e)
	return answers && (place >= len(r.held)-2 || r.left.asks)
}

// report puts before the rest what was taken up.
func (r *reader) report() {
	taken := make([]delta.Delta, 0, len(r.held)+len(r.out))
	for _, e := range r.held {
		if e.reported() {
			taken = append(taken, e.held)
		}
	}
	r.out = append(taken, r.out...)
}

// reported reports whether what was laid out becomes an item: an idea that the turn speaks
// of, a choice of which it picks an option.
func (e *entry) reported() bool { return !e.branch || e.picked }
