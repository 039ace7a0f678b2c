package guard_test

import (
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/guard"
)

// class is a Python class of so many methods.
func class(name string, from, to int) string {
	var b strings.Builder
	b.WriteString("class " + name + ":\n    def __init__(self):\n        self.n = 0\n")
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "\n    def m%d(self, a):\n        b = a * %d\n        if b > 3:\n            b -= %d\n        return b\n", i, i, i)
	}
	return b.String()
}

// A class of which a whole file keeps less than half has collapsed, as any definition
// that shrinks so; methods that only moved or are called otherwise are no loss.
func TestAClassIsNotEmptied(t *testing.T) {
	shop := class("Shop", 0, 12)
	for _, c := range []struct {
		name, now string
		want      guard.Decision
		says      string
	}{
		{"three of them are left", class("Shop", 0, 3), guard.Deny, "s.py, Shop: your version keeps 4 of its 13 members, and 28 % of its code"},
		{"most are left", class("Shop", 0, 9), guard.Allow, ""},
		{"another class has them now", class("Shop", 0, 3) + "\n\n" + class("Store", 3, 12), guard.Allow, ""},
		{"they have other names", strings.ReplaceAll(shop, "def m", "def method_"), guard.Allow, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"s.py": shop})
			v := guard.Judge(arguments(t, map[string]any{"file_path": "s.py", "content": c.now}), h.ground())
			if v.Decision != c.want || !strings.Contains(v.Reason, c.says) {
				t.Errorf("%s, want %s with %q:\n%s", v.Decision, c.want, c.says, v.Reason)
			}
		})
	}
}

func TestDataIsNeitherEmptiedNorCut(t *testing.T) {
	const data = "{\n  \"name\": \"shop\",\n  \"scripts\": {\"build\": \"make\"}\n}\n"
	for _, c := range []struct {
		name, path, now string
		want            guard.Decision
		says            string
	}{
		{"emptied", "a.json", "", guard.Deny, "it has 4 lines, and your version is empty"},
		{"emptied notes", "a.md", "\n", guard.Deny, "it has 4 lines, and your version is empty"},
		{"cut", "a.json", data[:len(data)-3], guard.Deny, "its end is missing"},
		{"with a comment", "a.json", "// The shop.\n" + data, guard.Allow, ""},
		{"changed", "a.json", strings.Replace(data, "make", "go build", 1), guard.Allow, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, map[string]string{c.path: data})
			v := guard.Judge(arguments(t, map[string]any{"file_path": c.path, "content": c.now}), h.ground())
			if v.Decision != c.want || !strings.Contains(v.Reason, c.says) {
				t.Errorf("%s, want %s with %q:\n%s", v.Decision, c.want, c.says, v.Reason)
			}
		})
	}
}

// A definition that becomes a remark or a bracket without its end is no definition any
// more: the fault stands beside all of them.
func TestWhatStandsBesideTheDefinitionsIsJudged(t *testing.T) {
	const view = "import x from 'x'\n\nexport const View = ({\n  rows,\n  open\n}) => {\n  const n = rows.length + x\n  if (n > 3) {\n    return open(n)\n  }\n  return n\n}\n\nexport const other = () => 1\n"
	whole := between(view, "export const View", "\n}\n")
	for _, c := range []struct {
		name, now string
		want      guard.Decision
		says      string
	}{
		{"a remark among its parameters", "export const View = ({\n  // ... existing code ...\n}\n", guard.Deny, "elided at line 4"},
		{"it is but begun", "export const View = ({\n  rows,\n}\n", guard.Deny, "does not parse cleanly"},
		{"another takes its place", "export const List = ({ rows }) => rows.length\n", guard.Allow, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"v.tsx": view})
			v := guard.Judge(arguments(t, map[string]any{"file_path": "v.tsx", "old_string": whole, "new_string": c.now}), h.ground())
			if v.Decision != c.want || !strings.Contains(v.Reason, c.says) {
				t.Errorf("%s, want %s with %q:\n%s", v.Decision, c.want, c.says, v.Reason)
			}
		})
	}
}
