package stale

import (
	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Gone reports whether the disk held an entity once and does not any more.
func Gone(e *statemap.Entry, r etv.Report) bool {
	return e.Place().Persisted && (r.Gone || r.Status == etv.Missing)
}

// Contested reports whether a late audit doubts what stands.
func Contested(e *statemap.Entry) bool { return e.Place().Doubt != "" }

// Overruled reports whether the disk differs from an entry, and that the operator knows.
func Overruled(e *statemap.Entry, r etv.Report) bool {
	return r.Status == etv.Acknowledged || r.Status == etv.Missing && e.Place().Loss
}

// Word returns what the disk holds of an entity, as the Ledger says it.
func Word(r etv.Report) string {
	switch {
	case r.Status == etv.Missing:
		return event.DiskMissing
	case r.Gone:
		return event.DiskAbsent
	}
	return r.Disk.String()
}

// Holds reports whether the disk holds what was expected of it.
func Holds(r etv.Report) bool { return r.Status == etv.Agrees || r.Status == etv.Reformatted }

// ReasonOf returns why an entity diverges, "" where it does not.
func ReasonOf(e *statemap.Entry, r etv.Report) Reason {
	switch o := e.Place(); {
	case r.Status == etv.NotApplied:
		return NotApplied
	case r.Status.Stale():
		return Edited
	case r.Status == etv.Unreadable:
		return Unreadable
	case r.Status == etv.Missing && o.Persisted && !o.Loss:
		return Vanished
	}
	return ""
}

// VerdictOf returns whether an entity may be shown: not while what the user pasted for
// it waits for them (product 13), nor while the disk contradicts it. An answer that was
// not saved yet is shown where that is tolerated.
func VerdictOf(v Verified, inReview, tolerated bool) hydrate.Verdict {
	if inReview {
		return hydrate.Verdict{Withhold: hydrate.InReview, Detail: "a paste of yours waits for your review"}
	}
	switch ReasonOf(v.Entry, v.Report) {
	case NotApplied:
		if tolerated {
			return hydrate.Verdict{NotOnDisk: true}
		}
		return hydrate.Verdict{Withhold: hydrate.NotApplied, Detail: v.Report.String()}
	case Edited:
		return hydrate.Verdict{Withhold: hydrate.Edited, Detail: v.Report.String()}
	case Unreadable:
		return hydrate.Verdict{Withhold: hydrate.Unreadable, Detail: v.Report.String()}
	case Vanished:
		return hydrate.Verdict{Withhold: hydrate.Vanished, Detail: "its file was there, and is gone from the disk"}
	}
	return hydrate.Verdict{}
}
