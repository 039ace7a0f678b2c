package wire

import "encoding/json"

// chat is the dialect of POST /v1/chat/completions.
type chat struct{}

// chatTextPart begins a part of text.
const chatTextPart = `{"type":"text","text":"`

func (chat) member(r *requestReader, key []byte) (err error) {
	switch string(key) {
	case "n":
		r.req.Choices, err = r.integer()
		r.req.Choices = max(r.req.Choices, 1)
	case "functions":
		err = r.tools()
	case "messages":
		err = r.list(readChat)
	default:
		err = r.skip()
	}
	return err
}

// readChat reads a message of chat completions, or of Ollama's, whose results
// say the tool's name in another member.
func readChat(r *requestReader) error {
	var name string
	var calls []ToolCall
	images := false
	m, err := r.message(chatTextPart, textPart, func(m *message, key []byte) (err error) {
		switch string(key) {
		case "name", "tool_name":
			name, err = r.optional()
		case "images":
			from := r.i
			if images, err = r.filled(); images {
				r.picture(r.i - from)
			}
		case "tool_call_id":
			m.ToolCallID, err = r.optional()
		case "tool_calls":
			calls = nil
			err = r.elements(func() error { return r.toolCall(&calls, (*cursor).call) })
		case "function_call":
			if r.peek() != '{' {
				return r.skip()
			}
			err = r.toolCall(&calls, (*cursor).functionCall)
		default:
			err = r.skip()
		}
		return err
	})
	m.media, m.ToolCalls = m.media || images, calls
	if m.Role == "tool" || m.Role == "function" {
		m.ToolResults = []ToolResult{{CallID: m.ToolCallID, Name: name, Text: m.Text}}
	}
	return err
}

// toolCall reads a call that stands whole in a message.
func (r *requestReader) toolCall(calls *[]ToolCall, read func(*cursor) (callDelta, error)) error {
	d, err := read(&r.cursor)
	*calls = append(*calls, d.alone())
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

// A choice says why it finished; [DONE] follows. What a delta says stands in it,
// in its parts, or in its calls.
var chatSigns = endSigns{deltas: []string{"delta"}, deltaDepth: 3, list: []endSign{
	{key: "finish_reason", depth: 3},
	{key: "content", depth: 4, says: true}, {key: "reasoning_content", depth: 4, says: true}, {key: "reasoning", depth: 4, says: true},
	{key: "text", depth: 6, says: true},
	{key: "name", depth: 7, says: true}, {key: "arguments", depth: 7, says: true},
	{key: "name", depth: 5, says: true}, {key: "arguments", depth: 5, says: true},
}}

func (chat) signs() *endSigns { return &chatSigns }
