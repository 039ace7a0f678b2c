package resolve

import (
	"slices"
	"testing"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/source"
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

// What a file defines is the same where its canonical text is read by itself.
func TestADefinitionAloneIsItself(t *testing.T) {
	for path, src := range map[string]string{
		"a.py":   "class A:\n    x = 1\n\n    def m(self):\n        return self.x\n\ndef f(a):\n    return a\n\nf(2)\n",
		"a.ts":   "export class A { x = 1; m(): number { return this.x } }\nexport const f = (a: number) => a\nf(2)\n",
		"a.js":   "class A { x = 1; m() { return this.x } }\nfunction f(a) { return a }\nf(2)\n",
		"a.go":   "package a\n\ntype A struct{ x int }\n\nfunc (a A) m() int { return a.x }\n",
		"a.c":    "int f(int);\nstruct a { int x; };\nint f(int a) { return a; }\n",
		"a.rb":   "def f\n  1\nend\n\nputs f\n",
		"a.rs":   "struct A { x: u8 }\nimpl A { fn m(&self) -> u8 { self.x } }\n",
		"A.java": "class A { int x = 1; int m() { return x; } }\n",
		"a.php":  "<?php\nclass A { public $x = 1; }\nfunction f($a) { return $a; }\nf(2);\n",
		"a.sh":   "f() {\n  echo 1\n}\nf\n",
	} {
		f := parser.Parse(path, "", []byte(src))
		for _, sym := range f.Symbols {
			alone := Alone(path, f.Language, sym.Name, sym.Kind, sym.Canon)
			if alone == nil || alone.Structure != sym.Structure {
				t.Errorf("%s::%s is %+v", path, sym.Name, alone)
			}
		}
	}
	if sym := Alone("a.py", source.Python, "f", "function", []byte("def g(): pass\n")); sym != nil {
		t.Errorf("%+v", sym)
	}
}
