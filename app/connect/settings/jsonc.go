package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// node is a value of a JSON text, with where it stands.
type node struct {
	kind       json.Delim // '{', '[', or 0 for a scalar
	start, end int        // of the text, end exclusive
	names      []string   // of an object's members, in their order
	values     []*node    // of an object's members, or of a list
	text       string     // of a scalar that is a string
}

// member is the value of a name, nil where there is none. Of two that bear the same name
// the later one counts, as for the programs that read such files.
func (n *node) member(name string) (found *node) {
	for i, other := range n.names {
		if other == name {
			found = n.values[i]
		}
	}
	return found
}

// deepest is how many values may lie in one another.
const deepest = 200

// read parses a JSON text that may hold comments and commas behind the last value.
func read(text []byte) (*node, error) {
	plain := blanked(text)
	if !json.Valid(plain) {
		var v any
		err := json.Unmarshal(plain, &v)
		if where := new(json.SyntaxError); errors.As(err, &where) {
			return nil, fmt.Errorf("it is no valid JSON at line %d: %w", 1+bytes.Count(plain[:min(int(where.Offset), len(plain))], []byte("\n")), err)
		}
		return nil, fmt.Errorf("it is no valid JSON: %w", err)
	}
	r := reading{dec: json.NewDecoder(bytes.NewReader(plain)), plain: plain}
	return r.value(0)
}

type reading struct {
	dec   *json.Decoder
	plain []byte
}

// value reads the next value.
func (r *reading) value(depth int) (*node, error) {
	if depth > deepest {
		return nil, errors.New("its values lie too deep in one another")
	}
	start := int(r.dec.InputOffset())
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	start += len(r.plain[start:]) - len(bytes.TrimLeft(r.plain[start:], " \t\r\n,:"))
	n := &node{start: start}
	n.text, _ = token.(string)
	n.kind, _ = token.(json.Delim)
	for n.kind != 0 && r.dec.More() {
		if n.kind == '{' {
			name, err := r.dec.Token()
			if err != nil {
				return nil, err
			}
			text, _ := name.(string)
			n.names = append(n.names, text)
		}
		value, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.values = append(n.values, value)
	}
	if n.kind != 0 {
		if _, err := r.dec.Token(); err != nil { // its bracket
			return nil, err
		}
	}
	n.end = int(r.dec.InputOffset())
	return n, nil
}

// blanked is a text of the same length with blanks for its comments, for commas that
// nothing follows, and for a byte order mark.
func blanked(text []byte) []byte {
	plain := bytes.Clone(text)
	if bytes.HasPrefix(plain, []byte("\ufeff")) {
		blank(plain[:3])
	}
	comma := -1 // of a comma with nothing but blanks behind it
	for i := 0; i < len(plain); i++ {
		switch c := plain[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(plain) && plain[i] != '"'; i++ {
				if plain[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(plain) && (plain[i+1] == '/' || plain[i+1] == '*'):
			end := endOfComment(plain, i)
			blank(plain[i:end])
			i = end - 1
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				plain[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return plain
}

func endOfComment(text []byte, at int) int {
	ends := "\n"
	if text[at+1] == '*' {
		ends = "*/"
	}
	n := bytes.Index(text[at+2:], []byte(ends))
	switch {
	case n < 0:
		return len(text)
	case ends == "\n":
		return at + 2 + n
	}
	return at + 2 + n + len(ends)
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}
