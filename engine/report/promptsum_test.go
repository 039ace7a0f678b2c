package report

import (
	"testing"

	"holdfast/store/event"
)

func TestProcessedTokensAreSummedByWhoCausedThem(t *testing.T) {
	episode := func(cached, processed int, by string, same, again, bytes int) event.Episode {
		return event.Episode{EpisodeClosed: event.EpisodeClosed{
			PromptCached: cached, PromptProcessed: processed, PrefixBy: by, PrefixSame: same, PrefixAgain: again, PrefixBytes: bytes,
		}}
	}
	if sum := sumOf([]event.Episode{episode(0, 0, "client", 0, 100, 200), {}}); sum != nil {
		t.Errorf("of a server that tells nothing: %+v", sum)
	}
	sum := sumOf([]event.Episode{
		episode(0, 1000, "new", 0, 0, 4000),
		episode(1000, 100, "nobody", 4000, 0, 4400),
		episode(100, 1000, "client", 400, 3000, 4400), // 3/4 of what it processes
		episode(1000, 200, "holdfast", 4000, 800, 4800),
		episode(0, 1200, "other", 4800, 0, 4800),
		episode(10, 1300, "server", 5000, 0, 5200),
		episode(0, 50, "client", 100, 0, 100),
	})
	want := map[string]int{"client": 750, "holdfast": 200, "other": 1200, "server": 1250}
	if sum.Requests != 7 || sum.Cached != 2110 || sum.Processed != 4850 || len(sum.By) != len(want) {
		t.Errorf("%+v", sum)
	}
	for by, n := range want {
		if sum.By[by] != n {
			t.Errorf("%s caused %d, want %d", by, sum.By[by], n)
		}
	}
}
