package wire

import "bytes"

// Ending finds, in a stream of chat-completion events, the place from which
// on a client can see that the reply is over: the line with a finish reason,
// or [DONE]. Clients act at that moment, so what comes before it may pass at
// once and the rest must wait until the turn is durable. It looks at each
// chunk once and decodes nothing.
type Ending struct {
	// MarkerOnly ignores finish reasons and waits for [DONE] or the end of the
	// stream, for requests of several choices, which finish one by one.
	MarkerOnly bool

	carry []byte // the line that the last chunk broke off in, its end if it is long
	cut   bool   // carry is only the end of that line
	found bool
}

// maxCarry is how much of an unfinished line is kept: enough for a key, its
// colon and the first byte of its value with white space between.
const maxCarry = 128

var (
	finishKey  = []byte(`"finish_reason"`)
	doneMarker = []byte("[DONE]")
)

// Safe returns how many bytes of chunk, the next of the stream, may pass. Once
// the end has come into sight it is 0 for good.
func (e *Ending) Safe(chunk []byte) int {
	if e.found {
		return 0
	}
	if len(e.carry) > 0 && e.straddles(chunk) {
		e.found = true
		return 0
	}
	if at := e.visible(chunk, len(e.carry) == 0); at >= 0 {
		e.found = true
		return bytes.LastIndexAny(chunk[:at], "\r\n") + 1
	}
	e.keep(chunk)
	return len(chunk)
}

// Found tells that the end came into sight.
func (e *Ending) Found() bool { return e.found }

// straddles tells whether the line that the last chunk broke off in turns out
// to be the end.
func (e *Ending) straddles(chunk []byte) bool {
	var room [2 * maxCarry]byte
	joined := append(room[:0], e.carry...)
	joined = append(joined, chunk[:min(len(chunk), maxCarry)]...)
	at := e.visible(joined, !e.cut)
	return at >= 0 && bytes.LastIndexAny(joined[:at], "\r\n")+1 < len(e.carry)
}

// visible returns where in b an end stands, -1 for nowhere. lineStart tells
// that b begins a line.
func (e *Ending) visible(b []byte, lineStart bool) int {
	at := -1
	if !e.MarkerOnly {
		at = finishAt(b)
	}
	if n := doneAt(b, lineStart); n >= 0 && (at < 0 || n < at) {
		at = n
	}
	return at
}

// finishAt returns where the first finish reason with a value stands. The key
// cannot be met inside a string: its quotes would be escaped there.
func finishAt(b []byte) int {
	for from := 0; ; {
		n := bytes.Index(b[from:], finishKey)
		if n < 0 {
			return -1
		}
		at := from + n
		from = at + len(finishKey)
		value := bytes.TrimLeft(b[from:], " \t")
		if len(value) == 0 || value[0] != ':' {
			continue
		}
		value = bytes.TrimLeft(value[1:], " \t")
		// null and "" say that the choice goes on.
		if len(value) >= 2 && value[0] == '"' && value[1] != '"' {
			return at
		}
	}
}

// doneAt returns where a [DONE] event stands.
func doneAt(b []byte, lineStart bool) int {
	for from := 0; ; {
		n := bytes.Index(b[from:], doneMarker)
		if n < 0 {
			return -1
		}
		at := from + n
		from = at + len(doneMarker)
		start := bytes.LastIndexAny(b[:at], "\r\n") + 1
		field := bytes.TrimRight(b[start:at], " ")
		if string(field) == "data:" && (start > 0 || lineStart) {
			return at
		}
	}
}

// keep remembers the end of the line that chunk breaks off in.
func (e *Ending) keep(chunk []byte) {
	if n := bytes.LastIndexAny(chunk, "\r\n"); n >= 0 {
		e.carry, e.cut = e.carry[:0], false
		chunk = chunk[n+1:]
	}
	if over := len(e.carry) + len(chunk) - maxCarry; over > 0 {
		e.cut = true
		drop := min(over, len(e.carry))
		e.carry = e.carry[:copy(e.carry, e.carry[drop:])]
		chunk = chunk[over-drop:]
	}
	e.carry = append(e.carry, chunk...)
}
