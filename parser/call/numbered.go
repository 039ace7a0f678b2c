package call

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// styles are the ways in which clients number lines; the first group is the
// number.
var styles = []*pattern.Regexp{
	pattern.New(`^ *(\d{1,9})→`),
	pattern.New(`^ *(\d{1,9})\t`),
	pattern.New(`^ *(\d{1,9}) \|(?: |$)`),
	pattern.New(`^(\d{1,9}):(?: |$)`),
	pattern.New(`^ *(\d{1,9})\|`),
}

// unmistakable is a numbered line that nothing but a client writes, so that one
// such line is enough.
var unmistakable = pattern.New(`^(?: *\d{1,9}→| {2,}\d{1,9}[\t|])`)

// numbered takes the numbers off lines that all carry one in the same style,
// each one more than the one before. framed tells that the client put them in a
// frame, so that one line alone may be numbered, too.
func numbered(lines []string, framed bool) (first int, plain []string, ok bool) {
	if len(lines) == 1 && !framed && !unmistakable.MatchString(lines[0]) {
		return 0, nil, false
	}
	for _, s := range styles {
		if !s.MatchString(lines[0]) {
			continue
		}
		if first, plain, ok = unnumber(lines, s); ok {
			return first, plain, true
		}
	}
	return 0, nil, false
}

// maxListing is the size of a text, in bytes, beyond which no listing is looked for.
const maxListing = 1 << 20

// barred is a numbered line as no file of any format has them from its first on.
var barred = pattern.New(`^ *\d{1,9}(?:→| \|(?: |$))`)

// unlisted takes the numbers off a text for a file all of whose lines carry one:
// it is a listing of the file, as models have read it. first is the number of the
// first line, 0 where the text is none. In formats that are no code lines may begin
// with numbers of their own.
func unlisted(path, text string) (plain string, first int) {
	body, end := strings.CutSuffix(text, "\n")
	head, _, _ := strings.Cut(body, "\n")
	if len(text) > maxListing || !slices.ContainsFunc(styles, func(s *pattern.Regexp) bool { return s.MatchString(head) }) ||
		!barred.MatchString(head) && !isCode(path) {
		return text, 0
	}
	first, lines, ok := numbered(strings.Split(body, "\n"), false)
	if !ok {
		return text, 0
	}
	if plain = strings.Join(lines, "\n"); end {
		plain += "\n"
	}
	return plain, first
}

// listing is a part of a file without the numbers of a listing.
func listing(path, text string) string {
	plain, _ := unlisted(path, text)
	return plain
}

// isCode reports whether a file is in a language with symbols.
func isCode(path string) bool {
	d := source.Define(source.ForPath(path))
	return d != nil && d.Style != ""
}

func unnumber(lines []string, s *pattern.Regexp) (first int, plain []string, ok bool) {
	plain = make([]string, len(lines))
	spaced := true
	for i, line := range lines {
		m := s.FindStringSubmatchIndex(line)
		if m == nil {
			return 0, nil, false
		}
		n, _ := strconv.Atoi(line[m[2]:m[3]])
		if i == 0 {
			first = n
		}
		if n != first+i || n < 1 {
			return 0, nil, false
		}
		plain[i] = line[m[1]:]
		spaced = spaced && strings.HasPrefix(plain[i], " ")
	}
	// "00001| x": every line, even an empty one, has a blank behind the bar.
	if spaced && strings.HasPrefix(lines[0], "0") {
		for i := range plain {
			plain[i] = plain[i][1:]
		}
	}
	return first, plain, true
}
