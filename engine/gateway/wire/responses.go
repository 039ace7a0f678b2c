package wire

import (
	"encoding/json"
	"strings"
)

// responses is the dialect of OpenAI's POST /v1/responses.
type responses struct{ chat }

// inputTextPart begins a part of text in a message of the user's.
const inputTextPart = `{"type":"input_text","text":"`

func (d responses) member(r *requestReader, key []byte) (err error) {
	switch string(key) {
	case "instructions":
		var text string
		if text, err = r.optional(); text != "" {
			r.system = []string{text}
		}
	case "previous_response_id":
		r.req.Previous, err = r.optional()
	case "conversation":
		err = d.conversation(r)
	case "input":
		if r.peek() != '"' {
			return r.list(d.item)
		}
		r.messages = r.messages[:0]
		m := r.begin()
		m.Role = "user"
		err = r.content(m, "", nil)
		m.Text = m.parts[0]
	default:
		err = r.skip()
	}
	return err
}

// conversation reads what names a conversation that the server keeps: its id,
// or an object with it.
func (responses) conversation(r *requestReader) (err error) {
	if r.peek() == '"' {
		r.req.Thread, err = r.text()
		return err
	}
	return r.members(func(key []byte) (err error) {
		if string(key) == "id" {
			r.req.Thread, err = r.optional()
			return err
		}
		return r.skip()
	})
}

// item reads one item of the input: a message, a call, a result, or something
// that holdfast does not act on.
func (responses) item(r *requestReader) error {
	var it item
	m, err := r.message(inputTextPart, textPart, func(_ *message, key []byte) (err error) {
		if string(key) == "output" {
			it.output, err = r.output()
			return err
		}
		return it.member(&r.cursor, key)
	})
	switch {
	case it.kind == "message" || it.kind == "" && m.Role != "":
	case strings.HasSuffix(it.kind, "_call_output"):
		result := ToolResult{CallID: it.callID, Text: it.output, IsError: it.status == "failed"}
		m.Message = Message{Role: "tool", Text: it.output, ToolCallID: it.callID, ToolResults: []ToolResult{result}}
		m.content = content{insertAt: -1}
	case it.isCall():
		m.Message = Message{Role: "assistant", ToolCalls: []ToolCall{it.call()}}
		m.content = content{insertAt: -1}
	default: // reasoning, references, what the server's own tools did
		r.messages = r.messages[:len(r.messages)-1]
	}
	return err
}

// output reads a result: a text, parts of text, or an object that holds either.
func (r *requestReader) output() (text string, err error) {
	if r.peek() != '{' {
		return r.joined()
	}
	raw, err := r.raw()
	return string(raw), err
}

// item is a call as requests and replies hold it, or what says that it is none.
type item struct {
	kind, id, callID, name, status string
	arguments                      string
	input                          string
	action                         json.RawMessage // of calls whose arguments are an object
	output                         string
}

func (it *item) member(c *cursor, key []byte) (err error) {
	switch string(key) {
	case "type":
		it.kind, err = c.optional()
	case "id":
		it.id, err = c.optional()
	case "call_id":
		it.callID, err = c.optional()
	case "name":
		it.name, err = c.optional()
	case "status":
		it.status, err = c.optional()
	case "arguments":
		it.arguments, err = c.optional()
	case "input":
		it.input, err = c.optional()
	case "action", "operation":
		it.action, err = c.raw()
	default:
		err = c.skip()
	}
	return err
}

// isCall reports whether the item calls a tool of the client's: the server's own
// (web_search_call) carry no id for a result.
func (it *item) isCall() bool {
	return it.kind == "function_call" || it.kind == "custom_tool_call" ||
		strings.HasSuffix(it.kind, "_call") && it.callID != ""
}

// call returns the item as a call. Tools that the API defines have no name of
// their own: theirs is that of the item ("local_shell").
func (it *item) call() ToolCall {
	call := ToolCall{ID: it.callID, Name: it.name}
	if call.Name == "" {
		call.Name = strings.TrimSuffix(it.kind, "_call")
	}
	switch {
	case it.kind == "custom_tool_call":
		call.Input = it.input
	case it.action != nil:
		call.Arguments = it.action
	case it.arguments != "":
		call.Arguments = json.RawMessage(it.arguments)
	}
	return call
}
