package acts

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A secretForm is the form of a key, token or password. A text without any of its marks,
// in lower case, does not have it: most texts are dismissed without the expression.
type secretForm struct {
	marks []string
	form  func() *regexp.Regexp
}

func formOf(form string, marks ...string) secretForm {
	return secretForm{marks, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })}
}

var secretForms = []secretForm{
	formOf(`AIza[\w-]{10}`, "aiza"),
	formOf(`\b(?:AKIA|ASIA)[A-Z0-9]{12}`, "akia", "asia"),
	formOf(`\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[\w-]{12}`, "sk-", "sk_", "pk-", "pk_", "rk-", "rk_"),
	formOf(`\bgh[pousr]_\w{16}`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
	formOf(`github_pat_\w{16}`, "github_pat_"),
	formOf(`glpat-[\w-]{12}`, "glpat-"),
	formOf(`xox[abposr]-[\w-]{8}`, "xox"),
	formOf(`\bhf_\w{16}`, "hf_"),
	formOf(`\beyJ[\w-]{8,}\.[\w-]{8}`, "eyj"),
	formOf(`-----BEGIN [A-Z ]*PRIVATE KEY`, "private key"),
	formOf(`\b\d{8,10}:[\w-]{30}|://[^\s/:@]+:[^\s/@]{3,}@`, ":"),
	formOf(`(?i)\b(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|auth)`+
		"\\w*[\"']? ?(?:is|=|:|:=) ?[\"'`]?[^\\s\"'`]*[\\d!@#$%^&*][^\\s\"'`]*", "pass", "pwd", "secret", "token", "key", "credential", "auth"),
}

// has reports whether a text has the form; lower is the text in lower case.
func (s *secretForm) has(text, lower string) bool {
	return slices.ContainsFunc(s.marks, func(mark string) bool { return strings.Contains(lower, mark) }) &&
		s.form().MatchString(text)
}

// longToken is how many letters and digits in a row, mixed, are a key rather than a
// word.
const longToken = 28

// Secret reports whether a text holds what looks like a key, a token or a password by
// its form. No such text becomes an item.
func Secret(text string) bool {
	lower := strings.ToLower(text)
	if slices.ContainsFunc(secretForms, func(s secretForm) bool { return s.has(text, lower) }) {
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
