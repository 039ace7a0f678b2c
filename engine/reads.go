package engine

import (
	"time"

	"holdfast/store"
)

// StateView is the entire State Map as GET /state serves it (TSLP 14.3):
// authoritative entities only.
type StateView struct {
	Session  string                `json:"session"`
	Entities map[string]StateEntry `json:"entities"`
}

// StateEntry is one authoritative entity of a StateView (TSLP 15.7).
type StateEntry struct {
	Artifact    string      `json:"artifact"` // "sha256:…"
	LastUpdated time.Time   `json:"last_updated"`
	Stale       bool        `json:"stale"`
	StaleReason string      `json:"stale_reason,omitempty"`
	State       store.State `json:"state"`
}

// RecentEpisode is one episode as GET /recent serves it (TSLP 14.3): metadata
// only.
type RecentEpisode struct {
	ID        string          `json:"episode_id"`
	Timestamp time.Time       `json:"timestamp"`
	Entities  []string        `json:"entities"`
	Artifacts []ArtifactState `json:"artifact_states"`
}

// ArtifactState is what one artifact of an episode is now.
type ArtifactState struct {
	Entity     string           `json:"entity"`
	Artifact   string           `json:"artifact"` // "sha256:…"
	State      store.State      `json:"state,omitempty"`
	Confidence store.Confidence `json:"confidence"`
}

// PasteResult tells what a paste did (TSLP 9.1): an outcome for each entity
// that it touched, in order of appearance.
type PasteResult struct {
	Episode  string
	Outcomes []Outcome
	// Unchanged are the entities whose truth the paste only repeats.
	Unchanged []store.EntityRef
}
