package stale

// Reason is why the disk and the State Map disagree about an entity, in the word
// that every view uses; "" where they agree (TSLP 15.4).
type Reason string

// The reasons of a divergence.
const (
	// NotApplied is STALE: the disk still holds what the artifact was built on, the
	// answer was not saved yet.
	NotApplied Reason = "not_applied"
	// Edited is STALE: someone changed the disk.
	Edited Reason = "edited"
	// Vanished is a file that was there and is gone: an alert, not STALE.
	Vanished Reason = "vanished"
	// Unreadable is a file that cannot be read or verified: not shown to the
	// model, and no base of a promotion.
	Unreadable Reason = "unreadable"
)

// Stale reports whether the entity is STALE, which it is by NotApplied and by Edited
// only (TSLP 15.4).
func (r Reason) Stale() bool { return r == NotApplied || r == Edited }
