package resolve

import (
	"fmt"
	"slices"

	"holdfast/parser/block"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// lost marks a whole-file update that omits tracked top-level symbols, and proposes a
// tombstone for each of them. One for the rest of the file as well: that is no symbol,
// and the others do not wait for it.
func (r *resolver) lost(u update, first int) {
	defined := map[string]source.Symbol{}
	for _, a := range r.Artifacts[first:] {
		defined[a.Symbol] = a.Definition
	}
	var lost []string
	var gone []Tracked
	for _, t := range r.Map.InPath(u.file.Path) {
		now, still := defined[t.Symbol]
		if still && sameForm(t.Kind, now) || !t.Top && t.Symbol != source.Whole || t.whole() && r.keeps(u.file.Src, t) {
			continue
		}
		if t.Kind != source.Rest {
			lost = append(lost, t.Symbol)
		}
		if !still { // else a file takes the place of its rest, or the other way round
			gone = append(gone, t)
		}
	}
	for i := first; i < len(r.Artifacts); i++ {
		r.Artifacts[i].Lost = lost
	}
	for _, t := range gone {
		r.remove(t, u.block, u.confidence, "the new file does not hold it", u.waits)
	}
}

// keeps reports whether a text holds every line that says something of a file that is
// tracked as a whole. What the text defines is then tracked in its stead, and nothing is
// lost; an empty file has nothing to lose.
func (r *resolver) keeps(text []byte, t Tracked) bool {
	was, err := r.Map.Text(t.Key)
	if err != nil {
		return false
	}
	lost, _, _ := compareShells(ownLines(was), ownLines(text))
	return lost == 0
}

// leavesOut proposes the removal of what a text leaves out that begins as its file
// does and holds at least half of what stands at the file's top: it is meant as
// the whole file (product 8). What it keeps is judged one by one, and nothing is
// taken away by it.
func (r *resolver) leavesOut(u update, at ground) {
	if at.disk == nil || isWhole(at.disk) || !beginsAs(u.file.Src, at.disk.Src) {
		return
	}
	var gone []Tracked
	kept, all := 0, 0
	for _, sym := range at.disk.Symbols {
		if !sym.Top {
			continue
		}
		all++
		if u.file.Find(sym.Name) != nil {
			kept++
		} else if t, ok := at.known[sym.Name]; ok {
			gone = append(gone, t)
		}
	}
	if kept < 2 || 2*kept < all {
		return
	}
	for _, t := range gone {
		r.remove(t, u.block, event.Inferred, fmt.Sprintf("the reply begins as %s does, and would drop %d of its %d symbols", t.Path, all-kept, all), false)
	}
}

// keepRest drops the removals that leavesOut proposes of what another block of the
// text holds: a file in two blocks.
func (r *resolver) keepRest() {
	defined := map[string]bool{}
	for _, a := range r.Artifacts {
		defined[a.Entity] = defined[a.Entity] || !a.Removes
	}
	r.Artifacts = slices.DeleteFunc(r.Artifacts, func(a Artifact) bool {
		return a.Removes && a.Confidence == event.Inferred && defined[a.Entity]
	})
}

// keepHeld drops the removals of what the last block of the text leaves in its file: an
// edit may open in one block what it closes in the next.
func (r *resolver) keepHeld() {
	r.Artifacts = slices.DeleteFunc(r.Artifacts, func(a Artifact) bool {
		file := r.after[a.Path]
		if !a.Removes || file == nil {
			return false
		}
		sym := file.Find(a.Symbol)
		return sym != nil && sameForm(a.Definition.Kind, *sym)
	})
}

// beginsAs reports whether two texts share their first two lines that say something.
func beginsAs(text, file []byte) bool {
	const first = 2
	a, b := telling(text), telling(file)
	return len(a) >= first && len(b) >= first && slices.Equal(a[:first], b[:first])
}

func (r *resolver) remove(t Tracked, b *block.Block, conf event.Confidence, why string, waits bool) {
	r.Artifacts = append(r.Artifacts, Artifact{
		Entity: t.Key, Path: t.Path, Symbol: t.Symbol, Language: source.Language(t.Language), Method: source.AST,
		Definition: source.Symbol{Name: t.Symbol, Kind: t.Kind, Canon: []byte{}, Top: t.Top, Container: t.Container},
		Block:      b.Content, Confidence: conf, Convention: string(b.Convention), Resolution: why,
		Incomplete: []string{"removes " + t.Key + ": " + why}, Position: t.Position, Removes: true, WaitsForDisk: waits,
	})
}

// renames flags new symbols that look like a tracked neighbour which the text
// does not define any more (TSLP 12): the old name is preserved.
func (r *resolver) renames() {
	if r.User {
		return
	}
	defined := map[string]bool{}
	for _, a := range r.Artifacts {
		defined[a.Entity] = !a.Removes
	}
	for i := range r.Artifacts {
		a := &r.Artifacts[i]
		if _, tracked := r.Map.Has(a.Entity); tracked || a.Removes || a.Symbol == source.Whole {
			continue
		}
		old, ok := r.Map.Similar(a.Language, a.Path, a.Text)
		if ok && !defined[old] {
			a.RenameOf = old
		}
	}
}
