package request

import (
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
)

// At names the newest message of the user's, the zero At where the request has no
// place before it.
func At(req *wire.Request) hydrate.At {
	if req.InsertAt < 0 || req.Turn <= 0 {
		return hydrate.At{}
	}
	return hydrate.AtOf(req.Turn, said(req.Asked.Text, req.Asked.Own))
}

// said is what a message is known by: the user's words, since what clients put
// beside them they may take away again.
func said(text, own string) string {
	if strings.TrimSpace(own) != "" {
		return own
	}
	return text
}

// Found is something that stands before a message of the request.
type Found struct {
	hydrate.Stand
	Place wire.Place
	// Message is the index of the message among those of the request.
	Message int
	// Behind is how many bytes of the body stand behind the place, 0 for the newest
	// message: what follows it goes on with the same turn.
	Behind int
}

// Find returns the stands whose messages the request shows, in its order. at names
// its newest message. Where the server keeps what came before, none is.
func Find(req *wire.Request, at hydrate.At, stands []hydrate.Stand) []Found {
	if len(stands) == 0 || req.Previous != "" || req.Thread != "" {
		return nil
	}
	var list []Found
	for i, m := range req.History {
		if m.Turn == 0 || m.Place.At == 0 {
			continue
		}
		n := slices.IndexFunc(stands, func(s hydrate.Stand) bool { return s.At.Turn == m.Turn })
		if n >= 0 && hydrate.AtOf(m.Turn, said(m.Text, m.Own)) == stands[n].At {
			list = append(list, Found{stands[n], m.Place, i, max(1, len(req.Body)-m.Place.At)})
		}
	}
	if at == (hydrate.At{}) {
		return list
	}
	if n := slices.IndexFunc(stands, func(s hydrate.Stand) bool { return s.At == at }); n >= 0 {
		list = append(list, Found{stands[n], req.Newest(), len(req.History), 0})
	}
	return list
}
