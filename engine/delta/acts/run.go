package acts

import (
	"slices"
	"time"

	"holdfast/engine/delta"
)

// Result is what came of a conversation.
type Result struct {
	State    *delta.State
	Accepted []delta.Delta
	Rejected []delta.Event
}

// Conversation reads turns one after the other into an empty state: extract,
// normalise, reconcile. Deltas that are given go to the reconciler first and
// as they are, so that what is extracted finds their ids taken. Extracted ones
// bear the time of their turn, or at if it has none.
func Conversation(turns []Turn, given []delta.Delta, at time.Time) Result {
	return learned().Conversation(turns, given, at)
}

// Conversation is Conversation with another model than the one that the project
// ships with.
func (m *Model) Conversation(turns []Turn, given []delta.Delta, at time.Time) Result {
	res := Result{State: &delta.State{}}
	judge := func(d delta.Delta) {
		e := res.State.Reconcile(d)
		if e.Type == delta.Accepted {
			res.Accepted = append(res.Accepted, d)
		} else {
			res.Rejected = append(res.Rejected, e)
		}
	}
	for _, d := range given {
		judge(d)
	}
	turns = slices.Clone(turns)
	for i := range turns {
		if turns[i].At.IsZero() {
			turns[i].At = at
		}
	}
	for i, t := range turns {
		for _, d := range delta.Normalise(res.State, m.Read(res.State, turns[max(0, i-Window):i], t)) {
			judge(d)
		}
	}
	return res
}
