package gateway

import (
	"crypto/subtle"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// A local server is reachable from every web page that the user opens, through
// a name that resolves to 127.0.0.1 or by a form that posts to it. The guard
// lets in only what names this machine and comes from it.

// admit returns false where it has answered the request itself: because it may
// not come in, or because it is a CORS preflight.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) bool {
	if !s.ownHost(r) {
		refuse(http.StatusForbidden, "forbidden_host",
			"the Host %q is not this machine's loopback name nor the address that holdfast listens on; use http://%s", r.Host, s.Addr()).write(w)
		return false
	}
	origins := r.Header.Values("Origin")
	for _, origin := range origins {
		if !ownOrigin(origin) {
			refuse(http.StatusForbidden, "forbidden_origin",
				"the origin %q may not use holdfast; only pages served from this machine may", origin).write(w)
			return false
		}
	}
	if len(origins) == 1 {
		allowOrigin(w.Header(), origins[0])
		if preflight(w, r) {
			return false
		}
	}
	if s.opts.Token != "" && !bearer(r.Header.Get("Authorization"), s.opts.Token) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(http.StatusUnauthorized, "invalid_api_key",
			"holdfast was started with a token; send it as Authorization: Bearer TOKEN (most clients: as the API key)").write(w)
		return false
	}
	if formLike(r) {
		refuse(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"a body of type %q is refused, since any web page can send one; send Content-Type: application/json", r.Header.Get("Content-Type")).write(w)
		return false
	}
	return true
}

// ownHost reports whether the Host header names loopback or the listen address.
func (s *Server) ownHost(r *http.Request) bool {
	host := hostname(r.Host)
	if loopbackName(host) {
		return true
	}
	if listen := hostname(s.opts.Listen); host != "" && strings.EqualFold(host, listen) {
		return true
	}
	// Listening on every address: the address that this connection came in on
	// is one. A name is never let in this way, since names can be rebound.
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		ip := net.ParseIP(host)
		return ip != nil && ip.Equal(local.IP)
	}
	return false
}

// ownOrigin reports whether a page comes from this machine. "null" does not.
func ownOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.User == nil && loopbackName(u.Hostname())
}

// hostname returns the host of "host:port", "[v6]:port" or a bare host.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// loopbackName reports whether a host can only mean this machine. RFC 6761
// reserves localhost and every name under it.
func loopbackName(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func bearer(header, token string) bool {
	scheme, given, _ := strings.Cut(header, " ")
	return strings.EqualFold(scheme, "Bearer") &&
		subtle.ConstantTimeCompare([]byte(strings.TrimSpace(given)), []byte(token)) == 1
}

// preflight answers the CORS preflight of a page of this machine: no upstream
// knows of holdfast's headers.
func preflight(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" || !apiPath(sessionless(r.URL.Path)) {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", "600")
	h.Set("Server", ownServer)
	w.WriteHeader(http.StatusNoContent)
	return true
}

// allowOrigin lets a page read an answer, unless the upstream said already who
// may: a second header would make browsers refuse both.
func allowOrigin(h http.Header, origin string) {
	if origin == "" || h.Get("Access-Control-Allow-Origin") != "" {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "*")
	h.Add("Vary", "Origin")
}

// formLike reports whether a body has one of the types that a web page can post
// anywhere without asking.
func formLike(r *http.Request) bool {
	if readOnly(r) {
		return false // has no body
	}
	for _, value := range r.Header.Values("Content-Type") {
		kind, _, err := mime.ParseMediaType(value)
		if err != nil {
			kind, _, _ = strings.Cut(strings.ToLower(value), ";")
			kind = strings.TrimSpace(kind)
		}
		switch kind {
		case "text/plain", "application/x-www-form-urlencoded", "multipart/form-data":
			return true
		}
	}
	return false
}

// jsonBody refuses a body for an understood endpoint that is not plain JSON.
func jsonBody(r *http.Request) *apiError {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"%s takes Content-Type: application/json, not %q", r.URL.Path, r.Header.Get("Content-Type"))
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return refuse(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"holdfast reads no compressed request bodies (Content-Encoding: %s); send it uncompressed", coding)
	}
	return nil
}
