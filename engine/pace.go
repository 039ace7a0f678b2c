package engine

import "time"

// How long work in the background waits for requests: until none was under way
// for calm, and mostPatience at most. What has gathered then is done beside them,
// a piece at a time, with restFor times as long a rest after each: a tenth of one
// processor, however many requests there are.
const (
	calm         = 100 * time.Millisecond
	mostPatience = 2 * time.Second
	restFor      = 9
)

// pace keeps work in the background out of the way of requests.
type pace struct {
	log   *activityLog
	hurry <-chan struct{} // closed when somebody waits for the work
	// patience is how long the next piece waits at most.
	patience time.Duration
	// calmAt counts the requests that had begun when it was calm; -1 where it
	// was not.
	calmAt int64
}

func newPace(log *activityLog, hurry <-chan struct{}) *pace {
	return &pace{log: log, hurry: hurry, patience: mostPatience, calmAt: -1}
}

// wait returns when the next piece of work may begin: at once while it stays
// calm.
func (p *pace) wait() {
	if p.log.live.Load() == 0 && p.log.requests.Load() == p.calmAt {
		return
	}
	p.calmAt = -1
	if now, ok := p.log.quiet(p.hurry, calm, p.patience); ok {
		p.calmAt, p.patience = now, mostPatience
	}
}

// worked tells how long a piece of work has taken.
func (p *pace) worked(d time.Duration) {
	if p.calmAt < 0 {
		p.patience = min(restFor*d, mostPatience)
	}
}

// quiet returns when no request was in flight for the given time, when most of it
// has passed, or when hurry is closed. In the first case it tells how many
// requests had begun by then, and true.
func (l *activityLog) quiet(hurry <-chan struct{}, calm, most time.Duration) (int64, bool) {
	enough := time.NewTimer(most)
	defer enough.Stop()
	look := time.NewTicker(calm)
	defer look.Stop()
	for seen := l.requests.Load(); ; {
		select {
		case <-hurry:
			return 0, false
		case <-enough.C:
			return 0, false
		case <-look.C:
		}
		now := l.requests.Load()
		if l.live.Load() == 0 && now == seen {
			return now, true
		}
		seen = now
	}
}
