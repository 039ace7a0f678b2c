package ast

import (
	"strings"
	"unicode"
)

var pythonScaffold = []string{"import_statement", "import_from_statement", "future_import_statement", "pass_statement"}

// walkPython: functions and classes with their decorators, wherever a
// statement at the top level or of a class body holds them; nested functions
// belong to their parent.
func walkPython(w *walk) { w.each(0, scope{}, w.pythonStatement) }

func (w *walk) pythonStatement(c int32, s scope) {
	switch w.kindOf(c) {
	case "decorated_definition":
		if def := w.child(c, definitionField); def >= 0 {
			w.pythonDefinition(c, def, s)
		}
	case "function_definition", "class_definition":
		w.pythonDefinition(c, c, s)
	case "if_statement", "try_statement", "with_statement", "for_statement", "while_statement", "match_statement":
		if s.container == "" {
			w.statement(c)
		}
		w.each(c, s, w.pythonClause)
	default:
		if s.container == "" && !w.pythonDocstring(c) {
			w.other(c)
		}
	}
}

// pythonDocstring reports whether a statement is a string and no more: it does nothing,
// and is how a module is commented.
func (w *walk) pythonDocstring(c int32) bool {
	if !w.is(c, "expression_statement") {
		return false
	}
	text := w.find(c, "string", "concatenated_string")
	return text == c+1 && w.nodes[text].next == w.nodes[c].next
}

// pythonClause descends through the clauses of a compound statement.
func (w *walk) pythonClause(c int32, s scope) {
	switch w.kindOf(c) {
	case "block":
		w.each(c, s, w.pythonStatement)
	case "elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause":
		w.each(c, s, w.pythonClause)
	}
}

func (w *walk) pythonDefinition(extent, def int32, s scope) {
	if w.is(def, "class_definition") {
		if w.wrapped && s.bare && s.container == "" {
			s = scope{}
		}
		inner := w.addShell(s, w.name(def), "class", extent, extent)
		w.each(w.child(def, bodyField), inner, w.pythonStatement)
		return
	}
	if w.snippet && s.container == "" {
		s = scope{}
		if w.pythonMethod(extent, def) {
			s = s.asBare()
		}
	}
	kind := "function"
	if s.inner {
		kind = "method"
	}
	w.add(s, w.name(def), kind, extent, extent)
}

// pythonMethod reports whether a function without a class is a method by its first
// parameter or its decorator.
func (w *walk) pythonMethod(extent, def int32) bool {
	if list := w.child(def, parametersField); list >= 0 {
		first := strings.TrimLeft(w.textOf(list), "( \t\n")
		first = first[:len(first)-len(strings.TrimLeftFunc(first, isNameRune))]
		if first == "self" || first == "cls" {
			return true
		}
	}
	for d := range w.children(extent) {
		if w.is(d, "decorator") {
			switch strings.TrimSpace(strings.TrimPrefix(w.textOf(d), "@")) {
			case "staticmethod", "classmethod", "property":
				return true
			}
		}
	}
	return false
}

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
