package wire

import (
	"bytes"
	"maps"
	"slices"
)

// DefaultReplyCap is how many bytes of a reply a Collector keeps by default.
const DefaultReplyCap = 8 << 20

// Collector keeps a copy of a reply while it passes and reads it once, at the
// end: decoding each chunk would cost a thousand times more than keeping it.
type Collector struct {
	// Cap bounds the copy in bytes; 0 means DefaultReplyCap. A longer reply is
	// Truncated: the client still gets all of it.
	Cap int
	// Format is what the reply is read as; "" means chat completions.
	Format Format
	// Several reports whether the reply may hold more than one choice: the first is
	// the reply, the others are its Others.
	Several bool

	buf       []byte
	truncated bool
	early     *early // see News; nil until it is asked for
}

// Write keeps a copy of the next bytes of the reply. It never fails.
func (c *Collector) Write(chunk []byte) (int, error) {
	if room := c.Room(); len(chunk) > room {
		c.truncated = true
		c.buf = append(c.buf, chunk[:room]...)
		return len(chunk), nil
	}
	c.buf = append(c.buf, chunk...)
	return len(chunk), nil
}

// Room is how many bytes may come before the copy is full.
func (c *Collector) Room() int {
	limit := c.Cap
	if limit <= 0 {
		limit = DefaultReplyCap
	}
	return max(0, limit-len(c.buf))
}

// Size is how much memory the copy holds, in bytes.
func (c *Collector) Size() int { return cap(c.buf) }

// Truncated reports whether the reply was longer than the cap.
func (c *Collector) Truncated() bool { return c.truncated }

// Bytes are the bytes kept so far, valid until the next Write or Reset.
func (c *Collector) Bytes() []byte { return c.buf }

// Reset forgets the reply; the memory is used again.
func (c *Collector) Reset() {
	c.buf, c.truncated, c.early = c.buf[:0], false, nil
}

// Reply reads what was kept. It works for whole and for broken replies alike:
// what cannot be read is passed over.
func (c *Collector) Reply(f Framing) Reply {
	d := replyDecoder{dialect: c.Format.dialect(), framing: f, several: c.Several}
	switch f {
	case Events:
		eachEvent(c.buf, d.event)
	case Lines:
		d.lines(c.buf, c.truncated)
	default:
		d.document(c.buf, c.truncated)
	}
	d.gathered()
	for _, n := range slices.Sorted(maps.Keys(d.others)) {
		o := d.others[n]
		o.gathered()
		d.reply.Others = append(d.reply.Others, Reply{Text: o.reply.Text, Reasoning: o.reply.Reasoning, ToolCalls: o.reply.ToolCalls})
	}
	if d.reply.Finish == "" && (d.reply.Done || f == Document) {
		d.reply.Finish = d.odd
	}
	d.reply.Finish = finishOf(d.reply.Finish, d.reply.Done && d.reply.Error == "", len(d.reply.ToolCalls) > 0)
	d.reply.TokensIn, d.reply.Prompt = d.counts.of(d.reply.TokensIn)
	d.reply.Truncated = c.truncated
	return d.reply
}

// gathered lays out what was said.
func (d *replyDecoder) gathered() {
	d.reply.Text = string(d.text)
	d.reply.Reasoning = string(d.reasoning)
	d.reply.ToolCalls = d.calls.result()
}

// replyDecoder gathers one reply from its events, or from its one document.
type replyDecoder struct {
	dialect         dialect
	framing         Framing
	reply           Reply
	text, reasoning []byte
	calls           callJoiner
	deltas          bool   // a delta was seen: a whole message beside it repeats it
	items           bool   // a whole item of text was seen: so does the response
	part            [2]int // where in the output the text under way stands
	block           block  // of the event that is being read, in Messages
	room            []byte // to decode its text in, in Responses
	broken          bool   // what is said next begins a text of its own
	odd             string // a finish reason that is no text
	counts          counts
	several         bool
	others          map[int]*replyDecoder // of choices that are not acted on
	cursor          cursor
	pending         []callDelta // of the payload that is being read
}

