package resolve

import (
	"slices"
	"testing"

	"holdfast/parser/block"
)

// read resolves a reply.
func (w *world) read(reply string) Result {
	return Blocks(block.Extract(reply, block.Options{}), Context{Map: w, Disk: w})
}

// An error beside the definitions puts in doubt what it touches, and not what is proven
// by itself.
func TestProduct9AnErrorDoubtsWhatItTouches(t *testing.T) {
	for _, c := range []struct {
		name, path, tag, code string
		whole                 []string
	}{
		{"another stands between", "shop/till.go", "go", "package shop\n\nfunc Open() int {\n\treturn 1\n}\n\nfunc Near() int {\n\treturn 2\n}\n\n)) strange ((\n\nfunc After() int {\n\treturn 3\n}\n\nfunc Close() int {\n\treturn 4\n}\n", []string{"Open"}},
		{"what goes on in it", "shop/till.py", "python", "def open():\n    return 1\n\ndef near():\n    a = 1\n  b = = 2\n\nX = 1\n\ndef after():\n    return 4\n\ndef close():\n    return 5\n", []string{"open", "close"}},
		{"a comment between is nothing", "shop/till.js", "js", "function open() { return 1 }\nfunction near() { return 2 }\n// and\n}} oops {{\n", []string{"open"}},
	} {
		w := newWorld(nil)
		var whole []string
		for _, a := range w.read(c.path + "\n```" + c.tag + "\n" + c.code + "```\n").Artifacts {
			if len(a.Incomplete) == 0 {
				whole = append(whole, a.Symbol)
			}
		}
		for _, want := range c.whole {
			if !slices.Contains(whole, want) {
				t.Errorf("%s: %s is not among %v", c.name, want, whole)
			}
		}
		if slices.Contains(whole, "Near") || slices.Contains(whole, "near") || slices.Contains(whole, "*") {
			t.Errorf("%s: %v", c.name, whole)
		}
	}
}
