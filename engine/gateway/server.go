package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"holdfast/engine/gateway/wire"
)

// DefaultListen is the address that holdfast listens on where none is given.
const DefaultListen = "127.0.0.1:4141"

// Options are what a Server needs to run.
type Options struct {
	// Pipeline is told of every understood request. Required.
	Pipeline Pipeline
	// Earlier tells where a request ties in that goes on with a reply, or with a
	// conversation, which the model server keeps under an id, as far as the Pipeline
	// knows; nil: what this Server has seen itself is known, for a while.
	Earlier func(ctx context.Context, id string) (Link, bool)
	// Upstream is the base URL of the model server, with or without /v1; nil
	// until SetUpstream is called, and requests are answered 502 until then.
	Upstream *url.URL
	// Listen is host:port; "" means DefaultListen, port 0 any free port.
	Listen string
	// Token is demanded as a bearer token where it is not "". An address that
	// is not loopback needs one.
	Token string
	// Diagnostics answers the endpoints of TSLP 14.3: only GET and HEAD reach
	// it, with the session named in wire.SessionHeader. nil: they are 404.
	Diagnostics http.Handler
	// HeaderTimeout bounds how long the upstream may be silent before its
	// response header; 0 means 10 minutes, for models that load first.
	HeaderTimeout time.Duration
	// ClientTimeout bounds how long a client may take to send its request
	// header; 0 means 10 seconds.
	ClientTimeout time.Duration
	// SettleTimeout bounds how long the end of a stream is held back for an
	// upstream that goes silent after the finish reason; 0 means 2 seconds.
	SettleTimeout time.Duration
	// DrainTimeout bounds how long Serve waits for requests in flight when it
	// is told to stop; 0 means 10 seconds.
	DrainTimeout time.Duration
	// MaxBody caps an understood request's body, in bytes; 0 means 32 MiB.
	MaxBody int64
	// MaxReply caps the copy that is kept of a reply, in bytes; 0 means
	// wire.DefaultReplyCap. The client gets longer replies all the same.
	MaxReply int
	// Window cuts the client's own history to that many pairs of messages; 0
	// leaves it whole.
	Window int
	// Logger gets failures; nil means slog.Default.
	Logger *slog.Logger
}

// Server is the proxy: an http.Handler and, after Listen, a listener.
type Server struct {
	opts       Options
	log        *slog.Logger
	upstream   atomic.Pointer[url.URL]
	transport  *http.Transport
	passOn     *httputil.ReverseProxy
	parser     wire.Parser
	threads    threads
	buffers    sync.Pool // *[]byte of chunkSize
	collectors sync.Pool // *wire.Collector
	listener   net.Listener
	inFlight   sync.WaitGroup
}

// chunkSize is how much of a reply is read at once. A stream comes in pieces far
// smaller, and every stream under way holds a buffer.
const chunkSize = 16 << 10

// New checks the options and returns a server that does not listen yet.
func New(opts Options) (*Server, error) {
	if opts.Pipeline == nil {
		return nil, errors.New("gateway: a Pipeline is required")
	}
	if opts.Listen == "" {
		opts.Listen = DefaultListen
	}
	host, _, err := net.SplitHostPort(opts.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen %s is not host:port, such as %s: %w", opts.Listen, DefaultListen, err)
	}
	if !loopbackName(host) && opts.Token == "" {
		return nil, fmt.Errorf("--listen %s can be reached from other machines, so it needs --token", opts.Listen)
	}
	opts.HeaderTimeout = orDefault(opts.HeaderTimeout, 10*time.Minute)
	opts.ClientTimeout = orDefault(opts.ClientTimeout, 10*time.Second)
	opts.SettleTimeout = orDefault(opts.SettleTimeout, 2*time.Second)
	opts.DrainTimeout = orDefault(opts.DrainTimeout, 10*time.Second)
	opts.MaxBody = orDefault(opts.MaxBody, 32<<20)
	opts.MaxReply = orDefault(opts.MaxReply, wire.DefaultReplyCap)
	s := &Server{opts: opts, log: opts.Logger, transport: newTransport(opts.HeaderTimeout)}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.parser.Window = opts.Window
	s.threads.earlier = opts.Earlier
	s.buffers.New = func() any { b := make([]byte, chunkSize); return &b }
	s.collectors.New = func() any { return new(wire.Collector) }
	s.passOn = s.newPassOn()
	s.SetUpstream(opts.Upstream)
	return s, nil
}

