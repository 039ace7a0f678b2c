package prose

import "strings"

// paragraphs reads the paragraphs with which a turn begins, as most turns do to
// their end, and gives the rest: from the first block on that has a line which may
// be more than a paragraph's. The lines before it have no say in what it is, since
// a blank line has ended all of them.
func (r *reader) paragraphs(turn string) (rest string) {
	rest = turn
	var said strings.Builder
	end := func() {
		if said.Len() > 0 {
			r.begun = true
			r.paragraph(strings.TrimSpace(said.String()))
			said.Reset()
		}
	}
	for left := turn; left != "" && r.size < MaxProse; {
		line, after, _ := strings.Cut(left, "\n")
		switch {
		case isBlank(line):
			end()
			rest = after
		case mayBeMarked(line):
			return rest
		default:
			if said.Len() == 0 {
				said.Grow(len(line) + 1)
			}
			said.WriteString(strings.TrimSpace(line))
			said.WriteByte('\n')
		}
		left = after
	}
	end()
	return ""
}

// isBlank tells a line that ends a paragraph.
func isBlank(line string) bool { return strings.Trim(line, " \t\r") == "" }

// mayBeMarked tells that a line may be of a list, a quotation, code or whatever
// else CommonMark knows: it is indented or begins like those.
func mayBeMarked(line string) bool {
	switch line[0] {
	case ' ', '\t', '\r', '-', '+', '*', '_', '#', '>', '<', '`', '~':
		return true
	}
	number := len(line) - len(strings.TrimLeft(line, "0123456789"))
	return number > 0 && number < len(line) && (line[number] == '.' || line[number] == ')')
}
