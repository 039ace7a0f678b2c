package turn

import (
	"context"
	"path"
	"slices"

	"holdfast/engine/applied"
	"holdfast/engine/decide"
	"holdfast/engine/diag"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/engine/watch"
	"holdfast/parser/call"
	"holdfast/store/event"
)

// called resolves the tool calls of a reply. What they bring waits for the disk:
// the client applies it, with the user's consent, or does not.
func (t *turn) called(reply wire.Reply, context resolve.Context, disk *stale.Reading) resolve.Result {
	t.expected = nil
	if len(reply.ToolCalls) == 0 {
		return resolve.Result{}
	}
	var made, elsewhere []resolve.Made
	before := request.Calls(t.req.History) + request.Calls(t.req.Since)
	where := t.place(t.req.History, t.req.Since)
	for i, c := range reply.ToolCalls {
		if c.ID == "" { // Ollama's calls have none: the next request counts them
			c.ID = wire.CountedID(before + i + 1)
		}
		if actions := call.Read(request.Call(c)); len(actions) > 0 {
			folder, others := where.Of(actions)
			made = append(made, resolve.Made{ID: c.ID, Actions: actions, Folder: folder})
			for _, other := range others {
				elsewhere = append(elsewhere, resolve.Made{ID: c.ID, Actions: actions, Folder: other})
			}
		}
		where.Follow(request.Call(c))
	}
	if len(made) == 0 {
		return resolve.Result{}
	}
	roots := t.session.Config.Workspace.Roots()
	res := resolve.Calls(made, roots, context)
	t.expect(made, res, resolve.Calls(elsewhere, roots, context), disk)
	return res
}

// expect notes what the calls of a reply may do, by what they mean in other
// folders.
func (t *turn) expect(made []resolve.Made, res, elsewhere resolve.Result, disk *stale.Reading) {
	s := t.session
	for _, m := range made {
		x := expected{call: m.ID, episode: t.id}
		for _, a := range elsewhere.Artifacts {
			if a.Call == m.ID && !a.Removes && !stale.Holds(disk.Check(decide.Found(&a))) {
				x.elsewhere = append(x.elsewhere, a)
			}
		}
		for _, w := range slices.Concat(res.Rewrites, elsewhere.Rewrites) {
			if w.Call == m.ID {
				x.rewrites = append(x.rewrites, applied.Rewriting(w, s.Disk.Folder(w.Path), s.Map.Paths, disk, maxRewrites-len(x.rewrites))...)
			}
		}
		if len(x.elsewhere)+len(x.rewrites) > 0 {
			t.expected = append(t.expected, x)
		}
	}
}

// takeEffects has the disk tell what the calls did that the request answers, before
// the model is shown what the code is.
func (t *turn) takeEffects(ctx context.Context) {
	s, c := t.session, t.conv
	if !c.expectsAny() {
		return
	}
	for _, m := range request.Answers(t.req) {
		for _, r := range m.ToolResults {
			for _, x := range c.answered(r.CallID) {
				if _, failed := request.Failed(t.req, r); failed && !call.Ended(r.Text) {
					x.rewrites = nil // it never ran: somebody else changed the file
				}
				if err := s.effect(ctx, c, x); err != nil {
					s.Log.Warn("what a call did on disk could not be recorded", "call", x.call, "err", err)
				}
			}
		}
	}
}

// refusals closes the proposals of this conversation's calls that were not
// applied: what was not applied never becomes truth (product 10). A call failed or
// was denied where its result says so. Whatever the result says, a client writes
// before it answers: what the disk does not hold then was not applied. And a call
// that the user's next message leaves without a result was dropped. Proposals that
// are settled by now are left alone, and so is what the disk cannot tell of.
func (t *turn) refusals() (events []event.Event) {
	defer func() {
		if p := recover(); p != nil { // the episode is recorded all the same
			diag.Contained(t.session.Log, "the results of calls", t.id, p)
			events = nil
		}
	}()
	waiting := t.conv.unsettled()
	if len(waiting) == 0 {
		return nil
	}
	disk := t.session.Disk.Reading()
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

// effect makes the truth what the disk shows that a call did: the client applied
// it, with the user's consent (product.md, choice 10).
func (s *session) effect(ctx context.Context, c *conversation, x expected) error {
	var p *decide.Plan
	err := sessions.Retry(func() error {
		disk := s.Disk.Reading()
		res, moved := s.shows(c, x, disk)
		p = s.Ground.Plan(res, decide.Writer{Origin: event.ByModel, Episode: x.episode, Finish: "tool_calls", First: decide.LaterArtifacts}, disk)
		for i, w := range moved {
			p.Events = append(p.Events, decide.CloseIn(x.episode, w.ID, w.Entity, "client", "the client applied it to "+res.Artifacts[i].Path))
		}
		if len(p.Events) == 0 {
			return nil
		}
		return s.Commit(ctx, p.Blobs, p.Events)
	})
	if err != nil || len(p.Events) == 0 {
		return err
	}
	s.Disk.LookAgain(s.Session, statemap.Keys(p.Promoted)...)
	c.mu.Lock()
	for _, e := range p.Promoted {
		c.touch(e.Key(), e.Hash())
	}
	c.mu.Unlock()
	s.Hub.Changed()
	return s.Disk.Settle(ctx, s.Session, watch.Everywhere)
}

// shows is what the disk shows that a call did. The first of its artifacts are those
// of the proposals, moved, that were applied elsewhere.
func (s *session) shows(c *conversation, x expected, disk *stale.Reading) (res resolve.Result, moved []statemap.Waiting) {
	for _, asked := range c.unsettled() {
		if asked.call != x.call {
			continue
		}
		w, waits := s.Pending.Get(asked.artifact)
		for _, a := range x.elsewhere {
			if waits && path.Base(a.Path) == path.Base(w.Path) && a.Symbol == w.Symbol && stale.Holds(disk.Check(decide.Found(&a))) {
				res.Artifacts = append(res.Artifacts, a)
				moved = append(moved, w)
				break
			}
		}
	}
	for _, w := range x.rewrites {
		res.Artifacts = append(res.Artifacts, applied.Rewrote(w, s.Map, disk).Artifacts...)
	}
	return res, moved
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
			there = !s.Disk.Stat(a.Path).Missing()
			known[a.Path] = there
		}
		if there {
			s.Pending.There(a.Artifact)
		}
	}
}
