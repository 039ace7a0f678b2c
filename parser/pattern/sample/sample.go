package sample

import (
	"iter"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Of makes tries texts after the expression expr, which must be a valid one, and yields
// those in which it is found: where it asks for the bounds of words or lines, not every
// text has them. The same expression gives the same texts.
func Of(expr string, tries int) iter.Seq[string] {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err)
	}
	compiled := regexp.MustCompile(expr)
	return func(yield func(string) bool) {
		w := writer{Rand: rand.New(rand.NewPCG(1, uint64(len(expr))))}
		for range tries {
			w.Reset()
			w.write(parsed)
			if text := w.String(); compiled.MatchString(text) && !yield(text) {
				return
			}
		}
	}
}

type writer struct {
	strings.Builder
	*rand.Rand
}

// furtherRepeats is how often a part that may stand any number of times stands beyond
// the times that it must.
const furtherRepeats = 3

// anySigns are those that stand for any one.
var anySigns = []rune("aZ0 _.,:;-/\\\"'`()[]{}<>=+*#@$%&|!?~^\t\u00a0é…界")

// reach is how many of the characters of a class are taken, at most.
const reach = 1 << 8

func (w *writer) write(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			for range w.folds(re) {
				r = unicode.SimpleFold(r)
			}
			w.WriteRune(r)
		}
	case syntax.OpCharClass:
		i := 2 * w.IntN(len(re.Rune)/2)
		w.WriteRune(re.Rune[i] + w.Int32N(min(re.Rune[i+1]-re.Rune[i]+1, reach)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.WriteRune(anySigns[w.IntN(len(anySigns))])
	case syntax.OpAlternate:
		w.write(re.Sub[w.IntN(len(re.Sub))])
	case syntax.OpStar:
		w.repeat(re, 0, -1)
	case syntax.OpPlus:
		w.repeat(re, 1, -1)
	case syntax.OpQuest:
		w.repeat(re, 0, 1)
	case syntax.OpRepeat:
		w.repeat(re, re.Min, re.Max)
	default: // a group, a sequence, or a bound, which has no text
		for _, sub := range re.Sub {
			w.write(sub)
		}
	}
}

// folds is how many steps a character goes to another of its cases.
func (w *writer) folds(re *syntax.Regexp) int {
	if re.Flags&syntax.FoldCase == 0 {
		return 0
	}
	return w.IntN(3)
}

func (w *writer) repeat(re *syntax.Regexp, least, most int) {
	if most < 0 || most > least+furtherRepeats {
		most = least + furtherRepeats
	}
	for range least + w.IntN(most-least+1) {
		w.write(re.Sub[0])
	}
}
