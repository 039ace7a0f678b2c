package resolve

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/elide"
	"holdfast/parser/source"
	"holdfast/parser/table"
	"holdfast/store/event"
)

// update is one parsed text that defines symbols of one file.
type update struct {
	file       *source.File
	block      *block.Block
	confidence event.Confidence
	resolution string
	incomplete []string
	whole      bool // may tombstone what it omits
	composed   bool
	fits       bool            // see Artifact.Fits
	only       map[string]bool // nil: every symbol; else just these
	waits      bool
}

// ground is what an update meets at its path.
type ground struct {
	known map[string]Tracked // by symbol
	disk  *source.File       // nil where there is none
}

func (r *resolver) ground(path string) ground {
	g := ground{known: map[string]Tracked{}}
	for _, t := range r.Map.InPath(path) {
		g.known[t.Symbol] = t
	}
	if r.Disk != nil {
		g.disk = r.Disk.File(path)
	}
	return g
}

func (r *resolver) update(u update) {
	at := r.ground(u.file.Path)
	var certain map[int]bool
	stray := strayErrors(u.file) - strayErrors(at.disk)
	if stray > 0 {
		certain = proven(u.file)
	}
	first := len(r.Artifacts)
	for i := range u.file.Symbols {
		sym := u.file.Symbols[i]
		if u.only != nil && !u.only[sym.Name] {
			continue
		}
		if a, ok := r.symbol(u, sym, at, i); ok {
			if stray > 0 && !certain[i] {
				a.Incomplete = append(slices.Clip(a.Incomplete), strayReason(stray))
			}
			r.Artifacts = append(r.Artifacts, a)
		}
	}
	if u.whole {
		r.lost(u, first)
	} else if u.only == nil && !u.composed && !r.User {
		r.leavesOut(u, at)
	}
}

// strayErrors counts the syntax errors that stand in no symbol. A definition
// that lacks its end may parse as one without a body, with its error beside it.
func strayErrors(f *source.File) int {
	if f == nil || f.Method != source.AST {
		return 0
	}
	n := f.Errors
	for i := range f.Symbols {
		if sym := &f.Symbols[i]; !sym.IsRest() {
			n -= sym.Errors
		}
	}
	return n
}

// maxAlone bounds how many definitions of a text with errors are read by themselves, and
// how many errors are looked at.
const maxAlone = 200

// proven are the definitions of a text with errors beside its definitions that are none
// the less certain: by itself each is the same, without an error, and others stand
// between it and every error, which could else have begun or ended it.
func proven(f *source.File) map[int]bool {
	if f.Method != source.AST || len(f.Faults) > maxAlone || len(f.Symbols) > maxAlone {
		return nil
	}
	definitions := f.Symbols
	if n := len(definitions); n > 0 && definitions[n-1].IsRest() {
		definitions = definitions[:n-1]
	}
	all := map[int]bool{}
	for i := range definitions {
		all[i] = definitions[i].Errors == 0 && len(definitions[i].Extents) == 1
	}
	for _, fault := range f.Faults {
		before, after := -1, -1
		for i := range definitions {
			switch at := definitions[i].Extents[len(definitions[i].Extents)-1]; {
			case at.End <= fault.Start && at.End > before:
				before = at.End
			case at.Start >= fault.End && (after < 0 || at.Start < after):
				after = at.Start
			}
		}
		for i := range definitions {
			at := definitions[i].Extents[0]
			all[i] = all[i] && at.End != before && at.Start != after && (at.End < fault.Start || fault.End < at.Start)
		}
	}
	for i := range definitions {
		all[i] = all[i] && standsAlone(f, &definitions[i])
	}
	return all
}

// standsAlone reports whether the text of a definition by itself is that definition.
func standsAlone(f *source.File, sym *source.Symbol) bool {
	extent := sym.Extents[0]
	alone := parser.ParseSnippet(f.Path, f.Language, f.Src[lineStart(f.Src, extent.Start):extent.End])
	if alone.Refused != "" || alone.Errors > 0 {
		return false
	}
	return slices.ContainsFunc(alone.Symbols, func(s source.Symbol) bool { return s.Structure == sym.Structure && s.Hash == sym.Hash })
}

