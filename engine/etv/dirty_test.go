package etv

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"
)

// event is a path at a time in milliseconds.
type event struct {
	at   int
	path string
}

// Events at their times in milliseconds, and when the paths are looked at.
func TestAPathIsLookedAtWhenItIsQuiet(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []event
		want   []event
	}{
		{"one event", []event{{0, "a"}}, []event{{50, "a"}}},
		{"several events of one save", []event{{0, "a"}, {10, "a"}, {49, "a"}}, []event{{99, "a"}}},
		{"two saves", []event{{0, "a"}, {60, "a"}}, []event{{50, "a"}, {110, "a"}}},
		{"a file that is written all the time", every(40, 30, "log"), []event{{500, "log"}, {1020, "log"}, {1210, "log"}}},
		{"it holds up no other", append(every(40, 13, "log"), event{490, "a"}), []event{{500, "log"}, {540, "a"}}},
		{"neighbours are looked at together", []event{{0, "a"}, {5, "b"}, {8, "c"}, {90, "d"}}, []event{{50, "a"}, {70, "b"}, {70, "c"}, {140, "d"}}},
		{"after many the next ones gather longer", append(together(0, 40), event{30, "late"}), append(together(50, 40), event{170, "late"})},
		{"after a calm they do not", append(together(0, 40), event{100, "late"}), append(together(50, 40), event{150, "late"})},
	} {
		var d dirty
		var got []event
		start := time.Unix(1000, 0)
		look := func(until time.Time) {
			for {
				at, ok := d.next()
				if !ok || at.After(until) {
					return
				}
				paths := d.take(at)
				slices.Sort(paths)
				for _, p := range paths {
					got = append(got, event{int(at.Sub(start) / time.Millisecond), p})
				}
			}
		}
		slices.SortStableFunc(c.events, func(a, b event) int { return a.at - b.at })
		for _, e := range c.events {
			now := start.Add(time.Duration(e.at) * time.Millisecond)
			look(now)
			d.mark(e.path, now)
		}
		look(start.Add(time.Hour))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if paths := d.take(start.Add(2 * time.Hour)); paths != nil {
			t.Errorf("%s: %v is left", c.name, paths)
		}
	}
}

func together(at, n int) []event {
	events := make([]event, n)
	for i := range events {
		events[i] = event{at, fmt.Sprintf("n%02d", i)}
	}
	return events
}

func every(ms, n int, path string) []event {
	events := make([]event, n)
	for i := range events {
		events[i] = event{i * ms, path}
	}
	return events
}

// Ten thousand paths that wait make an event no dearer.
func BenchmarkAnEventWhileManyPathsWait(b *testing.B) {
	for _, waiting := range []int{10, 10_000} {
		b.Run(strconv.Itoa(waiting), func(b *testing.B) {
			var d dirty
			now := time.Unix(1000, 0)
			for i := range waiting {
				d.mark(strconv.Itoa(i), now)
			}
			for b.Loop() {
				d.mark("0", now)
				d.next()
			}
		})
	}
}
