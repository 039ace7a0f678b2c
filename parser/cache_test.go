package parser_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"holdfast/parser"
	"holdfast/parser/source"
)

func TestTheCacheParsesATextOnce(t *testing.T) {
	c := parser.NewCache(1 << 20)
	src := []byte("package a\n\nfunc F() {}\n")
	first := c.Parse("a.go", "", src)
	if second := c.Parse("a.go", source.Go, []byte(string(src))); second != first {
		t.Error("the same text was parsed again")
	}
	other := c.Parse("b.go", "", src)
	if other.Path != "b.go" || &other.Symbols[0] != &first.Symbols[0] {
		t.Errorf("under another path it is %q, parsed again", other.Path)
	}
	if first.Path != "a.go" {
		t.Errorf("the first path became %q", first.Path)
	}
	if c.Parse("a.py", "", src).Language != source.Python {
		t.Error("another language got the file of the first")
	}
	if c.Parse("a.go", "", []byte("package a\n\nfunc G() {}\n")).Find("G") == nil {
		t.Error("another text got the file of the first")
	}
}

func TestTheCacheKeepsToItsBound(t *testing.T) {
	text := func(i int) []byte {
		return fmt.Appendf(nil, "package a\n\nfunc F%d() { /* %s */ }\n", i, strings.Repeat("x", 1000))
	}
	c := parser.NewCache(10 << 10)
	first := c.Parse("a.go", "", text(0))
	for i := range 3 {
		c.Parse("a.go", "", text(i))
	}
	if c.Parse("a.go", "", text(0)) != first {
		t.Error("a text left although there was room")
	}
	for i := range 20 {
		c.Parse("a.go", "", text(100+i))
	}
	if c.Parse("a.go", "", text(0)) == first {
		t.Error("the least recently used text stayed beyond the bound")
	}
	large := []byte("package a\n\nfunc F() { /* " + strings.Repeat("x", 20<<10) + " */ }\n")
	once := c.Parse("a.go", "", large)
	if again := c.Parse("a.go", "", large); again == once {
		t.Error("a text larger than the bound was kept")
	}
}

func TestTheCacheKeepsNoRefusal(t *testing.T) {
	c := parser.NewCache(1 << 20)
	src := []byte("package a\x00")
	if first, second := c.Parse("a.go", "", src), c.Parse("a.go", "", src); first.Refused == "" || first == second {
		t.Errorf("refused %q, kept %v", first.Refused, first == second)
	}
}

func TestTheCacheIsSafeForConcurrentUse(t *testing.T) {
	c := parser.NewCache(4 << 10)
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			for i := range 50 {
				name := fmt.Sprintf("F%d", (g+i)%7)
				if c.Parse("a.go", "", []byte("package a\n\nfunc "+name+"() {}\n")).Find(name) == nil {
					t.Errorf("%s is not in its own text", name)
				}
			}
		})
	}
	wait.Wait()
}
