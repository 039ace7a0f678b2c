package canon

import "math"

// State is the document's SESSION_STATE. It is complete if Validate found no
// fault; of anything else it holds what could be understood.
func (d *Document) State() State {
	m := d.stateMembers()
	s := State{
		Protocol:                text(m, "protocol"),
		ProtocolVersion:         text(m, "protocol_version"),
		UpdatedAt:               text(m, "updated_at"),
		ActiveL0Sources:         []Source{},
		AuthorizedDeltas:        []AuthorizedDelta{},
		OpenConflicts:           []Conflict{},
		PendingDecisions:        []PendingDecision{},
		LastPersistentArtifacts: []PersistentArtifact{},
		LastStateHash:           text(m, "last_state_hash"),
	}
	s.StateSeq, _ = integer(m["state_seq"])
	for _, r := range rows(m, "active_l0_sources") {
		s.ActiveL0Sources = append(s.ActiveL0Sources, Source{
			SourceID: text(r, "source_id"), SourceType: text(r, "source_type"), Status: text(r, "status"), Notes: text(r, "notes"),
		})
	}
	for _, r := range rows(m, "authorized_deltas") {
		s.AuthorizedDeltas = append(s.AuthorizedDeltas, AuthorizedDelta{
			DeltaID: text(r, "delta_id"), AuthorizedAt: text(r, "authorized_at"), Scope: text(r, "scope"),
			Status: text(r, "status"), Target: text(r, "target"),
		})
	}
	for _, r := range rows(m, "open_conflicts") {
		s.OpenConflicts = append(s.OpenConflicts, Conflict{
			ConflictID: text(r, "conflict_id"), Description: text(r, "description"), Status: text(r, "status"),
		})
	}
	for _, r := range rows(m, "pending_decisions") {
		blocking, _ := r["blocking"].(bool)
		s.PendingDecisions = append(s.PendingDecisions, PendingDecision{
			DecisionID: text(r, "decision_id"), Question: text(r, "question"), Blocking: blocking,
		})
	}
	for _, r := range rows(m, "last_persistent_artifacts") {
		s.LastPersistentArtifacts = append(s.LastPersistentArtifacts, PersistentArtifact{
			ArtifactID: text(r, "artifact_id"), ArtifactType: text(r, "artifact_type"),
			CreatedAt: text(r, "created_at"), PathOrLabel: text(r, "path_or_label"),
		})
	}
	return s
}

// Delta is the document as a CANON_STATE_DELTA; false for a bare state.
func (d *Document) Delta() (Delta, bool) {
	if d.Kind != StateDelta {
		return Delta{}, false
	}
	m := d.object.members
	basis, _ := m["basis"].(map[string]any)
	decision, _ := m["decision"].(map[string]any)
	delta := Delta{
		Type:      text(m, "type"),
		Timestamp: text(m, "timestamp"),
		Basis:     Basis{PreviousHash: text(basis, "previous_hash")},
		Decision: Decision{
			Mode: Mode(text(decision, "mode")), Summary: text(decision, "summary"),
			AuthorizedDelta: text(decision, "authorized_delta"), AffectedTargets: []string{},
		},
		CurrentState:           d.State(),
		OperatorActionRequired: text(m, "operator_action_required"),
	}
	delta.Seq, _ = integer(m["seq"])
	delta.Basis.PreviousSeq, _ = integer(basis["previous_seq"])
	targets, _ := decision["affected_targets"].([]any)
	for _, t := range targets {
		if s, ok := t.(string); ok {
			delta.Decision.AffectedTargets = append(delta.Decision.AffectedTargets, s)
		}
	}
	return delta, true
}

// StateHash is the hash of the document's SESSION_STATE as it was written,
// keys that this holdfast does not know included.
func (d *Document) StateHash() (string, error) {
	if d.Kind == SessionState {
		return HashText(d.Text)
	}
	return HashText(d.Text[d.object.state.from:d.object.state.to])
}

func (d *Document) stateMembers() map[string]any {
	if d.Kind == SessionState {
		return d.object.members
	}
	m, _ := d.object.members["current_state"].(map[string]any)
	return m
}

func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// rows are the objects of an array.
func rows(m map[string]any, key string) []map[string]any {
	values, _ := m[key].([]any)
	rows := make([]map[string]any, 0, len(values))
	for _, v := range values {
		if r, ok := v.(map[string]any); ok {
			rows = append(rows, r)
		}
	}
	return rows
}

// integer is a JSON number that is one, in whichever form it was written.
func integer(v any) (int64, bool) {
	switch n := v.(type) {
	case int64:
		return n, true
	case float64:
		return int64(n), n == math.Trunc(n)
	}
	return 0, false
}
