package hydrate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// piece is the block of a version of so many bytes.
func piece(key, hash string, size int) Piece {
	e := Entity{Named: Named{Path: key}, Hash: hash, TextHash: "text of " + key + hash}
	return Piece{Block: rendered(e, strings.Repeat("x", size))}
}

func stand(turn int, pieces ...Piece) Stand {
	return Stand{AtOf(turn, fmt.Sprintf("message %d", turn)), pieces}
}

// told lists what stands: "1:a/1" is the version 1 of a at the first message, "!a/1"
// the notice that it is superseded.
func told(stands []Stand) string {
	var list []string
	for _, s := range stands {
		for _, p := range s.Pieces {
			mark := ""
			if p.Block == nil {
				mark = "!"
			}
			list = append(list, fmt.Sprintf("%d:%s%s/%s", s.At.Turn, mark, p.Version().Key, p.Version().Hash))
		}
	}
	return strings.Join(list, " ")
}

func TestWhatStandsStaysWhileItMayBeShown(t *testing.T) {
	a1, a2, b1 := piece("a", "1", 100), piece("a", "2", 100), piece("b", "1", 100)
	old := Piece{Old: Version{"a", "1"}}
	for name, c := range map[string]struct {
		stands []Stand
		behind []int
		truth  map[Version]Truth
		cap    int
		breaks int // 0 for none
		want   string
		old    string
	}{
		"all of it is current": {
			[]Stand{stand(1, a1), stand(2, b1)}, []int{50_000, 20_000}, nil, 0, 0, "1:a/1 2:b/1", ""},
		"STALE goes at once": {
			[]Stand{stand(1, a1, b1)}, []int{50_000}, map[Version]Truth{{"a", "1"}: Barred}, 0, 0, "1:b/1", ""},
		"outdated and far back stays, and is told": {
			[]Stand{stand(1, a1), stand(2, b1)}, []int{50_000, 20_000}, map[Version]Truth{{"a", "1"}: Outdated}, 0, 0, "1:a/1 2:b/1", "a/1"},
		"told once": {
			[]Stand{stand(1, a1), stand(2, old, a2)}, []int{50_000, 20_000}, map[Version]Truth{{"a", "1"}: Outdated}, 0, 0, "1:a/1 2:!a/1 2:a/2", ""},
		"outdated and near goes": {
			[]Stand{stand(1, b1), stand(2, a1)}, []int{50_000, 500}, map[Version]Truth{{"a", "1"}: Outdated}, 0, 0, "1:b/1", ""},
		"with a break before it goes": {
			[]Stand{stand(1, b1), stand(2, a1)}, []int{50_000, 20_000}, map[Version]Truth{{"a", "1"}: Outdated, {"b", "1"}: Barred}, 0, 0, "", ""},
		"with a break behind it stays": {
			[]Stand{stand(1, a1), stand(2, b1)}, []int{50_000, 20_000}, map[Version]Truth{{"a", "1"}: Outdated, {"b", "1"}: Barred}, 0, 0, "1:a/1", "a/1"},
		"where the client breaks the prefix": {
			[]Stand{stand(1, b1), stand(2, a1), stand(3, a2)}, []int{50_000, 40_000, 20_000}, map[Version]Truth{{"a", "1"}: Outdated}, 0, 1, "1:b/1 3:a/2", ""},
		"its notice goes with it": {
			[]Stand{stand(1, b1, a1), stand(2, old, a2)}, []int{50_000, 20_000}, map[Version]Truth{{"a", "1"}: Outdated, {"b", "1"}: Barred}, 0, 0, "2:a/2", ""},
		"a version that is current again is not told as superseded": {
			[]Stand{stand(1, a1), stand(2, old, a2)}, []int{50_000, 20_000}, map[Version]Truth{{"a", "2"}: Outdated}, 0, 0, "1:a/1", ""},
		"the model's own call replaced it": {
			[]Stand{stand(1, a1), stand(2, b1)}, []int{500, 0}, map[Version]Truth{{"a", "1"}: OutdatedHere}, 0, 0, "1:a/1 2:b/1", ""},
		"the oldest half goes where it is too much": {
			[]Stand{stand(1, piece("c", "1", 2000)), stand(2, piece("d", "1", 2000)), stand(3, a1)}, []int{50_000, 40_000, 30_000}, nil, 4000, 0, "3:a/1", ""},
		"nothing may be kept": {
			[]Stand{stand(1, a1)}, []int{50_000}, nil, -1, 0, "", ""},
		"nothing stands": {nil, nil, nil, 0, 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if c.cap == 0 {
				c.cap = 64 << 10
			}
			if c.breaks == 0 {
				c.breaks = len(c.stands)
			}
			k := Keep(Keeping{Stands: c.stands, Behind: c.behind, Cap: c.cap, Breaks: c.breaks, Reach: 24 << 10, Rewind: 8 << 10,
				Truth: func(v Version) Truth { return c.truth[v] }})
			var old []string
			for _, v := range k.Old {
				old = append(old, v.Key+"/"+v.Hash)
			}
			if got := told(k.Stands); got != c.want || strings.Join(old, " ") != c.old {
				t.Errorf("stays %q, to be told %v; want %q and %q", got, old, c.want, c.old)
			}
			if gone := len(k.Gone) > 0; gone != (told(c.stands) != c.want) {
				t.Errorf("taken away: %v", k.Gone)
			}
		})
	}
}

