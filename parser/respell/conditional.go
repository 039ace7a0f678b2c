package respell

import (
	"bytes"
	"slices"
)

// conditional is one #if with its branches.
type conditional struct {
	rules  []int // tokens: the #if, each #else, the #endif
	held   bool  // stands where only declarations do
	listed bool  // stands in a list of values
	before int   // the token before it, -1 for none
}

// resolve takes the first branch of each conditional whose branches do not stand for
// themselves: braces that open under one and close under another, a part of a
// statement, a value of a list. It returns what is left of the tokens, without lines of
// the preprocessor.
func resolve(e *editor, list []token) []token {
	dead := make([]bool, len(list))
	var open []conditional
	scopes := []byte{declScope}
	for i, t := range list {
		switch t.kind {
		case '{':
			scopes = append(scopes, scopeOf(e.mask, list, i))
		case '(', '[':
			scopes = append(scopes, listScope)
		case '}', ')', ']':
			if len(scopes) > 1 {
				scopes = scopes[:len(scopes)-1]
			}
		case ruleToken:
			switch word := ruleWord(e.mask, t); {
			case bytes.HasPrefix(word, []byte("if")):
				scope := scopes[len(scopes)-1]
				if len(open) >= maxNesting {
					return live(list, dead)
				}
				open = append(open, conditional{rules: []int{i}, held: scope == declScope, listed: scope == listScope, before: lastLive(list, dead, i)})
			case len(open) == 0 || !bytes.HasPrefix(word, []byte("e")):
			case bytes.HasPrefix(word, []byte("el")):
				open[len(open)-1].rules = append(open[len(open)-1].rules, i)
			case string(word) == "endif":
				c := open[len(open)-1]
				open = open[:len(open)-1]
				c.rules = append(c.rules, i)
				c.settle(e, list, dead)
			}
			e.rule(list, dead, i, scopes[len(scopes)-1])
		}
	}
	return live(list, dead)
}

// maxNesting is how deep conditionals stand in each other.
const maxNesting = 64

// live is what is left of the tokens.
func live(list []token, dead []bool) []token {
	out := make([]token, 0, len(list))
	for i, t := range list {
		if !dead[i] && t.kind != ruleToken {
			out = append(out, t)
		}
	}
	return out
}

// rule makes blanks of what a grammar cannot read in a line of the preprocessor: of
// comments in it, and of all of a definition that stands in the middle of a statement.
func (e *editor) rule(list []token, dead []bool, i int, scope byte) {
	t := list[i]
	if word := ruleWord(e.mask, t); bytes.HasPrefix(word, []byte("if")) || bytes.HasPrefix(word, []byte("el")) || string(word) == "endif" {
		e.question(t)
		return
	}
	if before := lastLive(list, dead, i); scope == listScope || scope == enumScope || before >= 0 && joins(list[before].kind) {
		e.blank(t.from, t.to)
		return
	}
	for k := t.from; k+1 < t.to; k++ {
		if e.mask[k] != ' ' || e.src[k] != '/' || e.src[k+1] != '*' {
			continue
		}
		n := bytes.Index(e.src[k:t.to], []byte("*/"))
		if n < 0 {
			return // it goes on behind the line
		}
		for end := k + n + 2; k < end; k++ {
			if e.src[k] != '\\' || k+1 < t.to && e.src[k+1] != '\n' {
				e.blank(k, k+1)
			}
		}
	}
}

// question answers what only a compiler knows, "__has_include(<a>)" and the like, in the
// condition of a line of the preprocessor.
func (e *editor) question(t token) {
	line := e.src[t.from:t.to]
	for at := 0; ; {
		n := bytes.Index(line[at:], []byte("__has_"))
		if n < 0 {
			return
		}
		from := at + n
		open := from
		for open < len(line) && isWord(line[open]) {
			open++
		}
		end := open
		for depth := 0; end < len(line); end++ {
			if line[end] == '(' {
				depth++
			} else if line[end] == ')' {
				if depth--; depth == 0 {
					end++
					break
				}
			} else if depth == 0 && !isSpace(line[end]) {
				break
			}
		}
		if end > open {
			e.put(t.from+from, t.from+end, "1")
		}
		at = max(end, from+1)
	}
}

// joins reports whether a token cannot end a statement, nor begin one.
func joins(kind byte) bool {
	return bytes.IndexByte([]byte("=,+-/%|&?<>.^!([BA"), kind) >= 0
}

