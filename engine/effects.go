package engine

import (
	"context"
	"path"
	"slices"

	"holdfast/engine/applied"
	"holdfast/engine/decide"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/engine/watch"
	"holdfast/parser/call"
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
				x.rewrites = append(x.rewrites, applied.Rewriting(w, s.engine.watcher.Folder(w.Path), s.Map.Paths, disk, maxRewrites-len(x.rewrites))...)
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
					s.engine.log.Warn("what a call did on disk could not be recorded", "call", x.call, "err", err)
				}
			}
		}
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

// effect makes the truth what the disk shows that a call did: the client applied
// it, with the user's consent (product.md, choice 10).
func (s *session) effect(ctx context.Context, c *conversation, x expected) error {
	var p *decide.Plan
	err := sessions.Retry(func() error {
		disk := s.engine.diskNow()
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
	s.lookAgain(keysOf(p.Promoted)...)
	c.mu.Lock()
	for _, e := range p.Promoted {
		c.touch(e.Key, e.Hash())
	}
	c.mu.Unlock()
	s.engine.hub.Changed()
	return s.engine.watcher.Settle(ctx, s.Session, watch.Everywhere)
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
