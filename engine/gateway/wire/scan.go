package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"unicode/utf8"
)

// maxDepth bounds how deep values may nest, as encoding/json does: a body of
// nothing but "[" must not exhaust the stack.
const maxDepth = 10000

// SyntaxError tells where a text stops being JSON and what was expected there.
type SyntaxError struct {
	Offset int // bytes from the start
	Msg    string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.Msg)
}

// raw is the inside of a JSON string as it stands in the text, quotes excluded.
type raw struct {
	start, end int
	escaped    bool // holds at least one backslash
}

// cursor walks one JSON text once, from left to right, and checks all of it:
// what it does not decode it still validates (RFC 8259).
type cursor struct {
	b     []byte
	i     int
	depth int
}

func (c *cursor) fail(format string, args ...any) error {
	return &SyntaxError{Offset: c.i, Msg: fmt.Sprintf(format, args...)}
}

// found describes the byte at the cursor for an error message.
func (c *cursor) found() string {
	if c.i >= len(c.b) {
		return "the body ends"
	}
	r, n := utf8.DecodeRune(c.b[c.i:])
	if r == utf8.RuneError && n <= 1 {
		return fmt.Sprintf("found byte 0x%02x", c.b[c.i])
	}
	return fmt.Sprintf("found %q", r)
}

func (c *cursor) space() {
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case ' ', '\t', '\n', '\r':
			c.i++
		default:
			return
		}
	}
}

// peek returns the next byte that is not white space, 0 at the end.
func (c *cursor) peek() byte {
	c.space()
	if c.i >= len(c.b) {
		return 0
	}
	return c.b[c.i]
}

// end checks that nothing but white space follows.
func (c *cursor) end() error {
	c.space()
	if c.i < len(c.b) {
		return c.fail("%s after the end of the value", c.found())
	}
	return nil
}

// skip validates one value of any kind and steps over it.
func (c *cursor) skip() error {
	switch k := c.peek(); {
	case k == '{':
		return c.object(func([]byte) error { return c.skip() })
	case k == '[':
		return c.array(func(int) error { return c.skip() })
	case k == '"':
		_, err := c.str()
		return err
	case k == '-' || k >= '0' && k <= '9':
		return c.number()
	case k == 't':
		return c.literal("true")
	case k == 'f':
		return c.literal("false")
	case k == 'n':
		return c.literal("null")
	}
	return c.fail("a value was expected, %s", c.found())
}

// object steps over an object and calls each with the decoded name of every
// member; each must consume the member's value.
func (c *cursor) object(each func(key []byte) error) error {
	if err := c.open('{'); err != nil {
		return err
	}
	if c.peek() == '}' {
		c.close()
		return nil
	}
	for {
		if c.peek() != '"' {
			return c.fail("a member name in quotes was expected, %s", c.found())
		}
		name, err := c.str()
		if err != nil {
			return err
		}
		if c.peek() != ':' {
			return c.fail("\":\" was expected, %s", c.found())
		}
		c.i++
		if err := each(c.key(name)); err != nil {
			return err
		}
		switch c.peek() {
		case ',':
			c.i++
		case '}':
			c.close()
			return nil
		default:
			return c.fail("\",\" or \"}\" was expected, %s", c.found())
		}
	}
}

// array steps over an array and calls each with the index of every element;
// each must consume the element.
func (c *cursor) array(each func(n int) error) error {
	if err := c.open('['); err != nil {
		return err
	}
	if c.peek() == ']' {
		c.close()
		return nil
	}
	for n := 0; ; n++ {
		if err := each(n); err != nil {
			return err
		}
		switch c.peek() {
		case ',':
			c.i++
		case ']':
			c.close()
			return nil
		default:
			return c.fail("\",\" or \"]\" was expected, %s", c.found())
		}
	}
}

