package call

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/parser/pattern"
)

// words makes a set of what stands in a text.
func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// The words by which a client's sentence denies, apart from plain negation, and
// those by which it tells of a success.
var (
	refusals = words(`denied declined rejected refused cancelled canceled aborted interrupted blocked forbidden prohibited disallowed dismissed`)
	// troubles can be denied themselves: "0 errors".
	troubles = words(`error errors exception exceptions fail fails failed failing failure failures conflict conflicts problem problems
		issue issues warning warnings`)
	faults = words(`fatal unable invalid illegal unknown unexpected unexpectedly unsupported unavailable unauthorized missing mismatch disabled
		prevents prevented timeout timed exceeds exceeded stale outdated already must multiple ambiguous identical occurrences since`)
	successes = words(`success successful successfully succeeded ok done updated created wrote written applied saved completed edited replaced
		inserted added deleted removed renamed moved overwritten overwrote`)
)

var (
	// labelled is a line that is called an error at its head.
	labelled = pattern.New(`(?i)^(?:[\w'-]+ ){0,3}(?:error|exception)(?: -?\w+)?[:\]]`)
	// thrown begins with the name of an exception's class.
	thrown = pattern.New(`^[A-Z][a-z]+(?:[A-Z][a-z]+)+(?: ?\[\w+\])?: `)
	// system is an error of the operating system, by its name or in its words.
	system = pattern.New(`\bE(?:ACCES|BUSY|EXIST|INVAL|IO|ISDIR|LOOP|MFILE|NAMETOOLONG|NOENT|NOSPC|NOTDIR|NOTEMPTY|PERM|ROFS|TXTBSY)\b` +
		`|(?i:(?:^|: )(?:no such file or directory|permission denied|not a directory|is a directory|file exists|read-only file system|` +
		`no space left on device|operation not permitted|file name too long|device or resource busy|too many open files|text file busy)\b)`)
)

// maxSentence is how much of a line is read, in bytes.
const maxSentence = 400

// denies reports whether a line, as the first of a result of that kind, is a
// client's word that something was not done. Of what a program prints only an
// error of the system and a refusal are.
func denies(k kind, line string) bool {
	line, ok := sentence(line)
	if !ok || k != said && !strings.ContainsAny(line, " :") {
		return false
	}
	if k != printed && labelled.MatchString(line) {
		return true
	}
	bad := system.MatchString(line) || k == said && thrown.MatchString(line)
	all := read(line)
	for i, w := range all {
		switch {
		case successes[w] && !negated(all[max(0, i-3):i]):
			return false
		case refusals[w]:
			bad = true
		case k == printed:
		case faults[w], troubles[w] && !negated(all[max(0, i-2):i]), negative(w) && !harmless(all[i+1:min(len(all), i+3)]):
			bad = true
		}
	}
	return bad
}

// sentence is the part of a line that is read as prose; ok is false for a line
// of a file or of a diff: numbered, commented, or code from its beginning on.
func sentence(line string) (string, bool) {
	line = strings.TrimLeftFunc(strings.TrimSpace(line[:min(len(line), maxSentence)]), func(r rune) bool {
		return strings.ContainsRune("[(*!", r) || r > unicode.MaxASCII && !unicode.IsLetter(r)
	})
	line = strings.TrimSpace(line)
	if first, _ := utf8.DecodeRuneInString(line); !unicode.IsLetter(first) {
		return "", false
	}
	if at := strings.IndexAny(line, "{};="); at >= 0 {
		line = line[:at]
	}
	return line, true
}

// read is a sentence in words, in lower case; what is quoted, a path or a name
// of code is an empty one.
func read(line string) []string {
	var all []string
	for _, w := range strings.Fields(unquoted(line)) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if strings.ContainsAny(w, `/\._:`) {
			w = ""
		}
		all = append(all, strings.ReplaceAll(strings.ToLower(w), "’", "'"))
	}
	return all
}

// quotes are the marks that begin a quotation, with those that end it.
var quotes = map[rune]string{'"': `"`, '`': "`", '\'': "'", '“': "”", '‘': "’", '«': "»"}

// unquoted leaves out what a line quotes.
func unquoted(line string) string {
	var out strings.Builder
	before, skip := ' ', 0
	for i, r := range line {
		if i < skip {
			continue
		}
		if end := quotes[r]; end != "" && !unicode.IsLetter(before) { // no apostrophe
			at := i + utf8.RuneLen(r)
			if n := strings.Index(line[at:], end); n >= 0 {
				skip, before = at+n+len(end), ' '
				out.WriteString(" . ")
				continue
			}
		}
		out.WriteRune(r)
		before = r
	}
	return out.String()
}

// negative reports whether a word denies what follows it.
func negative(w string) bool {
	switch w {
	case "not", "cannot", "never", "no", "zero", "0", "without":
		return true
	}
	return strings.HasSuffix(w, "n't")
}

// negated reports whether one of the words before denies what follows.
func negated(before []string) bool {
	for _, w := range before {
		if negative(w) || w == "unable" || w == "failed" {
			return true
		}
	}
	return false
}

// harmless reports whether what a negation is about is a trouble.
func harmless(after []string) bool {
	return slices.ContainsFunc(after, func(w string) bool { return troubles[w] })
}
