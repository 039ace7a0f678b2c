package read

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/delta"
)

// scene is a turn and what stands before it.
type scene struct {
	state  *delta.State
	before []Turn
	turn   Turn
}

// benchmarkScenes reads scenes in turn, each as an episode is heard: all its
// turns anew, but for what the last of those before leaves for an answer.
func benchmarkScenes(b *testing.B, scenes []scene) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer letGarbageBe()()
	b.ReportAllocs()
	left := make([]Left, len(scenes))
	for i, s := range scenes {
		left[i] = s.before[len(s.before)-1].Left()
	}
	var read laps
	for i := 0; b.Loop(); i++ {
		s, left := scenes[i%len(scenes)], left[i%len(scenes)]
		read.lap(func() {
			before, turn := make([]Turn, 0, len(s.before)), s.turn.Kept()
			for _, t := range s.before {
				before = append(before, t.Leaving(left))
			}
			delta.Normalise(s.state, Read(s.state, before, turn))
			turn.Done()
			for _, t := range before {
				t.Done()
			}
		})
	}
	read.report(b, "p99")
	plain(b.N, read.mean()).report(b, "p99-plain")
}

// letGarbageBe has garbage collected once there are 8 MB of it, as in the program
// (app/cli, someGarbage), and not whenever the small heap of a benchmark has
// doubled. It gives what ends that.
func letGarbageBe() (end func()) {
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	before := debug.SetGCPercent(int(8 << 20 * 100 / live[0].Value.Uint64()))
	return func() { debug.SetGCPercent(before) }
}

// laps are how long each of many runs took: by the clock, and by what the thread
// had of a processor, to which a busy machine adds little.
type laps struct{ clock, thread []time.Duration }

func (l *laps) lap(run func()) {
	start, ran := time.Now(), threadTime()
	run()
	l.thread = append(l.thread, threadTime()-ran)
	l.clock = append(l.clock, time.Since(start))
}

func (l *laps) mean() time.Duration {
	var sum time.Duration
	for _, d := range l.clock {
		sum += d
	}
	return sum / time.Duration(len(l.clock))
}

// report reports the time that one lap of a hundred exceeds.
func (l *laps) report(b *testing.B, name string) {
	for unit, took := range map[string][]time.Duration{"-ms": l.clock, "-cpu-ms": l.thread} {
		slices.Sort(took)
		if p99 := took[len(took)*99/100]; p99 > 0 {
			b.ReportMetric(float64(p99.Microseconds())/1000, name+unit)
		}
	}
}

// plain are n laps of nothing but arithmetic, each about so long: what they take
// beyond it the machine adds.
func plain(n int, long time.Duration) *laps {
	const some = 100_000
	sum := uint64(1)
	work := func(steps int64) {
		for i := range uint64(steps) {
			sum = sum*6364136223846793005 + i
		}
	}
	var trial, out laps
	for range 50 {
		trial.lap(func() { work(some) })
	}
	steps := some * int64(long) / int64(slices.Min(trial.clock))
	for range n {
		out.lap(func() { work(steps) })
	}
	return &out
}

// Talk of which every sentence is some rule's business, the same over and over, so that
// most of it is known by then.
func BenchmarkATurnOf4KB(b *testing.B) {
	before := talk(aim, "A: "+prose4K(), "U: "+prose4K(), "A: Do you want SQLite or Postgres?")
	benchmarkScenes(b, []scene{{Conversation(before, nil, noon).State, before, Turn{ID: "t-9", Role: User, Content: prose4K()}}})
}

// The usual one: 4 KB that the users of some conversations wrote, said at the
// end of another.
func BenchmarkATurnOf4KBAsPeopleWrite(b *testing.B) {
	files, _ := filepath.Glob("../gold/testdata/*.json")
	talks := make([][]Turn, len(files))
	for i, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		var c struct{ Turns []Turn }
		if err := json.Unmarshal(src, &c); err != nil {
			b.Fatal(err)
		}
		talks[i] = c.Turns
	}
	var scenes []scene
	for i, talk := range talks {
		var said strings.Builder
		for _, t := range slices.Concat(slices.Concat(talks[i+1:]...), slices.Concat(talks[:i]...)) {
			if t.Role == User && said.Len() < 4096 {
				said.WriteString(t.Content + "\n\n")
			}
		}
		scenes = append(scenes, scene{Conversation(talk, nil, noon).State, talk, Turn{ID: "now", Role: User, Content: said.String()[:4096]}})
	}
	benchmarkScenes(b, scenes)
}

// A long prompt is read, and then, before it, the reply to it.
func BenchmarkAPromptAndItsReply(b *testing.B) {
	user := Turn{ID: "t-1", Role: User, Content: prose4K()}
	reply := Turn{ID: "t-2", Role: Assistant, Content: "I have mended the handler and added a test for it. The failed step was the third one."}
	b.ReportAllocs()
	for b.Loop() {
		u, a := user.Kept(), reply.Kept()
		var state delta.State
		for _, d := range delta.Normalise(&state, Read(&state, nil, u)) {
			state.Reconcile(d)
		}
		delta.Normalise(&state, Read(&state, []Turn{u}, a))
		u.Done()
		a.Done()
	}
}
