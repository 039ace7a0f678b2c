package ast

var bashScaffold = []string{}

// walkBash: functions in both styles, also where a condition defines them.
func walkBash(w *walk) { w.each(0, scope{}, w.bashStatement) }

func (w *walk) bashStatement(c int32, s scope) {
	switch w.kindOf(c) {
	case "function_definition":
		w.add(s, w.name(c), "function", c, c)
	case "if_statement", "elif_clause", "else_clause", "compound_statement", "case_statement", "case_item", "list":
		w.loose = true
		w.each(c, s, w.bashStatement)
	default:
		w.other(c)
	}
}
