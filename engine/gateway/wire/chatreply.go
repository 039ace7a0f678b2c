package wire

// payload reads one completion or completion chunk.
func (chat) payload(d *replyDecoder) error {
	c := &d.cursor
	return c.object(func(key []byte) (err error) {
		switch string(key) {
		case "model":
			err = d.model()
		case "choices":
			err = c.elements(func() error { return d.choice(c) })
		case "usage":
			err = d.usage(c)
		case "error":
			err = d.error(c)
		default:
			err = c.skip()
		}
		return err
	})
}

// choice reads one choice, if it is the first: only that one is acted on.
func (d *replyDecoder) choice(c *cursor) error {
	if d.several && !firstChoice(*c) {
		return c.skip()
	}
	return c.object(func(key []byte) error {
		switch string(key) {
		case "delta":
			d.deltas = true
			return d.message(c)
		case "message":
			if d.deltas {
				return c.skip()
			}
			return d.message(c)
		case "finish_reason":
			if !c.plain {
				return c.skip()
			}
			return d.reason()
		}
		return c.skip()
	})
}

// firstChoice looks ahead for the choice's index; none means the first.
func firstChoice(c cursor) bool {
	index := 0
	err := c.object(func(key []byte) (err error) {
		if string(key) == "index" {
			index, err = c.integer()
			return err
		}
		return c.skip()
	})
	return err == nil && index == 0
}

// message reads a delta or a whole message; they have the same shape.
func (d *replyDecoder) message(c *cursor) error {
	if c.peek() != '{' {
		return c.skip()
	}
	before := len(d.reasoning) // servers send it under either name, or both
	return c.object(func(key []byte) (err error) {
		switch string(key) {
		case "content":
			return d.content(c)
		case "reasoning_content", "reasoning":
			if c.peek() != '"' {
				return c.skip()
			}
			d.reasoning, err = c.appendText(d.reasoning[:before])
			return err
		case "tool_calls":
			return c.elements(func() error { return d.call(c, (*cursor).call) })
		case "function_call":
			if c.peek() != '{' {
				return c.skip()
			}
			return d.call(c, (*cursor).functionCall)
		}
		return c.skip()
	})
}

func (d *replyDecoder) call(c *cursor, read func(*cursor) (callDelta, error)) error {
	call, err := read(c)
	d.pending = append(d.pending, call)
	return err
}

// content reads text, or an array of parts of which the text counts.
func (d *replyDecoder) content(c *cursor) (err error) {
	switch c.peek() {
	case '"':
		d.text, err = c.appendText(d.text)
		return err
	case '[':
		return c.elements(func() error {
			return c.object(func(key []byte) (err error) {
				if string(key) != "text" || c.peek() != '"' {
					return c.skip()
				}
				d.text, err = c.appendText(d.text)
				return err
			})
		})
	}
	return c.skip()
}

func (d *replyDecoder) usage(c *cursor) error {
	return c.members(func(key []byte) (err error) {
		switch string(key) {
		case "prompt_tokens":
			d.reply.TokensIn, err = c.integer()
		case "completion_tokens":
			d.reply.TokensOut, err = c.integer()
		default:
			err = c.skip()
		}
		return err
	})
}
