package ast

import (
	"strings"

	"holdfast/parser/source"
)

var cScaffold = []string{
	"preproc_include", "preproc_def", "preproc_call", "preproc_directive", "using_declaration",
	"namespace_alias_definition", "static_assert_declaration", ";",
}

// walkC is C and C++: definitions, not prototypes, wherever conditionals of the
// preprocessor, namespaces or templates hold them.
func walkC(w *walk) { w.each(0, scope{}, cWalk{w}.cItem) }

// cWalk is the part of a walk that knows C and C++.
type cWalk struct{ *walk }

func (w cWalk) cItem(c int32, s scope) { w.cDeclaration(c, c, s) }

// cDeclaration adds what node d declares, the extent of which is c: the same,
// or the template around it.
func (w cWalk) cDeclaration(c, d int32, s scope) {
	switch w.kindOf(d) {
	case "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef", "declaration_list":
		w.each(d, s, func(i int32, s scope) {
			if f := w.nodes[i].field; f != nameField && f != conditionField {
				w.cDeclaration(i, i, s)
			}
		})
	case "linkage_specification":
		w.cLinkage(d, s)
	case "namespace_definition":
		w.cNamespace(c, d, s)
	case "template_declaration":
		w.each(d, s, func(inner int32, s scope) {
			if inner != d+1 && w.nodes[inner].field != parametersField {
				w.cDeclaration(c, inner, s)
			}
		})
	case "function_definition":
		w.cFunction(c, d, s)
	case "struct_specifier", "union_specifier", "class_specifier", "enum_specifier":
		if !w.cType(c, w.semicolon(c), d, s) {
			w.cOther(d, s)
		}
	case "type_definition":
		w.cType(c, d, w.child(d, typeField), s)
		w.cNames(c, d, s, "type")
	case "alias_declaration", "concept_definition":
		w.add(s, w.name(d), "type", c, d)
	case "declaration":
		w.cVariables(c, d, s)
	case "field_declaration":
		w.cType(c, d, w.child(d, typeField), s)
	case "preproc_function_def":
		w.add(s, w.name(d), "macro", c, d)
	case "preproc_def":
		if w.child(d, valueField) >= 0 {
			w.add(s, w.name(d), "macro", c, d)
		}
	default:
		w.cOther(d, s)
	}
}

func (w cWalk) cOther(d int32, s scope) {
	if s.container == "" {
		w.other(d)
	}
}

// cLinkage: 'extern "C"' before a block, or before one declaration, whose
// extent then includes it.
func (w cWalk) cLinkage(d int32, s scope) {
	w.each(d, s, func(body int32, s scope) {
		switch {
		case w.nodes[body].field != bodyField:
		case w.is(body, "declaration_list"):
			w.cDeclaration(body, body, s)
		default:
			w.cDeclaration(d, body, s)
		}
	})
}

// cNamespace: an unnamed namespace is no container.
func (w cWalk) cNamespace(c, d int32, s scope) {
	inner := s
	if name := cQualified(w.name(d)); name != "" {
		inner = w.addShell(s, name, "namespace", c, d)
		inner.inner = s.inner
	}
	w.each(w.child(d, bodyField), inner, w.cItem)
}

// cType adds the struct, class, union or enum d where it has a body; its extent
// is from c to last. In C++ it is a container.
func (w cWalk) cType(c, last, d int32, s scope) bool {
	if d < 0 || w.child(d, bodyField) < 0 {
		return false
	}
	kind := strings.TrimSuffix(w.kindOf(d), "_specifier")
	switch kind {
	case "struct", "class", "enum":
	case "union":
		kind = "struct"
	default:
		return false
	}
	name := strings.ReplaceAll(w.name(d), "::", ".")
	if w.grammar.name != source.CPP || kind == "enum" {
		w.add(s, name, kind, c, last)
		return name != ""
	}
	inner := w.addShell(s, name, kind, c, last)
	inner.method = true
	w.each(w.child(d, bodyField), inner, w.cItem)
	return name != ""
}

// cFunction names a function by its declarator: "C::f" is the method f of C.
func (w cWalk) cFunction(c, d int32, s scope) {
	if name := w.cMade(d); name != "" {
		w.add(s, name, "function", c, d)
		return
	}
	name, _ := w.cDeclarator(w.child(d, declaratorField))
	kind := "function"
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		kind = "method"
		s.container, name = join(s.container, name[:i]), name[i+1:]
	} else if s.method {
		kind = "method"
	}
	w.add(s, name, kind, c, d)
}

// cVariables adds the variables that a declaration defines, and the type that
// it may define on the way. Prototypes and extern declarations define nothing.
func (w cWalk) cVariables(c, d int32, s scope) {
	found := w.cType(c, d, w.child(d, typeField), s)
	if s.method {
		return // a member, part of its class
	}
	if storage := w.find(d, "storage_class_specifier"); storage < 0 || w.textOf(storage) != "extern" {
		found = w.cNames(c, d, s, "var") || found
	}
	if !found {
		w.cOther(d, s)
	}
}

// cNames adds the names that d's declarators give, all sharing its extent.
func (w cWalk) cNames(c, d int32, s scope, kind string) bool {
	found := false
	for i := range w.children(d) {
		if w.nodes[i].field != declaratorField || !w.named(i) {
			continue
		}
		name, isFunction := w.cDeclarator(i)
		if kind == "var" && isFunction && !w.is(i, "init_declarator") {
			continue
		}
		at := s
		if i := strings.LastIndexByte(name, '.'); i > 0 {
			at.container, name = join(s.container, name[:i]), name[i+1:]
		}
		w.add(at, name, kind, c, d)
		found = true
	}
	return found
}

// cDeclarator follows a declarator to the name it declares, and tells whether
// that is a function rather than a pointer to one.
func (w cWalk) cDeclarator(i int32) (name string, isFunction bool) {
	for i >= 0 {
		switch w.kindOf(i) {
		case "identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "template_function", "qualified_identifier", "structured_binding_declarator":
			return cleanName(cQualified(w.textOf(i))), isFunction
		case "operator_cast":
			if t := w.child(i, typeField); t >= 0 {
				return "operator " + w.textOf(t), true
			}
			return "", true
		case "function_declarator":
			isFunction = true
		case "pointer_declarator":
			isFunction = false
		}
		next := w.child(i, declaratorField)
		if next < 0 {
			next = w.find(i, "identifier", "field_identifier", "type_identifier", "operator_name", "qualified_identifier", "function_declarator", "pointer_declarator", "reference_declarator", "array_declarator", "parenthesized_declarator")
		}
		i = next
	}
	return "", isFunction
}

// cQualified turns "a::B<T>::f" into "a.B.f": a definition outside its class
// repeats the template's parameters, its name inside does not.
func cQualified(name string) string {
	if strings.Contains(name, "operator") && !strings.Contains(name, "::") {
		return name
	}
	var out strings.Builder
	depth := 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case strings.HasPrefix(name[i:], "operator") && depth == 0:
			out.WriteString(name[i:])
			return strings.Trim(strings.ReplaceAll(out.String(), "::", "."), ".")
		case c == '<':
			depth++
		case c == '>':
			depth--
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return strings.Trim(strings.ReplaceAll(out.String(), "::", "."), ".")
}
