package resolve

import (
	"holdfast/parser/block"
	"holdfast/parser/source"
	"holdfast/store"
)

// lost marks a whole-file update that omits tracked top-level symbols, and
// proposes a tombstone for each of them.
func (r *resolver) lost(u update, known map[string]Tracked, first int) {
	defined := map[string]bool{}
	for _, a := range r.Artifacts[first:] {
		defined[a.Symbol] = true
	}
	var lost []string
	for _, t := range r.Map.InPath(u.file.Path) {
		if !defined[t.Symbol] && (t.Top || t.Symbol == source.Whole) {
			lost = append(lost, t.Symbol)
		}
	}
	if len(lost) == 0 {
		return
	}
	for i := first; i < len(r.Artifacts); i++ {
		r.Artifacts[i].Lost = lost
	}
	for _, symbol := range lost {
		r.remove(known[symbol], u.block, u.confidence, "the new file does not hold it", u.waits)
	}
}

func (r *resolver) remove(t Tracked, b *block.Block, conf store.Confidence, why string, waits bool) {
	r.Artifacts = append(r.Artifacts, Artifact{
		Entity: t.Key, Path: t.Path, Symbol: t.Symbol, Language: source.Language(t.Language), Method: source.AST,
		Definition: source.Symbol{Name: t.Symbol, Canon: []byte{}, Top: t.Top, Container: t.Container},
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
