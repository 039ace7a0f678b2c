package prose

import (
	"strconv"
	"strings"

	"holdfast/parser/pattern"
)

// withoutDiffs blanks the unified diffs of a turn, in a fence or not: what they hold
// are lines of files and nobody's words.
func withoutDiffs(s string) string {
	if !strings.Contains(s, "diff --git ") && !strings.Contains(s, "@@ ") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for d, rest, more := (diff{}), s, true; more; {
		var line string
		if line, rest, more = strings.Cut(rest, "\n"); !d.holds(line, rest) {
			b.WriteString(line)
		}
		if more {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// diff is where in a unified diff a reader stands.
type diff struct {
	head     bool // between the line that names the files and their first hunk
	old, new int  // lines that the hunk has still to come
}

var (
	hunkHead = pattern.New(`^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@`)
	// fileHead are the lines that git writes between the files' names and their hunks.
	fileHead = pattern.New(`^(?:index [0-9a-f]+\.\.[0-9a-f]+|(?:new|deleted) file mode \d|(?:old|new) mode \d|` +
		`(?:dis)?similarity index \d|(?:rename|copy) (?:from|to) |Binary files .* differ$|--- \S|\+\+\+ \S)`)
)

// holds reports whether the next line, with a text behind it, belongs to a diff. The head of a hunk counts
// its lines; a hunk that was cut short ends at the first line that can be none of it.
func (d *diff) holds(line, rest string) bool {
	if d.old > 0 || d.new > 0 {
		if d.counts(line) {
			return true
		}
		d.old, d.new = 0, 0
	}
	if m := hunkHead.FindStringSubmatch(line); m != nil {
		d.head, d.old, d.new = false, length(m[1]), length(m[2])
		return true
	}
	if strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "--- ") && strings.HasPrefix(rest, "+++ ") {
		d.head = true
		return true
	}
	d.head = d.head && fileHead.MatchString(line)
	return d.head || strings.HasPrefix(line, "\\ No newline at end of file")
}

// counts takes a line of a hunk off those to come.
func (d *diff) counts(line string) bool {
	kind := byte(' ') // a blank line that lost its blank
	if line != "" {
		kind = line[0]
	}
	switch kind {
	case ' ':
		d.old, d.new = d.old-1, d.new-1
	case '-':
		d.old--
	case '+':
		d.new--
	case '\\':
	default:
		return false
	}
	return true
}

// length is how many lines of a file a hunk has: one where it does not say so.
func length(s string) int {
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0 // more than there can be
	}
	return n
}
