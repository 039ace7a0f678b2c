package views

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// tabWidth is how many columns a tab advances to a multiple of.
const tabWidth = 4

// Clean makes foreign text safe to print on one line: what a model, a client or
// a file wrote must not move the cursor, change colours or hide characters.
// Control characters come out in caret notation (^[ for escape), invisible and
// direction-changing runes and bytes that are not UTF-8 as <hex>, tabs and line
// ends as spaces.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r == '\r' && strings.HasPrefix(s[n:], "\n"):
		default:
			writeVisible(&b, r, s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// SourceLines splits content into lines that are safe to print as they are,
// with tabs expanded to columns. A final line end opens no further line; the CR
// of a CRLF is left out.
func SourceLines(content string) []string {
	if content == "" {
		return nil
	}
	content = strings.TrimSuffix(content, "\n")
	lines := strings.Split(content, "\n")
	for i, l := range lines {
		lines[i] = cleanLine(strings.TrimSuffix(l, "\r"))
	}
	return lines
}

// cleanLine is Clean for a line whose tabs are columns.
func cleanLine(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	writeColumns(&b, s, 0)
	return b.String()
}

// writeColumns appends s, made visible, to b and expands its tabs, where the
// text stands at column col. It returns the column after it.
func writeColumns(b *strings.Builder, s string, col int) int {
	start := b.Len()
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == '\t' {
			col += width(b.String()[start:])
			pad := tabWidth - col%tabWidth
			b.WriteString(spaces(pad))
			col, start = col+pad, b.Len()
		} else {
			writeVisible(b, r, s[:n])
		}
		s = s[n:]
	}
	return col + width(b.String()[start:])
}

// writeVisible appends one rune, or what stands for it where it cannot be seen.
func writeVisible(b *strings.Builder, r rune, raw string) {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		fmt.Fprintf(b, "<%02x>", raw[0])
	case r < 0x20:
		b.WriteByte('^')
		b.WriteByte(byte(r) + '@')
	case r == 0x7f:
		b.WriteString("^?")
	case invisible(r):
		fmt.Fprintf(b, "<%02x>", r)
	default:
		b.WriteString(raw)
	}
}

// invisible tells the runes that take no place, or reorder or swallow what stands
// around them, so that code would read otherwise than it compiles. The joiner and the
// variation selectors of emoji are left alone.
func invisible(r rune) bool {
	switch {
	case r >= 0x80 && r <= 0x9f, // C1 controls: 0x9b is a CSI to some terminals
		r == 0xad,                // soft hyphen
		r == 0x061c,              // Arabic letter mark
		r == 0x180e,              // Mongolian vowel separator
		r == 0x200b, r == 0x200c, // zero-width space, non-joiner
		r == 0x200e, r == 0x200f, // direction marks
		r >= 0x2028 && r <= 0x202e,   // line and paragraph separators, embeddings
		r >= 0x2060 && r <= 0x206f,   // word joiner, isolates
		r == 0xfeff,                  // byte order mark
		r >= 0xfff9 && r <= 0xfffb,   // interlinear annotation
		r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return unicode.Is(prepended, r)
}

// prepended are the runes that make one character with whatever follows them
// (Grapheme_Cluster_Break=Prepend of Unicode's annex 29): before the blank that
// fills a line or the sign that frames it, they would swallow a column.
var prepended = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0600, Hi: 0x0605, Stride: 1}, {Lo: 0x06dd, Hi: 0x06dd, Stride: 1},
		{Lo: 0x070f, Hi: 0x070f, Stride: 1}, {Lo: 0x0890, Hi: 0x0891, Stride: 1},
		{Lo: 0x08e2, Hi: 0x08e2, Stride: 1}, {Lo: 0x0d4e, Hi: 0x0d4e, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x110bd, Hi: 0x110bd, Stride: 1}, {Lo: 0x110cd, Hi: 0x110cd, Stride: 1},
		{Lo: 0x111c2, Hi: 0x111c3, Stride: 1}, {Lo: 0x113d1, Hi: 0x113d1, Stride: 1},
		{Lo: 0x1193f, Hi: 0x1193f, Stride: 1}, {Lo: 0x11941, Hi: 0x11941, Stride: 1},
		{Lo: 0x11a84, Hi: 0x11a89, Stride: 1}, {Lo: 0x11d46, Hi: 0x11d46, Stride: 1},
		{Lo: 0x11f02, Hi: 0x11f02, Stride: 1},
	},
}

// plain reports whether s is printable ASCII throughout.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// width is the number of terminal columns of s; escape sequences take none.
func width(s string) int {
	if plain(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

const blanks = "                                                                                                                                "

// spaces returns n blanks, none for a negative n.
func spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blanks) {
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

// pad fills s, which is w columns wide, up to to columns.
func pad(s string, w, to int) string {
	if w >= to {
		return s
	}
	return s + spaces(to-w)
}

// cut shortens s to at most w columns, ending it with tail where it was longer.
func cut(s string, w int, tail string) string {
	if w <= 0 {
		return ""
	}
	if plain(s) {
		if len(s) <= w {
			return s
		}
		if t := width(tail); t < w {
			return s[:w-t] + tail
		}
		return s[:w]
	}
	if ansi.StringWidth(s) <= w {
		return s
	}
	if width(tail) >= w {
		tail = ""
	}
	return ansi.Truncate(s, w, tail)
}

// cutHead shortens s to its last w columns, beginning it with head where it was
// longer.
func cutHead(s string, w int, head string) string {
	n := width(s)
	if n <= w {
		return s
	}
	if w <= width(head) {
		return cut(head, w, "")
	}
	// A wide rune that straddles the cut leaves a column less or more.
	for drop := n - w + width(head); ; drop++ {
		if out := ansi.TruncateLeft(s, drop, head); width(out) <= w {
			return out
		}
	}
}
