package diag

import (
	"context"
	"sync"
	"time"
)

// What a check may find. A warning does not keep holdfast from working; a
// failure means that its record cannot be trusted or be written.
const (
	OK   = "ok"
	Warn = "warn"
	Fail = "fail"
)

// What the doctor says of the whole.
const (
	// Degraded: something is not as it should be, and work goes on.
	Degraded = "degraded"
	// Failing: at least one check has failed.
	Failing = "failing"
)

// Limit is how long one check may take: enough for SQLite's quick_check of a
// gigabyte. What is not done by then is a warning, since nothing was found.
const Limit = 10 * time.Second

// Finding is what one check has found: OK, Warn or Fail, and in words what is
// and, where it is not well, what to do.
type Finding struct{ Status, Detail string }

// Check is one thing that the doctor looks at (TSLP 14.3). Look only reads, and
// returns soon after its context has ended.
type Check struct {
	Name string
	Look func(context.Context) Finding
}

// Result is the finding of a named check.
type Result struct{ Name, Status, Detail string }

// Examine makes the checks at the same time, each within limit, and gives their
// results in the order of the checks.
func Examine(ctx context.Context, limit time.Duration, checks []Check) []Result {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	results := make([]Result, len(checks))
	var looking sync.WaitGroup
	for i, c := range checks {
		looking.Go(func() {
			f := c.Look(ctx)
			results[i] = Result{c.Name, f.Status, f.Detail}
		})
	}
	looking.Wait()
	return results
}

// Overall is the doctor's word for the whole: its worst check decides, and a
// file that cannot be read degrades (TSLP 15.7). STALE entities do not: they
// are how holdfast works.
func Overall(results []Result, readFailures int) string {
	overall := OK
	if readFailures > 0 {
		overall = Degraded
	}
	for _, r := range results {
		switch r.Status {
		case OK:
		case Warn:
			overall = Degraded
		default:
			return Failing
		}
	}
	return overall
}
