package report

import (
	"strings"
	"time"

	"holdfast/engine/decide"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Status is the top line: what runs, where, and how it goes.
type Status struct {
	Session  string
	Listen   string // host:port, empty while not serving
	Token    bool   // requests must carry one
	Upstream string // URL, or "demo"
	// Tried tells of each place that was asked for a model server, and why it is
	// none, while none answers.
	Tried     []string
	Demo      bool   // the embedded scripted model answers, not a real one
	Model     string // last model named by a request or by configuration
	Workspace string
	Entities  int
	Pending   int
	Stale     int
	Lost      int // entities that a recovery could not bring back
	Live      int // requests in flight
	// Reading reports whether the second reader asks the model about a turn.
	Reading bool
	// Kept says where a damaged database was put, and what was saved of it; "" for
	// none.
	Kept string
	// Banner is a condition that the operator must know of ("NOT RECORDED: …",
	// "upstream does not answer: …"); empty when all is well.
	Banner string
	// ReadOnly is why nothing is decided, "" outside of read-only mode.
	ReadOnly string
	Head     int64 // last ledger seq
	// Restorable is for how many requests what is tombstoned can be restored.
	Restorable int
	// Listed is another number whenever what StateList, Pending and
	// LatestDivergences list may have changed, or 0: then each reading may differ.
	Listed int64
	// ShowsUnsaved reports whether answers that are not saved yet are shown to the model.
	ShowsUnsaved bool
}

// Entity is one row of the State Map.
type Entity struct {
	Key        string // "path::symbol"
	Path       string
	Symbol     string
	Kind       string
	Language   string
	Artifact   string // artifact id
	Hash       string // "sha256:…"
	Version    int    // counts AUTHORITATIVE artifacts of the entity, 1 for the first
	Grant      string
	Origin     event.Origin
	Turn       int
	Updated    time.Time
	Tombstoned bool   // listed for restore, no longer authoritative
	Ended      string // why it is Tombstoned
	Pending    int    // proposals that wait for a decision
	Stale      stale.Reason
	// Kept reports whether the disk differs all the same, and that the operator knows:
	// this version of the disk is acknowledged (TSLP 15.5).
	Kept bool
	// InReview reports whether a paste of it waits for a review, and that nothing of it
	// is put in meanwhile (product 13).
	InReview bool
	// Contested is what a late audit said of it ("partial", "discussion"), while
	// neither the disk nor the operator has confirmed it since; else empty.
	Contested event.AuditStatus
}

// ForgottenReason begins the reason of a tombstone of what the operator has no use for
// in the State Map.
const ForgottenReason = "forgotten"

// Forgotten reports whether a tombstoned entity was forgotten by the operator.
func (e Entity) Forgotten() bool { return e.Tombstoned && strings.HasPrefix(e.Ended, ForgottenReason) }

// Loss is an entity of a recovered document that could not be brought back: an
// open conflict until it becomes AUTHORITATIVE or the operator lets go of it.
type Loss struct {
	Key    string // as the document named it
	Hash   string // of the content that is lost
	Reason string // in words
}

// Proposal is an artifact that waits for the operator or the disk.
type Proposal struct {
	ID         string
	Entity     string
	Path       string
	Symbol     string
	Kind       string `json:"-"` // of the symbol, such as method
	State      event.State
	Confidence event.Confidence
	Reasons    []string
	// Failed names the check that the first of Reasons tells of; "" where it
	// only waits for the disk.
	Failed  string
	Created time.Time
	Episode string
	Removes bool
	// Candidates are the entities of which it may be any: it is accepted as one of
	// them (see Link).
	Candidates []string
}

// Review is what a decision needs on one screen. Shown is handed back with the
// decision, which is refused with
// sessions.ErrChanged if anything moved meanwhile.
type Review struct {
	Proposal Proposal
	Gates    event.GateReport
	Language string
	Base     []byte // authoritative content, nil for a new entity
	Proposed []byte
	Shown    Shown
}

// Shown are the hashes that were on screen when the operator decided.
type Shown struct {
	Artifact string // id of the proposal
	Hash     string // its content hash
	Base     string // authoritative artifact id, "" for none
}

// Detail is an entity with its content and history.
type Detail struct {
	Entity   Entity
	Content  []byte
	Gates    event.GateReport
	Versions []Version // newest first
}

// ReviewOfLink returns the review of code as an entity of the operator's choice, without
// the entity's code as it stands. id is by what the operator named the code, from the
// proposal that holds it, without an ID for code that was linked to nothing; current is
// the entity, nil for a new one.
func ReviewOfLink(id string, code resolve.Artifact, from event.Artifact, current *statemap.Entry) Review {
	r := Review{
		Proposal: Proposal{ID: id, Entity: code.Entity, Path: code.Path, Symbol: code.Symbol, State: event.Proposed, Confidence: event.Confirmed, Candidates: from.Gates.Candidates},
		Language: string(code.Language), Proposed: code.Text, Shown: Shown{Artifact: id, Base: decide.ArtifactOf(current)},
	}
	if from.ID != "" {
		r.Proposal.Created, r.Proposal.Episode, r.Proposal.Reasons = from.Created, from.Episode, from.Gates.Reasons
		r.Gates, r.Shown.Artifact, r.Shown.Hash = from.Gates, from.ID, from.Hash
	}
	return r
}
