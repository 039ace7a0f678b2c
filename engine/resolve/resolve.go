package resolve

import (
	"strings"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/elide"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Tracked is what resolution needs to know of one AUTHORITATIVE entity.
type Tracked struct {
	Key, Path, Symbol string
	Kind              string
	Language          string
	Container         string
	Top               bool
	Position          int
}

// whole reports whether the entity is its file as a whole.
func (t Tracked) whole() bool { return t.Symbol == source.Whole && t.Kind != source.Rest }

// Map is the State Map as resolution sees it.
type Map interface {
	// Has reports whether the entity is AUTHORITATIVE.
	Has(key string) (Tracked, bool)
	// InPath lists the entities of a file in order of appearance.
	InPath(path string) []Tracked
	// Named lists the entities whose symbol is name, or ends in "."+name.
	Named(name string) []Tracked
	// Text is the entity's source as it is hydrated.
	Text(key string) ([]byte, error)
	// Similar is the one entity that code resembles (TSLP 11), among those of
	// the language, or of the path where one is given.
	Similar(lang source.Language, path string, code []byte) (key string, ok bool)
}

// Disk gives the files of the workspace, read-only (TSLP 15.3). A missing or
// unreadable file is nil.
type Disk interface {
	File(path string) *source.File
}

// Context is what surrounds the blocks of one text.
type Context struct {
	Map  Map
	Disk Disk
	// Hydrated tells whether the entity's current version was put before the
	// model in this turn. Nil means none.
	Hydrated func(key string) bool
	// Spelled gives a canonical path as the workspace spells it (block.Spelled).
	// Nil leaves it as it is.
	Spelled func(path string) string
	// User reports whether the user wrote the text: nothing is inferred from
	// similarity, and nothing is hydrated for it.
	User bool
	// As is the symbol that the operator says the text defines, "" where they say
	// nothing: a definition of its name without its container is meant for it.
	As string
	// Reads are the files that crossed the proxy whole in this turn, by path: a
	// base for edits where the disk does not have the file.
	Reads map[string][]byte
	// Parse parses what the text makes of a file. Nil stands for parser.Parse.
	Parse func(path string, lang source.Language, text []byte) *source.File
}

// parse parses what the text makes of a file.
func (c *Context) parse(path string, lang source.Language, text []byte) *source.File {
	if c.Parse != nil {
		return c.Parse(path, lang, text)
	}
	return parser.Parse(path, lang, text)
}

// Artifact is resolved, but not yet judged.
type Artifact struct {
	Entity, Path, Symbol string
	Definition           source.Symbol
	Language             source.Language
	Method               source.Method
	// Text is what is hydrated: leading doc comment and source as written.
	Text       []byte
	Block      []byte
	Confidence event.Confidence
	Convention string
	Resolution string // how the entity was found, in words
	Incomplete []string
	// Lost are the top-level symbols that this whole-file update omits.
	Lost     []string
	RenameOf string
	Position int
	// Removes reports whether the update deletes the entity rather than defining it.
	Removes bool
	// WaitsForDisk reports whether a client applies this, and the disk settles it.
	WaitsForDisk bool
	// FromDisk is the base on disk of an entity that the map does not hold.
	FromDisk *source.Symbol
	// Composed reports whether the text was made by applying an edit to the base.
	Composed bool
	// Fits reports whether it was made by an edit whose old text stands exactly once
	// in the base: that proves that its writer saw it (product 11).
	Fits bool
	// Call is the id of the tool call that it comes from, "" for none.
	Call string
	// Candidates are the entities of which it may be any: nothing tells which.
	Candidates []string
}

// Loose is code that no entity could be proven for: logged only.
type Loose struct {
	Block    []byte
	Language source.Language
	Path     string
	Reasons  []string
	// Changes reports whether the block says how code changes and is none itself: an
	// edit, or the arguments of a call that is none of a whole file.
	Changes bool
	// Call is the id of the tool call that it comes from, "" for none.
	Call string
}

// Result is what a text yields.
type Result struct {
	Artifacts []Artifact
	Loose     []Loose
	// Rewrites are the files of which only the disk will know what they hold.
	Rewrites []Rewrite
}

// Blocks resolves the blocks of one text in their order.
func Blocks(blocks []block.Block, c Context) Result {
	r := resolver{Context: c}
	for i := range blocks {
		b := &blocks[i]
		if c.User && b.Quoted {
			r.loose(b, "it is a quotation, and nobody's paste")
			continue
		}
		r.block(b, way{waits: b.Applied && !c.User, changes: b.Kind == block.Edit})
	}
	r.keepRest()
	r.keepHeld()
	r.renames()
	return r.Result
}

type resolver struct {
	Context
	Result
	// waits reports whether a client applies the block under way and the disk settles
	// it, which makes the disk the first base of its edits.
	waits bool
	// after holds the files as the blocks before have left them.
	after map[string]*source.File
	// texts holds the entities as the edits before have left them, for files of
	// which no more is known.
	texts map[string][]byte
}

// way is how a block came: whether a client applies it, so that the disk settles
// it, whether it is no code but a change, and by which tool call.
type way struct {
	waits, changes bool
	call           string
}

// block resolves one block.
func (r *resolver) block(b *block.Block, came way) {
	artifacts, loose := len(r.Artifacts), len(r.Loose)
	r.waits = came.waits
	switch b.Kind {
	case block.Code:
		r.code(b)
	case block.Edit:
		r.edits(b)
	}
	for i := range r.Artifacts[artifacts:] {
		a := &r.Artifacts[artifacts+i]
		a.WaitsForDisk, a.Call = a.WaitsForDisk || came.waits, came.call
	}
	for i := range r.Loose[loose:] {
		l := &r.Loose[loose+i]
		l.Changes, l.Call = came.changes, came.call
	}
}

func (r *resolver) loose(b *block.Block, reasons ...string) {
	r.Loose = append(r.Loose, Loose{Block: b.Content, Language: b.Language, Path: b.Path, Reasons: append(reasons, b.Reasons...)})
}

// code resolves a block that defines symbols.
func (r *resolver) code(b *block.Block) {
	if b.Path == "" || r.provenHere(b) {
		r.pathless(b)
		return
	}
	file := parser.ParseSnippet(b.Path, r.language(b), b.Content)
	if file.Refused != "" {
		r.loose(b, file.Refused)
		return
	}
	if reason := r.wholeFileConflict(file); reason != "" {
		r.loose(b, reason)
		return
	}
	u := update{
		file: file, block: b, confidence: event.Confidence(b.Confidence),
		resolution: describe(b.Convention), incomplete: incomplete(b), whole: wholeFileEvidence(b),
	}
	r.update(u)
	if u.whole {
		r.leave(b.Path, file)
	}
}

// language is in what a block is written. A part of a header is in the language of the
// header, whatever it is said to be: C reads as C++, and some of C++ as C.
func (r *resolver) language(b *block.Block) source.Language {
	if !parser.Header(b.Path, b.Language) {
		return b.Language
	}
	if tracked := r.Map.InPath(b.Path); len(tracked) > 0 {
		return source.Language(tracked[0].Language)
	}
	if r.Disk != nil {
		if file := r.Disk.File(b.Path); file != nil && file.Refused == "" {
			return file.Language
		}
	}
	return source.ForPath(b.Path)
}

// wholeFileConflict tells why a text without symbols cannot be the whole of a
// file whose symbols are tracked.
func (r *resolver) wholeFileConflict(file *source.File) string {
	if file.Method != source.WholeFile && !isWhole(file) {
		return ""
	}
	for _, t := range r.Map.InPath(file.Path) {
		if !t.whole() {
			return "the block defines no symbol, but " + file.Path + " is tracked by its symbols"
		}
	}
	return ""
}

func isWhole(f *source.File) bool {
	return len(f.Symbols) == 1 && f.Symbols[0].Name == source.Whole && !f.Symbols[0].IsRest()
}

func incomplete(b *block.Block) []string {
	if b.Full {
		return nil
	}
	if len(b.Reasons) > 0 {
		return b.Reasons
	}
	return []string{"not a full definition"}
}

// wholeFileEvidence reports whether a block claims to be its entire file: only
// the forms in which a model writes files do; a fence never does, and neither
// does a text that says it leaves something out.
func wholeFileEvidence(b *block.Block) bool {
	return b.Full && (b.Convention == block.FileTag || b.Convention == block.WriteToFile) && len(elide.FindIn(b.Path, b.Language, b.Content, nil)) == 0
}

// Key is the entity's name in the State Map.
func Key(path, symbol string) string { return path + "::" + symbol }

// Split takes an entity's name apart.
func Split(key string) (path, symbol string) {
	path, symbol, _ = strings.Cut(key, "::")
	return path, symbol
}

func lower(a, b event.Confidence) event.Confidence {
	rank := map[event.Confidence]int{event.Confirmed: 2, event.Inferred: 1, event.Unresolved: 0}
	if rank[b] < rank[a] {
		return b
	}
	return a
}

func clip(s string) string {
	const most = 60
	s = strings.TrimSpace(s)
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
