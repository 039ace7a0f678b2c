package wire

import "slices"

// lexer follows the JSON of a stream's events byte by byte, over the borders of
// chunks, as far as is needed to know at what place of an event a member
// stands: a tool's arguments may hold any words, also those of a sign.
type lexer struct {
	signs      *endSigns
	markerOnly bool

	// Of the line.
	place   place
	mark    int  // bytes of a byte order mark that the stream begins with
	matched int  // bytes of "data:" that the line begins with
	cr      bool // the line before ended in CR: an LF belongs to it
	last    bool // a marker stands in the line
	ended   bool // a finish reason was seen, and nothing said behind it

	// Of the event.
	behind   bool // it comes behind the one of a finish reason
	again    bool // it says one itself
	inDelta  bool // the member under way adds to the reply
	depth    int
	objects  [maxSignDepth + 1]bool // which of the outer values are objects
	inString bool
	escaped  bool // the next byte of the string belongs to an escape
	naming   bool // the string, or the next one, is a member's name
	valued   bool // a member's value comes next
	token    [maxToken]byte
	length   int // of the text in token, more than maxToken for none that counts
	want     int // the sign whose value comes next, or is under way; -1 for none
	done     int // bytes of doneMarker that the event begins with
}

// maxSignDepth is how deep the deepest sign stands, maxToken the length of the
// longest text that is compared.
const (
	maxSignDepth = 7
	maxToken     = 31
)

// byteOrderMark may stand before the first line of a stream, and nowhere else.
const byteOrderMark = "\ufeff"

// place is where in a line the lexer is.
type place int

const (
	atStart place = iota // before the name of the field is known
	inData
	inOther
)

// happening is what the lexer stops at.
type happening int

const (
	inputEnds happening = iota
	lineEnds
	endShows   // the value of a sign has begun
	goesOn     // the reply goes on behind its finish reason
	markerEnds // the line of a marker ends, or [DONE] stands there
)

func (x *lexer) newEvent() {
	x.depth, x.inString, x.escaped, x.naming, x.valued = 0, false, false, false, false
	x.length, x.want, x.done = 0, -1, 0
	x.behind, x.again, x.inDelta = x.ended, false, false
}

func (x *lexer) newLine() {
	x.place, x.matched, x.last = atStart, 0, false
	if x.signs.lines {
		x.newEvent()
		x.place = inData
	}
}

// fresh reports whether the next byte begins an event.
func (x *lexer) fresh() bool {
	if x.signs.lines {
		return x.depth == 0 && !x.inString && !x.last
	}
	return x.place == atStart && x.matched == 0 && x.depth == 0 && !x.inString && x.done == 0 && !x.cr &&
		(x.mark == 0 || x.mark == len(byteOrderMark))
}

// feed reads bytes until something happens, and returns how many.
func (x *lexer) feed(b []byte) (int, happening) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '\n' || c == '\r' {
			if what := x.newline(c); what != inputEnds {
				return i + 1, what
			}
			continue
		}
		x.cr = false
		switch x.place {
		case atStart:
			x.field(c)
		case inData:
			if x.inString && !x.escaped && x.length > maxToken {
				if i += plainRun(b[i:]); i == len(b) {
					return i, inputEnds
				}
				if c = b[i]; c == '\n' || c == '\r' {
					i-- // the loop meets it again, as the end of the line
					continue
				}
			}
			if what := x.json(c); what != inputEnds {
				return i + 1, what
			}
		}
	}
	return len(b), inputEnds
}

// newline ends a line. A line of nothing ends a server-sent event.
func (x *lexer) newline(c byte) happening {
	second := c == '\n' && x.cr
	x.cr = c == '\r'
	x.mark = len(byteOrderMark)
	if second {
		return lineEnds // the line break's other half
	}
	if x.place == atStart && x.matched == 0 {
		x.newEvent()
	}
	over := x.last
	x.newLine()
	if over {
		return markerEnds
	}
	return lineEnds
}

// field reads a line's first bytes.
func (x *lexer) field(c byte) {
	const name = "data:"
	marked := x.mark > 0 && x.mark < len(byteOrderMark)
	switch {
	case x.matched == 0 && x.mark < len(byteOrderMark) && c == byteOrderMark[x.mark]:
		x.mark++
	case c == name[x.matched] && !marked:
		if x.matched++; x.matched == len(name) {
			x.place = inData
		}
	default:
		x.place = inOther
	}
}

// json reads a byte of an event's data.
func (x *lexer) json(c byte) happening {
	if x.inString {
		return x.text(c)
	}
	if x.done > 0 {
		if c == doneMarker[x.done] {
			if x.done++; x.done == len(doneMarker) {
				return markerEnds
			}
			return inputEnds
		}
		x.done = 0
	}
	switch c {
	case ' ', '\t':
	case '"':
		x.open()
	case '{', '[':
		if x.depth == 0 && c == '[' && !x.signs.lines {
			x.done = 1
		}
		x.depth++
		x.naming = c == '{'
		if x.depth <= maxSignDepth {
			x.objects[x.depth] = c == '{'
		}
		x.valued, x.want = false, -1
	case '}', ']':
		x.depth = max(0, x.depth-1)
		x.naming, x.valued, x.want = false, false, -1
	case ',':
		x.naming = x.depth > 0 && x.depth <= maxSignDepth && x.objects[x.depth]
		x.valued, x.want = false, -1
	case ':':
		x.valued = x.want >= 0
	default:
		shows := x.valued && c == 't' && x.signs.list[x.want].truth
		x.valued = false
		if shows {
			return x.show()
		}
	}
	return inputEnds
}

// open begins a string.
func (x *lexer) open() {
	x.inString, x.length = true, maxToken+1
	if x.naming && x.depth <= maxSignDepth {
		x.length, x.want = 0, -1
	} else if x.valued && !x.signs.list[x.want].truth {
		x.length = 0
	}
}

// text reads a byte of a string.
func (x *lexer) text(c byte) happening {
	switch {
	case x.escaped:
		x.escaped = false
	case c == '"':
		return x.close()
	default:
		x.escaped = c == '\\'
	}
	if x.valued && x.length == 0 && x.signs.list[x.want].values == nil {
		x.length = maxToken + 1
		return x.show()
	}
	if x.escaped || x.length >= maxToken {
		x.length = maxToken + 1 // what is written with escapes is no sign
		return inputEnds
	}
	x.token[x.length] = c
	x.length++
	return inputEnds
}

// close ends a string.
func (x *lexer) close() happening {
	x.inString = false
	text := ""
	if x.length <= maxToken {
		text = string(x.token[:x.length])
	}
	if x.naming {
		x.naming = false
		if x.depth == x.signs.deltaDepth {
			x.inDelta = slices.Contains(x.signs.deltas, text)
		}
		x.want = x.named(text)
		return inputEnds
	}
	valued := x.valued
	x.valued = false
	if valued {
		for _, value := range x.signs.list[x.want].values {
			if value == text {
				return x.show()
			}
		}
	}
	return inputEnds
}

// named returns the sign that a member of this name is here, -1 for none.
func (x *lexer) named(key string) int {
	for i := range x.signs.list {
		s := &x.signs.list[i]
		if s.depth == x.depth && s.key == key && (s.last || !x.markerOnly) && (!s.says || x.behind && x.inDelta) {
			return i
		}
	}
	return -1
}

// show reports that a sign stands here.
func (x *lexer) show() happening {
	s := &x.signs.list[x.want]
	if s.says {
		x.ended, x.behind = x.again, false
		return goesOn
	}
	x.ended, x.again, x.last = true, true, x.last || s.last
	return endShows
}
