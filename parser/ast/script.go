package ast

import "strings"

var scriptScaffold = []string{"import_statement", "import_alias", "empty_statement", "hash_bang_line"}

// walkScript is JavaScript, TypeScript and TSX: declarations from export or
// decorator to the trailing semicolon, functions in variables, and whatever is
// exported.
func walkScript(w *walk) { w.each(0, scope{}, scriptWalk{w}.scriptStatement) }

// scriptWalk is the part of a walk that knows JavaScript, TypeScript and TSX.
type scriptWalk struct{ *walk }

func (w scriptWalk) scriptStatement(c int32, s scope) {
	found := false
	switch w.kindOf(c) {
	case "export_statement":
		found = w.scriptExport(c, s)
	case "expression_statement":
		found = w.scriptExpression(c, s)
	default:
		found = w.scriptDeclaration(c, c, s, false)
	}
	if !found && s.container == "" && !w.scriptImport(c) {
		w.other(c)
	}
}

// scriptImport reports whether a statement does no more than to import in the way of
// CommonJS: "require('a')", or "const b = require('a').b" with as many names as it likes.
func (w scriptWalk) scriptImport(c int32) bool {
	switch w.kindOf(c) {
	case "expression_statement":
		return w.scriptRequires(w.find(c, "call_expression", "member_expression"))
	case "lexical_declaration", "variable_declaration":
		for v := range w.children(c) {
			if w.is(v, "variable_declarator") && !w.scriptRequires(w.child(v, valueField)) {
				return false
			}
		}
		return true
	}
	return false
}

// scriptRequires reports whether an expression is require of one string, or a member of
// what that gives.
func (w scriptWalk) scriptRequires(e int32) bool {
	for e >= 0 && w.is(e, "member_expression") {
		e = w.child(e, objectField)
	}
	if e < 0 || !w.is(e, "call_expression") {
		return false
	}
	callee, arguments := w.child(e, functionField), w.child(e, argumentsField)
	return callee >= 0 && arguments >= 0 && w.textOf(callee) == "require" && w.find(arguments, "string") >= 0
}

// scriptExport handles what export carries. A list of names, or a name as the
// default, declares nothing.
func (w scriptWalk) scriptExport(c int32, s scope) bool {
	if d := w.child(c, declarationField); d >= 0 {
		return w.scriptDeclaration(c, d, s, true)
	}
	value := w.child(c, valueField)
	switch {
	case value < 0 || w.is(value, "identifier"):
		return true
	case w.is(value, "class"):
		w.scriptClass(c, value, s, scriptDefault(w, value))
	case isScriptFunction(w, value):
		w.add(s, scriptDefault(w, value), "function", c, c)
	default:
		w.add(s, "default", "var", c, c)
	}
	return true
}

func scriptDefault(w scriptWalk, value int32) string {
	if name := w.name(value); name != "" {
		return name
	}
	return "default"
}

// scriptAmbient handles "declare …", "declare global" among it.
func (w scriptWalk) scriptAmbient(c, ambient int32, s scope) bool {
	for d := range w.children(ambient) {
		if w.is(d, "statement_block") {
			w.scriptNamespace(c, d, s, "global")
			return true
		}
		if !w.is(d, "ambient_declaration") && w.scriptDeclaration(c, d, s, true) {
			return true
		}
	}
	return false
}

// scriptDeclaration adds the declaration d, whose extent is c, and tells
// whether it was one.
func (w scriptWalk) scriptDeclaration(c, d int32, s scope, exported bool) bool {
	last := w.semicolon(c)
	switch w.kindOf(d) {
	case "function_declaration", "generator_function_declaration", "function_signature":
		w.add(s, w.name(d), "function", c, last)
	case "class_declaration", "abstract_class_declaration":
		w.scriptClass(c, d, s, w.name(d))
	case "interface_declaration":
		w.add(s, w.name(d), "interface", c, c)
	case "type_alias_declaration":
		w.add(s, w.name(d), "type", c, last)
	case "enum_declaration":
		w.add(s, w.name(d), "enum", c, c)
	case "internal_module", "module":
		w.scriptNamespace(c, w.child(d, bodyField), s, strings.Trim(w.name(d), "'\""))
	case "ambient_declaration":
		return w.scriptAmbient(c, d, s)
	case "lexical_declaration", "variable_declaration":
		return w.scriptVariables(c, d, s, exported)
	default:
		return false
	}
	return true
}

func (w scriptWalk) scriptNamespace(c, body int32, s scope, name string) {
	inner := w.addShell(s, name, "namespace", c, c)
	inner.inner = s.inner
	w.each(body, inner, w.scriptStatement)
}