func orDefault[T time.Duration | int64 | int](v, def T) T {
	if v > 0 {
		return v
	}
	return def
}

// newTransport connects to the upstream. Bodies pass as they came, so nothing
// is compressed or decompressed; a proxy from the environment is used, but
// never for loopback.
func newTransport(headerTimeout time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           dialUpstream,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: headerTimeout,
		MaxIdleConns:          256,
		MaxIdleConnsPerHost:   128,
		IdleConnTimeout:       90 * time.Second,
		DisableCompression:    true,
		ForceAttemptHTTP2:     true,
	}
}

// SetUpstream points the server at another model server; nil means none.
// Requests in flight are not affected.
func (s *Server) SetUpstream(u *url.URL) {
	if u != nil {
		u = baseOf(u)
	}
	s.upstream.Store(u)
}

// Upstream is the base URL that requests go to, without /v1; nil for none.
func (s *Server) Upstream() *url.URL { return s.upstream.Load() }

// Addr is the address that the server listens on, the configured one before
// Listen.
func (s *Server) Addr() string {
	if s.listener == nil {
		return s.opts.Listen
	}
	return s.listener.Addr().String()
}

// TryListen takes an address and gives it back at once: it fails as Listen would.
func TryListen(addr string) error {
	l, err := listen(addr)
	if err != nil {
		return err
	}
	return l.Close()
}

func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, newBusyError(addr, err)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	return l, nil
}

// Listen takes the address. A port that is in use is a *BusyError.
func (s *Server) Listen() error {
	l, err := listen(s.opts.Listen)
	if err != nil {
		return err
	}
	s.listener = l
	if u := s.Upstream(); u != nil && s.isSelf(u) {
		l.Close()
		return fmt.Errorf("--upstream %s is the address that holdfast itself listens on; name the model server instead", u)
	}
	return nil
}

// isSelf reports whether u leads back to this server.
func (s *Server) isSelf(u *url.URL) bool {
	_, port, err := net.SplitHostPort(s.Addr())
	return err == nil && u.Port() == port && (loopbackName(u.Hostname()) || strings.EqualFold(u.Hostname(), hostname(s.Addr())))
}

// Serve answers requests until ctx ends, then takes no new ones, lets those in
// flight finish within DrainTimeout, cuts what is left, and returns when every
// handler has returned. It calls Listen if that was not done.
func (s *Server) Serve(ctx context.Context) error {
	if s.listener == nil {
		if err := s.Listen(); err != nil {
			return err
		}
	}
	server := &http.Server{
		Handler:           s.counted(),
		ReadHeaderTimeout: s.opts.ClientTimeout,
		IdleTimeout:       5 * time.Minute,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(s.listener) }()
	defer s.transport.CloseIdleConnections()
	select {
	case err := <-failed:
		server.Close()
		s.inFlight.Wait()
		return fmt.Errorf("serving on %s: %w", s.Addr(), err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.opts.DrainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		s.log.Warn("requests were still in flight after the drain time and are cut", "timeout", s.opts.DrainTimeout)
		server.Close()
	}
	s.inFlight.Wait()
	<-failed
	return nil
}

// counted lets Serve wait for every handler, those of cut connections too.
func (s *Server) counted() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.inFlight.Add(1)
		defer s.inFlight.Done()
		s.ServeHTTP(w, r)
	})
}

func stack() string { return string(debug.Stack()) }
