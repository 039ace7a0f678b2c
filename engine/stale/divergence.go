package stale

import (
	"time"

	"holdfast/engine/etv"
)

// Divergence is one entity about which the disk and the State Map disagree
// (TSLP 15.4).
type Divergence struct {
	Key      string // "path::symbol"
	Path     string
	Symbol   string
	Kind     string
	Language string
	Reason   Reason
	// Detail says it in a sentence, with what there is to know of it.
	Detail string
	// Artifact is the authoritative artifact's id, Hash its content hash,
	// Version its number.
	Artifact string
	Hash     string
	Version  int
	// Disk is the hash of what the disk holds, event.DiskAbsent where the file
	// does not define the entity, event.DiskMissing where there is no file, ""
	// where it cannot be told.
	Disk string
	// Changed is the file's time of change, zero where there is no file.
	Changed time.Time
	// Pending are the proposals that wait for the entity.
	Pending int
}

// ChangedOnDisk says what became of an entity that is STALE by an edit.
func ChangedOnDisk(r etv.Report) string {
	switch {
	case r.Why != "":
		return "the file on disk cannot be compared (" + r.Why + ")"
	case r.Gone:
		return "the file on disk does not define it any more"
	}
	return "it was changed on disk"
}

// DivergenceOf returns what there is to tell of an entity, and whether it diverges.
// changed is when its file was.
func DivergenceOf(v Verified, changed time.Time) (Divergence, bool) {
	d := Divergence{
		Key: v.Key(), Path: v.Path, Symbol: v.Symbol, Kind: v.Kind(), Language: v.Language(), Artifact: v.Artifact(), Hash: v.Hash(),
		Version: int(v.Version), Reason: ReasonOf(v.Entry, v.Report), Disk: Word(v.Report), Changed: changed,
	}
	switch d.Reason {
	case NotApplied:
		d.Detail = "the accepted version is not saved yet: the file on disk still holds the one before"
	case Edited:
		if v.Report.Why != "" || v.Report.Gone { // else the reason says it all
			d.Detail = ChangedOnDisk(v.Report)
		}
	case Vanished:
		d.Detail = "the file is gone from the disk"
	case Unreadable:
		d.Detail = v.Report.Why
	case "":
		if Contested(v.Entry) {
			d.Detail = "a late audit calls it " + string(v.Place().Doubt)
		}
	}
	return d, d.Reason != ""
}
