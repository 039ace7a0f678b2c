package wire

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// str steps over the string at the cursor, which stands on its opening quote,
// and tells whether there are escapes in it.
func (c *cursor) str() (escaped bool, err error) {
	b, i := c.b, c.i+1
	for {
		i += plainRun(b[i:])
		if i >= len(b) || b[i] != '\\' {
			c.i = i
			return escaped, c.closing()
		}
		n, err := c.escapeAt(i)
		if err != nil {
			return true, err
		}
		escaped = true
		i += n
	}
}

// appendText steps over the string at the cursor and appends what it stands
// for to dst. Like encoding/json it puts U+FFFD for each byte that is not
// UTF-8 and for each surrogate without its other half.
func (c *cursor) appendText(dst []byte) ([]byte, error) {
	b, i, from := c.b, c.i+1, len(dst)
	for {
		for i+1 < len(b) && b[i] == '\\' && shortEscape[b[i+1]] != 0 { // \n\t\t is common in code
			dst = append(dst, shortEscape[b[i+1]])
			i += 2
		}
		n := plainRun(b[i:])
		dst = append(dst, b[i:i+n]...)
		if i += n; i >= len(b) || b[i] != '\\' {
			c.i = i
			return validFrom(dst, from), c.closing()
		}
		if n, err := c.escapeAt(i); err != nil {
			return dst, err
		} else if n == 2 {
			continue
		}
		r, n := unescape(b[i:])
		dst = utf8.AppendRune(dst, r)
		i += n
	}
}

// validFrom puts U+FFFD for each byte of b[from:] that is not UTF-8.
func validFrom(b []byte, from int) []byte {
	if utf8.Valid(b[from:]) {
		return b
	}
	fixed := b[:from:from]
	for rest := b[from:]; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		fixed = utf8.AppendRune(fixed, r)
		rest = rest[n:]
	}
	return fixed
}

// text steps over the string at the cursor and decodes it.
func (c *cursor) text() (s string, err error) {
	c.scratch, err = c.appendText(c.scratch[:0])
	return string(c.scratch), err
}

// appendOptional appends what a string stands for; any other value is stepped
// over.
func (c *cursor) appendOptional(dst []byte) ([]byte, error) {
	if c.peek() != '"' {
		return dst, c.skip()
	}
	return c.appendText(dst)
}

// name steps over a member's name and decodes it, without a copy in the usual
// case.
func (c *cursor) name() ([]byte, error) {
	from := c.i
	escaped, err := c.str()
	c.plain = !escaped
	if err != nil || !escaped {
		return c.b[min(from+1, c.i):max(from+1, c.i-1)], err
	}
	again := cursor{b: c.b, i: from}
	return again.appendText(nil)
}

// closing steps over the quote that ends a string.
func (c *cursor) closing() error {
	if c.i >= len(c.b) {
		return c.fail("a string is not closed")
	}
	if c.b[c.i] != '"' {
		return c.fail("a control character stands unescaped in a string, %s", c.found())
	}
	c.i++
	return nil
}

// shortEscape maps the letter of a two-byte escape to what it stands for.
var shortEscape = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escapeAt returns the length of the escape that begins at i.
func (c *cursor) escapeAt(i int) (int, error) {
	b := c.b[i:]
	switch {
	case len(b) > 1 && shortEscape[b[1]] != 0:
		return 2, nil
	case len(b) >= 6 && b[1] == 'u' && hex4(b[2:]) >= 0:
		return 6, nil
	}
	c.i = i
	if len(b) == 1 {
		c.i++
		return 0, c.fail("a string is not closed")
	}
	return 0, c.fail("unknown escape in a string")
}

// unescape returns the character that the \u escape at the start of b stands
// for, and the length of the escape or pair of escapes.
func unescape(b []byte) (rune, int) {
	r := rune(hex4(b[2:]))
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if pair := utf16.DecodeRune(r, rune(hex4(b[8:]))); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
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

// plainRun returns the length of the prefix of b that holds no quote, no
// backslash and no control character, eight bytes at a time.
func plainRun(b []byte) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	n := 0
	for len(b)-n >= 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		quote, slash := x^(ones*'"'), x^(ones*'\\')
		// A byte's high bit is set where it is below 0x20 or equals one of the two;
		// a borrow can only mark bytes after the first true one.
		mark := ((x - ones*0x20) &^ x) | ((quote - ones) &^ quote) | ((slash - ones) &^ slash)
		if mark &= highs; mark != 0 {
			return n + bits.TrailingZeros64(mark)/8
		}
		n += 8
	}
	for n < len(b) && b[n] >= 0x20 && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}
