package turn

import (
	"slices"

	"holdfast/engine/applied"
	"holdfast/engine/decide"
	"holdfast/engine/resolve"
	"holdfast/store/event"
)

// expected is what a call may come to have done beside what it proposes: in
// another folder than the one that it was taken to mean, or to a file that its
// command rewrites. Only the disk can tell, once the client has answered the call.
// After a restart it is not known any more: the proposals are then closed like
// those of a call that was not applied, and a rewritten file is STALE.
type expected struct {
	call, episode string
	// elsewhere is what it means in other folders, as far as the disk did not
	// hold that before.
	elsewhere []resolve.Artifact
	rewrites  []applied.Rewritten
}

// Bounds on what a conversation expects: answers come with the next request, if
// ever.
const (
	maxExpected = 64  // calls
	maxRewrites = 128 // files of a call
)

// expects notes what the turn's calls may do. c.mu is held.
func (c *conversation) expects(list []expected) {
	c.expected = append(c.expected, list...)
	if n := len(c.expected); n > maxExpected {
		c.expected = slices.Delete(c.expected, 0, n-maxExpected)
	}
}

func (c *conversation) expectsAny() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.expected) > 0
}

// answered takes what is expected of a call.
func (c *conversation) answered(id string) (list []expected) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expected = slices.DeleteFunc(c.expected, func(x expected) bool {
		if x.call == id {
			list = append(list, x)
		}
		return x.call == id
	})
	return list
}

// waited is an artifact that a call of this conversation brought.
type waited struct{ artifact, entity, hash string }

// maxWaited bounds what a conversation remembers of its calls: results come
// with the next request, if ever.
const maxWaited = 512

type waitedCall struct {
	call string
	waited
}

// waitsFor notes what the turn's calls have brought: their results come with
// the next request, and what the disk comes to hold of them was written in this
// conversation. c.mu is held.
func (c *conversation) waitsFor(events []event.Event) {
	for _, ev := range events {
		if a, ok := ev.(event.ArtifactRecorded); ok && a.WaitsForDisk {
			c.await(a.Call, waited{a.Artifact, a.Entity, a.Hash})
		}
	}
}

func (c *conversation) await(call string, w waited) {
	if len(c.waiting) >= maxWaited {
		c.waiting = slices.Delete(c.waiting, 0, maxWaited/2)
	}
	c.waiting = append(c.waiting, waitedCall{call, w})
}

// applied tells the conversation which of its artifacts the disk has settled:
// the model wrote them, and they were touched in this turn. What was closed for
// good is waited for no longer. c.mu is held.
func (c *conversation) applied(s *session) {
	c.waiting = slices.DeleteFunc(c.waiting, func(w waitedCall) bool {
		if e := s.Map.Get(w.entity); e != nil && (e.Artifact() == w.artifact || e.Artifact() == decide.LateID(w.artifact)) {
			c.called(w.entity, w.hash, w.call)
			return true
		}
		_, waits := s.Pending.Get(w.artifact)
		_, mayCome := s.Unapplied.Get(w.artifact)
		return !waits && !mayCome
	})
}

// unsettled are the artifacts of the conversation's calls, in the order in which
// they came.
func (c *conversation) unsettled() []waitedCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.waiting)
}
