package hydrate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"holdfast/store/event"
)

func TestCache_8_1_RendersABlockOnce(t *testing.T) {
	loads := map[string]int{}
	c := newCache(func(hash string) ([]byte, error) { loads[hash]++; return []byte("code of " + hash), nil }, 0)
	e := entity("a.go", "A", 1)
	first, err := c.Block(e)
	if err != nil {
		t.Fatal(err)
	}
	moved := e
	moved.Position = 7
	for _, want := range []Entity{e, moved} {
		b, err := c.Block(want)
		if err != nil || b.Entity != want || string(b.Escaped) != string(first.Escaped) {
			t.Errorf("got %v, %v, want the same bytes for %v", b, err, want)
		}
	}
	if loads[e.TextHash] != 1 {
		t.Errorf("%d loads, want 1", loads[e.TextHash])
	}
	for name, change := range map[string]func(*Entity){
		"artifact": func(e *Entity) { e.Hash = "sha256:new" },
		"text":     func(e *Entity) { e.TextHash = "text:new" },
		"source":   func(e *Entity) { e.ByUser = true },
		"key":      func(e *Entity) { e.Path = "b.go" },
	} {
		other := e
		change(&other)
		b, err := c.Block(other)
		if err != nil || string(b.Escaped) == string(first.Escaped) {
			t.Errorf("another %s gives the block of the first: %v", name, err)
		}
	}
}

func TestCache_13_StaysWithinItsBound(t *testing.T) {
	const limit = 20_000
	loads := 0
	c := newCache(func(hash string) ([]byte, error) { loads++; return sized(hash) }, limit)
	of := func(i, size int) Entity {
		e := entity("a.go", fmt.Sprint("F", i), i)
		e.TextHash = fmt.Sprint(size, ":", i)
		return e
	}
	get := func(e Entity) {
		t.Helper()
		if _, err := c.Block(e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		get(of(0, 1000)) // used all the time, so it stays
		get(of(i, 1000))
		if c.size > limit || c.recent.Len() != len(c.blocks) {
			t.Fatalf("%d bytes in %d blocks (%d listed), the bound is %d", c.size, len(c.blocks), c.recent.Len(), limit)
		}
	}
	if len(c.blocks) < 5 {
		t.Errorf("only %d blocks are kept", len(c.blocks))
	}
	before := loads
	get(of(0, 1000))
	get(of(99, 1000))
	if loads != before {
		t.Error("the blocks used last were dropped")
	}
	get(of(1, 1000))
	if loads != before+1 {
		t.Error("the block used first was kept")
	}
	blocks := len(c.blocks)
	get(of(1000, limit))
	if len(c.blocks) != blocks {
		t.Error("a block as large as the cache pushed out others")
	}
}

// newCache is a Cache over texts that are read one by one.
func newCache(load func(hash string) ([]byte, error), limit int) *Cache {
	return NewCache(func(hashes []string) []event.Content {
		var out []event.Content
		for _, hash := range hashes {
			b, err := load(hash)
			out = append(out, event.Content{Bytes: b, Err: err})
		}
		return out
	}, limit)
}

func TestCache_8_1_ReadsWhatATurnLacksTogether(t *testing.T) {
	var reads [][]string
	c := NewCache(func(hashes []string) []event.Content {
		reads = append(reads, hashes)
		var out []event.Content
		for _, hash := range hashes {
			one := event.Content{Bytes: []byte("code of " + hash)}
			if hash == "text:damaged" {
				one = event.Content{Err: event.ErrCorrupt}
			}
			out = append(out, one)
		}
		return out
	}, 0)
	var list []Mention
	for i := range 40 {
		e := entity("a.go", fmt.Sprint("F", i), i)
		e.TextHash = fmt.Sprint("text:", i)
		list = append(list, Mention{Entity: e})
	}
	list[5].Entity.TextHash = "text:damaged"
	if _, err := c.Block(list[3].Entity); err != nil {
		t.Fatal(err)
	}
	block := c.Ahead(list)
	for i, m := range list {
		b, err := block(m.Entity)
		if i == 5 {
			if !errors.Is(err, event.ErrCorrupt) || !strings.Contains(err.Error(), "a.go::F5") {
				t.Errorf("a damaged text: %v", err)
			}
			continue
		}
		if err != nil || b.Entity != m.Entity || !strings.Contains(b.Text(), "code of "+m.Entity.TextHash) {
			t.Fatalf("block %d: %v, %v", i, b, err)
		}
	}
	var sizes []int
	for _, r := range reads {
		sizes = append(sizes, len(r))
	}
	// The one that was there is not read again, the damaged one with what follows.
	if want := []int{1, 16, 16, 8}; !slices.Equal(sizes, want) {
		t.Errorf("texts were read in portions of %v, want %v", sizes, want)
	}
}

func TestCache_8_1_ALoadErrorIsNotKept(t *testing.T) {
	fault := errors.New("disk full")
	c := newCache(func(string) ([]byte, error) { return []byte("x"), fault }, 0)
	if _, err := c.Block(entity("a.go", "A", 0)); !errors.Is(err, fault) || !strings.Contains(err.Error(), "a.go::A") {
		t.Errorf("got %v, want the fault and the entity's name", err)
	}
	fault = nil
	if b, err := c.Block(entity("a.go", "A", 0)); err != nil || !strings.HasSuffix(b.Text(), "\n\nx\n[END CURRENT STATE]") {
		t.Errorf("after the fault: %v, %v", b, err)
	}
}

func TestCache_8_1_ServesTurnsAtOnce(t *testing.T) {
	c := newCache(sized, 5_000)
	var turns sync.WaitGroup
	for range 4 {
		turns.Go(func() {
			for i := range 200 {
				e := entity("a.go", "F", i)
				e.TextHash = fmt.Sprint(500, ":", i%7)
				if b, err := c.Block(e); err != nil || b.Entity != e {
					t.Errorf("block %d: %v, %v", i, b, err)
					return
				}
			}
		})
	}
	turns.Wait()
}

func FuzzEscape(f *testing.F) {
	for _, seed := range []string{
		"", "plain", "a\"b\\c/d", "\x00\x01\b\f\n\r\t\x1f\x7f", "größe 计算 🙂", "\u2028\u2029\ufffd", "\xff\xc3(\xed\xa0\x80", "</script>&",
		"\\u0041\\n", "\xf0\x9f",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		escaped := appendEscaped(nil, s)
		quoted := `"` + string(escaped) + `"`
		var got string
		if err := json.Unmarshal([]byte(quoted), &got); err != nil {
			t.Fatalf("%q is no JSON string: %v", quoted, err)
		}
		theirs, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var want string
		if err := json.Unmarshal(theirs, &want); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("%q decodes to %q, want %q as encoding/json has it", s, got, want)
		}
		if plain := unescaped(escaped); plain != want {
			t.Fatalf("unescaped(%q) = %q, want %q", escaped, plain, want)
		}
	})
}
