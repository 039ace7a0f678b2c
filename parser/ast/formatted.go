package ast

import "bytes"

// What a formatter of JavaScript or TypeScript adds or takes on saving is no change of
// the code (product 4): the ";" at the end of a statement, a comma before a closing
// bracket, the quotes of a string of equal content. Where a ";" or a comma means more,
// the tree has other nodes; no other language's tokens are ever ignored.

// optional reports whether node i is a token that a formatter adds or takes.
func (t *tree) optional(i int32) bool {
	n := &t.nodes[i]
	if !t.formatted || n.flags&isNamed != 0 || n.end-n.start != 1 || n.parent < 0 {
		return false
	}
	switch t.src[n.start] {
	case ';':
		return !t.is(n.parent, "for_statement")
	case ',':
		return t.closes(t.beside(i, 1)) && t.holds(t.beside(i, -1))
	}
	return false
}

// beside is the sibling before or after node i that is no comment, -1 for none.
func (t *tree) beside(i, direction int32) int32 {
	parent := t.nodes[i].parent
	for {
		if direction < 0 {
			i = t.nodes[i].prev
		} else if i = t.nodes[i].next; i >= t.nodes[parent].next {
			return -1
		}
		t.looks++
		if i < 0 || !t.flag(t.nodes[i].kind, isComment) {
			return i
		}
	}
}

// closes reports whether node i is a closing bracket.
func (t *tree) closes(i int32) bool {
	return i >= 0 && t.nodes[i].flags&isNamed == 0 && t.is(i, ")", "]", "}", ">")
}

// holds reports whether node i is an element of a list, no bracket or comma: in
// "[a,,]" the last comma is a hole.
func (t *tree) holds(i int32) bool {
	return i >= 0 && t.nodes[i].flags&isNamed != 0
}

// quoted is the content of the string i, whatever its quotes; ok is false for any
// other node. In the attribute of an element nothing is escaped.
func (t *tree) quoted(i int32) (content []byte, ok bool) {
	n := &t.nodes[i]
	if !t.formatted || n.flags&isNamed == 0 || n.end-n.start < 2 || !t.is(i, "string") {
		return nil, false
	}
	text := t.src[n.start:n.end]
	quote := text[0]
	if quote != '"' && quote != '\'' || text[len(text)-1] != quote {
		return nil, false
	}
	text = text[1 : len(text)-1]
	if n.parent >= 0 && t.is(n.parent, "jsx_attribute") || bytes.IndexByte(text, '\\') < 0 {
		return text, true
	}
	content = make([]byte, 0, len(text))
	for k := 0; k < len(text); k++ {
		if text[k] == '\\' && k+1 < len(text) {
			if next := text[k+1]; next != '"' && next != '\'' {
				content = append(content, '\\')
			}
			k++
		}
		content = append(content, text[k])
	}
	return content, true
}