// What the client changes each turn has the server process all that follows: of that
// nothing stays but what stands before the newest message.
func TestBehindWhatTheClientChangesEachTurnNothingStays(t *testing.T) {
	a, b, c := piece("a", "1", 100), piece("b", "1", 100), piece("c", "1", 100)
	stands := []Stand{stand(1, a), stand(2, b), stand(3, c)}
	for past, want := range []string{"1:a/1 2:b/1 3:c/1", "1:a/1 2:b/1 3:c/1", "1:a/1 3:c/1", "3:c/1"} {
		k := Keep(Keeping{Stands: stands, Behind: []int{50_000, 20_000, 0}, Past: past, Breaks: len(stands), Cap: 64 << 10, Truth: func(Version) Truth { return Current }})
		if got := told(k.Stands); got != want {
			t.Errorf("%d are past it: %q, want %q", past, got, want)
		}
		for _, gone := range k.Gone {
			if gone.Why != TakenPast {
				t.Errorf("%+v", gone)
			}
		}
	}
}

// What stands within reach is not put in again.
func TestWhatStandsNearCountsAsShown(t *testing.T) {
	a, b := piece("a", "1", 100), piece("b", "1", 100)
	k := Keep(Keeping{Stands: []Stand{stand(1, a), stand(2, b)}, Behind: []int{30_000, 20_000}, Breaks: 2, Cap: 64 << 10, Reach: 24 << 10,
		Truth: func(Version) Truth { return Current }})
	if k.Shows(a.Block.Entity) || !k.Shows(b.Block.Entity) || len(k.Blocks()) != 2 {
		t.Errorf("far %v, near %v, %d blocks", k.Shows(a.Block.Entity), k.Shows(b.Block.Entity), len(k.Blocks()))
	}
	candidates := []Mention{{Entity: a.Block.Entity, Rank: ByKey}, {Entity: b.Block.Entity, Rank: ByKey}}
	s := Select(Input{Candidates: candidates, Kept: k.Shows, Block: func(e Entity) (*Block, error) { return rendered(e, "x"), nil }})
	if got := keys(s.Hydrated); !slices.Equal(got, []string{"a"}) || !slices.Equal(keys(s.Kept), []string{"b"}) {
		t.Errorf("put in %v, kept %v", got, keys(s.Kept))
	}
}

