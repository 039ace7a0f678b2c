package engine

import (
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/diag"
	"holdfast/engine/request"
	"holdfast/store/event"
)

// refusals closes the proposals of this conversation's calls that were not
// applied: what was not applied never becomes truth (product 10). A call failed or
// was denied where its result says so. Whatever the result says, a client writes
// before it answers: what the disk does not hold then was not applied. And a call
// that the user's next message leaves without a result was dropped. Proposals that
// are settled by now are left alone, and so is what the disk cannot tell of.
func (t *turn) refusals() (events []event.Event) {
	defer func() {
		if p := recover(); p != nil { // the episode is recorded all the same
			diag.Contained(t.session.engine.log, "the results of calls", t.id, p)
			events = nil
		}
	}()
	waiting := t.conv.unsettled()
	if len(waiting) == 0 {
		return nil
	}
	disk := t.session.engine.diskNow()
	became := request.Results(t.req)
	for _, w := range waiting {
		p, waits := t.session.Pending.Get(w.artifact)
		r := became[w.call]
		if !waits || w.call == "" || r == nil && t.again { // without a result yet, the turn goes on
			continue
		}
		if r != nil {
			if why, failed := r.Failed(); failed {
				events = append(events, decide.CloseIn(t.id, p.ID, p.Entity, "client", "the client did not apply it: "+why))
				continue
			}
		}
		if why := t.session.Ground.Lacks(p, disk); why != "" {
			told := "the client answered the call, and "
			if r == nil {
				told = "the conversation went on without an answer to the call, and "
			}
			ev := decide.NotApplied(p, told+why)
			ev.Episode = t.id
			events = append(events, ev)
		}
	}
	return events
}

// unsettled are the artifacts of the conversation's calls, in the order in which
// they came.
func (c *conversation) unsettled() []waitedCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.waiting)
}

// noteFiles notes which of the files are there that new proposals wait for.
func (s *session) noteFiles(events []event.Event) {
	known := map[string]bool{}
	for _, ev := range events {
		a, ok := ev.(event.ArtifactRecorded)
		if !ok || !a.WaitsForDisk {
			continue
		}
		there, looked := known[a.Path]
		if !looked {
			there = !s.engine.Stat(a.Path).Missing()
			known[a.Path] = there
		}
		if there {
			s.Pending.There(a.Artifact)
		}
	}
}
