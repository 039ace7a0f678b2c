package stale

import (
	"iter"
	"slices"

	"holdfast/engine/etv"
	"holdfast/engine/resolve"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
)

// Verified is an entry with what the disk says of it.
type Verified struct {
	*statemap.Entry
	Report etv.Report
}

// comparedAtOnce is how many entries are compared in one go: what that takes is
// not to grow with the State Map.
const comparedAtOnce = 256

// Compare compares entries of the map with the disk by stat, reading what changed. It
// changes nothing, so that diagnostics may ask (TSLP 14.2). Entries of one path should
// stand together.
func Compare(verifier *etv.Verifier, m *statemap.Map, entries []*statemap.Entry) []Verified {
	return slices.AppendSeq(make([]Verified, 0, len(entries)), Each(verifier, m, entries))
}

// Each is Compare for whoever keeps little of what it says.
func Each(verifier *etv.Verifier, m *statemap.Map, entries []*statemap.Entry) iter.Seq[Verified] {
	return func(yield func(Verified) bool) {
		expected := make([]etv.Expectation, 0, min(len(entries), comparedAtOnce))
		for some := range slices.Chunk(entries, comparedAtOnce) {
			expected = expected[:0]
			for _, e := range some {
				expected = append(expected, e.Expected())
			}
			for i, r := range verifier.Verify(expected, len(entries) > comparedAtOnce) {
				if r.Status == etv.Edited && !r.Gone {
					reread(m, some[i])
					if now := some[i].Expected(); now.Structure != expected[i].Structure {
						r = verifier.Read(now.Path).Check(now)
					}
				}
				if !yield(Verified{some[i], r}) {
					return
				}
			}
		}
	}
}

// reread reads the artifact of an entry again, once: what an older release recorded of
// the structure of code that was only reformatted since makes it no edit.
func reread(m *statemap.Map, e *statemap.Entry) {
	if e.Place().Reread {
		return
	}
	structure := e.Structure
	if text, err := m.Load(e.Hash()); err == nil {
		if sym := resolve.Alone(e.Path, source.Language(e.Language()), e.Symbol, e.Kind(), text); sym != nil {
			structure = statemap.DigestOf(sym.Structure)
		}
	}
	m.ReadAs(e, structure)
}
