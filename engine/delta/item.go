package delta

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/engine/delta/english"
)

// ItemKind is what an item of the state is.
type ItemKind string

// The kinds of items. Not every kind has a delta of its own: the others come
// by import, from implementations that make them.
const (
	Fact           ItemKind = "fact"
	Preference     ItemKind = "preference"
	Goal           ItemKind = "goal"
	Decision       ItemKind = "decision"
	Hypothesis     ItemKind = "hypothesis" // branches too, with the tag "branch"
	RejectedOption ItemKind = "rejected_option"
	OpenQuestion   ItemKind = "open_question"
	Task           ItemKind = "task"
	Dependency     ItemKind = "dependency"
	Risk           ItemKind = "risk"
	Constraint     ItemKind = "constraint"
	Artifact       ItemKind = "artifact"
)

// ItemKinds lists the kinds of items.
var ItemKinds = []ItemKind{
	Fact, Preference, Goal, Decision, Hypothesis, RejectedOption, OpenQuestion, Task, Dependency, Risk, Constraint, Artifact,
}

// Status is where an item is in its life. It has one at a time, so nothing is
// both active and superseded.
type Status string

// The statuses.
const (
	Tentative  Status = "tentative"
	Active     Status = "active"
	Superseded Status = "superseded"
	Resolved   Status = "resolved"
)

// Statuses lists the statuses.
var Statuses = []Status{Tentative, Active, Superseded, Resolved}

// Confidence is how sure an item is.
type Confidence string

// The levels of confidence.
const (
	Low     Confidence = "low"
	Medium  Confidence = "medium"
	High    Confidence = "high"
	Certain Confidence = "certain" // the operator's own word
)

// Confidences lists the levels, lowest first.
var Confidences = []Confidence{Low, Medium, High, Certain}

// Scope is how long an item holds.
type Scope string

// The scopes.
const (
	Session Scope = "session"
	Project Scope = "project"
	Durable Scope = "durable"
)

// Scopes lists the scopes, shortest first.
var Scopes = []Scope{Session, Project, Durable}

// Tags that the reconciler gives.
const (
	BranchTag = "branch" // a choice left open; excluded from memory promotion
	HardTag   = "hard"
	SoftTag   = "soft"
)

// Item is one piece of reconciled state.
type Item struct {
	ID         string     `json:"id"`
	SemanticID string     `json:"semanticId"`
	Kind       ItemKind   `json:"kind"`
	Summary    string     `json:"summary"`
	Status     Status     `json:"status"`
	Confidence Confidence `json:"confidence"`
	Scope      Scope      `json:"scope"`
	// SourceTurns only ever grows.
	SourceTurns []SourceTurn `json:"sourceTurns"`
	LastTouched time.Time    `json:"lastTouched,omitzero"`
	Tags        []string     `json:"tags,omitempty"`

	// What the kind adds; other implementations pass over it.
	Alternatives []string   `json:"alternatives,omitempty"` // decision, branch
	Resolution   Resolution `json:"resolution,omitempty"`   // closed task
	Reason       string     `json:"reason,omitempty"`       // superseded
	ReplacedBy   string     `json:"replacedBy,omitempty"`   // superseded

	content []string // of summary and alternatives
}

// IsBranch tells a choice left open from a hypothesis.
func (it *Item) IsBranch() bool { return it.Kind == Hypothesis && slices.Contains(it.Tags, BranchTag) }

// Open reports whether an item is in force or waits.
func (it *Item) Open() bool { return it.Status == Active || it.Status == Tentative }

// SemanticID is "g-" and eight hexadecimal digits, a hash over an item's kind
// and what its summary means: word order, case, inflection and filler words
// are no difference, negations and numbers are.
func SemanticID(kind ItemKind, summary string) string {
	gist := english.GistOf(summary)
	var room [32]string // more words than most have
	text := append(append(make([]byte, 0, 256), kind...), '\n')
	for i, w := range gist.AppendMeaning(room[:0]) {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, w...)
	}
	sum := sha256.Sum256(text)
	return string(hex.AppendEncode([]byte("g-"), sum[:4]))
}

// Content is the stems of what the item says, its alternatives included.
func (it *Item) Content() []string { return it.content[:len(it.content):len(it.content)] }

// identify works out what follows from what the item says.
func (it *Item) identify() {
	if it.SemanticID == "" {
		it.SemanticID = SemanticID(it.Kind, it.Summary)
	}
	it.content = english.Content(it.Summary + "\n" + strings.Join(it.Alternatives, "\n"))
}

// Copy is the item with lists of its own.
func (it *Item) Copy() Item { return *it.clone() }

// Print is a hash over everything that an item is: an item with another print
// is not what it was.
func (it *Item) Print() string {
	text, err := json.Marshal(it)
	if err != nil { // of a time that no JSON can hold
		text = fmt.Append(nil, *it)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// clone copies an item with its lists.
func (it *Item) clone() *Item {
	c := *it
	c.SourceTurns = slices.Clone(it.SourceTurns)
	c.Tags = slices.Clone(it.Tags)
	c.Alternatives = slices.Clone(it.Alternatives)
	return &c
}
