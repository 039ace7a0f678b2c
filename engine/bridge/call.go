package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/parser/block"
)

// Call is one command that a reply asks for.
type Call struct{ Command string }

// Bounds of what one reply may ask for.
const (
	maxCalls   = 8
	maxCommand = 4 << 10 // bytes
)

// Calls finds the calls of a reply in its blocks, in their order: fences of the
// language tool that hold a JSON object or an array of them, and, where
// shellFences is set, fences of bash and sh. A fence that cannot be read as a
// whole asks for nothing, and says why in refused.
func Calls(blocks []block.Block, shellFences bool) (calls []Call, refused []error) {
	for _, b := range blocks {
		if b.Kind != block.Command || b.Path != "" {
			continue
		}
		var found []Call
		var err error
		switch tag := strings.ToLower(b.Tag); {
		case !b.Closed:
			err = errors.New("its fence is not closed")
		case tag == "tool":
			found, err = read(b.Content)
		case shellFences && (tag == "bash" || tag == "sh"):
			found = []Call{{strings.TrimSpace(string(b.Content))}}
			err = check(found[0])
		}
		if err != nil {
			refused = append(refused, fmt.Errorf("a block that asks for a command was passed over: %w", err))
			continue
		}
		calls = append(calls, found...)
	}
	if len(calls) > maxCalls {
		refused = append(refused, fmt.Errorf("the reply asks for %d commands, of which the first %d are heard", len(calls), maxCalls))
		calls = calls[:maxCalls]
	}
	return calls, refused
}

// read reads the inside of a tool fence.
func read(content []byte) ([]Call, error) {
	type shape struct {
		Type    *string `json:"type"`
		Command *string `json:"command"`
	}
	var list []shape
	var err error
	if content = bytes.TrimSpace(content); bytes.HasPrefix(content, []byte("[")) {
		err = strictly(content, &list)
	} else {
		var one shape
		err = strictly(content, &one)
		list = []shape{one}
	}
	if err != nil {
		return nil, fmt.Errorf("it is no call (%w)", err)
	}
	calls := make([]Call, 0, len(list))
	for _, s := range list {
		if s.Type == nil || *s.Type != "shell" || s.Command == nil {
			return nil, errors.New(`a call is {"type":"shell","command":"…"}`)
		}
		c := Call{strings.TrimSpace(*s.Command)}
		if err := check(c); err != nil {
			return nil, err
		}
		calls = append(calls, c)
	}
	return calls, nil
}

// strictly decodes one JSON document and nothing behind it.
func strictly(content []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("something follows the JSON")
	}
	return nil
}

// check refuses a command that cannot be shown as it is: whoever approves it
// must see all of it.
func check(c Call) error {
	switch {
	case c.Command == "":
		return errors.New("the command is empty")
	case len(c.Command) > maxCommand:
		return fmt.Errorf("the command has %d bytes, more than %d are not run", len(c.Command), maxCommand)
	case !utf8.ValidString(c.Command) || strings.ContainsFunc(c.Command, hidden):
		return errors.New("the command holds characters that cannot be shown")
	}
	return nil
}

// hidden are characters that a screen does not show as what they are.
func hidden(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || r == utf8.RuneError)
}

// Allowed reports whether an allow-list permits a command: by an entry that is the
// command, character for character. There are no patterns: a shell gives too
// much meaning to what might follow.
func Allowed(c Call, list []string) bool {
	return slices.Contains(list, c.Command)
}

// JSON is the call as it is kept.
func (c Call) JSON() []byte {
	b, _ := json.Marshal(map[string]string{"type": "shell", "command": c.Command}) // strings are always encoded
	return b
}

// ReadCall reads what JSON has written.
func ReadCall(content []byte) (Call, error) {
	calls, err := read(content)
	switch {
	case err != nil:
		return Call{}, fmt.Errorf("a call that was kept cannot be read: %w", err)
	case len(calls) != 1:
		return Call{}, fmt.Errorf("a call that was kept cannot be read: it holds %d", len(calls))
	}
	return calls[0], nil
}
