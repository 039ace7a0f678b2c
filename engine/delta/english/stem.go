package english

import "strings"

// Stem takes the inflection off a word, so that "cached", "caches" and
// "caching" are one. It is lighter than the well-known stemmers, which cost a
// turn more than all the rest of the extractor.
func Stem(w string) string {
	if len(w) <= 3 || hasDigit(w) {
		return w
	}
	w = singular(w)
	w = withoutSuffix(w)
	if len(w) > 3 && w[len(w)-1] == 'e' {
		w = w[:len(w)-1]
	}
	if len(w) > 3 && w[len(w)-1] == 'y' {
		w = w[:len(w)-1] + "i"
	}
	return w
}

func hasDigit(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] >= '0' && w[i] <= '9' {
			return true
		}
	}
	return false
}

func withoutSuffix(w string) string {
	for _, s := range suffixes[w[len(w)-1]] {
		if len(w)-len(s.ending) >= s.least && strings.HasSuffix(w, s.ending) {
			return undouble(w[:len(w)-len(s.ending)])
		}
	}
	return w
}

// singular takes a plural's or a verb's s off.
func singular(w string) string {
	switch {
	case w[len(w)-1] != 's':
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	}
	return strings.TrimSuffix(w, "s")
}

// suffix is an ending with how many letters must be left before it.
type suffix struct {
	ending string
	least  int
}

// suffixes are endings by their last letter, longest first.
var suffixes = [256][]suffix{
	'n': {{"ation", 4}, {"ion", 4}}, 't': {{"ment", 4}}, 'y': {{"ingly", 4}, {"edly", 4}, {"ly", 4}}, 's': {{"ness", 4}},
	'g': {{"ing", 3}}, 'd': {{"ied", 3}, {"ed", 3}}, 'r': {{"er", 4}},
}

// undouble takes back a consonant that the suffix doubled: "dropp".
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("lszaeiou", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}
