package canon

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected faults and documents")

const cases = "../../testdata/canon"

// verdict is what holdfast says of a text: a line for each fault.
func verdict(text []byte, prior *Document) []string {
	d, faults := Read(text, Any)
	if len(faults) == 0 {
		faults = Validate(d, prior)
	}
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.String()
	}
	return lines
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func list(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(cases, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("no case is %s: %v", pattern, err)
	}
	return slices.DeleteFunc(found, func(name string) bool { return strings.HasSuffix(name, ".faults") })
}

func TestValidDocumentsAreAccepted(t *testing.T) {
	for _, path := range list(t, "valid/*") {
		if lines := verdict(read(t, path), nil); len(lines) > 0 {
			t.Errorf("%s:\n%s", path, strings.Join(lines, "\n"))
		}
	}
}

// The faults that are expected of each file stand beside it.
func TestInvalidDocumentsAreRefusedWithEveryFault(t *testing.T) {
	for _, path := range list(t, "invalid/*") {
		compare(t, path, verdict(read(t, path), nil))
	}
}

// A chain is a folder: 1 is the prior of 2.
func TestChainsAreComparedWithTheDocumentBefore(t *testing.T) {
	for _, folder := range list(t, "chain/*") {
		prior, faults := Read(read(t, filepath.Join(folder, "1.json")), Any)
		if len(faults) > 0 {
			t.Fatal(folder, faults)
		}
		path := filepath.Join(folder, "2.json")
		compare(t, path, verdict(read(t, path), prior))
	}
}

// compare compares faults with those in the file beside a document.
func compare(t *testing.T, path string, lines []string) {
	t.Helper()
	got := ""
	if len(lines) > 0 {
		got = strings.Join(lines, "\n") + "\n"
	}
	beside := path + ".faults"
	if *update {
		if err := os.WriteFile(beside, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(read(t, beside)); got != want {
		t.Errorf("%s\n--- got\n%s--- want\n%s", path, got, want)
	}
}
