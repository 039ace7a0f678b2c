package ast

var csharpScaffold = []string{
	"using_directive", "extern_alias_directive", "global_attribute", "file_scoped_namespace_declaration",
	"preproc_region", "preproc_endregion", "preproc_nullable", "preproc_define", "preproc_undef", "preproc_pragma",
	"shebang_directive",
}

var csharpTypes = map[string]string{
	"class_declaration": "class", "record_declaration": "class", "struct_declaration": "struct",
	"record_struct_declaration": "struct", "interface_declaration": "interface", "enum_declaration": "enum",
}

// walkCSharp: namespaces and types by dotted nesting, their methods,
// properties and events; fields are part of their class.
func walkCSharp(w *walk) { w.each(0, scope{}, w.csharpMember) }

func (w *walk) csharpMember(c int32, s scope) {
	kind := w.kindOf(c)
	if typeKind, ok := csharpTypes[kind]; ok {
		w.each(w.child(c, bodyField), w.addShell(s, w.name(c), typeKind, c, c), w.csharpMember)
		return
	}
	switch kind {
	case "namespace_declaration":
		inner := w.addShell(s, w.name(c), "namespace", c, c)
		inner.inner = s.inner
		w.each(w.child(c, bodyField), inner, w.csharpMember)
	case "preproc_if", "preproc_elif", "preproc_else", "global_statement", "declaration_list":
		w.each(c, s, w.csharpMember)
	case "delegate_declaration":
		w.add(s, w.name(c), "type", c, c)
	case "local_function_statement":
		kind := "function"
		if w.snippet && s.container == "" {
			kind, s = "method", s.asBare()
		}
		w.add(s, w.name(c), kind, c, c)
	case "method_declaration", "constructor_declaration":
		w.add(s, w.csharpInterface(c)+w.name(c), "method", c, c)
	case "destructor_declaration":
		w.add(s, "~"+w.name(c), "method", c, c)
	case "operator_declaration", "conversion_operator_declaration":
		w.add(s, w.csharpOperator(c), "method", c, c)
	case "property_declaration", "event_declaration":
		w.add(s, w.csharpInterface(c)+w.name(c), "property", c, c)
	case "indexer_declaration":
		w.add(s, w.csharpInterface(c)+"this", "property", c, c)
	case "event_field_declaration":
		w.csharpEvents(c, s)
	default:
		if s.container == "" && (s.bare || w.is(w.nodes[c].parent, "compilation_unit", "global_statement")) {
			w.other(c)
		}
	}
}

// csharpInterface is the prefix of a member that implements an interface's by
// its full name, which may stand beside one of the plain name.
func (w *walk) csharpInterface(c int32) string {
	if i := w.find(c, "explicit_interface_specifier"); i >= 0 {
		return w.textOf(i)
	}
	return ""
}

// csharpOperator is "operator" and what stands between it and the parameters.
func (w *walk) csharpOperator(c int32) string {
	from, to := w.find(c, "operator"), w.child(c, parametersField)
	if from < 0 || to < 0 {
		return ""
	}
	return string(w.src[w.nodes[from].start:w.nodes[to].start])
}

func (w *walk) csharpEvents(c int32, s scope) {
	list := w.find(c, "variable_declaration")
	if list < 0 {
		return
	}
	for v := range w.children(list) {
		if w.is(v, "variable_declarator") {
			w.add(s, w.name(v), "property", c, c)
		}
	}
}
