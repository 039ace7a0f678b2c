package block

import (
	"bytes"
	"strconv"
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

const (
	unknownMarks = "it holds the marks of an edit in a form that is not known, so it was not read as one"
	diffLines    = "its lines carry the marks of a diff, so it is an edit that was not read and no file"
	lineNumbers  = "its lines carry numbers, so it is a listing of lines and no file"
)

var (
	runOpens   = pattern.New(`^ {0,3}<{3,}(?: ?[A-Za-z].*)?$`)
	runDivides = pattern.New(`^ {0,3}={3,}\s*$`)
	runCloses  = pattern.New(`^ {0,3}>{3,}(?: ?[A-Za-z].*)?$`)
	// An edit names its two sides in some dress: "[SEARCH]", "--- OLD ---", "<new>",
	// "REPLACE:".
	dressed  = pattern.New(`^ {0,3}(?:[<>=+*#~-]{3,} ?|\[|<)/?([A-Za-z]+)(?: (?i:block|code|text|lines|content))?(?: ?[<>=+*#~-]{3,}|\]|>)?:?\s*$`)
	labelled = pattern.New(`^ {0,3}([A-Z]{3,})(?: (?:BLOCK|CODE|TEXT|LINES))?:\s*$`)
	sides    = [2]*pattern.Regexp{pattern.New(`^(?i:search|find|old|original|before)$`),
		pattern.New(`^(?i:replace|replacement|new|updated|after|modified|with)$`)}
	countedLine = pattern.New(`^ *(\d{1,6})(?: ?[|│→:]|\t|  |[.)] )`)
)

// foreignEdit is why a fence holds an edit in a form that is not known, or a listing,
// rather than code; "" if it seems to hold code.
func foreignEdit(content []byte, lang source.Language, document bool) string {
	lines := strings.Split(strings.TrimRight(string(content), "\n"), "\n")
	if document {
		lines = lines[:1] // what stands further down may be an example
	}
	if marked(lines, lang) {
		return unknownMarks
	}
	switch {
	case document || lang == "markdown" || lang == "text":
	case diffed(lines):
		return diffLines
	case listed(lines, lang):
		return lineNumbers
	}
	return ""
}

// marked reports whether lines mark the two sides of an edit.
func marked(lines []string, lang source.Language) bool {
	opened := false
	var side [2]bool
	for _, line := range lines {
		switch {
		case runOpens.MatchString(line):
			opened = true
		case opened && (runDivides.MatchString(line) || runCloses.MatchString(line)):
			return true
		}
		m := dressed.FindStringSubmatch(line)
		if m == nil && lang != "yaml" {
			m = labelled.FindStringSubmatch(line)
		}
		if m == nil || strings.Contains(line, "<"+m[1]+">") && (lang == "xml" || lang == "html") {
			continue
		}
		for i, words := range sides {
			side[i] = side[i] || words.MatchString(m[1])
		}
		if side[0] && side[1] {
			return true
		}
	}
	return false
}

// diffed reports whether lines are those of a diff: one that is taken away with one
// in its place right below, or each with a sign before it.
func diffed(lines []string) bool {
	signed, context, plain := 0, 0, 0
	pair := false
	last := byte(0)
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		sign := line[0]
		if sign != '+' && sign != '-' || strings.HasPrefix(line, "++") || strings.HasPrefix(line, "--") {
			sign = 0
		}
		switch {
		case sign != 0:
			signed++
			pair = pair || sign == '+' && last == '-'
		case line[0] == ' ':
			context++
		case !strings.HasPrefix(line, "@@"):
			plain++
		}
		last = sign
	}
	return signed > 0 && (pair || plain == 0 && (hasSign(lines, '+') || hasGluedMinus(lines)))
}

func hasSign(lines []string, sign byte) bool {
	for _, line := range lines {
		if line != "" && line[0] == sign {
			return true
		}
	}
	return false
}

// hasGluedMinus reports whether a line begins with a minus that no blank follows, as
// no item of a list does.
func hasGluedMinus(lines []string) bool {
	for _, line := range lines {
		if len(line) > 1 && line[0] == '-' && line[1] != ' ' && line[1] != '-' {
			return true
		}
	}
	return false
}

// listed reports whether every line carries its number.
func listed(lines []string, lang source.Language) bool {
	n, last := 0, 0
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		m := countedLine.FindStringSubmatch(line)
		if m == nil {
			return false
		}
		now, err := strconv.Atoi(m[1])
		if err != nil || n > 0 && now <= last || n > 0 && now > last+1 && !bytes.Contains([]byte(line), []byte("|")) {
			return false
		}
		n, last = n+1, now
	}
	if lang == "yaml" && n > 0 && strings.HasPrefix(strings.TrimLeft(lines[0], " 0123456789"), ":") {
		return strings.Count(lines[0], ":") > 1 // a mapping may have numbers for keys
	}
	return n > 1
}
