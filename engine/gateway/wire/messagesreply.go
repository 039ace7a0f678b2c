package wire

// A message_delta says why the message stopped; message_stop follows.
var messagesSigns = endSigns{deltas: []string{"delta", "content_block"}, deltaDepth: 1, list: []endSign{
	{key: "stop_reason", depth: 2},
	{key: "type", depth: 1, values: []string{"message_stop"}, last: true},
	{key: "text", depth: 2, says: true}, {key: "thinking", depth: 2, says: true},
	{key: "name", depth: 2, says: true}, {key: "partial_json", depth: 2, says: true},
}}

func (messages) signs() *endSigns { return &messagesSigns }

// payload reads one event, or a whole message as a document.
func (m messages) payload(d *replyDecoder) error {
	c := &d.cursor
	index := -1
	said := &d.block
	*said = block{text: said.text[:0], thinking: said.thinking[:0]}
	err := c.object(func(key []byte) (err error) {
		switch string(key) {
		case "type":
			plain := c.plain
			kind, err := c.word()
			if plain && string(kind) == "message_stop" {
				d.reply.Done = true
			}
			return err
		case "index":
			index, err = c.integer()
		case "message":
			err = c.members(func(key []byte) error { return m.head(d, key) })
		case "content_block":
			err = said.read(c)
			said.begins = true
		case "delta":
			err = m.delta(d, said)
		case "content":
			err = c.elements(func() error {
				var whole block
				err := whole.read(c)
				whole.begins = true
				d.addBlock(&whole, -1)
				return err
			})
		case "stop_reason":
			if d.framing != Document {
				return c.skip()
			}
			err = d.stopReason(c)
		case "error":
			err = d.error(c)
		default:
			err = m.head(d, key)
		}
		return err
	})
	if err == nil {
		d.addBlock(said, index)
	}
	return err
}

// head reads what message_start, message_delta and a document say beside the
// content.
func (messages) head(d *replyDecoder, key []byte) error {
	c := &d.cursor
	switch string(key) {
	case "id":
		return d.id()
	case "model":
		return d.model()
	case "usage":
		return d.tokens()
	}
	return c.skip()
}

func (d *replyDecoder) stopReason(c *cursor) error {
	if !c.plain {
		return c.skip()
	}
	return d.reason()
}

// tokens reads usage as Messages and Responses count it: what came from a
// cache of prompts is counted apart in Messages.
func (d *replyDecoder) tokens() error {
	c := &d.cursor
	in, out := 0, 0
	err := c.members(func(key []byte) (err error) {
		n := 0
		switch string(key) {
		case "cache_read_input_tokens":
			err = d.counts.read(c, &d.counts.cached)
			in += d.counts.cached.n
		case "input_tokens", "cache_creation_input_tokens":
			n, err = d.counts.total(c)
			in += n
		case "input_tokens_details":
			err = d.counts.details(c)
		case "output_tokens":
			out, err = c.integer()
		default:
			err = c.skip()
		}
		return err
	})
	if in > 0 {
		d.reply.TokensIn = in
	}
	if out > 0 {
		d.reply.TokensOut = out
	}
	return err
}

// block is what an event says of a block of content, or the whole of it.
type block struct {
	begins         bool
	tool           bool // it calls a tool of the client's
	text, thinking []byte
	call           callDelta
}

// read reads a block, or a delta of one.
func (b *block) read(c *cursor) error {
	return c.members(func(key []byte) error { return b.member(c, key) })
}

func (b *block) member(c *cursor, key []byte) (err error) {
	switch string(key) {
	case "type":
		var kind []byte
		kind, err = c.word()
		b.tool = string(kind) == "tool_use"
	case "text":
		b.text, err = c.appendOptional(b.text)
	case "thinking":
		b.thinking, err = c.appendOptional(b.thinking)
	case "id":
		b.call.id, err = c.optional()
	case "name":
		b.call.name, err = c.optional()
	case "input":
		var raw []byte
		if raw, err = c.raw(); string(raw) != "{}" {
			b.call.whole = string(raw)
		}
	case "partial_json":
		b.call.arguments, err = c.optional()
	default:
		err = c.skip()
	}
	return err
}

// delta reads a delta of a block, or of the message.
func (messages) delta(d *replyDecoder, said *block) error {
	c := &d.cursor
	return c.members(func(key []byte) error {
		if string(key) == "stop_reason" {
			return d.stopReason(c)
		}
		return said.member(c, key)
	})
}

// addBlock adds what an event said of the block at index, -1 for one that stands
// whole in a document. Tools that run on the server are none of the client's.
func (d *replyDecoder) addBlock(b *block, index int) {
	if b.begins {
		d.newText()
	}
	d.say(b.text)
	d.reasoning = append(d.reasoning, b.thinking...)
	call := b.call
	call.index = index
	switch {
	case b.begins && b.tool:
		d.pending = append(d.pending, call)
	case !b.begins && call.arguments != "":
		call.more = true
		d.pending = append(d.pending, call)
	}
}
