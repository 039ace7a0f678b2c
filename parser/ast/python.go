package ast

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
		w.loose = w.loose || s.container == ""
		w.each(c, s, w.pythonClause)
	default:
		if s.container == "" {
			w.other(c)
		}
	}
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
		inner := w.addShell(s, w.name(def), "class", extent, extent)
		w.each(w.child(def, bodyField), inner, w.pythonStatement)
		return
	}
	kind := "function"
	if s.inner {
		kind = "method"
	}
	w.add(s, w.name(def), kind, extent, extent)
}
