package heard

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"

	"holdfast/engine/author"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/request"
	"holdfast/parser/call"
)

// Words are what the model said in this workspace, read from the Ledger when they are
// first asked for. They are safe for concurrent use.
type Words struct {
	recall func(ctx context.Context, yield func(content []byte)) error
	log    *slog.Logger

	recalled sync.Once
	memory   author.Memory

	mu     sync.Mutex
	coming map[*Reply]func() wire.Reply
}

// New returns the words that recall yields, as Reply.Said and Learn have returned
// them.
func New(recall func(ctx context.Context, yield func(content []byte)) error, log *slog.Logger) *Words {
	return &Words{recall: recall, log: log, coming: map[*Reply]func() wire.Reply{}}
}

// Memory returns all that is known of the model's words. Where it cannot be read,
// every paste into a client with tools waits.
func (w *Words) Memory() *author.Memory {
	w.recalled.Do(func() {
		if err := w.recall(context.Background(), w.memory.Recall); err != nil {
			w.memory.Lose()
			w.log.Warn("what the model said before cannot be read: pasted code waits for a review", "err", err)
		}
	})
	return &w.memory
}

// Learn takes in what the model said in a reply and returns what is to be recorded
// of that, nil for nothing new.
func (w *Words) Learn(r wire.Reply) []byte {
	m := w.Memory()
	said := of(r.Text, r.Reasoning, r.ToolCalls)
	said.Cut = r.Truncated
	news := m.Learn(said)
	for _, o := range r.Others { // the client may take any of them
		news = append(news, m.Learn(of(o.Text, o.Reasoning, o.ToolCalls))...)
	}
	return news
}

// Overhear takes in what replies under way have said: a client may begin a call
// before the reply that holds it has ended. What is new of that is recorded with
// the reply.
func (w *Words) Overhear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for r, news := range w.coming {
		r.early = append(r.early, w.Learn(news())...)
	}
}

// Reply is a reply that is to come.
type Reply struct {
	words *Words
	early []byte // what was new in what was overheard; words.mu guards it
}

// Reply returns a reply that is to come.
func (w *Words) Reply() *Reply { return &Reply{words: w} }

// UnderWay implements gateway.Overheard.
func (r *Reply) UnderWay(news func() wire.Reply) {
	r.words.mu.Lock()
	defer r.words.mu.Unlock()
	if news == nil {
		delete(r.words.coming, r)
		return
	}
	r.words.coming[r] = news
}

// Said takes in the reply as it came in the end, and returns what is to be recorded
// of it.
func (r *Reply) Said(reply wire.Reply) []byte {
	r.words.mu.Lock()
	defer r.words.mu.Unlock()
	return append(r.early, r.words.Learn(reply)...)
}

// Earlier returns what the messages of a request show of the model's words.
func Earlier(messages []wire.Message) []author.Reply {
	const most = 1 << 20 // bytes, from the end: what passed here is known anyway
	var all []author.Reply
	left := most
	for _, m := range slices.Backward(messages) {
		if !request.FromModel(m) {
			continue
		}
		if left -= len(m.Text); left < 0 {
			break
		}
		all = append(all, of(m.Text, "", m.ToolCalls))
	}
	return all
}

// of returns what the model said, be its calls in prose.
func of(text, reasoning string, calls []wire.ToolCall) author.Reply {
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
		if made := request.Call(c); call.Commands(made) || slices.ContainsFunc(call.Read(made), changes) {
			into = &r.Contents
		}
		*into = append(*into, string(c.Arguments), c.Input)
	}
	return r
}