func (d *replyDecoder) event(data []byte) bool {
	if string(bytes.TrimSpace(data)) == "[DONE]" {
		d.reply.Done = true
		return false
	}
	d.payload(data)
	return true
}

func (d *replyDecoder) document(body []byte, truncated bool) {
	if err := d.payload(body); err != nil && !truncated && len(body) > 0 {
		d.reply.Error = "the reply is not JSON: " + err.Error()
	}
}

// lines reads a document a line.
func (d *replyDecoder) lines(stream []byte, truncated bool) {
	read := 0
	for rest := bytes.TrimPrefix(stream, []byte("\ufeff")); len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		if len(bytes.TrimSpace(line)) > 0 && d.payload(line) == nil {
			read++
		}
	}
	if read == 0 && len(stream) > 0 && !truncated {
		d.reply.Error = "no line of the reply is JSON"
	}
}

// say adds to the reply's text.
func (d *replyDecoder) say(text []byte) {
	if len(text) == 0 {
		return
	}
	if n := len(d.text); d.broken && n > 0 && d.text[n-1] != '\n' {
		d.text = append(d.text, '\n')
	}
	d.broken = false
	d.text = append(d.text, text...)
}

// newText lets what is said next begin on a line of its own, as the texts of a
// message's parts do in a request.
func (d *replyDecoder) newText() { d.broken = true }

// id reads the reply's name, which every event repeats.
func (d *replyDecoder) id() error {
	c := &d.cursor
	if d.reply.ID != "" {
		return c.skip()
	}
	id, err := c.optional()
	d.reply.ID = id
	return err
}

// reason reads why the upstream says that the reply ended. One that is no text
// shows nobody an end, and is kept apart: an end mark behind it is not silent.
func (d *replyDecoder) reason() error {
	c := &d.cursor
	if c.peek() == '"' {
		said, err := c.optional()
		if said != "" && !noReason(said) {
			d.reply.Finish = said
		}
		return err
	}
	if k := c.peek(); k == 'n' || k == 'f' {
		return c.skip()
	}
	from := *c
	raw, err := c.raw()
	d.odd = string(raw)
	from.members(func(key []byte) (err error) { // what is broken was met above
		if string(key) == "type" {
			d.odd, err = from.optional()
			return err
		}
		return from.skip()
	})
	return err
}

// payload reads one event or document. One that turns out to be broken leaves
// no trace. A reason that was given before counts no more where the reply goes on
// behind it, unless it says that the reply was cut.
func (d *replyDecoder) payload(data []byte) error {
	before, counts, text, reasoning := d.reply, d.counts, len(d.text), len(d.reasoning)
	d.pending = d.pending[:0]
	d.reply.Finish = ""
	c := &d.cursor
	c.b, c.i, c.depth = data, 0, 0
	err := d.dialect.payload(d)
	if err == nil {
		err = c.end()
	}
	if err != nil {
		d.reply, d.counts, d.text, d.reasoning = before, counts, d.text[:text], d.reasoning[:reasoning]
		return err
	}
	goesOn := len(d.text) > text || len(d.reasoning) > reasoning || slices.ContainsFunc(d.pending, callDelta.says)
	if d.reply.Finish == "" && (!goesOn || cutShort(before.Finish)) {
		d.reply.Finish = before.Finish
	}
	for _, call := range d.pending {
		d.calls.add(call)
	}
	return nil
}

// model reads the model's name, which every event repeats.
func (d *replyDecoder) model() error {
	c := &d.cursor
	if c.peek() != '"' {
		return c.skip()
	}
	name, err := c.name()
	if len(name) > 0 && string(name) != d.reply.Model {
		d.reply.Model = string(name)
	}
	return err
}

// error reads what an upstream reports inside a reply: an object with a
// message, or a text.
func (d *replyDecoder) error(c *cursor) error {
	switch c.peek() {
	case '"':
		text, err := c.optional()
		d.reply.Error = text
		return err
	case '{':
		from := c.i
		message := ""
		err := c.object(func(key []byte) (err error) {
			if string(key) == "message" {
				message, err = c.optional()
				return err
			}
			return c.skip()
		})
		if message == "" {
			message = string(c.b[from:c.i])
		}
		d.reply.Error = message
		return err
	}
	return c.skip()
}
