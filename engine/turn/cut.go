package turn

import (
	"fmt"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/prompt"
)

// room is the turn's, where so many bytes stand in the request since earlier ones.
func (t *turn) room(kept int) hydrate.Room {
	return hydrate.RoomIn(t.window().Tokens(), t.req.Reads()+kept, t.session.Config.Hydrate.BudgetKiB<<10)
}

// window is the context window that the request is answered in, as far as it is known.
func (v *sight) window() prompt.Window {
	return v.session.Windows().Of(v.req.Model, v.session.Now()).Asked(v.req.Window)
}

// counted is a reply without the count of a prompt that cannot be that of what was sent.
// Where the server keeps what came before, any may be.
func counted(v *sight, reply wire.Reply) wire.Reply {
	if sent := len(v.req.Body) + lengthOf(v.spliced); v.held() == "" && !prompt.Plausible(sent, reply.TokensIn) {
		reply.Prompt = wire.Prompt{Odd: wire.Odd{Kind: wire.OddMore, Says: fmt.Sprintf("a prompt of %d bytes has %d tokens", sent, reply.TokensIn)}}
		reply.TokensIn = 0
	}
	return reply
}

// lengthOf is how many bytes were put into a request.
func lengthOf(spliced []wire.Insertion) (n int) {
	for _, part := range spliced {
		n += part.Len()
	}
	return n
}

// lookForCut asks whether the server has read the whole of what was sent, and tells
// the operator where it has not, once a conversation until it does again. What was cut
// does not count as seen. Where the server keeps what came before, a request says
// nothing of the length.
func (t *turn) lookForCut(reply wire.Reply) {
	t.session.Windows().Replied(t.req.Model, reply.TokensIn, t.session.Now())
	if t.req.Previous != "" || t.req.Thread != "" {
		return
	}
	newest := 0
	for _, part := range t.spliced {
		newest = part.Len()
	}
	sent, asked := t.req.Reads()+lengthOf(t.spliced), t.sent(reply)
	c, cut := t.session.p.prompts.Read(t.req.Model, asked, reply.TokensIn, t.window().Runs)
	t.conv.mu.Lock()
	told := t.conv.cut
	t.conv.cut, t.conv.counted = cut, asked.Next(reply.TokensIn, cut)
	t.conv.mu.Unlock()
	if !cut {
		return
	}
	c.Server = t.session.Slots.Kind()
	t.cut, t.text = &c, nil
	t.cutNewest = t.uncut(sent) < len(t.req.Body)-max(t.req.InsertAt, 0)+newest
	t.cutOff = t.stoodBefore(t.uncut(sent))
	if !told {
		t.session.Log.Warn("the server has cut a prompt", "episode", t.id, "model", t.req.Model, "read", c.Read, "sent_about", c.Sent, "window", c.Window)
		t.session.Hub.AlertOf(t.id, c.String())
	}
}

// sent is the request as the server's count is held against it.
func (t *turn) sent(reply wire.Reply) prompt.Sent {
	s := prompt.Sent{Size: prompt.SizeOf(t.req, t.spliced), Told: reply.Prompt.Known(), Earlier: t.earlier}
	if all := t.shape.Bytes(); all > 0 && t.between == "" && t.prefix.Who != "" {
		s.Before = float64(t.prefix.Same) / float64(all)
	}
	return s
}

// uncut is how many of the last bytes of the request the server has read, at most so
// many. A tenth is what JSON adds to a text.
func (v *sight) uncut(most int) int {
	if v.cut == nil {
		return most
	}
	return min(most, v.cut.Kept(v.req.Reads())*9/10)
}
