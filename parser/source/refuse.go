package source

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// MaxSize is the largest text that is parsed, in bytes.
const MaxSize = 512 << 10

// Refuse says in a few words why src is not to be parsed, "" if it may be: it
// is too large, or not a text. Every reader asks this first.
func Refuse(src []byte) string {
	if len(src) > MaxSize {
		return fmt.Sprintf("too large: %d KiB, the limit is %d KiB", (len(src)+1023)>>10, MaxSize>>10)
	}
	return NoText(src)
}

// NoText says in a few words why src is no text, "" if it is one.
func NoText(src []byte) string {
	switch {
	case bytes.IndexByte(src, 0) >= 0:
		return "holds a NUL byte: not a text"
	case !utf8.Valid(src):
		return "not valid UTF-8"
	}
	return ""
}
