package events

import "sync"

// Hub passes events on to whoever subscribed. It is safe for concurrent use; its
// zero value is ready.
type Hub struct {
	mu   sync.RWMutex
	next int
	all  map[int]func(Event)
}

// Subscribe has emit called for every event until cancel is called. Emit must not
// block: it is called from the request path.
func (h *Hub) Subscribe(emit func(Event)) (cancel func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[int]func(Event){}
	}
	id := h.next
	h.next++
	h.all[id] = emit
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.all, id)
	}
}

// Emit calls every subscriber with an event, in no order.
func (h *Hub) Emit(ev Event) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, emit := range h.all {
		emit(ev)
	}
}

// Changed tells that read models changed.
func (h *Hub) Changed() { h.Emit(Event{Kind: KindState}) }

// AlertOf tells the operator a sentence about a request.
func (h *Hub) AlertOf(episode, sentence string) {
	h.Emit(Event{Kind: KindAlert, Episode: episode, Alert: sentence})
}

// Alert tells the operator a sentence about an entity, "" for none.
func (h *Hub) Alert(entity, sentence string) {
	h.Emit(Event{Kind: KindAlert, Entity: entity, Alert: sentence})
}
