package wire

import (
	"bytes"
	"strings"
)

// early is how far a reply that is under way was read.
type early struct {
	replyDecoder
	read            int // bytes of the copy
	lines, thoughts int // bytes of text and reasoning that News has told
	told            int // calls
}

// News returns what has come of a reply since it was asked for last: whole lines
// of its text and its reasoning, and calls that are whole; of a text in which an
// element has ended, all of it. A client can act on nothing else before the reply
// has ended. The copy is read once, however often it is asked for. A document has
// no news.
func (c *Collector) News(f Framing) Reply {
	if f == Document {
		return Reply{}
	}
	if c.early == nil {
		c.early = &early{replyDecoder: replyDecoder{dialect: c.Format.dialect(), framing: f, several: c.Several}}
	}
	e := c.early
	come := c.buf[e.read:]
	come = come[:readable(come, f)]
	e.read += len(come)
	if f == Events {
		eachEvent(come, e.event)
	} else {
		e.replyDecoder.lines(come, true)
	}
	said := wholeLines(e.text, &e.lines)
	if strings.Contains(said, "</") { // it may end a call in prose that began long before
		said = string(e.text[:e.lines])
	}
	return Reply{Text: said, Reasoning: wholeLines(e.reasoning, &e.thoughts), ToolCalls: e.wholeCalls()}
}

// readable is how many bytes of a stream hold whole events, or whole lines.
func readable(stream []byte, f Framing) int {
	ends := []string{"\n"}
	if f == Events {
		ends = []string{"\n\n", "\r\n\r\n", "\r\r"}
	}
	most := 0
	for _, end := range ends {
		if n := bytes.LastIndex(stream, []byte(end)); n >= 0 {
			most = max(most, n+len(end))
		}
	}
	return most
}

// wholeLines returns the lines of a text from told on that have ended, and counts
// them as told.
func wholeLines(text []byte, told *int) string {
	from := min(*told, len(text))
	*told = from + bytes.LastIndexByte(text[from:], '\n') + 1
	return string(text[from:*told])
}

// wholeCalls returns the calls that have ended and were not told before.
func (e *early) wholeCalls() []ToolCall {
	var calls []ToolCall
	for list := e.calls.calls; e.told < len(list) && (list[e.told].ended() || e.told+1 < len(list)); e.told++ {
		calls = append(calls, list[e.told].result())
	}
	return calls
}
