package statemap_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// adoptedFile is a file of n symbols that a row has adopted.
func adoptedFile(t *testing.T, row, n int) event.FileAdopted {
	t.Helper()
	ev := event.FileAdopted{
		ID: fmt.Sprintf("%012x", row), Episode: "e", Path: fmt.Sprintf("f%d.go", row), Language: "go", Method: "ast", Block: event.Hash([]byte{byte(row)}), Grant: "operator", Convention: "disk",
	}
	for i := range n {
		sums, ok := event.SumsOf(sum("core", row, i), sum("structure", row, i), sum("text", row, i))
		if !ok {
			t.Fatal("no hashes")
		}
		ev.Symbols = append(ev.Symbols, event.AdoptedSymbol{Name: fmt.Sprintf("F%d", i), Kind: "function", Position: i, Sums: sums, Nodes: 10 + i, Tokens: 20 + i, Top: true})
	}
	return ev
}

func sum(of string, row, i int) string { return event.Hash(fmt.Append(nil, of, row, i)) }

// What was adopted with its file says the same of itself as what stands alone, and its
// row is read once for all that is asked of its file.
func TestWhatWasAdoptedIsReadByItsRow(t *testing.T) {
	t.Parallel()
	files := map[int64]event.FileAdopted{}
	reads, broken := 0, false
	m := statemap.New(hydrate.Options{}, nil)
	m.Share(func(row int64) (event.FileAdopted, error) {
		reads++
		if broken {
			return event.FileAdopted{}, errors.New("the disk is gone")
		}
		return files[row], nil
	})
	at := time.UnixMilli(1_700_000_000_000).UTC()
	promote := func(row, n int) {
		ev := adoptedFile(t, row, n)
		files[int64(row)] = ev
		m.Adopt(statemap.Adopted{Event: &ev, Row: event.Row{Seq: int64(row), Time: at}, Turn: 7})
	}
	promote(3, 300)
	promote(4, 20_000) // more than are kept
	for _, c := range []struct{ row, i int }{{3, 0}, {3, 17}, {3, 299}, {4, 19_999}, {3, 5}, {4, 1}} {
		e := m.Get(fmt.Sprintf("f%d.go::F%d", c.row, c.i))
		id := fmt.Sprintf("%012x%04x", c.row, c.i)
		if e.Artifact() != id || e.Granted() != int64(c.row) || e.Turn() != 7 || !e.Changed().Equal(at) || e.Hash() != sum("core", c.row, c.i) {
			t.Errorf("%s is artifact %s of row %d, turn %d, %s", e.Key(), e.Artifact(), e.Granted(), e.Turn(), e.Changed())
		}
		structure, _ := etv.ParseDigest(sum("structure", c.row, c.i))
		if e.TextHash() != sum("text", c.row, c.i) || e.Structure() != structure || e.Measure() != (gates.Measure{Nodes: 10 + c.i, Tokens: 20 + c.i, Count: 1}) {
			t.Errorf("%s shows %s, measures %+v", e.Key(), e.TextHash(), e.Measure())
		}
	}
	if reads != 4 {
		t.Errorf("two files, of which one at a time is kept, were read %d times", reads)
	}
	broken = true
	if e := m.Get("f3.go::F1"); e.TextHash() == sum("text", 3, 1) || e.Structure() != (etv.Digest{}) || e.Hash() != sum("core", 3, 1) {
		t.Error("what cannot be read is known all the same")
	}
}

// A file that is adopted together stands as if each of its symbols had been promoted by
// itself, whatever stood before, in a map that shares rows and in one that does not.
func TestAdoptingTogetherIsPromotingEach(t *testing.T) {
	t.Parallel()
	at := time.UnixMilli(1_700_000_000_000).UTC()
	random := rand.New(rand.NewPCG(3, 4))
	files := map[int64]event.FileAdopted{}
	for _, share := range []bool{false, true} {
		one, all := statemap.New(hydrate.Options{}, nil), statemap.New(hydrate.Options{}, nil)
		if share {
			all.Share(func(row int64) (event.FileAdopted, error) { return files[row], nil })
		}
		for row := 1; row < 40; row++ {
			ev := adoptedFile(t, row, 1+random.IntN(6))
			ev.Path = fmt.Sprintf("f%d.go", random.IntN(3))
			ev.Origin = []event.Origin{"", event.ByRestore, event.ByUser}[random.IntN(3)]
			if ev.Origin != "" {
				ev.Convention = string(ev.Origin)
			}
			for i := range ev.Symbols {
				s := &ev.Symbols[i]
				if s.Position, s.Container = random.IntN(9), []string{"", "T"}[random.IntN(2)]; ev.Origin == event.ByRestore {
					s.Core = []int{i, i + 1}
				}
				if random.IntN(4) == 0 {
					s.Kind = source.Rest
				}
			}
			files[int64(row)] = ev
			all.Adopt(statemap.Adopted{Event: &ev, Row: event.Row{Seq: int64(row), Time: at}, Turn: row})
			for i := range ev.Symbols {
				a := ev.Stands(i, int64(row), "s", row, at)
				one.Promote(a, event.ArtifactPromoted{Artifact: a.ID, Entity: a.Entity, Grant: a.Grant, Disk: a.Hash, Persisted: true})
			}
			if gone := ev.Entity(0); random.IntN(3) == 0 {
				one.Fold(event.EntityTombstoned{Entity: gone})
				all.Fold(event.EntityTombstoned{Entity: gone})
			}
			if got, want := facts(all), facts(one); !slices.Equal(got, want) {
				t.Fatalf("row %d, shared %v: together\n%s\none by one\n%s", row, share, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// facts is all that the entries of a map say, in its order.
func facts(m *statemap.Map) (list []string) {
	for _, e := range m.Sorted() {
		x := e.Expected()
		x.Recorded = nil
		list = append(list, fmt.Sprint(e.Shown(), e.Kind(), e.Grant(), e.Origin(), e.Language(), *e.Place(), e.Version, e.Artifact(), e.Granted(), e.Turn(), e.Changed(), e.Structure(), e.Measure(), x, m.CountIn(e.Path)))
	}
	return append(list, fmt.Sprint(m.Len(), len(m.Paths()), m.Mentions("Is F0 or F3 in f1.go right?")))
}
