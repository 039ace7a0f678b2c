package nameset

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

type thing struct {
	scope, name string
	version     int
}

func things() *Set[thing] {
	return New(func(t *thing) (scope, name string) { return t.scope, t.name })
}

func TestAThingIsFoundByItsScopeAndName(t *testing.T) {
	s := things()
	if s.Get("", "a") != nil || s.Len() != 0 {
		t.Error("an empty set holds something")
	}
	s.Delete("", "a")
	list := []*thing{{name: "a"}, {scope: "a"}, {scope: "a", name: "b"}, {scope: "b", name: "a"}, {scope: "ab"}, {}}
	for _, x := range list {
		s.Put(x)
	}
	for _, x := range list {
		if s.Get(x.scope, x.name) != x {
			t.Errorf("%+v is not found", *x)
		}
	}
	if got := s.Get("a", "a"); got != nil {
		t.Errorf("%+v was found by another name", *got)
	}
	later := &thing{scope: "a", name: "b", version: 2}
	s.Put(later)
	if s.Get("a", "b") != later || s.Len() != len(list) {
		t.Errorf("the later one is not in the earlier one's place: %d of %d", s.Len(), len(list))
	}
}

// A map is what a Set replaces, and says what is right.
func TestASetHoldsWhatAMapHolds(t *testing.T) {
	const names, steps = 300, 40_000
	random := rand.New(rand.NewPCG(1, 2))
	s, want := things(), map[string]*thing{}
	for step := range steps {
		x := &thing{name: strconv.Itoa(random.IntN(names)), version: step}
		if random.IntN(1000) < 400+step/80 { // the later, the more is deleted
			s.Delete("", x.name)
			delete(want, x.name)
		} else {
			s.Put(x)
			want[x.name] = x
		}
		probe := strconv.Itoa(random.IntN(names))
		if s.Get("", probe) != want[probe] {
			t.Fatalf("step %d: %s is %v, want %v", step, probe, s.Get("", probe), want[probe])
		}
		if s.Len() != len(want) {
			t.Fatalf("step %d: %d elements, want %d", step, s.Len(), len(want))
		}
	}
	n := 0
	for x := range s.All() {
		if n++; want[x.name] != x {
			t.Errorf("%s is yielded and is not held", x.name)
		}
	}
	if n != len(want) {
		t.Errorf("%d elements are yielded of %d", n, len(want))
	}
}

func TestASearchAllocatesNothing(t *testing.T) {
	s := things()
	for i := range 100 {
		s.Put(&thing{name: strconv.Itoa(i)})
	}
	text := []byte("a name that is too long for a buffer on the stack: 57")
	if n := testing.AllocsPerRun(100, func() { s.Get("", string(text[len(text)-2:])) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkGet(b *testing.B) {
	const n = 10_000
	list, s, m := make([]*thing, n), things(), map[string]*thing{}
	for i := range list {
		list[i] = &thing{name: fmt.Sprintf("svc/p%d/handlers.go::Handle%d", i/50, i)}
		s.Put(list[i])
		m[list[i].name] = list[i]
	}
	b.Run("set", func(b *testing.B) {
		for i := range b.N {
			if s.Get("", list[i*7919%n].name) == nil {
				b.Fatal("not found")
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		for i := range b.N {
			if m[list[i*7919%n].name] == nil {
				b.Fatal("not found")
			}
		}
	})
}
