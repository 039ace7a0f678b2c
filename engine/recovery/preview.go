package recovery

import (
	"errors"

	"holdfast/engine/canon"
)

// Preview is what a pasted document would do to the active session, entity by
// entity.
type Preview struct {
	// Faults are why the document is refused; nothing else is set then.
	Faults []canon.Fault
	// Kind, Seq and Hash name the state in the document.
	Kind canon.Kind
	Seq  int64
	Hash string
	// Decision is that of a delta, empty for a bare state.
	Decision canon.Decision
	// Doubt is why the session is in read-only mode, which the recovery ends; ""
	// where it is not.
	Doubt string
	// Kept says where a damaged database was put, and what was saved of it; "" for
	// none.
	Kept string
	// Beyond is what the document does not hold, and what does; "" for nothing.
	Beyond string
	Plan   canon.Plan
}

// Foreign reports whether the text was refused because nothing in it is, or seems to
// have been, one of the documents.
func (p Preview) Foreign() bool { return canon.Foreign(p.Faults) }

// ErrTrusted refuses a fresh start where there is no reason for one.
var ErrTrusted = errors.New("what is recorded is sound")
