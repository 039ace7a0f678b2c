package ast

var bashScaffold = []string{}

// walkBash: functions in both styles, also where a condition defines them. What reads
// another script is an import.
func walkBash(w *walk) { w.each(0, scope{}, w.bashStatement) }

func (w *walk) bashStatement(c int32, s scope) {
	switch w.kindOf(c) {
	case "function_definition":
		w.add(s, w.name(c), "function", c, c)
	case "if_statement", "elif_clause", "else_clause", "compound_statement", "case_statement", "case_item", "list":
		w.statement(c)
		w.each(c, s, w.bashStatement)
	case "command":
		if name := w.name(c); name != "source" && name != "." {
			w.other(c)
		}
	default:
		w.other(c)
	}
}
