package edit

import (
	"fmt"
	"regexp"
	"strings"
)

// SearchReplace reads SEARCH/REPLACE blocks as aider, Cline and Roo write them:
//
//	path/to/file.go
//	<<<<<<< SEARCH
//	old lines
//	=======
//	new lines
//	>>>>>>> REPLACE
//
// The line directly above a block becomes Change.Path as it stands; blocks
// without one, and blocks of the same file, join the Change before. An empty
// SEARCH part creates the file. Text around the blocks is passed over. A block
// that is not closed, or whose parts cannot be told apart, is an error; what
// was read until then is returned with it, the broken Change last.
func SearchReplace(text string) ([]Change, error) {
	all := lines(text)
	var changes []Change
	above := ""
	for i := 0; i < len(all); i++ {
		open, ok := searchMark(all[i])
		if !ok {
			above = strings.TrimSpace(all[i])
			if strings.HasPrefix(above, "```") || strings.HasPrefix(above, "~~~") {
				above = ""
			}
			continue
		}
		h, next, err := searchBlock(all, i, open)
		if err != nil {
			return append(changes, Change{Path: above}), err
		}
		changes = joinHunk(changes, above, h)
		above, i = "", next
	}
	if len(changes) == 0 {
		return nil, fmt.Errorf("there is no SEARCH/REPLACE block in this text")
	}
	return changes, nil
}

// searchMark reports whether line opens a block, and the length of its run.
func searchMark(line string) (int, bool) {
	for _, c := range "<-" {
		if n, ok := mark(line, byte(c), "SEARCH"); ok {
			return n, true
		}
	}
	return 0, false
}

// replaceMark reports whether line closes a block.
func replaceMark(line string) bool {
	_, aider := mark(line, '>', "REPLACE")
	_, cline := mark(line, '+', "REPLACE")
	return aider || cline
}

// mark recognises a run of 5 to 9 c, then word (or nothing, if word is empty).
func mark(line string, c byte, word string) (int, bool) {
	line = strings.TrimRight(line, " \t")
	n := 0
	for n < len(line) && line[n] == c {
		n++
	}
	if n < 5 || n > 9 {
		return 0, false
	}
	rest := line[n:]
	if word == "" {
		return n, rest == ""
	}
	rest, ok := strings.CutPrefix(rest, " ")
	return n, ok && strings.TrimRight(rest, "<>") == word
}

// searchBlock reads the block whose SEARCH line is all[at]; next is the index
// of its REPLACE line.
func searchBlock(all []string, at, run int) (h Hunk, next int, err error) {
	end, divider, same, dividers := -1, -1, 0, 0
	last := -1 // the divider that came last
	for i := at + 1; i < len(all); i++ {
		if replaceMark(all[i]) {
			end = i
			break
		}
		if _, again := searchMark(all[i]); again {
			break
		}
		n, ok := mark(all[i], '=', "")
		if !ok {
			continue
		}
		dividers++
		if n == run {
			same++
		}
		if divider < 0 || n == run && same == 1 {
			divider = i
		}
		last = i
	}
	stop := end
	if same == 2 && dividers == 2 && last == end-1 { // it divides nothing
		stop, same = last, 1
	}
	switch {
	case end < 0:
		return h, 0, fmt.Errorf("the SEARCH block on line %d has no \">>>>>>> REPLACE\": it may have been cut", at+1)
	case dividers == 0:
		return h, 0, fmt.Errorf("the SEARCH block on line %d has no \"=======\"", at+1)
	case same > 1 || same == 0 && dividers > 1:
		return h, 0, fmt.Errorf("the SEARCH block on line %d has more than one \"=======\", so its two parts cannot be told apart", at+1)
	}
	old := withoutHints(all[at+1 : divider])
	return Hunk{Old: whole(old), New: whole(all[divider+1 : stop]), Lines: true}, end, nil
}

var lineHint = regexp.MustCompile(`^:(?:start|end)_line:\s*\d*\s*$`)

// withoutHints are the lines of a SEARCH part without those that tell where it
// stands (Roo's), and the rule below them.
func withoutHints(old []string) []string {
	n := 0
	for n < len(old) && lineHint.MatchString(old[n]) {
		n++
	}
	if n > 0 && n < len(old) && strings.Trim(old[n], "-") == "" && len(old[n]) >= 5 {
		n++
	}
	return old[n:]
}

var escapedMark = regexp.MustCompile(`(?m)^\\(<{5,9}|={5,9}|>{5,9}|-{5,9}|:(?:start|end)_line:)`)

// ApplyDiff reads the SEARCH/REPLACE blocks of an apply_diff call, in which a
// backslash stands before lines of the file that look like marks.
func ApplyDiff(text string) ([]Change, error) {
	changes, err := SearchReplace(text)
	for i := range changes {
		for j := range changes[i].Hunks {
			h := &changes[i].Hunks[j]
			h.Old, h.New = escapedMark.ReplaceAllString(h.Old, "$1"), escapedMark.ReplaceAllString(h.New, "$1")
		}
		changes[i].Content = escapedMark.ReplaceAll(changes[i].Content, []byte("$1"))
	}
	return changes, err
}

// whole joins lines, each with its newline.
func whole(part []string) string {
	if len(part) == 0 {
		return ""
	}
	return strings.Join(part, "\n") + "\n"
}

// joinHunk appends h to the last change if it is of the same file, else begins
// another.
func joinHunk(changes []Change, path string, h Hunk) []Change {
	next := Change{Op: Replace, Path: path, Hunks: []Hunk{h}}
	if h.Old == "" {
		next = Change{Op: Create, Path: path, Content: []byte(h.New)}
	}
	if n := len(changes); n > 0 && (path == "" || path == changes[n-1].Path) {
		changes[n-1].Join(next)
		return changes
	}
	return append(changes, next)
}

// Join makes c do what next does to the same file, too, afterwards.
func (c *Change) Join(next Change) {
	if c.Op == Create {
		c.Op, c.Hunks, c.Content = Replace, []Hunk{{New: string(c.Content), Lines: true}}, nil
	}
	if next.Op == Create {
		next.Hunks = []Hunk{{New: string(next.Content), Lines: true}}
	}
	c.Hunks = append(c.Hunks, next.Hunks...)
}
