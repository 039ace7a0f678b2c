package decide

import (
	"bytes"
	"strings"

	"holdfast/engine/resolve"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// together adopts symbols of a file by one event, each in the place of what stands.
func (a *Batch) together(file *source.File, changed []int) {
	for len(changed) > event.MaxAdopted {
		a.together(file, changed[:event.MaxAdopted])
		changed = changed[event.MaxAdopted:]
	}
	if len(changed) == 0 {
		return
	}
	block := event.Hash(file.Src)
	ev := event.FileAdopted{
		ID: ArtifactID(a.episode, len(a.Events), file.Path, block), Episode: a.episode, Path: file.Path,
		Language: string(file.Language), Method: string(file.Method), Block: block,
		Grant: a.Report.Grant, Gates: a.Report, Convention: "disk", Symbols: make([]event.AdoptedSymbol, 0, len(changed)),
	}
	a.Blobs = append(a.Blobs, file.Src)
	for _, i := range changed {
		sym := &file.Symbols[i]
		key := resolve.Key(file.Path, sym.Name)
		current := a.state.Get(key)
		text := resolve.Text(file.Src, *sym)
		sums, ok := event.SumsOf(sym.Hash, sym.Structure, event.Hash(text))
		if !ok || strings.Contains(sym.Name, "\n") {
			a.Symbol(file, i, *sym, current)
			continue
		}
		a.Events = append(a.Events, a.Invalidate(key, "the disk's version was adopted")...)
		one := event.AdoptedSymbol{
			Name: sym.Name, Kind: sym.Kind, Position: i, Sums: sums, Core: coreSpan(file.Src, sym), Text: textSpan(file.Src, sym, text),
			Nodes: sym.Nodes, Tokens: sym.Tokens, Errors: sym.Errors, Top: sym.Top, Container: sym.Container,
			Was: ArtifactOf(current),
		}
		if sym.Count > 1 {
			one.Count = sym.Count
		}
		if one.Core == nil {
			a.Blobs = append(a.Blobs, sym.Canon)
		}
		if one.Text == nil {
			a.Blobs = append(a.Blobs, text)
		}
		ev.Symbols = append(ev.Symbols, one)
	}
	if len(ev.Symbols) > 0 {
		a.Events = append(a.Events, ev)
		a.Result.Adopted += len(ev.Symbols)
	}
}

// coreSpan is where in a file the canonical text of a symbol stands, nil where it does
// not stand there in one piece.
func coreSpan(src []byte, sym *source.Symbol) []int {
	if len(sym.Own) != 1 {
		return nil
	}
	span := []int{sym.Own[0].Start, sym.Own[0].End}
	if core, err := event.CutCore(src, span); err != nil || !bytes.Equal(core, sym.Canon) {
		return nil
	}
	return span
}

// textSpan is where in a file what is hydrated of a symbol stands, nil where it does not
// stand there as it is.
func textSpan(src []byte, sym *source.Symbol, text []byte) []int {
	starts := []int{0}
	if len(sym.Own) > 0 {
		starts = append(starts, sym.Own[0].Start)
	}
	if len(sym.Docs) > 0 {
		starts = append(starts, sym.Docs[0].Start)
	}
	for _, start := range starts {
		for start > 0 && start <= len(src) && (src[start-1] == ' ' || src[start-1] == '\t') {
			start--
		}
		if start <= len(src) && bytes.HasPrefix(src[start:], text) {
			return []int{start, start + len(text)}
		}
	}
	return nil
}
