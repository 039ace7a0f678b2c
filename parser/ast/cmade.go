package ast

import "strings"

// cMade is the name of a definition that a macro makes, "MACRO(…) {…}" without a type:
// gtest's TEST(Suite, Name) is Suite.Name (product 3), and so is what any other macro
// makes of two names; else the first argument names it, of a string its text. It is ""
// for any other definition.
func (w cWalk) cMade(d int32) string {
	list := w.cParameters(d)
	if list < 0 {
		return ""
	}
	head := strings.TrimSpace(string(w.src[w.nodes[d].start:max(w.nodes[d].start, w.nodes[list].start)]))
	if !isLoud(head) {
		return ""
	}
	arguments := w.textOf(list)
	first, rest := cArgument(strings.TrimPrefix(arguments, "("))
	second, _ := cArgument(rest)
	name, text := cMadeName(first)
	if name == "" {
		return ""
	}
	if part, _ := cMadeName(second); part != "" && !text {
		name += "." + part
	}
	return name
}

// cParameters is the list of parameters of the function that d defines, -1 for none.
func (w cWalk) cParameters(d int32) int32 {
	for i := w.child(d, declaratorField); i >= 0; i = w.child(i, declaratorField) {
		if w.is(i, "function_declarator") {
			return w.child(i, parametersField)
		}
	}
	return -1
}

// isLoud reports whether a text is one word in capitals, as macros are written.
func isLoud(word string) bool {
	letters := 0
	for i := range len(word) {
		switch c := word[i]; {
		case 'A' <= c && c <= 'Z':
			letters++
		case c != '_' && (c < '0' || c > '9'):
			return false
		}
	}
	return letters > 1
}

// cArgument splits the first of several arguments off.
func cArgument(list string) (first, rest string) {
	depth, quote := 0, byte(0)
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth == 0 && (c == ',' || c == ')'):
			return strings.TrimSpace(list[:i]), list[i+1:]
		case c == ')' || c == ']' || c == '}':
			depth--
		}
	}
	return strings.TrimSpace(list), ""
}

// cMadeName is an argument as a name, "" where it is none; text tells that it is the
// text of a string.
func cMadeName(argument string) (name string, text bool) {
	if quoted, ok := strings.CutPrefix(argument, `"`); ok {
		end := strings.LastIndexByte(quoted, '"')
		if end <= 0 {
			return "", false
		}
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune("{};\"\\\n\r\t", r) {
				return '_'
			}
			return r
		}, quoted[:end]), true
	}
	for i := range len(argument) {
		if c := argument[i]; !isWord(c) && c != ':' {
			return "", false
		}
	}
	switch argument {
	case "void", "int", "char", "bool", "float", "double", "long", "short", "unsigned", "auto":
		return "", false
	}
	return argument, false
}
