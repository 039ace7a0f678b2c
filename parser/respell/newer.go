package respell

import (
	"bytes"

	"holdfast/parser/pattern"
)

// What languages have learnt since their grammars were made, each by its name in the
// language's own notes. A rule goes as soon as the grammar knows it.

// each calls found with the groups of every match in the masked text.
func (e *editor) each(rule *pattern.Regexp, found func(at []int)) {
	for _, at := range rule.FindAllSubmatchIndex(e.mask, -1) {
		found(at)
	}
}

// blanks makes blanks of the group n of every match.
func (e *editor) blanks(rule *pattern.Regexp, n int) {
	e.each(rule, func(at []int) {
		if at[2*n] >= 0 {
			e.cut(at[2*n], at[2*n+1])
		}
	})
}

// cut is blank, and later rules do not see what stood there.
func (e *editor) cut(from, to int) {
	e.blank(from, to)
	for i := from; i < to; i++ {
		if e.mask[i] != '\n' {
			e.mask[i] = ' '
		}
	}
}

// set writes one byte, in the sight of later rules.
func (e *editor) set(at int, b byte) {
	e.change()
	e.out[at], e.mask[at] = b, b
}

// close is where the bracket that opens at i is closed, -1 for nowhere.
func (e *editor) close(i int) int {
	if e.closes == nil {
		e.closes = map[int]int{}
		var open []int
		for k, b := range e.mask {
			switch b {
			case '(', '[', '{':
				open = append(open, k)
			case ')', ']', '}':
				if n := len(open); n > 0 {
					e.closes[open[n-1]] = k
					open = open[:n-1]
				}
			}
		}
	}
	if end, ok := e.closes[i]; ok {
		return end
	}
	return -1
}

// after is the first byte behind i that is no white space, and where.
func (e *editor) after(i int) (b byte, at int) {
	for i++; i < len(e.mask); i++ {
		if !isSpace(e.mask[i]) {
			return e.mask[i], i
		}
	}
	return 0, len(e.mask)
}

// before is the last byte before i that is no white space.
func (e *editor) before(i int) byte {
	for i--; i >= 0; i-- {
		if !isSpace(e.mask[i]) {
			return e.mask[i]
		}
	}
	return 0
}

var (
	goGroup = pattern.New(`(?m)^type\s*(\()`)
	goAlias = pattern.New(`(?m)(?:^\s*|\btype\s+)[\pL_][\pL\d_]*(\[)`)
	goNew   = pattern.New(`\b(new)(\()`)
	goType  = pattern.New(`^\s*(?:[*\[(]|<-\s*chan\b|(?:map|chan|func|struct|interface)\b|[\pL_][\pL\d_]*(?:\.[\pL_][\pL\d_]*)?\s*(?:\[[^()]*\]\s*)?$)`)
)

// respellGo: aliases with type parameters (1.24), new of a value (1.26).
func respellGo(e *editor) {
	groups := [][2]int{}
	e.each(goGroup, func(at []int) { groups = append(groups, [2]int{at[2], e.close(at[2])}) })
	e.each(goAlias, func(at []int) {
		open := at[2]
		typed := bytes.Contains(e.mask[at[0]:open], []byte("type"))
		for _, g := range groups {
			typed = typed || g[0] < open && open < g[1]
		}
		if !typed {
			return
		}
		end := e.close(open)
		if next, _ := e.after(end); end > 0 && next == '=' {
			e.cut(open, end+1)
		}
	})
	e.each(goNew, func(at []int) {
		if end := e.close(at[4]); end > 0 && !goType.Match(e.mask[at[5]:end]) {
			e.set(at[3]-1, 'W')
		}
	})
}

var (
	javaEarly  = pattern.New(`\b(super|this)\s*\(`)
	javaModule = pattern.New(`(?m)^\s*import\s+(module)\s+[\w.]+\s*;`)
)

// respellJava: statements before super(…) or this(…), imports of modules (both 25).
func respellJava(e *editor) {
	e.each(javaEarly, func(at []int) {
		if b := e.before(at[2]); b == ';' || b == '}' {
			e.set(at[3]-1, '_')
		}
	})
	e.blanks(javaModule, 1)
}

var (
	phpSet   = pattern.New(`\b(?:public|protected|private)\s*(\(\s*set\s*\))`)
	phpTwo   = pattern.New(`\b(?:public|protected|private)\s+(public|protected|private)\b`)
	phpHooks = pattern.New(`\b(?:public|protected|private|var|readonly|final|abstract|static)\b[^;{}()=]*\$\w+\s*(?:=[^;{}]*)?(\{)`)
	phpPipe  = pattern.New(`\|(>)`)
	phpClone = pattern.New(`\b(clone)\s*(\()`)
	phpVoid  = pattern.New(`[;{}]\s*(\(\s*void\s*\))`)
	phpConst = pattern.New(`\benum\s+\w+[^{}]*(\{)`)
	phpInner = pattern.New(`[;{}]\s*((?:(?:public|protected|private|final)\s+)*const\s[^;{}]*;)`)
)

