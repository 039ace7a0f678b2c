package hydrate

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Whatever came and went, an index answers as one that is made anew of what is there,
// and holds nothing more.
func TestAnIndexIsWhatIsInIt_8_1(t *testing.T) {
	paths := []string{"a/x.go", "a/y.go", "b/x.go", "src/pool.c", "src/pool.h", "lib/user.rb", "größe.py", "app/[id]/page.ts", "docs/My notes.md"}
	symbols := []string{
		"*", "F", "Pool", "Pool.Get", "Pool.Put", "Pool.Inner", "Pool.Inner.run", "T<Display>.fmt", "T<Debug>.fmt", "A.self.m", "A.m", "[Symbol.iterator]",
		"Pool.[Symbol.iterator]", "Größe", "get", "Stack.~Stack", "a.b.c.d.e.f.g.h.i.j",
	}
	var asked []string
	for _, symbol := range symbols {
		asked = append(asked, "Look at `"+symbol+"`.", "Is "+symbol+" right?")
		for _, path := range paths {
			asked = append(asked, symbol+" in "+path, path+"::"+symbol)
		}
	}
	asked = append(asked, strings.Join(asked, "\n"))
	random := rand.New(rand.NewPCG(1, 2))
	x := NewIndex(Options{})
	held := map[string]Named{}
	for round := range 60 {
		for range 1 + random.IntN(40) {
			path, symbol := paths[random.IntN(len(paths))], symbols[random.IntN(len(symbols))]
			e := Named{Path: path, Symbol: symbol, Position: random.Int32N(9)}.In(parent(symbol))
			if random.IntN(3) > round%4 {
				x.Delete(e.Key())
				delete(held, e.Key())
			} else {
				x.Put(e)
				held[e.Key()] = e
			}
		}
		anew := NewIndex(Options{})
		for _, key := range slices.Sorted(maps.Keys(held)) {
			anew.Put(held[key])
			if got, ok := x.Get(key); !ok || got != held[key] {
				t.Fatalf("round %d: %s is %+v, want %+v", round, key, got, held[key])
			}
		}
		sizes := func(x *Index) string {
			places, files := 0, 0
			for _, n := range x.names {
				places += len(n.places())
				files += len(n.files())
			}
			return fmt.Sprint(x.Len(), len(x.files), len(x.names), places, files, len(x.nameless), len(x.odd))
		}
		if got, want := sizes(x), sizes(anew); got != want {
			t.Fatalf("round %d: it holds %s, want %s", round, got, want)
		}
		for _, prompt := range asked {
			if got, want := x.Scan(prompt), anew.Scan(prompt); !reflect.DeepEqual(got, want) {
				t.Fatalf("round %d: %q names\n%+v\nwant\n%+v", round, prompt, got, want)
			}
		}
	}
}
