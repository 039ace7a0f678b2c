package aside

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// least is the size of a literal from which on it is set aside, in bytes.
const least = 4 << 10

// mark begins the literals that stand for those which were set aside.
const mark = `"\u0000aside `

// Held are the literals that were set aside.
type Held struct{ literals [][]byte }

// Take sets the long texts of a JSON document aside. What it returns is as valid as raw;
// it is raw itself where nothing was set aside.
func Take(raw []byte) (short []byte, h Held) {
	if len(raw) < least || bytes.Contains(raw, []byte(mark)) {
		return raw, h
	}
	kept := 0
	for at := 0; at < len(raw); {
		n := bytes.IndexByte(raw[at:], '"')
		if n < 0 {
			break
		}
		start := at + n
		end := literalEnd(raw, start)
		if end < 0 {
			return raw, Held{}
		}
		if at = end; end-start < least {
			continue
		}
		if !valid(raw[start:end]) {
			return raw, Held{}
		}
		short = append(short, raw[kept:start]...)
		short = append(strconv.AppendInt(append(short, mark...), int64(len(h.literals)), 10), '"')
		h.literals = append(h.literals, raw[start:end])
		kept = end
	}
	if kept == 0 {
		return raw, h
	}
	return append(short, raw[kept:]...), h
}

// Back puts back what was set aside of a part of the document.
func (h Held) Back(part []byte) []byte {
	if len(h.literals) == 0 {
		return part
	}
	var full []byte
	for {
		before, rest, found := bytes.Cut(part, []byte(mark))
		number, rest, closed := bytes.Cut(rest, []byte(`"`))
		n, err := strconv.Atoi(string(number))
		if !found || !closed || err != nil || n < 0 || n >= len(h.literals) {
			break
		}
		if full == nil && len(before) == 0 && len(rest) == 0 {
			return h.literals[n]
		}
		full = append(append(full, before...), h.literals[n]...)
		part = rest
	}
	if full == nil {
		return part
	}
	return append(full, part...)
}

// literalEnd is where the literal ends that begins at start, -1 where it does not.
func literalEnd(raw []byte, start int) int {
	for at := start + 1; ; {
		n := bytes.IndexByte(raw[at:], '"')
		if n < 0 {
			return -1
		}
		slashes := 0
		for i := at + n - 1; i >= at && raw[i] == '\\'; i-- {
			slashes++
		}
		if at += n + 1; slashes%2 == 0 {
			return at
		}
	}
}

// valid reports whether a text in quotes is a literal.
func valid(literal []byte) bool {
	for at := 1; at < len(literal)-1; at++ {
		switch b := literal[at]; {
		case b < 0x20 || b == '"':
			return false
		case b != '\\':
			continue
		}
		at++
		switch literal[at] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		case 'u':
			if _, ok := hex(literal[at+1:]); !ok {
				return false
			}
			at += 4
		default:
			return false
		}
	}
	return true
}

// hex is the number of four hexadecimal digits.
func hex(text []byte) (rune, bool) {
	if len(text) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[:4]), 16, 32)
	return rune(n), err == nil && bytes.IndexByte(text[:4], '_') < 0
}

// Text is the text of a JSON value that is one. ok is false where it is none.
func Text(value []byte) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	if literalEnd(value, 0) != len(value) || !valid(value) || !utf8.Valid(value) {
		return text, json.Unmarshal(value, &text) == nil
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner), true
	}
	out := make([]byte, 0, len(inner))
	for {
		n := bytes.IndexByte(inner, '\\')
		if n < 0 {
			return string(append(out, inner...)), true
		}
		out = append(out, inner[:n]...)
		c := inner[n+1]
		inner = inner[n+2:]
		switch c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'u':
			r, _ := hex(inner)
			if inner = inner[4:]; 0xD800 <= r && r <= 0xDFFF { // one of a pair
				return text, json.Unmarshal(value, &text) == nil
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
	}
}
