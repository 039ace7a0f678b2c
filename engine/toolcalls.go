package engine

import (
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
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
	roots := t.session.engine.cfg.Workspace.Roots()
	res := resolve.Calls(made, roots, context)
	t.expect(made, res, resolve.Calls(elsewhere, roots, context), disk)
	return res
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

// waited is an artifact that a call of this conversation brought.
type waited struct{ artifact, entity, hash string }

// maxWaited bounds what a conversation remembers of its calls: results come
// with the next request, if ever.
const maxWaited = 512

func (c *conversation) await(call string, w waited) {
	if len(c.waiting) >= maxWaited {
		c.waiting = slices.Delete(c.waiting, 0, maxWaited/2)
	}
	c.waiting = append(c.waiting, waitedCall{call, w})
}

type waitedCall struct {
	call string
	waited
}

// applied tells the conversation which of its artifacts the disk has settled:
// the model wrote them, and they were touched in this turn. What was closed for
// good is waited for no longer. c.mu is held.
func (c *conversation) applied(s *session) {
	c.waiting = slices.DeleteFunc(c.waiting, func(w waitedCall) bool {
		if e := s.Map.Get(w.entity); e != nil && (e.Artifact == w.artifact || e.Artifact == decide.LateID(w.artifact)) {
			c.called(w.entity, w.hash, w.call)
			return true
		}
		_, waits := s.Pending.Get(w.artifact)
		_, mayCome := s.Unapplied.Get(w.artifact)
		return !waits && !mayCome
	})
}
