package wire

import "strings"

// ollama is the dialect of Ollama's POST /api/chat.
type ollama struct{}

func (d ollama) member(r *requestReader, key []byte) (err error) {
	switch string(key) {
	case "model":
		r.req.Model, err = r.optional()
	case "stream": // only false is no
		r.req.Stream = r.peek() != 'f'
		err = r.skip()
	case "tools":
		r.req.HasTools, err = r.filled()
	case "messages":
		r.messages = r.messages[:0]
		err = r.elements(func() error { return d.message(r) })
	default:
		err = r.skip()
	}
	return err
}

func (ollama) message(r *requestReader) error {
	m := r.begin()
	var tool string
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "role":
			m.Role, err = r.optional()
		case "content":
			err = r.content(m, chatTextPart, textPart)
		case "images":
			m.media, err = r.filled()
		case "tool_name", "name":
			tool, err = r.optional()
		case "tool_call_id":
			m.ToolCallID, err = r.optional()
		case "tool_calls":
			m.ToolCalls = nil
			err = r.elements(func() error { return r.toolCall(m, (*cursor).call) })
		default:
			err = r.skip()
		}
		return err
	})
	m.Text = strings.Join(m.parts, "\n")
	if m.Role == "tool" {
		m.ToolResults = []ToolResult{{CallID: m.ToolCallID, Name: tool, Text: m.Text}}
	}
	return err
}

// refusal is {"error":"…"}.
func (ollama) refusal(e Refusal) any { return map[string]string{"error": e.Message} }

// The last line says that it is the last.
var ollamaSigns = endSigns{lines: true, list: []endSign{{key: "done", depth: 1, truth: true, last: true}}}

func (ollama) signs() *endSigns { return &ollamaSigns }

func (ollama) finish(said string, calls bool) string {
	if said == "stop" && calls {
		return "tool_calls"
	}
	return said
}

// payload reads one line of a stream, or the one document.
func (ollama) payload(d *replyDecoder) error {
	c := &d.cursor
	done, reason := false, ""
	err := c.object(func(key []byte) (err error) {
		switch string(key) {
		case "model":
			err = d.model()
		case "message":
			if c.peek() != '{' {
				return c.skip()
			}
			err = d.ollamaMessage(c)
		case "done":
			plain := c.plain
			done, err = c.boolean()
			done = done && plain
		case "done_reason":
			reason, err = c.optional()
		case "prompt_eval_count":
			d.reply.TokensIn, err = c.integer()
		case "eval_count":
			d.reply.TokensOut, err = c.integer()
		case "error":
			err = d.error(c)
		default:
			err = c.skip()
		}
		return err
	})
	if done {
		d.reply.Done, d.reply.Finish = true, reason
		if reason == "" { // older servers say no reason
			d.reply.Finish = "stop"
		}
	}
	return err
}

func (d *replyDecoder) ollamaMessage(c *cursor) error {
	return c.object(func(key []byte) (err error) {
		switch string(key) {
		case "content":
			d.text, err = c.appendOptional(d.text)
		case "thinking":
			d.reasoning, err = c.appendOptional(d.reasoning)
		case "tool_calls":
			err = c.elements(func() error {
				call, err := c.call()
				call.index, call.apart = -1, call.id == ""
				d.pending = append(d.pending, call)
				return err
			})
		default:
			err = c.skip()
		}
		return err
	})
}