// settle takes the first branch of a conditional, unless each stands for itself.
func (c *conditional) settle(e *editor, list []token, dead []bool) {
	alone := !c.listed && !(c.before >= 0 && joins(list[c.before].kind) && (c.held || list[c.before].kind != ',')) &&
		!goesOn(e.mask, list, dead, c.rules[len(c.rules)-1]+1) && (c.held || !label(e.mask, list, c.before))
	for b := 1; b < len(c.rules) && alone; b++ {
		from, to := c.rules[b-1]+1, c.rules[b]
		alone = balanced(list[from:to], dead[from:to]) && c.whole(e.mask, list, dead, from, to)
	}
	if alone {
		return
	}
	keep := 1
	if rule := bytes.TrimSpace(e.mask[list[c.rules[0]].from:list[c.rules[0]].to]); len(c.rules) > 2 && bytes.HasSuffix(rule, []byte(" 0")) {
		keep = 2 // "#if 0"
	}
	for b, r := range c.rules {
		e.blank(list[r].from, list[r].to)
		if b == 0 || b == keep {
			continue
		}
		for k := c.rules[b-1] + 1; k < r; k++ {
			if !dead[k] {
				dead[k] = true
				e.blank(list[k].from, list[k].to)
			}
		}
	}
}

// label reports whether a statement's label ends at token i.
func label(mask []byte, list []token, i int) bool {
	if i < 2 || list[i].kind != ':' || list[i-1].kind != wordToken || string(mask[list[i-1].from:list[i-1].to]) == "default" {
		return false
	}
	k := list[i-2].kind
	return k == ';' || k == '{' || k == '}'
}

// goesOn reports whether what stands at token i cannot begin a statement.
func goesOn(mask []byte, list []token, dead []bool, i int) bool {
	for ; i < len(list); i++ {
		if dead[i] || list[i].kind == ruleToken {
			continue
		}
		k := list[i].kind
		return isElse(mask, list[i]) || k == ';' || k == ')' || k == ']' || k == '{' || k != '&' && k != '[' && k != '(' && k != '!' && k != '+' && k != '-' && joins(k)
	}
	return false
}

func isElse(mask []byte, t token) bool {
	return t.kind == wordToken && string(mask[t.from:t.to]) == "else"
}

// whole reports whether a branch holds whole statements, where statements stand.
func (c *conditional) whole(mask []byte, list []token, dead []bool, from, to int) bool {
	if !c.held && c.before >= 0 && !slices.Contains([]byte{';', '{', '}', ':', ','}, list[c.before].kind) {
		return false
	}
	first, last := -1, -1
	for i := from; i < to; i++ {
		if dead[i] || list[i].kind == ruleToken {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	if first < 0 {
		return true
	}
	switch list[first].kind {
	case wordToken:
		if isElse(mask, list[first]) {
			return false
		}
	case literalToken, '{', '*', '(', ':', scopeToken, '[', '~':
	default:
		return false
	}
	return slices.Contains([]byte{';', '}', ':', ','}, list[last].kind) && !(c.held && list[last].kind == ',')
}

// balanced reports whether brackets that open in a branch close in it.
func balanced(list []token, dead []bool) bool {
	depth := 0
	for i, t := range list {
		if dead[i] {
			continue
		}
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// lastLive is the token that is left before token i, looked for as far as matters.
func lastLive(list []token, dead []bool, i int) int {
	far := i - farBack
	for i--; i >= max(0, far); i-- {
		if !dead[i] && list[i].kind != ruleToken {
			return i
		}
	}
	return -1
}

// ruleWord is the name of a preprocessor's line.
func ruleWord(mask []byte, t token) []byte {
	text := bytes.TrimLeft(mask[t.from+1:t.to], " \t")
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	return text[:n]
}

// What a brace opens.
const (
	declScope = 'd' // declarations: a file, a namespace, a class
	codeScope = 'c' // statements
	enumScope = 'e'
	listScope = 'l' // values, or what stands in other brackets
)

// farBack is how many tokens before a brace say what it opens.
const farBack = 200

// scopeOf is what the brace at token i opens, by what stands before it.
func scopeOf(mask []byte, list []token, i int) byte {
	if i == 0 {
		return codeScope
	}
	switch list[i-1].kind {
	case '=', ',', '(', '[', ']':
		return listScope
	case literalToken:
		return declScope // extern "C"
	}
	for k := i - 1; k >= max(0, i-farBack); k-- {
		switch t := list[k]; t.kind {
		case ';', '{', '}', ruleToken, ')':
			return codeScope
		case '=':
			return listScope
		case wordToken:
			switch string(mask[t.from:t.to]) {
			case "namespace", "class", "struct", "union", "interface", "record":
				if k > 0 && list[k-1].kind == wordToken && string(mask[list[k-1].from:list[k-1].to]) == "enum" {
					return enumScope
				}
				return declScope
			case "enum":
				return enumScope
			case "return":
				return listScope
			}
		}
	}
	return codeScope
}
