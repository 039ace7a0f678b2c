package resolve

import (
	"testing"

	"holdfast/parser"
	"holdfast/parser/block"
)

// A symbol that is new in a part of a file is listed where it stands in the file,
// not by its place in the part (8.1: order of appearance).
func TestANewSymbolOfAPartStandsBesideItsNeighbours_8_1(t *testing.T) {
	const file = "package p\n\nfunc A() int { return 1 }\n\nfunc B() int { return 2 }\n\nfunc C() int { return 3 }\n"
	for _, c := range []struct {
		name, part, symbol string
		want               int
	}{
		{"behind the one before it", "func B() int { return 20 }\n\nfunc New() int { return 4 }\n", "New", 1},
		{"before the one after it", "func New() int { return 4 }\n\nfunc C() int { return 30 }\n", "New", 1},
		{"before all", "func New() int { return 4 }\n\nfunc A() int { return 10 }\n", "New", 0},
		{"behind all where it has no neighbour", "func New() int { return 4 }\n", "New", 3},
		{"what is tracked keeps its place", "func C() int { return 30 }\n", "C", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(map[string]string{"p.go": file})
			r := &resolver{Context: Context{Map: w}}
			f := parser.Parse("p.go", "", []byte(c.part))
			r.update(update{file: f, block: &block.Block{Path: "p.go", Content: []byte(c.part), Full: true}})
			for _, a := range r.Artifacts {
				if a.Symbol == c.symbol {
					if a.Position != c.want {
						t.Errorf("%s stands at %d, want %d", a.Symbol, a.Position, c.want)
					}
					return
				}
			}
			t.Fatalf("%s was not resolved: %v", c.symbol, r.Artifacts)
		})
	}
}
