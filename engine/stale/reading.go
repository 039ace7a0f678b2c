package stale

import (
	"bytes"

	"holdfast/engine/etv"
	"holdfast/engine/resolve"
	"holdfast/parser/source"
)

// SameText compares texts as they are compared with the disk: neither line ends nor the
// depth at which a text stands as a whole make a difference.
func SameText(a, b []byte) bool {
	canonical := func(text []byte) []byte {
		start := len(text) - len(bytes.TrimLeft(text, " \t"))
		return source.Canonical(text, []source.Range{{Start: start, End: len(text)}}, true)
	}
	return bytes.Equal(canonical(a), canonical(b))
}

// SymbolOf finds a symbol in a file; a file that is tracked as a whole is found whole,
// whatever it defines by now, and its rest only where it has one.
func SymbolOf(file *source.File, symbol, kind string) *source.Symbol {
	sym := file.Find(symbol)
	switch {
	case symbol != source.Whole, sym != nil && sym.IsRest() == (kind == source.Rest):
		return sym
	case kind == source.Rest:
		return nil
	}
	whole := source.WholeSymbol(file.Language, file.Src)
	return &whole
}

// Expect returns what content that has no place in the map yet would have the disk
// hold.
func Expect(path, symbol, kind, hash, structure string) etv.Expectation {
	x := etv.Expectation{Path: path, Symbol: symbol, Rest: kind == source.Rest}
	x.Hash, _ = etv.ParseDigest(hash)
	x.Structure, _ = etv.ParseDigest(structure)
	return x
}

// Reading is the disk as one decision sees it: each file is read once, at the
// moment of the decision (TSLP 15.5).
type Reading struct {
	verifier *etv.Verifier
	files    map[string]readFile
}

type readFile struct {
	version *etv.Version
	file    *source.File // nil also where the text was not asked for
	parsed  bool
}

// NewReading returns the disk as it is from now on; nothing is read before it is asked
// for.
func NewReading(verifier *etv.Verifier) *Reading {
	return &Reading{verifier: verifier, files: map[string]readFile{}}
}

// Source is the text of a file of at most so many bytes, which is not parsed for it, nil
// where there is none that can be read, and the size of the file in bytes, were it larger.
func (r *Reading) Source(path string, most int) (text []byte, size int) {
	return r.verifier.Source(path, most)
}

// With is the disk as it would be with another file in the place of one that it has.
func (r *Reading) With(file *source.File) *Reading {
	version := etv.VersionOfFile(file)
	return &Reading{verifier: r.verifier, files: map[string]readFile{file.Path: {version: version, file: file, parsed: true}}}
}

// File implements resolve.Disk. Whoever compares the file as well asks for its
// text first, so that both are of one moment.
func (r *Reading) File(path string) *source.File {
	f := r.files[path]
	if !f.parsed {
		f.version, f.file = r.verifier.Load(path)
		f.parsed = true
		r.files[path] = f
	}
	return f.file
}

// Version returns a file as it was when it was first asked for.
func (r *Reading) Version(path string) *etv.Version {
	f, known := r.files[path]
	if !known {
		f.version = r.verifier.Read(path)
		r.files[path] = f
	}
	return f.version
}

// Shows reports whether the disk holds this very text of an entity, its doc comment
// included.
func (r *Reading) Shows(path, symbol, kind string, text []byte) bool {
	file := r.File(path)
	if file == nil {
		return false
	}
	sym := SymbolOf(file, symbol, kind)
	return sym != nil && SameText(resolve.Text(file.Src, *sym), text)
}

// Check compares the entity of an expectation with the disk.
func (r *Reading) Check(x etv.Expectation) etv.Report { return r.Version(x.Path).Check(x) }
