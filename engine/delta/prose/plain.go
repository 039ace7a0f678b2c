package prose

import "strings"

// plain takes inline marks off a text: emphasis, strike-out, links and
// images. Code spans keep their backticks and what is in them.
func plain(s string) string {
	if !hasAny(s, "*_~[<\\") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '`':
			end := strings.IndexByte(s[i+1:], '`')
			if end < 0 {
				i++
				continue
			}
			b.WriteString(s[i : i+end+2])
			i += end + 2
		case c == '\\' && i+1 < len(s) && strings.IndexByte("*_~[]<>#-", s[i+1]) >= 0:
			b.WriteByte(s[i+1])
			i += 2
		case c == '*':
			n := run(s[i:], '*')
			if !emphasis(s, i, n) {
				b.WriteString(s[i : i+n])
			}
			i += n
		case c == '~' && strings.HasPrefix(s[i:], "~~"):
			i += 2
		case c == '_' && !(between(s, i)):
			i++
		case c == '[':
			label, n := link(s[i:])
			b.WriteString(label)
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// run is how often a sign stands at the beginning of a text.
func run(s string, sign byte) int {
	n := 0
	for n < len(s) && s[n] == sign {
		n++
	}
	return n
}

// emphasis reports whether n asterisks at i open or close emphasis: another run stands
// before or behind them, and a word begins or ends there. "2 * 3", "x**2" and "*.go"
// are no emphasis (CommonMark, flanking runs).
func emphasis(s string, i, n int) bool {
	before, after := byte(' '), byte(' ')
	if i > 0 {
		before = s[i-1]
	}
	if i+n < len(s) {
		after = s[i+n]
	}
	left := after != ' ' && after != '\n' && !wordByte(before) && before != ')'
	right := before != ' ' && before != '\n' && !wordByte(after) && after != '('
	return left && strings.Contains(s[i+n:], s[i:i+n]) || right && strings.Contains(s[:i], s[i:i+n])
}

// hasAny reports whether one of a few signs stands in a text.
func hasAny(s, signs string) bool {
	for i := 0; i < len(signs); i++ {
		if strings.IndexByte(s, signs[i]) >= 0 {
			return true
		}
	}
	return false
}

// between reports whether the sign at i stands inside a word.
func between(s string, i int) bool {
	return i > 0 && i+1 < len(s) && wordByte(s[i-1]) && wordByte(s[i+1])
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || c == '_'
}

// maxLink bounds the look for a link's end.
const maxLink = 300

// link reads "[label](target)" and returns the label and how many bytes it
// takes; a bracket that opens no link is itself.
func link(s string) (label string, n int) {
	near := s[:min(len(s), maxLink)]
	end := strings.IndexByte(near, ']')
	if end < 0 || end+1 >= len(near) || near[end+1] != '(' {
		return "[", 1
	}
	closing := strings.IndexByte(near[end:], ')')
	if closing < 0 {
		return "[", 1
	}
	return near[1:end], end + closing + 1
}

// strong lists the stretches between pairs of asterisks, a few at most.
func strong(s string) []string {
	var out []string
	for len(out) < 8 {
		_, rest, ok := strings.Cut(s, "**")
		if !ok {
			break
		}
		body, after, closed := strings.Cut(rest, "**")
		if !closed {
			break
		}
		if body = strings.TrimSpace(strings.Trim(plain(body), "`: ")); body != "" && len(body) < 60 {
			out = append(out, body)
		}
		s = after
	}
	return out
}
