package source

import (
	"strings"
	"testing"
)

func TestLanguageOfAPath(t *testing.T) {
	tests := map[string]Language{
		"a/b.go": Go, "x.PY": Python, "x.jsx": JavaScript, "x.tsx": TSX, "lib/x.rs": Rust, "A.java": Java,
		"x.h": C, "x.ino": CPP, "x.cs": CSharp, "Rakefile": Ruby, "x.php": PHP, "run.sh": Bash,
		"main.tf": "hcl", "x.kt": "kotlin", "x.R": "r", "x.gd": "gdscript", "App.vue": "vue", "q.sql": "sql",
		"Makefile": "makefile", "deploy/Dockerfile.dev": "dockerfile", "CMakeLists.txt": "cmake", "go.mod": "gomod",
		"notes.txt": "text", "README": "", "x.unheard-of": "", "": "",
	}
	for p, want := range tests {
		if got := ForPath(p); got != want {
			t.Errorf("ForPath(%q) = %q, want %q", p, got, want)
		}
	}
}

func TestLanguageOfAFence(t *testing.T) {
	tests := map[string]Language{
		"go": Go, "golang": Go, "Python3": Python, "js": JavaScript, "jsx": JavaScript, "ts": TypeScript, "c++": CPP,
		"c#": CSharp, "sh": Bash, "terraform": "hcl", "objc": "objective-c", "yml": "yaml", "proto": "protobuf",
		"r": "r", "md": "markdown", "ps1": "powershell", "console": "", "diff": "", "": "",
	}
	for tag, want := range tests {
		if got := ForTag(tag); got != want {
			t.Errorf("ForTag(%q) = %q, want %q", tag, got, want)
		}
	}
}

func TestEveryDefinitionCanBeFound(t *testing.T) {
	for _, d := range Languages() {
		if Define(d.Name) != d || ForTag(string(d.Name)) != d.Name {
			t.Errorf("%s is not found by its name", d.Name)
		}
		if len(d.Extensions)+len(d.Filenames) == 0 {
			t.Errorf("%s is the language of no file", d.Name)
		}
		for _, e := range d.Extensions {
			if !strings.HasPrefix(e, ".") || e != strings.ToLower(e) || ForPath("x"+e) != d.Name {
				t.Errorf("%s is not found by its extension %q", d.Name, e)
			}
		}
		for _, a := range d.Aliases {
			if a != strings.ToLower(a) || ForTag(a) != d.Name {
				t.Errorf("%s is not found by its alias %q but %q", d.Name, a, ForTag(a))
			}
		}
	}
}

func TestADefinitionTakesWhatItLacksFromTheOneItIsLike(t *testing.T) {
	ts, js := Define(TypeScript), Define(JavaScript)
	if len(ts.Rules) == 0 || len(ts.Rules) != len(js.Rules) {
		t.Errorf("typescript has %d rules, javascript %d", len(ts.Rules), len(js.Rules))
	}
	if ForPath("x.js") != JavaScript || ForPath("x.ts") != TypeScript {
		t.Error("typescript took javascript's extensions")
	}
}

func TestAFaultyTableIsRefused(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no JSON", `{`, "unexpected EOF"},
		{"a field that nobody reads", `{"languages":[{"name":"a","patern":"x"}]}`, "patern"},
		{"a language twice", `{"languages":[{"name":"a"},{"name":"a"}]}`, "a is defined twice"},
		{"an extension twice", `{"languages":[{"name":"a","extensions":[".x"]},{"name":"b","extensions":[".x"]}]}`, "a and b both have the extension .x"},
		{"a file name twice", `{"languages":[{"name":"a","filenames":["X"]},{"name":"b","filenames":["X"]}]}`, "a and b both have the file name X"},
		{"like an unknown one", `{"languages":[{"name":"a","like":"b"}]}`, "a is like b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := readRegistry([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
