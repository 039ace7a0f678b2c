package ast

var goScaffold = []string{"package_clause", "import_declaration"}

// walkGo: functions, methods under their receiver's type, and each spec of a
// group as a symbol of its own.
func walkGo(w *walk) {
	for c := range w.children(0) {
		switch w.kindOf(c) {
		case "function_declaration":
			w.add(scope{}, goName(w, c), "function", c, c)
		case "method_declaration":
			w.add(scope{container: goReceiver(w, c)}, goName(w, c), "method", c, c)
		case "type_declaration":
			w.goDeclaration(c, "type")
		case "const_declaration":
			w.goDeclaration(c, "const")
		case "var_declaration":
			w.goDeclaration(c, "var")
		default:
			w.other(c)
		}
	}
}

// goName is a function's name; the blank one declares nothing.
func goName(w *walk, i int32) string { return notBlank(w.name(i)) }

func notBlank(name string) string {
	if name == "_" {
		return ""
	}
	return name
}

// goReceiver is the type of a method's receiver, without pointer, parentheses
// and type parameters.
func goReceiver(w *walk, method int32) string {
	list := w.child(method, receiverField)
	if list < 0 {
		return ""
	}
	for i := list + 1; i < w.nodes[list].next; i++ {
		if w.is(i, "type_identifier") {
			return w.textOf(i)
		}
	}
	return ""
}

// goDeclaration adds what is declared; "var _ T = …" declares nothing.
func (w *walk) goDeclaration(c int32, kind string) {
	before := len(w.decls)
	if w.goSpecs(c, kind); len(w.decls) == before {
		w.other(c)
	}
}

// goSpecs adds the names of a declaration: all of it for the only spec without
// parentheses, else each spec.
func (w *walk) goSpecs(declaration int32, kind string) {
	group := w.find(declaration, "(") >= 0
	for spec := range w.children(declaration) {
		switch {
		case w.is(spec, "var_spec_list"):
			w.goSpecs(spec, kind)
		case !w.is(spec, "type_spec", "type_alias", "const_spec", "var_spec"):
		case group:
			w.goSpec(spec, spec, kind)
		default:
			w.goSpec(spec, declaration, kind)
		}
	}
}

func (w *walk) goSpec(spec, extent int32, kind string) {
	kind = goKind(w, spec, kind)
	for name := range w.children(spec) {
		if w.nodes[name].field == nameField && w.named(name) {
			w.add(scope{}, notBlank(w.textOf(name)), kind, extent, extent)
		}
	}
}

// goKind refines a type's kind by what it is.
func goKind(w *walk, spec int32, kind string) string {
	switch at := w.child(spec, typeField); {
	case kind != "type" || at < 0 || !w.is(spec, "type_spec"):
		return kind
	case w.is(at, "struct_type"):
		return "struct"
	case w.is(at, "interface_type"):
		return "interface"
	default:
		return kind
	}
}
