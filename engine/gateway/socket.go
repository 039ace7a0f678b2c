package gateway

import (
	"net/http"
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
)

// What crosses a connection that has changed its protocol is not read. On a
// path that is understood a whole session would go by unseen, so that nothing
// but HTTP is spoken there; elsewhere a WebSocket may pass, and Activity has a
// line of it. Any other change of the protocol is an offer that a server may
// leave alone (RFC 9110 7.8), and holdfast does.

const webSocket = "websocket"

// asksForSocket reports whether a request asks for a WebSocket (RFC 6455 4.1).
func asksForSocket(h http.Header) bool {
	return hasToken(h.Values("Connection"), "upgrade") && hasToken(h.Values("Upgrade"), webSocket)
}

func hasToken(values []string, token string) bool {
	return slices.ContainsFunc(values, func(value string) bool {
		for part := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(part), token) {
				return true
			}
		}
		return false
	})
}

// refuseSocket turns a WebSocket away from a path whose requests are read. The
// status is the one by which clients know to POST instead, and the header names
// what has to be spoken (RFC 9110 15.5.22).
func (s *Server) refuseSocket(w http.ResponseWriter, r *http.Request) {
	if refused := s.checkSession(r); refused != nil {
		refused.write(w)
		return
	}
	refused := refuse(http.StatusUpgradeRequired, "websocket_refused",
		"POST to %s instead: a WebSocket would pass holdfast unread (where the client does not do so by itself, look for its setting of the transport)", r.URL.Path)
	s.tellOfSocket(r, refused.Message)
	w.Header().Set("Connection", "Upgrade")
	w.Header().Set("Upgrade", "HTTP/1.1")
	refused.write(w)
}

// tellOfSocket tells the Pipeline of a WebSocket, where it wants to know.
func (s *Server) tellOfSocket(r *http.Request, refused string) {
	if sockets, ok := s.opts.Pipeline.(Sockets); ok {
		sockets.Socket(r.Context(), r.Header.Get(wire.SessionHeader), pathAndQuery(r), refused)
	}
}

// onlySocket leaves of the protocols that a forwarded request offers to change to
// none but a WebSocket's.
func onlySocket(h http.Header) {
	if hasToken(h.Values("Upgrade"), webSocket) {
		h.Set("Upgrade", webSocket)
		return
	}
	h.Del("Upgrade")
	h.Del("Connection")
}
