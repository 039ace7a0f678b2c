package ast

import "holdfast/parser/source"

// node is one node of a parsed text. Nodes stand in one slice in the order in
// which they begin, parents before children, so that a walk needs no recursion
// and no memory of tree-sitter's: the C tree is closed before anything reads it.
type node struct {
	start, end uint32
	next       int32 // index after the last node of the subtree
	parent     int32 // -1 for the root
	prev       int32 // the sibling before, -1 for a first child
	kind       kind
	field      field
	flags      uint8 // isNamed, isMissing
}

const (
	isNamed = 1 << iota
	isMissing
)

// field is what a child is to its parent, for the few fields that walks use.
type field uint8

// Fields of the grammars. noField also stands for those that nobody asks for.
const (
	noField field = iota
	nameField
	typeField
	traitField
	bodyField
	declaratorField
	valueField
	leftField
	rightField
	receiverField
	argumentsField
	objectField
	propertyField
	methodField
	definitionField
	declarationField
	functionField
	parametersField
	conditionField
)

var fieldNames = map[string]field{
	"name": nameField, "type": typeField, "trait": traitField, "body": bodyField,
	"declarator": declaratorField, "value": valueField, "left": leftField, "right": rightField,
	"receiver": receiverField, "arguments": argumentsField, "object": objectField,
	"property": propertyField, "method": methodField, "definition": definitionField,
	"declaration": declarationField, "function": functionField, "parameters": parametersField,
	"condition": conditionField,
}

// tree is a parsed text as plain data.
type tree struct {
	*grammar
	src   []byte
	nodes []node
	// looks counts how often a walk or a digest has looked at a node: in all at most
	// a few times as many as there are nodes, however they are arranged.
	looks int
}

// named reports whether node i has a name in the grammar, rather than being a
// piece of punctuation or a keyword.
func (t *tree) named(i int32) bool { return t.nodes[i].flags&isNamed != 0 }

// isError reports whether node i is an ERROR or MISSING node.
func (t *tree) isError(i int32) bool {
	return t.nodes[i].kind == errorKind || t.nodes[i].flags&isMissing != 0
}

// errors counts the ERROR and MISSING nodes.
func (t *tree) errors() int {
	n := 0
	for i := range t.nodes {
		if t.isError(int32(i)) {
			n++
		}
	}
	return n
}

// faults are where the outermost ERROR and MISSING nodes stand. What a grammar
// that has lost its way still recognised there, as an import, is none.
func (t *tree) faults() []source.Range {
	var faults []source.Range
	for i := int32(0); i < int32(len(t.nodes)); {
		if !t.isError(i) {
			i++
			continue
		}
		at := t.rangeOf(i)
		for c := range t.children(i) {
			if n := &t.nodes[c]; t.flag(n.kind, isComment|isScaffold) {
				if at.Start < int(n.start) {
					faults = append(faults, source.Range{Start: at.Start, End: int(n.start)})
				}
				at.Start = int(n.end)
			}
		}
		if at.Len() > 0 || t.nodes[i].flags&isMissing != 0 {
			faults = append(faults, at)
		}
		i = t.nodes[i].next
	}
	return faults
}

// is reports whether node i is of one of the kinds.
func (t *tree) is(i int32, kinds ...string) bool {
	name := t.kindOf(i)
	for _, k := range kinds {
		if name == k {
			return true
		}
	}
	return false
}

// kindOf is the name of node i's kind.
func (t *tree) kindOf(i int32) string { return t.kindName(t.nodes[i].kind) }

// textOf is the source of node i.
func (t *tree) textOf(i int32) string {
	return string(t.src[t.nodes[i].start:t.nodes[i].end])
}

// rangeOf is the extent of node i.
func (t *tree) rangeOf(i int32) source.Range {
	return source.Range{Start: int(t.nodes[i].start), End: int(t.nodes[i].end)}
}

// children yields the indices of i's children in order.
func (t *tree) children(i int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
			t.looks++
			if !yield(c) {
				return
			}
		}
	}
}

// child is the first child of i in field f, or -1.
func (t *tree) child(i int32, f field) int32 {
	for c := range t.children(i) {
		if t.nodes[c].field == f {
			return c
		}
	}
	return -1
}

// find is the first child of i of one of the kinds, or -1.
func (t *tree) find(i int32, kinds ...string) int32 {
	for c := range t.children(i) {
		if t.is(c, kinds...) {
			return c
		}
	}
	return -1
}

// name is the text of i's name field, or "".
func (t *tree) name(i int32) string {
	if n := t.child(i, nameField); n >= 0 {
		return t.textOf(n)
	}
	return ""
}
