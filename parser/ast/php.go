package ast

import "strings"

var phpScaffold = []string{"php_tag", "?>", "declare_statement", "namespace_use_declaration", "empty_statement"}

var phpTypes = map[string]string{
	"class_declaration": "class", "interface_declaration": "interface",
	"trait_declaration": "trait", "enum_declaration": "enum",
}

// walkPHP: functions, classes and the like with their methods, constants.
// Namespaces are no containers: nearly every file has one, and replies leave
// it out.
func walkPHP(w *walk) { w.each(0, scope{}, w.phpStatement) }

func (w *walk) phpStatement(c int32, s scope) {
	kind := w.kindOf(c)
	if typeKind, ok := phpTypes[kind]; ok {
		w.each(w.child(c, bodyField), w.addShell(s, w.name(c), typeKind, c, c), w.phpMember)
		return
	}
	switch kind {
	case "function_definition":
		w.add(s, w.name(c), "function", c, c)
	case "const_declaration":
		for e := range w.children(c) {
			if name := w.find(e, "name"); name >= 0 && w.is(e, "const_element") {
				w.add(s, w.textOf(name), "const", c, c)
			}
		}
	case "namespace_definition":
		w.each(w.child(c, bodyField), s, w.phpStatement)
	case "if_statement":
		w.statement(c)
		w.each(c, s, w.phpStatement)
	case "compound_statement", "else_clause", "else_if_clause", "colon_block":
		w.each(c, s, w.phpStatement)
	case "text_interpolation":
		if text := w.find(c, "text"); text >= 0 && strings.TrimSpace(w.textOf(text)) != "" {
			w.statement(c)
		}
	default:
		if !w.phpImport(c) {
			w.other(c)
		}
	}
}

// phpImport reports whether a statement does no more than to read another file.
func (w *walk) phpImport(c int32) bool {
	return w.is(c, "expression_statement") && w.find(c, "require_expression", "require_once_expression", "include_expression", "include_once_expression") >= 0
}

func (w *walk) phpMember(m int32, s scope) {
	if w.is(m, "method_declaration") {
		w.add(s, w.name(m), "method", m, m)
	} else if s.bare {
		w.other(m)
	}
}
