package read

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/delta/english"
)

func isNumber(w string) bool { return w[0] >= '0' && w[0] <= '9' }

func withoutNumbers(stems []string) []string { return pick(stems, false) }

func numbersOf(stems []string) []string { return pick(stems, true) }

// numbersIn is how many of some stems are numbers, wordsIn how many are none.
func numbersIn(stems []string) int {
	n := 0
	for _, w := range stems {
		if isNumber(w) {
			n++
		}
	}
	return n
}

func wordsIn(stems []string) int { return len(stems) - numbersIn(stems) }

// pick are the stems that are numbers, or those that are none.
func pick(stems []string, numbers bool) []string {
	n := numbersIn(stems)
	if !numbers {
		n = len(stems) - n
	}
	switch n {
	case 0:
		return nil
	case len(stems): // as mostly
		return slices.Clip(stems)
	}
	from := slices.IndexFunc(stems, func(w string) bool { return isNumber(w) == numbers })
	if !slices.ContainsFunc(stems[from:from+n], func(w string) bool { return isNumber(w) != numbers }) {
		return stems[from : from+n : from+n] // they stand together
	}
	out := make([]string, 0, n)
	for _, w := range stems[from:] {
		if isNumber(w) == numbers {
			out = append(out, w)
		}
	}
	return out
}

// within tells that all stems are among others.
func within(stems, others []string) bool {
	for _, w := range stems {
		if !english.Holds(others, w) {
			return false
		}
	}
	return true
}

// dimensions are what units measure, by their stems, each with how many of a common
// unit it is.
var dimensions = byStem(map[string]dimension{
	"millisecond": {'t', 1.0 / 60000}, "ms": {'t', 1.0 / 60000}, "sec": {'t', 1.0 / 60}, "secs": {'t', 1.0 / 60}, "min": {'t', 1}, "mins": {'t', 1}, "hr": {'t', 60}, "hrs": {'t', 60}, "second": {'t', 1.0 / 60}, "minute": {'t', 1}, "hour": {'t', 60}, "day": {'t', 1440}, "week": {'t', 10080}, "month": {'t', 43200}, "year": {'t', 525600},
	"kb": {'b', 0.001}, "mb": {'b', 1}, "gb": {'b', 1000}, "tb": {'b', 1e6},
	"mm": {'l', 0.001}, "cm": {'l', 0.01}, "m": {'l', 1}, "km": {'l', 1000}, "g": {'w', 0.001}, "kg": {'w', 1},
})

type dimension struct {
	of  byte
	per float64
}

func byStem(units map[string]dimension) map[string]dimension {
	out := make(map[string]dimension, len(units))
	for unit, d := range units {
		out[english.Stem(unit)] = d
	}
	return out
}

// alikeIn tells that two units measure the same, or might.
func alikeIn(units, others []string) bool {
	for _, u := range units {
		for _, o := range others {
			if u == o || dimensions[u].of != 0 && dimensions[u].of == dimensions[o].of {
				return true
			}
		}
	}
	return false
}

var unitStems = english.Content("millisecond ms second sec secs minute min mins hr hrs px minute hour day week month year kb mb gb percent pixel euro dollar seconds items rows km m cm mm miles kg g pages degrees fps hz khz mhz")

var ofUnits = english.SetOf(unitStems)

func isUnit(stem string) bool { return ofUnits.Holds(stem) }

// swapValue replaces the only number of a summary, or the one of the same
// unit, by the clause's.
func swapValue(summary string, u unit, doubted []string) (string, bool) {
	var values []english.Token
	for _, t := range u.Tokens {
		if t.Class == english.Number {
			values = append(values, t)
		}
	}
	if len(values) == 0 {
		return swapMeasure(summary, u)
	}
	value := values[len(values)-1]
	var olds []english.Token
	for t := range english.EachToken(summary) {
		if t.Class == english.Number {
			olds = append(olds, *t)
		}
	}
	if len(olds) == 0 {
		return "", false
	}
	old := olds[0]
	for _, o := range olds {
		if english.Shared(numbersOf(english.ContentOf([]english.Token{o})), doubted) > 0 {
			old = o
		}
	}
	for _, o := range olds {
		for _, v := range values[:len(values)-1] {
			if o.Word == v.Word {
				old = o
			}
		}
	}
	written := u.p.Text[value.Start:value.End]
	return summary[:old.Start] + written + summary[old.End:], true
}