// respellPHP: hooks of properties and who may set them (8.4), the pipe, clone with
// values, the cast to void (8.5), constants of an enum.
func respellPHP(e *editor) {
	e.blanks(phpSet, 1)
	e.blanks(phpTwo, 1)
	e.each(phpHooks, func(at []int) {
		end := e.close(at[2])
		if end < 0 || e.mask[at[2]] != '{' {
			return
		}
		e.cut(at[2], end+1)
		if next, _ := e.after(end); next != ',' && next != ')' {
			e.set(at[2], ';')
		}
	})
	e.blanks(phpPipe, 1)
	e.each(phpClone, func(at []int) {
		if end := e.close(at[4]); end > 0 && bytes.IndexByte(e.mask[at[5]:end], ',') >= 0 {
			e.set(at[3]-1, '_')
		}
	})
	e.blanks(phpVoid, 1)
	e.each(phpConst, func(at []int) {
		end := e.close(at[2])
		if end < 0 {
			return
		}
		for _, in := range phpInner.FindAllSubmatchIndex(e.mask[at[2]:end], -1) {
			e.cut(at[2]+in[2], at[2]+in[3])
		}
	})
}

var (
	pyTemplate = pattern.New(`(?:^|[^\w])[rR]?([tT])[rR]?["']`)
	pyDefaults = pattern.New(`\b(?:class|def|type)\s+\w+\s*(\[)`)
	pyExcept   = pattern.New(`(?m)^[ \t]*except\s*\*?\s+([^:()\n]*,[^:()\n]*):`)
	pyDefault  = pattern.New(`(=[^,\[\]]*(?:\[[^\[\]]*\][^,\[\]]*)*)(?:,|$)`)
)

// respellPython: template strings, several exceptions without brackets (both 3.14),
// defaults of type parameters (3.13).
func respellPython(e *editor) {
	e.each(pyExcept, func(at []int) {
		for i := at[2]; i < at[3]; i++ {
			if e.mask[i] == ',' {
				e.set(i, '|')
			}
		}
	})
	e.each(pyTemplate, func(at []int) { e.set(at[2], 'f') })
	e.each(pyDefaults, func(at []int) {
		end := e.close(at[2])
		if end < 0 {
			return
		}
		for _, in := range pyDefault.FindAllSubmatchIndex(e.mask[at[3]:end], -1) {
			e.cut(at[3]+in[2], at[3]+in[3])
		}
	})
}

var (
	jsAttributes = pattern.New(`["']\s*((?:with|assert)\s*\{[^{}]*\})`)
	jsPhase      = pattern.New(`\bimport\s+(defer|source)\s+(?:\*|[\w$]+\s+from\b)`)
	jsUsing      = pattern.New(`(?m)(?:^|[;{}(])\s*((?:await\s+)?using)\s+[\w$]+\s*(?:=|of\b)`)
	jsAccessor   = pattern.New(`(?m)(?:^|[;{})\s])(accessor)\s+[#\w$\["']`)
	tsImport     = pattern.New(`\b(import\s*\([^()]*\)\s*\.)\s*[\w$.]+\s*[<\[;,)|&]`)
	tsStar       = pattern.New(`\bexport\s+(type)\s*\*`)
	tsVariance   = pattern.New(`[<,]\s*((?:in\s+)?(?:out\s+|in\s+))[\w$]`)
)

// respellScript: import attributes and phases, explicit resource management, accessors
// of classes, and of TypeScript "export type *", variance, arguments of imported types.
func respellScript(e *editor) {
	e.blanks(jsAttributes, 1)
	e.blanks(jsPhase, 1)
	e.each(jsUsing, func(at []int) {
		e.cut(at[2], at[3])
		e.put(at[2], at[3], "let")
	})
	e.blanks(jsAccessor, 1)
	e.blanks(tsStar, 1)
	e.blanks(tsImport, 1)
	e.blanks(tsVariance, 1)
}

var (
	rustAsync    = pattern.New(`\b(async)\s+(?:move\s*)?\|`)
	rustUnsafe   = pattern.New(`\b(unsafe)\s+extern\b`)
	rustSafe     = pattern.New(`\b(safe)\s+(?:fn|static)\b`)
	rustRaw      = pattern.New(`&\s*(raw\s+const|raw)\s+(?:mut\b|[\w(*])`)
	rustC        = pattern.New(`(?:^|[^\w])(c)r?#*"`)
	rustGen      = pattern.New(`\b(gen)\s+(?:fn\b|move\b|\{)`)
	rustMaybe    = pattern.New(`(~\s*const|\[const\])\s+\w`)
	rustImpl     = pattern.New(`\b(?:impl\s+(const)\s+[A-Z]|(const)\s+trait\b)`)
	rustUpTo     = pattern.New(`[|,{]\s*(\.\.=)\s*[\w'-]`)
	rustSelfBind = pattern.New(`\b(use)\s*<[^<>]*>`)
)

