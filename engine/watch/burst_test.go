package watch

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// The first file of a burst is told by itself, what follows it in pieces that grow; after
// a rest it begins anew.
func TestTheFirstFileOfABurstIsToldByItself_15_4(t *testing.T) {
	now := time.Unix(1000, 0)
	var b burst
	for i, c := range []struct {
		after   time.Duration
		changed int
		want    []int
	}{
		{0, 1, []int{1}},
		{100 * time.Millisecond, 1, []int{1}},
		{100 * time.Millisecond, 100, []int{1, 8, 64, 27}},
		{100 * time.Millisecond, 5000, []int{512, 4096, 392}},
		{900 * time.Millisecond, 50, []int{50}},
		{time.Second, 20, []int{1, 8, 11}},
		{time.Hour, 2, []int{1, 1}},
		{time.Hour, 0, nil},
	} {
		now = now.Add(c.after)
		paths := make([]string, c.changed)
		for p := range paths {
			paths[p] = fmt.Sprint(p)
		}
		var got []int
		var all []string
		for piece := range b.pieces(paths, func() time.Time { return now }) {
			got = append(got, len(piece))
			all = append(all, piece...)
		}
		if !slices.Equal(got, c.want) || !slices.Equal(all, paths) {
			t.Errorf("%d: %d files in pieces of %v, want %v", i, c.changed, got, c.want)
		}
	}
	for range b.pieces([]string{"a", "b"}, time.Now) {
		break // whoever has enough takes no more
	}
}

// On a disk where one look takes 10 ms no piece takes much longer than a person waits.
func TestOnASlowDiskThePiecesOfABurstStaySmall(t *testing.T) {
	now := time.Unix(1000, 0)
	var b burst
	var got []int
	for piece := range b.pieces(make([]string, 100), func() time.Time { return now }) {
		got = append(got, len(piece))
		now = now.Add(time.Duration(len(piece)) * 10 * time.Millisecond)
	}
	if want := []int{1, 8, 64, 20, 7}; !slices.Equal(got, want) {
		t.Errorf("pieces of %v, want %v", got, want)
	}
}
