package prose

import "strings"

// paragraphs reads the paragraphs with which a turn begins, as most turns do to
// their end, and gives the rest: from the first block on that has a line which may
// be more than a paragraph's. The lines before it have no say in what it is, since
// a blank line has ended all of them.
func (r *reader) paragraphs(turn string) (rest string) {
	rest = turn
	lines, blanks := 0, false // of the paragraph with which rest begins, and whether one of them ends in blanks
	end := func(after string) {
		if lines > 0 {
			said := strings.TrimSpace(rest[:len(rest)-len(after)])
			if blanks {
				said = withoutBlanks(said)
			}
			r.begun = true
			r.paragraph(said)
		}
		rest, lines, blanks = after, 0, false
	}
	for left := turn; left != "" && r.size < MaxProse; {
		line, after, _ := strings.Cut(left, "\n")
		switch {
		case isBlank(line):
			end(after)
		case mayBeMarked(line):
			return rest
		default:
			lines++
			blanks = blanks || strings.TrimSpace(line) != line
		}
		left = after
	}
	if r.size < MaxProse {
		end("")
	}
	return ""
}

// blockEnd is where what a marked line begins has surely ended: before a paragraph
// of its own that stands at the margin, after a blank line. Code in a fence and raw
// HTML go on over those, so that nothing ends them here.
func blockEnd(turn string) int {
	blank := false
	for at := 0; at < len(turn); {
		line, _, _ := strings.Cut(turn[at:], "\n")
		switch {
		case isBlank(line):
			blank = true
		case blank && !mayBeMarked(line):
			return at
		case opensFence(line):
			return len(turn)
		default:
			blank = false
		}
		at += len(line) + 1
	}
	return len(turn)
}

// opensFence tells a line that may begin what a blank line does not end, be it in a
// list or a quotation.
func opensFence(line string) bool {
	return strings.Contains(line, "```") || strings.Contains(line, "~~~") || strings.Contains(line, "<")
}

// withoutBlanks are the lines of a text without the blanks at their ends.
func withoutBlanks(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

// isBlank tells a line that ends a paragraph.
func isBlank(line string) bool { return strings.Trim(line, " \t\r") == "" }

// mayBeMarked reports whether a line may be of a list, a quotation, code or whatever
// else CommonMark knows: it is indented or begins like those.
func mayBeMarked(line string) bool {
	switch line[0] {
	case ' ', '\t', '\r', '-', '+', '*', '_', '#', '>', '<', '`', '~':
		return true
	}
	number := len(line) - len(strings.TrimLeft(line, "0123456789"))
	return number > 0 && number < len(line) && (line[number] == '.' || line[number] == ')')
}