func strayReason(n int) string {
	if n == 1 {
		return "does not parse cleanly: 1 parse error beside the definitions"
	}
	return fmt.Sprintf("does not parse cleanly: %d parse errors beside the definitions", n)
}

// symbol is the artifact of one symbol of the text; ok is false where the text
// only wraps other symbols in it.
func (r *resolver) symbol(u update, sym source.Symbol, at ground, order int) (a Artifact, ok bool) {
	a = Artifact{
		Path: u.file.Path, Symbol: sym.Name, Definition: sym, Language: u.file.Language, Method: u.file.Method,
		Block: u.block.Content, Confidence: u.confidence,
		Convention: string(u.block.Convention), Resolution: u.resolution, Position: order,
		Composed: u.composed, Fits: u.fits, WaitsForDisk: u.waits,
	}
	if sym.Bare {
		r.bare(&a, at)
	}
	if u.file.Method == source.Table && a.Confidence == event.Confirmed {
		if doubts := table.Doubts(u.file, sym.Name); len(doubts) > 0 {
			a.Confidence = event.Inferred
			a.Resolution += "; symbols.json: " + strings.Join(doubts, "; ")
		}
	}
	a.Entity = Key(a.Path, a.Symbol)
	base := r.base(&a, u, at, order)
	kind, part := r.shellOf(u, sym, at, base)
	if kind == shellWrapper {
		return a, false
	}
	a.Definition = trimDocs(a.Language, u.file.Src, sym, base)
	a.Text = Text(u.file.Src, a.Definition)
	a.Incomplete = append(a.Incomplete, u.incomplete...)
	if t, ok := at.known[source.Whole]; ok && t.whole() && (sym.Name != source.Whole || sym.IsRest()) && !r.User && !u.composed && !u.whole && !r.keeps(u.file.Src, t) {
		a.Incomplete = append(a.Incomplete, a.Path+" is tracked as a whole, and this would take its place")
	}
	if kind == shellPart {
		a.Incomplete = append(a.Incomplete, part)
	}
	if isWhole(u.file) && base != nil && !u.whole && !u.composed {
		if why := partOf(a.Path, a.Text, base); why != "" {
			a.Incomplete = append(a.Incomplete, why)
		}
	}
	a.Incomplete = append(a.Incomplete, r.leftOut(&a, unsound(u.file, at.disk, sym, a.Text), lineRest(u.file.Src, sym), base)...)
	return a, true
}

// base is the text that an artifact would replace, nil for none: that of the State
// Map, or where that does not hold the entity, of the disk. It gives the artifact
// its place in the file.
func (r *resolver) base(a *Artifact, u update, at ground, order int) []byte {
	if t, ok := at.known[a.Symbol]; ok && sameForm(t.Kind, a.Definition) {
		a.Position = t.Position
		text, _ := r.Map.Text(t.Key)
		return text
	}
	if !u.whole && !u.composed {
		a.Position = beside(at.known, u.file.Symbols, order)
	}
	if at.disk != nil {
		if d := at.disk.Find(a.Symbol); d != nil && sameForm(d.Kind, a.Definition) {
			a.FromDisk = d
			return Text(at.disk.Src, *d)
		}
	}
	return nil
}

// sameForm reports whether a text can take the place of what is of that kind: a file
// as a whole is no version of the rest of one.
func sameForm(kind string, sym source.Symbol) bool {
	return sym.Name != source.Whole || (kind == source.Rest) == sym.IsRest()
}

