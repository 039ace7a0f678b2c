package ast

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What bounded.h declares of tree-sitter is compared with the header of the release
// that is linked: the compiler is asked whether functions have the declared types
// and structs the declared layout.
func TestTheLibraryIsAsItIsDeclaredHere(t *testing.T) {
	t.Parallel()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/smacker/go-tree-sitter").Output()
	if err != nil {
		t.Fatal(err)
	}
	declared, err := os.ReadFile("bounded.h")
	if err != nil {
		t.Fatal(err)
	}
	var questions strings.Builder
	fmt.Fprintf(&questions, "#include %q\n#include <stddef.h>\n", filepath.Join(strings.TrimSpace(string(dir)), "api.h"))
	structs := regexp.MustCompile(`(?m)^typedef struct (TS\w+) \{(.*)\} TS\w+;$`).FindAllStringSubmatch(string(declared), -1)
	for _, s := range structs {
		fmt.Fprintf(&questions, "typedef struct {%s} Own%s;\n_Static_assert(sizeof(Own%[2]s) == sizeof(%[2]s), \"size of %[2]s\");\n", s[2], s[1])
		for _, field := range regexp.MustCompile(`(\w+)(\[\d+\])?;`).FindAllStringSubmatch(s[2], -1) {
			fmt.Fprintf(&questions, "_Static_assert(offsetof(Own%s, %s) == offsetof(%[1]s, %[2]s), \"%[1]s.%[2]s\");\n", s[1], field[1])
		}
	}
	functions := regexp.MustCompile(`(?m)^(\w+ \*?)(ts_\w+)(\(.*\));$`).FindAllStringSubmatch(string(declared), -1)
	for _, f := range functions {
		fmt.Fprintf(&questions, "_Static_assert(_Generic(&%s, %s(*)%s: 1, default: 0), %[1]q);\n", f[2], f[1], f[3])
	}
	if len(structs) != 2 || len(functions) < 20 {
		t.Fatalf("bounded.h declares %d structs and %d functions", len(structs), len(functions))
	}
	cc, err := exec.Command("go", "env", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(strings.TrimSpace(string(cc)), "-std=gnu11", "-fsyntax-only", "-x", "c", "-")
	compile.Stdin = strings.NewReader(questions.String())
	if out, err := compile.CombinedOutput(); err != nil {
		t.Errorf("the library is not what bounded.h declares: %v\n%s", err, out)
	}
}
