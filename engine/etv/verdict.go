package etv

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Digest is a SHA-256 as bytes; zero where nothing is known.
type Digest [sha256.Size]byte

// Absent stands for an entity that a file does not define: as the base of an
// artifact that is new, and as a version of the disk that the operator can
// acknowledge. It is the SHA-256 of nothing, which no canonical text has,
// since each ends with a newline.
var Absent = Digest(sha256.Sum256(nil))

const digestPrefix = "sha256:"

// ParseDigest reads "sha256:…" as artifacts and blobs are named; ok is false
// for anything else.
func ParseDigest(s string) (d Digest, ok bool) {
	digits, ok := strings.CutPrefix(s, digestPrefix)
	if !ok || len(digits) != hex.EncodedLen(len(d)) {
		return Digest{}, false
	}
	if _, err := hex.Decode(d[:], []byte(digits)); err != nil {
		return Digest{}, false
	}
	return d, true
}

// String is "sha256:…", or empty for the zero digest.
func (d Digest) String() string {
	if d == (Digest{}) {
		return ""
	}
	var text [len(digestPrefix) + 2*len(d)]byte
	copy(text[:], digestPrefix)
	hex.Encode(text[len(digestPrefix):], d[:])
	return string(text[:])
}

// Expectation is what the State Map holds of one entity, as far as the disk
// can be compared with it (TSLP 15.4).
type Expectation struct {
	Path, Symbol string
	// Rest reports whether source.Whole is what the file holds outside of its symbols,
	// and not all of it.
	Rest bool
	// Hash is that of the authoritative artifact's canonical text, Structure
	// that of its structure and leaves (source.Symbol); a zero Structure makes
	// a reformatting an edit.
	Hash, Structure Digest
	// Recorded says Structure where that is zero; nil where it is not known either.
	Recorded interface{ Structure() Digest }
	// File is the SHA-256 of the file of which the artifact was adopted, zero where it
	// came otherwise: a disk that holds that file holds the artifact.
	File Digest
	// Bases are the versions on which the artifact was built and which the disk
	// may still hold because no answer was saved since: what the disk held
	// when the first of them came, and each artifact between that and this one.
	// Absent among them means that the entity is new. Once the disk has held
	// the artifact there are none: a disk that goes back to the base was edited.
	Bases []Digest
	// Acknowledged are the versions of the disk over which the operator decided
	// that the artifact stands: Report.Disk as it was shown.
	Acknowledged []Digest
}

// Status is what the disk says of an entity.
type Status uint8

// The disk's word, in the order in which it is looked for.
const (
	_ Status = iota
	// Agrees: the canonical texts are equal.
	Agrees
	// Reformatted: only the formatting differs, which is no divergence.
	Reformatted
	// Missing: there is no such file, which is not STALE (TSLP 15.4).
	Missing
	// Acknowledged: the disk differs, and the operator said that it may.
	Acknowledged
	// NotApplied: STALE, since the answer was not saved yet.
	NotApplied
	// Edited: STALE, since someone changed the disk or took the entity from it.
	Edited
	// Unverifiable: something is there that cannot be compared. Treated as
	// STALE; Report.Why tells the cause.
	Unverifiable
	// Unreadable: a read failure. Not hydrated, and reported by /doctor.
	Unreadable
)

var statusWords = [...]string{
	Agrees: "agrees", Reformatted: "reformatted", Missing: "missing", Acknowledged: "acknowledged",
	NotApplied: "not_applied", Edited: "edited", Unverifiable: "unverifiable", Unreadable: "unreadable",
}

// String is the status in one word.
func (s Status) String() string {
	if int(s) < len(statusWords) && statusWords[s] != "" {
		return statusWords[s]
	}
	return "unknown"
}

// Stale reports whether the entity must not be hydrated, be a base or take an
// LLM's promotion (TSLP 15.4).
func (s Status) Stale() bool { return s == NotApplied || s == Edited || s == Unverifiable }

// Reason is why an entity is STALE: "not_applied" or "edited", else empty.
// What cannot be verified counts as edited, for no answer made it so.
func (s Status) Reason() string {
	switch s {
	case NotApplied:
		return "not_applied"
	case Edited, Unverifiable:
		return "edited"
	}
	return ""
}

// Trusted reports whether the artifact may be put before the model: the disk
// agrees, is silent, or was overruled by the operator.
func (s Status) Trusted() bool {
	return s == Agrees || s == Reformatted || s == Missing || s == Acknowledged
}

// Measure is the mechanical size of an entity, in the numbers of parity
// (TSLP 7), and its lines.
type Measure struct{ Nodes, Tokens, Errors, Count, Lines int }

// Report is what the disk says of one entity.
type Report struct {
	Status Status
	// Disk is the hash of the entity's canonical text on disk; Absent where the
	// file does not define it; the hash of the file's bytes where they could be
	// read and not compared; zero where nothing was read. It is what the
	// operator acknowledges and what a promotion records.
	Disk Digest
	// Gone reports whether the file is there and does not define the entity.
	Gone bool
	// Why tells in a few words what stood in the way of Unverifiable and
	// Unreadable.
	Why string
	// Found measures the entity on disk, zero where there is none.
	Found Measure
}

// String is the report for a person in a hurry.
func (r Report) String() string {
	switch {
	case r.Why != "":
		return r.Status.String() + ": " + r.Why
	case r.Gone:
		return r.Status.String() + ": the file does not define it"
	case r.Status == NotApplied || r.Status == Edited:
		return fmt.Sprintf("%s: the disk holds %d lines of another version", r.Status, r.Found.Lines)
	}
	return r.Status.String()
}

// Check compares one entity of the file with what the State Map holds of it
// (TSLP 15.4, and the two reasons of STALE). It is a pure function.
func (v *Version) Check(e Expectation) Report {
	if v.status != Agrees {
		return v.unparsed(e)
	}
	if v.proves(e) {
		return Report{Status: Agrees, Disk: e.Hash}
	}
	m := v.markOf(e)
	if m == nil {
		return Report{Status: differs(e, Absent), Disk: Absent, Gone: true}
	}
	r := Report{Status: differs(e, m.hash), Disk: m.hash, Found: m.measure()}
	switch {
	case m.hash == e.Hash:
		r.Status = Agrees
	case m.structure == e.structure() && m.structure != Digest{}:
		r.Status = Reformatted
	}
	return r
}

func (e *Expectation) structure() Digest {
	if e.Structure == (Digest{}) && e.Recorded != nil {
		return e.Recorded.Structure()
	}
	return e.Structure
}

// proves reports whether the bytes of the file alone tell that it holds an artifact of
// which no mark is known.
func (v *Version) proves(e Expectation) bool {
	return v.bare && e.File == v.sum
}

func (v *Version) unparsed(e Expectation) Report {
	r := Report{Status: v.status, Disk: v.sum, Why: v.why}
	if v.status == Unverifiable && v.sum != (Digest{}) && slices.Contains(e.Acknowledged, v.sum) {
		r.Status, r.Why = Acknowledged, ""
	}
	return r
}

// differs is the status of an entity whose version on disk is not the artifact.
func differs(e Expectation, disk Digest) Status {
	switch {
	case slices.Contains(e.Acknowledged, disk):
		return Acknowledged
	case slices.Contains(e.Bases, disk):
		return NotApplied
	}
	return Edited
}
