package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Further is one more message of a user's at the end of a conversation: behind the
// reply that a request has got. What a model reads of that request stands in the new
// one byte for byte, so that a server that still has it processes the rest alone.
type Further struct {
	Said, Text string
	// Instead are members of the body that take the place of its own; nil leaves one
	// out.
	Instead map[string]json.RawMessage
	// Within are members of its members that do so, or are left out.
	Within map[string]map[string]json.RawMessage
}

// errNoFurther is why no message can stand behind those of a body.
var errNoFurther = errors.New("no message can be put behind those of the request")

// Body returns the body that asks it, made of that of the request before. The error is
// that the body is none that it can be made of.
func (f Further) Body(format Format, body []byte) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(len(body) + len(f.Said) + 2*len(f.Text) + 1024)
	b.WriteByte('{')
	seen := map[string]bool{}
	c := cursor{b: body}
	err := c.object(func(key []byte) error {
		name := string(key)
		value, err := c.raw()
		if err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("%w: %q stands in it twice", errNoFurther, name)
		}
		seen[name] = true
		if name == format.list() {
			value, err = f.behind(format, value)
		} else {
			value, err = f.member(name, value)
		}
		if err != nil || value == nil {
			return err
		}
		return write(&b, name, value)
	})
	switch {
	case err != nil:
		return nil, err
	case !seen[format.list()]:
		return nil, errNoFurther
	}
	more := f.added(seen)
	for _, name := range slices.Sorted(maps.Keys(more)) {
		if err := write(&b, name, more[name]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func write(b *bytes.Buffer, name string, value []byte) error {
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	quoted, err := json.Marshal(name)
	b.Write(quoted)
	b.WriteByte(':')
	b.Write(value)
	return err
}

// member is a member of the body as it is to be; nil for one that is left out.
func (f Further) member(name string, value []byte) ([]byte, error) {
	if instead, ok := f.Instead[name]; ok {
		return instead, nil
	}
	within, ok := f.Within[name]
	if !ok {
		return value, nil
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(value, &members); err != nil || members == nil {
		members = map[string]json.RawMessage{} // null, or what no server takes
	}
	for k, v := range within {
		if members[k] = v; v == nil {
			delete(members, k)
		}
	}
	return json.Marshal(members)
}

// added are the members that the body does not have.
func (f Further) added(seen map[string]bool) map[string]json.RawMessage {
	more := map[string]json.RawMessage{}
	for name, value := range f.Instead {
		if !seen[name] && value != nil {
			more[name] = value
		}
	}
	for name := range f.Within {
		if !seen[name] {
			more[name], _ = f.member(name, nil) // of JSON that was made here
		}
	}
	return more
}

// list is the name of the member that holds a request's messages.
func (f Format) list() string {
	if f == Responses {
		return "input"
	}
	return "messages"
}

// behind puts the reply and the message behind the messages of a request.
func (f Further) behind(format Format, list []byte) ([]byte, error) {
	said, err := json.Marshal(said(format, f.Said))
	if err != nil {
		return nil, err
	}
	asked, err := json.Marshal(map[string]string{"role": "user", "content": f.Text})
	if err != nil {
		return nil, err
	}
	head := bytes.TrimRight(list, " \t\r\n")
	switch {
	case len(head) > 1 && head[0] == '"' && format == Responses:
		head = append([]byte(`[{"role":"user","content":`), head...)
		head = append(head, '}')
	case len(head) > 1 && head[0] == '[':
		head = bytes.TrimRight(head[:len(head)-1], " \t\r\n")
		if len(head) == 1 {
			return nil, errNoFurther
		}
	default:
		return nil, errNoFurther
	}
	return bytes.Join([][]byte{head, said, append(asked, ']')}, []byte{','}), nil
}

// said is a reply as clients of the format send it back.
func said(format Format, text string) any {
	if format == Responses {
		return map[string]any{"type": "message", "role": "assistant", "content": []any{map[string]string{"type": "output_text", "text": text}}}
	}
	return map[string]string{"role": "assistant", "content": text}
}
