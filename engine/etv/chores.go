package etv

import (
	"fmt"
	"slices"
	"time"
)

// chores are the looks that a watcher owes: at what is due after events, at what was
// tracked just now, and at everything. They are done some at a time, so that neither an
// event nor the end waits for thousands of looks, which a network folder makes slow.
type chores struct {
	due   []string       // paths whose quiet is over
	added []*trackedFile // not looked at yet
	pass  *pass          // over everything, nil where none is under way
}

// pass is a look at everything: first at each folder, the outer ones first, then at the
// files.
type pass struct {
	began    time.Time
	folders  []*trackedFolder
	inspects int          // folders that were looked at
	at       int          // the folder whose files are looked at
	file     int          // the next of them
	last     *trackedFile // the one before, by which the next is found again
}

// slice is how long chores are done before the watcher listens again.
const slice = 25 * time.Millisecond

// always is ready.
var always = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// owed is ready where there are chores.
func (c *chores) owed() <-chan struct{} {
	if len(c.due) == 0 && len(c.added) == 0 && c.pass == nil {
		return nil
	}
	return always
}

// work does chores for a while.
func (w *Watcher) work() {
	until := w.clock.Now().Add(slice)
	for w.chore() && w.clock.Now().Before(until) {
	}
}

// chore does the most urgent chore; it returns false where there is none.
func (w *Watcher) chore() bool {
	c := &w.chores
	switch {
	case len(c.due) > 0:
		path := c.due[0]
		c.due = c.due[1:]
		if f := w.tracked.files[path]; f != nil {
			w.look(f)
		}
	case len(c.added) > 0:
		f := c.added[0]
		if c.added = c.added[1:]; w.tracked.files[f.path] == f {
			w.secure(parent(f.path))
			f.update(w.sight(w.tracked.folders[parent(f.path)], f), w.clock.Now())
			w.begun = append(w.begun, f.path)
		}
		if len(c.added) == 0 {
			c.added = nil
			w.tell()
		}
	case c.pass != nil:
		if !w.goOn(c.pass) {
			w.took = w.clock.Now().Sub(c.pass.began)
			c.pass = nil
			w.tell()
		}
	default:
		return false
	}
	return true
}

// sweep begins to look at everything, and to try again to watch what is not watched.
func (w *Watcher) sweep() {
	w.refusal = nil
	w.chores.pass = &pass{began: w.clock.Now(), folders: w.tracked.below("")}
}

// goOn goes one look on with a pass; it returns false once that is over. What is tracked
// may have changed since the last one.
func (w *Watcher) goOn(p *pass) bool {
	if p.inspects < len(p.folders) {
		if f := p.folders[p.inspects]; w.tracked.folders[f.path] == f {
			w.inspect(f)
		}
		p.inspects++
		return true
	}
	for ; p.at < len(p.folders); p.at++ {
		in := p.folders[p.at]
		if w.tracked.folders[in.path] == in {
			if f := p.next(in); f != nil {
				w.look(f)
				return true
			}
		}
		p.file, p.last = 0, nil
	}
	return false
}

// next is the file of a folder that is looked at next, nil for none.
func (p *pass) next(in *trackedFolder) *trackedFile {
	if p.last != nil && (p.file > len(in.files) || in.files[p.file-1] != p.last) { // some came or went
		at, found := in.find(p.last.path)
		if p.file = at; found {
			p.file++
		}
	}
	if p.file >= len(in.files) {
		return nil
	}
	p.last = in.files[p.file]
	p.file++
	return p.last
}

// look looks at a file and reports it if it changed.
func (w *Watcher) look(f *trackedFile) {
	if f.update(w.sight(w.tracked.folders[parent(f.path)], f), w.clock.Now()) {
		w.report = append(w.report, f.path)
	}
}

// pause is how long the watcher rests between two passes: on a disk that is slow not
// less than one takes.
func (w *Watcher) pause() time.Duration { return max(sweepEvery, w.took) }

// within is how late what sends no event is seen, for a person.
func (w *Watcher) within() string {
	return fmt.Sprintf("%d s", (w.pause()+w.took+time.Second/2)/time.Second)
}

// hand reports what was found, unless the watcher is being closed.
func (w *Watcher) hand() {
	for _, r := range []struct {
		paths *[]string
		first bool
	}{{&w.begun, true}, {&w.report, false}} {
		if len(*r.paths) == 0 {
			continue
		}
		slices.Sort(*r.paths)
		paths := slices.Clone(slices.Compact(*r.paths))
		*r.paths = (*r.paths)[:0]
		select {
		case <-w.stop:
		default:
			w.changed(paths, r.first)
		}
	}
}
