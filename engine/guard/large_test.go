package guard_test

import (
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/guard"
	"holdfast/parser/source"
)

// functions is a Go file of about so many bytes.
func functions(size int) string {
	var b strings.Builder
	b.WriteString("package some\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "\n// F%d adds.\nfunc F%d(a, b int, names []string) (int, error) {\n\tfor i, n := range names {\n\t\tif len(n) == i+a {\n\t\t\treturn i, nil\n\t\t}\n\t}\n\treturn a + b, nil\n}\n", i, i)
	}
	return b.String()
}

// A file that is too large to be parsed twice in the time that a hook has is judged by
// its parts, and what none of them proves is let run, and told of.
func TestALargeFileIsJudgedByItsParts(t *testing.T) {
	large, huge := functions(400_000), functions(source.MaxSize+1)
	wide, deep := functions(1_000_000), functions(3_000_000)
	other := strings.ReplaceAll(large, "names", "words")
	bodies := strings.ReplaceAll(large, "len(n) ==", "cap(n) ==")
	f9 := between(large, "func F9(", "\n}\n")
	edit := func(old, now string) map[string]any {
		return map[string]any{"file_path": "a.go", "old_string": old, "new_string": now}
	}
	write := func(text string) map[string]any { return map[string]any{"file_path": "a.go", "content": text} }
	for _, c := range []struct {
		name string
		disk string
		args map[string]any
		want guard.Decision
		says string // in the reason, or in why nothing was judged
	}{
		{"an edit", large, edit("// F9 adds.", "// F9 sums."), guard.Allow, ""},
		{"a function is new", large, edit("// F9 adds.\n", "func New() {}\n\n// F9 adds.\n"), guard.Allow, ""},
		{"the whole file with one change", large, write(strings.Replace(large, "F9 adds", "F9 sums", 1)), guard.Allow, ""},
		{"a stub", large, edit(f9, "func F9(a, b int, names []string) (int, error) {\n\t// ... existing code ...\n}\n"), guard.Deny, "elided"},
		{"a body that is cut short", large, edit(f9, "func F9(a, b int, names []string) (int, error) {\n\tfor i, n := range names {\n"), guard.Deny, "parse"},
		{"the whole file without one function", large, write(strings.Replace(large, f9, "", 1)), guard.Ask, "your version leaves out 1: F9"},
		{"an edit that removes a function by its text", large, edit(f9, ""), guard.Allow, ""},
		{"the rest is elided", large, write(large[:strings.Index(large, "// F2 ")] + "// ... rest of the code unchanged ...\n"), guard.Deny, "elided"},
		{"the file begins anew and is short", large, write("package some\n\nfunc Other() {}\n"), guard.Deny, "leaves out at least"},
		{"all of it is another", large, write(strings.ReplaceAll(large, "names", "words")), guard.Allow, "too large to be judged in time"},
		{"all of it is another, and ends early", large, write(other[:len(other)-20]), guard.Deny, "does not parse: nothing closes the {"},
		{"the rest of a file of 3 MB is elided", deep, write(deep[:strings.Index(deep, "// F2 ")] + "// ... rest of the code unchanged ...\n"), guard.Deny, "elided"},
		{"an edit near its beginning", deep, edit("// F9 adds.", "// F9 sums."), guard.Allow, ""},
		{"an edit near its end", deep, edit(deep[len(deep)-200:], "// The end.\n"), guard.Allow, "too large to be judged in time"},
		{"all of a file of 1 MB is another", wide, write(strings.ReplaceAll(wide, "names", "words")), guard.Allow, "too large to be judged in time"},
		{"and some of it is elided", wide, write(strings.ReplaceAll(strings.Replace(wide, "return i, nil", "// ... existing code ...", 1), "names", "words")), guard.Deny, "elided"},
		{"and closes too much", large, write(strings.Replace(other, "return i, nil\n", "return i, nil }\n", 1)), guard.Deny, "nothing opens what the } of line"},
		{"and a string does not end", large, write(strings.Replace(other, "return i, nil\n", "return `i, nil\n", 1)), guard.Deny, "nothing closes the ` of line"},
		{"and leaves out a function", large, write(strings.ReplaceAll(other, "F9(", "G9(")), guard.Ask, "leaves out at least 1: F9"},
		{"and leaves out most of them", large, write(other[:strings.Index(other, "// F100 ")] + "// ... rest of the code unchanged ...\n"), guard.Deny, "elided at line"},
		{"and one is but its head", large, write(strings.Replace(other, between(other, "func F9(", "\n}\n"), "func F9(a, b int, words []string) (int, error) {\n\treturn 0, nil\n}\n", 1)), guard.Allow, "too large"},
		{"and one whose head stays is but that", large, write(strings.Replace(bodies, between(bodies, "func F9(", "\n}\n"), "func F9(a, b int, names []string) (int, error) {\n\treturn 0, nil\n}\n", 1)), guard.Deny, "AST nodes"},
		{"changed in many places", large, write(strings.ReplaceAll(large, "// F9", "// The F9")), guard.Allow, ""},
		{"changed in many places, with a stub in one", large, write(strings.Replace(strings.ReplaceAll(large, "// F20", "// The F20"), f9, "func F9(a, b int, names []string) (int, error) {\n\t// ... existing code ...\n}\n", 1)), guard.Deny, "elided"},
		{"an edit of a file that is tracked by nobody for its size", huge, edit("// F9 adds.", "// F9 sums."), guard.Allow, ""},
		{"and a stub in it", huge, edit(f9, "func F9(a, b int, names []string) (int, error) {\n\t// ... existing code ...\n}\n"), guard.Deny, "elided"},
		{"a function in its place", huge, write(f9), guard.Deny, "leaves out at least"},
		{"over the limit", functions(4<<20 + 1), edit("// F9 adds.", "// F9 sums."), guard.Allow, "too large to be judged in time"},
		{"over the limit from now on", functions(20_000), write(huge), guard.Allow, "too large to be judged in time"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"a.go": c.disk})
			v := guard.Judge(arguments(t, c.args), h.ground())
			if v.Decision != c.want || !strings.Contains(v.Reason+v.Unjudged, c.says) || (c.says == "") != (v.Reason+v.Unjudged == "") {
				t.Errorf("%s, unjudged %q, want %s with %q:\n%s", v.Decision, v.Unjudged, c.want, c.says, v.Reason)
			}
			if again := guard.Judge(arguments(t, c.args), h.ground()); again.Subject != v.Subject || (v.Decision == guard.Allow) != (v.Subject == "") {
				t.Errorf("the same write, made again, is another: %q and %q", v.Subject, again.Subject)
			}
		})
	}
}
