package gateway

import (
	"strings"
	"sync"

	"holdfast/engine/gateway/wire"
)

// threads remembers, of the conversations that a model server keeps itself,
// what the requests that continue them leave out: which conversation it is, its
// turns so far, and what the user asked last.
type threads struct {
	mu    sync.Mutex
	links map[string]link // by the id of a reply, or of a conversation
	order []string        // ids, oldest first
}

// link is where a further request ties in.
type link struct {
	conversation    string
	turn            int
	prompt, written string
}

// maxLinks and maxKept bound the memory: an older conversation is not
// recognised, a longer prompt is not repeated to its tool loop.
const (
	maxLinks = 128
	maxKept  = 32 << 10 // bytes of a prompt
)

// join completes a request that continues what the server keeps. named tells
// that the request names its conversation itself.
func (t *threads) join(req *wire.Request, named bool) {
	id := req.Thread
	if id == "" {
		id = req.Previous
	}
	if id == "" {
		return
	}
	t.mu.Lock()
	known, ok := t.links[id]
	t.mu.Unlock()
	if !ok {
		return
	}
	if !named {
		req.Conversation = known.conversation
	}
	if req.Turn == 0 && req.Continues { // only results: the same turn goes on
		req.Prompt, req.Written = known.prompt, known.written
	}
	req.Turn += known.turn
}

// keep remembers where the request's conversation stands after a reply.
func (t *threads) keep(req *wire.Request, reply wire.Reply) {
	if req.Format != wire.Responses || req.Side {
		return
	}
	l := link{conversation: req.Conversation, turn: req.Turn}
	if len(req.Prompt) <= maxKept {
		l.prompt, l.written = strings.Clone(req.Prompt), strings.Clone(req.Written)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range []string{reply.ID, req.Thread} {
		if id != "" {
			t.put(id, l)
		}
	}
}

func (t *threads) put(id string, l link) {
	if t.links == nil {
		t.links = make(map[string]link)
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
