package hydrate

import (
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// appendEscaped appends s to dst as the inside of a JSON string (RFC 8259),
// without the quotes around it. Bytes that are not UTF-8 become U+FFFD, as
// encoding/json has it; unlike there nothing else is escaped that need not be,
// so that code stays readable in a logged body.
func appendEscaped(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(append(dst, s[start:i]...), "\uFFFD"...)
				start = i + n
			}
			i += n
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		start = i
	}
	return append(dst, s[start:]...)
}

// unescaped is the reverse of appendEscaped: the text as the model sees it.
func unescaped(escaped []byte) string {
	quoted := make([]byte, 0, len(escaped)+2)
	quoted = append(append(append(quoted, '"'), escaped...), '"')
	return gjson.ParseBytes(quoted).String()
}
