package parser_test

import (
	"bytes"
	"fmt"
	"testing"

	"holdfast/parser"
	"holdfast/parser/source"
)

// BenchmarkParse is the price of reading a file anew: what a verification pays
// for a file that changed.
func BenchmarkParse(b *testing.B) {
	unit := read(b, "../testdata/symbols/go/declarations.go")
	for _, size := range []int{4 << 10, 64 << 10, 512 << 10} {
		src := bytes.Repeat(unit, size/len(unit))
		b.Run(fmt.Sprintf("go/%dKiB", size>>10), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if f := parser.Parse("a.go", source.Go, src); f.Refused != "" {
					b.Fatal(f.Refused)
				}
			}
		})
	}
	for _, path := range []string{
		"python/declarations.py", "javascript/declarations.js", "typescript/declarations.ts", "tsx/component.tsx",
		"rust/declarations.rs", "java/Declarations.java", "c/declarations.c", "cpp/declarations.cpp",
		"csharp/Declarations.cs", "ruby/declarations.rb", "php/declarations.php", "bash/declarations.sh",
	} {
		src := read(b, "../testdata/symbols/"+path)
		b.Run(path, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				parser.Parse(path, "", src)
			}
		})
	}
}
