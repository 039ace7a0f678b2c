package delta

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// SnapshotVersion is the only version that is written and read.
const SnapshotVersion = 1

// Snapshot is the current truth as a machine loads it: complete, and the same
// bytes for the same state (items sorted by id).
type Snapshot struct {
	Version   int        `json:"version"`
	Timestamp time.Time  `json:"timestamp"`
	Seq       int        `json:"seq"`
	Items     []Item     `json:"items"`
	DeltaLog  []Envelope `json:"deltaLog"`
}

// VersionError refuses a snapshot of another version.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the snapshot has version %s, and only version %d can be read: export it anew with a program of that version",
		e.Version, SnapshotVersion)
}

// Snapshot is the state at a time.
func (s *State) Snapshot(at time.Time) Snapshot {
	return Snapshot{Version: SnapshotVersion, Timestamp: at, Seq: s.seq, Items: s.SortedItems(), DeltaLog: Wrap(s.log)}
}

// Serialize writes a snapshot as indented JSON with a line end.
func (n Snapshot) Serialize() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(n); err != nil {
		return nil, fmt.Errorf("writing the snapshot: %w", err)
	}
	return out.Bytes(), nil
}

// ParseSnapshot reads snapshot.json. Another version is a VersionError; items
// that no state could hold are an error that names the item.
func ParseSnapshot(src []byte) (Snapshot, error) {
	var head struct {
		Version json.RawMessage `json:"version"`
	}
	if err := json.Unmarshal(src, &head); err != nil {
		return Snapshot{}, fmt.Errorf("the snapshot is not a JSON object: %w", err)
	}
	if len(head.Version) == 0 {
		return Snapshot{}, &VersionError{"(none)"}
	}
	if string(head.Version) != fmt.Sprint(SnapshotVersion) {
		return Snapshot{}, &VersionError{string(head.Version)}
	}
	var n Snapshot
	if err := json.Unmarshal(src, &n); err != nil {
		return Snapshot{}, fmt.Errorf("the snapshot cannot be read: %w", err)
	}
	seen := map[string]bool{}
	for i := range n.Items {
		if fault := itemFault(&n.Items[i]); fault != "" {
			return Snapshot{}, fmt.Errorf("item %d of the snapshot (%q): %s", i+1, n.Items[i].ID, fault)
		}
		if seen[n.Items[i].ID] {
			return Snapshot{}, fmt.Errorf("the snapshot holds item %q twice", n.Items[i].ID)
		}
		seen[n.Items[i].ID] = true
	}
	if n.Seq < 0 {
		return Snapshot{}, fmt.Errorf("the snapshot has sequence number %d", n.Seq)
	}
	return n, nil
}

func itemFault(it *Item) string {
	switch {
	case strings.TrimSpace(it.ID) == "":
		return "it has no id"
	case strings.TrimSpace(it.Summary) == "":
		return "it has no summary"
	case len(it.SourceTurns) == 0:
		return "it has no source turns"
	case !slices.Contains(ItemKinds, it.Kind):
		return fmt.Sprintf("unknown kind %q", it.Kind)
	case !slices.Contains(Statuses, it.Status):
		return fmt.Sprintf("unknown status %q", it.Status)
	case !slices.Contains(Confidences, it.Confidence):
		return fmt.Sprintf("unknown confidence %q", it.Confidence)
	case !slices.Contains(Scopes, it.Scope):
		return fmt.Sprintf("unknown scope %q", it.Scope)
	}
	return ""
}

// Restore is the state that a snapshot describes. Items come in the order in
// which the delta log made them, those that it does not name after them by id.
func (n Snapshot) Restore() *State {
	s := &State{seq: n.Seq, log: Unwrap(n.DeltaLog)}
	byID := map[string]*Item{}
	for i := range n.Items {
		it := n.Items[i].clone()
		it.identify()
		byID[it.ID] = it
	}
	for _, d := range s.log {
		if made := Created(d); made != nil && byID[made.ID] != nil && s.items[made.ID] == nil {
			s.insert(byID[made.ID])
		}
	}
	for i := range n.Items {
		if id := n.Items[i].ID; s.items[id] == nil {
			s.insert(byID[id])
		}
	}
	return s
}

// Events tells the snapshot's delta log as the events that made its items, for
// a log that begins with it. It is false where the log does not make exactly
// these items, as with those that another implementation has made otherwise.
func (n Snapshot) Events() ([]Event, bool) {
	s := &State{}
	var events []Event
	for _, d := range Unwrap(n.DeltaLog) {
		e := s.Reconcile(d)
		if e.Type != Accepted {
			return nil, false
		}
		events = append(events, e)
	}
	if s.seq > n.Seq {
		return nil, false
	}
	made, kept := Snapshot{Items: s.SortedItems()}, Snapshot{Items: n.Restore().SortedItems()}
	a, errA := made.Serialize()
	b, errB := kept.Serialize()
	return events, errA == nil && errB == nil && bytes.Equal(a, b)
}
