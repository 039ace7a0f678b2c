package wire

import (
	"fmt"
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

// cursor walks one JSON text once, from left to right, and checks all of it:
// what it does not decode it still validates (RFC 8259).
type cursor struct {
	b       []byte
	i       int
	depth   int
	scratch []byte // room to decode strings in
	plain   bool   // the last name was written without escapes
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
		name, err := c.name()
		if err != nil {
			return err
		}
		if c.peek() != ':' {
			return c.fail("\":\" was expected, %s", c.found())
		}
		c.i++
		if err := each(name); err != nil {
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

// boolean reads true or false; any other value is stepped over and counts as
// the fallback.
func (c *cursor) boolean(fallback bool) (bool, error) {
	switch c.peek() {
	case 't':
		fallback = true
	case 'f':
		fallback = false
	}
	return fallback, c.skip()
}

// optional reads a string; any other value is stepped over and "".
func (c *cursor) optional() (string, error) {
	if c.peek() != '"' {
		return "", c.skip()
	}
	return c.text()
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

// raw steps over a value and returns it as it stands.
func (c *cursor) raw() ([]byte, error) {
	c.space()
	from := c.i
	err := c.skip()
	return c.b[from:c.i], err
}

// word reads a string that is written without escapes, and does not copy it;
// any other value is stepped over and nil. What decides when a reply is over is
// read in this way, since an Ending decodes nothing.
func (c *cursor) word() ([]byte, error) {
	if c.peek() != '"' {
		return nil, c.skip()
	}
	from := c.i
	escaped, err := c.str()
	if err != nil || escaped {
		return nil, err
	}
	return c.b[from+1 : c.i-1], nil
}

// filled steps over a value and tells whether it is an array with elements.
func (c *cursor) filled() (bool, error) {
	if c.peek() != '[' {
		return false, c.skip()
	}
	some := false
	err := c.array(func(int) error { some = true; return c.skip() })
	return some, err
}

// elements calls each for every element of an array that is an object, and
// steps over everything else.
func (c *cursor) elements(each func() error) error {
	if c.peek() != '[' {
		return c.skip()
	}
	return c.array(func(int) error {
		if c.peek() != '{' {
			return c.skip()
		}
		return each()
	})
}

// members calls each for every member of an object; any other value is stepped
// over.
func (c *cursor) members(each func(key []byte) error) error {
	if c.peek() != '{' {
		return c.skip()
	}
	return c.object(each)
}
