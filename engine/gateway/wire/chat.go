package wire

import (
	"encoding/json"
	"strings"
)

// chat is the dialect of POST /v1/chat/completions.
type chat struct{}

// chatTextPart begins a part of text.
const chatTextPart = `{"type":"text","text":"`

func (c chat) member(r *requestReader, key []byte) (err error) {
	switch string(key) {
	case "model":
		r.req.Model, err = r.optional()
	case "stream":
		r.req.Stream, err = r.boolean()
	case "n":
		r.req.Choices, err = r.integer()
		r.req.Choices = max(r.req.Choices, 1)
	case "tools", "functions":
		var some bool
		some, err = r.filled()
		r.req.HasTools = r.req.HasTools || some
	case "messages":
		r.messages = r.messages[:0]
		err = r.elements(func() error { return c.message(r) })
	default:
		err = r.skip()
	}
	return err
}

func (c chat) message(r *requestReader) error {
	m := r.begin()
	var name string
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "role":
			m.Role, err = r.optional()
		case "content":
			err = r.content(m, chatTextPart, textPart)
		case "name":
			name, err = r.optional()
		case "tool_call_id":
			m.ToolCallID, err = r.optional()
		case "tool_calls":
			m.ToolCalls = nil
			err = r.elements(func() error { return r.toolCall(m, (*cursor).call) })
		case "function_call":
			if r.peek() != '{' {
				return r.skip()
			}
			err = r.toolCall(m, (*cursor).functionCall)
		default:
			err = r.skip()
		}
		return err
	})
	m.Text = strings.Join(m.parts, "\n")
	if m.Role == "tool" || m.Role == "function" {
		m.ToolResults = []ToolResult{{CallID: m.ToolCallID, Name: name, Text: m.Text}}
	}
	return err
}

// toolCall reads a call that stands whole in a message.
func (r *requestReader) toolCall(m *message, read func(*cursor) (callDelta, error)) error {
	d, err := read(&r.cursor)
	m.ToolCalls = append(m.ToolCalls, d.alone())
	return err
}

// alone returns the call that d describes alone.
func (d *callDelta) alone() ToolCall {
	call := ToolCall{ID: d.id, Name: d.name}
	if d.custom {
		call.Input = d.arguments
	} else if d.arguments != "" {
		call.Arguments = json.RawMessage(d.arguments)
	}
	return call
}

func (chat) finish(said string, _ bool) string {
	if said == "function_call" {
		return "tool_calls"
	}
	return said
}

// A choice says why it finished; [DONE] follows.
var chatSigns = endSigns{list: []endSign{{key: "finish_reason", depth: 3}}}

func (chat) signs() *endSigns { return &chatSigns }
