package hydrate

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// manyEntities fills an index with n entities of n/10 files.
func manyEntities(n int) *Index {
	x := NewIndex(Options{})
	for i := range n {
		path := fmt.Sprintf("internal/pkg%d/file%d.go", i/50, i/10)
		x.Put(entity(path, fmt.Sprintf("Type%d.Method%d", i/10, i), i%10).Named)
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

// promptWithout is the same text, naming none.
func promptWithout(size int) string {
	return strings.NewReplacer("Type", "Kind", "Method", "Action").Replace(promptOf(size))
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
		{"8KB/10000/none", 10_000, promptWithout(8 << 10)},
		{"256KB/10000", 10_000, promptOf(256 << 10)},
		{"1MB/dots", 10_000, hostile(".")},
		{"1MB/slashes", 10_000, hostile("a/")},
		{"1MB/backticks", 10_000, hostile("` ``")},
		{"1MB/qualified", 10_000, hostile("Type1.Method1.")},
		{"1MB/keys", 10_000, hostile("file1.go::")},
		{"1MB/one_word", 10_000, hostile("A")},
		{"1MB/quotes", 10_000, hostile("\"'`a.b")},
		{"1MB/CJK", 10_000, hostile("请修改")},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := manyEntities(c.entities)
			if strings.HasPrefix(c.name, "1MB") {
				x.Put(entity("a b/[c].go", "D", 0).Named) // a path that needs a pass of its own
			}
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

// tenBlocks are ten cached blocks of about 1.3 KB each.
func tenBlocks(b *testing.B) []*Block {
	c := newCache(func(string) ([]byte, error) {
		return []byte(strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"reading %q: %w\", name, err)\n\t}\n", 17)), nil
	}, 0)
	var list []*Block
	for i := range 10 {
		block, err := c.Block(entity("a.go", fmt.Sprint("F", i), i))
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, block)
	}
	return list
}

func BenchmarkCompose(b *testing.B) {
	blocks := tenBlocks(b)
	b.SetBytes(int64(len(bytes.Join(Compose(blocks, "", "").Escaped(), nil))))
	b.ReportAllocs()
	for b.Loop() {
		Compose(blocks, "", "")
	}
}

// BenchmarkTurn is all that hydration adds to a turn: 8 KB of prompt, ten of
// 10,000 entities, their blocks cached.
func BenchmarkTurn(b *testing.B) {
	x := manyEntities(10_000)
	prompt := promptOf(8 << 10)
	cache := newCache(func(string) ([]byte, error) { return []byte(strings.Repeat("code()\n", 190)), nil }, 0)
	b.ReportAllocs()
	for b.Loop() {
		s := Select(Input{Candidates: Candidates(hashed(x.Scan(prompt)), nil), Block: cache.Block})
		Compose(s.Blocks, Notices(s, false), "")
	}
}

func BenchmarkEscape(b *testing.B) {
	text := promptOf(32 << 10)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		appendEscaped(nil, text)
	}
}

// BenchmarkRecent is the usual case: a long request that holds all pairs.
func BenchmarkRecent(b *testing.B) {
	var pairs []Pair
	var request []Said
	for i := range 30 {
		p := Pair{fmt.Sprint(i, promptOf(4<<10)), fmt.Sprint(i, promptOf(4<<10))}
		pairs = append(pairs, p)
		request = append(request, Said{p.User, p.User}, Said{Text: p.Assistant})
	}
	b.ReportAllocs()
	for b.Loop() {
		if got := Recent(pairs, request, RecentOptions{}); got != nil {
			b.Fatalf("%d pairs are repeated", len(got))
		}
	}
}
