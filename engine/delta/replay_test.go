package delta

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// readProvenance reads the lines of provenance.jsonl; blank lines are nothing.
func readProvenance(src []byte) ([]Event, error) {
	var events []Event
	n := 0
	for line := range bytes.Lines(src) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("provenance, line %d: %w", n, err)
		}
		events = append(events, e)
	}
	return events, nil
}

// replay rebuilds the state from its events.
func replay(events []Event) (*State, error) {
	s := &State{}
	for _, e := range events {
		if err := s.Fold(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}
