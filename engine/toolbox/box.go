package toolbox

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
	"holdfast/engine/events"
	"holdfast/engine/refusal"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// Call is a command that a reply asked for and that has not ended (TSLP 8.5).
type Call struct {
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

// Asker is the turn whose reply asks for commands.
type Asker struct {
	Episode, Conversation string
	// Session is what the operator calls its session.
	Session string
	// Record commits what became of a command.
	Record func(ctx context.Context, blobs [][]byte, events []event.Event) error
	// Keep has a result shown to the next request of the conversation.
	Keep func(bridge.Result)
}

// waiting is a Call with where its result belongs.
type waiting struct {
	Call
	call  bridge.Call
	asker Asker
	by    string          // who approved it, noOne for a call that is refused
	run   context.Context // of the run, nil before
	stop  context.CancelFunc
}

// Box holds the commands that replies asked for and runs what is approved, one at a
// time. It is safe for concurrent use, and hears nothing before Begin.
type Box struct {
	cfg        config.Bridge
	root       string
	unattended bool
	hub        *events.Hub
	now        func() time.Time
	env        []string

	wake chan struct{} // holds one token while something may be to be run
	done sync.WaitGroup

	mu    sync.Mutex
	ctx   context.Context // of all runs, nil while the box hears nothing
	end   context.CancelFunc
	calls []*waiting // in the order in which they were asked for
	asked int
}

// maxWaiting bounds the commands that wait: a model that asks for ever is heard
// no longer.
const maxWaiting = 32

// New makes a box whose commands run in a folder. Where unattended, nobody looks at a
// screen: who would be asked before a command runs cannot be, and it is refused.
func New(cfg config.Bridge, root string, unattended bool, hub *events.Hub, now func() time.Time) *Box {
	return &Box{
		cfg: cfg, root: root, unattended: unattended, hub: hub, now: now, env: bridge.Environment(os.Environ()), wake: make(chan struct{}, 1),
	}
}

// Begin has commands heard and run until End, where the tool bridge is switched on.
func (b *Box) Begin() {
	if b.cfg.Mode == config.BridgeOff {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ctx, b.end = context.WithCancel(context.Background())
	b.done.Go(func() { b.runAll(b.ctx) })
}

// End stops what runs and drops what waits.
func (b *Box) End() {
	b.mu.Lock()
	end := b.end
	b.mu.Unlock()
	if end == nil {
		return
	}
	end()
	b.done.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ctx, b.end, b.calls = nil, nil, nil
}

// hears reports whether commands are run at all.
func (b *Box) hears() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ctx != nil
}

// Hear takes in the commands that the blocks of a reply ask for.
func (b *Box) Hear(asker Asker, blocks []block.Block) {
	if !b.hears() {
		return
	}
	calls, refused := bridge.Calls(blocks, b.cfg.ShellFences)
	for _, err := range refused {
		b.hub.Alert("", err.Error())
	}
	waits := 0
	for _, c := range calls {
		allowed, room := b.add(asker, c)
		switch {
		case !room:
			b.hub.Alert("", fmt.Sprintf("%d commands wait already: what the model asks for is not heard", maxWaiting))
		case allowed:
		case b.unattended:
			b.hub.Alert("", fmt.Sprintf("the model asks to run %q, which is refused: %s", c.Command, unattended))
		default:
			waits++
		}
		if !room {
			break
		}
	}
	if waits > 0 {
		b.hub.Alert("", fmt.Sprintf("the model asks to run %s: T shows it in full", commands(waits)))
	}
	if len(calls) > 0 {
		b.poke()
		b.hub.Changed()
	}
}

// unattended says why a command is refused that the operator would be asked
// about, and what to do; noOne is who approved it.
const (
	unattended = "without a screen nobody can be asked; run holdfast with its screen, or set bridge.mode to allow and list the command in bridge.allow"
	noOne      = "nobody"
)

func commands(n int) string {
	if n == 1 {
		return "a command"
	}
	return strconv.Itoa(n) + " commands"
}

// add takes a call in, where there is room, and tells whether it may run unasked.
func (b *Box) add(asker Asker, c bridge.Call) (allowed, room bool) {
	allowed = b.cfg.Mode == config.BridgeAllow && bridge.Allowed(c, b.cfg.Allow)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.calls) >= maxWaiting {
		return allowed, false
	}
	by := "allow_list"
	if !allowed && b.unattended {
		by = noOne
	}
	b.asked++
	b.calls = append(b.calls, &waiting{
		Call: Call{
			ID: asker.Episode + "." + strconv.Itoa(b.asked), Command: c.Command, Episode: asker.Episode, Session: asker.Session, Asked: b.now(),
			Approved: allowed || by == noOne,
		},
		call: c, asker: asker, by: by,
	})
	return allowed, true
}

