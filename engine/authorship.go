package engine

import (
	"cmp"

	"holdfast/engine/author"
	"holdfast/engine/author/heard"
	"holdfast/engine/decide"
	"holdfast/engine/request"
	"holdfast/store/event"
)

// authors decides who wrote the prompt of a turn. t.conv.mu is held.
func (t *turn) authors() {
	c := t.conv
	c.tools = c.tools || t.req.HasTools || t.req.CalledTools()
	t.session.engine.heard.Overhear()
	t.authorship = author.Of(author.Request{
		Header: t.req.Header, Tools: c.tools, First: request.Begins(t.req),
		Results: t.req.Results, Continues: t.req.Continues, Parts: request.Parts(t.req), Text: t.req.Prompt, Earlier: t.earlier, Texts: t.texts,
	}, t.session.engine.heard.Memory())
}

// texts are those of the client's files. t.conv.mu is held.
func (t *turn) texts() []*author.Text {
	if c := t.conv; !t.again || c.texts == nil {
		folder, _ := t.told()
		c.texts = t.session.engine.shelf.Texts(folder)
	}
	return t.conv.texts
}

// earlier is what the request itself shows of the model's words.
func (t *turn) earlier() []author.Reply { return heard.Earlier(t.req.History) }

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
