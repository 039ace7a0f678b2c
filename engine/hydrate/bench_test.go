package hydrate

import (
	"fmt"
	"strings"
	"testing"
)

// manyEntities fills an index with n entities of n/10 files.
func manyEntities(n int) *Index {
	x := NewIndex(Options{})
	for i := range n {
		path := fmt.Sprintf("internal/pkg%d/file%d.go", i/50, i/10)
		x.Put(entity(path, fmt.Sprintf("Type%d.Method%d", i/10, i), i%10))
	}
	return x
}

// promptOf is size bytes of prose and code that name ten entities.
func promptOf(size int) string {
	const prose = "Please look at the way in which the handler reads its body: when the client is gone, the server " +
		"still waits for `ctx.Done()` and the pool.acquire() call in main.go blocks (see issue #42). The retry_count is " +
		"then off by one, and ServeHTTP returns http.StatusOK although nothing was written.\n" +
		"```go\nfunc (s *Server) handle(w http.ResponseWriter, r *http.Request) {\n\tbody, err := io.ReadAll(r.Body)\n" +
		"\tif err != nil {\n\t\thttp.Error(w, err.Error(), 500)\n\t\treturn\n\t}\n\ts.queue.Push(r.Context(), body)\n}\n```\n"
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(prose)
		if i < 10 {
			fmt.Fprintf(&b, "Type%d.Method%d fails.\n", i/10, i)
		}
	}
	return b.String()[:size]
}

func BenchmarkScan(b *testing.B) {
	hostile := func(s string) string { return strings.Repeat(s, 1<<20/len(s)) }
	for _, c := range []struct {
		name     string
		entities int
		prompt   string
	}{
		{"8KB/10", 10, promptOf(8 << 10)},
		{"8KB/10000", 10_000, promptOf(8 << 10)},
		{"8KB/10000/none", 10_000, strings.ReplaceAll(promptOf(8<<10), "Type", "Kind")},
		{"256KB/10000", 10_000, promptOf(256 << 10)},
		{"1MB/dots", 10_000, hostile(".")},
		{"1MB/slashes", 10_000, hostile("a/")},
		{"1MB/backticks", 10_000, hostile("` ``")},
		{"1MB/qualified", 10_000, hostile("Type1.Method1.")},
		{"1MB/keys", 10_000, hostile("file1.go::")},
		{"1MB/one_word", 10_000, hostile("A")},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := manyEntities(c.entities)
			b.SetBytes(int64(len(c.prompt)))
			b.ReportAllocs()
			for b.Loop() {
				x.Scan(c.prompt)
			}
		})
	}
}

func BenchmarkIndexPut(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		manyEntities(10_000)
	}
}
