package ast

var javaScaffold = []string{"package_declaration", "import_declaration", ";"}

var javaTypes = map[string]string{
	"class_declaration": "class", "record_declaration": "class", "enum_declaration": "enum",
	"interface_declaration": "interface", "annotation_type_declaration": "interface",
}

// walkJava: types by dotted nesting, their methods and constructors; fields
// are part of their class.
func walkJava(w *walk) { w.each(0, scope{}, w.javaMember) }

func (w *walk) javaMember(c int32, s scope) {
	kind := w.kindOf(c)
	if typeKind, ok := javaTypes[kind]; ok {
		w.each(w.child(c, bodyField), w.addShell(s, w.name(c), typeKind, c, c), w.javaMember)
		return
	}
	switch kind {
	case "method_declaration":
		if w.snippet && s.container == "" {
			s = s.asBare()
		}
		kind := "method"
		if s.container == "" && !s.bare {
			kind = "function"
		}
		w.add(s, w.name(c), kind, c, c)
	case "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration":
		w.add(s, w.name(c), "method", c, c)
	case "enum_body_declarations":
		w.each(c, s, w.javaMember)
	default:
		if s.container == "" {
			w.other(c)
		}
	}
}
