package canon

import (
	"slices"
	"strings"
	"time"
)

// Mode is the operating mode of a decision.
type Mode string

// A mode A decision changes no state and emits no delta. Mode B reorganises
// evidence that is there already: adopt, keep, reject, tombstone, restore,
// fork, recover. In mode C what the model wrote or the user pasted becomes truth.
const (
	ModeA Mode = "A"
	ModeB Mode = "B"
	ModeC Mode = "C"
)

// Decision says what was decided, under which mode, about what.
type Decision struct {
	Mode            Mode     `json:"mode"`
	Summary         string   `json:"summary"`
	AuthorizedDelta string   `json:"authorized_delta"`
	AffectedTargets []string `json:"affected_targets"`
}

// Verb is what a commit did to its target.
type Verb string

// What a commit can do. The first two make new content the truth.
const (
	Promoted Verb = "promoted" // the model's artifact became AUTHORITATIVE
	Pasted   Verb = "pasted"   // the user's own code did
	Adopted  Verb = "adopted"  // the disk's version did
	// AdoptedFile is Adopted for all that is new of a file, where it is too much to be
	// named one by one.
	AdoptedFile Verb = "adopted file"
	Persisted   Verb = "persisted"  // the disk came to hold the artifact
	Kept        Verb = "kept"       // STALE resolved for the artifact
	Rejected    Verb = "rejected"   // a proposal was closed
	Tombstoned  Verb = "tombstoned" // the entity left the State Map
	Restored    Verb = "restored"   // it came back
	Recovered   Verb = "recovered"  // a pasted document brought it back
	LetGo       Verb = "let go"     // it is lost, and missed no more
	Dropped     Verb = "dropped"    // a pasted document does not hold it
	Copied      Verb = "copied"     // a fork began with it
	Missing     Verb = "missing"    // a pasted document names it, its content is lost
	Opened      Verb = "opened"     // a conflict came up
	Settled     Verb = "settled"    // a conflict is gone
	Asked       Verb = "asked"      // a decision waits for the operator
	Answered    Verb = "answered"   // it waits no more
	TakenBack   Verb = "taken back" // a decision was undone
)

// Change is one thing that a commit did.
type Change struct {
	Verb   Verb
	Target string // path::symbol, or the id of what is about none
	Grant  string // of what became AUTHORITATIVE, "" for none
	From   string // in words, what it was copied from; "" for nothing
}

// verbs are the verbs in the order in which a summary tells them, each with its
// mode and its words.
var verbs = []struct {
	verb  Verb
	mode  Mode
	words string // before the targets
	scope string // where no grant says it
}{
	{Promoted, ModeC, "The model's code became AUTHORITATIVE", "AUTHORITATIVE"},
	{Pasted, ModeC, "The user's code became AUTHORITATIVE", "AUTHORITATIVE"},
	{Adopted, ModeB, "What the disk holds was adopted", "Adopt what the disk holds"},
	{AdoptedFile, ModeB, "What the disk holds of whole files was adopted", "Adopt what the disk holds"},
	{Recovered, ModeB, "Recovered", "Recover from a pasted document"},
	{Missing, ModeB, "Could not be recovered", "Recover from a pasted document"},
	{Copied, ModeB, "Copied", "Copy the State Map"},
	{Restored, ModeB, "Restored", "Restore to the State Map"},
	{Kept, ModeB, "Kept against what the disk holds", "Keep the artifact"},
	{Rejected, ModeB, "The proposal was rejected", "Reject the proposal"},
	{Tombstoned, ModeB, "Taken out of the State Map", "Take out of the State Map"},
	{LetGo, ModeB, "Let go, since no recovery could bring it back", "Let go of what is lost"},
	{Dropped, ModeB, "Left the State Map, since the recovered document lacks it", "Recover from a pasted document"},
	{Persisted, ModeB, "The disk holds the artifact now", "Persisted"},
	{Opened, ModeB, "Conflicts came up", checkpoint},
	{Settled, ModeB, "Conflicts were settled", checkpoint},
	{Asked, ModeB, "Decisions wait for you", checkpoint},
	{Answered, ModeB, "Decisions were made", checkpoint},
	{TakenBack, ModeB, "A decision was taken back", "Take a decision back"},
}

