package event

import "time"

// Artifact is a version of an entity, with its place in the artifact state
// machine (TSLP 5).
type Artifact struct {
	// Seq is the ledger row that recorded it.
	Seq     int64
	ID      string
	Session string
	// Episode and Turn are the turn that brought it, "" and 0 for none.
	Episode string
	Turn    int

	Entity    string // "path::symbol"
	Path      string
	Symbol    string
	Language  string
	Kind      string
	Container string

	Hash      string // of the canonical text, in the Vault; "" if it Removes
	Structure string // formatting-blind hash
	Text      string // what is hydrated, in the Vault
	Block     string // the raw evidence, in the Vault
	Position  int    // order of appearance in the file
	Method    string
	Nodes     int
	Tokens    int
	Errors    int
	Count     int
	Top       bool

	Confidence   Confidence
	Convention   string
	Origin       Origin
	WaitsForDisk bool
	Removes      bool
	// Call is the tool call that brought it, "" for none.
	Call string

	State State
	// StateSeq is the ledger row that brought the state.
	StateSeq int64
	// Version counts the AUTHORITATIVE artifacts of the entity: 1 for the
	// first, 0 for one that never was.
	Version int
	// FromSession and FromArtifact name what it is a copy of, "" for none.
	FromSession  string
	FromArtifact string
	// Grant is by which it was promoted, Disk what the disk held then (see
	// ArtifactPromoted).
	Grant string
	Disk  string
	// Persisted reports whether the disk was seen to hold it; Acknowledged is the
	// disk version that the operator knows to differ, "" for none.
	Persisted    bool
	Acknowledged string
	// Bases are further versions that the disk may hold of a copy that was never
	// saved (see ArtifactPromoted).
	Bases []string
	// Audit is what the shadow audit said of it last, "" for nothing.
	Audit AuditStatus
	// By and Reason say who ended it and why, where it ended.
	By     string
	Reason string
	// Gates is the last gate report: of the promotion, or of the proposal.
	Gates GateReport
	// Created is when it was recorded, Changed when its state last changed.
	Created time.Time
	Changed time.Time
}
