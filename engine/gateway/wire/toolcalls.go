package wire

import (
	"encoding/json"
)

// callDelta is what one event, or one message, says of one tool call.
type callDelta struct {
	id, name  string
	arguments string
	whole     string // all of the arguments, which deltas may bring, too
	custom    bool   // arguments is the free text of a custom tool
	more      bool   // it only continues a call
	apart     bool   // it is a call of its own
	index     int    // -1 where none is given
}

// says reports whether it adds anything to a call.
func (d callDelta) says() bool { return d.name != "" || d.arguments != "" || d.whole != "" }

// call reads one element of tool_calls.
func (c *cursor) call() (callDelta, error) {
	d := callDelta{index: -1}
	err := c.object(func(key []byte) (err error) {
		switch string(key) {
		case "index":
			if k := c.peek(); k >= '0' && k <= '9' {
				d.index, err = c.integer()
				return err
			}
			return c.skip()
		case "id":
			d.id, err = c.optional()
		case "function", "custom":
			d.custom = d.custom || string(key) == "custom"
			if c.peek() != '{' {
				return c.skip()
			}
			err = c.function(&d)
		default:
			err = c.skip()
		}
		return err
	})
	return d, err
}

// functionCall reads the older form of a call, which has neither id nor index.
func (c *cursor) functionCall() (callDelta, error) {
	d := callDelta{index: -1}
	err := c.function(&d)
	return d, err
}

// function reads the object that holds a call's name and arguments. Arguments
// that are an object rather than a string are taken as they stand.
func (c *cursor) function(d *callDelta) error {
	return c.object(func(key []byte) (err error) {
		switch string(key) {
		case "name":
			d.name, err = c.optional()
		case "arguments", "input":
			if c.peek() == '{' {
				from := c.i
				err = c.skip()
				d.arguments = string(c.b[from:c.i])
				return err
			}
			d.arguments, err = c.optional()
		default:
			err = c.skip()
		}
		return err
	})
}

// callJoiner puts tool calls together from deltas. Servers differ: some split
// a call's arguments over many events under one index, be it with an id that
// changes on the way, some send each call whole, with index 0 for all of them or
// none at all. What counts is whether the arguments so far are whole.
type callJoiner struct {
	calls []*joinedCall
}

// maxCalls bounds the calls of one reply: each delta is compared with them.
const maxCalls = 1000

type joinedCall struct {
	id        string // the first that it was given, which clients keep
	latest    string // the id that was said last
	name      string
	index     int
	arguments []byte
	object    objectEnd // of the arguments
	whole     string
	custom    bool
}

// objectEnd finds where a JSON object ends that comes in pieces.
type objectEnd struct {
	depth             int
	inString, escaped bool
	over              bool
}

func (o *objectEnd) read(piece string) {
	for i := 0; i < len(piece); i++ {
		switch c := piece[i]; {
		case o.escaped:
			o.escaped = false
		case o.inString:
			o.escaped = c == '\\'
			o.inString = c != '"'
		case c == '"':
			o.inString = true
		case c == '{':
			o.depth++
		case c == '}':
			o.depth--
			o.over = o.over || o.depth <= 0
		}
	}
}

func (j *callJoiner) add(d callDelta) {
	call := j.find(d)
	if call == nil && (d.more || len(j.calls) == maxCalls) {
		return
	}
	if call == nil {
		call = &joinedCall{index: d.index}
		j.calls = append(j.calls, call)
	}
	if call.id == "" {
		call.id = d.id
	}
	if d.id != "" {
		call.latest = d.id
	}
	if d.name != "" && d.name != call.name {
		call.name += d.name
	}
	if d.whole != "" {
		call.whole = d.whole
	}
	call.custom = call.custom || d.custom
	call.arguments = append(call.arguments, d.arguments...)
	call.object.read(d.arguments)
}

// find returns the call that d continues, nil where d begins one.
func (j *callJoiner) find(d callDelta) *joinedCall {
	if d.apart {
		return nil
	}
	if d.id != "" {
		for _, call := range j.calls {
			if call.id == d.id || call.latest == d.id {
				return call
			}
		}
	}
	var last *joinedCall
	for _, call := range j.calls {
		if d.index < 0 || call.index == d.index {
			last = call
		}
	}
	switch {
	case last == nil:
		return nil
	case !d.says():
		return last
	case d.id != "" && last.id != "" && (last.object.over || last.whole != "" || d.name != "" && d.name != last.name): // another call under the same index
		return nil
	case d.name != "" && last.name != "" && last.object.over: // whole calls without ids
		return nil
	}
	return last
}

// ended reports whether all of the call has come.
func (c *joinedCall) ended() bool { return c.object.over || c.whole != "" }

func (j *callJoiner) result() []ToolCall {
	var calls []ToolCall
	for _, call := range j.calls {
		calls = append(calls, call.result())
	}
	return calls
}

func (c *joinedCall) result() ToolCall {
	call, arguments := ToolCall{ID: c.id, Name: c.name}, c.arguments
	if len(arguments) == 0 {
		arguments = []byte(c.whole)
	}
	if c.custom {
		call.Input = string(arguments)
	} else if len(arguments) > 0 {
		call.Arguments = json.RawMessage(arguments)
	}
	return call
}
