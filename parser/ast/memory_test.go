package ast

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"testing"

	"holdfast/parser/source"
)

// private is the memory that this process has for itself as Linux counts it, in
// bytes: not the pages of its own program file, of which the kernel maps as many
// around a touched one as it likes (a grammar's tables are megabytes).
func private(t *testing.T) int {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("the process's memory is read from /proc, which only Linux has")
	}
	pages := func(field int) int {
		n, err := strconv.Atoi(string(bytes.Fields(statm)[field]))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const resident, shared = 1, 2
	return (pages(resident) - pages(shared)) * os.Getpagesize()
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
	before := private(t)
	run(2500)
	const slack = 8 << 20
	if after := private(t); after > before+slack {
		t.Errorf("10,000 parses took the process from %d KiB to %d KiB", before>>10, after>>10)
	}
}
