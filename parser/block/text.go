package block

import (
	"bytes"
	"sort"
	"strings"

	"holdfast/parser/source"
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
	if strings.Contains(reply, "\r\n") {
		d.src, d.drops = dropCR(reply)
	} else {
		d.src = []byte(reply)
	}
	blankThoughts(d.src)
	return d
}

// dropCR makes LF of CRLF and tells where.
func dropCR(s string) (out []byte, drops []int) {
	out = make([]byte, 0, len(s))
	for {
		i := strings.Index(s, "\r\n")
		if i < 0 {
			return append(out, s...), drops
		}
		out = append(out, s[:i]...)
		drops = append(drops, len(out))
		s = s[i+1:]
	}
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
