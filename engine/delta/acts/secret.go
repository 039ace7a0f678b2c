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
	formOf(`\b(?:github_pat_|hf_)\w{16}|\b(?:glpat|pypi)-[\w-]{12}|GOCSPX-[\w-]{8}`, "github_pat_", "hf_", "glpat-", "pypi-", "gocspx-"),
	formOf(`\bx(?:ox[abposr]|app)-[\w-]{8}`, "xox", "xapp-"),
	formOf(`\b(?:ya29|hv[sb]|SG)\.[\w-]{16}`, "ya29.", "hvs.", "hvb.", "sg."),
	formOf(`\beyJ[\w-]{8,}\.[\w-]{8}`, "eyj"),
	formOf(`PRIVATE KEY-----|-----BEGIN [A-Z ]*PRIVATE KEY`, "private key"),
	formOf(`\b\d{8,10}:[\w-]{30}|://[^\s/:@]*:[^\s/@]{3,}@`, ":"),
	formOf(`hooks\.slack\.com/services/\w|/api/webhooks/\d+/\w`, "hooks.", "webhooks/"),
	formOf(`(?i)\b(?:bearer|basic) [\w.~+/=-]{12}`, "bearer", "basic"),
	formOf(`(?:-u|--user) ?\S+:\S{3}|\bsshpass -p`, "-u", "--user", "sshpass"),
	formOf(`(?i)\blog(?:in|on)s? ?[:=] ?\S+ ?[/:] ?\S*\d`, "login", "logon"),
	formOf(`(?i)passphrase ?(?:is|[:=]) ?\S`, "passphrase"),
	// a value that is assigned to a name of secrets, whatever it is,
	formOf(`(?i)(?:pass(?:word|wd)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?)\w*["']?:?=["'`+"`"+`]?[^\s"'`+"`"+`=]{4}`, "="),
	// or is told after it and is no plain word or small number
	formOf(`(?i)(?:\b|_)(?:pass(?:word|wd)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|auth)`+
		"\\w*[\"']? ?(?:is|=|:|:=) ?[\"'`]?(?:[^\\s\"'`]*[!@#$%^&*][^\\s\"'`]*|[^\\s\"'`\\d]+\\d[^\\s\"'`]*|\\d[^\\s\"'`]*[a-zA-Z][^\\s\"'`]*|\\d{7}\\d*)", "pass", "pwd", "secret", "token", "key", "credential", "auth"),
}

// has reports whether a text has the form; lower is the text as folded gives it.
func (s *secretForm) has(text, lower string) bool {
	return slices.ContainsFunc(s.marks, func(mark string) bool { return strings.Contains(lower, mark) }) &&
		s.form().MatchString(text)
}

// Lengths of words that mix letters and digits.
const (
	longToken  = 28 // is a key rather than a word
	namedToken = 12 // is one where the words around it speak of keys
	tailToken  = 14 // is one behind the name of who gave it ("npm_…"), with some digits,
	longTail   = 20 // with one
)

// secretName is a word that says what a value is.
var secretName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:pass(?:word|wd|phrase)?|secret|token|key|credentials?)\b`)
})

// Secret reports whether a text holds what looks like a key, a token or a password by
// its form. No such text becomes an item. The bare hash of a commit or a file is none.
func Secret(text string) bool {
	lower := folded(text)
	if slices.ContainsFunc(secretForms, func(s secretForm) bool { return s.has(text, lower) }) {
		return true
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !(r == '+' || r == '-' || r == '_' || r == '=' || unicode.IsLetter(r) || unicode.IsDigit(r))
	}) {
		if len(word) >= namedToken && (isKey(word) || isMixed(word) && secretName().MatchString(text)) {
			return true
		}
	}
	return false
}

// folded is a text in lower case as an expression folds it: its long s is an s, too.
func folded(text string) string { return strings.ReplaceAll(strings.ToLower(text), "ſ", "s") }

// signs counts the capitals, small letters and digits of a word.
func signs(word string) (upper, lower, digit int) {
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
	return upper, lower, digit
}

// isMixed reports whether a word is of letters and digits in disorder, as no name is.
func isMixed(word string) bool {
	upper, lower, digit := signs(word)
	return upper+lower+digit == len(word) && digit >= 4 && upper+lower >= 4
}

// isKey reports whether a word looks like a key whatever is said around it.
func isKey(word string) bool {
	upper, lower, digit := signs(word)
	if at := strings.LastIndexByte(word, '_'); at > 1 && len(word)-at > tailToken {
		u, l, d := signs(word[at+1:])
		tail := len(word) - at - 1
		return u+l+d == tail && u+l >= 4 && (d >= 4 || d > 0 && tail >= longTail)
	}
	hash := strings.Trim(word, "0123456789abcdef") == ""
	return len(word) >= longToken && !hash && digit >= 4 &&
		(upper >= 3 && lower >= 3 || digit+upper+lower == len(word) && upper*lower == 0 && 5*digit > len(word))
}
