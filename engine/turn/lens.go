package turn

import (
	"cmp"
	"time"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/prompt"
	"holdfast/store/event"
)

// asks notes that the conversation asks the model. t.conv.mu is held.
func (t *turn) asks() {
	t.between = t.session.Slots.Asks(t.req.Model, prompt.Asker{Conversation: t.session.ID + "/" + t.req.Conversation, What: "another conversation"})
	t.cold = t.between != "" && t.session.Slots.Loses(t.req.Model)
}

// compare finds where the common prefix with the conversation's request before ends.
// t.conv.mu is held. Where the server keeps what came before, a request says nothing of
// it.
func (t *turn) compare(c *conversation) {
	if t.req.Previous != "" || t.req.Thread != "" {
		return
	}
	t.shape.Put(t.spliced)
	end := t.shape.EndOf(c.shape)
	if end.Who == prompt.ByNew && (t.req.Turn > 1 || t.req.Continues) {
		end.What = "holdfast knows no earlier request of it"
	}
	switch {
	case end.Who == prompt.ByUs && t.cold:
		end.Who, end.What = prompt.ByOther, t.between
	case end.Who == prompt.ByUs:
		end.What = "what stood in the newest message alone"
		if gone := t.insert.gone; len(gone) > 0 {
			end.What = gone[0].Key + ": " + gone[0].Why
		}
	}
	t.fresh = t.shape.Fresh(c.shape, end, t.cold)
	t.wait = t.session.p.rates.Expect(t.req.Model, t.shape.Bytes(), t.fresh)
	t.prefix, c.shape = end, t.shape
	if !t.again {
		c.changes = end.Who == prompt.ByClient
	}
	if end.Who == prompt.ByNobody {
		t.earlier = c.counted
	}
}

// prefixEnd is where the prefix ends by what the server says of it; nil where nothing
// is known.
func (t *turn) prefixEnd(reply wire.Reply) *event.PrefixEnd {
	if t.prefix.Who == "" {
		return nil
	}
	e := t.prefix.Read(t.shape.Bytes(), reply.Prompt, t.between)
	return &event.PrefixEnd{By: cmp.Or(e.Who, prompt.ByNobody), What: e.What, Message: e.Message, Same: e.Same, Again: e.Again, Bytes: t.shape.Bytes()}
}

// learn takes in what the server says of the prompt, for those that follow.
func (t *turn) learn(reply wire.Reply) {
	if t.prefix.Who == "" {
		return
	}
	read := t.prefix.Read(t.shape.Bytes(), reply.Prompt, t.between)
	t.session.p.rates.Learn(t.req.Model, t.shape.Bytes(), reply.TokensIn, reply.Prompt)
	if took, fresh := t.tookToBegin(), t.newToServer(reply); reply.Prompt.Took == 0 && fresh > 0 {
		t.session.p.rates.Measure(t.req.Model, t.shape.Bytes(), fresh, reply.TokensIn, took)
	}
	t.session.Slots.Learn(t.req.Model, reply.Prompt.Known(), t.prefix, read, t.between)
}

// tookToBegin is how long the server took until its reply began, 0 where that is not
// known: one that is not streamed comes at once, when all of it is written.
func (t *turn) tookToBegin() time.Duration {
	sent, first := t.started.UnixNano(), t.first.Load()
	if !t.req.Stream || first < sent {
		return 0
	}
	return time.Duration(first - sent)
}

// newToServer is how many bytes of the request the server processed, 0 where that is not
// known: another request came in between, or none is known that it goes on with.
func (t *turn) newToServer(reply wire.Reply) int {
	switch {
	case reply.Prompt.Known():
		return int(float64(t.shape.Bytes()) * float64(reply.Prompt.Processed) / float64(reply.TokensIn))
	case t.between != "" || t.prefix.Who == prompt.ByNew || t.cold:
		return 0
	}
	return t.fresh
}
