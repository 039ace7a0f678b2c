// Package event is the vocabulary of the store: the facts of the Ledger (TSLP
// 3.2), the values that are read back of them, and the reasons for which the
// store refuses. It knows the form of a fact, the canonical JSON whose hash the
// chain is made of, and no database: whoever judges or tells of facts imports
// this package, and only the engine imports the store itself.
package event

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

// EntityRef names an entity and the artifact hash meant, in prompts and lists.
type EntityRef struct {
	Entity   string `json:"entity"`
	Artifact string `json:"artifact"` // content hash
	Reason   string `json:"reason,omitempty"`
}

// EpisodeOpened records that a turn began: what the user asked (as a Vault
// hash) and what was put in front of the model.
type EpisodeOpened struct {
	Episode      string `json:"episode"`
	Conversation string `json:"conversation"`
	Turn         int    `json:"turn"` // counts genuine user messages
	Format       string `json:"format"`
	Model        string `json:"model,omitempty"`
	Prompt       string `json:"prompt,omitempty"`  // Vault hash of the newest user message
	Written      string `json:"written,omitempty"` // Vault hash of what the user themself wrote of it
	Context      string `json:"context,omitempty"` // Vault hash of the recent-context block
	Notices      string `json:"notices,omitempty"` // Vault hash of the notices
	// Hydrated is what the model sees of the State Map: what was put in, and with
	// the reason InRequest what the request itself shows.
	Hydrated []EntityRef `json:"hydrated,omitempty"`
	Withheld []EntityRef `json:"withheld,omitempty"` // named but STALE or unreadable
	Omitted  []EntityRef `json:"omitted,omitempty"`  // named, but there was no room
	// NoRoom says why there was less room than is configured, where that left
	// something out: the model's window. ContextLeft is how many pairs of the
	// recent context it left no room for.
	NoRoom       string `json:"no_room,omitempty"`
	ContextLeft  int    `json:"context_left,omitempty"`
	HydratedSize int    `json:"hydrated_size,omitempty"`
	// Tools reports whether the request carried tools, or belongs to a conversation
	// that had some. Authors is who wrote the prompt, in pieces; empty where all
	// of it is the user's (product 13).
	Tools   bool     `json:"tools,omitempty"`
	Authors []TextBy `json:"authors,omitempty"`
	// Kind is "turn", or "side" for a request that gets and changes nothing, or
	// "operator" for a decision made outside a request.
	Kind string `json:"kind"`
}

// InRequest is the reason of a hydrated entity for which nothing was put in, since
// the request shows its code itself.
const InRequest = "stands in the request"

// TextBy is a stretch of a prompt with its author: user, client, model, agent or
// unknown. From and To are offsets in bytes.
type TextBy struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Who    string `json:"who"`
	Reason string `json:"reason,omitempty"`
}

// LooseBlock is code of a reply that was linked to no entity: logged only.
type LooseBlock struct {
	Block    string   `json:"block"` // Vault hash
	Language string   `json:"language,omitempty"`
	Path     string   `json:"path,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
	// Changes reports whether the block says how code changes, and is none itself.
	Changes bool `json:"changes,omitempty"`
	// User reports whether the user wrote it, not the model.
	User bool `json:"user,omitempty"`
	// Call is the id of the tool call that brought it, "" for none.
	Call string `json:"call,omitempty"`
}

// EpisodeClosed ends a turn. Status is "closed" or "aborted".
type EpisodeClosed struct {
	Episode    string `json:"episode"`
	Status     string `json:"status"`
	Reason     string `json:"reason,omitempty"`
	Reply      string `json:"reply,omitempty"` // Vault hash of the reply's text
	Finish     string `json:"finish,omitempty"`
	HTTPStatus int    `json:"http_status,omitempty"`
	TokensIn   int    `json:"tokens_in,omitempty"`
	TokensOut  int    `json:"tokens_out,omitempty"`
	Millis     int    `json:"millis,omitempty"`
	// PromptCached and PromptProcessed are the parts of TokensIn that the server had
	// from the request before and that it read anew; both are 0 where it does not
	// tell. PromptMillis is how long it read, 0 where it does not tell.
	PromptCached    int `json:"prompt_cached,omitempty"`
	PromptProcessed int `json:"prompt_processed,omitempty"`
	PromptMillis    int `json:"prompt_millis,omitempty"`

	Loose     []LooseBlock `json:"loose,omitempty"`
	Unchanged []EntityRef  `json:"unchanged,omitempty"` // code that repeats what the map holds
	// Said is the Vault hash of the hashes of the lines that the model said for
	// the first time, by which they are known again (product 13); "" for none.
	Said string `json:"said,omitempty"`
}

// PromptRead is what the server said it did with the prompt of a request.
type PromptRead struct {
	Tokens    int `json:"tokens"`              // 0 where it does not tell
	Cached    int `json:"cached,omitempty"`    // see EpisodeClosed
	Processed int `json:"processed,omitempty"` // see EpisodeClosed
	Millis    int `json:"millis,omitempty"`    // see EpisodeClosed
}

// PromptRead is what the event says of the prompt.
func (e EpisodeClosed) PromptRead() PromptRead {
	return PromptRead{e.TokensIn, e.PromptCached, e.PromptProcessed, e.PromptMillis}
}

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

// ToolRan records what became of a command that a reply asked for (TSLP 8.5).
// It is evidence: no projection is made of it, and it advances no state.
type ToolRan struct {
	Episode      string `json:"episode"`
	Conversation string `json:"conversation,omitempty"`
	Call         string `json:"call"`             // Vault hash of the call
	Result       string `json:"result,omitempty"` // Vault hash of its output, "" for none
	Status       string `json:"status"`           // done, timeout, stopped, denied, refused, failed
	Exit         int    `json:"exit,omitempty"`
	Detail       string `json:"detail,omitempty"` // why it has no exit code
	By           string `json:"by"`               // operator, allow_list, nobody
	Millis       int    `json:"millis,omitempty"`
}

// ModelSaid is EpisodeClosed.Said of a reply to a request that is no turn: what
// the client does with a summary is not known. It is evidence: no projection is
// made of it.
type ModelSaid struct {
	Said string `json:"said"`
}

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
func (EpisodeOpened) Type() string { return "episode_opened" }

// Type implements Event.
func (EpisodeClosed) Type() string { return "episode_closed" }

// Type implements Event.
func (ArtifactRecorded) Type() string { return "artifact_recorded" }

// Type implements Event.
func (ArtifactPromoted) Type() string { return "artifact_promoted" }

// Type implements Event.
func (ArtifactClosed) Type() string { return "artifact_closed" }

// Type implements Event.
func (ShadowAudited) Type() string { return "shadow_audited" }

// Type implements Event.
func (ToolRan) Type() string { return "tool_ran" }

// Type implements Event.
func (ModelSaid) Type() string { return "model_said" }

// Type implements Event.
func (EntityTombstoned) Type() string { return "entity_tombstoned" }

// Type implements Event.
func (EntityPersisted) Type() string { return "entity_persisted" }

// Type implements Event.
func (EntityAcknowledged) Type() string { return "entity_acknowledged" }

// Type implements Event.
func (OperatorDecided) Type() string { return "operator_decided" }
