package edit

import "strings"

// lines is text cut at its newlines, which the lines do not hold, nor the CRs
// before them and before the end, where a text that was cut may lack its newline.
func lines(text string) []string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if strings.Contains(text, "\r") {
		for i, line := range all {
			all[i] = strings.TrimRight(line, "\r")
		}
	}
	return all
}

// hunkText collects the old and the new side of a hunk, whole lines.
type hunkText struct {
	old, new           strings.Builder
	oldLines, newLines int
	last               byte // prefix of the last line: ' ', '+', '-'
	blanks             int  // lines at the end that were empty, without even a prefix
	noEOLOld, noEOLNew bool
}

// add takes one body line with its prefix; false if it has none.
func (t *hunkText) add(line string) bool {
	if line == "" { // a context line whose only blank was lost
		t.blanks++
		return true
	}
	switch line[0] {
	case ' ', '+', '-':
	case '\\':
		t.flush()
		t.noEOLOld = t.noEOLOld || t.last != '+'
		t.noEOLNew = t.noEOLNew || t.last != '-'
		return true
	default:
		return false
	}
	t.flush()
	t.put(line[0], line[1:])
	return true
}

// flush makes the empty lines so far part of the context. Those at the end of
// a hunk never are: they separate it from what follows.
func (t *hunkText) flush() {
	for ; t.blanks > 0; t.blanks-- {
		t.put(' ', "")
	}
}

func (t *hunkText) put(prefix byte, line string) {
	t.last = prefix
	if prefix != '+' {
		t.old.WriteString(line)
		t.old.WriteByte('\n')
		t.oldLines++
	}
	if prefix != '-' {
		t.new.WriteString(line)
		t.new.WriteByte('\n')
		t.newLines++
	}
}

// hunk is what was collected, in line mode.
func (t *hunkText) hunk() Hunk {
	h := Hunk{Old: t.old.String(), New: t.new.String(), Lines: true}
	if t.noEOLOld {
		h.Old = strings.TrimSuffix(h.Old, "\n")
	}
	if t.noEOLNew {
		h.New = strings.TrimSuffix(h.New, "\n")
	}
	return h
}
