package parser

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkOneLine parses half a megabyte of functions on one line: the time for
// each must not grow with their number.
func BenchmarkOneLine(b *testing.B) {
	for _, n := range []int{2_000, 16_000} {
		var src strings.Builder
		for i := range n {
			fmt.Fprintf(&src, "function f%05d(){return 1};", i)
		}
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			for b.Loop() {
				if f := Parse("a.js", "", []byte(src.String())); f.Refused == "" && len(f.Symbols) != n {
					b.Fatalf("%d symbols", len(f.Symbols))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/function")
		})
	}
}
