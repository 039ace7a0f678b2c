package ast

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"testing"

	"holdfast/parser/source"
)

// resident is the memory of this process as Linux counts it, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("the process's memory is read from /proc, which only Linux has")
	}
	pages, err := strconv.Atoi(string(bytes.Fields(statm)[1]))
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// Parsed, refused and abandoned texts alike leave nothing behind (TSLP 13: less
// than 64 MB).
func TestMemoryStaysBoundedOverTenThousandParses(t *testing.T) {
	texts := map[source.Language][]byte{
		source.Go:         []byte("package a\n\n// F is.\nfunc F(a, b int) (int, error) {\n\treturn a + b, nil\n}\n"),
		source.Python:     []byte("class A:\n    def f(self):\n        return [1, 2]\n"),
		source.TypeScript: []byte("export class A { f(x: number) { return `${x}`; } }\n"),
		source.Ruby:       []byte("class A\n  def f\n    <<~E\n      x\n    E\n  end\nend\n"),
	}
	abandoned := bytes.Repeat([]byte("%w("), 5000)
	run := func(times int) {
		for range times {
			for lang, src := range texts {
				if f := Parse("x", lang, src); f.Refused != "" {
					t.Fatalf("%s: %s", lang, f.Refused)
				}
			}
		}
		for range 3 {
			if f := Parse("x", source.Rust, abandoned); f.Refused == "" {
				t.Fatal("the text that no budget is enough for was parsed")
			}
		}
		debug.FreeOSMemory()
	}
	run(500)
	before := resident(t)
	run(2500)
	const slack = 8 << 20
	if after := resident(t); after > before+slack {
		t.Errorf("10,000 parses took the process from %d KiB to %d KiB", before>>10, after>>10)
	}
}
