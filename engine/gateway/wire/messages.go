package wire

import (
	"net/http"
	"strings"
)

// messages is the dialect of Anthropic's POST /v1/messages.
type messages struct{}

// billingNote begins a system text that a client changes with every request:
// it is no part of what names a conversation.
const billingNote = "x-anthropic-billing-header:"

func (d messages) member(r *requestReader, key []byte) (err error) {
	switch string(key) {
	case "system":
		err = r.texts(func(text string) {
			if !strings.HasPrefix(text, billingNote) {
				r.system = append(r.system, text)
			}
		})
	case "messages":
		err = r.list(d.message)
	default:
		err = r.skip()
	}
	return err
}

// texts calls each with a string, or with the text of every part of an array.
func (r *requestReader) texts(each func(text string)) error {
	if r.peek() == '"' {
		text, err := r.text()
		each(text)
		return err
	}
	return r.elements(func() error {
		return r.object(func(key []byte) error {
			switch string(key) {
			case "text", "stdout", "stderr":
				text, err := r.optional()
				if text != "" {
					each(text)
				}
				return err
			}
			return r.skip()
		})
	})
}

func (messages) message(r *requestReader) error {
	_, err := r.message(chatTextPart, contentBlock, func(*message, []byte) error { return r.skip() })
	return err
}

// contentBlock reads one block of a message. What is inserted stands behind
// the results that a message begins with: the API refuses it before them.
func contentBlock(r *requestReader, m *message) error {
	var kind, text string
	var call ToolCall
	var result ToolResult
	from := r.i
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "type":
			kind, err = r.optional()
		case "text":
			text, err = r.optional()
		case "id":
			call.ID, err = r.optional()
		case "name":
			call.Name, err = r.optional()
		case "input":
			call.Arguments, err = r.raw()
		case "tool_use_id":
			result.CallID, err = r.optional()
		case "is_error":
			result.IsError, err = r.boolean(false)
		case "content":
			result.Text, err = r.joined()
		default:
			err = r.skip()
		}
		return err
	})
	switch kind {
	case "text":
		m.parts = append(m.parts, text)
	case "tool_use":
		m.ToolCalls = append(m.ToolCalls, call)
	case "tool_result":
		m.ToolResults = append(m.ToolResults, result)
		m.insertAt, m.before, m.after = r.i, ","+chatTextPart, `"}`
	case "thinking", "redacted_thinking":
		m.media = true
	default:
		m.media = true
		r.picture(r.i - from)
	}
	return err
}

// joined reads a string, or the texts of an array of parts joined by line
// feeds.
func (r *requestReader) joined() (string, error) {
	if r.peek() == '"' {
		return r.text()
	}
	var all []string
	err := r.texts(func(text string) { all = append(all, text) })
	return strings.Join(all, "\n"), err
}

// refusal is {"type":"error","error":{"type","message"}}.
func (messages) refusal(e Refusal) any {
	kind := e.kind("api_error", map[int]string{
		http.StatusNotFound:              "not_found_error",
		http.StatusRequestEntityTooLarge: "request_too_large",
	})
	type inner struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}
	return struct {
		Type  string `json:"type"`
		Error inner  `json:"error"`
	}{"error", inner{kind, e.Message}}
}
