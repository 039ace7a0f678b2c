package resolve

import (
	"bytes"
	"strings"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// pathless resolves code whose path the text does not give (TSLP 4.1 step 3):
// by the entities hydrated in this turn, then by the map, then by similarity.
func (r *resolver) pathless(b *block.Block) {
	if len(b.Reasons) > 0 && (len(b.Content) == 0 || refused(b)) {
		r.loose(b) // it was not read, or names a path that is refused, and the block says why
		return
	}
	if r.User || b.Language == "" {
		r.loose(b, "no path was given for this code")
		return
	}
	file := parser.ParseSnippet("", b.Language, b.Content)
	if file.Refused != "" {
		r.loose(b, file.Refused)
		return
	}
	if isWhole(file) {
		r.similar(b, file)
		return
	}
	if path, conf, how := r.correlate(file); path != "" {
		named := parser.ParseSnippet(path, b.Language, b.Content)
		r.update(update{file: named, block: b, confidence: conf, resolution: how, incomplete: pathlessIncomplete(b), only: definitions(named)})
		return
	}
	r.similar(b, file)
}

// definitions are the symbols of a text without its rest, which no name proves to be
// of any file.
func definitions(f *source.File) map[string]bool {
	only := map[string]bool{}
	for i := range f.Symbols {
		only[f.Symbols[i].Name] = !f.Symbols[i].IsRest()
	}
	return only
}

// refused reports whether a block does name a file, by a path that cannot be taken:
// nothing may stand in for it.
func refused(b *block.Block) bool {
	return b.Path == "" && b.Convention != block.NoPath && b.Convention != ""
}

// provenHere reports whether the entities hydrated in this turn prove the file that
// a block's surroundings only hint at.
func (r *resolver) provenHere(b *block.Block) bool {
	switch b.Convention {
	case block.ProseBackticks, block.Basename, block.OnlyFile:
	default:
		return false
	}
	if r.User || b.Language == "" || b.Confidence != block.Inferred {
		return false
	}
	file := parser.ParseSnippet("", b.Language, b.Content)
	if file.Refused != "" || isWhole(file) {
		return false
	}
	path, conf, _ := r.correlate(file)
	return path == b.Path && conf == event.Confirmed
}

// pathlessIncomplete leaves the missing path out of what makes a block less
// than a full definition: correlation has just found it.
func pathlessIncomplete(b *block.Block) []string {
	if b.Closed && !b.Fragment {
		return nil
	}
	return incomplete(b)
}

// correlate finds the one file whose entities are exactly the block's symbols.
func (r *resolver) correlate(file *source.File) (path string, conf event.Confidence, how string) {
	allHydrated := true
	for _, sym := range file.Symbols {
		if sym.IsRest() {
			continue
		}
		var found []Tracked
		for _, t := range r.Map.Named(sym.Name) {
			exact := t.Symbol == sym.Name || sym.Bare && strings.HasSuffix(t.Symbol, "."+sym.Name)
			if exact && source.Language(t.Language) == file.Language {
				found = append(found, t)
			}
		}
		var hydrated []Tracked
		for _, t := range found {
			if r.Hydrated != nil && r.Hydrated(t.Key) {
				hydrated = append(hydrated, t)
			}
		}
		if len(hydrated) == 1 {
			found = hydrated
		} else {
			allHydrated = false
		}
		if len(found) != 1 || path != "" && found[0].Path != path {
			return "", "", ""
		}
		path = found[0].Path
	}
	if allHydrated {
		return path, event.Confirmed, "every symbol was hydrated in this turn"
	}
	return path, event.Inferred, "each symbol matches one entity of the map"
}

// similar aligns code with one tracked entity it resembles; never more than
// INFERRED, never a new entity (TSLP 11).
func (r *resolver) similar(b *block.Block, file *source.File) {
	key, ok := r.Map.Similar(file.Language, "", b.Content)
	if !ok {
		r.loose(b, "no path was given, and no tracked entity matches")
		return
	}
	t, ok := r.Map.Has(key)
	if !ok {
		r.loose(b, "no tracked entity matches")
		return
	}
	def := source.WholeSymbol(file.Language, b.Content)
	def.Name, def.Top, def.Container = t.Symbol, t.Top, t.Container
	r.Artifacts = append(r.Artifacts, Artifact{
		Entity: key, Path: t.Path, Symbol: t.Symbol, Definition: def, Language: file.Language, Method: source.WholeFile,
		Text: bytes.TrimRight(b.Content, "\n"), Block: b.Content, Confidence: event.Inferred, Convention: "similarity",
		Resolution: "resembles " + key, Incomplete: pathlessIncomplete(b), Position: t.Position,
	})
}
