package store

import "holdfast/store/event"

// delta replays the order of a session's delta events; it is false for an event
// that is about something else. What becomes of the items is for those who can
// judge a delta.
func (re *replay) delta(r event.Row, ev event.Event) (bool, error) {
	var number int64
	skips := false
	switch e := ev.(type) {
	case event.DeltaAccepted:
		number = e.Number
	case event.DeltaRejected:
		number = e.Number
	case event.DeltaCheckpoint:
		number = e.Number
		if e.Upto >= r.Seq {
			if err := re.wrong(r, "the checkpoint tells of row %d, which is yet to come", e.Upto); err != nil {
				return true, err
			}
		}
	case event.DeltaRestored:
		number, skips = e.Number, true
	default:
		return false, nil
	}
	last := re.deltas[r.Session]
	re.deltas[r.Session] = number
	if number != last+1 && !(skips && number > last) {
		return true, re.wrong(r, "it is delta event %d of session %s, and the one before is %d", number, r.Session, last)
	}
	return true, nil
}
