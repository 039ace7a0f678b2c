package etv

import "time"

const (
	// quiet is how long a path must have had no event before it is looked at:
	// an editor's save is several.
	quiet = 50 * time.Millisecond
	// mostQuiet is how long a path that never rests waits at most.
	mostQuiet = 500 * time.Millisecond
	// gather is the least time between two looks, so that a checkout of 1,000
	// files is a few reports and not hundreds.
	gather = 20 * time.Millisecond
)

// dirty are the paths that had an event and were not looked at since. Each has
// its own quiet, so that a file that is written all the time, a log, holds up
// no other.
type dirty struct {
	marks map[string]marked
	last  time.Time // of the last look
}

type marked struct{ first, last time.Time }

func (m marked) due() time.Time {
	due, latest := m.last.Add(quiet), m.first.Add(mostQuiet)
	if latest.Before(due) {
		return latest
	}
	return due
}

// mark notes an event.
func (d *dirty) mark(path string, now time.Time) {
	m, ok := d.marks[path]
	if !ok {
		m.first = now
	}
	m.last = now
	if d.marks == nil {
		d.marks = map[string]marked{}
	}
	d.marks[path] = m
}

// next is when the first path is due; ok is false where there is none.
func (d *dirty) next() (at time.Time, ok bool) {
	for _, m := range d.marks {
		if due := m.due(); !ok || due.Before(at) {
			at, ok = due, true
		}
	}
	if earliest := d.last.Add(gather); ok && at.Before(earliest) {
		at = earliest
	}
	return at, ok
}

// take removes and returns the paths that are due, in no order; none if others
// were taken just now.
func (d *dirty) take(now time.Time) []string {
	if now.Before(d.last.Add(gather)) {
		return nil
	}
	var due []string
	for path, m := range d.marks {
		if !now.Before(m.due()) {
			due = append(due, path)
			delete(d.marks, path)
		}
	}
	if len(due) > 0 {
		d.last = now
	}
	return due
}
