package wire

import "time"

// ollama is the dialect of Ollama's POST /api/chat.
type ollama struct{}

func (ollama) member(r *requestReader, key []byte) error {
	switch string(key) {
	case "messages":
		return r.list(readChat)
	case "options":
		return r.options()
	}
	return r.skip()
}

// options reads what a request asks of the model's runner.
func (r *requestReader) options() error {
	r.req.Window = 0
	if r.peek() != '{' {
		return r.skip()
	}
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "num_ctx":
			r.req.Window, err = r.integer()
		case "num_predict":
			err = r.mostTokens()
		default:
			err = r.skip()
		}
		return err
	})
}

// refusal is {"error":"…"}.
func (ollama) refusal(e Refusal) any { return map[string]string{"error": e.Message} }

// The last line says that it is the last.
var ollamaSigns = endSigns{lines: true, list: []endSign{{key: "done", depth: 1, truth: true, last: true}}}

func (ollama) signs() *endSigns { return &ollamaSigns }

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
			done, err = c.boolean(false)
			done = done && plain
		case "done_reason":
			reason, err = c.optional()
		case "prompt_eval_count":
			d.reply.TokensIn, err = d.counts.total(c)
		case "prompt_eval_cached_count":
			err = d.counts.read(c, &d.counts.cached)
		case "prompt_eval_duration":
			err = d.counts.lasted(c, time.Nanosecond)
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
		d.reply.Done, d.reply.Finish = true, reason // older servers say none
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
