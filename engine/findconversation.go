package engine

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// conversationOf returns the conversation that a request belongs to (product 16)
// and gives the request its name.
func (s *session) conversationOf(ctx context.Context, req *wire.Request) *conversation {
	known := req.Named
	if !known {
		req.Conversation, known = s.findConversation(ctx, req)
	}
	return s.conversations.of(req.Conversation, func(c *conversation) {
		if !known || req.Turn <= 1 && !req.Continues && !req.Named {
			return // a conversation that begins, or begins again, has nothing to be recalled
		}
		if err := s.recall(ctx, req.Conversation, c); err != nil {
			s.engine.log.Warn("an earlier conversation could not be recalled", "err", err)
		}
	})
}

// findConversation names the conversation of a request that does not, and
// reports whether it is a known one.
func (s *session) findConversation(ctx context.Context, req *wire.Request) (id string, known bool) {
	c := &s.conversations
	seen, own := c.shownBy(req), c.words(nil, req.Written)
	if !seen.begins() {
		if id := c.follow(seen, own, ""); id != "" {
			return id, true
		}
		if err := s.remind(ctx, seen.key); err != nil {
			s.engine.log.Warn("earlier conversations could not be looked for", "err", err)
		}
	}
	fresh := seen.key + alikeMark + s.engine.newID()
	id = c.follow(seen, own, fresh)
	return id, id != fresh
}

// maxTrails bounds of how many conversations it is kept how they went; an older
// one is found in the Ledger when it goes on.
const maxTrails = 128

// follow returns the conversation that a request belongs to, fresh where that is
// none which is known. Where fresh is "" it returns "", too, for one that began
// otherwise: another may be in the Ledger that did not.
func (c *conversations) follow(s *shown, own []mark, fresh string) (id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := belongs(s, c.trails)
	switch {
	case fresh == "" && (t == nil || !t.began(s.key)):
		return ""
	case t != nil:
		c.trails = slices.DeleteFunc(c.trails, func(x *trail) bool { return x == t })
	default:
		t = &trail{id: fresh}
	}
	t.goesOn(s, own)
	c.trails = append(c.trails, t)
	c.trails = slices.Delete(c.trails, 0, max(0, len(c.trails)-maxTrails))
	return t.id
}

// told notes the reply that a conversation got.
func (c *conversations) told(id, text string, calls []wire.ToolCall) {
	said := c.reply(nil, text, calls)
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.trail(id); t != nil {
		t.told(said)
	}
}

// trail returns what is known of how a conversation went, nil for nothing.
func (c *conversations) trail(id string) *trail {
	for _, t := range slices.Backward(c.trails) { // the latest is asked for most
		if t.id == id {
			return t
		}
	}
	return nil
}

// learn adds conversations of the Ledger, which are older than all that are known.
func (c *conversations) learn(found []*trail) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trails = slices.Insert(c.trails, 0, slices.DeleteFunc(found, func(t *trail) bool { return c.trail(t.id) != nil })...)
}

// alikeMark stands in a conversation's name between its key and what tells it
// from others that began alike.
const alikeMark = "."

// maxAlike bounds how many conversations that began alike are looked for in the
// Ledger; remindedOf is how many of a session's last episodes are looked at once.
const maxAlike, remindedOf = 8, 64

// remind learns from the Ledger of the conversations with a key, and once of
// those that went on last: an engine that has just started knows none.
func (s *session) remind(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, s.engine.patience)
	defer cancel()
	c, db := &s.conversations, s.engine.db
	var failed []error
	learn := func(episodes []event.Episode, err error) {
		failed = append(failed, err, s.learnOf(ctx, episodes))
	}
	if c.remindOnce() {
		learn(db.Episodes(ctx, s.id, remindedOf))
	}
	alike, err := db.Conversations(ctx, s.id, key+alikeMark, maxAlike)
	for _, id := range alike {
		learn(db.EpisodesOf(ctx, s.id, id, maxPairs))
	}
	return errors.Join(append(failed, err)...)
}

// remindOnce reports whether it is called for the first time.
func (c *conversations) remindOnce() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := !c.reminded
	c.reminded = true
	return first
}

// learnOf learns how the conversations of some episodes went, the newest of which
// is the first.
func (s *session) learnOf(ctx context.Context, episodes []event.Episode) error {
	var found []*trail
	var failed []error // what is lost of one says nothing of the others
	for _, ep := range slices.Backward(episodes) {
		if ep.Kind != "turn" || ep.Conversation == "" {
			continue
		}
		key, _, _ := strings.Cut(ep.Conversation, alikeMark)
		t := &trail{id: ep.Conversation, keys: []string{key}}
		if n := slices.IndexFunc(found, func(t *trail) bool { return t.id == ep.Conversation }); n >= 0 {
			t = found[n]
			found = slices.Delete(found, n, n+1)
		}
		found = append(found, t)
		failed = append(failed, s.retrace(ctx, t, ep))
	}
	s.conversations.learn(found)
	return errors.Join(failed...)
}

// retrace notes an episode of a conversation as if it went on now.
func (s *session) retrace(ctx context.Context, t *trail, ep event.Episode) error {
	c, db := &s.conversations, s.engine.db
	if ep.Turn != t.turn && ep.Turn > 1 && ep.Written != "" {
		own, err := db.Blob(ctx, ep.Written)
		if err != nil {
			return err
		}
		t.note(c.words(nil, string(own)))
	}
	t.turn = ep.Turn
	if ep.EpisodeClosed.Status != event.EpisodeIsClosed || ep.Reply == "" {
		return nil
	}
	reply, err := db.Blob(ctx, ep.Reply)
	if err != nil {
		return err
	}
	t.told(c.reply(nil, string(reply), nil))
	return nil
}
