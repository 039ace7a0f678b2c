package request

import (
	"slices"

	"holdfast/engine/hydrate"
)

// Part is what a request and its reply add to the history that a server keeps: what was
// put before messages of it, and how many bytes of the part stand before each.
type Part struct {
	Stands []hydrate.Stand
	By     []int
	Length int // in bytes
}

// Whole is the part of a request that shows all of its history: found is what stood in
// it, and stays what still does.
func Whole(found []Found, stays []hydrate.Stand, newest hydrate.Stand, request, reply int) Part {
	p := Part{Length: request + reply}
	for _, f := range found {
		if n := slices.IndexFunc(stays, func(s hydrate.Stand) bool { return s.At == f.At }); n >= 0 && f.At != newest.At {
			p.Stands, p.By = append(p.Stands, stays[n]), append(p.By, max(0, request-f.Behind))
		}
	}
	p.add(newest, request)
	return p
}

// Further is the part of a request that goes on with a history, and before whose newest
// message a stand was put, none where it is empty.
func Further(newest hydrate.Stand, request, reply int) Part {
	p := Part{Length: request + reply}
	p.add(newest, 0)
	return p
}

func (p *Part) add(newest hydrate.Stand, by int) {
	if len(newest.Pieces) > 0 {
		p.Stands, p.By = append(p.Stands, newest), append(p.By, by)
	}
}

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

// Behind is the history with a part behind it.
func (h Held) Behind(p Part) Held {
	next := Held{slices.Clone(h.stands), slices.Clone(h.ends), h.length + p.Length}
	for i, s := range p.Stands {
		next.stands, next.ends = append(next.stands, s), append(next.ends, h.length+p.By[i])
	}
	return next
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

// Knows reports whether the history that ends with a reply is there.
func (c *Chain) Knows(name string) bool {
	_, known := c.held[name]
	return known
}

// Get returns the history that a request goes on with, an empty one where it is not
// known: nothing counts as shown then.
func (c *Chain) Get(name string) Held { return c.held[name] }
