package block

import (
	"bytes"
	"sort"
	"strings"

	"holdfast/parser/source"
	"holdfast/parser/thought"
)

// document is a reply with LF line ends, its thoughts blanked out, and the way
// back to offsets in the reply as it came.
type document struct {
	src   []byte
	drops []int // offsets in src at which a CR was dropped
}

// read makes a document of a reply.
func read(reply string) *document {
	d := &document{}
	d.src, d.drops = dropCR(reply)
	thought.Blank(d.src)
	return d
}

// dropCR drops the CRs before each LF and before the end, where a reply that was
// cut may lack its LF, and tells where they stood.
func dropCR(s string) (out []byte, drops []int) {
	if strings.IndexByte(s, '\r') < 0 {
		return []byte(s), nil
	}
	out = make([]byte, 0, len(s))
	for line := range strings.Lines(s) {
		text := strings.TrimRight(line, "\r\n")
		out = append(out, text...)
		end := line[len(text):]
		for range strings.Count(end, "\r") {
			drops = append(drops, len(out))
		}
		if strings.HasSuffix(end, "\n") {
			out = append(out, '\n')
		}
	}
	return out, drops
}

// original maps a range of src to the reply as it came.
func (d *document) original(r source.Range) source.Range {
	at := func(n int) int { return n + sort.SearchInts(d.drops, n) }
	return source.Range{Start: at(r.Start), End: at(r.End)}
}

// lineStart is where the line that holds offset at begins.
func (d *document) lineStart(at int) int {
	return bytes.LastIndexByte(d.src[:at], '\n') + 1
}

// above lists the lines before the one that holds offset at, nearest first,
// back to offset limit, at most most of them.
func (d *document) above(at, limit, most int) []string {
	var lines []string
	for end := d.lineStart(at); end > limit && len(lines) < most; {
		start := d.lineStart(end - 1)
		lines = append(lines, string(d.src[max(start, limit):end-1]))
		end = start
	}
	return lines
}
