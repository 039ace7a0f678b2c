package wire

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text decodes a scanned string. Like encoding/json it puts U+FFFD for each
// byte that is not UTF-8 and for each surrogate without its other half.
func (c *cursor) text(s raw) string {
	b := c.b[s.start:s.end]
	if !s.escaped && utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	out.Grow(len(b))
	for len(b) > 0 {
		n := bytes.IndexByte(b, '\\')
		if n < 0 {
			n = len(b)
		}
		writeValid(&out, b[:n])
		b = b[n:]
		if len(b) > 0 {
			b = b[unescape(&out, b):]
		}
	}
	return out.String()
}

// writeValid appends b, with U+FFFD for each byte that is not UTF-8.
func writeValid(out *strings.Builder, b []byte) {
	if utf8.Valid(b) {
		out.Write(b)
		return
	}
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		out.WriteRune(r)
		b = b[n:]
	}
}

// unescape appends the character that the escape at the start of b stands for
// and returns the escape's length. The escape was validated by the scan.
func unescape(out *strings.Builder, b []byte) int {
	switch b[1] {
	case 'b':
		out.WriteByte('\b')
	case 'f':
		out.WriteByte('\f')
	case 'n':
		out.WriteByte('\n')
	case 'r':
		out.WriteByte('\r')
	case 't':
		out.WriteByte('\t')
	case 'u':
		return unescapeUnicode(out, b)
	default: // a quote, a backslash or a slash
		out.WriteByte(b[1])
	}
	return 2
}

func unescapeUnicode(out *strings.Builder, b []byte) int {
	r := rune(hex4(b[2:]))
	if !utf16.IsSurrogate(r) {
		out.WriteRune(r)
		return 6
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if pair := utf16.DecodeRune(r, rune(hex4(b[8:]))); pair != utf8.RuneError {
			out.WriteRune(pair)
			return 12
		}
	}
	out.WriteRune(utf8.RuneError)
	return 6
}

// hex4 reads four hexadecimal digits, -1 where b does not start with four.
func hex4(b []byte) int {
	if len(b) < 4 {
		return -1
	}
	n := 0
	for _, d := range b[:4] {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			d = d | 0x20 - 'a' + 10
		default:
			return -1
		}
		n = n<<4 | int(d)
	}
	return n
}
