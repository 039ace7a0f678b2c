package delta

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// EventType is what happened to a delta, or a checkpoint.
type EventType string

// The types of events.
const (
	Accepted   EventType = "accepted"
	Rejected   EventType = "rejected"
	Checkpoint EventType = "checkpoint"
)

// Event is one line of provenance.jsonl: complete in itself, and in order by
// Seq, which is never given twice.
type Event struct {
	Type      EventType
	Seq       int
	Timestamp time.Time
	Delta     Envelope // accepted, rejected

	ItemID          string // accepted: the item that was made or changed
	ResultingStatus Status // accepted: of that item
	Reason          string // rejected

	Totals // checkpoint
}

// Totals is a conversation's size at a checkpoint.
type Totals struct {
	Items        int `json:"totalItems"`
	Deltas       int `json:"totalDeltas"`
	Turns        int `json:"totalTurns"`
	ContextChars int `json:"contextChars"` // of the open items' summaries
	RawChars     int `json:"rawChars"`     // of the turns themselves
}

// eventHead is how every event begins.
type eventHead struct {
	Type      EventType `json:"type"`
	Seq       int       `json:"seq"`
	Timestamp time.Time `json:"timestamp,omitzero"`
}

type acceptedLine struct {
	eventHead
	Delta  Envelope `json:"delta"`
	ItemID string   `json:"itemId"`
	Status Status   `json:"resultingStatus"`
}

type rejectedLine struct {
	eventHead
	Delta  Envelope `json:"delta"`
	Reason string   `json:"reason"`
}

type checkpointLine struct {
	eventHead
	Totals
}

// MarshalJSON writes the fields that the event's type has.
func (e Event) MarshalJSON() ([]byte, error) {
	head := eventHead{e.Type, e.Seq, e.Timestamp}
	switch e.Type {
	case Accepted:
		return json.Marshal(acceptedLine{head, e.Delta, e.ItemID, e.ResultingStatus})
	case Rejected:
		return json.Marshal(rejectedLine{head, e.Delta, e.Reason})
	case Checkpoint:
		return json.Marshal(checkpointLine{head, e.Totals})
	}
	return nil, fmt.Errorf("writing event %d: unknown type %q", e.Seq, e.Type)
}

// UnmarshalJSON reads an event of any type.
func (e *Event) UnmarshalJSON(src []byte) error {
	var line struct {
		eventHead
		Delta  Envelope `json:"delta"`
		ItemID string   `json:"itemId"`
		Status Status   `json:"resultingStatus"`
		Reason string   `json:"reason"`
		Totals
	}
	if err := json.Unmarshal(src, &line); err != nil {
		return fmt.Errorf("reading an event: %w", err)
	}
	switch line.Type {
	case Accepted, Rejected, Checkpoint:
	default:
		return fmt.Errorf("reading event %d: unknown type %q", line.Seq, line.Type)
	}
	*e = Event{
		Type: line.Type, Seq: line.Seq, Timestamp: line.Timestamp, Delta: line.Delta,
		ItemID: line.ItemID, ResultingStatus: line.Status, Reason: line.Reason, Totals: line.Totals,
	}
	return nil
}

// Checkpoint makes the event that records how large the conversation is: the
// number of its turns and of their characters are the caller's to know.
func (s *State) Checkpoint(at time.Time, turns, rawChars int) Event {
	s.seq++
	t := Totals{Items: len(s.order), Deltas: len(s.log), Turns: turns, RawChars: rawChars}
	for _, it := range s.items {
		if it.Open() {
			t.ContextChars += len([]rune(it.Summary))
		}
	}
	return Event{Type: Checkpoint, Seq: s.seq, Timestamp: at, Totals: t}
}

// WriteProvenance makes the lines of provenance.jsonl.
func WriteProvenance(events []Event) ([]byte, error) {
	var out bytes.Buffer
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

// Fold applies one event of a log to the state that the events before it made.
// An accepted delta goes through the reconciler again; if that now rejects it, or
// the events are out of order, the log does not hold what it says: the error names
// the event, and the state is of no use then.
func (s *State) Fold(e Event) error {
	if e.Seq <= s.seq {
		return fmt.Errorf("replaying event %d: it comes after event %d", e.Seq, s.seq)
	}
	s.seq = e.Seq
	if e.Type != Accepted {
		return nil
	}
	if e.Delta.Delta == nil {
		return fmt.Errorf("replaying event %d: it holds no delta", e.Seq)
	}
	s.seq--
	got := s.Reconcile(e.Delta.Delta)
	if got.Type != Accepted {
		return fmt.Errorf("replaying event %d: %s", e.Seq, got.Reason)
	}
	if got.ItemID != e.ItemID || got.ResultingStatus != e.ResultingStatus {
		return fmt.Errorf("replaying event %d: it makes item %q %s, the log says item %q %s",
			e.Seq, got.ItemID, got.ResultingStatus, e.ItemID, e.ResultingStatus)
	}
	return nil
}
