package turn

import (
	"cmp"

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
	fresh := t.shape.Fresh(c.shape, end, t.cold)
	t.wait = t.session.p.rates.Expect(t.req.Model, t.shape.Bytes(), fresh)
	t.prefix, c.shape = end, t.shape
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
	t.session.Slots.Learn(t.req.Model, reply.Prompt.Known(), t.prefix, read, t.between)
}
