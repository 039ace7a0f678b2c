package scripted

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/gateway/wire"
)

// Server is a scripted model that listens.
type Server struct {
	script   Script
	http     *http.Server
	listener net.Listener
	done     chan struct{}
	cancel   context.CancelFunc
	replies  atomic.Int64
	inFlight sync.WaitGroup
}

// Start listens on a free loopback port and answers until ctx ends or Close is
// called.
func Start(ctx context.Context, script Script) (*Server, error) {
	if script.Model == "" {
		script.Model = "holdfast-demo"
	}
	if script.Wait == nil {
		script.Wait = wait
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting the scripted model: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{script: script, listener: l, done: make(chan struct{}), cancel: cancel}
	s.http = &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	go func() {
		defer close(s.done)
		stopped := context.AfterFunc(ctx, func() { s.http.Close() })
		defer stopped()
		s.http.Serve(l) // returns when it is closed
	}()
	return s, nil
}

// URL is the server's base URL, without /v1.
func (s *Server) URL() *url.URL {
	return &url.URL{Scheme: "http", Host: s.listener.Addr().String()}
}

// Close cuts what is under way, stops listening, and waits for both.
func (s *Server) Close() error {
	s.cancel()
	err := s.http.Close()
	<-s.done
	s.inFlight.Wait()
	return err
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/v1/chat/completions", "/v1/messages", "/v1/responses", "/api/chat"} {
		format, _ := wire.FormatOf(path)
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			s.inFlight.Add(1)
			defer s.inFlight.Done()
			s.ask(w, r, format)
		})
	}
	s.handleTheRest(mux)
	return mux
}

// handleTheRest adds what clients ask beside their turns.
func (s *Server) handleTheRest(mux *http.ServeMux) {
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, 64<<20))
		if err != nil {
			fail(w, wire.Messages, http.StatusBadRequest, "the body could not be read: "+err.Error())
			return
		}
		answer(w, http.StatusOK, object{"input_tokens": n / 4})
	})
	mux.HandleFunc("GET /api/tags", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusOK, object{"models": []any{object{"name": s.script.Model, "model": s.script.Model}}})
	})
	mux.HandleFunc("GET /api/version", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusOK, object{"version": "0.0.0"})
	})
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusOK, map[string]any{"object": "list", "data": []any{
			map[string]any{"id": s.script.Model, "object": "model", "owned_by": "holdfast", "context_length": 32768},
		}})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, wire.FormatFor(r.URL.Path), http.StatusNotFound, "the scripted model has nothing at "+r.URL.Path)
	})
}

// object is a JSON object that is put together here.
type object = map[string]any

func answer(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	send(w, status, body)
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // a client that left needs no answer
}

func fail(w http.ResponseWriter, f wire.Format, status int, message string) {
	send(w, status, f.Body(wire.Refusal{Status: status, Code: strconv.Itoa(status), Message: message}))
}

// ask answers a request in its own format.
func (s *Server) ask(w http.ResponseWriter, r *http.Request, format wire.Format) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<20))
	if err != nil {
		fail(w, format, http.StatusBadRequest, "the body could not be read: "+err.Error())
		return
	}
	req, err := wire.Parse(format, body, nil)
	if err != nil {
		fail(w, format, http.StatusBadRequest, err.Error())
		return
	}
	if why := unfit(req); why != "" {
		fail(w, format, http.StatusBadRequest, why)
		return
	}
	turn := s.script.turnOf(req)
	if loads(req) {
		turn = Turn{Finish: "load"}
	}
	switch f := turn.Fault; {
	case f.Rubbish:
		rubbish(w)
	case f.Status != 0:
		w.Header().Set("Retry-After", "1")
		fail(w, format, f.Status, turn.Reply)
	case f.Cut < 0:
		panic(http.ErrAbortHandler)
	case f.Hang < 0:
		<-r.Context().Done()
	default:
		a := s.answerTo(turn, len(body))
		if req.Stream {
			a.stream(w, r, voiceOf(format))
		} else {
			answer(w, http.StatusOK, voiceOf(format).document(a))
		}
	}
}

// rubbish answers with what is no HTTP.
func rubbish(w http.ResponseWriter) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer c.Close()
	io.WriteString(c, "\x00\x01 this is not HTTP\r\n\r\n")
}

// reply is one answer on its way.
type reply struct {
	*Server
	turn Turn
	n    int64 // how many answers came before it, plus one
	// finish is the finish reason in the words of chat completions.
	finish    string
	asked     int // tokens of the prompt, estimated
	generated int
}

func (s *Server) answerTo(turn Turn, promptBytes int) *reply {
	a := &reply{Server: s, turn: turn, n: s.replies.Add(1), finish: turn.Finish, asked: cmp.Or(turn.Asked, promptBytes/4)}
	a.generated = len(tokens(turn.Reasoning)) + len(tokens(turn.Reply))
	if a.finish == "" {
		a.finish = "stop"
		if len(turn.ToolCalls) > 0 {
			a.finish = "tool_calls"
		}
	}
	a.turn.ToolCalls = append([]wire.ToolCall(nil), turn.ToolCalls...)
	for i := range a.turn.ToolCalls {
		if c := &a.turn.ToolCalls[i]; c.ID == "" {
			c.ID = fmt.Sprintf("call_%d_%d", a.n, i+1)
		}
	}
	return a
}
