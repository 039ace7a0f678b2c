package turn

import (
	"context"
	"net/http"

	"holdfast/engine/events"
	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/prompt"
	"holdfast/store/event"
)

// sideTurn is a request that is no turn of the user's (a title, a memory
// helper, a compaction): it gets nothing and changes nothing. Only the screen
// hears of it. What the model says is known again all the same: clients put
// summaries into messages of the user's (product 13).
type sideTurn struct {
	p       *Pipeline
	session *session // nil where nothing is recorded
	looked
}

func (p *Pipeline) beginSide(s *session, req *wire.Request) *sideTurn {
	p.means.Slots.Asks(req.Model, prompt.Asker{What: "a request of the client's for itself"})
	return &sideTurn{p: p, session: s, looked: looked{p.means.Activity.Begin(events.Activity{
		Episode: p.means.NewID(), Session: s.Name(), SessionID: s.ID, Kind: "side", Path: req.Path, Model: req.Model, Prompt: req.SideReason,
	})}}
}

func (t *sideTurn) Insertion() []wire.Insertion { return nil }

func (t *sideTurn) Header() http.Header { return http.Header{} }

func (t *sideTurn) Recorded(context.Context) {}

func (t *sideTurn) Sent() {}

func (t *sideTurn) Finish(_ context.Context, reply wire.Reply) {
	t.learn(reply)
	t.live.End(events.Done, "", reply.TokensOut)
}

// learn takes in what the model said, durably before the client has the end.
func (t *sideTurn) learn(reply wire.Reply) {
	reply.ToolCalls = append(reply.ToolCalls[:len(reply.ToolCalls):len(reply.ToolCalls)], wire.ToolCall{Input: reply.Text}) // it is for the client
	said := t.p.means.Words.Learn(reply)
	if len(said) == 0 || t.session == nil || t.p.means.Sessions.ReadOnly() != "" {
		return
	}
	done := make(chan struct{})
	t.p.means.Recorder.Go(func() {
		defer close(done)
		t.p.means.Recorder.Outcome(t.session.Record(context.Background(), [][]byte{said}, []event.Event{event.ModelSaid{Said: event.Hash(said)}}))
	})
	t.p.means.Recorder.Await(context.Background(), done)
}

func (t *sideTurn) Abort(reply wire.Reply, cause error) {
	reason := "the reply was cut"
	if cause != nil {
		reason = cause.Error()
	}
	t.learn(reply)
	t.live.End(events.Failed, reason, reply.TokensOut)
}

// forward passes a request on as it came, and records nothing of it.
func (p *Pipeline) forward(req *wire.Request) gateway.Turn {
	return &sideTurn{p: p, looked: looked{p.means.Activity.Begin(events.Activity{
		Episode: p.means.NewID(), Kind: "forwarded", Path: req.Path, Model: req.Model, Prompt: events.FirstLine(req.Written),
	})}}
}

// Socket implements gateway.Sockets: what crosses a WebSocket is not read, so
// that all there is of it is a line in Activity.
func (p *Pipeline) Socket(ctx context.Context, session, path, refused string) {
	a := events.Activity{Episode: p.means.NewID(), Kind: "socket", Path: path, Prompt: "a WebSocket: what crosses it is not read"}
	if s, err := p.means.Sessions.For(ctx, session); err == nil {
		a.Session, a.SessionID = s.Name(), s.ID
	}
	phase := events.Done
	if refused != "" {
		phase = events.Failed
	}
	p.means.Activity.Begin(a).End(phase, refused, 0)
}
