package turn

import (
	"cmp"
	"strings"
	"unsafe"

	"holdfast/engine/author"
	"holdfast/engine/author/heard"
	"holdfast/engine/decide"
	prompts "holdfast/engine/prompt"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// preflight decides under the conversation's lock what is put before the model.
func (t *turn) preflight() {
	c := t.conv
	c.mu.Lock()
	defer c.mu.Unlock()
	t.at = request.At(t.req)
	request.Gather(t.req, c.turn, c.prompt, c.tools)
	prompt := t.blob(t.req.Prompt)
	was := c.turn
	fresh := c.advance(t.req.Turn, prompt)
	t.again, t.back = !fresh, fresh && t.req.Turn <= was
	t.authors()
	if fresh || c.settled && !t.req.Continues {
		t.readPaste()
	}
	c.settled = false
	c.applied(t.session)
	t.shape = prompts.ShapeOf(t.req)
	t.asks()
	t.found = t.find(c)
	if fresh || c.insertion == nil || c.insertion.held != t.held() || !sameAs(t.found, c.insertion) || !t.current(c) {
		c.insertion = t.hydrate(c)
		t.standsNow(c, c.insertion)
	}
	t.insert = c.insertion
	t.spliced = t.splice()
	t.compare(c)
	for _, h := range t.insert.hydrated {
		c.hydrated[h.Entity] = h.Artifact
	}
	t.opened = event.EpisodeOpened{
		Episode: t.id, Conversation: t.req.Conversation, Turn: t.req.Turn, Format: string(t.req.Format), Model: t.req.Model,
		Tools: c.tools, Authors: pieces(t.authorship), Prompt: prompt, Written: t.written(prompt),
		Context: t.blob(t.insert.recent), Notices: t.blob(t.insert.notices), Hydrated: t.insert.hydrated,
		Withheld: t.insert.withheld, Omitted: t.insert.omitted, NoRoom: t.insert.noRoom, ContextLeft: t.insert.earlier, HydratedSize: t.insert.size, Kind: "turn",
	}
	t.recordStands(c)
}

// blob keeps a text for the opening commit and returns its hash, "" for none. The
// text is not copied, since the Vault only reads it: with a copy, holdfast bench
// shows 56 MB in place of 47 for 32 prompts of 256 KB at once.
func (t *turn) blob(text string) string {
	if text == "" {
		return ""
	}
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	t.blobs = append(t.blobs, b)
	return event.Hash(b)
}

// written is the Vault hash of what the user themself wrote of the prompt.
func (t *turn) written(prompt string) string {
	if t.authorship.Written == t.req.Prompt {
		return prompt
	}
	return t.blob(t.authorship.Written)
}

// readPaste finds code that the user themself wrote in the newest message
// (TSLP 9.1). It is committed with the episode.
func (t *turn) readPaste() {
	pasted := t.authorship.Pasted
	if !mayHoldCode(pasted) {
		return
	}
	s := t.session
	disk := s.Disk.Reading()
	res := resolve.Blocks(block.Extract(pasted, t.blockOptions()), resolve.Context{Map: s.Map, Disk: disk, User: true})
	t.paste = s.Ground.Plan(res, decide.Writer{Origin: event.ByUser, Episode: t.id, Pasting: t.pasted()}, disk)
}

// mayHoldCode is a cheap test for a fence or a file tag.
func mayHoldCode(text string) bool {
	for _, mark := range []string{"```", "~~~", "<file", "<write_to_file", "<<<<<<<", "*** Begin Patch"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// authors decides who wrote the prompt of a turn. t.conv.mu is held.
func (t *turn) authors() {
	c := t.conv
	c.tools = c.tools || t.req.HasTools || t.req.CalledTools()
	t.session.Words.Overhear()
	t.authorship = author.Of(author.Request{
		Header: t.req.Header, Tools: c.tools, First: request.Begins(t.req),
		Results: t.req.Results, Continues: t.req.Continues, Parts: request.Parts(t.req), Text: t.req.Prompt,
		Earlier: func() []author.Reply { return heard.Earlier(t.req.History) }, Texts: t.texts,
	}, t.session.Words.Memory())
}

// texts are those of the client's files. t.conv.mu is held.
func (t *turn) texts() []*author.Text {
	if c := t.conv; !t.again || c.texts == nil {
		folder, _ := t.told()
		c.texts = t.session.Shelf.Texts(folder)
	}
	return t.conv.texts
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
