package gateway

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
)

// maxPrefetch is how much of a forwarded body is read before it is sent. Only
// larger ones, such as model uploads, are streamed upstream.
const maxPrefetch = 4 << 20

type baseKey struct{}

// forward passes on a request that holdfast does not read: path, query,
// headers, body and reply as they are.
func (s *Server) forward(w http.ResponseWriter, r *http.Request) {
	if refused := s.checkSession(r); refused != nil {
		refused.write(w)
		return
	}
	base := s.Upstream()
	if base == nil {
		unreachable(nil, nil).write(w)
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), baseKey{}, base))
	if err := prefetch(r); err != nil {
		refuse(http.StatusBadRequest, "incomplete_body", "the request body ended early: %v", err).write(w)
		return
	}
	if asksForSocket(r.Header) {
		s.tellOfSocket(r, "")
	}
	clear(w.Header()) // passOn adds the upstream's to what is there
	s.passOn.ServeHTTP(w, r)
}

// prefetch reads a body of ordinary size before it is forwarded, for the same
// reason as readBody.
func prefetch(r *http.Request) error {
	if r.ContentLength == 0 || r.ContentLength > maxPrefetch {
		return nil
	}
	head, err := io.ReadAll(io.LimitReader(r.Body, maxPrefetch+1))
	if err != nil {
		return err
	}
	if len(head) > maxPrefetch {
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(head), r.Body), r.Body}
		return nil
	}
	r.Body = io.NopCloser(bytes.NewReader(head))
	r.ContentLength = int64(len(head))
	r.TransferEncoding = nil
	return nil
}

func (s *Server) newPassOn() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport:     s.transport,
		FlushInterval: -1, // at once
		BufferPool:    &copyBuffers{s},
		ErrorLog:      slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		Rewrite: func(p *httputil.ProxyRequest) {
			base := p.In.Context().Value(baseKey{}).(*url.URL)
			p.Out.URL = target(base, p.In.URL)
			p.Out.Host = base.Host
			// These are end-to-end headers that ReverseProxy takes out.
			for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
				if values, ok := p.In.Header[name]; ok {
					p.Out.Header[name] = values
				}
			}
			onlySocket(p.Out.Header)
			s.address(p.Out.Header, base)
		},
		ModifyResponse: func(resp *http.Response) error {
			allowOrigin(resp.Header, resp.Request.Header.Get("Origin"))
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil {
				panic(http.ErrAbortHandler)
			}
			allowOrigin(w.Header(), r.Header.Get("Origin"))
			base, _ := r.Context().Value(baseKey{}).(*url.URL)
			unreachable(base, err).write(w)
		},
	}
}

// copyBuffers lends the server's buffers to ReverseProxy.
type copyBuffers struct{ s *Server }

// Get implements httputil.BufferPool.
func (c *copyBuffers) Get() []byte { return *c.s.buffers.Get().(*[]byte) }

// Put implements httputil.BufferPool.
func (c *copyBuffers) Put(b []byte) { c.s.buffers.Put(&b) }
