package ahead

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestWhatIsWaitedForIsWaitedForAtOnceAndComesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var busy, most atomic.Int64
		began := time.Now()
		var got []int
		for r := range Each(t.Context(), numbers(100), 10, 20, func(_ context.Context, at, item int) int {
			most.Store(max(most.Load(), busy.Add(1)))
			time.Sleep(time.Duration(1+at%3) * time.Millisecond)
			busy.Add(-1)
			return item
		}) {
			got = append(got, r)
		}
		if !slices.Equal(got, slices.Collect(numbers(100))) {
			t.Errorf("they come as %v", got)
		}
		if took := time.Since(began); took > 40*time.Millisecond || most.Load() != 10 {
			t.Errorf("100 waits of 2 ms took %v, %d at once", took, most.Load())
		}
	})
}

func TestNoMoreIsBegunThanTheWindowHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int64
		taken := 0
		for range Each(t.Context(), numbers(1000), 4, 8, func(context.Context, int, int) int { return int(begun.Add(1)) }) {
			taken++
			synctest.Wait()
			if ahead := int(begun.Load()) - taken; ahead > 10 {
				t.Fatalf("%d wait to be taken", ahead)
			}
			if taken == 50 {
				break // whoever has enough leaves nothing behind: the bubble would not end
			}
		}
	})
}

func TestTheNextResultAlwaysHasRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := NewRoom(10)
		var held, most atomic.Int64
		at := 0
		for size := range Each(t.Context(), numbers(200), 8, 16, func(ctx context.Context, at, item int) int64 {
			size := int64(1 + item*7%12) // some are larger than all the room
			time.Sleep(time.Duration(200-item) * time.Millisecond)
			if room.Take(ctx, at, size) == nil {
				most.Store(max(most.Load(), held.Add(size)))
			}
			return size
		}) {
			held.Add(-size)
			room.Leave(at)
			at++
		}
		if at != 200 || held.Load() != 0 || most.Load() > 10+12 {
			t.Errorf("%d came, %d bytes are held, %d were at once", at, held.Load(), most.Load())
		}
	})
}

func TestWhoWaitsForRoomEndsWithTheSequence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := NewRoom(1)
		var refused atomic.Int64
		for range Each(t.Context(), numbers(50), 8, 16, func(ctx context.Context, at, _ int) int {
			if room.Take(ctx, at, 1) != nil {
				refused.Add(1)
			}
			return at
		}) {
			synctest.Wait()
			break
		}
		if refused.Load() == 0 {
			t.Error("nobody waited")
		}
	})
}