// checkpoint is the scope of a delta that records what changed by itself.
const checkpoint = "Checkpoint of the session's state"

// Decide makes one decision of all that a commit did: mode C where anything of
// it made new content the truth. Without a change it is mode A, for which no
// delta is emitted.
func Decide(changes []Change) Decision {
	d := Decision{Mode: ModeA, AffectedTargets: []string{}}
	var told, scopes []string
	for _, v := range verbs {
		var names []string
		words := v.words
		for _, c := range changes {
			if c.Verb != v.verb {
				continue
			}
			names = append(names, c.Target)
			if c.From != "" {
				words = v.words + " from " + c.From
			}
			scope := v.scope
			if c.Grant != "" {
				scope = Scope(c.Grant)
			}
			if !slices.Contains(scopes, scope) {
				scopes = append(scopes, scope)
			}
		}
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		names = slices.Compact(names)
		d.Mode = max(d.Mode, v.mode)
		d.AffectedTargets = append(d.AffectedTargets, names...)
		if one, many := "entity", "entities"; v.verb != AdoptedFile {
			told = append(told, words+": "+enumerate(names, one, many))
		} else {
			told = append(told, words+": "+enumerate(names, "file", "files"))
		}
	}
	slices.Sort(d.AffectedTargets)
	d.AffectedTargets = slices.Compact(d.AffectedTargets)
	d.Summary, d.AuthorizedDelta = strings.Join(told, ". "), strings.Join(scopes, "; ")
	return d
}

// Checkpoint is the decision of a delta that records a state which changed
// without one: mode B.
func Checkpoint(prior, next State) Decision {
	d := Decide(Difference(prior, next))
	d.Mode, d.AuthorizedDelta = ModeB, checkpoint
	if d.Summary == "" {
		d.Summary = "Nothing changed since the last delta"
	}
	d.Summary = "Checkpoint. " + d.Summary
	return d
}

// Link names a state in the chain.
type Link struct {
	Seq  int64
	Hash string // of the SESSION_STATE
}

// NewDelta is the CANON_STATE_DELTA of a decision: next is the complete state
// after it, whose seq and last_state_hash are the delta's own. prior is the
// state that it was applied to, with an empty Hash where there was none.
func NewDelta(prior Link, next State, d Decision, at time.Time) Delta {
	next.LastStateHash = prior.Hash
	return Delta{
		Type:                   DeltaType,
		Seq:                    next.StateSeq,
		Timestamp:              timestamp(at),
		Basis:                  Basis{PreviousSeq: prior.Seq, PreviousHash: prior.Hash},
		Decision:               d,
		CurrentState:           next,
		OperatorActionRequired: actionFor(next),
	}
}

// actionFor tells the operator what to do with a delta, and what waits.
func actionFor(s State) string {
	action := "Keep a copy of this block. If the session or its database is lost, paste it into holdfast (key p) or run: holdfast recover FILE"
	var waits []string
	if n := len(s.OpenConflicts); n > 0 {
		waits = append(waits, count(n, "open conflict", "open conflicts"))
	}
	if n := len(s.PendingDecisions); n > 0 {
		waits = append(waits, count(n, "pending decision", "pending decisions"))
	}
	pending := 0
	for _, d := range s.AuthorizedDeltas {
		if d.Status == statusPending {
			pending++
		}
	}
	if pending > 0 {
		waits = append(waits, count(pending, "entity that the disk does not hold yet", "entities that the disk does not hold yet"))
	}
	if len(waits) > 0 {
		action += ". You are needed for: " + strings.Join(waits, ", ")
	}
	return action + "."
}
