package acts

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// shapes are the forms of keys, tokens and passwords.
var shapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`AIza[\w-]{10}|\b(?:AKIA|ASIA)[A-Z0-9]{12}|\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[\w-]{12}|\bgh[pousr]_\w{16}|github_pat_\w{16}|glpat-[\w-]{12}|` +
		`xox[abposr]-[\w-]{8}|\bhf_\w{16}|\beyJ[\w-]{8,}\.[\w-]{8}|-----BEGIN [A-Z ]*PRIVATE KEY|\b\d{8,10}:[\w-]{30}|://[^\s/:@]+:[^\s/@]{3,}@|` +
		`(?i:\b(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|auth)\w*["']? ?(?:is|=|:|:=) ?["'` + "`" + `]?[^\s"'` + "`" + `]*[\d!@#$%^&*][^\s"'` + "`" + `]*)`)
})

// longToken is how many letters and digits in a row, mixed, are a key rather than a
// word.
const longToken = 28

// Secret reports whether a text holds what looks like a key, a token or a password by
// its form. No such text becomes an item.
func Secret(text string) bool {
	if shapes().MatchString(text) {
		return true
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !(r == '+' || r == '-' || r == '_' || r == '=' || unicode.IsLetter(r) || unicode.IsDigit(r))
	}) {
		if len(word) < longToken {
			continue
		}
		var upper, lower, digit int
		for _, c := range word {
			switch {
			case unicode.IsUpper(c):
				upper++
			case unicode.IsLower(c):
				lower++
			case unicode.IsDigit(c):
				digit++
			}
		}
		if digit >= 4 && (upper >= 3 && lower >= 3 || digit+upper+lower == len(word) && upper*lower == 0 && 5*digit > len(word)) {
			return true
		}
	}
	return false
}
