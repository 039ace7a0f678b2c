package gateway

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"holdfast/engine/gateway/wire"
)

// ParseUpstream reads the URL of a model server as people write it: with or
// without a scheme, with or without a trailing /v1 or slash.
func ParseUpstream(text string) (*url.URL, error) {
	given := strings.TrimSpace(text)
	if !strings.Contains(given, "://") {
		given = "http://" + given
	}
	u, err := url.Parse(given)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("--upstream %q is not the URL of a server, such as http://127.0.0.1:11434", text)
	}
	return baseOf(u), nil
}

// baseOf returns u without a trailing /v1, query or fragment.
func baseOf(u *url.URL) *url.URL {
	return &url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: baseOfPath(u.Path), RawPath: baseOfPath(u.EscapedPath())}
}

func baseOfPath(path string) string {
	path = strings.TrimRight(path, "/")
	return strings.TrimRight(strings.TrimSuffix(path, "/v1"), "/")
}

// target returns where a request goes: path and query stay as they are,
// escapes included.
func target(base, asked *url.URL) *url.URL {
	return &url.URL{
		Scheme:   base.Scheme,
		Host:     base.Host,
		Path:     base.Path + asked.Path,
		RawPath:  base.EscapedPath() + asked.EscapedPath(),
		RawQuery: asked.RawQuery,
	}
}

// hopByHop are the headers that belong to one connection (RFC 9110 7.6.1).
var hopByHop = []string{
	"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate",
	"Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// copyHeader copies the end-to-end headers of one message to another. What it
// copies shares its values with from.
func copyHeader(to, from http.Header) {
	for name, values := range from {
		to[name] = values
	}
	for _, value := range from.Values("Connection") {
		for name := range strings.SplitSeq(value, ",") {
			to.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range hopByHop {
		to.Del(name)
	}
}

// ownPrefix begins the request headers that are for holdfast alone.
const ownPrefix = "X-Holdfast-"

// address removes from a request's headers what is meant for holdfast and not
// for the upstream, and adds what the upstream's URL says.
func (s *Server) address(h http.Header, base *url.URL) {
	for name := range h {
		if strings.HasPrefix(name, ownPrefix) {
			delete(h, name)
		}
	}
	if s.opts.Token != "" { // that Authorization was holdfast's own
		h.Del("Authorization")
	}
	if base.User != nil && h.Get("Authorization") == "" {
		password, _ := base.User.Password()
		credentials := base.User.Username() + ":" + password
		h.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(credentials)))
	}
	if _, ok := h["User-Agent"]; !ok {
		h["User-Agent"] = nil // else the transport adds its own
	}
}

// send sends an understood request, and sends it again where a kept connection
// turns out to be dead before any byte of an answer: model servers close idle
// connections after a few seconds, which is no failure of theirs.
func (x *exchange) send(ctx context.Context, r *http.Request) (*http.Response, error) {
	body := wire.NewSpliced(x.req, x.turn.Insertion()...)
	var kept atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:      func(c httptrace.GotConnInfo) { kept.Store(c.Reused) },
		WroteRequest: func(httptrace.WroteRequestInfo) { x.turn.Sent() },
	})
	resp, err := x.transport.RoundTrip(x.chatRequest(traced, x.base, r, body))
	if err == nil || !kept.Load() || timedOut(err) || ctx.Err() != nil {
		return resp, err
	}
	x.transport.CloseIdleConnections() // the next one is new
	return x.transport.RoundTrip(x.chatRequest(ctx, x.base, r, body))
}

// chatRequest builds the upstream request for an understood one.
func (s *Server) chatRequest(ctx context.Context, base *url.URL, r *http.Request, body wire.Spliced) *http.Request {
	h := make(http.Header, len(r.Header)+2)
	copyHeader(h, r.Header)
	s.address(h, base)
	h.Del("Expect")
	h.Set("Accept-Encoding", "identity") // the reply is read on its way
	reader, _ := body.Open()             // never fails
	out := &http.Request{
		Method: r.Method, URL: target(base, r.URL), Host: base.Host, Header: h,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		ContentLength: body.Len(),
		Body:          reader,
		GetBody:       body.Open,
	}
	return out.WithContext(ctx)
}

// dialUpstream opens a connection to the upstream.
func dialUpstream(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: 10 * time.Second}
	conn, err := dialer.DialContext(ctx, network, address)
	if tcp, ok := conn.(*net.TCPConn); ok {
		return upstreamConn{tcp}, nil
	}
	return conn, err
}

// upstreamConn sends a spliced body from where its pieces lie, in one system
// call. What it embeds would copy them into a buffer of its own first.
type upstreamConn struct{ *net.TCPConn }

// ReadFrom implements io.ReaderFrom.
func (c upstreamConn) ReadFrom(r io.Reader) (int64, error) {
	if limited, ok := r.(*io.LimitedReader); ok {
		if body, ok := limited.R.(spliced); ok && body.Len() <= limited.N {
			n, err := body.WriteTo(c.TCPConn)
			limited.N -= n
			return n, err
		}
	}
	return c.TCPConn.ReadFrom(r)
}

// spliced is what the body of wire.Spliced can do, behind the limit that
// net/http puts before it.
type spliced interface {
	io.WriterTo
	Len() int64 // of what is left, in bytes
}

// unreachable explains why there is no answer from the upstream.
func unreachable(base *url.URL, err error) *apiError {
	if base == nil {
		return refuse(http.StatusBadGateway, "upstream_unreachable",
			"no model server was found; start Ollama, llama.cpp, LM Studio or vLLM, or name one with --upstream URL")
	}
	if timedOut(err) {
		return refuse(http.StatusBadGateway, "upstream_timeout",
			"the model server at %s gave no answer in time: %s", base.Redacted(), reason(err))
	}
	return refuse(http.StatusBadGateway, "upstream_unreachable",
		"the model server at %s does not answer: %s; start it, or name another with --upstream URL", base.Redacted(), reason(err))
}

func timedOut(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}

// reason is the innermost telling part of a network error.
func reason(err error) string {
	var op *net.OpError
	if errors.As(err, &op) && op.Err != nil {
		return op.Err.Error()
	}
	return err.Error()
}
