package turn

import (
	"cmp"
	"context"
	"errors"
	"math"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/request"
	"holdfast/store"
	"holdfast/store/event"
)

// Where the server keeps what came before (previous_response_id, conversation), what was
// put into it stands there for good. What that is, is known of the latest replies, and
// of all others from the Ledger: after a restart, in another session, on an older branch.

// held names the history that the server keeps and the request goes on with, "" where
// the request shows all of it.
func (v *sight) held() string { return cmp.Or(v.req.Thread, v.req.Previous) }

// keeps reports whether a server may keep what was sent.
func keeps(t *turn) bool { return t.req.Format == wire.Responses && t.session.p.stays() }

// partOf is what the request and its reply add to what the server keeps.
func partOf(t *turn, reply wire.Reply) request.Part {
	newest := t.insert.newest
	if t.req.InsertAt < 0 {
		newest = hydrate.Stand{} // it stood in an earlier request of the turn
	}
	size := t.req.Reads() + lengthOf(t.spliced)
	if t.held() == "" {
		return request.Whole(t.found, t.insert.stands, newest, size, len(reply.Text))
	}
	return request.Further(newest, size, len(reply.Text))
}

// keepHeld notes what the server keeps of the conversation from here on. c.mu is held.
func keepHeld(t *turn, c *conversation, reply wire.Reply) {
	if !keeps(t) {
		return
	}
	now := c.chain.Get(t.held()).Behind(partOf(t, reply))
	c.chain.Put(reply.ID, now)
	c.chain.Put(t.req.Thread, now)
}

// recordHeld notes the same in the ending of the episode.
func recordHeld(closed *event.EpisodeClosed, t *turn, reply wire.Reply) {
	if !keeps(t) || reply.ID == "" && t.req.Thread == "" {
		return
	}
	part := partOf(t, reply)
	closed.ReplyID, closed.Previous, closed.Thread = nameOf(reply.ID), nameOf(t.req.Previous), nameOf(t.req.Thread)
	closed.Length = part.Length
	for i, s := range part.Stands {
		closed.Stood = append(closed.Stood, event.Stood{At: s.At.String(), By: part.By[i]})
	}
}

// longestName is how long a name may be that is recorded as it is, in bytes.
const longestName = 256

// nameOf is a server's name for something, as it is recorded.
func nameOf(id string) string {
	if len(id) > longestName {
		return event.Hash([]byte(id))
	}
	return id
}

// recallHeld has the conversation know the history that a request goes on with, where
// the Ledger has it.
func (s *session) recallHeld(ctx context.Context, c *conversation, name string) {
	if name == "" || !s.p.stays() {
		return
	}
	c.mu.Lock()
	known := c.chain.Knows(name)
	c.mu.Unlock()
	if known {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	held, found, err := s.heldBy(ctx, nameOf(name))
	if err != nil {
		s.Log.Warn("what a model server keeps of a conversation could not be looked for", "err", err)
	}
	if !found {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.chain.Knows(name) {
		c.chain.Put(name, held)
	}
}

// heldBy is what the server keeps under a name, put together from the first part on.
// Where a part is not recorded, nothing counts as shown that stands before it.
func (s *session) heldBy(ctx context.Context, name string) (held request.Held, found bool, err error) {
	var parts []request.Part
	for before := int64(math.MaxInt64); name != ""; {
		ep, err := s.DB.Kept(ctx, name, before)
		if errors.Is(err, event.ErrNotFound) {
			break
		}
		if err != nil {
			return held, false, err
		}
		part, err := s.partIn(ctx, ep)
		if err != nil {
			return held, false, err
		}
		parts = append(parts, part)
		name, before = cmp.Or(ep.Thread, ep.Previous), ep.ClosedSeq
	}
	for i := range parts {
		held = held.Behind(parts[len(parts)-1-i])
	}
	return held, len(parts) > 0, nil
}

// partIn is what an episode added to what the server keeps.
func (s *session) partIn(ctx context.Context, ep event.Episode) (request.Part, error) {
	p := request.Part{Length: ep.Length}
	if len(ep.Stood) == 0 {
		return p, nil
	}
	list, _, err := s.standsIn(ctx, ep)
	for _, stood := range ep.Stood {
		for _, stand := range list {
			if stand.At.String() == stood.At {
				p.Stands, p.By = append(p.Stands, stand), append(p.By, stood.By)
			}
		}
	}
	return p, err
}

// GoesOn tells the gateway where a request ties in that goes on with what the server
// keeps under a name. It asks the Ledger.
func GoesOn(b Basis) func(ctx context.Context, name string) (gateway.Link, bool) {
	return func(ctx context.Context, name string) (gateway.Link, bool) {
		ctx, cancel := context.WithTimeout(ctx, b.Patience)
		defer cancel()
		ep, err := b.DB.Kept(ctx, nameOf(name), math.MaxInt64)
		link := gateway.Link{Conversation: ep.Conversation, Turn: ep.Turn}
		if err == nil {
			link.Prompt, link.Written, err = words(ctx, b.DB, ep)
		}
		if err != nil && !errors.Is(err, event.ErrNotFound) {
			b.Log.Warn("what a model server keeps of a conversation could not be looked for", "err", err)
		}
		return link, err == nil
	}
}

// words are the prompt of an episode, and what of it the user wrote.
func words(ctx context.Context, db *store.DB, ep event.Episode) (prompt, written string, err error) {
	text := func(hash string) string {
		if hash == "" || err != nil {
			return ""
		}
		var b []byte
		b, err = db.Blob(ctx, hash)
		return string(b)
	}
	prompt = text(ep.Prompt)
	if written = prompt; ep.Written != ep.Prompt {
		written = text(ep.Written)
	}
	return prompt, written, err
}
