package signs

import (
	"bytes"
)

// Open is what a text does not close, or closes without having opened it.
type Open struct {
	// Line counts from 1.
	Line int
	// Text is the bracket or the beginning of the literal.
	Text string
	// Closes reports whether it is an end without a beginning.
	Closes bool
}

// Unclosed finds the first of what a text does not close, or closes wrongly. masked is
// the text with its comments and literals hidden, unclosed where those of them begin that
// do not end (table.Masked).
func Unclosed(text, masked []byte, unclosed []int) (first Open, balanced bool) {
	if len(unclosed) > 0 {
		return open(text, unclosed[0], false), false
	}
	var stack []int
	for at, b := range masked {
		switch b {
		case '(', '[', '{':
			stack = append(stack, at)
		case ')', ']', '}':
			if len(stack) == 0 || !matches(masked[stack[len(stack)-1]], b) {
				return open(text, at, true), false
			}
			stack = stack[:len(stack)-1]
		}
	}
	if len(stack) > 0 {
		return open(text, stack[len(stack)-1], false), false
	}
	return Open{}, true
}

func matches(opens, closes byte) bool {
	return opens == '(' && closes == ')' || opens == '[' && closes == ']' || opens == '{' && closes == '}'
}

func open(text []byte, at int, closes bool) Open {
	const most = 3 // the longest quotes
	end := at + 1
	for end < min(len(text), at+most) && text[end] == text[at] && !closes {
		end++
	}
	return Open{Line: 1 + bytes.Count(text[:at], []byte("\n")), Text: string(text[at:end]), Closes: closes}
}
