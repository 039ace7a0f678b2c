package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"holdfast/engine/bridge"
	"holdfast/engine/config"
	"holdfast/engine/gateway/wire"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// ToolCall is a command that a reply asked for and that has not ended
// (TSLP 8.5).
type ToolCall struct {
	ID      string
	Command string
	Episode string
	Session string
	Asked   time.Time
	// Running reports whether it runs; else it waits, for the operator or for the one
	// before it.
	Running bool
	// Approved reports whether it needs no word of the operator any more.
	Approved bool
}

// toolCall is a ToolCall with where its result belongs.
type toolCall struct {
	ToolCall
	call bridge.Call
	turn *turn
	by   string          // who approved it, noOne for a call that is refused
	run  context.Context // of the run, nil before
	stop context.CancelFunc
}

// toolbox holds the commands that replies asked for and runs what is approved,
// one at a time. It owns its goroutine.
type toolbox struct {
	engine *Engine
	cfg    config.Bridge
	env    []string
	ctx    context.Context
	end    context.CancelFunc
	done   sync.WaitGroup
	wake   chan struct{} // holds one token while something may be to be run

	mu    sync.Mutex
	calls []*toolCall // in the order in which they were asked for
	asked int
}

// maxWaiting bounds the commands that wait: a model that asks for ever is heard
// no longer.
const maxWaiting = 32

// startToolbox starts the tool bridge where it is configured.
func (e *Engine) startToolbox(s *serving) {
	if e.cfg.Bridge.Mode == config.BridgeOff {
		return
	}
	ctx, end := context.WithCancel(context.Background())
	b := &toolbox{engine: e, cfg: e.cfg.Bridge, env: bridge.Environment(os.Environ()), ctx: ctx, end: end, wake: make(chan struct{}, 1)}
	b.done.Go(b.run)
	s.toolbox = b
	s.closers = append(s.closers, func() error {
		end()
		b.done.Wait()
		return nil
	})
}

func (e *Engine) toolbox() *toolbox {
	if s := e.serving.Load(); s != nil {
		return s.toolbox
	}
	return nil
}

// tools hears the commands that a reply asks for. Only a reply that ended by
// itself, to a request without tools of its own, may ask.
func (t *turn) tools(blocks []block.Block, reply wire.Reply) {
	e := t.session.engine
	b := e.toolbox()
	if b == nil || t.req.HasTools || len(reply.ToolCalls) > 0 || !finished(reply.Finish) || reply.Truncated {
		return
	}
	calls, refused := bridge.Calls(blocks, e.cfg.Bridge.ShellFences)
	for _, err := range refused {
		e.hub.Alert("", err.Error())
	}
	waits := 0
	for _, c := range calls {
		allowed, room := b.add(t, c)
		switch {
		case !room:
			e.hub.Alert("", fmt.Sprintf("%d commands wait already: what the model asks for is not heard", maxWaiting))
		case allowed:
		case e.unattended:
			e.hub.Alert("", fmt.Sprintf("the model asks to run %q, which is refused: %s", c.Command, unattended))
		default:
			waits++
		}
		if !room {
			break
		}
	}
	if waits > 0 {
		e.hub.Alert("", fmt.Sprintf("the model asks to run %s: T shows it in full", commands(waits)))
	}
	if len(calls) > 0 {
		b.poke()
		e.hub.Changed()
	}
}

// unattended says why a command is refused that the operator would be asked
// about, and what to do; noOne is who approved it.
const (
	unattended = "without a screen nobody can be asked; run holdfast with its screen, or set bridge.mode to allow and list the command in bridge.allow"
	noOne      = "nobody"
)

// finished reports whether a model ended its reply by itself.
func finished(reason string) bool { return reason == "stop" || reason == "end_turn" }

func commands(n int) string {
	if n == 1 {
		return "a command"
	}
	return strconv.Itoa(n) + " commands"
}

// add takes a call in, where there is room, and tells whether it may run unasked.
func (b *toolbox) add(t *turn, c bridge.Call) (allowed, room bool) {
	allowed = b.cfg.Mode == config.BridgeAllow && bridge.Allowed(c, b.cfg.Allow)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.calls) >= maxWaiting {
		return allowed, false
	}
	by := "allow_list"
	if !allowed && b.engine.unattended {
		by = noOne
	}
	b.asked++
	b.calls = append(b.calls, &toolCall{
		ToolCall: ToolCall{
			ID: t.id + "." + strconv.Itoa(b.asked), Command: c.Command, Episode: t.id, Session: t.session.name(), Asked: b.engine.now(), Approved: allowed || by == noOne,
		},
		call: c, turn: t, by: by,
	})
	return allowed, true
}

func (b *toolbox) poke() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// run runs what is approved, in the order in which it was asked for.
func (b *toolbox) run() {
	for {
		select {
		case <-b.ctx.Done():
			return
		case <-b.wake:
		}
		for c := b.next(); c != nil; c = b.next() {
			b.runOne(c)
		}
	}
}

func (b *toolbox) next() *toolCall {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.calls, func(c *toolCall) bool { return c.Approved })
	if i < 0 || b.ctx.Err() != nil {
		return nil
	}
	b.calls[i].Running = true
	b.calls[i].run, b.calls[i].stop = context.WithCancel(b.ctx)
	return b.calls[i]
}

