package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"holdfast/engine/author"
	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/parser/call"
	"holdfast/store/event"
)

// heard is what the model said in this workspace, read from the Ledger when it
// is first asked for. Where it cannot be read, every paste into a client with
// tools waits.
func (e *Engine) heard() *author.Memory {
	e.hearing.Do(func() {
		if err := e.db.Said(context.Background(), e.memory.Recall); err != nil {
			e.memory.Lose()
			e.log.Warn("what the model said before cannot be read: pasted code waits for a review", "err", err)
		}
	})
	return &e.memory
}

// underWay are the replies that are still coming, by their turns.
type underWay struct {
	mu    sync.Mutex
	turns map[*turn]func() wire.Reply
}

// UnderWay implements gateway.Overheard.
func (t *turn) UnderWay(news func() wire.Reply) {
	u := &t.session.engine.underWay
	u.mu.Lock()
	defer u.mu.Unlock()
	if news == nil {
		delete(u.turns, t)
		return
	}
	if u.turns == nil {
		u.turns = map[*turn]func() wire.Reply{}
	}
	u.turns[t] = news
}

// overhear takes in what replies under way have said: a client may begin a call
// before the reply that holds it has ended. What is new of that is recorded with
// the reply.
func (e *Engine) overhear() {
	e.underWay.mu.Lock()
	defer e.underWay.mu.Unlock()
	for t, news := range e.underWay.turns {
		t.early = append(t.early, e.learn(news())...)
	}
}

// saidBy is what is recorded of the turn's reply, see learn.
func (t *turn) saidBy(reply wire.Reply) []byte {
	u := &t.session.engine.underWay
	u.mu.Lock()
	defer u.mu.Unlock()
	return append(t.early, t.session.engine.learn(reply)...)
}

// learn takes in what the model said in a reply and returns what is recorded of
// that, nil for nothing new.
func (e *Engine) learn(r wire.Reply) []byte {
	m := e.heard()
	said := replyOf(r.Text, r.Reasoning, r.ToolCalls)
	said.Cut = r.Truncated
	news := m.Learn(said)
	for _, o := range r.Others { // the client may take any of them
		news = append(news, m.Learn(replyOf(o.Text, o.Reasoning, o.ToolCalls))...)
	}
	return news
}

// replyOf is what the model said, be its calls in prose.
func replyOf(text, reasoning string, calls []wire.ToolCall) author.Reply {
	r := author.Reply{Text: text, Reasoning: reasoning}
	for _, c := range author.ProseCalls(text) {
		made := wire.ToolCall{Name: c.Name, Arguments: json.RawMessage(c.Arguments)}
		if !json.Valid(made.Arguments) {
			made.Arguments, made.Input = nil, c.Arguments
		}
		calls = append(calls[:len(calls):len(calls)], made)
	}
	for _, c := range calls {
		into := &r.Arguments
		changes := func(a call.Action) bool { return a.Kind == call.Change }
		if made := asked(c); call.Commands(made) || slices.ContainsFunc(call.Read(made), changes) {
			into = &r.Contents
		}
		*into = append(*into, string(c.Arguments), c.Input)
	}
	return r
}

// authors decides who wrote the prompt of a turn. t.conv.mu is held.
func (t *turn) authors() {
	c := t.conv
	c.tools = c.tools || t.req.HasTools || t.req.CalledTools()
	t.session.engine.overhear()
	t.authorship = author.Of(author.Request{
		Header: t.req.Header, Tools: c.tools, First: !slices.ContainsFunc(t.req.History, fromModel),
		Results: t.req.Results, Continues: t.req.Continues, Parts: t.parts(), Text: t.req.Prompt, Earlier: t.earlier, Texts: t.texts,
	}, t.session.engine.heard())
}

// texts are those of the client's files. t.conv.mu is held.
func (t *turn) texts() []*author.Text {
	if c := t.conv; !t.again || c.texts == nil {
		folder, _ := t.told()
		c.texts = t.session.engine.shelf.Texts(folder)
	}
	return t.conv.texts
}

// gather makes the turn's prompt of all messages of the user's that arrived with
// the newest and were not there before (product 13). In a conversation with tools
// those before its first prompt are the client's. t.conv.mu is held.
func (t *turn) gather(c *conversation) {
	run := t.req.Together
	if len(run) == 0 || (c.tools || t.req.HasTools) && !slices.ContainsFunc(t.req.History, fromModel) {
		return
	}
	n := 1
	switch newer := t.req.Turn - c.turn; {
	case newer == 0: // the turn goes on with what it began with
		for k := 2; k <= len(run); k++ {
			if text, _, _ := joined(run[len(run)-k:]); event.Hash([]byte(text)) == c.prompt {
				n = k
			}
		}
	case c.turn == 0:
		n = len(run)
	case newer > 0:
		n = min(newer, len(run))
	}
	if n > 1 {
		t.req.Prompt, t.req.Written, t.req.Parts = joined(run[len(run)-n:])
	}
}

// joined is what several messages say.
func joined(run []wire.Words) (text, written string, parts []string) {
	var texts, own []string
	for _, w := range run {
		texts, own, parts = append(texts, w.Text), append(own, w.Written), append(parts, w.Parts...)
	}
	return strings.Join(texts, "\n"), strings.Join(own, "\n"), parts
}

func fromModel(m wire.Message) bool { return m.Role == "assistant" }

// parts are those of the prompt. Of a turn that only the server remembers there
// is what the user wrote.
func (t *turn) parts() []string {
	if len(t.req.Parts) == 0 && t.req.Prompt != "" {
		return []string{t.req.Prompt}
	}
	return t.req.Parts
}

// earlier is what the request itself shows of the model's words.
func (t *turn) earlier() []author.Reply {
	const most = 1 << 20 // bytes, from the end: what passed here is known anyway
	var all []author.Reply
	left := most
	for _, m := range slices.Backward(t.req.History) {
		if !fromModel(m) {
			continue
		}
		if left -= len(m.Text); left < 0 {
			break
		}
		all = append(all, replyOf(m.Text, "", m.ToolCalls))
	}
	return all
}

// pieces are the authors of a prompt as they are recorded: none where the user
// wrote all of it.
func pieces(r author.Report) []event.TextBy {
	if len(r.Pieces) == 1 && r.Pieces[0].Who == author.User && r.Pieces[0].Reason == "" {
		return nil
	}
	list := make([]event.TextBy, len(r.Pieces))
	for i, p := range r.Pieces {
		list[i] = event.TextBy{From: p.From, To: p.To, Who: string(p.Who), Reason: p.Reason}
	}
	return list
}

// pasted is how the turn's prompt came.
func (t *turn) pasted() *decide.Pasting {
	client := cmp.Or(t.req.Client(), "a client")
	return &decide.Pasting{Client: client, Tools: t.conv.tools, Doubt: t.authorship.Doubt}
}
