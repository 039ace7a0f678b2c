package ast

import "strings"

var rustScaffold = []string{"use_declaration", "extern_crate_declaration", "inner_attribute_item", "shebang", "empty_statement"}

// walkRust: items with their attributes. Methods are named by the type of
// their impl, those of a trait's impl by "Type<Trait>"; an impl of a type's own
// methods is no symbol, its methods stand at the top level as Go's do.
func walkRust(w *walk) { w.each(0, scope{}, w.rustItem) }

func (w *walk) rustItem(c int32, s scope) {
	if w.is(c, "attribute_item", "line_comment", "block_comment") {
		return
	}
	from := w.rustAttributes(c)
	switch w.kindOf(c) {
	case "function_item", "function_signature_item":
		w.rustFunction(c, from, s)
	case "struct_item":
		w.add(s, w.name(c), "struct", from, c)
	case "enum_item":
		w.add(s, w.name(c), "enum", from, c)
	case "union_item":
		w.add(s, w.name(c), "struct", from, c)
	case "const_item":
		w.add(s, notBlank(w.name(c)), "const", from, c)
	case "static_item":
		w.add(s, w.name(c), "var", from, c)
	case "type_item", "associated_type":
		w.add(s, w.name(c), "type", from, c)
	case "macro_definition":
		w.add(s, w.name(c), "macro", from, c)
	case "trait_item":
		inner := w.addShell(s, w.name(c), "trait", from, c)
		inner.method = true
		w.each(w.child(c, bodyField), inner, w.rustItem)
	case "impl_item":
		w.rustImpl(c, from, s)
	case "mod_item":
		inner := w.addShell(s, w.name(c), "module", from, c)
		inner.inner = s.inner
		w.each(w.child(c, bodyField), inner, w.rustItem)
	case "foreign_mod_item":
		w.each(w.child(c, bodyField), s, w.rustItem)
	default:
		if s.container == "" {
			w.other(c)
		}
	}
}

// rustAttributes is the first of the attributes that stand before an item, the
// comments between them included.
func (w *walk) rustAttributes(c int32) int32 {
	from := c
	for p := w.nodes[c].prev; p >= 0; p = w.nodes[p].prev {
		w.looks++
		switch {
		case w.is(p, "attribute_item"):
			from = p
		case !w.flag(w.nodes[p].kind, isComment):
			return from
		}
	}
	return from
}

func (w *walk) rustFunction(c, from int32, s scope) {
	kind := "function"
	if s.method {
		kind = "method"
	}
	if w.snippet && s.container == "" && w.saysSelf(c) {
		kind, s = "method", s.asBare()
	}
	w.add(s, w.name(c), kind, from, c)
}

// saysSelf reports whether a function takes self or names Self, either of which
// has a meaning only inside an impl or a trait.
func (w *walk) saysSelf(function int32) bool {
	for i := function; i < w.nodes[function].next; i++ {
		if w.is(i, "self_parameter") || w.is(i, "type_identifier") && w.textOf(i) == "Self" {
			return true
		}
	}
	return false
}

func (w *walk) rustImpl(c, from int32, s scope) {
	name := cleanName(w.rustType(w.child(c, typeField)))
	if name == "" {
		return
	}
	inner := scope{container: join(s.container, name), inner: s.inner}
	if trait := w.child(c, traitField); trait >= 0 {
		inner = w.addShell(s, name+"<"+rustTrait(w.textOf(trait))+">", "impl", from, c)
	}
	inner.method = true
	w.each(w.child(c, bodyField), inner, w.rustItem)
}

// rustType names a type without path, references and type arguments.
func (w *walk) rustType(i int32) string {
	for i >= 0 {
		switch w.kindOf(i) {
		case "generic_type", "reference_type":
			i = w.child(i, typeField)
		case "scoped_type_identifier":
			i = w.child(i, nameField)
		case "dynamic_type":
			i = w.child(i, traitField)
		default:
			return w.textOf(i)
		}
	}
	return ""
}

// rustTrait names a trait without its path, but with its type arguments, which
// tell one impl from another.
func rustTrait(text string) string {
	head, arguments, _ := strings.Cut(text, "<")
	if i := strings.LastIndex(head, "::"); i >= 0 {
		head = head[i+2:]
	}
	if arguments != "" {
		head += "<" + arguments
	}
	return head
}
