package scripted

import (
	"context"
	"encoding/json"
	"errors"
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
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		s.inFlight.Add(1)
		defer s.inFlight.Done()
		s.chat(w, r)
	})
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusOK, map[string]any{"object": "list", "data": []any{
			map[string]any{"id": s.script.Model, "object": "model", "owned_by": "holdfast", "context_length": 32768},
		}})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, http.StatusNotFound, "the scripted model has nothing at "+r.URL.Path)
	})
	return mux
}

func answer(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // a client that left needs no answer
}

func fail(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]any{"error": map[string]any{
		"message": message, "type": "invalid_request_error", "code": strconv.Itoa(status)}})
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<20))
	if err != nil {
		fail(w, http.StatusBadRequest, "the body could not be read: "+err.Error())
		return
	}
	req, err := wire.ParseChat(body, nil)
	if err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return
	}
	turn := s.script.turnFor(req.Prompt)
	switch f := turn.Fault; {
	case f.Rubbish:
		rubbish(w)
	case f.Status != 0:
		w.Header().Set("Retry-After", "1")
		fail(w, f.Status, turn.Reply)
	case f.Cut < 0:
		panic(http.ErrAbortHandler)
	case f.Hang < 0:
		<-r.Context().Done()
	default:
		a := s.answerTo(turn, len(body))
		if req.Stream {
			a.stream(w, r)
		} else {
			answer(w, http.StatusOK, a.document())
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
	turn   Turn
	id     string
	finish string
	asked  int // tokens of the prompt, estimated
}

func (s *Server) answerTo(turn Turn, promptBytes int) *reply {
	a := &reply{Server: s, turn: turn, id: fmt.Sprintf("chatcmpl-demo-%d", s.replies.Add(1)), finish: turn.Finish, asked: promptBytes / 4}
	if a.finish == "" {
		a.finish = "stop"
		if len(turn.ToolCalls) > 0 {
			a.finish = "tool_calls"
		}
	}
	return a
}

type object = map[string]any

func (a *reply) usage() object {
	n := len(tokens(a.turn.Reply))
	return object{"prompt_tokens": a.asked, "completion_tokens": n, "total_tokens": a.asked + n}
}

func (a *reply) envelope(kind string, choices []any) object {
	return object{"id": a.id, "object": kind, "created": time.Now().Unix(), "model": a.script.Model, "choices": choices}
}

func (a *reply) document() object {
	message := object{"role": "assistant", "content": a.turn.Reply}
	if a.turn.Reasoning != "" {
		message["reasoning_content"] = a.turn.Reasoning
	}
	if len(a.turn.ToolCalls) > 0 {
		message["tool_calls"] = a.toolCalls(func(c wire.ToolCall) string { return string(c.Arguments) })
	}
	doc := a.envelope("chat.completion", []any{object{"index": 0, "message": message, "finish_reason": a.finish}})
	doc["usage"] = a.usage()
	return doc
}

func (a *reply) toolCalls(arguments func(wire.ToolCall) string) []any {
	var calls []any
	for i, c := range a.turn.ToolCalls {
		calls = append(calls, object{"index": i, "id": c.ID, "type": "function",
			"function": object{"name": c.Name, "arguments": arguments(c)}})
	}
	return calls
}

// errCut ends a stream that is told to break.
var errCut = errors.New("cut")

// stream sends the reply as events, paced, the way model servers do.
func (a *reply) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	e := &events{reply: a, w: w, control: http.NewResponseController(w), ctx: r.Context()}
	e.delta(object{"role": "assistant", "content": ""}, nil)
	e.say("reasoning_content", a.turn.Reasoning)
	e.say("content", a.turn.Reply)
	e.calls()
	e.delta(object{}, a.finish)
	last := a.envelope("chat.completion.chunk", []any{})
	last["usage"] = a.usage()
	e.send(last)
	if e.err != nil {
		panic(http.ErrAbortHandler) // the client must see that this is not the end
	}
	io.WriteString(w, "data: [DONE]\n\n") // a client that left needs no end
}

// events writes a stream. After the first error it writes nothing more.
type events struct {
	*reply
	w       io.Writer
	control *http.ResponseController
	ctx     context.Context
	sent    int // tokens
	err     error
}

func (e *events) send(chunk object) {
	if e.err != nil {
		return
	}
	text, err := json.Marshal(chunk)
	if err == nil {
		_, err = fmt.Fprintf(e.w, "data: %s\n\n", text)
	}
	if err == nil {
		err = e.control.Flush()
	}
	e.err = err
}

func (e *events) delta(d object, finish any) {
	e.send(e.envelope("chat.completion.chunk", []any{object{"index": 0, "delta": d, "finish_reason": finish}}))
}

// say sends a text token by token.
func (e *events) say(field, text string) {
	for _, token := range tokens(text) {
		e.pause()
		e.delta(object{field: token}, nil)
		e.sent++
	}
}

// calls sends tool calls split over deltas: first the names, then the
// arguments in pieces.
func (e *events) calls() {
	if len(e.turn.ToolCalls) == 0 {
		return
	}
	e.delta(object{"tool_calls": e.toolCalls(func(wire.ToolCall) string { return "" })}, nil)
	for i, c := range e.turn.ToolCalls {
		for _, piece := range tokens(string(c.Arguments)) {
			e.delta(object{"tool_calls": []any{object{"index": i, "function": object{"arguments": piece}}}}, nil)
		}
	}
}

// pause waits for the time of one token, or does what the fault says.
func (e *events) pause() {
	f := e.turn.Fault
	switch {
	case e.err != nil:
	case f.Cut > 0 && e.sent >= f.Cut:
		e.err = errCut
	case f.Hang > 0 && e.sent >= f.Hang:
		<-e.ctx.Done()
		e.err = e.ctx.Err()
	case e.script.TokensPerSecond > 0:
		e.err = e.script.Wait(e.ctx, time.Duration(float64(time.Second)/e.script.TokensPerSecond))
	}
}
