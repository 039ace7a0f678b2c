package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// merged returns a JSON text with what another one adds to it: members that an object
// lacks, and elements that no list holds yet. mark is a text by which an element that
// was added before is known. Nothing that stands there is changed.
func merged(text, added []byte, mark string) ([]byte, error) {
	if len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))) == 0 {
		return added, nil
	}
	into, err := read(text)
	if err != nil {
		return nil, err
	}
	from, err := read(added)
	if err != nil {
		return nil, err
	}
	m := merging{text: text, plain: blanked(text), added: added, mark: mark, unit: unitOf(text)}
	if err := m.merge(into, from, "", 0); err != nil {
		return nil, err
	}
	return m.done()
}

type merging struct {
	text, plain, added []byte
	mark, unit         string
	puts               []put
}

// put is a text that goes into the file at an offset.
type put struct {
	at   int
	text string
}

func (m *merging) merge(into, from *node, path string, depth int) error {
	if into.kind != from.kind {
		if from.kind == 0 { // a number that stands there counts
			return nil
		}
		return fmt.Errorf("its %s is no %s", named(path), map[json.Delim]string{'{': "object", '[': "list"}[from.kind])
	}
	var lines []string
	switch from.kind {
	case '{':
		for i, name := range from.names {
			have := into.member(name)
			if have == nil {
				key, _ := json.Marshal(name) // a text always marshals
				lines = append(lines, string(key)+": "+m.indented(from.values[i], depth+1))
				continue
			}
			if err := m.merge(have, from.values[i], path+"."+name, depth+1); err != nil {
				return err
			}
		}
	case '[':
		if slices.ContainsFunc(into.values, func(have *node) bool { return have.holds(m.mark) }) {
			return nil
		}
		for _, value := range from.values {
			lines = append(lines, m.indented(value, depth+1))
		}
	}
	if len(lines) > 0 {
		m.append(into, lines, depth)
	}
	return nil
}

func named(path string) string {
	if path == "" {
		return "whole"
	}
	return strings.TrimPrefix(path, ".")
}

// holds reports whether a text in the value holds this one.
func (n *node) holds(mark string) bool {
	return strings.Contains(n.text, mark) || slices.ContainsFunc(n.values, func(v *node) bool { return v.holds(mark) })
}

// append puts lines behind the last value of an object or a list, at its depth.
func (m *merging) append(into *node, lines []string, depth int) {
	inside := into.start + 1
	if n := len(into.values); n > 0 {
		inside = into.values[n-1].end
		if !bytes.Contains(m.commas(inside, into.end), []byte(",")) {
			m.puts = append(m.puts, put{inside, ","})
		}
	}
	ends := inside + len(bytes.TrimRight(m.text[inside:into.end-1], " \t\r\n"))
	begins := "\n" + strings.Repeat(m.unit, depth+1)
	text := begins + strings.Join(lines, ","+begins)
	if !bytes.Contains(m.text[ends:into.end-1], []byte("\n")) {
		text += "\n" + strings.Repeat(m.unit, depth)
	}
	m.puts = append(m.puts, put{ends, text})
}

// commas is what stands behind a last value, without its comments.
func (m *merging) commas(from, to int) []byte {
	raw := bytes.Clone(m.text[from:to])
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] == '/' && (raw[i+1] == '/' || raw[i+1] == '*') {
			end := endOfComment(raw, i)
			blank(raw[i:end])
			i = end - 1
		}
	}
	return raw
}

// indented is a value of what is added, as far in as it will stand.
func (m *merging) indented(n *node, depth int) string {
	var b bytes.Buffer
	if json.Indent(&b, m.added[n.start:n.end], strings.Repeat(m.unit, depth), m.unit) != nil {
		return string(m.added[n.start:n.end]) // it is valid, so that it can be indented
	}
	return b.String()
}

// done is the text with all that was put into it.
func (m *merging) done() ([]byte, error) {
	slices.SortStableFunc(m.puts, func(a, b put) int { return a.at - b.at })
	var b bytes.Buffer
	last := 0
	for _, p := range m.puts {
		b.Write(m.text[last:p.at])
		if bytes.Contains(m.text, []byte("\r\n")) {
			p.text = strings.ReplaceAll(p.text, "\n", "\r\n")
		}
		b.WriteString(p.text)
		last = p.at
	}
	b.Write(m.text[last:])
	if _, err := read(b.Bytes()); err != nil {
		return nil, errors.New("it has a form to which nothing can be added safely")
	}
	return b.Bytes(), nil
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
