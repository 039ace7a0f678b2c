package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

const bom = "\uFEFF"

// Canonical is the text by which two versions of a symbol are compared
// (TSLP 15.4): the bytes of own with CRLF and CR as LF, without a leading byte
// order mark, the first line's indentation taken from the later lines, and
// exactly one final newline. So neither a checkout's line ends nor the depth at
// which a definition stands make a difference; every other byte does.
//
// A range that opens a line is a definition of its own and brings its own
// indentation; any other range goes on where the one before it was interrupted
// by a member. A container's shell also loses the lines that hold only white
// space, so that adding or removing a member leaves it as it was.
//
// own must be in order and within src. Canonical is idempotent: applied to its
// own result as one range it changes nothing.
func Canonical(src []byte, own []Range, container bool) []byte {
	size := 1
	for _, r := range own {
		size += r.Len() + 1
	}
	out := make([]byte, 0, size)
	var indent []byte
	for i, r := range own {
		lead, opens := Indentation(src, r.Start)
		if i == 0 || opens || !container {
			indent = lead
			out = endLine(out)
		}
		out = appendDedented(out, r.Of(src), indent)
	}
	if container {
		out = dropBlankLines(out)
	}
	out = bytes.TrimRight(bytes.TrimLeft(out, bom), "\n")
	return append(out, '\n')
}

// Sum is the "sha256:…" of b, as artifacts are named in the State Map.
func Sum(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// maxLead is how far back a line's beginning is looked for, in bytes: in text
// without line ends there would be no end to it.
const maxLead = 4096

// Indentation is the white space that opens the line of src on which offset
// stands, as far as offset; opens tells that nothing else stands before it.
func Indentation(src []byte, offset int) (lead []byte, opens bool) {
	start := offset
	for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
		start--
	}
	if start == 0 || src[start-1] == '\n' || src[start-1] == '\r' || string(src[:start]) == bom {
		return src[start:offset], true
	}
	floor := max(0, offset-maxLead)
	line := floor + 1 + bytes.LastIndexAny(src[floor:offset], "\r\n")
	if line == floor && floor > 0 {
		return nil, false
	}
	line += len(src[line:offset]) - len(bytes.TrimLeft(src[line:offset], bom))
	return src[line : offset-len(bytes.TrimLeft(src[line:offset], " \t"))], false
}

// appendDedented appends text with LF line ends, its lines after the first
// without indent, or as much of indent as they have.
func appendDedented(out, text, indent []byte) []byte {
	for {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			return append(out, text...)
		}
		out = append(append(out, text[:end]...), '\n')
		if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
			end++
		}
		text = text[end+1:]
		text = text[commonPrefix(text, indent):]
	}
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func endLine(out []byte) []byte {
	if len(out) > 0 && out[len(out)-1] != '\n' {
		return append(out, '\n')
	}
	return out
}

// dropBlankLines works in place: the result is never longer than text.
func dropBlankLines(text []byte) []byte {
	out := text[:0]
	for line := range bytes.Lines(text) {
		if len(bytes.Trim(line, " \t\n\v\f"+bom)) > 0 {
			out = append(out, line...)
		}
	}
	return out
}
