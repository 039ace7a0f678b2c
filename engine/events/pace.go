package events

import (
	"context"
	"time"
)

// How long work in the background waits for requests: until none was under way
// for calm, and mostPatience at most. What has gathered then is done beside them,
// a piece at a time, with restFor times as long a rest after each: a tenth of one
// processor, however many requests there are.
const (
	calm         = 100 * time.Millisecond
	mostPatience = 2 * time.Second
	restFor      = 9
)

// Pace keeps work in the background out of the way of requests.
type Pace struct {
	log   *Log
	hurry <-chan struct{} // closed when somebody waits for the work
	// patience is how long the next piece waits at most.
	patience time.Duration
	// calmAt counts the requests that had begun when it was calm; -1 where it
	// was not.
	calmAt int64
}

// NewPace returns the pace of one worker beside the requests of a log. hurry is
// closed when somebody waits for the work; nil never is.
func NewPace(log *Log, hurry <-chan struct{}) *Pace {
	return &Pace{log: log, hurry: hurry, patience: mostPatience, calmAt: -1}
}

// Wait returns when the next piece of work may begin: at once while it stays
// calm.
func (p *Pace) Wait() {
	if p.log.live.Load() == 0 && p.log.begun.Load() == p.calmAt {
		return
	}
	p.calmAt = -1
	if now, ok := p.log.quiet(p.hurry, calm, p.patience); ok {
		p.calmAt, p.patience = now, mostPatience
	}
}

// Worked notes how long a piece of work has taken.
func (p *Pace) Worked(d time.Duration) {
	if p.calmAt < 0 {
		p.patience = min(restFor*d, mostPatience)
	}
}

// Beside returns what runs a piece of work in the background when there is time beside
// requests, for one worker. Once ctx is done it is run at once.
func (l *Log) Beside(ctx context.Context) func(piece func()) {
	p := NewPace(l, ctx.Done())
	return func(piece func()) {
		p.Wait()
		at := time.Now()
		piece()
		p.Worked(time.Since(at))
	}
}

// quiet returns when no request was in flight for the given time, when most of it
// has passed, or when hurry is closed. In the first case it returns how many
// requests had begun by then, and true.
func (l *Log) quiet(hurry <-chan struct{}, calm, most time.Duration) (int64, bool) {
	enough := time.NewTimer(most)
	defer enough.Stop()
	look := time.NewTicker(calm)
	defer look.Stop()
	for seen := l.begun.Load(); ; {
		select {
		case <-hurry:
			return 0, false
		case <-enough.C:
			return 0, false
		case <-look.C:
		}
		now := l.begun.Load()
		if l.live.Load() == 0 && now == seen {
			return now, true
		}
		seen = now
	}
}
