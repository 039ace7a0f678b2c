package engine

import (
	"context"
	"net/http"

	"holdfast/engine/events"
	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// sideTurn is a request that is no turn of the user's (a title, a memory
// helper, a compaction): it gets nothing and changes nothing. Only the screen
// hears of it. What the model says is known again all the same: clients put
// summaries into messages of the user's (product 13).
type sideTurn struct {
	engine  *Engine
	session *session // nil where nothing is recorded
	live    *events.Request
}

func (e *Engine) beginSide(s *session, req *wire.Request) *sideTurn {
	return &sideTurn{engine: e, session: s, live: e.activity.Begin(events.Activity{
		Episode: e.newID(), Session: s.Name(), SessionID: s.ID, Kind: "side", Path: req.Path, Model: req.Model, Prompt: req.SideReason,
	})}
}

func (t *sideTurn) Insertion() []wire.Insertion { return nil }
func (t *sideTurn) Header() http.Header         { return http.Header{} }
func (t *sideTurn) Recorded(context.Context)    {}
func (t *sideTurn) Sent()                       {}
func (t *sideTurn) Progress(bytes, events int)  { t.live.Progress(bytes, events) }

func (t *sideTurn) Finish(_ context.Context, reply wire.Reply) {
	t.learn(reply)
	t.live.End(events.Done, "", reply.TokensOut)
}

// learn takes in what the model said, durably before the client has the end.
func (t *sideTurn) learn(reply wire.Reply) {
	reply.ToolCalls = append(reply.ToolCalls[:len(reply.ToolCalls):len(reply.ToolCalls)], wire.ToolCall{Input: reply.Text}) // it is for the client
	said := t.engine.heard.Learn(reply)
	if len(said) == 0 || t.session == nil || t.engine.ReadOnly() != "" {
		return
	}
	done := make(chan struct{})
	t.engine.recorders.Go(func() {
		defer close(done)
		t.engine.recordOutcome(t.session.Record(context.Background(), [][]byte{said}, []event.Event{event.ModelSaid{Said: event.Hash(said)}}))
	})
	t.engine.await(context.Background(), done)
}

func (t *sideTurn) Abort(reply wire.Reply, cause error) {
	reason := "the reply was cut"
	if cause != nil {
		reason = cause.Error()
	}
	t.learn(reply)
	t.live.End(events.Failed, reason, reply.TokensOut)
}

// Socket implements gateway.Sockets: what crosses a WebSocket is not read, so
// that all there is of it is a line in Activity.
func (e *Engine) Socket(ctx context.Context, session, path, refused string) {
	a := events.Activity{Episode: e.newID(), Kind: "socket", Path: path, Prompt: "a WebSocket: what crosses it is not read"}
	if s, err := e.sessionFor(ctx, session); err == nil {
		a.Session, a.SessionID = s.Name(), s.ID
	}
	phase := events.Done
	if refused != "" {
		phase = events.Failed
	}
	e.activity.Begin(a).End(phase, refused, 0)
}

// forward passes a request on as it came, and records nothing of it.
func (e *Engine) forward(req *wire.Request) gateway.Turn {
	return &sideTurn{engine: e, live: e.activity.Begin(events.Activity{
		Episode: e.newID(), Kind: "forwarded", Path: req.Path, Model: req.Model, Prompt: events.FirstLine(req.Written),
	})}
}
