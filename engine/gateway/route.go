package gateway

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"holdfast/engine/gateway/wire"
)

// diagnosticPaths are the endpoints of TSLP 14.3 and no other (TSLP 14.4).
var diagnosticPaths = map[string]bool{
	"/health": true, "/state": true, "/recent": true, "/doctor": true, "/debug/last-prompt": true,
}

var sessionName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// ServeHTTP implements http.Handler: guard, then route by path.
func (s *Server) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w := &responseWriter{ResponseWriter: rw, errors: wire.FormatFor(sessionless(r.URL.Path))}
	defer s.contain(w, r)
	if !s.admit(w, r) {
		return
	}
	r, ok := inSession(r)
	if !ok || dotSegments(r.URL.Path) || r.Method == http.MethodConnect { // there is nothing to tunnel to
		s.notFound(w, r)
		return
	}
	path := r.URL.Path
	format, understood := wire.FormatOf(path)
	switch {
	case understood && r.Method == http.MethodPost:
		s.understood(w, r, format)
	case understood && asksForSocket(r.Header):
		s.refuseSocket(w, r)
	case apiPath(path) || path == "/" && readOnly(r):
		s.forward(w, r)
	case diagnosticPaths[path]:
		s.diagnose(w, r)
	default:
		s.notFound(w, r)
	}
}

// inSession takes the prefix /s/SESSION off the path and names the session in
// the header instead, so that there is one place to look for it. It returns
// false for a prefix that can name no session.
func inSession(r *http.Request) (*http.Request, bool) {
	rest, ok := strings.CutPrefix(r.URL.Path, "/s/")
	if !ok {
		return r, true
	}
	name, _, _ := strings.Cut(rest, "/")
	escaped, ok := strings.CutPrefix(r.URL.EscapedPath(), "/s/"+name+"/")
	if !ok || !sessionName.MatchString(name) {
		return r, false
	}
	inner := *r
	inner.Header = r.Header.Clone()
	inner.Header.Set(wire.SessionHeader, name)
	inner.URL = &url.URL{Path: sessionless(r.URL.Path), RawPath: "/" + escaped, RawQuery: r.URL.RawQuery}
	return &inner, true
}

// sessionless returns path without the prefix /s/SESSION.
func sessionless(path string) string {
	rest, ok := strings.CutPrefix(path, "/s/")
	if !ok {
		return path
	}
	_, rest, _ = strings.Cut(rest, "/")
	return "/" + rest
}

func apiPath(path string) bool {
	return strings.HasPrefix(path, "/v1/") || strings.HasPrefix(path, "/api/")
}

// readOnly reports whether a request asks for something and changes nothing. At
// / it is how Ollama's command line asks whether a server is there.
func readOnly(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}

// dotSegments reports whether a path climbs: what is forwarded must stay under
// the prefix by which it was let through.
func dotSegments(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "." || part == ".." {
			return true
		}
	}
	return false
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	refuse(http.StatusNotFound, "not_found",
		"holdfast has nothing at %s; clients use the base URL http://%s/v1", r.URL.Path, s.Addr()).write(w)
}

// diagnose hands a read-only request to the diagnostics (TSLP 14.2).
func (s *Server) diagnose(w http.ResponseWriter, r *http.Request) {
	if s.opts.Diagnostics == nil {
		s.notFound(w, r)
		return
	}
	if !readOnly(r) {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(http.StatusMethodNotAllowed, "method_not_allowed",
			"%s can only be read; use GET", r.URL.Path).write(w)
		return
	}
	if refused := s.checkSession(r); refused != nil {
		refused.write(w)
		return
	}
	w.Header().Set("Server", ownServer)
	s.opts.Diagnostics.ServeHTTP(w, r)
}

// checkSession refuses a session that does not exist, for requests that never
// reach the Pipeline.
func (s *Server) checkSession(r *http.Request) *apiError {
	name := r.Header.Get(wire.SessionHeader)
	sessions, ok := s.opts.Pipeline.(Sessions)
	if name == "" || !ok {
		return nil
	}
	return beginError(sessions.CheckSession(r.Context(), name))
}

// responseWriter remembers whether an answer has begun, and in whose shape an
// error is told.
type responseWriter struct {
	http.ResponseWriter
	errors wire.Format
	begun  bool
}

func (w *responseWriter) WriteHeader(status int) {
	w.begun = w.begun || status >= 200
	w.ResponseWriter.WriteHeader(status)
}

func (w *responseWriter) Write(b []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController find what the writer can do.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// contain turns a panic of a handler into a 500, or into a connection that
// breaks where the answer had begun: never into a clean end.
func (s *Server) contain(w *responseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.log.Error("a request made holdfast panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", stack())
	if w.begun {
		panic(http.ErrAbortHandler)
	}
	refuse(http.StatusInternalServerError, "internal_error",
		"holdfast failed on this request; the cause is in its log").write(w)
}
