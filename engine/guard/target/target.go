package target

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/parser/call"
	"holdfast/parser/edit"
)

// Place is where a client works.
type Place struct {
	// Root is the absolute path of the workspace; Folder is the folder of it in which
	// relative paths begin, "" for the workspace itself.
	Root, Folder string
	// Home is the user's home folder, "" where it is not known.
	Home string
}

// Resolved returns the actions with each changed file under the name of the file that
// will really change: an absolute one where another file is meant than the call's name
// tells by itself. A file that is removed or renamed is the link itself.
func Resolved(actions []call.Action, p Place) []call.Action {
	return resolved(actions, p, disk{os.Lstat, os.ReadDir})
}

// disk is what is asked about names.
type disk struct {
	lstat func(name string) (fs.FileInfo, error)
	list  func(name string) ([]fs.DirEntry, error)
}

func resolved(actions []call.Action, p Place, d disk) []call.Action {
	actions = slices.Clone(actions)
	known := map[string]string{}
	for i, a := range actions {
		if a.Kind != call.Change || a.Path == "" || strings.HasSuffix(a.Path, "/") || strings.ContainsRune(a.Path, 0) {
			continue
		}
		follows := a.Change.Op != edit.Delete && a.Change.Op != edit.Rename
		key := a.Path
		if !follows {
			key = "\x00" + key
		}
		real, seen := known[key]
		if !seen {
			real = p.real(a.Path, follows, d)
			known[key] = real
		}
		if real != "" {
			actions[i].Path, actions[i].Change.Path = real, real
		}
	}
	return actions
}

// real is the absolute name of the file that a path stands for, "" where the path tells
// it by itself.
func (p Place) real(path string, follows bool, d disk) string {
	named := filepath.FromSlash(strings.ReplaceAll(path, `\`, "/"))
	home, atHome := strings.CutPrefix(named, "~"+string(filepath.Separator))
	switch {
	case atHome && p.Home != "":
		named = filepath.Join(p.Home, home)
	case !filepath.IsAbs(named):
		named = filepath.Join(p.Root, filepath.FromSlash(p.Folder), named)
	}
	named = filepath.Clean(named)
	real, ok := d.follow(named, follows)
	if !ok || real == named && !atHome {
		return ""
	}
	return filepath.ToSlash(real)
}

// mostLinks is how many links a name may lead through, as on Linux.
const mostLinks = 40

// follow walks an absolute name as the system does, and the last link of it if last is
// true. It fails where links go in a circle.
func (d disk) follow(name string, last bool) (string, bool) {
	volume := filepath.VolumeName(name)
	root := volume + string(filepath.Separator)
	done, ahead, links := root, parts(name[len(volume):]), 0
	for len(ahead) > 0 {
		part := ahead[0]
		ahead = ahead[1:]
		if part == ".." {
			done = filepath.Dir(done)
			continue
		}
		next := filepath.Join(done, part)
		info, err := d.lstat(next)
		if err != nil { // nothing is there yet, or nobody may look
			return filepath.Join(append([]string{next}, ahead...)...), true
		}
		if info.Mode()&fs.ModeSymlink == 0 || len(ahead) == 0 && !last {
			done = filepath.Join(done, d.spelled(done, part, info))
			continue
		}
		to, err := os.Readlink(next)
		if links++; links > mostLinks || err != nil {
			return "", false
		}
		if filepath.IsAbs(to) {
			done, to = root, to[len(filepath.VolumeName(to)):]
		}
		ahead = append(parts(to), ahead...)
	}
	return done, true
}

func parts(name string) []string {
	return slices.DeleteFunc(strings.Split(filepath.ToSlash(name), "/"), func(part string) bool { return part == "" || part == "." })
}

// spelled is how the folder itself spells a name in it, where the disk does not tell
// cases apart.
func (d disk) spelled(folder, name string, info fs.FileInfo) string {
	other := swapped(name)
	if other == name {
		return name
	}
	same, err := d.lstat(filepath.Join(folder, other))
	if err != nil || !os.SameFile(info, same) {
		return name
	}
	entries, err := d.list(folder)
	if err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
		return name
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			return e.Name()
		}
	}
	return name
}

// swapped is a name with its first letter that has two cases in the other one.
func swapped(name string) string {
	for i, r := range name {
		if upper, lower := strings.ToUpper(string(r)), strings.ToLower(string(r)); upper != lower {
			if string(r) == upper {
				upper = lower
			}
			return name[:i] + upper + name[i+len(string(r)):]
		}
	}
	return name
}
