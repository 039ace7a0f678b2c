package gateway

import (
	"context"
	"strings"
	"sync"

	"holdfast/engine/gateway/wire"
)

// threads remembers, of the conversations that a model server keeps itself,
// what the requests that continue them leave out: which conversation it is, its
// turns so far, and what the user asked last.
type threads struct {
	// earlier tells of what is not remembered here, nil where nobody does.
	earlier func(ctx context.Context, id string) (Link, bool)

	mu    sync.Mutex
	links map[string]Link // by the id of a reply, or of a conversation
	order []string        // ids, oldest first
}

// Link is where a further request ties in.
type Link struct {
	// Conversation is what the Pipeline calls it, Turn how many turns it has had.
	Conversation string
	Turn         int
	// Prompt and Written are those of wire.Request in its latest turn.
	Prompt, Written string

	cut bool // both are too long to be kept
}

// maxLinks and maxKept bound the memory: of an older conversation, and of one with a
// longer prompt, it takes the Pipeline to tell.
const (
	maxLinks = 128
	maxKept  = 32 << 10 // bytes of a prompt
)

// join completes a request that continues what the server keeps. named tells
// that the request names its conversation itself.
func (t *threads) join(ctx context.Context, req *wire.Request, named bool) {
	id := req.Thread
	if id == "" {
		id = req.Previous
	}
	if id == "" {
		return
	}
	known, ok := t.find(ctx, id)
	if !ok {
		return
	}
	if !named {
		req.Conversation = known.Conversation
	}
	if req.Turn == 0 && req.Continues { // only results: the same turn goes on
		req.Prompt, req.Written = known.Prompt, known.Written
	}
	req.Turn += known.Turn
}

func (t *threads) find(ctx context.Context, id string) (Link, bool) {
	t.mu.Lock()
	known, ok := t.links[id]
	t.mu.Unlock()
	if ok && !known.cut || t.earlier == nil {
		return known, ok
	}
	if found, ok := t.earlier(ctx, id); ok {
		return found, true
	}
	return known, ok
}

// keep remembers where the request's conversation stands after a reply.
func (t *threads) keep(req *wire.Request, reply wire.Reply) {
	if req.Format != wire.Responses || req.Side {
		return
	}
	l := Link{Conversation: req.Conversation, Turn: req.Turn, cut: len(req.Prompt) > maxKept}
	if !l.cut {
		l.Prompt, l.Written = strings.Clone(req.Prompt), strings.Clone(req.Written)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range []string{reply.ID, req.Thread} {
		if id != "" {
			t.put(id, l)
		}
	}
}

func (t *threads) put(id string, l Link) {
	if t.links == nil {
		t.links = make(map[string]Link)
	}
	if _, ok := t.links[id]; !ok {
		t.order = append(t.order, id)
		if len(t.order) > maxLinks {
			delete(t.links, t.order[0])
			t.order = append(t.order[:0], t.order[1:]...)
		}
	}
	t.links[id] = l
}
