package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

// crowd is a fake with many entities.
func crowd(n int) *fake {
	f := story()
	f.entities = nil
	for i := range n {
		key := fmt.Sprintf("internal/service%d/handler%d.go::Handler.Serve%d", i%40, i%400, i)
		f.entities = append(f.entities, report.Entity{Key: key, Kind: "method", Version: i % 9, Grant: "parity", Pending: i % 7 / 6})
	}
	f.details[f.entities[0].Key] = report.Detail{Entity: f.entities[0], Content: []byte(strings.Repeat(acquireGo, 40))}
	return f
}

// grove is a fake with many entities in files of twenty, as trees show them.
func grove(n int) *fake {
	f := story()
	f.entities = nil
	for i := range n {
		path := fmt.Sprintf("pkg%02d/file%03d.go", i/1000, i/20)
		f.entities = append(f.entities, report.Entity{Key: fmt.Sprintf("%s::Serve%d", path, i), Path: path, Version: i%9 + 1, Grant: "parity", Pending: i % 7 / 6})
	}
	return f
}

// crowds runs a benchmark over State Maps of several sizes: lists, and a tree.
func crowds(b *testing.B, run func(b *testing.B, f *fake)) {
	for _, n := range []int{5_000, 200_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) { run(b, crowd(n)) })
	}
	trees(b, run)
}

// trees runs a benchmark over a State Map of 10,000 symbols in 500 files.
func trees(b *testing.B, run func(b *testing.B, f *fake)) {
	b.Run("tree of 10000", func(b *testing.B) { run(b, grove(10_000)) })
}

// BenchmarkFold folds the first file of a tree and unfolds it, Update and View.
func BenchmarkFold(b *testing.B) {
	trees(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		fold := key("`")
		for b.Loop() {
			d.clock = d.clock.Add(time.Second)
			_, _ = d.m.Update(fold)
			_ = d.m.View()
		}
	})
}

// BenchmarkView draws 200x60 with many entities anew; the goal is < 1 ms.
func BenchmarkView(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		b.ReportAllocs()
		for b.Loop() {
			d.m.stale = true
			_ = d.m.View()
		}
	})
}

// BenchmarkMove moves the selection among many entities, Update and View.
func BenchmarkMove(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		down, up := key("j"), key("k")
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.clock = d.clock.Add(time.Second)
			k := down
			if i/1000%2 == 1 {
				k = up
			}
			_, _ = d.m.Update(k)
			_ = d.m.View()
		}
	})
}

// BenchmarkJump goes to the last entity and back to the first, Update and View.
func BenchmarkJump(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		ends := []tea.Msg{key("G"), key("g")}
		for i := 0; b.Loop(); i++ {
			d.clock = d.clock.Add(time.Second)
			_, _ = d.m.Update(ends[i%2])
			_ = d.m.View()
		}
	})
}

// BenchmarkReload takes in many entities that were read again.
func BenchmarkReload(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		for b.Loop() {
			d.Emit(events.Event{Kind: events.KindState})
		}
	})
}

// BenchmarkTurn is what a turn that changes no code costs the screen: its request
// begins and ends, and the lists of many entities are what they were.
func BenchmarkTurn(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		f.status.Listed = 1
		d := drive(b, f).Size(200, 60)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			a := events.Activity{Episode: strconv.Itoa(i), Kind: "turn", Phase: events.Streaming, Started: noon.Add(time.Duration(i) * time.Millisecond)}
			d.Emit(events.Event{Kind: events.KindActivity, Activity: a})
			a.Phase, a.Ended = events.Done, a.Started.Add(time.Second)
			d.Emit(events.Event{Kind: events.KindActivity, Activity: a}, events.Event{Kind: events.KindState})
			d.timers = nil
		}
	})
}

// BenchmarkFilter filters many entities by one more letter; the goal is < 50 ms.
func BenchmarkFilter(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		list := d.m.panes.all[0].list()
		for i := 0; b.Loop(); i++ {
			list.Filter([]string{"serve49", "serve4"}[i%2])
		}
	})
}

// BenchmarkFirstLetter filters many entities that were just read.
func BenchmarkFirstLetter(b *testing.B) {
	crowds(b, func(b *testing.B, f *fake) {
		d := drive(b, f).Size(200, 60)
		list := d.m.panes.all[0].list()
		for b.Loop() {
			list.Filter("")
			list.Show(list.All())
			list.Filter("4")
		}
	})
}

// BenchmarkEvents carries 20,000 events through bridge and program to the last
// View; the goal is < 100 ms.
func BenchmarkEvents(b *testing.B) {
	f := crowd(5000)
	d := drive(b, f).Size(200, 60)
	for b.Loop() {
		bridge := newBridge()
		ctx, cancel := context.WithCancel(context.Background())
		batches := make(chan batchMsg)
		ended := make(chan struct{})
		send := func(m batchMsg) {
			select {
			case batches <- m:
			case <-ctx.Done():
			}
		}
		go func() { bridge.pump(ctx, send); close(ended) }()
		go func() {
			a := f.activities[0]
			for i := range 20_000 - 1 {
				a.Bytes++
				kind := events.KindActivity
				if i%10 == 0 {
					kind = events.KindState
				}
				bridge.Emit(events.Event{Kind: kind, Activity: a})
			}
			bridge.Emit(events.Event{Kind: events.KindAlert, Alert: "last"})
		}()
		for last := false; !last; {
			m := <-batches
			last = len(m.Alerts) > 0
			d.Send(m)
		}
		cancel()
		<-ended
		d.m.inbox.alerts, d.timers = nil, nil
	}
}

// BenchmarkPaste takes a paste of 200 KB from the terminal's bytes to the drawn
// screen; the goal is < 50 ms.
func BenchmarkPaste(b *testing.B) {
	text := []byte(pasteStart + strings.Repeat("func a() { return }\r", 10_000) + pasteEnd)
	d := drive(b, story()).Size(200, 60)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var s splitter
		for from := 0; from < len(text); from += 4096 { // what a terminal gives at once
			for _, in := range s.feed(text[from:min(from+4096, len(text))]) {
				d.Send(in.msg)
			}
		}
		d.timers = nil
	}
}

// BenchmarkEmit is what an event costs the request path.
func BenchmarkEmit(b *testing.B) {
	bridge := newBridge()
	a := events.Activity{Episode: "e"}
	for b.Loop() {
		bridge.Emit(events.Event{Kind: events.KindActivity, Activity: a})
	}
}