// respellRust: closures that are async, unsafe extern blocks, raw borrows, C strings,
// generators (2024), open ranges in patterns, traits that may be const.
func respellRust(e *editor) {
	for _, rule := range []*pattern.Regexp{rustAsync, rustUnsafe, rustSafe, rustRaw, rustC, rustGen, rustMaybe, rustUpTo} {
		e.blanks(rule, 1)
	}
	e.blanks(rustImpl, 1)
	e.blanks(rustImpl, 2)
	e.each(rustSelfBind, func(at []int) { e.put(at[0], at[1], "Sized") })
}

var (
	csAlias     = pattern.New(`(?m)^\s*(?:global\s+)?using\s+(?:unsafe\s+)?\w+\s*=\s*(\([^;]*|[\w.]+(?:<[^;]*>)?\s*[\[*?][^;]*);`)
	csExtension = pattern.New(`\bextension\s*(?:<[^<>{}]*>\s*)?\([^(){}]*\)[^(){};]*(\{)`)
	csAssign    = pattern.New(`(?m)(?:^|[;{}])\s*[\w.\[\]()! ]*(\?)(?:\.\w+|\[[^\]]*\])[\w.\[\]?()]*\s*(?:[-+*/%&|^]|\?\?|<<|>>)?=[^=>]`)
	csUnbound   = pattern.New(`\bnameof\s*\([^()]*?(<[\s,]*>)`)
	csOperator  = pattern.New(`\boperator\s*(?:checked\s*)?(?:[-+*/%&|^]|<<|>>>?)(=)\s*\(`)
	csParams    = pattern.New(`\b(params)\s+[\w.]+\s*<`)
	csChecked   = pattern.New(`\boperator\s+(checked)\b`)
	csAllows    = pattern.New(`\b(allows\s+ref\s+struct)\b`)
	csLambda    = pattern.New(`\(((?:\s*(?:out|ref|in|scoped|\w+)(?:\s+\w+)?\s*,?)+)\)\s*=>`)
	csModifier  = pattern.New(`(?:^|,)\s*(out|ref|in|scoped)\s+\w+\s*(?:,|$)`)
)

// respellCSharp: aliases of any type, ref structs as arguments, extension members,
// assignment that null skips, unbound generics in nameof, compound operators, modifiers
// of lambda parameters without types (12 to 14).
func respellCSharp(e *editor) {
	resolve(e, tokens(e.mask, e.src)) // the preprocessor knows conditions only
	e.each(csAlias, func(at []int) { e.cut(at[2], at[3]); e.put(at[2], at[3], "X") })
	e.each(csExtension, func(at []int) {
		if end := e.close(at[2]); end > 0 {
			e.cut(at[0], at[3])
			e.cut(end, end+1)
		}
	})
	e.blanks(csAssign, 1)
	e.blanks(csAssign, 1) // the next of a chain
	for _, rule := range []*pattern.Regexp{csUnbound, csOperator, csChecked, csParams} {
		e.blanks(rule, 1)
	}
	e.each(csAllows, func(at []int) { e.put(at[2], at[3], "class") })
	e.each(csLambda, func(at []int) {
		for _, in := range csModifier.FindAllSubmatchIndex(e.mask[at[2]:at[3]], -1) {
			e.cut(at[2]+in[2], at[2]+in[3])
		}
	})
}

var rubyLead = pattern.New(`(\n)[ \t]*(?:&&|\|\||and\b|or\b)`)

// respellRuby: lines that begin with an operator of logic (4.0).
func respellRuby(e *editor) {
	e.each(rubyLead, func(at []int) {
		for i := at[2] - 1; i >= 0 && e.mask[i] != '\n' && isSpace(e.mask[i]); i-- {
			e.cut(i, i+1) // a comment ends there
		}
		e.set(at[2], ' ')
	})
}

var bashValue = pattern.New(`\$(\{)[\s|]`)

// respellBash: ${ command; } and ${| command; } (5.3).
func respellBash(e *editor) {
	e.each(bashValue, func(at []int) {
		if end := e.close(at[2]); end > 0 {
			e.set(at[2], '(')
			if e.mask[at[3]] == '|' {
				e.cut(at[3], at[3]+1)
			}
			e.set(end, ')')
		}
	})
}