// leftOut is why an artifact is no full definition by its own text (TSLP 6, gate
// A): it is unsound, a placeholder of its base, or elided. behind is what stands
// behind it on its last line, where a remark may say so.
func (r *resolver) leftOut(a *Artifact, unsound string, behind, base []byte) (reasons []string) {
	if unsound != "" {
		reasons = append(reasons, unsound)
	}
	if bytes.Equal(a.Text, base) && len(bytes.TrimSpace(behind)) == 0 {
		return reasons // what is as it was leaves nothing out
	}
	shows := slices.Equal(a.Definition.Own, a.Definition.Extents)     // all of it, and no members beside it
	hasBody := a.Symbol != source.Whole || parser.Defines(a.Language) // data that is empty is not unwritten
	if why := stub(a.Text, base); why != "" && shows && hasBody && !r.User {
		reasons = append(reasons, why)
	}
	for _, m := range elide.FindIn(a.Path, a.Language, append(bytes.Clone(a.Text), behind...), base) {
		reasons = append(reasons, fmt.Sprintf("elided at line %d: %q", m.Line, clip(m.Text)))
	}
	return reasons
}

// lineRest is what stands behind a symbol on its last line.
func lineRest(src []byte, sym source.Symbol) []byte {
	if len(sym.Own) == 0 || sym.Name == source.Whole {
		return nil
	}
	rest := src[min(sym.Own[len(sym.Own)-1].End, len(src)):]
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return line
}

// beside is the place in its file of a symbol that is new there and stands at at in
// a part of the file: that of the tracked symbol before it in the part, else of the
// one after it, else behind all.
func beside(known map[string]Tracked, part []source.Symbol, at int) int {
	for i := at - 1; i >= 0; i-- {
		if t, ok := known[part[i].Name]; ok {
			return t.Position
		}
	}
	for _, sym := range part[at+1:] {
		if t, ok := known[sym.Name]; ok {
			return max(t.Position-1, 0)
		}
	}
	end := at
	for _, t := range known {
		end = max(end, t.Position+1)
	}
	return end
}

// bare gives a method that stands without its container the one container in
// that file that has such a method: of several the one that was shown in this turn
// (product 8).
func (r *resolver) bare(a *Artifact, at ground) {
	if strings.HasSuffix(r.As, "."+a.Symbol) {
		a.Symbol = r.As
		a.Resolution += ", as the operator says"
		return
	}
	if _, ok := at.known[a.Symbol]; ok {
		return // a function of that very name is tracked
	}
	owners := owners(a.Symbol, at)
	how := ", the only method of that name in the file"
	if len(owners) > 1 && r.Hydrated != nil {
		shown := slices.DeleteFunc(slices.Clone(owners), func(symbol string) bool { return !r.Hydrated(Key(a.Path, symbol)) })
		if len(shown) == 1 {
			owners, how = shown, ", the only method of that name that was shown in this turn"
		}
	}
	switch len(owners) {
	case 1:
		a.Symbol = owners[0]
		a.Resolution += how
	case 0:
		a.Confidence = lower(a.Confidence, event.Inferred)
		a.Resolution += "; a method without its container, and no known one has a method of that name"
		a.candidates(containers(a.Symbol, at))
	default:
		a.candidates(owners)
		a.Confidence = lower(a.Confidence, event.Inferred)
		a.Resolution += "; a method without its container: " + strings.Join(owners, ", ") + " have that name"
	}
}

// candidates notes the symbols of its file of which an artifact may be any.
func (a *Artifact) candidates(symbols []string) {
	for _, symbol := range symbols {
		a.Candidates = append(a.Candidates, Key(a.Path, symbol))
	}
}

// containers are the methods of a name that the containers of a file could have, in
// order of their names.
func containers(name string, at ground) (list []string) {
	for _, t := range at.known {
		if t.Container != "" {
			list = append(list, t.Container+"."+name)
		}
	}
	if at.disk != nil {
		for _, sym := range at.disk.Symbols {
			if sym.Container != "" {
				list = append(list, sym.Container+"."+name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// owners are the methods of a name that the map or the disk knows in a file, in
// order of their names.
func owners(name string, at ground) (list []string) {
	for symbol := range at.known {
		if strings.HasSuffix(symbol, "."+name) {
			list = append(list, symbol)
		}
	}
	if at.disk != nil {
		for _, sym := range at.disk.Symbols {
			if strings.HasSuffix(sym.Name, "."+name) {
				list = append(list, sym.Name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
