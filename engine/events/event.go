package events

import (
	"time"

	"holdfast/engine/prompt"
	"holdfast/store/event"
)

// Phase is where a request stands.
type Phase string

// The phases of a request.
const (
	Waiting   Phase = "waiting"   // sent upstream, no byte yet
	Streaming Phase = "streaming" // bytes arrive
	Settling  Phase = "settling"  // the reply is whole, its artifacts are being decided
	Done      Phase = "done"
	Failed    Phase = "failed"
)

// Activity is one request, live or finished.
type Activity struct {
	Episode      string
	Session      string // as it was named when the request came
	Kind         string // turn, side, operator; forwarded in read-only mode; socket, which is not read; guard
	Path         string // request path
	Model        string
	Phase        Phase
	Started      time.Time
	FirstChunk   time.Time
	Ended        time.Time
	Bytes        int // of the reply so far
	TokensOut    int // that the server told of, 0 where it told nothing
	Read         event.PromptRead
	Prefix       *event.PrefixEnd // nil where it is not known
	Wait         prompt.Wait      // while the server processes the prompt; the zero Wait is not known
	Hydrated     []event.EntityRef
	HydratedSize int // bytes
	Withheld     []event.EntityRef
	Omitted      []event.EntityRef
	NoRoom       string // why there is less room than is configured, "" where nothing is omitted for it
	Prompt       string // first line of what the user wrote
	Outcomes     []Outcome
	Error        string
	Remarks      []event.Remark
	SessionID    string // its id
}

// Outcome is what became of one artifact of a turn.
type Outcome struct {
	Artifact   string
	Entity     string
	State      event.State // PROPOSED, AUTHORITATIVE; empty for unresolved code
	Confidence event.Confidence
	Reason     string
	Note       string // what else the operator should know of it
}

// Kind says what an Event is about.
type Kind string

// Kinds of events. A State event says that read models changed and carries no
// data: screens read again. An Activity event carries the request. An Alert is
// for the operator's eyes and is never dropped.
const (
	KindState    Kind = "state"
	KindActivity Kind = "activity"
	KindAlert    Kind = "alert"
)

// Event is what a Hub passes on.
type Event struct {
	Kind     Kind
	Activity Activity // for KindActivity
	Alert    string   // for KindAlert: a sentence
	Entity   string   // for KindAlert: what it is about, "" for nothing
	Episode  string   // for KindAlert: the request it is about, "" for none
}

// Over reports whether the request has ended, one way or the other.
func (a *Activity) Over() bool { return a.Phase == Done || a.Phase == Failed }

func ofActivity(a Activity) Event { return Event{Kind: KindActivity, Activity: a} }
