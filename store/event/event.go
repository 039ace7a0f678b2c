package event

import "slices"

// Event is one fact of the Ledger (TSLP 3.2). Its JSON form is the `data` of a
// ledger row; apply turns it into projections inside the append's transaction,
// and replay, written separately, does the same when the database is verified.
//
// JSON in the Ledger holds no floats, integers up to 2^53-1 and ASCII keys.
type Event interface {
	// Type is the stable name of the event in the Ledger.
	Type() string
}

// State is a state of the artifact state machine (TSLP 5).
type State string

// The four states and no other.
const (
	Proposed      State = "PROPOSED"
	Authoritative State = "AUTHORITATIVE"
	Superseded    State = "SUPERSEDED"
	Tombstoned    State = "TOMBSTONED"
)

// Confidence is a level of entity resolution (TSLP 4).
type Confidence string

// The three levels and no other.
const (
	Confirmed  Confidence = "CONFIRMED"
	Inferred   Confidence = "INFERRED"
	Unresolved Confidence = "UNRESOLVED"
)

// Origin tells who wrote an artifact's content (TSLP 15.2).
type Origin string

// Who writes: the user by paste, the disk by adoption, the model in fenced
// text, the model by a tool call, a restored tombstone, or a recovery.
const (
	ByUser     Origin = "user"
	ByDisk     Origin = "disk"
	ByModel    Origin = "model"
	ByTool     Origin = "tool"
	ByRestore  Origin = "restore"
	ByRecovery Origin = "recovery"
)

// Check is one line of a gate report: what was asked, what was found.
type Check struct {
	// Name is the check's stable name: resolution, full_definition,
	// parity_symbols, parity_nodes, parity_tokens, parity_errors, elision,
	// closed, finish, stale, base, authorship, grant_parity, grant_user,
	// grant_audit, grant_disk, write_head, operator.
	Name string `json:"name"`
	// Gate is "A", "B" or "ETV".
	Gate string `json:"gate"`
	Pass bool   `json:"pass"`
	// Detail is a sentence for a person, with the numbers in it.
	Detail string `json:"detail"`
	// Was and Now are the compared numbers where the check compares any.
	Was int `json:"was,omitempty"`
	Now int `json:"now,omitempty"`
}

// GateReport is the record of one decision: every check, its numbers and the
// grant by which the artifact was promoted (empty where it was not).
type GateReport struct {
	// Decision is "promote", "propose" or "unchanged".
	Decision string  `json:"decision"`
	Grant    string  `json:"grant,omitempty"`
	Base     string  `json:"base,omitempty"` // artifact id of the base, if any
	Checks   []Check `json:"checks"`
	// Reasons are the failed checks in words, the first the most telling, and what
	// else the operator should know.
	Reasons []string `json:"reasons,omitempty"`
	// Candidates are the entities of which the text may define any: only the
	// operator can say which.
	Candidates []string `json:"candidates,omitempty"`
}

// Reason returns the first of the Reasons, "" for none.
func (r GateReport) Reason() string {
	if len(r.Reasons) == 0 {
		return ""
	}
	return r.Reasons[0]
}

// Detailed returns the report with the details of its checks as change makes them of
// what they are.
func (r GateReport) Detailed(change func(detail string) string) GateReport {
	checks := slices.Clone(r.Checks)
	for i := range checks {
		checks[i].Detail = change(checks[i].Detail)
	}
	r.Checks = checks
	return r
}

// EntityRef names an entity and the artifact hash meant, in prompts and lists.
type EntityRef struct {
	Entity   string `json:"entity"`
	Artifact string `json:"artifact"` // content hash
	Reason   string `json:"reason,omitempty"`
}

// OperatorDecided ends the batch of a decision of the operator: the rows before it
// are what was done, and what an undo takes back. It changes no projection.
type OperatorDecided struct {
	// Decision is shared by the batches of a decision that took several; Part
	// counts them from 1.
	Decision string `json:"decision"`
	Part     int    `json:"part"`
	// Verb is what was decided: accept, reject, adopt, keep, tombstone, restore,
	// revert, paste, forget or undo.
	Verb string `json:"verb"`
	// Rows is how many rows of the batch stand before it.
	Rows int `json:"rows"`
	// Undoes is the decision that this one takes back, "" for none.
	Undoes string `json:"undoes,omitempty"`
}

// Type implements Event.
func (OperatorDecided) Type() string { return "operator_decided" }