// scriptVariables adds variables that hold functions or classes, and all that
// are exported. Names that one statement declares share it.
func (w scriptWalk) scriptVariables(c, d int32, s scope, exported bool) bool {
	found, kind := false, "var"
	if w.find(d, "const") >= 0 {
		kind = "const"
	}
	for v := range w.children(d) {
		if !w.is(v, "variable_declarator") {
			continue
		}
		value := w.child(v, valueField)
		switch {
		case value >= 0 && w.is(value, "class"):
			w.scriptClass(c, value, s, w.name(v))
		case value >= 0 && isScriptFunction(w, value):
			w.add(s, w.name(v), "function", c, c)
		case exported:
			w.scriptPattern(w.child(v, nameField), c, s, kind)
		default:
			continue
		}
		found = true
	}
	return found
}

// scriptPattern adds the names that a variable's left side binds, as deep as
// the first level of a destructuring pattern.
func (w scriptWalk) scriptPattern(name, c int32, s scope, kind string) {
	if name < 0 || !w.is(name, "object_pattern", "array_pattern") {
		if name >= 0 {
			w.add(s, w.textOf(name), kind, c, c)
		}
		return
	}
	for p := range w.children(name) {
		if w.is(p, "pair_pattern") {
			p = max(w.child(p, valueField), p)
		}
		if w.is(p, "identifier", "shorthand_property_identifier_pattern") {
			w.add(s, w.textOf(p), kind, c, c)
		}
	}
}

// isScriptFunction reports whether a value is a function, or a React component
// in its customary wrapper.
func isScriptFunction(w scriptWalk, value int32) bool {
	switch w.kindOf(value) {
	case "arrow_function", "function_expression", "function", "generator_function":
		return true
	case "call_expression":
		callee, arguments := w.child(value, functionField), w.child(value, argumentsField)
		if callee < 0 || arguments < 0 {
			return false
		}
		name := w.textOf(callee)
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			name = name[i+1:]
		}
		return (name == "memo" || name == "forwardRef") && w.find(arguments, "arrow_function", "function_expression", "function") >= 0
	}
	return false
}

// scriptExpression handles namespaces, which the grammar gives as expressions,
// and functions that are assigned to a member.
func (w scriptWalk) scriptExpression(c int32, s scope) bool {
	for e := range w.children(c) {
		switch w.kindOf(e) {
		case "internal_module":
			return w.scriptDeclaration(c, e, s, false)
		case "assignment_expression":
			return w.scriptAssignment(c, e, s)
		}
	}
	return false
}

func (w scriptWalk) scriptAssignment(c, e int32, s scope) bool {
	left, right := w.child(e, leftField), w.child(e, rightField)
	switch {
	case left < 0 || right < 0:
		return false
	case w.snippet && s == (scope{}) && w.is(left, "identifier") && isScriptFunction(w, right):
		w.add(s.asBare(), w.textOf(left), "method", c, c) // a class's field
		return true
	case !w.is(left, "member_expression"):
		return false
	}
	path := strings.Split(w.textOf(left), ".")
	kind := "function"
	if len(path) > 2 && path[len(path)-2] == "prototype" {
		kind = "method"
		path = append(path[:len(path)-2], path[len(path)-1])
	}
	for _, part := range path {
		if !isScriptName(part) || part == "this" {
			return false
		}
	}
	s.container = join(s.container, strings.Join(path[:len(path)-1], "."))
	switch {
	case w.is(right, "class"):
		w.scriptClass(c, right, s, path[len(path)-1])
	case isScriptFunction(w, right):
		w.add(s, path[len(path)-1], kind, c, c)
	default:
		return false
	}
	return true
}

func isScriptName(s string) bool {
	for _, r := range s {
		if r < 0x80 && r != '_' && r != '$' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') {
			return false
		}
	}
	return s != ""
}

func (w scriptWalk) scriptClass(c, class int32, s scope, name string) {
	inner := w.addShell(s, name, "class", c, c)
	w.each(w.child(class, bodyField), inner, w.scriptMember)
}

// scriptMember adds methods, signatures of methods and fields that hold a
// function; other fields are part of the class.
func (w scriptWalk) scriptMember(m int32, s scope) {
	switch w.kindOf(m) {
	case "method_definition", "method_signature", "abstract_method_signature":
	case "public_field_definition", "field_definition":
		if value := w.child(m, valueField); value < 0 || !isScriptFunction(w, value) {
			w.loose = w.loose || s.bare
			return
		}
	default:
		w.loose = w.loose || s.bare && w.is(m, "class_static_block", "index_signature")
		return
	}
	from := m
	for p := w.nodes[from].prev; p >= 0 && w.is(p, "decorator"); p = w.nodes[from].prev {
		w.looks++
		from = p
	}
	name := w.name(m)
	if name == "" {
		if p := w.child(m, propertyField); p >= 0 {
			name = w.textOf(p)
		}
	}
	w.add(s, strings.Trim(name, "'\""), "method", from, w.semicolon(m))
}