func (b *toolbox) runOne(c *toolCall) {
	defer c.stop()
	if c.by == noOne {
		b.ended(c, bridge.Result{Call: c.call, Status: bridge.Refused, Detail: "nobody is there to approve it"})
		return
	}
	b.engine.hub.Changed()
	r := bridge.Run(c.run, b.engine.cfg.Workspace.Root, b.env, c.call, bridge.Limits{
		Timeout: time.Duration(b.cfg.TimeoutSeconds) * time.Second, Output: b.cfg.OutputKiB << 10,
	})
	b.ended(c, r)
}

// ended records what became of a call, and keeps its result for the next
// request of the conversation. The call is listed until then.
func (b *toolbox) ended(c *toolCall, r bridge.Result) {
	t := c.turn
	ran := event.ToolRan{
		Episode: t.id, Conversation: t.req.Conversation, Call: event.Hash(c.call.JSON()), Status: r.Status, Exit: r.Exit, Detail: r.Detail, By: c.by,
		Millis: int(r.Took.Milliseconds()),
	}
	blobs := [][]byte{c.call.JSON()}
	if r.Output != "" {
		ran.Result = event.Hash([]byte(r.Output))
		blobs = append(blobs, []byte(r.Output))
	}
	err := t.session.commit(context.Background(), blobs, []event.Event{ran})
	b.engine.recordOutcome(err)
	if err == nil { // what is not on record is not shown to the model
		t.conv.mu.Lock()
		t.conv.results = append(t.conv.results, r)
		t.conv.mu.Unlock()
	}
	b.drop(c.ID)
	b.engine.hub.Changed()
}

func (b *toolbox) drop(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = slices.DeleteFunc(b.calls, func(c *toolCall) bool { return c.ID == id })
}

// ToolCalls lists the commands that replies asked for and that have not ended,
// the oldest first.
func (e *Engine) ToolCalls() []ToolCall {
	b := e.toolbox()
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]ToolCall, len(b.calls))
	for i, c := range b.calls {
		list[i] = c.ToolCall
	}
	return list
}

// errNoCall tells that a command has ended, or never was.
var errNoCall = fmt.Errorf("the command does not wait any more: %w", ErrChanged)

// waiting finds a call by what was shown of it.
func (b *toolbox) waiting(shown ToolCall) (*toolCall, error) {
	i := slices.IndexFunc(b.calls, func(c *toolCall) bool { return c.ID == shown.ID && c.Command == shown.Command })
	if i < 0 {
		return nil, errNoCall
	}
	return b.calls[i], nil
}

// RunTool is the operator's word that a command may run. It fails with
// ErrChanged unless exactly what was shown still waits.
func (e *Engine) RunTool(_ context.Context, shown ToolCall) error {
	b := e.toolbox()
	if b == nil {
		return errNoCall
	}
	b.mu.Lock()
	c, err := b.waiting(shown)
	if err == nil && c.Approved {
		err = errors.New("the command is to be run already")
	}
	if err == nil {
		c.Approved, c.by = true, "operator"
	}
	b.mu.Unlock()
	if err == nil {
		b.poke()
		e.hub.Changed()
	}
	return err
}

// DenyTool ends a call that waits, without running it, and stops one that runs.
// The model is told.
func (e *Engine) DenyTool(_ context.Context, shown ToolCall) error {
	b := e.toolbox()
	if b == nil {
		return errNoCall
	}
	b.mu.Lock()
	c, err := b.waiting(shown)
	if err != nil {
		b.mu.Unlock()
		return err
	}
	if c.Running {
		c.by = "operator"
		c.stop()
		b.mu.Unlock()
		return nil
	}
	b.calls = slices.DeleteFunc(b.calls, func(x *toolCall) bool { return x == c })
	c.by = "operator"
	b.mu.Unlock()
	b.ended(c, bridge.Result{Call: c.call, Status: bridge.Denied})
	return nil
}

// recallResults reads the results that came after the conversation's latest
// episode was opened, and that no request has shown yet.
func (s *session) recallResults(ctx context.Context, conversation string, after int64) ([]bridge.Result, error) {
	if s.engine.cfg.Bridge.Mode == config.BridgeOff {
		return nil, nil
	}
	var results []bridge.Result
	err := s.engine.db.Since(ctx, s.id, after, 0, func(row event.Row) error {
		if row.Type != (event.ToolRan{}).Type() {
			return nil
		}
		ev, err := event.Decode(row.Type, row.Data)
		ran, ok := ev.(event.ToolRan)
		if err != nil || !ok || ran.Conversation != conversation {
			return err
		}
		r, err := s.result(ctx, ran)
		if err == nil {
			results = append(results, r)
		}
		return err
	})
	return results, err
}

func (s *session) result(ctx context.Context, ran event.ToolRan) (bridge.Result, error) {
	r := bridge.Result{Status: ran.Status, Exit: ran.Exit, Detail: ran.Detail}
	call, err := s.engine.db.Blob(ctx, ran.Call)
	if err != nil {
		return r, err
	}
	if r.Call, err = bridge.ReadCall(call); err != nil || ran.Result == "" {
		return r, err
	}
	output, err := s.engine.db.Blob(ctx, ran.Result)
	r.Output = string(output)
	return r, err
}
