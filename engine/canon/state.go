package canon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"holdfast/schemas"
)

// Constants of the protocol.
const (
	Protocol        = "canon-boundary-guard:gpt-project-adapter"
	ProtocolVersion = "1.1"
	DeltaType       = "CANON_STATE_DELTA"
)

// State is a SESSION_STATE: everything that a session is at one seq. No array
// is nil, so that each is present in the document even when it is empty.
type State struct {
	Protocol                string               `json:"protocol"`
	ProtocolVersion         string               `json:"protocol_version"`
	StateSeq                int64                `json:"state_seq"`
	UpdatedAt               string               `json:"updated_at"`
	ActiveL0Sources         []Source             `json:"active_l0_sources"`
	AuthorizedDeltas        []AuthorizedDelta    `json:"authorized_deltas"`
	OpenConflicts           []Conflict           `json:"open_conflicts"`
	PendingDecisions        []PendingDecision    `json:"pending_decisions"`
	LastPersistentArtifacts []PersistentArtifact `json:"last_persistent_artifacts"`
	LastStateHash           string               `json:"last_state_hash,omitempty"`
}

// Source is a file of the State Map and whether it can be relied on.
type Source struct {
	SourceID   string `json:"source_id"`
	SourceType string `json:"source_type"`
	Status     string `json:"status"`
	Notes      string `json:"notes,omitempty"`
}

// AuthorizedDelta is a grant by which an entity stands, or stood.
type AuthorizedDelta struct {
	DeltaID      string `json:"delta_id"`
	AuthorizedAt string `json:"authorized_at"`
	Scope        string `json:"scope"`
	Status       string `json:"status"`
	Target       string `json:"target,omitempty"`
}

// Conflict is what keeps an entity from being relied on.
type Conflict struct {
	ConflictID  string `json:"conflict_id"`
	Description string `json:"description"`
	Status      string `json:"status"`
}

// PendingDecision waits for the operator.
type PendingDecision struct {
	DecisionID string `json:"decision_id"`
	Question   string `json:"question"`
	Blocking   bool   `json:"blocking"`
}

// PersistentArtifact is an entity of the State Map: the hash of its content is
// the artifact_id, "path::symbol" the path_or_label.
type PersistentArtifact struct {
	ArtifactID   string `json:"artifact_id"`
	ArtifactType string `json:"artifact_type"`
	CreatedAt    string `json:"created_at"`
	PathOrLabel  string `json:"path_or_label,omitempty"`
}

// Values of the enumerated keys that holdfast writes.
const (
	sourceFile     = "project_file"
	artifactSource = "project_source"

	statusInspected   = "inspected"
	statusUnavailable = "unavailable"
	statusConflicted  = "conflicted"

	statusPending   = "pending_persistence"
	statusPersisted = "persisted"
	statusRevoked   = "revoked"

	statusOpen = "open"
)

// Delta is a CANON_STATE_DELTA: one decision and the whole state after it.
type Delta struct {
	Type                   string   `json:"type"`
	Seq                    int64    `json:"seq"`
	Timestamp              string   `json:"timestamp"`
	Basis                  Basis    `json:"basis"`
	Decision               Decision `json:"decision"`
	CurrentState           State    `json:"current_state"`
	OperatorActionRequired string   `json:"operator_action_required"`
}

// Basis names the state that a delta was applied to.
type Basis struct {
	PreviousSeq  int64  `json:"previous_seq"`
	PreviousHash string `json:"previous_hash,omitempty"`
}

// Encode is the SESSION_STATE as a document to show, copy or write: indented,
// keys in the specification's order, ending in a line feed. A state that is not
// valid, or holds a time that is not RFC 3339, is refused.
func (s State) Encode() ([]byte, error) {
	if err := s.checkTimes(); err != nil {
		return nil, err
	}
	return encode(s)
}

// Encode is the CANON_STATE_DELTA as a document, like State.Encode.
func (d Delta) Encode() ([]byte, error) {
	if err := checkTime("timestamp", d.Timestamp); err != nil {
		return nil, err
	}
	if err := d.CurrentState.checkTimes(); err != nil {
		return nil, err
	}
	return encode(d)
}

// encode writes a document and validates what it wrote, so that holdfast hands
// out nothing that it would itself refuse.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // names stay readable
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("write the document: %w", err)
	}
	document, faults := Read(out.Bytes(), Any)
	if len(faults) == 0 {
		faults = Validate(document, nil)
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("the document would not be valid: %s", faults[0])
	}
	return out.Bytes(), nil
}

// checkTimes refuses times that are not RFC 3339: what holdfast writes is
// stricter than what it reads.
func (s State) checkTimes() error {
	if err := checkTime("updated_at", s.UpdatedAt); err != nil {
		return err
	}
	for i, d := range s.AuthorizedDeltas {
		if err := checkTime(schemas.Path("authorized_deltas", i, "authorized_at"), d.AuthorizedAt); err != nil {
			return err
		}
	}
	for i, a := range s.LastPersistentArtifacts {
		if err := checkTime(schemas.Path("last_persistent_artifacts", i, "created_at"), a.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}

func checkTime(path, text string) error {
	if _, err := time.Parse(time.RFC3339, text); err != nil {
		return fmt.Errorf("%s: %q is no RFC 3339 time", path, text)
	}
	return nil
}

// Timestamp is a time as holdfast writes it: RFC 3339, UTC, to the second.
func Timestamp(t time.Time) string { return timestamp(t) }

func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
