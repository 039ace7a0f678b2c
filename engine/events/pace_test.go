package events

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkInTheBackgroundWaitsUntilNoRequestIsServed(t *testing.T) {
	log := func() *Log {
		return NewLog(time.Now, &Hub{}, func() {})
	}
	waited := func(l *Log, hurry <-chan struct{}) time.Duration {
		began := time.Now()
		l.quiet(hurry, calm, mostPatience)
		return time.Since(began)
	}
	t.Run("at rest", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if d := waited(log(), nil); d != calm {
				t.Errorf("it waited %v, not %v", d, calm)
			}
		})
	})
	t.Run("while one is served", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := log()
			request := l.Begin(Activity{})
			time.AfterFunc(calm*3/2, func() { request.End(Done, "", 0) })
			if d := waited(l, nil); d != 2*calm {
				t.Errorf("it waited %v for a request that ended after %v", d, calm*3/2)
			}
		})
	})
	t.Run("between two that follow each other", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := log()
			for n := range 5 {
				time.AfterFunc(calm/2+time.Duration(n)*calm, func() { l.Begin(Activity{}).End(Done, "", 0) })
			}
			if d := waited(l, nil); d != 6*calm {
				t.Errorf("it waited %v", d)
			}
		})
	})
	t.Run("no longer than its patience lasts", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := log()
			l.Begin(Activity{})
			if d := waited(l, nil); d != mostPatience {
				t.Errorf("it waited %v", d)
			}
		})
	})
	t.Run("not where somebody waits for it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l, hurry := log(), make(chan struct{})
			l.Begin(Activity{})
			time.AfterFunc(calm/4, func() { close(hurry) })
			if d := waited(l, hurry); d != calm/4 {
				t.Errorf("it waited %v", d)
			}
		})
	})
}

// A reader that has waited once reads on while it stays calm, and takes a tenth
// of its time beside requests that never end.
func TestWorkInTheBackgroundKeepsASmallPaceBesideRequests(t *testing.T) {
	const piece = 5 * time.Millisecond
	began := func(p *Pace, pieces int) []time.Duration {
		start := time.Now()
		var at []time.Duration
		for range pieces {
			p.Wait()
			at = append(at, time.Since(start))
			time.Sleep(piece) // in the bubble's time
			p.Worked(piece)
		}
		return at
	}
	log := func() *Log {
		return NewLog(time.Now, &Hub{}, func() {})
	}
	for name, c := range map[string]struct {
		before func(*Log)
		want   []time.Duration
	}{
		"while it is calm": {func(*Log) {}, []time.Duration{calm, calm + piece, calm + 2*piece}},
		"beside a request": {func(l *Log) { l.Begin(Activity{}) },
			[]time.Duration{mostPatience, mostPatience + 10*piece, mostPatience + 20*piece}},
		"when one comes between": {func(l *Log) { time.AfterFunc(calm+piece/2, func() { l.Begin(Activity{}) }) },
			[]time.Duration{calm, calm + piece + mostPatience, calm + piece + mostPatience + 10*piece}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := log()
				c.before(l)
				if got := began(NewPace(l, nil), len(c.want)); !slices.Equal(got, c.want) {
					t.Errorf("the pieces began after %v, not %v", got, c.want)
				}
			})
		})
	}
}
