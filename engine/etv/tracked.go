package etv

import (
	"slices"
	"strings"
	"time"
)

// sighting is what the last look at a path found.
type sighting struct {
	found
	state presence
}

type presence uint8

const (
	unknown presence = iota // not looked at yet
	present
	absent
	barred // it cannot be looked at: a link or a permission on the way
)

// trackedFile is a file that is watched for.
type trackedFile struct {
	path string
	seen sighting
	// racy reports whether the file may have changed since without its stamp
	// changing, so that the next look reports it whatever it sees.
	racy bool
}

// trackedFolder is a folder that holds tracked files, or one that leads to such.
type trackedFolder struct {
	path string
	// files stand by name. A sweep looks at them in this order: the system keeps
	// what it knows of neighbours in one place, and looking them up in no order
	// takes twice as long.
	files []*trackedFile
	leads int // tracked folders right below
	seen  sighting
	// watched reports whether the source reports this very folder.
	watched bool
}

// tracked is the set of files that are watched for, and the folders between
// them and the root. Folders on the way matter too: what is moved there takes
// the files along, and no event comes from below.
type tracked struct {
	files   map[string]*trackedFile
	folders map[string]*trackedFolder
	names   *names // of both
}

func newTracked() *tracked {
	return &tracked{files: map[string]*trackedFile{}, folders: map[string]*trackedFolder{}, names: newNames()}
}

// add adds a file; it returns nil if the file was there.
func (t *tracked) add(path string) *trackedFile {
	if t.files[path] != nil {
		return nil
	}
	f := &trackedFile{path: path}
	t.files[path] = f
	t.names.add(path)
	in := t.folder(parent(path))
	at, _ := in.find(path)
	in.files = slices.Insert(in.files, at, f)
	return f
}

// find is where a file of the folder stands, or would.
func (f *trackedFolder) find(path string) (at int, found bool) {
	return slices.BinarySearchFunc(f.files, path, func(x *trackedFile, path string) int { return strings.Compare(x.path, path) })
}

func (t *tracked) folder(path string) *trackedFolder {
	f := t.folders[path]
	if f == nil {
		f = &trackedFolder{path: path}
		t.folders[path] = f
		t.names.add(path)
		if path != "" {
			t.folder(parent(path)).leads++
		}
	}
	return f
}

// remove forgets a file, and returns the folders that nothing needs any more.
func (t *tracked) remove(path string) (needless []*trackedFolder) {
	if t.files[path] == nil {
		return nil
	}
	delete(t.files, path)
	t.names.remove(path)
	f := t.folders[parent(path)]
	if at, found := f.find(path); found {
		f.files = slices.Delete(f.files, at, at+1)
	}
	for len(f.files) == 0 && f.leads == 0 {
		delete(t.folders, f.path)
		t.names.remove(f.path)
		needless = append(needless, f)
		if f.path == "" {
			break
		}
		f = t.folders[parent(f.path)]
		f.leads--
	}
	return needless
}

// below lists the folder of that path and all below it, each after the one that
// holds it.
func (t *tracked) below(path string) []*trackedFolder {
	var out []*trackedFolder
	for p, f := range t.folders {
		if path == "" || within(p, path) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *trackedFolder) int { return strings.Compare(a.path, b.path) })
	return out
}

func name(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// glance looks at a path that no link leads to.
func (d *Disk) glance(path string) sighting {
	if path == "" {
		path = "."
	}
	f, err := d.lstat(path)
	switch {
	case err == nil:
		return sighting{found: f, state: present}
	case isMissing(err):
		return sighting{state: absent}
	}
	return sighting{state: barred}
}

// update notes what was seen of a file, and tells whether that is to be
// reported.
func (f *trackedFile) update(seen sighting, now time.Time) bool {
	changed := seen != f.seen || f.racy
	f.seen = seen
	f.racy = seen.state == present && seen.kind == regular && !seen.settled(now)
	return changed
}

// sameFolder reports whether a look found the folder that the last one found.
// Folders change their times whenever a file in them comes or goes.
func (s sighting) sameFolder(o sighting) bool {
	return s.state == o.state && s.kind == o.kind && s.dev == o.dev && s.ino == o.ino
}

func (s sighting) isFolder() bool { return s.state == present && s.kind == directory }
