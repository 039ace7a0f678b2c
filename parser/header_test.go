package parser_test

import (
	"testing"

	"holdfast/parser"
	"holdfast/parser/source"
)

// A header may hold C or C++: what it holds decides, on disk and in a reply.
func TestAHeaderIsInTheLanguageOfItsContent(t *testing.T) {
	for _, c := range []struct{ name, src, symbol string }{
		{"a class", "#pragma once\n\nclass Lamp {\npublic:\n  Lamp();\n  bool lit() const { return on; }\nprivate:\n  bool on = false;\n};\n", "Lamp.lit"},
		{"a namespace and a template", "namespace room {\ntemplate <typename T>\nT half(T x) { return x / 2; }\n}\n", "room.half"},
		{"a struct with members", "struct Point {\n  int x, y;\n  Point(int a, int b) : x(a), y(b) {}\n};\n", "Point.Point"},
		{"references and defaults", "inline int add(const Point &a, int b = 1) { return a.x + b; }\n", "add"},
		{"an alias", "#include <vector>\nusing Row = std::vector<int>;\n", "Row"},
		{"a class with a macro before its name", "class LIGHT_API Bulb : public Lamp {\npublic:\n  void burn() override;\n};\n", "Bulb"},
		{"a scoped enum", "enum class Side : char { Left, Right };\n", "Side"},
	} {
		for name, parse := range map[string]func(string, source.Language, []byte) *source.File{"file": parser.Parse, "snippet": parser.ParseSnippet} {
			for _, said := range []source.Language{"", source.C, source.CPP} {
				f := parse("room/lamp.h", said, []byte(c.src))
				if f.Language != source.CPP || f.Errors > 0 || f.Find(c.symbol) == nil {
					t.Errorf("%s, %s said to be %q: %s, %d errors, %+v", c.name, name, said, f.Language, f.Errors, f.Symbols)
				}
			}
		}
	}
	plain := "struct lamp {\n\tint on, class;\n};\n\nint lit(struct lamp *new);\n\nstatic inline int off(struct lamp *this) { return !this->on; }\n"
	for _, said := range []source.Language{"", source.C} {
		if f := parser.Parse("lamp.h", said, []byte(plain)); f.Language != source.C || f.Errors > 0 {
			t.Errorf("C, said to be %q: %s, %d errors", said, f.Language, f.Errors)
		}
	}
	const class = "class A { void f() {} };\n"
	if f := parser.Parse("a.c", "", []byte(class)); f.Language != source.C {
		t.Errorf("a.c is %s", f.Language)
	}
	if f := parser.Parse("a.h", "", []byte(class)); f.Language != source.CPP {
		t.Errorf("a.h, of the same content, is %s", f.Language)
	}
}
