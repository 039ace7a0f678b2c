package event

// CanonEmitted records that a CANON_STATE_DELTA was emitted: its decision and
// its hashes. The state itself is not kept: it is what the session's rows up to
// Upto say, with what was seen on the disk as it is kept here, so that the same
// body can be made of the Ledger at any time. Commit fails with ErrConflict
// unless it follows the last state of the session's chain.
type CanonEmitted struct {
	Number       int64  `json:"number"`                  // seq of the delta, counted per session
	Previous     int64  `json:"previous"`                // seq of the state before, 0 for none
	PreviousHash string `json:"previous_hash,omitempty"` // of that SESSION_STATE
	State        string `json:"state"`                   // hash of the SESSION_STATE
	Upto         int64  `json:"upto"`                    // the last row that the state tells of
	Time         string `json:"time"`                    // RFC 3339, to the second

	Mode       string   `json:"mode"` // B or C
	Summary    string   `json:"summary"`
	Authorized string   `json:"authorized"`
	Targets    []string `json:"targets,omitempty"`
	// Disk is what was seen on the disk at that moment and is no row of the
	// Ledger, by entity.
	Disk []DiskSight `json:"disk,omitempty"`
	// Revoked and Lost are of what earlier rows say, so that whoever starts need
	// not read those again.
	Revoked []RevokedGrant `json:"revoked,omitempty"`
	Lost    []LostEntity   `json:"lost,omitempty"`
	// DiskFiles and RevokedFiles are more of Disk and of Revoked: what is alike for
	// symbols of a file (see SetDisk, SetRevoked).
	DiskFiles    []SeenFile    `json:"disk_files,omitempty"`
	RevokedFiles []RevokedFile `json:"revoked_files,omitempty"`
}

// CanonState is a state in the chain of a session: the one of a
// CANON_STATE_DELTA, or one that a recovery has the chain go on from.
type CanonState struct {
	// Row is the ledger row that it came with, 0 where there is no state yet.
	Row    int64
	Number int64  // seq of the state
	Hash   string // of the SESSION_STATE
	// Upto is the last row of the Ledger that it tells of.
	Upto int64
	// Emitted reports whether it was emitted here, and its delta can be had again.
	Emitted bool
}

// RevokedGrant is a grant that was taken back within the last episodes.
type RevokedGrant struct {
	Row     int64  `json:"row"`   // that took it back
	Grant   int64  `json:"grant"` // the row that had granted
	Entity  string `json:"entity"`
	Kind    string `json:"kind"`    // of the grant
	Granted string `json:"granted"` // RFC 3339
	Reason  string `json:"reason"`
}

// DiskSight is why an entity could not be relied on when a state was emitted:
// it was STALE, or its file could not be read.
type DiskSight struct {
	Entity     string `json:"entity"`
	Stale      string `json:"stale,omitempty"`
	Unreadable string `json:"unreadable,omitempty"`
}

// SessionRecovered records that the operator had a session restored from a
// document. The batch that it stands in holds everything that came of it.
type SessionRecovered struct {
	Document string `json:"document"` // Vault hash of the text that was pasted
	Kind     string `json:"kind"`     // SESSION_STATE or CANON_STATE_DELTA
	Number   int64  `json:"number"`   // seq of the state in it
	State    string `json:"state"`    // hash of that state
	// Continues reports whether the chain goes on from that state, since this
	// database does not hold the session's own. Commit fails with ErrConflict
	// unless Number is greater than that of every state that it does hold.
	Continues bool `json:"continues,omitempty"`
	// Missing are the entities that could not be brought back.
	Missing   []LostEntity `json:"missing,omitempty"`
	Overruled Overruled    `json:"overruled"`
}

// LostEntity is an entity of a document whose content was found nowhere.
type LostEntity struct {
	Entity   string `json:"entity"`
	Artifact string `json:"artifact"` // the content's hash, as the document names it
	Reason   string `json:"reason"`
}

// LossSettled records that the operator let go of an entity which a recovery
// could not bring back: it is missed no more, until a recovery misses it again.
// Commit fails with ErrConflict unless the session misses it.
type LossSettled struct {
	Entity string `json:"entity"` // as the document named it
	By     string `json:"by"`     // operator
	Reason string `json:"reason"`
}

// FreshStarted records that the operator declared a fresh start where what was
// recorded could not be trusted.
type FreshStarted struct {
	Overruled Overruled `json:"overruled"`
}

// Overruled is the distrust that the operator's word has ended: why there was
// one, "" for none, and what HEAD claimed.
type Overruled struct {
	Doubt    string `json:"doubt,omitempty"`
	HeadSeq  int64  `json:"head_seq,omitempty"`
	HeadHash string `json:"head_hash,omitempty"`
}

// Type implements Event.
func (CanonEmitted) Type() string { return "canon_emitted" }

// Type implements Event.
func (SessionRecovered) Type() string { return "session_recovered" }

// Type implements Event.
func (LossSettled) Type() string { return "loss_settled" }

// Type implements Event.
func (FreshStarted) Type() string { return "fresh_started" }

func (e SessionRecovered) evidence() []string { return named(e.Document) }
