package applied

import (
	"slices"
	"strings"

	"holdfast/engine/etv"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
)

// Rewritten is a file that a command or a client may change, as it was before.
type Rewritten struct {
	resolve.Rewrite
	Before *etv.Version
}

// Rewriting returns what a command is about to rewrite, at most so many files: the
// one that it names, or those of tracked that are in the folder which it names.
func Rewriting(w resolve.Rewrite, folder bool, tracked func() []string, disk *stale.Reading, most int) []Rewritten {
	paths := []string{w.Path}
	if folder {
		paths = nil
		for _, p := range tracked() {
			if strings.HasPrefix(p, w.Path+"/") {
				paths = append(paths, p)
			}
		}
		slices.Sort(paths)
	}
	var list []Rewritten
	for _, p := range paths[:min(len(paths), max(0, most))] {
		w.Path = p
		list = append(list, Rewritten{w, disk.Version(p)})
	}
	return list
}

// Rewrote returns what a command made of a file. Nothing follows from one that could
// not be read, then or now. A file that is not tracked enters the map where it
// defines something: the others are logs and the like.
func Rewrote(w Rewritten, state *statemap.Map, disk *stale.Reading) resolve.Result {
	after, now := disk.File(w.Path), disk.Version(w.Path)
	same := w.Before.Sum() == now.Sum() && w.Before.Missing() == now.Missing()
	if same || !compared(w.Before) || after == nil && !now.Missing() {
		return resolve.Result{}
	}
	if after != nil && after.Find(source.Whole) != nil && len(after.Symbols) == 1 && !state.Known(w.Path) {
		return resolve.Result{}
	}
	differs := func(sym source.Symbol) bool {
		if sym.Hash == "" { // the file does not define it any more
			e := state.Get(resolve.Key(w.Path, sym.Name))
			return w.Before.Defines(sym.Name) && e != nil && stale.Gone(e, disk.Check(e.Expected()))
		}
		return !stale.Holds(w.Before.Check(stale.Expect(w.Path, sym.Name, sym.Kind, sym.Hash, sym.Structure)))
	}
	return resolve.Rewritten(w.Rewrite, after, differs, resolve.Context{Map: state, Disk: disk})
}

// compared reports whether it is known what a file defined, were it nothing.
func compared(v *etv.Version) bool { return v.Missing() || v.Defines(source.Whole) }
