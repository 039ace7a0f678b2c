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

// inCode tells whether line i says outside comments that code was left out:
// "..." as a statement or body, or a phrase that is no code at all.
func inCode(lang source.Language, lines []string, i int, l line) bool {
	t := strings.TrimSpace(l.code)
	switch lang {
	case "markdown", "text", "html", "xml": // an ellipsis is prose
		return says(t, among)
	case "yaml":
		if lines[i] == "..." { // ends a document
			return false
		}
	case source.Python, "gdscript":
		if t == "..." || stub.MatchString(t) {
			return !realStub(lines, i, t)
		}
	}
	if t != "" && strings.Trim(t, ".…") == "" && dots(t) || emptyBody.MatchString(t) {
		return true
	}
	return (strings.HasPrefix(t, "...") || strings.HasPrefix(t, "…") || strings.HasPrefix(t, "[") || strings.HasPrefix(t, "(") ||
		strings.HasPrefix(t, "<")) && phrase(t)
}

// phrase tells whether a line outside comments is a phrase of elision: words
// only, with an ellipsis or brackets around them.
func phrase(t string) bool {
	core := strings.Trim(t, trimmings)
	if strings.ContainsAny(core, `(){}[]=;<>"'|&@$\`) || !strings.Contains(core, " ") {
		return false
	}
	return says(t, alone)
}

// realStub tells whether the "..." on line i of a Python file is a body as
// Python itself wants it: of an overload, an abstract method, a protocol's
// method, an exception class.
func realStub(lines []string, i int, code string) bool {
	head := i
	switch {
	case code == "...":
		head = opener(lines, i, indent(lines[i]))
	case strings.HasPrefix(code, ")"): // the end of a signature over several lines
		head = opener(lines, i, indent(lines[i])+1)
	}
	if head < 0 {
		return false
	}
	if stubClass.MatchString(strings.TrimSpace(lines[head])) {
		return true
	}
	width := indent(lines[head])
	for d := head - 1; d >= 0 && indent(lines[d]) == width && strings.HasPrefix(strings.TrimSpace(lines[d]), "@"); d-- {
		if stubDecorator.MatchString(strings.TrimSpace(lines[d])) {
			return true
		}
	}
	class := opener(lines, head, width)
	return class >= 0 && stubClass.MatchString(strings.TrimSpace(lines[class]))
}

// opener is the nearest line above i that is indented less than width and
// begins a definition, -1 if there is none within reach.
func opener(lines []string, i, width int) int {
	const reach = 500
	for j := i - 1; j >= 0 && i-j < reach; j-- {
		t := strings.TrimSpace(lines[j])
		if t == "" || indent(lines[j]) >= width {
			continue
		}
		if strings.HasPrefix(t, "def ") || strings.HasPrefix(t, "async def ") || strings.HasPrefix(t, "class ") {
			return j
		}
		if !strings.HasPrefix(t, ")") { // the end of a signature over several lines
			return -1
		}
		width = indent(lines[j]) + 1
	}
	return -1
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