func (c *cursor) open(k byte) error {
	if c.peek() != k {
		return c.fail("%q was expected, %s", k, c.found())
	}
	if c.depth++; c.depth > maxDepth {
		return c.fail("values nest deeper than %d", maxDepth)
	}
	c.i++
	return nil
}

func (c *cursor) close() {
	c.depth--
	c.i++
}

func (c *cursor) literal(word string) error {
	if len(c.b)-c.i < len(word) || string(c.b[c.i:c.i+len(word)]) != word {
		return c.fail("a value was expected, %s", c.found())
	}
	c.i += len(word)
	return nil
}

func (c *cursor) number() error {
	if c.b[c.i] == '-' {
		c.i++
	}
	if c.i < len(c.b) && c.b[c.i] == '0' {
		c.i++
	} else if !c.digits() {
		return c.fail("a digit was expected, %s", c.found())
	}
	if c.i < len(c.b) && c.b[c.i] == '.' {
		c.i++
		if !c.digits() {
			return c.fail("a digit was expected, %s", c.found())
		}
	}
	if c.i < len(c.b) && c.b[c.i]|0x20 == 'e' {
		c.i++
		if c.i < len(c.b) && (c.b[c.i] == '+' || c.b[c.i] == '-') {
			c.i++
		}
		if !c.digits() {
			return c.fail("a digit was expected, %s", c.found())
		}
	}
	return nil
}

func (c *cursor) digits() bool {
	from := c.i
	for c.i < len(c.b) && c.b[c.i] >= '0' && c.b[c.i] <= '9' {
		c.i++
	}
	return c.i > from
}

// str steps over the string at the cursor, which stands on its opening quote.
func (c *cursor) str() (raw, error) {
	c.i++
	s := raw{start: c.i}
	for {
		c.i += plainRun(c.b[c.i:])
		if c.i >= len(c.b) {
			return s, c.fail("a string is not closed")
		}
		switch c.b[c.i] {
		case '"':
			s.end = c.i
			c.i++
			return s, nil
		case '\\':
			s.escaped = true
			if err := c.escape(); err != nil {
				return s, err
			}
		default:
			return s, c.fail("a control character stands unescaped in a string, %s", c.found())
		}
	}
}

func (c *cursor) escape() error {
	if c.i+1 >= len(c.b) {
		c.i++
		return c.fail("a string is not closed")
	}
	switch c.b[c.i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		c.i += 2
		return nil
	case 'u':
		if c.i+6 <= len(c.b) && hex4(c.b[c.i+2:]) >= 0 {
			c.i += 6
			return nil
		}
	}
	return c.fail("unknown escape in a string")
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

// key returns the decoded name of a member, without a copy in the usual case.
func (c *cursor) key(s raw) []byte {
	if !s.escaped {
		return c.b[s.start:s.end]
	}
	return []byte(c.text(s))
}

// boolean reads true or false; any other value is stepped over and false.
func (c *cursor) boolean() (bool, error) {
	is := c.peek() == 't'
	return is, c.skip()
}

// optional reads a string; any other value is stepped over and "".
func (c *cursor) optional() (string, error) {
	if c.peek() != '"' {
		return "", c.skip()
	}
	s, err := c.str()
	if err != nil {
		return "", err
	}
	return c.text(s), nil
}

// integer reads a whole number from 0 to 2^53; any other value is stepped over
// and 0.
func (c *cursor) integer() (int, error) {
	c.space()
	from := c.i
	if err := c.skip(); err != nil {
		return 0, err
	}
	n := 0
	for _, d := range c.b[from:c.i] {
		if d < '0' || d > '9' || n > 1<<53/10 {
			return 0, nil
		}
		n = n*10 + int(d-'0')
	}
	return n, nil
}

// validObject tells whether b is one JSON object and nothing else.
func validObject(b []byte) bool {
	c := cursor{b: bytes.TrimSpace(b)}
	return c.peek() == '{' && c.skip() == nil && c.end() == nil
}
