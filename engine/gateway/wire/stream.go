package wire

import (
	"bytes"
	"strings"
)

// Framing is how a reply travels.
type Framing int

// A reply is one JSON document, server-sent events, or a JSON document a line.
const (
	Document Framing = iota
	Events
	Lines
)

// Framing tells how a reply travels by its Content-Type and, where that says
// nothing useful, by its first bytes. stream tells that the request asked for
// a stream.
func (f Format) Framing(contentType string, stream bool, head []byte) Framing {
	kind, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	switch kind = strings.TrimSpace(kind); {
	case f.dialect().signs().lines:
		if stream {
			return Lines
		}
		return Document
	case kind == "text/event-stream":
		return Events
	case kind == "application/json":
		return Document
	}
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	for _, start := range []string{"data:", "event:", ":", "id:", "retry:"} {
		if bytes.HasPrefix(head, []byte(start)) {
			return Events
		}
	}
	return Document
}

// eachEvent calls f with the data of every event of an SSE stream, its lines
// joined by line feeds, until f returns false. Lines may end in CR, LF or
// both; comments and other fields are passed over. An event that the stream
// breaks off in counts too: some servers end without the last blank line.
func eachEvent(stream []byte, f func(data []byte) bool) {
	stream = bytes.TrimPrefix(stream, []byte("\ufeff"))
	var data []byte
	lines := 0 // data lines of the event so far
	for len(stream) > 0 {
		line, rest := cutLine(stream)
		stream = rest
		if len(line) == 0 {
			if lines > 0 && !f(data) {
				return
			}
			data, lines = nil, 0
			continue
		}
		value, ok := dataField(line)
		if !ok {
			continue
		}
		switch lines++; lines {
		case 1:
			data = value // no copy in the usual case of one line
			continue
		case 2:
			data = bytes.Clone(data) // it must not grow into the stream
		}
		data = append(append(data, '\n'), value...)
	}
	if lines > 0 {
		f(data)
	}
}

func cutLine(b []byte) (line, rest []byte) {
	n := bytes.IndexAny(b, "\r\n")
	if n < 0 {
		return b, nil
	}
	if b[n] == '\r' && n+1 < len(b) && b[n+1] == '\n' {
		return b[:n], b[n+2:]
	}
	return b[:n], b[n+1:]
}

// dataField returns the value of a data line, one leading space removed.
func dataField(line []byte) ([]byte, bool) {
	value, ok := bytes.CutPrefix(line, []byte("data"))
	if !ok || len(value) > 0 && value[0] != ':' {
		return nil, false
	}
	if len(value) > 0 {
		value = value[1:]
	}
	if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	return value, true
}
