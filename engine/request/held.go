package request

import (
	"slices"

	"holdfast/engine/hydrate"
)

// Held is what stands in the history that a server keeps, up to one of its replies. It
// never changes.
type Held struct {
	stands []hydrate.Stand
	ends   []int // how long the history was behind the message of each, in bytes
	length int
}

// Found lists what stands there, where more comes behind it. There is no place for
// anything: it cannot be taken away.
func (h Held) Found(more int) []Found {
	list := make([]Found, len(h.stands))
	for i, s := range h.stands {
		list[i] = Found{Stand: s, Behind: max(1, h.length-h.ends[i]+more)}
	}
	return list
}

// Behind is the history with a request behind it, which has so many bytes, and before
// whose newest message a stand was put, none where it is empty; and with its reply.
func (h Held) Behind(newest hydrate.Stand, request, reply int) Held {
	next := Held{slices.Clone(h.stands), slices.Clone(h.ends), h.length + request + reply}
	if len(newest.Pieces) > 0 {
		next.stands, next.ends = append(next.stands, newest), append(next.ends, h.length)
	}
	return next
}

// HeldOf is the history of which a request shows all, with its reply: found is what
// stood in it, and stays what still does.
func HeldOf(found []Found, stays []hydrate.Stand, newest hydrate.Stand, request, reply int) Held {
	h := Held{length: request + reply}
	for _, f := range found {
		if n := slices.IndexFunc(stays, func(s hydrate.Stand) bool { return s.At == f.At }); n >= 0 && f.At != newest.At {
			h.stands, h.ends = append(h.stands, stays[n]), append(h.ends, max(0, request-f.Behind))
		}
	}
	if len(newest.Pieces) > 0 {
		h.stands, h.ends = append(h.stands, newest), append(h.ends, request)
	}
	return h
}

// Chain are the histories that a server keeps of a conversation, by the names of the
// replies that they end with. The zero Chain has none.
type Chain struct {
	names []string // oldest first
	held  map[string]Held
}

// maxHeld bounds how many of a conversation are known: a request may go on with an
// earlier one.
const maxHeld = 16

// Put notes the history that ends with a reply.
func (c *Chain) Put(name string, h Held) {
	if name == "" {
		return
	}
	if c.held == nil {
		c.held = map[string]Held{}
	}
	if _, known := c.held[name]; !known {
		c.names = append(c.names, name)
	}
	c.held[name] = h
	for len(c.names) > maxHeld {
		delete(c.held, c.names[0])
		c.names = slices.Delete(c.names, 0, 1)
	}
}

// Get returns the history that a request goes on with, an empty one where it is not
// known: nothing counts as shown then.
func (c *Chain) Get(name string) Held { return c.held[name] }
