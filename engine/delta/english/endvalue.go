package english

import "slices"

// endsInValue tells that what follows the comma at i is only a value, after a
// statement that says why: "20 is too cold, 21".
func (s *splitter) endsInValue(from, i int) bool {
	rest := s.tokens[i+1:]
	if len(rest) > 0 && rest[len(rest)-1].Class == Punct {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 || len(rest) > 3 {
		return false
	}
	v := s.verb(from, i)
	if last := len(rest) - 1; last > 0 && rest[last].Class == Number { // "it feels floaty, jump height 3"
		return v >= 0 && verdictVerbs.Holds(s.tokens[v].Word) && !slices.ContainsFunc(rest[:last], func(t Token) bool { return t.Class != Word || t.is(functional) })
	}
	if len(rest) > 2 || rest[0].Class != Number || s.tokens[i-1].Class == Number || len(rest) == 2 && (rest[1].Class != Word || rest[1].is(functional)) {
		return false
	}
	return v >= 0 && s.tokens[v].is(be) && !s.orders(from, i)
}

// verdictVerbs tell how somebody finds something.
var verdictVerbs = WordsOf("is are feels feel looks look sounds sound seems seem reads")
