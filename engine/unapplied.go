package engine

import (
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/diag"
	"holdfast/engine/etv"
	"holdfast/engine/gateway/wire"
	"holdfast/parser/call"
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
	became := t.results()
	for _, w := range waiting {
		p, waits := t.session.pending.Get(w.artifact)
		r := became[w.call]
		switch {
		case !waits, w.call == "", r == nil && t.again: // without a result yet, the turn goes on
			continue
		case r != nil && t.failed(w.call, r):
			events = append(events, decide.CloseIn(t.id, p.ID, p.Entity, "client", "the client did not apply it: "+r.why))
			continue
		}
		if why := t.session.ground.Lacks(p, disk); why != "" {
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

// result is a tool's, with what it says of the call's failure once that was asked.
type result struct {
	wire.ToolResult
	asked, failed bool
	why           string
}

// results are those of the conversation's newest calls, by call.
func (t *turn) results() map[string]*result {
	all := map[string]*result{}
	for _, m := range t.answers() {
		for _, r := range m.ToolResults {
			all[r.CallID] = &result{ToolResult: r}
		}
	}
	return all
}

// failed reports whether a result says that its call failed.
func (t *turn) failed(id string, r *result) bool {
	if !r.asked {
		r.asked = true
		r.why, r.failed = call.Failed(t.did(id), r.Text, r.IsError)
	}
	return r.failed
}

// answers are the messages that may hold the results of the conversation's
// newest calls. Some clients stop at a denied call without asking the model
// again: its result then stands before the user's next prompt.
func (t *turn) answers() []wire.Message {
	if t.req.Continues {
		return t.req.Since
	}
	history := t.req.History
	for i, m := range slices.Backward(history) {
		if m.Role == "user" && len(m.ToolResults) == 0 {
			return append(history[i+1:len(history):len(history)], t.req.Since...)
		}
	}
	return t.req.Since
}

// did is what a call of the request does, nil where only the server has the call.
func (t *turn) did(id string) []call.Action {
	for _, messages := range [][]wire.Message{t.req.Since, t.req.History} {
		for _, m := range slices.Backward(messages) {
			for _, c := range m.ToolCalls {
				if c.ID == id {
					return call.Read(asked(c))
				}
			}
		}
	}
	return nil
}

// unsettled are the artifacts of the conversation's calls, in the order in which
// they came.
func (c *conversation) unsettled() []waitedCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.waiting)
}

// stat returns a file by stat: it is read only where it may have changed.
func (e *Engine) stat(path string) *etv.Version {
	var one [1]*etv.Version
	return e.verifier.Fresh(one[:0], path)[0]
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
			there = !s.engine.stat(a.Path).Missing()
			known[a.Path] = there
		}
		if there {
			s.pending.There(a.Artifact)
		}
	}
}
