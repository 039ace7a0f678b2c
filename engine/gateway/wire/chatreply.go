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
		case "timings":
			err = d.counts.timings(c)
		case "error":
			err = d.error(c)
		default:
			err = c.skip()
		}
		return err
	})
}

// choice reads one choice. Only the first is acted on; what the others say is kept
// apart.
func (d *replyDecoder) choice(c *cursor) error {
	if !d.several {
		return d.oneChoice(c)
	}
	n := choiceIndex(*c)
	if n == 0 {
		return d.oneChoice(c)
	}
	o := d.other(min(n, maxChoices))
	o.cursor, o.pending = *c, o.pending[:0]
	err := o.oneChoice(&o.cursor)
	*c = o.cursor
	for _, call := range o.pending {
		o.calls.add(call)
	}
	return err
}

func (d *replyDecoder) oneChoice(c *cursor) error {
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

// choiceIndex looks ahead for the choice's index; none means the first. Of a choice
// that is broken it does not matter.
func choiceIndex(c cursor) (index int) {
	_ = c.object(func(key []byte) (err error) {
		if string(key) == "index" {
			index, err = c.integer()
			return err
		}
		return c.skip()
	})
	return index
}

// maxChoices bounds the choices of a reply that are told apart; those beyond are
// taken for one.
const maxChoices = 128

// other is what is known of another choice than the first.
func (d *replyDecoder) other(n int) *replyDecoder {
	if d.others == nil {
		d.others = map[int]*replyDecoder{}
	}
	if d.others[n] == nil {
		d.others[n] = &replyDecoder{dialect: d.dialect, framing: d.framing}
	}
	return d.others[n]
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
			d.reply.TokensIn, err = d.counts.total(c)
		case "completion_tokens":
			d.reply.TokensOut, err = c.integer()
		case "prompt_tokens_details":
			err = d.counts.details(c)
		default:
			err = c.skip()
		}
		return err
	})
}
