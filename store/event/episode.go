package event

import "time"

// How an episode stands.
const (
	EpisodeIsOpen    = "open"
	EpisodeIsClosed  = "closed"
	EpisodeIsAborted = "aborted"
)

// Episode is a recorded request, or an operator's decision (TSLP 3.2), with all
// that the Ledger says of its beginning and its end.
type Episode struct {
	ID      string
	Session string
	// Status is EpisodeIsOpen, EpisodeIsClosed or EpisodeIsAborted.
	Status string
	// Seq is the ledger row that opened it, ClosedSeq the one that ended it, 0
	// while it is open.
	Seq, ClosedSeq int64
	// Opened and Closed are when; Closed is zero while it is open.
	Opened, Closed time.Time
	// EpisodeOpened is what it began with.
	EpisodeOpened `json:"opening"`
	// EpisodeClosed is what it ended with, zero while it is open.
	EpisodeClosed `json:"ending"`
}

// EpisodeOpened records that an episode began: what the user asked (as a Vault
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
	// Hydrated is what the model sees of the State Map: what was put in, with the
	// reason Kept what earlier requests put in, and with the reason InRequest what the
	// request itself shows.
	Hydrated []EntityRef `json:"hydrated,omitempty"`
	// At names the newest message as Stands do. Stands are what stays in requests of
	// the conversation, this one's included, in the order of its messages; where
	// nothing of that changed, StandsIn is the episode that tells them.
	At       string      `json:"at,omitempty"`
	Stands   []Standing  `json:"stands,omitempty"`
	StandsIn string      `json:"stands_in,omitempty"`
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

// Standing is one thing that stays before a message of the user's: the block of a
// version, or the notice that the version is superseded.
type Standing struct {
	At         string `json:"at"` // hydrate.At
	Entity     string `json:"entity"`
	Artifact   string `json:"artifact"`       // content hash
	Text       string `json:"text,omitempty"` // Vault hash of the code that the block shows
	ByUser     bool   `json:"by_user,omitempty"`
	Superseded bool   `json:"superseded,omitempty"`
}

// Kept is the reason of a hydrated entity whose block stands at an earlier message.
const Kept = "stands at an earlier message"

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

// CodeSettled records what the operator said of code that was linked to no entity. It
// changes no projection: such code is looked up.
type CodeSettled struct {
	Block  string `json:"block"` // Vault hash, of the LooseBlock
	By     string `json:"by"`
	Reason string `json:"reason,omitempty"`
	// Waits reports whether it waits again: what was said of it was taken back.
	Waits bool `json:"waits,omitempty"`
}

// Type implements Event.
func (CodeSettled) Type() string { return "code_settled" }

// EpisodeClosed ends an episode. Status is "closed" or "aborted".
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

	// Prefix… is where the common prefix with the conversation's request before ends,
	// see PrefixEnd; all are zero where that is not known.
	PrefixBy      string `json:"prefix_by,omitempty"`
	PrefixWhat    string `json:"prefix_what,omitempty"`
	PrefixMessage int    `json:"prefix_message,omitempty"`
	PrefixSame    int    `json:"prefix_same,omitempty"`
	PrefixAgain   int    `json:"prefix_again,omitempty"`
	PrefixBytes   int    `json:"prefix_bytes,omitempty"`

	Loose     []LooseBlock `json:"loose,omitempty"`
	Unchanged []EntityRef  `json:"unchanged,omitempty"` // code that repeats what the map holds
	// Remarks are what there is to say of the reply that no gate tells.
	Remarks []Remark `json:"remarks,omitempty"`
	// Said is the Vault hash of the hashes of the lines that the model said for
	// the first time, by which they are known again (product 13); "" for none.
	Said string `json:"said,omitempty"`

	// ReplyID is what the server calls the reply, and Previous or Thread the reply or
	// the conversation that the request went on with, where the server keeps what came
	// before (Responses). Length is about how many bytes the request and the reply have
	// there, and Stood says where in them stands what was put in.
	ReplyID  string  `json:"reply_id,omitempty"`
	Previous string  `json:"previous,omitempty"`
	Thread   string  `json:"thread,omitempty"`
	Length   int     `json:"length,omitempty"`
	Stood    []Stood `json:"stood,omitempty"`
}

// Stood is where something stood that EpisodeOpened.Stands tells of.
type Stood struct {
	At string `json:"at"`           // hydrate.At
	By int    `json:"by,omitempty"` // bytes of the request before it
}

// Remark is something that the user would want to know of a reply.
type Remark struct {
	// Kind is no_code, claim or loop.
	Kind string `json:"kind"`
	// Detail is a sentence for a person.
	Detail string `json:"detail"`
	// Subject is what it is about: a file, an entity, or the key of a call.
	Subject string `json:"subject,omitempty"`
	// Times is how often, for a loop.
	Times int `json:"times,omitempty"`
}

// PrefixEnd is where the common prefix of a request with the one before it in its
// conversation ends, up to which a server need not process it again.
type PrefixEnd struct {
	By      string `json:"by"`                // who ended it: new, nobody, client, holdfast, other, server
	What    string `json:"what,omitempty"`    // what changed
	Message int    `json:"message,omitempty"` // the first that differs, from 1 on
	Same    int    `json:"same"`              // common bytes
	Again   int    `json:"again,omitempty"`   // bytes of the request before that stand behind them
	Bytes   int    `json:"bytes"`             // of the request as a model reads it, about
}

// PromptRead is what the server said it did with the prompt of a request.
type PromptRead struct {
	Tokens    int `json:"tokens"`              // 0 where it does not tell
	Cached    int `json:"cached,omitempty"`    // see EpisodeClosed
	Processed int `json:"processed,omitempty"` // see EpisodeClosed
	Millis    int `json:"millis,omitempty"`    // see EpisodeClosed
}

// Prefix is what the event says of the prefix, nil for nothing.
func (e EpisodeClosed) Prefix() *PrefixEnd {
	if e.PrefixBy == "" {
		return nil
	}
	return &PrefixEnd{e.PrefixBy, e.PrefixWhat, e.PrefixMessage, e.PrefixSame, e.PrefixAgain, e.PrefixBytes}
}

// Ended is the event with where the prefix ends, nil for what is not known.
func (e EpisodeClosed) Ended(p *PrefixEnd) EpisodeClosed {
	if p != nil {
		e.PrefixBy, e.PrefixWhat, e.PrefixMessage, e.PrefixSame, e.PrefixAgain, e.PrefixBytes = p.By, p.What, p.Message, p.Same, p.Again, p.Bytes
	}
	return e
}

// PromptRead is what the event says of the prompt.
func (e EpisodeClosed) PromptRead() PromptRead {
	return PromptRead{e.TokensIn, e.PromptCached, e.PromptProcessed, e.PromptMillis}
}

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

// Type implements Event.
func (EpisodeOpened) Type() string { return "episode_opened" }

// Type implements Event.
func (EpisodeClosed) Type() string { return "episode_closed" }

// Type implements Event.
func (ToolRan) Type() string { return "tool_ran" }

// Type implements Event.
func (ModelSaid) Type() string { return "model_said" }
