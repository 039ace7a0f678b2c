package etv

import (
	"time"

	"holdfast/parser/source"
)

// Verifier compares the State Map with the disk, on demand: by stat before a
// hydration, by reading before a promotion. It is safe for concurrent use.
type Verifier struct {
	disk *Disk
	now  func() time.Time
}

// NewVerifier verifies against disk; now is the clock that file times are
// compared with.
func NewVerifier(disk *Disk, now func() time.Time) *Verifier {
	return &Verifier{disk: disk, now: now}
}

// Fresh appends to into the version of each path, in their order. A file is
// read and parsed only if its stat differs from when it was read last, or if
// it was read less than 2 s after it was written; so that ten files that did
// not change cost ten stats.
func (v *Verifier) Fresh(into []*Version, paths ...string) []*Version {
	for _, p := range paths {
		version, _ := v.Read(p)
		into = append(into, version)
	}
	return into
}

// Read always reads the file, as every promotion must (TSLP 15.5). The parsed
// file is nil where the version is missing, unreadable or unverifiable.
func (v *Verifier) Read(path string) (*Version, *source.File) {
	return v.disk.look(path)
}

// Verify is Fresh and Check for many entities; its reports stand in their
// order. Entities of one file should stand together: each run of them costs
// one stat.
func (v *Verifier) Verify(expected []Expectation) []Report {
	reports := make([]Report, len(expected))
	var versions [1]*Version
	for i, e := range expected {
		if i == 0 || e.Path != expected[i-1].Path {
			v.Fresh(versions[:0], e.Path)
		}
		reports[i] = versions[0].Check(e)
	}
	return reports
}
