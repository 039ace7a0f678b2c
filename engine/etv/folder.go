package etv

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
)

// inspect looks at a folder, and puts a watch on it unless it has one. A folder
// behind a link is none: its files are refused as well.
func (w *Watcher) inspect(f *trackedFolder) {
	seen := w.glanceFolder(f.path)
	if seen.sameFolder(f.seen) && (f.watched || !seen.isFolder()) {
		return
	}
	w.release(f)
	f.seen = seen
	if !seen.isFolder() || w.events == nil || w.refusal != nil && isLimit(w.refusal) {
		return
	}
	if err := w.events.add(w.absolute(f.path)); err != nil {
		if !isMissing(err) {
			w.refusal = err
		}
		return
	}
	// Had another folder come in its place meanwhile, that one would be
	// watched, and the next look would not know.
	f.watched = w.glanceFolder(f.path).sameFolder(seen)
}

func (w *Watcher) glanceFolder(path string) sighting {
	if path == "" {
		if _, ok := w.disk.stands(); !ok {
			return sighting{state: absent}
		}
		return w.disk.glance("")
	}
	if above := w.tracked.folders[parent(path)]; !above.seen.isFolder() {
		return above.seen
	}
	return w.disk.glance(path)
}

// release takes the watch off a folder. That the source has none is no fault:
// it drops those of folders that went.
func (w *Watcher) release(f *trackedFolder) {
	f.watched = false
	if w.events != nil && f.seen.state != unknown {
		_ = w.events.remove(w.absolute(f.path))
	}
}

func (w *Watcher) absolute(path string) string {
	return filepath.Join(w.disk.path, filepath.FromSlash(path))
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) || noFolder(err) }

// isLimit reports whether no other folder can be watched either.
func isLimit(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// Health is the state of a watch, for /doctor (TSLP 14.3).
type Health struct {
	// Files are tracked in Folders, of which Watched send events.
	Files, Folders, Watched int
	// Overflows counts the times that events were lost and everything was
	// looked at instead.
	Overflows int
	// Problem says what makes changes appear only after 2 s, or not at all;
	// empty where nothing does.
	Problem string
	// Behind says how far the comparison is with which a watch begins, "" once it is over.
	Behind string
}

// OK reports whether changes are seen at once.
func (h Health) OK() bool { return h.Problem == "" }

// String is the health for a person in a hurry.
func (h Health) String() string {
	if h.Problem != "" {
		return h.Problem
	}
	verb := "are"
	if h.Files == 1 {
		verb = "is"
	}
	told := counted(h.Files, "file") + " in " + counted(h.Folders, "folder") + " " + verb + " watched"
	if h.Behind != "" {
		told += "; " + h.Behind
	}
	return told
}

// counted is "1 file" or "3 files".
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// tell publishes the health.
func (w *Watcher) tell() {
	h := Health{Files: len(w.tracked.files), Folders: len(w.tracked.folders), Overflows: w.overflows}
	missed := 0
	for _, f := range w.tracked.folders {
		switch {
		case f.watched:
			h.Watched++
		case f.seen.isFolder():
			missed++
		}
	}
	root := w.tracked.folders[""]
	switch {
	case root != nil && root.seen.state != unknown && !root.seen.isFolder():
		h.Problem = "the workspace's folder is gone: nothing can be verified until it is back and holdfast is started again"
	case w.noEvents != nil:
		h.Problem = fmt.Sprintf("the system gives no file events (%v): changes are seen within %s", w.noEvents, w.within())
	case missed > 0 && w.refusal != nil && errors.Is(w.refusal, syscall.ENOSPC):
		h.Problem = fmt.Sprintf("the system's limit of watches is reached: changes in %d of %d folders are seen within %s; raise fs.inotify.max_user_watches", missed, h.Folders, w.within())
	case missed > 0 && w.refusal != nil:
		h.Problem = fmt.Sprintf("%d of %d folders cannot be watched (%v): changes in them are seen within %s", missed, h.Folders, w.refusal, w.within())
	case w.fault != nil:
		h.Problem = fmt.Sprintf("the system's file events failed (%v): some changes are seen within %s", w.fault, w.within())
	}
	w.health.Store(&h)
}
