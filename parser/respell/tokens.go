package respell

import "bytes"

// token is one token of a text of the family of C: a word, a literal ('s'), a line of
// the preprocessor ('d'), or punctuation by its first byte.
type token struct {
	kind     byte
	from, to int
}

const (
	wordToken    = 'w'
	literalToken = 's'
	ruleToken    = 'd'
	// scopeToken is "::", arrowToken "->", bothToken "&&" and "||".
	scopeToken = 'S'
	arrowToken = 'A'
	bothToken  = 'B'
)

// tokens splits a masked text.
func tokens(mask, src []byte) []token {
	list := make([]token, 0, len(mask)/4)
	fresh := true // at the start of a line
	for i := 0; i < len(mask); {
		c := mask[i]
		switch {
		case c == '\n':
			fresh = true
			i++
			continue
		case isSpace(c):
			i++
			continue
		case c == '#' && fresh:
			end := ruleEnd(src, i)
			list = append(list, token{ruleToken, i, end})
			i = end
			continue
		}
		t := tokenAt(mask, i)
		list = append(list, t)
		fresh, i = false, t.to
	}
	return list
}

func tokenAt(mask []byte, i int) token {
	c, end := mask[i], i+1
	next := byte(0)
	if end < len(mask) {
		next = mask[end]
	}
	switch {
	case isWord(c):
		for end < len(mask) && isWord(mask[end]) {
			end++
		}
		return token{wordToken, i, end}
	case c == 0 || c == '"' || c == '\'':
		for end < len(mask) && (mask[end] == 0 || mask[end] == '"' || mask[end] == '\'') {
			end++
		}
		return token{literalToken, i, end}
	case c == ':' && next == ':':
		return token{scopeToken, i, end + 1}
	case c == '-' && next == '>':
		return token{arrowToken, i, end + 1}
	case c == '&' && next == '&', c == '|' && next == '|':
		return token{bothToken, i, end + 1}
	}
	return token{c, i, end}
}

// ruleEnd is the end of the preprocessor's line at i, with the lines that go on it.
func ruleEnd(src []byte, i int) int {
	for {
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			return len(src)
		}
		if i += n; src[i-1] != '\\' {
			return i
		}
		i++
	}
}

// pair finds the partner of each bracket, -1 where there is none.
func pair(list []token) []int32 {
	mate := make([]int32, len(list))
	var open []int32
	for i, t := range list {
		mate[i] = -1
		switch t.kind {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			want := opener[t.kind]
			for n := len(open); n > 0; n = len(open) {
				top := open[n-1]
				if list[top].kind == want {
					mate[top], mate[i] = int32(i), top
					open = open[:n-1]
					break
				}
				if t.kind != '}' {
					break // a stray one closes nothing
				}
				open = open[:n-1] // a brace ends what is open inside of it
			}
		}
	}
	return mate
}

var opener = map[byte]byte{')': '(', ']': '[', '}': '{'}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
