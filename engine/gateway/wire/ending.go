package wire

import "bytes"

// Ending finds, in a stream, the place from which on a client can see that the
// reply is over: the line with the finish reason, or the format's marker.
// Clients act at that moment, so what comes before it may pass at once and the
// rest must wait until the turn is durable. Where the reply goes on behind its
// finish reason, that was not the end, and the next one is looked for. It looks at
// each chunk once and decodes nothing; a chunk in which nothing can be the end is
// only searched.
type Ending struct {
	// Format is what the stream is read as; "" means chat completions.
	Format Format
	// MarkerOnly ignores finish reasons and waits for the marker or the end of
	// the stream, for requests of several choices, which finish one by one.
	MarkerOnly bool

	signs *endSigns
	lexer lexer
	found bool
	over  bool
	held  int // bytes that were given and may not pass yet
	next  int // where the line of the latest sign began, from the chunk's start on
}

// endSigns are what an Ending looks for in the streams of a format.
type endSigns struct {
	// lines reports whether each line is an event; else the data lines of
	// server-sent events are, and "[DONE]" is a marker, too.
	lines bool
	list  []endSign
	// What adds to the reply stands in one of these members, which stand so deep.
	deltas     []string
	deltaDepth int
}

// endSign is a member of an event that shows the end.
type endSign struct {
	key    string
	depth  int      // how deep it stands: 1 is a member of the event itself
	values []string // one of these texts; nil means any that is not empty
	truth  bool     // the literal true instead of a text
	last   bool     // it is the marker: nothing that matters follows its line
	// says marks a member that adds to the reply. In an event behind the one of a
	// finish reason it shows that the reply goes on.
	says bool
}

// doneMarker ends the streams of several APIs.
const doneMarker = "[DONE]"

// Safe takes the next chunk of the stream and returns how many bytes may pass by
// now of what was held back before and of the chunk. From where the end has come
// into sight everything is held back, for good or until the reply goes on.
func (e *Ending) Safe(chunk []byte) int {
	if e.signs == nil {
		e.signs = e.Format.dialect().signs()
		e.lexer.signs, e.lexer.markerOnly = e.signs, e.MarkerOnly
		e.lexer.newEvent()
		e.lexer.newLine()
	}
	safe := len(chunk) // where in the chunk that ends what may pass, before it what is held
	if e.found {
		safe = -e.held
	}
	line := 0 // where the line under way begins
	for i, searched := 0, false; i < len(chunk) && !e.over; {
		if !searched && !e.found && e.lexer.fresh() {
			searched = true
			if n := e.dull(chunk[i:]); n > 0 {
				i += n
				e.lexer.mark = len(byteOrderMark)
			}
			line = i
			continue
		}
		n, what := e.lexer.feed(chunk[i:])
		i += n
		switch what {
		case lineEnds:
			line = i
		case endShows, markerEnds:
			if e.next = line; !e.found {
				e.found, safe = true, line
			}
			e.over = what == markerEnds
		case goesOn: // what goes on may say a reason of its own, and may have said it already
			if e.found = e.lexer.ended; e.found {
				safe = e.next
			} else {
				safe = len(chunk)
			}
		}
	}
	safe += e.held
	e.held += len(chunk) - safe
	e.next -= len(chunk)
	return safe
}

// Release gives up what is held back: it may pass, and the next sign of an end is
// looked for.
func (e *Ending) Release() {
	e.found, e.held = false, 0
	e.lexer.ended, e.lexer.behind = false, false
}

// Found reports whether the end came into sight, and that the reply did not go on.
func (e *Ending) Found() bool { return e.found }

// Over reports whether the marker, the last thing that matters, was seen whole.
func (e *Ending) Over() bool { return e.over }

// dull returns the length of the events at the start of b in which no sign can
// stand. b begins with an event.
func (e *Ending) dull(b []byte) int {
	if at := e.signs.candidate(b); at >= 0 {
		b = b[:at]
	}
	if e.signs.lines {
		return bytes.LastIndexByte(b, '\n') + 1
	}
	for _, blank := range []string{"\n\n", "\n\r\n"} {
		if n := bytes.LastIndex(b, []byte(blank)); n >= 0 {
			return n + len(blank)
		}
	}
	return 0
}

// candidate returns the first place in b that looks like a sign, -1 for none.
// It need not be one: the words may stand in another place of the event.
func (s *endSigns) candidate(b []byte) int {
	at := -1
	if !s.lines {
		at = bytes.Index(b, []byte(doneMarker))
	}
	for i := range s.list {
		if s.list[i].says {
			continue
		}
		if at >= 0 {
			b = b[:at]
		}
		if n := s.list[i].candidate(b); n >= 0 {
			at = n
		}
	}
	return at
}

func (s *endSign) candidate(b []byte) int {
	if s.values == nil {
		return s.keyed(b)
	}
	at := -1
	for _, value := range s.values {
		if n := bytes.Index(b, []byte(value)); n >= 0 {
			at, b = n, b[:n]
		}
	}
	return at
}

// keyed returns the first place of b where the key may stand with a value that is
// a sign.
func (s *endSign) keyed(b []byte) int {
	for from := 0; ; {
		n := bytes.Index(b[from:], []byte(s.key))
		if n < 0 {
			return -1
		}
		at := from + n
		from = at + len(s.key)
		if !s.goesOn(b[from:]) {
			return at
		}
	}
}

// goesOn tells by what follows the key's letters that no sign stands here: they
// name no member, or its value is null, "" or, where the truth is the sign, not
// true. Where the line or what is known of it ends before, it does not tell.
func (s *endSign) goesOn(rest []byte) bool {
	for _, mark := range []byte(`":`) {
		rest = bytes.TrimLeft(rest, " \t")
		if len(rest) == 0 || rest[0] == '\r' || rest[0] == '\n' {
			return false
		}
		if rest[0] != mark {
			return true
		}
		rest = rest[1:]
	}
	rest = bytes.TrimLeft(rest, " \t")
	switch {
	case len(rest) == 0 || rest[0] == '\r' || rest[0] == '\n':
		return false
	case s.truth:
		return rest[0] != 't'
	}
	return rest[0] == 'n' || bytes.HasPrefix(rest, []byte(`""`))
}
