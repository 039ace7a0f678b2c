package etv

import (
	"container/list"
	"time"
)

const (
	// quiet is how long a path must have had no event before it is looked at:
	// an editor's save is several.
	quiet = 50 * time.Millisecond
	// mostQuiet is how long a path that never rests waits at most.
	mostQuiet = 500 * time.Millisecond
	// gather is the least time between two looks, and once more for each gathered
	// paths that the first of them took, up to mostGather: the first files of a
	// checkout are told at once, and thousands are a few reports and not hundreds.
	// Where nothing happened for calm, that is over.
	gather     = 20 * time.Millisecond
	gathered   = 8
	mostGather = 300 * time.Millisecond
	calm       = 100 * time.Millisecond
)

// dirty are the paths that had an event and were not looked at since. Each has
// its own quiet, so that a file that is written all the time, a log, holds up
// no other. What an event costs does not grow with how many paths wait: they stand in
// the order in which they fall due, once by their quiet and once by their patience.
type dirty struct {
	marks map[string]*marked
	// rested are the paths by their last event, waiting by their first one.
	rested, waiting list.List
	last            time.Time // of the last event
	earliest        time.Time // when the next look may be
}

type marked struct {
	path              string
	first, last       time.Time
	inRested, inWaits *list.Element
}

// mark notes an event. Time does not go back from one to the next.
func (d *dirty) mark(path string, now time.Time) {
	if now.Sub(d.last) >= calm {
		d.earliest = time.Time{}
	}
	d.last = now
	m := d.marks[path]
	if m == nil {
		m = &marked{path: path, first: now}
		m.inRested, m.inWaits = d.rested.PushBack(m), d.waiting.PushBack(m)
		if d.marks == nil {
			d.marks = map[string]*marked{}
		}
		d.marks[path] = m
	}
	m.last = now
	d.rested.MoveToBack(m.inRested)
}

// forget drops what is noted of a path.
func (d *dirty) forget(path string) {
	if m := d.marks[path]; m != nil {
		delete(d.marks, path)
		d.rested.Remove(m.inRested)
		d.waiting.Remove(m.inWaits)
	}
}

// first is the path that falls due before all others, and when; nil where there is none.
func (d *dirty) first() (m *marked, due time.Time) {
	front := d.rested.Front()
	if front == nil {
		return nil, time.Time{}
	}
	m = front.Value.(*marked)
	due = m.last.Add(quiet)
	longest := d.waiting.Front().Value.(*marked)
	if latest := longest.first.Add(mostQuiet); latest.Before(due) {
		return longest, latest
	}
	return m, due
}

// next is when the first path is due; ok is false where there is none.
func (d *dirty) next() (at time.Time, ok bool) {
	m, at := d.first()
	if m != nil && at.Before(d.earliest) {
		at = d.earliest
	}
	return at, m != nil
}

// take removes and returns the paths that are due, in no order; none if others
// were taken just now.
func (d *dirty) take(now time.Time) []string {
	if now.Before(d.earliest) {
		return nil
	}
	var due []string
	for m, at := d.first(); m != nil && !now.Before(at); m, at = d.first() {
		due = append(due, m.path)
		d.forget(m.path)
	}
	if len(due) > 0 {
		d.earliest = now.Add(min(mostGather, gather*time.Duration(1+len(due)/gathered)))
	}
	return due
}
