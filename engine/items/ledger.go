package items

import (
	"encoding/json"
	"fmt"

	"holdfast/engine/delta"
	"holdfast/store/event"
)

// ledgerDelta is a delta as the Ledger keeps it, and that delta as it comes back
// from there: what is judged is what can be replayed. The error is of a delta
// that no JSON can hold.
func ledgerDelta(d delta.Delta) (event.Delta, delta.Delta, error) {
	var led event.Delta
	if f, ok := d.(*delta.Foreign); ok {
		led = event.Delta{Kind: string(f.Name), Foreign: string(f.Raw)}
	} else {
		text, err := json.Marshal(delta.Envelope{Delta: d})
		if err == nil {
			err = json.Unmarshal(text, &led)
		}
		if err != nil {
			return led, nil, fmt.Errorf("recording a delta: %w", err)
		}
	}
	back, err := typedDelta(led)
	return led, back, err
}

// typedDelta is the delta that the Ledger keeps.
func typedDelta(led event.Delta) (delta.Delta, error) {
	text := []byte(led.Foreign)
	if led.Foreign == "" {
		var err error
		if text, err = json.Marshal(led); err != nil {
			return nil, fmt.Errorf("reading a delta of the Ledger: %w", err)
		}
	}
	var e delta.Envelope
	if err := e.UnmarshalJSON(text); err != nil {
		return nil, fmt.Errorf("reading a delta of the Ledger: %w", err)
	}
	return e.Delta, nil
}

// deltaEvent is a row of the Ledger as an event of the delta log. What was
// restored from a snapshot is a checkpoint in the log. Only the four types of
// delta events come here.
func deltaEvent(r event.Row, ev event.Event) (delta.Event, error) {
	switch ev := ev.(type) {
	case event.DeltaAccepted:
		d, err := typedDelta(ev.Delta)
		if err != nil {
			return delta.Event{}, err
		}
		return delta.Event{
			Type: delta.Accepted, Seq: int(ev.Number), Timestamp: d.From().Timestamp, Delta: delta.Envelope{Delta: d},
			ItemID: ev.Item, ResultingStatus: delta.Status(ev.Status),
		}, nil
	case event.DeltaRejected:
		d, err := typedDelta(ev.Delta)
		if err != nil {
			return delta.Event{}, err
		}
		return delta.Event{
			Type: delta.Rejected, Seq: int(ev.Number), Timestamp: d.From().Timestamp, Delta: delta.Envelope{Delta: d}, Reason: ev.Reason,
		}, nil
	case event.DeltaCheckpoint:
		return delta.Event{Type: delta.Checkpoint, Seq: int(ev.Number), Timestamp: r.Time, Totals: delta.Totals{
			Items: ev.Items, Deltas: ev.Deltas, Turns: ev.Turns, ContextChars: ev.ContextChars, RawChars: ev.RawChars,
		}}, nil
	case event.DeltaRestored:
		return delta.Event{Type: delta.Checkpoint, Seq: int(ev.Number), Timestamp: r.Time, Totals: delta.Totals{Items: ev.Items}}, nil
	}
	return delta.Event{}, fmt.Errorf("row %d of the Ledger is no delta event but a %s", r.Seq, r.Type)
}

// storedDelta is a judged delta as an event of the Ledger.
func storedDelta(e delta.Event, led event.Delta, source, episode string) event.Event {
	if e.Type == delta.Accepted {
		return event.DeltaAccepted{
			Number: int64(e.Seq), Delta: led, Item: e.ItemID, Status: string(e.ResultingStatus), Source: source, Episode: episode,
		}
	}
	return event.DeltaRejected{Number: int64(e.Seq), Delta: led, Reason: e.Reason, Source: source, Episode: episode}
}
