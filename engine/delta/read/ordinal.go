package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// ordinals are the words that count options.
var ordinals = map[string]int{"first": 0, "former": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "1st": 0, "2nd": 1, "3rd": 2, "4th": 3}

// ordinal reads "1", "option b", "the second one", "the latter".
func ordinal(u unit, b *entry, stems []string) (int, []string) {
	leads := len(u.Tokens) > 1 && u.Tokens[0].Class == english.Number && u.Tokens[1].Class == english.Punct && u.Verb < 0 && b.age <= 1
	if len(stems) > 3 && !(leads && len(stems) <= 6) || u.HasWord("or") {
		return -1, nil
	}
	pick := -1
	for n, a := range b.alternatives {
		if bareName(a) && len(u.Tokens) > 0 && u.Word(0) == strings.ToLower(a) && standsAlone(u, 0) {
			return n, nil
		}
	}
	for i := range u.Tokens {
		if i == 0 && u.Word(1) == "," && u.Verb >= 0 {
			continue // counts the points of an answer
		}
		if n := counted(u, b, stems, i); n >= 0 {
			pick = n
		}
	}
	if pick < 0 || pick >= len(b.alternatives) {
		return -1, nil
	}
	label := english.Content(head(b.alternatives[pick]))
	return pick, label[:min(2, len(label))]
}

// counted is the number of the option that the i-th word of a clause counts to,
// or -1.
func counted(u unit, b *entry, stems []string, i int) int {
	w := u.Word(i)
	switch w {
	case "last", "latter":
		if standsAlone(u, i) {
			return len(b.alternatives) - 1
		}
		return -1
	case "middle":
		if len(b.alternatives) == 3 && standsAlone(u, i) {
			return 1
		}
		return -1
	}
	if english.IsNegation(u.Word(i-1)) || u.Word(i-1) == "the" && english.IsNegation(u.Word(i-2)) {
		return -1 // "not the second"
	}
	if n, ok := ordinals[w]; ok {
		if (u.Word(i-1) == "the" || len(u.Tokens) <= 3 && !u.Is(i-1, timing)) && standsAlone(u, i) {
			return n
		}
		return -1
	}
	if n := slices.Index(cardinals, w); n >= 0 {
		if labelled(u, i) && standsAlone(u, i) {
			return n
		}
		return -1
	}
	if len(w) == 1 && w[0] >= 'a' && w[0] <= 'e' && (labelled(u, i) || len(stems) <= 1 && (w != "a" || u.Word(i+1) == "it" && u.Word(i+2) == "is") || len(u.Tokens) == 1) {
		return int(w[0] - 'a')
	}
	digits := strings.Trim(w, "#.)")
	if u.Word(i+1) == "of" || u.Dated() {
		return -1 // "1 of March"
	}
	if i == 0 && u.Verb < 0 && u.Tokens[min(1, len(u.Tokens)-1)].Class == english.Punct && len(digits) == 1 && digits[0] >= '1' && digits[0] <= '9' {
		return int(digits[0] - '1') // "1, plus the number"
	}
	if i == 0 && u.Verb == 1 && len(digits) == 1 && digits[0] >= '1' && digits[0] <= '9' && (u.Word(1) == "goes" && u.Word(2) == "ahead" && u.Word(3) != "of" || u.Word(1) == "wins") {
		return int(digits[0] - '1') // "3 goes ahead"
	}
	if len(digits) == 1 && digits[0] >= '1' && digits[0] <= '9' && (labelled(u, i) || (len(stems) <= 1 || wordsIn(stems) <= 1 && i == 0 && u.Verb < 0)) {
		return int(digits[0] - '1')
	}
	return -1
}

// timing are words behind which a "second" is a time.
var timing = english.WordsOf("same each every per a one any half split last this next")

// cardinals count options after a word for them.
var cardinals = []string{"one", "two", "three", "four"}

// labelled tells that a word for an option stands before the i-th one.
func labelled(u unit, i int) bool {
	return i > 0 && slices.Contains([]string{"option", "variant", "plan", "choice", "approach", "number", "way"}, u.Word(i-1))
}

// standsAlone tells that nothing which the i-th word could count follows it but a
// word for options.
func standsAlone(u unit, i int) bool {
	return i+1 == len(u.Tokens) || u.Tokens[i+1].Class == english.Punct || slices.Contains([]string{"one", "option", "variant", "way", "approach", "choice", "please", "then", "is", "sounds", "looks", "for", "and", "it", "yes", "because"}, u.Word(i+1))
}