// swapMeasure replaces the only measure of a summary by the clause's that has no figure:
// "30 seconds" by "a minute".
func swapMeasure(summary string, u unit) (string, bool) {
	from, to, measured := valueAt(u.Tokens)
	if !measured {
		return "", false
	}
	swapped := ""
	for s := range english.Each(summary) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			at, end, counted := valueAt(c.Tokens)
			if at < 0 || !counted {
				continue
			}
			if swapped != "" || !alikeIn(unitsOf(u.Content()), unitsOf(english.ContentOf(c.Tokens[at:end]))) {
				return "", false
			}
			swapped = summary[:c.Tokens[at].Start] + u.p.Text[u.Tokens[from].Start:u.Tokens[to-1].End] + summary[c.Tokens[end-1].End:]
		}
	}
	return swapped, swapped != ""
}

// swapNumeral replaces the first number that a text spells out by the clause's: "three
// retries", where it shall be 5.
func swapNumeral(text string, c *english.Clause) (string, bool) {
	for t := range english.EachToken(text) {
		if !english.IsNumeral(t.Word) || t.Word == "one" {
			continue
		}
		for i := range c.Tokens {
			if c.Tokens[i].Class == english.Number {
				return text[:t.Start] + c.Word(i) + text[t.End:], true
			}
		}
	}
	return "", false
}

// lowerBound tells a bound from below: at least, after, from.
func lowerBound(s string) bool {
	words := " " + strings.ToLower(s) + " "
	for _, w := range []string{" at least ", " after ", " minimum ", " min ", " from ", " no less ", " not before ", " or more ", " or newer ", " or later ", " above ", " over "} {
		if strings.Contains(words, w) {
			return true
		}
	}
	return false
}

// amount is a number of a text. Where its unit is known it is so many of the common
// unit of what that measures.
type amount struct{ number, per float64 }

// beyond tells that an amount is more than another, of which either may lack its unit.
func (a amount) beyond(b amount) bool {
	if a.per == 0 || b.per == 0 {
		return a.number > b.number
	}
	return a.number*a.per > b.number*b.per
}

// values are the numbers of a text; times count in minutes.
func values(s string) []amount {
	if !strings.ContainsAny(s, "0123456789") {
		return nil
	}
	var out []amount
	tokens := english.Tokens(s)
	for i, t := range tokens {
		w := strings.TrimLeft(t.Word, "~$€£<>=+-")
		if w == "" || w[0] < '0' || w[0] > '9' {
			continue
		}
		if h, m, ok := strings.Cut(w, ":"); ok {
			a, errH := strconv.Atoi(h)
			b, errM := strconv.Atoi(m[:min(2, len(m))])
			if errH == nil && errM == nil {
				out = append(out, amount{number: float64(60*a + b)})
			}
			continue
		}
		if at := strings.IndexByte(w, ','); at > 0 && len(w) > at+3 {
			w = strings.ReplaceAll(w, ",", "") // thousands
		}
		unit := english.ContentOf(tokens[i:min(i+2, len(tokens))])
		end := strings.IndexFunc(w, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if end >= 0 {
			w = w[:end]
		}
		if v, err := strconv.ParseFloat(strings.TrimRight(w, "."), 64); err == nil {
			a := amount{number: v}
			if len(unit) > 1 {
				a.per = dimensions[unit[1]].per
			}
			out = append(out, a)
		}
	}
	return out
}

// clocked tells a text with a time of day in it: "19:00".
func clocked(text string) bool {
	for i := 1; i+2 < len(text); i++ {
		if text[i] == ':' && text[i-1] >= '0' && text[i-1] <= '9' && text[i+1] >= '0' && text[i+1] <= '9' {
			return true
		}
	}
	return false
}
