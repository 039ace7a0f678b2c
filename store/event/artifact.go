package event

import "time"

// Artifact is a version of an entity, with its place in the artifact state
// machine (TSLP 5).
type Artifact struct {
	// Seq is the ledger row that recorded it.
	Seq     int64
	ID      string
	Session string
	// Episode is the episode that brought it, and Turn the number of its turn; ""
	// and 0 for none.
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
	// Places say where in Block its contents stand, for what became the truth together
	// with others of its file.
	Places Places
}

// Places are the spans of a file that CutCore and CutText take, each none where the
// Vault holds the content by its hash.
type Places struct{ Core, Text []int }

// ArtifactRecorded introduces an artifact. Every artifact starts PROPOSED; a
// promotion is a second event of the same batch.
type ArtifactRecorded struct {
	Artifact   string     `json:"artifact"` // id
	Episode    string     `json:"episode"`
	Entity     string     `json:"entity"` // "path::symbol"; path alone where the symbol is unknown
	Path       string     `json:"path"`
	Symbol     string     `json:"symbol"`
	Language   string     `json:"language,omitempty"`
	Kind       string     `json:"kind,omitempty"`
	Hash       string     `json:"hash"`      // Vault hash of the canonical text
	Structure  string     `json:"structure"` // formatting-blind hash
	Text       string     `json:"text"`      // Vault hash of what is hydrated: doc comment and slice as written
	Block      string     `json:"block"`     // Vault hash of the raw evidence
	Position   int        `json:"position"`  // order of appearance in the file
	Method     string     `json:"method"`    // ast, table, whole
	Nodes      int        `json:"nodes"`
	Tokens     int        `json:"tokens"`
	Errors     int        `json:"errors,omitempty"`
	Count      int        `json:"count"`
	Top        bool       `json:"top,omitempty"`
	Container  string     `json:"container,omitempty"`
	Confidence Confidence `json:"confidence"`
	Convention string     `json:"convention,omitempty"` // where the path came from
	Origin     Origin     `json:"origin"`
	Gates      GateReport `json:"gates"`
	// WaitsForDisk reports whether only the disk grant may promote it unasked.
	WaitsForDisk bool `json:"waits_for_disk,omitempty"`
	// Removes reports whether this proposes a tombstone rather than content.
	Removes bool `json:"removes,omitempty"`
	// Call is the id of the tool call that brought it, unique in a conversation.
	Call string `json:"call,omitempty"`
	// FromSession and FromArtifact name the artifact that this is a copy of,
	// made by a fork. Commit fails with ErrInvalid unless that was AUTHORITATIVE
	// for the same entity with the same content.
	FromSession  string `json:"from_session,omitempty"`
	FromArtifact string `json:"from_artifact,omitempty"`
}

// ArtifactPromoted makes an artifact AUTHORITATIVE and supersedes the one it
// replaces. Commit fails with ErrConflict unless Supersedes is the entity's
// authoritative artifact at that moment (empty: none).
type ArtifactPromoted struct {
	Artifact   string     `json:"artifact"`
	Entity     string     `json:"entity"`
	Supersedes string     `json:"supersedes,omitempty"`
	Episode    string     `json:"episode,omitempty"`
	Grant      string     `json:"grant"` // parity, disk, audit, user_verification, write_head, operator, recovery
	Gates      GateReport `json:"gates"`
	// Disk is what the disk held of the entity, read inside the promotion: a
	// hash, DiskAbsent or DiskMissing; empty where it could not be told.
	Disk string `json:"disk,omitempty"`
	// Persisted reports whether the disk held this very artifact, Acknowledged that
	// the user's own write acknowledged that it does not (TSLP 15.5).
	Persisted    bool `json:"persisted,omitempty"`
	Acknowledged bool `json:"acknowledged,omitempty"`
	// Bases are further versions that the disk may hold of a copy that was never
	// saved: hashes, or DiskAbsent.
	Bases []string `json:"bases,omitempty"`
}

// What the disk holds of an entity, where it is no content with a hash.
const (
	// DiskAbsent is a file that does not define the entity.
	DiskAbsent = "absent"
	// DiskMissing is no file.
	DiskMissing = "missing"
)

// EntityPersisted records that the disk was seen to hold the entity's
// authoritative artifact, the first time. From then on a disk that differs was
// edited. Commit fails with ErrConflict unless Artifact is authoritative.
type EntityPersisted struct {
	Entity   string `json:"entity"`
	Artifact string `json:"artifact"`
	Disk     string `json:"disk"`
}

// EntityAcknowledged records the operator's word that a disk version which
// differs is known and may be overwritten: keep (TSLP 15.5). Commit fails with
// ErrConflict unless Artifact is authoritative.
type EntityAcknowledged struct {
	Entity   string `json:"entity"`
	Artifact string `json:"artifact"`
	Disk     string `json:"disk"` // "" where it is Withdrawn
	By       string `json:"by"`
	Reason   string `json:"reason,omitempty"` // why it was STALE
	// Was is the version that was acknowledged before, "" for none.
	Was string `json:"was,omitempty"`
	// Withdrawn reports whether the word is taken back: no version that differs is
	// acknowledged any more.
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// ShadowAudited records what an audit said of an artifact after its reply
// (TSLP 10): metadata, which by itself changes no state. Commit fails with
// ErrConflict where the artifact has ended meanwhile.
type ShadowAudited struct {
	Artifact string      `json:"artifact"`
	Entity   string      `json:"entity"`
	Episode  string      `json:"episode,omitempty"`
	Status   AuditStatus `json:"status"`
	Model    string      `json:"model,omitempty"`
	Answer   string      `json:"answer"` // Vault hash of what the model said
	Millis   int         `json:"millis,omitempty"`
}

// AuditStatus is what a shadow audit finds a change to be (TSLP 10).
type AuditStatus string

// The three results and no other.
const (
	AuditCompleted  AuditStatus = "completed"
	AuditPartial    AuditStatus = "partial"
	AuditDiscussion AuditStatus = "discussion"
)

// Doubts reports whether the audit found the change not to be whole.
func (s AuditStatus) Doubts() bool { return s == AuditPartial || s == AuditDiscussion }

// ArtifactClosed ends a proposal without promotion (PROPOSED → TOMBSTONED):
// rejected by the operator, replaced by a newer one, failed in the client, or not
// applied, as the disk shows.
type ArtifactClosed struct {
	Artifact string `json:"artifact"`
	Entity   string `json:"entity"`
	Episode  string `json:"episode,omitempty"`
	By       string `json:"by"` // operator, engine, client, disk
	Reason   string `json:"reason"`
}

// EntityTombstoned removes an entity from the State Map (TSLP 9.2). Commit
// fails with ErrConflict unless Artifact is its authoritative artifact.
type EntityTombstoned struct {
	Entity   string `json:"entity"`
	Artifact string `json:"artifact"`
	Episode  string `json:"episode,omitempty"`
	By       string `json:"by"` // user, operator, update
	Reason   string `json:"reason"`
}

// Type implements Event.
func (ArtifactRecorded) Type() string { return "artifact_recorded" }

// Type implements Event.
func (ArtifactPromoted) Type() string { return "artifact_promoted" }

// Type implements Event.
func (ArtifactClosed) Type() string { return "artifact_closed" }

// Type implements Event.
func (ShadowAudited) Type() string { return "shadow_audited" }

// Type implements Event.
func (EntityTombstoned) Type() string { return "entity_tombstoned" }

// Type implements Event.
func (EntityPersisted) Type() string { return "entity_persisted" }

// Type implements Event.
func (EntityAcknowledged) Type() string { return "entity_acknowledged" }
