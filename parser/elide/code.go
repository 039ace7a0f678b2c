package elide

import (
	"regexp"
	"strings"

	"holdfast/parser/source"
)

var (
	// A body that is only an ellipsis: { ... }
	emptyBody = regexp.MustCompile(`\{\s*(?:\.\.\.|…)\s*\}`)
	// Python's one-line stub: def f(): ...
	stub = regexp.MustCompile(`:\s*(?:\.\.\.|…)\s*$`)
	// Decorators and bases under which "..." is a real body.
	stubDecorator = regexp.MustCompile(`^@(?:[\w.]+\.)?(?:overload|abstractmethod|abstractproperty)\b`)
	stubClass     = regexp.MustCompile(`^class\s.*\b(?:Protocol|ABC|Exception|Error|Warning)\b`)
)

// code is a source text whose statements are looked at.
type code struct {
	lang  source.Language
	stubs bool // nothing has a body
	lines []string
	// within is, for each line of a Python file, the line of the innermost def
	// or class around it, -1 for none; built when first asked for.
	within []int
}

// leavesOut tells whether line i, of which t is the code, says outside
// comments that code was left out: "..." as a statement or body, or a phrase
// that is no code at all.
func (c *code) leavesOut(i int, t string) bool {
	if t == "" || !hasEllipsis(t) && !strings.ContainsRune("[(<", rune(t[0])) {
		return false
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
	if strings.Trim(t, ".…") == "" && dots(t) || emptyBody.MatchString(t) {
		return true
	}
	return (strings.HasPrefix(t, "...") || strings.HasPrefix(t, "…") || strings.ContainsRune("[(<", rune(t[0]))) && phrase(t)
}

// phrase tells whether a line outside comments is a phrase of elision: words
// only, with an ellipsis or brackets around them.
func phrase(t string) bool {
	if len(t) > maxPhrase {
		return false
	}
	core := strings.Trim(t, trimmings)
	if strings.ContainsAny(core, `(){}[]=;<>"'|&@$\`) || !strings.Contains(core, " ") {
		return false
	}
	return says(t, alone)
}

// realStub tells whether the "..." on line i of a Python file is a body as
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
	if stubClass.MatchString(strings.TrimSpace(c.lines[head])) {
		return true
	}
	const most = 8 // decorators that are looked at
	for d := head - 1; d >= max(0, head-most) && strings.HasPrefix(strings.TrimSpace(c.lines[d]), "@"); d-- {
		if stubDecorator.MatchString(strings.TrimSpace(c.lines[d])) {
			return true
		}
	}
	class := c.within[head]
	return class >= 0 && stubClass.MatchString(strings.TrimSpace(c.lines[class]))
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

// definition tells whether a line begins a Python definition.
func definition(t string) bool {
	return strings.HasPrefix(t, "def ") || strings.HasPrefix(t, "async def ") || strings.HasPrefix(t, "class ")
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
