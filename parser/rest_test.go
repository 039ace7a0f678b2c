package parser_test

import (
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/source"
)

// restOf is what a text holds outside of its symbols, nil for nothing.
func restOf(t *testing.T, path, src string) *source.Symbol {
	t.Helper()
	f := parser.Parse(path, "", []byte(src))
	if s := f.Find(source.Whole); s != nil && s.IsRest() {
		return s
	}
	return nil
}

func TestTheStatementsBesideTheSymbolsAreOneEntity(t *testing.T) {
	for _, c := range []struct{ name, path, src, want string }{
		{"a script's end", "run.py", "import sys\n\ndef main():\n    return 0\n\nif __name__ == '__main__':\n    sys.exit(main())\n", "if __name__ == '__main__':\n    sys.exit(main())\n"},
		{"constants and calls", "app.js", "import x from 'x';\nconst app = x();\nfunction f() {}\napp.use(f);\n", "const app = x();\napp.use(f);\n"},
		{"two on a line", "a.py", "def f(): pass\na = 1; b = 2\n", "a = 1;\nb = 2\n"},
		{"what holds a symbol, without it", "a.py", "try:\n    import fast\nexcept ImportError:\n    def fast():\n        return 1\n", "try:\n    import fast\nexcept ImportError:\n"},
		{"prototypes", "a.c", "#include <a.h>\nint f(int);\nint f(int a) { return a; }\n", "int f(int);\n"},
		{"a check at compile time", "a.go", "package a\n\nvar _ I = (*T)(nil)\n\ntype T struct{}\n", "var _ I = (*T)(nil)\n"},
		{"calls of a script", "a.sh", "set -e\ngo() { echo x; }\ngo\n", "set -e\ngo\n"},
		{"by patterns", "a.lua", "local function f()\n  return 1\nend\nprint(f())\n", "print(f())\n"},
		{"what an import returns, called", "b.js", "require('dotenv').config();\nconst a = require('a')(1);\nconst b = require('b'), c = 1;\nfunction f() {}\n", "require('dotenv').config();\nconst a = require('a')(1);\nconst b = require('b'), c = 1;\n"},
		{"a command that takes a file", "b.sh", "cat ./lib.sh\nf() { :; }\n", "cat ./lib.sh\n"},
		{"a call on what a script requires", "b.lua", "require('a').setup({})\nlocal function f() return 1 end\n", "require('a').setup({})\n"},
		{"a macro of Rust", "a.rs", "use a::b;\nb! { x }\nfn f() {}\n", "b! { x }\n"},
	} {
		s := restOf(t, c.path, c.src)
		if s == nil || string(s.Canon) != c.want {
			t.Errorf("%s: %+v, want %q", c.name, s, c.want)
		}
	}
}

func TestImportsCommentsAndSymbolsAreNoRest(t *testing.T) {
	for path, src := range map[string]string{
		"a.py":   "# Copyright\nimport os\nfrom a import b\n\n\ndef f():\n    x = 1\n    print(x)\n",
		"a.go":   "// Package a is one.\npackage a\n\nimport \"b\"\n\nfunc F() { b.G() }\n",
		"a.ts":   "import { a } from 'a';\n// all of it\nexport const b = a;\nexport { c } from 'c';\n",
		"A.java": "package a;\nimport b.C;\nclass A { int x = 1; }\n",
		"b.py":   "\"\"\"What this module does.\"\"\"\n\ndef f():\n    pass\n",
		"b.js":   "const fs = require('fs');\nvar { a, b } = require('./c').d, e = require('e')\nrequire('./side')\nfunction f() {}\n",
		"b.php":  "<?php\nrequire_once __DIR__ . '/a.php';\nfunction f() {}\n",
		"b.sh":   "#!/bin/sh\n. ./lib.sh\nsource other.sh\nf() { :; }\n",
		"b.rb":   "require 'json'\nrequire_relative 'a'\ndef f; end\n",
		"b.lua":  "local a = require(\"a.b\")\nrequire 'c'\nlocal function f() return 1 end\n",
	} {
		if s := restOf(t, path, src); s != nil {
			t.Errorf("%s: %q", path, s.Canon)
		}
	}
	if s := restOf(t, "notes.py", "print(1)\n"); s != nil {
		t.Errorf("a file of statements is one entity, and not %+v", s)
	}
}

// What stands around them is no part of it: a function that comes between two
// statements, a comment, blank lines.
func TestTheRestIsTheSameWhateverStandsBetween(t *testing.T) {
	base := restOf(t, "a.py", "def f():\n    pass\n\nrun(f)\nstop(f)\n")
	for _, src := range []string{
		"run(f)\n\ndef f():\n    pass\n\nstop(f)\n",
		"def f():\n    return 7\n\n# Both.\nrun(f)\n\n\nstop(f)\n",
	} {
		if s := restOf(t, "a.py", src); s == nil || s.Hash != base.Hash {
			t.Errorf("%q: %+v", src, s)
		}
	}
	if s := restOf(t, "a.py", strings.Replace("def f():\n    pass\n\nrun(f)\nstop(f)\n", "stop(f)", "stop(g)", 1)); s.Hash == base.Hash {
		t.Error("another argument makes no difference")
	}
}

// A text that cannot be read is no statement.
func TestAFaultIsNoRest(t *testing.T) {
	f := parser.Parse("a.go", "", []byte("package a\n\nfunc F() {}\n\n)) ((\n"))
	if s := f.Find(source.Whole); s != nil || f.Errors == 0 {
		t.Errorf("%d errors, %+v", f.Errors, s)
	}
	if unread, _ := f.Damage(); len(unread) != 1 {
		t.Errorf("unread %v", unread)
	}
}

// Its text alone is read as what it is, and not as a file.
func TestTheRestAloneStaysTheRest(t *testing.T) {
	for path, src := range map[string]string{"a.py": "run(1)\nstop(2)\n", "a.lua": "print(1)\nprint(2)\n", "a.php": "run(1);\nstop(2);\n"} {
		f := parser.ParseRest(path, "", []byte(src))
		if len(f.Symbols) != 1 || !f.Symbols[0].IsRest() || string(f.Symbols[0].Canon) != src {
			t.Errorf("%s: %+v", path, f.Symbols)
		}
	}
	if f := parser.ParseRest("a.py", "", []byte("# nothing\n")); f.Symbols[0].IsRest() {
		t.Errorf("a comment: %+v", f.Symbols)
	}
}
