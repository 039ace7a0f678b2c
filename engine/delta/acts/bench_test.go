package acts_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holdfast/engine/delta/acts"
	"holdfast/engine/internal/gold"
)

// long are turns of 4 KB in what people and assistants have said in the labelled
// conversations, each behind what stood before it.
func long(b *testing.B) (out [][]acts.Turn) {
	files, err := filepath.Glob("../../internal/gold/testdata/*.json")
	if err != nil || len(files) == 0 {
		b.Fatal(len(files), err)
	}
	said := map[acts.Role]string{} // over the ends of conversations, which are shorter
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		c, err := gold.Parse(src)
		if err != nil {
			b.Fatal(err)
		}
		for i, t := range c.Turns {
			said[t.Role] += t.Content + "\n\n"
			if all := said[t.Role]; len(all) >= 4<<10 {
				t.Content, said[t.Role] = all[:4<<10], ""
				out = append(out, append(slices.Clone(c.Turns[max(0, i-acts.Window):i]), t))
			}
		}
	}
	return out
}

// used is the processor time of this thread: the wall's tells of other programs as well.
func used(b *testing.B) time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at); err != nil {
		b.Fatal(err)
	}
	return time.Duration(at.Nano())
}

func BenchmarkTurn(b *testing.B) {
	runtime.LockOSThread()
	turns := long(b)
	state := acts.Conversation(turns[0], nil, time.Unix(0, 0)).State
	var took, wall []time.Duration
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		t := turns[i%len(turns)]
		i++
		began, from := time.Now(), used(b)
		acts.Read(state, t[:len(t)-1], t[len(t)-1])
		took, wall = append(took, used(b)-from), append(wall, time.Since(began))
	}
	slices.Sort(took)
	slices.Sort(wall)
	at := func(all []time.Duration, hundredths int) float64 {
		return float64(all[len(all)*hundredths/100].Microseconds())
	}
	b.ReportMetric(at(took, 50), "p50-µs")
	b.ReportMetric(at(took, 99), "p99-µs")
	b.ReportMetric(at(wall, 99), "wall-p99-µs")
	b.ReportMetric(float64(len(turns)), "turns")
}
