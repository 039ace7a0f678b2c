package stale

import (
	"holdfast/engine/etv"
	"holdfast/engine/resolve"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
)

// records reads again what was recorded of entries: what an older release recorded of the
// structure of code that was only reformatted since makes it no edit.
//
// Entities that were adopted with their file are read in that file, which is looked up
// and parsed once for all of them: in a checkout of many files no content is looked for
// by itself.
type records struct {
	load func(hash string) ([]byte, error)
	file *etv.Version // that was read last, nil for none
}

// structure is that of an entry's artifact as it is read today, the recorded one where
// nothing else can be read.
func (r *records) structure(e *statemap.Entry) etv.Digest {
	x := e.Expected()
	if adopted := r.adopted(x); adopted != nil {
		if structure, ok := adopted.Structure(x); ok {
			return structure
		}
	}
	if text, err := r.load(e.Hash()); err == nil {
		if sym := resolve.Alone(e.Path, source.Language(e.Language()), e.Symbol, e.Kind(), text); sym != nil {
			return statemap.DigestOf(sym.Structure)
		}
	}
	return e.Structure()
}

// adopted is the file with which an entity was adopted, nil where there is none.
func (r *records) adopted(x etv.Expectation) *etv.Version {
	if x.File == (etv.Digest{}) {
		return nil
	}
	if r.file == nil || r.file.Path() != x.Path || r.file.Sum() != x.File {
		r.file = nil
		if src, err := r.load(x.File.String()); err == nil {
			r.file = etv.VersionOf(x.Path, src)
		}
	}
	return r.file
}