func (b *Box) poke() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// runAll runs what is approved, in the order in which it was asked for.
func (b *Box) runAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		for c := b.next(ctx); c != nil; c = b.next(ctx) {
			b.runOne(c)
		}
	}
}

func (b *Box) next(ctx context.Context) *waiting {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.calls, func(c *waiting) bool { return c.Approved })
	if i < 0 || ctx.Err() != nil {
		return nil
	}
	b.calls[i].Running = true
	b.calls[i].run, b.calls[i].stop = context.WithCancel(ctx)
	return b.calls[i]
}

func (b *Box) runOne(c *waiting) {
	defer c.stop()
	if c.by == noOne {
		b.ended(c, bridge.Result{Call: c.call, Status: bridge.Refused, Detail: "nobody is there to approve it"})
		return
	}
	b.hub.Changed()
	r := bridge.Run(c.run, b.root, b.env, c.call, bridge.Limits{
		Timeout: time.Duration(b.cfg.TimeoutSeconds) * time.Second, Output: b.cfg.OutputKiB << 10,
	})
	b.ended(c, r)
}

// ended records what became of a call, and keeps its result for the next
// request of the conversation. The call is listed until then.
func (b *Box) ended(c *waiting, r bridge.Result) {
	ran := event.ToolRan{
		Episode: c.asker.Episode, Conversation: c.asker.Conversation, Call: event.Hash(c.call.JSON()), Status: r.Status, Exit: r.Exit, Detail: r.Detail, By: c.by,
		Millis: int(r.Took.Milliseconds()),
	}
	blobs := [][]byte{c.call.JSON()}
	if r.Output != "" {
		ran.Result = event.Hash([]byte(r.Output))
		blobs = append(blobs, []byte(r.Output))
	}
	if c.asker.Record(context.Background(), blobs, []event.Event{ran}) == nil { // what is not on record is not shown to the model
		c.asker.Keep(r)
	}
	b.drop(c.ID)
	b.hub.Changed()
}

func (b *Box) drop(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = slices.DeleteFunc(b.calls, func(c *waiting) bool { return c.ID == id })
}

// ToolCalls lists the commands that replies asked for and that have not ended,
// the oldest first.
func (b *Box) ToolCalls() []Call {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Call, len(b.calls))
	for i, c := range b.calls {
		list[i] = c.Call
	}
	return list
}

// errNoCall tells that a command has ended, or never was.
var errNoCall = fmt.Errorf("the command does not wait any more: %w", refusal.ErrChanged)

// found finds a call by what was shown of it. b.mu is held.
func (b *Box) found(shown Call) (*waiting, error) {
	i := slices.IndexFunc(b.calls, func(c *waiting) bool { return c.ID == shown.ID && c.Command == shown.Command })
	if i < 0 {
		return nil, errNoCall
	}
	return b.calls[i], nil
}

// RunTool is the operator's word that a command may run. It fails with
// refusal.ErrChanged unless exactly what was shown still waits.
func (b *Box) RunTool(_ context.Context, shown Call) error {
	b.mu.Lock()
	c, err := b.found(shown)
	if err == nil && c.Approved {
		err = errors.New("the command is to be run already")
	}
	if err == nil {
		c.Approved, c.by = true, "operator"
	}
	b.mu.Unlock()
	if err == nil {
		b.poke()
		b.hub.Changed()
	}
	return err
}

// DenyTool ends a call that waits, without running it, and stops one that runs.
// The model is told.
func (b *Box) DenyTool(_ context.Context, shown Call) error {
	b.mu.Lock()
	c, err := b.found(shown)
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
	b.calls = slices.DeleteFunc(b.calls, func(x *waiting) bool { return x == c })
	c.by = "operator"
	b.mu.Unlock()
	b.ended(c, bridge.Result{Call: c.call, Status: bridge.Denied})
	return nil
}

// ToolHealth tells the doctor who approves what replies ask to be run; it is nil where
// nothing of it is run.
func (b *Box) ToolHealth() func() (ok bool, detail string) {
	if !b.hears() {
		return nil
	}
	return func() (bool, string) {
		asks := b.cfg.Mode == config.BridgeAsk
		listed := fmt.Sprintf("%d commands of bridge.allow run unasked", len(b.cfg.Allow))
		switch {
		case asks && b.unattended:
			return false, "every command that a reply asks for is refused: " + unattended
		case asks:
			return true, "commands wait for the operator's word on the screen"
		case b.unattended:
			return true, listed + ", every other is refused: without a screen nobody can be asked"
		}
		return true, listed + ", every other waits for the operator's word on the screen"
	}
}
