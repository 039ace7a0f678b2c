package canon

import "bytes"

// part is a stretch of text: prose, or what a code fence holds.
type part struct {
	span
	fenced bool
}

// partsOf splits a text at the lines that open or close a code fence
// (CommonMark 4.5). None can stand inside JSON, whose strings hold no line
// break.
func partsOf(text []byte) []part {
	var parts []part
	from, opened := 0, "" // the fence that is open
	for start := 0; start < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		fence, info := fenceOf(text[start:end])
		if fence != "" && (opened == "" || closes(fence, opened, info)) {
			parts = append(parts, part{span{from, start}, opened != ""})
			from = end
			if opened == "" {
				opened = fence
			} else {
				opened = ""
			}
		}
		start = end + 1
	}
	return append(parts, part{span{from, len(text)}, opened != ""})
}

// fenceOf is the fence that a line begins with, "" for none, and what follows.
func fenceOf(line []byte) (fence string, info []byte) {
	indent := 0
	for indent < len(line) && indent < 4 && line[indent] == ' ' {
		indent++
	}
	line = line[indent:]
	if indent > 3 || len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return "", nil
	}
	n := 1
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return "", nil
	}
	return string(line[:n]), line[n:]
}

// closes reports whether a fence line ends the fence that is open.
func closes(fence, opened string, info []byte) bool {
	return fence[0] == opened[0] && len(fence) >= len(opened) && len(bytes.TrimSpace(info)) == 0
}
