package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// merged returns a JSON text, which may hold comments, with what another one adds to it:
// members that an object lacks, and elements that no list holds yet. mark is a text by
// which an element that was added before is known. Nothing that stands there is changed.
func merged(text, added []byte, mark string) ([]byte, error) {
	var first []byte // the byte order mark, where there is one
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		first, text = text[:3:3], text[3:]
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return append(first, added...), nil
	}
	if deep(text) {
		return nil, errors.New("its values lie too deep in one another")
	}
	into, err := hujson.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("it is no valid JSON: %s", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	from, err := hujson.Parse(added)
	if err != nil {
		return nil, err
	}
	m := merging{mark: mark, unit: unitOf(text), line: "\n"}
	if bytes.Contains(text, []byte("\r\n")) {
		m.line = "\r\n"
	}
	if err := m.merge(&into, &from, "", 0); err != nil {
		return nil, err
	}
	return append(first, into.Pack()...), nil
}

// deepest is how many values may lie in one another.
const deepest = 1000

// deep reports whether values may lie too deep in one another to be read: brackets in
// texts and comments count as well.
func deep(text []byte) bool {
	depth := 0
	for _, c := range text {
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > deepest {
			return true
		}
	}
	return false
}

type merging struct {
	mark string
	unit string // by which a level is indented
	line string // by which a line ends
}

func (m *merging) merge(into, from *hujson.Value, path string, depth int) error {
	switch from := from.Value.(type) {
	case *hujson.Object:
		have, ok := into.Value.(*hujson.Object)
		if !ok {
			return fmt.Errorf("its %s is no object", named(path))
		}
		return m.members(have, from, path, depth)
	case *hujson.Array:
		have, ok := into.Value.(*hujson.Array)
		if !ok {
			return fmt.Errorf("its %s is no list", named(path))
		}
		if !holds(into, m.mark) {
			m.elements(have, from, depth)
		}
	}
	return nil // a number that stands there counts
}

func (m *merging) members(have, from *hujson.Object, path string, depth int) error {
	for _, member := range from.Members {
		name := textOf(member.Name)
		if old := find(have, name); old != nil {
			if err := m.merge(old, &member.Value, path+"."+name, depth+1); err != nil {
				return err
			}
			continue
		}
		var last *hujson.Value
		if n := len(have.Members); n > 0 {
			last = &have.Members[n-1].Value
		}
		member.Name.BeforeExtra = m.behind(last, &have.AfterExtra, depth)
		member.Value = m.indented(member.Value, depth+1)
		member.Value.BeforeExtra = hujson.Extra(" ")
		have.Members = append(have.Members, member)
	}
	return nil
}

func (m *merging) elements(have, from *hujson.Array, depth int) {
	for _, value := range from.Elements {
		var last *hujson.Value
		if n := len(have.Elements); n > 0 {
			last = &have.Elements[n-1]
		}
		value = m.indented(value, depth+1)
		value.BeforeExtra = m.behind(last, &have.AfterExtra, depth)
		have.Elements = append(have.Elements, value)
	}
}

// behind is what stands between the last value of an object or a list and the next one:
// its own line, below the comments that stand there. after is what stands before the
// closing bracket.
func (m *merging) behind(last *hujson.Value, after *hujson.Extra, depth int) hujson.Extra {
	comments := bytes.TrimRight(*after, " \t\r\n")
	end := (*after)[len(comments):]
	if !bytes.Contains(end, []byte("\n")) {
		end = []byte(m.line + strings.Repeat(m.unit, depth))
	}
	*after = bytes.Clone(end)
	if last != nil && len(last.AfterExtra) == 0 {
		last.AfterExtra = nil
	}
	return append(bytes.Clone(comments), m.line+strings.Repeat(m.unit, depth+1)...)
}

// indented is a value of what is added, as far in as it will stand.
func (m *merging) indented(v hujson.Value, depth int) hujson.Value {
	v.BeforeExtra, v.AfterExtra = nil, nil
	var b bytes.Buffer
	if json.Indent(&b, v.Pack(), strings.Repeat(m.unit, depth), m.unit) == nil {
		v.Value = hujson.Literal(strings.ReplaceAll(b.String(), "\n", m.line)) // it is written as it is
	}
	return v
}

// find is the value of a member, nil where there is none. Of two that bear the same name
// the later one counts, as for the programs that read such files.
func find(o *hujson.Object, name string) (found *hujson.Value) {
	for i := range o.Members {
		if textOf(o.Members[i].Name) == name {
			found = &o.Members[i].Value
		}
	}
	return found
}

// textOf is the text that a value is, "" for another one.
func textOf(v hujson.Value) string {
	if l, ok := v.Value.(hujson.Literal); ok && l.Kind() == '"' {
		return l.String()
	}
	return ""
}

// holds reports whether a text in the value holds this one.
func holds(v *hujson.Value, mark string) bool {
	for v := range v.All() {
		if strings.Contains(textOf(*v), mark) {
			return true
		}
	}
	return false
}

func named(path string) string {
	if path == "" {
		return "whole"
	}
	return strings.TrimPrefix(path, ".")
}

// unitOf is by what a text is indented: the blanks before its first indented line.
func unitOf(text []byte) string {
	for line := range bytes.Lines(text) {
		rest := bytes.TrimLeft(line, " \t")
		if n := len(line) - len(rest); n > 0 && len(bytes.TrimSpace(rest)) > 0 && rest[0] == '"' {
			return string(line[:n])
		}
	}
	return "  "
}
