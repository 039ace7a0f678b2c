package stale

import (
	"iter"
	"slices"

	"holdfast/engine/etv"
	"holdfast/engine/statemap"
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
		recorded := records{load: m.Load}
		for some := range slices.Chunk(entries, comparedAtOnce) {
			expected = expected[:0]
			for _, e := range some {
				expected = append(expected, e.Expected())
			}
			for i, r := range verifier.Verify(expected, len(entries) > comparedAtOnce) {
				if r.Status == etv.Edited && !r.Gone && !some[i].Place().Reread {
					structure := recorded.structure(some[i])
					m.ReadAs(some[i], structure)
					if structure != some[i].Structure() {
						now := some[i].Expected()
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
