package edit

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var hunkHead = regexp.MustCompile(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)

// hunks reads hunks up to the next file or to text that is no diff.
func (r *unifiedReader) hunks() ([]Hunk, error) {
	var all []Hunk
	for r.at < len(r.all) {
		if strings.TrimSpace(r.line(0)) == "" {
			r.at++
			continue
		}
		if !strings.HasPrefix(r.line(0), "@@") {
			if len(all) > 0 || !strings.ContainsRune(" +-", rune(r.line(0)[0])) || r.startsFile() {
				break
			}
			h, err := r.body(r.at, 0) // a diff without any "@@" line is one hunk
			if err != nil {
				return all, err
			}
			if h.Old != h.New {
				all = append(all, h)
			}
			continue
		}
		h, err := r.hunk()
		if err != nil {
			return all, err
		}
		if h.Old != h.New {
			all = append(all, h)
		}
	}
	return all, nil
}

// hunk reads one hunk, by its counts where they hold, else by its prefixes:
// models count badly, but the content must match all the same.
func (r *unifiedReader) hunk() (Hunk, error) {
	m := hunkHead.FindStringSubmatch(r.line(0))
	if m == nil {
		r.at++
		return r.body(r.at, 0)
	}
	start, old, new := number(m[1]), 1, 1
	if m[2] != "" {
		old = number(m[2])
	}
	if m[4] != "" {
		new = number(m[4])
	}
	r.at++
	if h, next, ok := r.counted(old, new); ok {
		r.at = next
		h.Line = start
		return h, nil
	}
	return r.body(r.at, start)
}

// counted reads a body of exactly old and new lines; ok is false if the counts
// do not hold.
func (r *unifiedReader) counted(old, new int) (h Hunk, next int, ok bool) {
	var t hunkText
	i := r.at
	for ; i < len(r.all) && (t.oldLines+t.blanks < old || t.newLines+t.blanks < new); i++ {
		if strings.HasPrefix(r.all[i], "@@") || !t.add(r.all[i]) {
			return h, 0, false
		}
	}
	t.flush()
	if i < len(r.all) && strings.HasPrefix(r.all[i], `\`) {
		t.add(r.all[i])
		i++
	}
	if t.oldLines != old || t.newLines != new || r.goesOn(i) {
		return h, 0, false
	}
	return t.hunk(), i, true
}

// goesOn reports whether line i is more of a hunk whose counts are used up.
func (r *unifiedReader) goesOn(i int) bool {
	if i >= len(r.all) || r.all[i] == "" || r.all[i] == "-- " { // "-- " signs a mailed patch
		return false
	}
	here := unifiedReader{all: r.all, at: i}
	return strings.ContainsRune(" +-", rune(r.all[i][0])) && !here.startsNames()
}

// body reads a hunk up to the next header, or the end.
func (r *unifiedReader) body(from, line int) (Hunk, error) {
	var t hunkText
	for r.at = from; r.at < len(r.all); r.at++ {
		if strings.HasPrefix(r.line(0), "@@") || r.startsFile() && !r.changedComment() {
			break
		}
		if !t.add(r.line(0)) {
			return Hunk{}, fmt.Errorf("line %d of the diff has no ' ', '+' or '-' before it: %q", r.at+1, clip(r.line(0)))
		}
	}
	h := t.hunk()
	h.Line = line
	return h, nil
}

// changedComment reports whether a "---" line with a "+++" line inside a hunk is a
// line of the file that began with "--", and the one in its place: no hunk follows
// on them, and they do not name one file.
func (r *unifiedReader) changedComment() bool {
	if !r.startsNames() || strings.HasPrefix(r.line(2), "@@") {
		return false
	}
	old, new := stripPrefixes(diffName(r.line(0)[4:]), diffName(r.line(1)[4:]))
	return old != new && old != devNull && new != devNull
}

// number reads digits that a regular expression has found to be few.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
