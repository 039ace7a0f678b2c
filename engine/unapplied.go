package engine

import (
	"slices"
	"strings"

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
		p, waits := t.session.pending.get(w.artifact)
		r := became[w.call]
		switch {
		case !waits, w.call == "", r == nil && t.again: // without a result yet, the turn goes on
			continue
		case r != nil && t.failed(w.call, r):
			events = append(events, event.ArtifactClosed{
				Artifact: p.id, Entity: p.entity, Episode: t.id, By: "client", Reason: "the client did not apply it: " + r.why,
			})
			continue
		}
		if why := t.session.lacks(p, disk); why != "" {
			told := "the client answered the call, and "
			if r == nil {
				told = "the conversation went on without an answer to the call, and "
			}
			ev := notApplied(p, told+why)
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

// lacks is how the disk, read now, lacks what a proposal waits for: a clause, "" where
// it holds it or cannot tell.
func (s *session) lacks(w waiting, disk *reading) string {
	r := disk.check(candidate(w.path, w.symbol, w.kind, w.hash, w.structure))
	missing := r.Status == etv.Missing || r.Gone
	current := s.state.get(w.entity)
	switch {
	case !w.confirmed, r.Status == etv.Unreadable, r.Status == etv.Unverifiable:
		return ""
	case w.removes && current == nil:
		return "the State Map does not hold " + w.entity + " any more"
	case w.removes && !missing:
		return w.path + " still holds it"
	case w.removes && gone(current, r):
		return ""
	case w.removes:
		return "holdfast never saw " + w.path + " hold it"
	case holds(r):
		return s.lacksDoc(w, current, disk)
	case r.Status == etv.Missing:
		return "there is no file " + w.path
	case current != nil && holds(disk.check(current.expected())):
		return w.path + " holds the version before"
	case r.Gone:
		return w.path + " does not define it"
	}
	return w.path + " holds another version"
}

// lacksDoc is lacks for a proposal of which the disk holds the code: of one that
// changes only the doc comment, that may be another.
func (s *session) lacksDoc(w waiting, current *entry, disk *reading) string {
	if current == nil || current.hash() != w.hash {
		return ""
	}
	text, err := s.engine.load(w.text)
	if err != nil || disk.shows(w.path, w.symbol, w.kind, text) {
		return ""
	}
	return w.path + " holds the version before"
}

// unappliedBy begins the reason of a proposal that was closed since the disk did not hold
// it. A client that applies it late is believed all the same, as the disk is.
const unappliedBy = "not applied: "

// notApplied closes a proposal since the disk does not hold it.
func notApplied(w waiting, why string) event.ArtifactClosed {
	return event.ArtifactClosed{Artifact: w.id, Entity: w.entity, By: "disk", Reason: unappliedBy + why}
}

// maxUnapplied bounds how many proposals that were closed so are remembered, in
// memory only: a client that is late is so by seconds.
const maxUnapplied = 256

// followUnapplied keeps the proposals that were closed since the disk did not hold
// them until something newer comes of their entity.
func (s *session) followUnapplied(ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactClosed:
		w, waits := s.pending.get(ev.Artifact)
		if !waits || ev.By != "disk" || !strings.HasPrefix(ev.Reason, unappliedBy) {
			return
		}
		if s.unapplied.len() >= maxUnapplied {
			s.unapplied.drop(s.unapplied.in(everywhere)[0].id)
		}
		s.unapplied.add(w)
	case event.ArtifactRecorded:
		s.unapplied.dropAll(ev.Entity)
	case event.ArtifactPromoted:
		s.unapplied.dropAll(ev.Entity)
	case event.EntityTombstoned:
		s.unapplied.dropAll(ev.Entity)
	}
}

// noteFiles notes which of the files are there that new proposals wait for.
func (s *session) noteFiles(events []event.Event) {
	var one [1]*etv.Version
	known := map[string]bool{}
	for _, ev := range events {
		a, ok := ev.(event.ArtifactRecorded)
		if !ok || !a.WaitsForDisk {
			continue
		}
		there, looked := known[a.Path]
		if !looked {
			there = !s.engine.verifier.Fresh(one[:0], a.Path)[0].Missing()
			known[a.Path] = there
		}
		if there {
			s.pending.there(a.Artifact)
		}
	}
}

// lateID is the id under which the artifact is recorded anew that the disk came to
// hold after its proposal was closed: what ended stays so.
func lateID(artifact string) string { return artifactID("late", 0, artifact, "") }
