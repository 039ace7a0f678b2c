package etv

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"

	"holdfast/parser"
	"holdfast/parser/source"
)

// Version is what one reading of a file found. It is immutable, and small: it
// holds digests and numbers, never text.
type Version struct {
	path   string
	status Status // Agrees where there are symbols; else Missing, Unverifiable, Unreadable
	why    string
	sum    Digest
	marks  []mark // by name
	// bare reports whether the file was not parsed, or what that has found was let go.
	bare bool
	// lasting reports whether a file that cannot be compared is so for what it is, and not
	// for what happened while it was read.
	lasting bool
}

// mark is one symbol of a file version.
type mark struct {
	name            string
	hash, structure Digest
	nodes, tokens   int32
	errors, count   int32
	lines           int32
}

// Path is the canonical path of the file.
func (v *Version) Path() string { return v.path }

// Sum is the SHA-256 of the file's bytes, zero where they were not read.
func (v *Version) Sum() Digest { return v.sum }

// Lasting reports whether a file that cannot be compared would be refused again if it were
// read once more: it is no text, too large, or no file at all.
func (v *Version) Lasting() bool { return v.lasting }

// Missing reports whether there is no such file.
func (v *Version) Missing() bool { return v.status == Missing }

// Failure is why the file could not be read, for /doctor (TSLP 15.7); empty
// where it could be, or is not there.
func (v *Version) Failure() string {
	if v.status == Unreadable {
		return v.why
	}
	return ""
}

// restName is the mark of what a file holds outside of its symbols, beside that of
// the file as a whole. No symbol bears it.
const restName = source.Whole + "\x00"

// Defines reports whether the file defines the symbol. Nothing is known of a
// file that could not be compared.
func (v *Version) Defines(symbol string) bool { return v.mark(symbol) != nil }

func (v *Version) mark(symbol string) *mark {
	at, ok := slices.BinarySearchFunc(v.marks, symbol, func(m mark, s string) int { return strings.Compare(m.name, s) })
	if !ok {
		return nil
	}
	return &v.marks[at]
}

// Structure is the digest of the structure of an entity that the file holds as it is
// expected, word for word; ok is false where it does not.
func (v *Version) Structure(e Expectation) (structure Digest, ok bool) {
	m := v.markOf(e)
	if m == nil || m.hash != e.Hash {
		return Digest{}, false
	}
	return m.structure, true
}

// markOf is the mark of an expected entity, nil where there is none.
func (v *Version) markOf(e Expectation) *mark {
	if e.Rest && e.Symbol == source.Whole {
		return v.mark(restName)
	}
	return v.mark(e.Symbol)
}

func (m *mark) measure() Measure {
	return Measure{
		Nodes: int(m.nodes), Tokens: int(m.tokens), Errors: int(m.errors), Count: int(m.count), Lines: int(m.lines),
	}
}

// missing is the version of a file that is not there.
func missing(path string) *Version { return &Version{path: path, status: Missing} }

// VersionOf is the version of a file that holds src.
func VersionOf(path string, src []byte) *Version { return VersionOfFile(parser.Parse(path, "", src)) }

// VersionOfFile is the version of a file that holds file.Src.
func VersionOfFile(file *source.File) *Version { return versionOf(file, sha256.Sum256(file.Src)) }

// versionOf keeps of a parsed file what a comparison needs, and no part of its
// text.
func versionOf(f *source.File, sum Digest) *Version {
	v := &Version{path: strings.Clone(f.Path), status: Agrees, sum: sum}
	if f.Refused != "" {
		v.status, v.why = Unverifiable, f.Refused
		return v
	}
	symbols := f.Symbols
	if s := f.Find(source.Whole); s == nil || s.IsRest() {
		// What was tracked as a whole is compared as a whole, also when the file
		// defines symbols by now: equal bytes always agree.
		symbols = append(slices.Clone(symbols), source.WholeSymbol(f.Language, f.Src))
		if s != nil {
			symbols[len(symbols)-2].Name = restName
		}
	}
	var names strings.Builder // all names of a file share one allocation
	for i := range symbols {
		names.WriteString(symbols[i].Name)
	}
	rest := names.String()
	v.marks = make([]mark, len(symbols))
	for i := range symbols {
		n := len(symbols[i].Name)
		v.marks[i] = markOf(&symbols[i], rest[:n])
		rest = rest[n:]
	}
	slices.SortFunc(v.marks, func(a, b mark) int { return strings.Compare(a.name, b.name) })
	return v
}

func markOf(s *source.Symbol, name string) mark {
	m := mark{
		name:  name,
		nodes: int32(s.Nodes), tokens: int32(s.Tokens), errors: int32(s.Errors), count: int32(s.Count),
		lines: int32(bytes.Count(s.Canon, []byte{'\n'})),
	}
	m.hash, _ = ParseDigest(s.Hash) // the parser writes nothing else
	m.structure, _ = ParseDigest(s.Structure)
	return m
}

// shed is the version without what parsing has found.
func (v *Version) shed() *Version {
	return &Version{path: v.path, status: v.status, sum: v.sum, bare: true}
}

// weight is about what the version holds in memory, in bytes.
func (v *Version) weight() int {
	const version, perMark = 320, 104 // with its place in the cache
	n := version + len(v.path) + len(v.why)
	for i := range v.marks {
		n += perMark + len(v.marks[i].name)
	}
	return n
}
