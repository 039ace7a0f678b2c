package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every file of the package is on the map of its documentation, and nothing else.
func TestTheMapNamesEveryFile(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	on := map[string]bool{"doc.go": true}
	_, table, _ := strings.Cut(string(doc), "# Where a rule stands")
	for w := range strings.FieldsSeq(table) {
		if name := strings.TrimRight(w, "."); strings.HasSuffix(name, ".go") {
			on[name] = true
			if _, err := os.Stat(name); err != nil {
				t.Errorf("the map names %s, which is not there", name)
			}
		}
	}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") && !on[f] {
			t.Errorf("%s is not on the map", f)
		}
	}
}
