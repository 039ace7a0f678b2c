package request

import (
	"fmt"
	"testing"

	"holdfast/engine/hydrate"
)

func standOf(turn int) hydrate.Stand {
	return hydrate.Stand{At: hydrate.At{Turn: turn, Mark: 1}, Pieces: []hydrate.Piece{{Old: hydrate.Version{Key: fmt.Sprint(turn)}}}}
}

// behind lists the turns of what is found, with how much stands behind each.
func behind(list []Found) (out string) {
	for _, f := range list {
		out += fmt.Sprintf("%d:%d ", f.At.Turn, f.Behind)
	}
	return out
}

// The history of each reply is its own: a request may go on with an earlier one.
func TestAServersHistoriesAreToldApart(t *testing.T) {
	var c Chain
	if got := behind(c.Get("r0").Found(10)); got != "" {
		t.Errorf("of an unknown reply %q is found", got)
	}
	if c.Knows("r0") {
		t.Error("an unknown reply is known")
	}
	whole := Held{}.Behind(Whole([]Found{{Stand: standOf(1), Behind: 300}, {Stand: standOf(2), Behind: 100}}, []hydrate.Stand{standOf(1)}, standOf(3), 1000, 50))
	c.Put("r3", whole)
	c.Put("r4", c.Get("r3").Behind(Further(standOf(4), 200, 50)))
	c.Put("r4, another way", c.Get("r3").Behind(Further(hydrate.Stand{}, 20, 5)))
	for reply, want := range map[string]string{"r3": "1:360 3:60 ", "r4": "1:610 3:310 4:260 ", "r4, another way": "1:385 3:85 "} {
		if got := behind(c.Get(reply).Found(10)); got != want {
			t.Errorf("%s: %q, want %q", reply, got, want)
		}
	}
	if !c.Knows("r4") {
		t.Error("a reply is not known")
	}
	for i := range maxHeld {
		c.Put(fmt.Sprint("later ", i), whole)
	}
	if got := behind(c.Get("r4").Found(10)); got != "" || len(c.names) != maxHeld || len(c.held) != maxHeld {
		t.Errorf("%d histories are kept, and of r4 %q", len(c.names), got)
	}
	c.Put("", whole)
	if len(c.names) != maxHeld {
		t.Error("a reply without a name is kept")
	}
}
