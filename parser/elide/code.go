package elide

import (
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

var (
	// A body that is only an ellipsis: { ... }
	emptyBody = pattern.New(`\{\s*(?:\.\.\.|…)\s*\}`)
	// Python's one-line stub: def f(): ...
	stub = pattern.New(`^(?:async |def |class |if |el|for |while |try|except|finally|with ).*:\s*(?:\.\.\.|…)\s*$`)
	// In a list of values, where no value can be: [1, 2, ...]
	amid = pattern.New(`[,\[{]\s*(?:\.\.\.|…)\s*(?:[,\]}]|$)`)
	// Decorators and bases under which "..." is a real body.
	stubDecorator = pattern.New(`^@(?:[\w.]+\.)?(?:overload|abstractmethod|abstractproperty|no_type_check\w*)\b`)
	docstring     = pattern.New(`^[rRbBuU]{0,2}(?:"|')`)
	stubClass     = pattern.New(`^class\s.*\b(?:Protocol|ABC|Exception|Error|Warning)\b`)
)

// families are the languages in which "..." needs a value behind it.
var families = map[source.Language]bool{source.JavaScript: true, source.TypeScript: true, source.TSX: true}

// code is a source text whose statements are looked at.
type code struct {
	lang  source.Language
	stubs bool // nothing has a body
	lines []string
	// within is, for each line of a Python file, the line of the innermost def
	// or class around it, -1 for none; built when first asked for.
	within []int
}

// leavesOut reports whether line i, of which t is the code, says outside
// comments that code was left out: "..." as a statement or body, or a phrase
// that is no code at all.
func (c *code) leavesOut(i int, t string) bool {
	if t == "" || !hasEllipsis(t) && !strings.ContainsRune("[(<", rune(t[0])) {
		return false
	}
	if (c.lang == "json" || families[c.lang]) && amid.MatchString(t) {
		return true
	}
	switch c.lang {
	case "markdown", "text", "html", "xml": // an ellipsis is prose
		return says(t, among)
	case "yaml":
		if c.lines[i] == "..." { // ends a document
			return false
		}
	case source.Python, "gdscript":
		if t == "..." || stub.MatchString(t) {
			return !c.stubs && !c.realStub(i)
		}
	}
	if strings.Trim(t, ".…{} ") == "" && dots(strings.Trim(t, "{} ")) || emptyBody.MatchString(t) {
		return true
	}
	return (strings.HasPrefix(t, "...") || strings.HasPrefix(t, "…") || strings.ContainsRune("[(<", rune(t[0]))) && phrase(t)
}

// phrase reports whether a line outside comments is a phrase of elision: words
// only, with an ellipsis or brackets around them.
func phrase(t string) bool {
	if len(t) > maxPhrase {
		return false
	}
	core := strings.Trim(t, trimmings)
	if strings.ContainsAny(core, `(){}[]=;<>"'|&@$.:\`) || !strings.Contains(core, " ") || strings.HasSuffix(t, ",") {
		return false
	}
	return says(t, alone)
}

// realStub reports whether the "..." on line i of a Python file is a body as
// Python itself wants it: of an overload, an abstract method, a protocol's
// method, an exception class.
func (c *code) realStub(i int) bool {
	if c.within == nil {
		c.within = enclosing(c.lines)
	}
	head := i
	if !definition(strings.TrimSpace(c.lines[i])) {
		head = c.within[i]
	}
	if head < 0 {
		return false
	}
	if stubClass.MatchString(strings.TrimSpace(c.lines[head])) || c.sole(head, i) && (c.class(head) || c.inFunction(head)) {
		return true
	}
	class := c.within[head]
	return c.decorated(head) || class >= 0 && (stubClass.MatchString(strings.TrimSpace(c.lines[class])) || c.decorated(class))
}

// decorated reports whether a decorator of the definition on line head says that
// its body may be "...".
func (c *code) decorated(head int) bool {
	const most = 8 // decorators that are looked at
	for d := head - 1; d >= max(0, head-most) && strings.HasPrefix(strings.TrimSpace(c.lines[d]), "@"); d-- {
		if stubDecorator.MatchString(strings.TrimSpace(c.lines[d])) {
			return true
		}
	}
	return false
}

// inFunction reports whether the definition on line head stands in a function.
func (c *code) inFunction(head int) bool {
	for at := c.within[head]; at >= 0; at = c.within[at] {
		if !c.class(at) {
			return true
		}
	}
	return false
}

// class reports whether line i begins a class.
func (c *code) class(i int) bool { return strings.HasPrefix(strings.TrimSpace(c.lines[i]), "class ") }

// sole reports whether line i is all of the body of the definition on line head: an
// empty class, or a function inside another that does nothing, as tests have them.
func (c *code) sole(head, i int) bool {
	for j := head; j < len(c.lines); j++ {
		t := strings.TrimSpace(c.lines[j])
		if j > i && t != "" && c.within[j] == head {
			return false
		}
		if j > i && t != "" && c.within[j] != head {
			break
		}
		if j > head && j < i && c.within[j] == head && strings.HasSuffix(strings.TrimSpace(c.lines[j-1]), ":") && !docstring.MatchString(t) {
			return false
		}
	}
	return true
}

// enclosing finds, by indentation, the definition around each line.
func enclosing(lines []string) []int {
	within := make([]int, len(lines))
	var open []int // lines of the definitions that are open
	for i, line := range lines {
		t := strings.TrimSpace(line)
		width := indent(line)
		if strings.HasPrefix(t, ")") {
			width++ // the end of a signature over several lines belongs to it
		}
		for t != "" && len(open) > 0 && indent(lines[open[len(open)-1]]) >= width {
			open = open[:len(open)-1]
		}
		within[i] = -1
		if len(open) > 0 {
			within[i] = open[len(open)-1]
		}
		if definition(t) {
			open = append(open, i)
		}
	}
	return within
}

// definition reports whether a line begins a Python definition.
func definition(t string) bool {
	return strings.HasPrefix(t, "def ") || strings.HasPrefix(t, "async def ") || strings.HasPrefix(t, "class ")
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