func TestAMessageIsKnownAgainByItsPlaceAndItsWords(t *testing.T) {
	long := strings.Repeat("words of a long message ", 1000)
	for _, c := range []struct {
		a, b At
		same bool
	}{
		{AtOf(1, "fix  the\n pool"), AtOf(1, "fix the pool\n"), true},
		{AtOf(1, "fix the pool"), AtOf(2, "fix the pool"), false},
		{AtOf(1, "fix the pool"), AtOf(1, "fix the pond"), false},
		{AtOf(1, long+"a"), AtOf(1, long+"b"), false},
		{AtOf(1, "a"+long), AtOf(1, "b"+long), false},
		{AtOf(3, strings.Repeat("é", 5000)), AtOf(3, strings.Repeat("é", 5000)), true},
	} {
		if (c.a == c.b) != c.same {
			t.Errorf("%v and %v", c.a, c.b)
		}
		if got, ok := ParseAt(c.a.String()); !ok || got != c.a {
			t.Errorf("%v is read back as %v, %v", c.a, got, ok)
		}
	}
	for _, bad := range []string{"", "1", ":", "0:1", "-1:1", "x:1", "1:z", "1:11111111111111111"} {
		if got, ok := ParseAt(bad); ok {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

// However versions change: nothing that is barred stands, nothing outdated without
// its notice, no notice is wrong, and what nothing happens to stays as it is.
func TestKeptIsTrueAndStable(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		current := map[string]int{}
		barred := map[string]bool{}
		var stands []Stand
		truth := func(v Version) Truth {
			switch {
			case barred[v.Key]:
				return Barred
			case v.Hash == fmt.Sprint(current[v.Key]):
				return Current
			}
			return Outdated
		}
		behind := func() []int {
			list := make([]int, len(stands))
			for i := range list {
				list[i] = 3000 * (len(stands) - i)
			}
			return list
		}
		keep := func(most, breaks int) Kept {
			return Keep(Keeping{Stands: stands, Behind: behind(), Breaks: breaks, Cap: most, Truth: truth, Reach: 8 << 10, Rewind: 5000})
		}
		for turn := 1; turn < 25; turn++ {
			key := fmt.Sprint("e", rng.IntN(5))
			switch rng.IntN(3) {
			case 0:
				current[key] = rng.IntN(3)
			case 1:
				barred[key] = !barred[key]
			}
			most, breaks := 2000+rng.IntN(4000), len(stands)
			if breaks > 0 && rng.IntN(4) == 0 {
				breaks = rng.IntN(breaks)
			}
			k := keep(most, breaks)
			var fresh []*Block
			for i := range 5 {
				e := piece(fmt.Sprint("e", i), fmt.Sprint(current[fmt.Sprint("e", i)]), rng.IntN(500)).Block
				if !barred[e.Entity.Key()] && !k.Shows(e.Entity) && rng.IntN(2) == 0 {
					fresh = append(fresh, e)
				}
			}
			stands = slices.DeleteFunc(slices.Clone(k.Stands), func(s Stand) bool { return len(s.Pieces) == 0 })
			if s := NewStand(AtOf(turn, "m"), nil, k.Old, fresh); len(s.Pieces) > 0 {
				stands = append(stands, s)
			}
			notices := map[Version]bool{}
			for _, s := range stands {
				for _, p := range s.Pieces {
					notices[p.Old] = notices[p.Old] || p.Block == nil
				}
			}
			for _, s := range stands {
				for _, p := range s.Pieces {
					is := truth(p.Version())
					if p.Block != nil && (is == Barred || is == Outdated && !notices[p.Version()]) || p.Block == nil && is == Current {
						t.Fatalf("seed %d, turn %d: %v of %v stands in %s", seed, turn, is, p.Version(), told(stands))
					}
				}
			}
			before := told(stands)
			if again := keep(1<<20, len(stands)); told(again.Stands) != before && nothingNear(again, truth) {
				t.Fatalf("seed %d, turn %d: nothing happened, and %s becomes %s", seed, turn, before, told(again.Stands))
			}
		}
	}
}

// nothingNear reports whether nothing was taken away for being outdated and near the
// end, which a message that comes to stand there explains.
func nothingNear(k Kept, truth func(Version) Truth) bool {
	return !slices.ContainsFunc(k.Gone, func(g Taken) bool { return truth(g.Version) == Outdated })
}

func TestNewStandPutsNoticesBeforeBlocks(t *testing.T) {
	b2 := piece("b", "2", 10)
	b2.Block.Entity.Position = 1
	s := NewStand(AtOf(3, "m"), []Piece{{Old: Version{"z", "1"}}, b2}, []Version{{"a", "1"}}, []*Block{piece("a", "2", 10).Block})
	if got := told([]Stand{s}); got != "3:!z/1 3:!a/1 3:a/2 3:b/2" {
		t.Error(got)
	}
	text := ""
	for _, part := range s.Escaped() {
		text += unescaped(part)
	}
	if !strings.HasPrefix(text, "[STATE NOTICE]\nSuperseded: z 1\n[END NOTICE]\n\n[STATE NOTICE]\nSuperseded: a 1\n[END NOTICE]\n\n[CURRENT STATE: AUTHORITATIVE]\nEntity: a\n") {
		t.Error(text)
	}
	if len(text) != s.Size() {
		t.Errorf("%d bytes, told as %d", len(text), s.Size())
	}
}
