package edit

import "strings"

// Found tells where in a text an edit stands.
type Found struct {
	Format Format
	// Start and End are byte offsets: from the begin of the edit's first line
	// (for SEARCH/REPLACE its marker, not the path above it) to behind its
	// last.
	Start, End int
	// Closed reports whether the edit's end is there: its REPLACE or End Patch
	// line, or all lines that its last hunk counts.
	Closed bool
}

// Find recognises the first edit in a text, be it a reply, a patch argument or
// a shell command with a heredoc.
func Find(text string) (Found, bool) {
	for at := 0; at < len(text); {
		line := firstLine(text[at:])
		next := min(at+len(line)+1, len(text))
		f := Found{Format: Starts(line, firstLine(text[next:])), Start: at}
		if f.Format == "" {
			at = next
			continue
		}
		if f.Format == FormatV4A {
			f.Start += strings.Index(line, beginPatch)
		}
		f.End, f.Closed = endOf(f.Format, text, at, next)
		return f, true
	}
	return Found{}, false
}

// Starts tells which format begins on line, given the line after it; empty if
// none does.
func Starts(line, after string) Format {
	line = strings.TrimRight(line, " \t\r")
	if strings.HasSuffix(line, beginPatch) {
		// The line may open a shell's quotes: apply_patch "*** Begin Patch
		return FormatV4A
	}
	if _, ok := searchMark(line); ok {
		return FormatSearchReplace
	}
	if strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "--- ") && strings.HasPrefix(after, "+++ ") {
		return FormatUnified
	}
	return ""
}

// Ends reports whether line is the last of an edit of that format. Unified diffs
// have no such line.
func Ends(f Format, line string) bool {
	switch f {
	case FormatSearchReplace:
		return replaceMark(strings.TrimRight(line, "\r"))
	case FormatV4A:
		return strings.HasPrefix(strings.TrimSpace(line), endPatch)
	}
	return false
}

// endOf is where the edit ends whose first line is text[from:next].
func endOf(f Format, text string, from, next int) (end int, closed bool) {
	if f == FormatUnified {
		return endOfDiff(text, from)
	}
	for at := next; at < len(text); {
		line := firstLine(text[at:])
		at = min(at+len(line)+1, len(text))
		if Ends(f, line) {
			return at, true
		}
	}
	return len(text), false
}

// DiffBody follows a unified diff line by line and tells where it ends.
type DiffBody struct{ old, new int }

// Takes reports whether line, with the line after it, still belongs to the diff.
// Hunks are followed by their counts, so that a list after a diff is not taken
// for deletions.
func (d *DiffBody) Takes(line, after string) bool {
	line = strings.TrimRight(line, "\r\n")
	if d.old > 0 || d.new > 0 {
		switch {
		case line == "" || line[0] == ' ':
			d.old--
			d.new--
		case line[0] == '-':
			d.old--
		case line[0] == '+':
			d.new--
		case line[0] != '\\':
			return false
		}
		return true
	}
	if m := hunkHead.FindStringSubmatch(line); m != nil {
		d.old, d.new = 1, 1
		if m[2] != "" {
			d.old = number(m[2])
		}
		if m[4] != "" {
			d.new = number(m[4])
		}
		return true
	}
	key, _ := extended(line)
	return key != "" || strings.HasPrefix(line, `\`) || strings.HasPrefix(line, "+++ ") ||
		Starts(line, after) == FormatUnified
}

// Whole reports whether no hunk is under way.
func (d *DiffBody) Whole() bool { return d.old <= 0 && d.new <= 0 }

// endOfDiff is where the diff that begins at from ends, and whether whole.
func endOfDiff(text string, from int) (int, bool) {
	var d DiffBody
	at := from
	for at < len(text) {
		line := firstLine(text[at:])
		next := min(at+len(line)+1, len(text))
		if !d.Takes(line, firstLine(text[next:])) {
			break
		}
		at = next
	}
	return at, d.Whole()
}
