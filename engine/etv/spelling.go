package etv

import (
	"io/fs"
	"slices"
	"strings"
)

// One file is one path, whatever case a path is written in: on a disk that folds case
// the spelling of the disk wins, and a file that is tracked keeps the one under which it
// is until the operator adopts it under the new one.

// Folds reports whether two spellings of one path that differ in case are one file.
func (d *Disk) Folds() bool { return d.folds }

// foldsCase looks whether holdfast's own folder is there under another spelling, or what is
// in it: some systems that run as a program do not give one folder two names.
func (d *Disk) foldsCase() bool {
	return d.oneFile(ownFolder, strings.ToUpper(ownFolder), directory) ||
		d.oneFile(ownFolder+"/"+ignoreFile, ownFolder+"/"+strings.ToUpper(ignoreFile), regular)
}

// oneFile reports whether two paths name one thing of a kind.
func (d *Disk) oneFile(path, other string, k kind) bool {
	a, err := d.lstat(path)
	if err != nil || a.kind != k {
		return false
	}
	b, err := d.lstat(other)
	return err == nil && a.dev == b.dev && a.ino == b.ino
}

// Spelled returns a canonical path as the disk spells it. What is not there stays as it
// is, and so does everything on a disk that does not fold case.
func (d *Disk) Spelled(path string) string { return d.Speller()(path) }

// Speller returns Spelled for many paths at one time: each folder is listed once.
func (d *Disk) Speller() func(path string) string {
	lists := map[string][]string{}
	return func(path string) string {
		if !d.folds || !fs.ValidPath(path) || path == "." || Own(path) {
			return path
		}
		spelled := ""
		for part := range strings.SplitSeq(path, "/") {
			names, listed := lists[spelled]
			if !listed {
				names = d.names(spelled)
				lists[spelled] = names
			}
			spelled = strings.TrimPrefix(spelled+"/"+spelledAmong(names, part), "/")
		}
		return spelled
	}
}

// names lists what is in a folder, nil where it cannot be listed.
func (d *Disk) names(dir string) []string {
	entries, err := d.entries(dir)
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// spelledAmong returns the one of names that differs from name in case at most, name
// where there is none.
func spelledAmong(names []string, name string) string {
	if slices.Contains(names, name) {
		return name
	}
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return name
}
