package statemap

import (
	"slices"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/etv"
	"holdfast/store/event"
)

// Place is what is known of an entry's place on disk beside its hashes. It is
// empty for what the disk was seen to hold.
type Place struct {
	// Persisted reports whether the disk was seen to hold the artifact.
	Persisted bool
	// Bases are the versions that the disk may still hold because no answer was
	// saved since: what it held when the first of them came, and each artifact
	// between that and this one.
	Bases []etv.Digest
	// acknowledged is the version that the operator knows to differ.
	acknowledged etv.Digest
	// structure is that of the artifact as it is read today, which was looked at if
	// reread: where the disk differs by the recorded one, an older release may have
	// read it otherwise.
	structure etv.Digest
	Reread    bool
	// Loss reports whether the operator knows the file to be gone.
	Loss bool
	// Doubt is what a late audit said of a promotion that rests on the model's
	// word alone (TSLP 10); "" where it did not doubt it.
	Doubt event.AuditStatus
	// doubted is what doubt would be, had the operator not acknowledged the disk.
	doubted event.AuditStatus
}

// heldByDisk is what is known of most entries.
var heldByDisk = &Place{Persisted: true}

// held is what is known of an entry once the disk was seen to hold it.
func (o *Place) held() *Place {
	if !o.Reread {
		return heldByDisk
	}
	return &Place{Persisted: true, structure: o.structure, Reread: true}
}

// placed is what a promotion or a row of the database says of the disk.
type placed struct {
	disk         string
	persisted    bool
	acknowledged string
	bases        []string
}

func placeOf(a *event.Artifact) placed { return placed{a.Disk, a.Persisted, a.Acknowledged, a.Bases} }

// stands is what is known of the disk by that; before is the entry that is
// replaced, nil for none.
func stands(p placed, before *Entry) *Place {
	if p.persisted && p.acknowledged == "" {
		return heldByDisk
	}
	o := &Place{Persisted: p.persisted}
	o.acknowledge(p.acknowledged)
	if p.persisted {
		return o
	}
	for _, base := range p.bases {
		if d, ok := DigestOnDisk(base); ok {
			o.Bases = append(o.Bases, d)
		}
	}
	if before != nil {
		if was := before.disk.Load(); !was.Persisted {
			o.Bases = append(append(o.Bases, was.Bases...), before.content)
		}
	}
	if base, ok := DigestOnDisk(p.disk); ok && !slices.Contains(o.Bases, base) {
		o.Bases = append(o.Bases, base)
	}
	return o
}

// standsOnAll is what stands would have come to, had it followed all versions
// of the entity: earlier are those that were superseded, in any order, since what
// waited may have been the truth later than what came after it. A number that is
// missing among them is that of a version with which the entity ended: what was before
// it is no base of what came after.
func standsOnAll(a event.Artifact, earlier []event.Artifact) *Place {
	earlier = slices.SortedFunc(slices.Values(earlier), func(x, y event.Artifact) int { return y.Version - x.Version })
	from := len(earlier)
	for i, before := range earlier {
		if before.Version != a.Version-1-i {
			from = i
			break
		}
		if before.Persisted {
			from = i + 1 // what lies behind it was over once the disk held it
			break
		}
	}
	var last *Entry
	for _, before := range slices.Backward(earlier[:from]) {
		next := &Entry{content: DigestOf(before.Hash)}
		next.disk.Store(stands(placeOf(&before), last))
		last = next
	}
	return stands(placeOf(&a), last)
}

// acknowledge notes the disk version that the operator knows to differ, or with ""
// that they know of none.
func (o *Place) acknowledge(disk string) {
	switch settled := o.settled(); {
	case disk == "" && settled:
		o.Doubt, o.doubted = o.doubted, ""
	case disk != "" && !settled:
		o.Doubt, o.doubted = "", o.Doubt
	}
	o.Loss = disk == event.DiskMissing
	o.acknowledged, _ = etv.ParseDigest(disk)
	if disk == event.DiskAbsent {
		o.acknowledged = etv.Absent
	}
}

// audited notes what an audit said of an artifact that stands by a grant. What
// the disk holds, or the operator has looked at, is not in doubt any more.
func (o *Place) audited(grant string, status event.AuditStatus) *Place {
	if o.Persisted || grant == rebuild.ByOperator || !status.Doubts() && o.Doubt == "" && o.doubted == "" {
		return o
	}
	noted := *o
	into := &noted.Doubt
	if o.settled() {
		into = &noted.doubted
	}
	*into = ""
	if status.Doubts() {
		*into = status
	}
	return &noted
}

// Known returns the version of the disk that the operator knows to differ, as the
// Ledger names it; "" for none.
func (o *Place) Known() string {
	switch o.acknowledged {
	case etv.Absent:
		if o.Loss {
			return event.DiskMissing
		}
		return event.DiskAbsent
	case etv.Digest{}:
		if o.Loss {
			return event.DiskMissing
		}
		return ""
	}
	return o.acknowledged.String()
}

// settled reports whether the operator has acknowledged what the disk holds instead.
func (o *Place) settled() bool { return o.Loss || o.acknowledged != (etv.Digest{}) }

// DigestOnDisk returns the digest that stands for what the disk held, and false where
// that is not known. A file that was not there defined nothing.
func DigestOnDisk(disk string) (etv.Digest, bool) {
	switch disk {
	case "":
		return etv.Digest{}, false
	case event.DiskAbsent, event.DiskMissing:
		return etv.Absent, true
	}
	return etv.ParseDigest(disk)
}

// Expected returns the entry as the disk is compared with it (TSLP 15.4).
func (e *Entry) Expected() etv.Expectation {
	o := e.Place()
	x := etv.Expectation{Path: e.Path, Symbol: e.Symbol, Rest: e.Rest, Hash: e.content, File: e.row.file, Bases: o.Bases}
	if o.Reread {
		x.Structure = o.structure
	} else {
		x.Recorded = e
	}
	if o.acknowledged != (etv.Digest{}) {
		x.Acknowledged = []etv.Digest{o.acknowledged}
	}
	return x
}
