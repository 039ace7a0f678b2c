package wire

import (
	"errors"
	"strings"
)

// One event says that the response is over, and repeats the whole of it.
var responsesSigns = endSigns{list: []endSign{
	{key: "type", depth: 1, last: true, values: []string{responseCompleted, responseIncomplete, responseFailed}},
}}

const (
	responseCompleted  = "response.completed"
	responseIncomplete = "response.incomplete"
	responseFailed     = "response.failed"
)

func (responses) signs() *endSigns { return &responsesSigns }

// payload reads one event, or a whole response as a document.
func (p responses) payload(d *replyDecoder) error {
	if d.framing == Document {
		return p.response(d, true)
	}
	c := &d.cursor
	kind := kindOf(*c)
	over := kind == responseCompleted || kind == responseIncomplete || kind == responseFailed
	part := [2]int{-1, -1} // where the event's text stands: output, content
	text := d.room[:0]
	var call callDelta
	err := c.object(func(key []byte) (err error) {
		switch string(key) {
		case "response":
			if c.peek() != '{' {
				return c.skip()
			}
			err = p.response(d, over)
		case "item":
			err = p.outputItem(d, kind, &call)
		case "delta":
			text, err = c.appendOptional(text)
		case "output_index":
			part[0], err = c.integer()
		case "content_index":
			part[1], err = c.integer()
		case "error":
			err = d.error(c)
		case "message":
			if kind != "error" {
				return c.skip()
			}
			d.reply.Error, err = c.optional()
		default:
			err = c.skip()
		}
		return err
	})
	d.room = text
	if err != nil {
		return err
	}
	d.reply.Done = d.reply.Done || over
	if kind == responseIncomplete && d.reply.Finish == "" {
		d.reply.Finish = "incomplete"
	}
	call.index = part[0]
	p.delta(d, kind, text, part, call)
	return nil
}

// errFound ends a search.
var errFound = errors.New("found")

// kindOf looks ahead for an event's type, which nearly always comes first.
func kindOf(c cursor) string {
	var kind []byte
	c.object(func(key []byte) (err error) { // what is broken is met again
		if string(key) != "type" || !c.plain {
			return c.skip()
		}
		if kind, err = c.word(); err == nil {
			err = errFound
		}
		return err
	})
	return string(kind)
}

// delta adds what an event brought.
func (responses) delta(d *replyDecoder, kind string, text []byte, part [2]int, call callDelta) {
	switch kind {
	case "response.output_text.delta", "response.refusal.delta":
		if part != d.part {
			d.newText()
		}
		d.part, d.deltas = part, true
		d.say(text)
	case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
		d.reasoning = append(d.reasoning, text...)
	case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta":
		call.arguments, call.more = string(text), true
		d.pending = append(d.pending, call)
	case "response.output_item.added", "response.output_item.done":
		if call.id != "" || call.name != "" {
			d.pending = append(d.pending, call)
		}
	}
}

// response reads the response object. Only one that is over says why it ended.
func (p responses) response(d *replyDecoder, over bool) error {
	c := &d.cursor
	status, why := "", ""
	err := c.object(func(key []byte) (err error) {
		switch string(key) {
		case "id":
			err = d.id()
		case "model":
			err = d.model()
		case "status":
			status, err = c.optional()
		case "incomplete_details":
			err = c.members(func(key []byte) (err error) {
				if string(key) == "reason" {
					why, err = c.optional()
					return err
				}
				return c.skip()
			})
		case "output":
			if !over {
				return c.skip()
			}
			err = p.output(d)
		case "usage":
			err = d.tokens()
		case "error":
			err = d.error(c)
		default:
			err = c.skip()
		}
		return err
	})
	if !over {
		return err
	}
	switch status {
	case "queued", "in_progress": // a document of a response that is not over
	case "failed":
		if d.reply.Error == "" {
			d.reply.Error = "the response failed and says no reason"
		}
	case "incomplete":
		d.reply.Finish = why
		if why == "" {
			d.reply.Finish = status
		}
	default:
		d.reply.Finish = status
	}
	return err
}

// output reads the items of a whole response, which repeat what came before in
// a stream.
func (p responses) output(d *replyDecoder) error {
	return d.cursor.elements(func() error {
		var call callDelta
		err := p.outputItem(d, "response.output", &call)
		if call.index = -1; call.id != "" || call.name != "" {
			d.pending = append(d.pending, call)
		}
		return err
	})
}

// outputItem reads an item of the output. Its text counts only where no delta
// brought it.
func (responses) outputItem(d *replyDecoder, kind string, call *callDelta) error {
	c := &d.cursor
	var it item
	var text, reasoning []byte
	err := c.members(func(key []byte) (err error) {
		switch string(key) {
		case "content":
			text, err = c.partTexts()
		case "summary":
			reasoning, err = c.partTexts()
		default:
			err = it.member(c, key)
		}
		return err
	})
	switch {
	case it.isCall():
		whole := it.call()
		call.id, call.name, call.custom = whole.ID, whole.Name, it.kind == "custom_tool_call"
		call.whole = string(whole.Arguments) + whole.Input
	case it.kind == "message" && kind == "response.output_item.done" && !d.deltas:
		d.items = true
		d.newText()
		d.say(text)
	case it.kind == "message" && kind == "response.output" && !d.deltas && !d.items:
		d.newText()
		d.say(text)
	case it.kind == "reasoning" && kind == "response.output" && d.framing == Document:
		d.reasoning = append(d.reasoning, reasoning...)
	}
	return err
}

// partTexts reads the texts of an array of parts, joined by line feeds.
func (c *cursor) partTexts() ([]byte, error) {
	var all []string
	err := c.elements(func() error {
		return c.object(func(key []byte) error {
			if string(key) != "text" && string(key) != "refusal" {
				return c.skip()
			}
			text, err := c.optional()
			all = append(all, text)
			return err
		})
	})
	return []byte(strings.Join(all, "\n")), err
}
