package event

// Delta is a typed delta (DeltaMind, delta types) in the Ledger: the fields of
// all eleven kinds, each with those that its kind has, under the names of the
// reference.
type Delta struct {
	Kind         string       `json:"kind"`
	ID           string       `json:"id,omitempty"`       // of the item that it makes
	TargetID     string       `json:"targetId,omitempty"` // of the item that it changes
	NewItemID    string       `json:"newItemId,omitempty"`
	Summary      string       `json:"summary,omitempty"`
	Alternatives []string     `json:"alternatives,omitempty"`
	Hard         bool         `json:"hard,omitempty"`
	Mode         string       `json:"mode,omitempty"`
	Resolution   string       `json:"resolution,omitempty"`
	Reason       string       `json:"reason,omitempty"`
	Confidence   string       `json:"confidence,omitempty"`
	Scope        string       `json:"scope,omitempty"`
	Tags         []string     `json:"tags,omitempty"`
	SourceTurns  []SourceTurn `json:"sourceTurns,omitempty"`
	Timestamp    string       `json:"timestamp,omitempty"` // RFC 3339
	// Foreign is the JSON of a delta that is of no known kind, or of a known one
	// with fields that cannot be read; the other fields but Kind are empty then.
	Foreign string `json:"foreign,omitempty"`
}

// SourceTurn names a turn that settled a delta.
type SourceTurn struct {
	TurnID string `json:"turnId"`
}

// Who proposes deltas.
const (
	DeltaByRules    = "rules"    // the extractor
	DeltaByModel    = "model"    // the second reader
	DeltaByOperator = "operator" // a person
)

// The numbers of a session's delta events count from 1 without a gap; only
// DeltaRestored may skip some. Commit fails with ErrConflict where an event does
// not bear the number that comes next: others have come before it, and it was
// judged on a state that is no more.

// DeltaAccepted records a delta that the reconciler took, with the item that it
// made or changed.
type DeltaAccepted struct {
	Number  int64  `json:"number"`
	Delta   Delta  `json:"delta"`
	Item    string `json:"item"`
	Status  string `json:"status"` // of the item, from then on
	Source  string `json:"source"` // DeltaBy…
	Episode string `json:"episode,omitempty"`
}

// DeltaRejected records a delta that the reconciler refused, and why.
type DeltaRejected struct {
	Number  int64  `json:"number"`
	Delta   Delta  `json:"delta"`
	Reason  string `json:"reason"`
	Source  string `json:"source"`
	Episode string `json:"episode,omitempty"`
}

// DeltaCheckpoint records how far the session's turns were read, and how large
// its conversations are.
type DeltaCheckpoint struct {
	Number int64 `json:"number"`
	// Upto is the row that closed the last episode whose words were read.
	Upto         int64 `json:"upto"`
	Items        int   `json:"items"`
	Deltas       int   `json:"deltas"`
	Turns        int   `json:"turns"`
	ContextChars int   `json:"context_chars"`
	RawChars     int   `json:"raw_chars"`
}

// DeltaRestored records that the items of a session became those of a snapshot:
// by import, or those of the session that it was forked from. Its number is
// greater than the one before, and becomes the snapshot's.
type DeltaRestored struct {
	Number   int64  `json:"number"`
	Snapshot string `json:"snapshot"` // Vault hash of snapshot.json
	Items    int    `json:"items"`
	From     string `json:"from"` // DeltaFromImport or DeltaFromFork
}

// Where restored items come from.
const (
	DeltaFromImport = "import"
	DeltaFromFork   = "fork"
)

// Type implements Event.
func (DeltaAccepted) Type() string { return "delta_accepted" }

// Type implements Event.
func (DeltaRejected) Type() string { return "delta_rejected" }

// Type implements Event.
func (DeltaCheckpoint) Type() string { return "delta_checkpoint" }

// Type implements Event.
func (DeltaRestored) Type() string { return "delta_restored" }

func (e DeltaRestored) evidence() []string { return named(e.Snapshot) }
