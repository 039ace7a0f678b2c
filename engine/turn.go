package engine

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"holdfast/engine/author"
	"holdfast/engine/author/heard"
	"holdfast/engine/decide"
	"holdfast/engine/diag"
	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/prompt"
	"holdfast/engine/request"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/engine/watch"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// turn is one request that travels through the engine.
type turn struct {
	*heard.Reply
	session *session
	conv    *conversation
	req     *wire.Request
	id      string
	insert  *insertion
	at      hydrate.At       // the newest message
	found   []request.Found  // what stands in the request since an earlier one
	spliced []wire.Insertion // the insertion at its places
	again   bool             // a request of this user turn came before
	// authorship is who wrote the prompt (product 13).
	authorship author.Report
	opened     event.EpisodeOpened
	blobs      [][]byte // evidence that opens the episode
	paste      *decide.Plan
	said       []byte               // what the reply said for the first time, see heard.Words
	files      *request.Files       // see shown; of the judging goroutine
	text       *hydrate.RequestText // see requestText; of the judging goroutine
	cut        *prompt.Cut          // the server has cut the prompt; of the judging goroutine
	cutNewest  bool                 // and with it the newest message
	// cutOff are the versions that only stood in what was cut.
	cutOff  map[hydrate.Version]bool
	started time.Time
	// recorded is closed when the opening commit has ended; recordErr is its
	// outcome.
	opening   sync.Once
	recorded  chan struct{}
	recordErr error
	live      *events.Request
	// expected are the reply's calls of which only the disk will show what they did.
	expected []expected
}

// Begin implements gateway.Pipeline: pre-flight of TSLP 8.1.
func (e *Engine) Begin(ctx context.Context, req *wire.Request) (gateway.Turn, error) {
	s, err := e.sessionFor(ctx, req.Session)
	if e.MayBeLost(req.Session) {
		return e.forward(req), nil
	}
	if err != nil {
		return nil, err
	}
	if req.Side {
		return e.beginSide(s, req), nil
	}
	if e.ReadOnly() != "" {
		return e.forward(req), nil
	}
	t := &turn{Reply: e.heard.Reply(), session: s, req: req, id: e.newID(), started: e.now(), recorded: make(chan struct{})}
	t.conv = s.conversationOf(ctx, req)
	if err := e.watcher.Take(ctx, s.Session, watch.Everywhere); err != nil {
		e.log.Warn("what waited for the disk could not be settled", "err", err)
	}
	t.takeEffects(ctx)
	t.preflight()
	if e.cfg.Debug {
		e.lastPrompt.Store(&LastPrompt{Body: wire.NewSpliced(req, t.spliced...).Bytes(), Notices: hydrate.Join(t.insert.newest.Notices(), t.insert.notices), LeftOut: t.insert.leftOut()})
	}
	t.live = e.activity.Begin(t.activity())
	return t, nil
}

// Sent implements gateway.Turn: the commit that opens the episode begins once
// the request is on its way, and has the time that the model takes to answer.
// Nothing of the reply is passed on before it has ended (promise 1).
func (t *turn) Sent() {
	t.opening.Do(func() { t.session.engine.recorders.Go(t.open) })
}

// open commits the episode beside the upstream call. The delta of what the user
// pasted comes after: the first chunk of the reply does not wait for it.
func (t *turn) open() {
	ctx := context.Background()
	t.begin(ctx)
	t.session.Emit(ctx)
}

func (t *turn) begin(ctx context.Context) {
	defer close(t.recorded)
	again := false
	t.recordErr = sessions.Retry(func() error {
		if again {
			t.readPaste()
		}
		again = true
		blobs, events := t.beginning()
		return t.session.Record(ctx, blobs, events)
	})
	t.session.engine.recordOutcome(t.recordErr)
	if t.recordErr == nil && t.paste != nil {
		t.settlePaste()
	}
}

func (t *turn) beginning() ([][]byte, []event.Event) {
	blobs, events := t.blobs, []event.Event{t.opened}
	events = append(events, t.refusals()...)
	if t.paste != nil {
		blobs = append(blobs[:len(blobs):len(blobs)], t.paste.Blobs...)
		events = append(events, t.paste.Events...)
	}
	return blobs, events
}

func (t *turn) settlePaste() {
	t.session.lookAgain(keysOf(t.paste.Promoted)...)
	t.conv.mu.Lock()
	for _, e := range t.paste.Promoted {
		t.conv.touch(e.Key, e.Hash())
	}
	t.conv.mu.Unlock()
	t.live.AddOutcomes(t.paste.Outcomes)
	t.session.engine.hub.Changed()
}

func keysOf(entries []*statemap.Entry) []string {
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.Key
	}
	return keys
}

// Insertion implements gateway.Turn.
func (t *turn) Insertion() []wire.Insertion { return t.spliced }

// Header implements gateway.Turn.
func (t *turn) Header() http.Header {
	return http.Header{
		"X-Holdfast-Episode":  {t.id},
		"X-Holdfast-Hydrated": {strconv.Itoa(len(t.insert.hydrated))},
		"X-Holdfast-Stale":    {strconv.Itoa(len(t.insert.withheld))},
	}
}

// Recorded implements gateway.Turn.
func (t *turn) Recorded(ctx context.Context) {
	t.Sent()
	select {
	case <-t.recorded:
		return
	default:
	}
	t.session.engine.await(ctx, t.recorded)
}

// Progress implements gateway.Turn.
func (t *turn) Progress(bytes, events int) { t.live.Progress(bytes, events) }

// Finish implements gateway.Turn: the reply's effects are durable, or known
// not to be, before the client sees its end (promise 2).
func (t *turn) Finish(_ context.Context, reply wire.Reply) {
	t.Sent()
	t.live.Enter(events.Settling)
	done := make(chan struct{})
	t.session.engine.recorders.Go(func() {
		defer close(done)
		t.settle(reply)
	})
	t.session.engine.await(context.Background(), done)
}

// await waits for a commit, but not for longer than a reply may be held back:
// then it goes on under the NOT RECORDED banner.
func (e *Engine) await(ctx context.Context, done <-chan struct{}) {
	timer := time.NewTimer(e.patience)
	defer timer.Stop()
	select {
	case <-done:
	case <-ctx.Done():
	case <-timer.C:
		e.recordOutcome(fmt.Errorf("the database did not answer within %s", e.patience))
	}
}

// settle resolves, judges and commits a complete reply.
func (t *turn) settle(reply wire.Reply) {
	<-t.recorded
	ended := false // durably
	defer func() {
		if p := recover(); p != nil {
			t.panicked(p, ended, reply)
		}
	}()
	t.said = t.Said(reply)
	t.lookForCut(reply)
	blocks := block.Extract(reply.Text, t.blockOptions())
	var p *decide.Plan
	err := sessions.Retry(func() error {
		p = t.judge(blocks, reply)
		return t.commitEnd(reply, p, t.closing(reply, p))
	})
	t.session.engine.recordOutcome(err)
	if err != nil {
		t.live.End(events.Failed, "NOT RECORDED: "+err.Error(), reply.TokensOut)
		return
	}
	ended = true
	t.awaitSaving(blocks, p, reply)
	t.conclude(p, reply)
	t.asksTools(blocks, reply)
	t.audit(p, blocks, reply)
}

func (t *turn) closing(reply wire.Reply, p *decide.Plan) event.EpisodeClosed {
	return event.EpisodeClosed{
		Episode: t.id, Status: "closed", Reply: textHash(reply.Text), Finish: reply.Finish, HTTPStatus: reply.Status,
		TokensIn: reply.TokensIn, TokensOut: reply.TokensOut, Millis: int(t.session.engine.now().Sub(t.started).Milliseconds()),
		PromptCached: reply.Prompt.Cached, PromptProcessed: reply.Prompt.Processed, PromptMillis: int(reply.Prompt.Took.Milliseconds()),
		Loose: t.looseWith(p.Loose), Unchanged: p.Unchanged, Said: hashOf(t.said),
	}
}

// looseWith adds the user's own code that was linked to nothing, so that it is
// listed and can be given its file.
func (t *turn) looseWith(list []event.LooseBlock) []event.LooseBlock {
	if t.paste == nil {
		return list
	}
	for _, l := range t.paste.Loose {
		l.User = true
		list = append(list, l)
	}
	return list
}

func textHash(text string) string { return hashOf([]byte(text)) }

// hashOf is the Vault hash of some bytes, "" for none.
func hashOf(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return event.Hash(b)
}

// commitEnd commits the end of the episode, with its opening where that could
// not be recorded in time.
func (t *turn) commitEnd(reply wire.Reply, p *decide.Plan, closed event.EpisodeClosed) error {
	var blobs [][]byte
	var events []event.Event
	if t.recordErr != nil {
		blobs, events = t.beginning()
	}
	blobs = append(blobs[:len(blobs):len(blobs)], p.Blobs...)
	if closed.Reply != "" {
		blobs = append(blobs, []byte(reply.Text))
	}
	if closed.Said != "" {
		blobs = append(blobs, t.said)
	}
	events = append(append(events, p.Events...), closed)
	return t.session.Commit(context.Background(), blobs, events)
}

// conclude tells everyone what became of the turn.
func (t *turn) conclude(p *decide.Plan, reply wire.Reply) {
	c := t.conv
	t.session.noteFiles(p.Events)
	c.mu.Lock()
	for _, e := range p.Promoted {
		c.touch(e.Key, e.Hash())
	}
	c.waitsFor(p.Events)
	c.expects(t.expected)
	c.unlinked = p.Unlinked
	c.settled = true
	c.remember(t.session.pair(t.authorship.Written, reply.Text))
	c.mu.Unlock()
	t.session.conversations.finder.Told(t.req.Conversation, reply.Text, reply.ToolCalls)
	t.live.AddOutcomes(p.Outcomes)
	t.session.lookAgain(keysOf(p.Promoted)...)
	t.live.PromptRead(t.session.engine.promptRead(reply))
	t.live.End(events.Done, "", reply.TokensOut)
	t.session.engine.hub.Changed()
	t.session.engine.listener.Ended(t.session.ID, t.id)
}

// Abort implements gateway.Turn: the episode closes as aborted, what had
// arrived is kept as evidence and waits where its entity is known (product 19),
// nothing is promoted (promise 4).
func (t *turn) Abort(reply wire.Reply, cause error) {
	t.Sent()
	reason := "the reply was cut"
	if cause != nil {
		reason = cause.Error()
	}
	said := t.Said(reply) // the client has what came
	t.session.engine.recorders.Go(func() {
		<-t.recorded
		ended := false
		defer func() {
			if p := recover(); p != nil {
				t.panicked(p, ended, reply)
			}
		}()
		t.said = said
		t.closeAborted(reply, reason, t.arrived(reply))
		ended = true
	})
}

// arrived decides about the blocks of a reply that broke off. Its calls are
// nobody's: a client acts on them at the end.
func (t *turn) arrived(reply wire.Reply) func() *decide.Plan {
	blocks := block.Extract(reply.Text, t.blockOptions())
	reply.ToolCalls, reply.Finish = nil, gates.FinishCut
	return func() *decide.Plan { return t.judge(blocks, reply) }
}

func (t *turn) closeAborted(reply wire.Reply, reason string, judged func() *decide.Plan) {
	var p *decide.Plan
	err := sessions.Retry(func() error {
		p = judged()
		closed := t.closing(reply, p)
		closed.Status, closed.Reason = "aborted", reason
		return t.commitEnd(reply, p, closed)
	})
	t.session.engine.recordOutcome(err)
	if err == nil {
		t.live.AddOutcomes(p.Outcomes)
		t.session.engine.hub.Changed()
	}
	t.live.PromptRead(t.session.engine.promptRead(reply))
	t.live.End(events.Failed, reason, reply.TokensOut)
}

// promptRead is what the server said of the prompt. What cannot be is told once.
func (e *Engine) promptRead(r wire.Reply) event.PromptRead {
	if r.Prompt.Odd != "" {
		e.oddCounts.Do(func() {
			e.log.Warn("what the server says of the prompt cannot be: it is taken for unknown", "says", r.Prompt.Odd, "model", r.Model)
		})
	}
	return event.PromptRead{Tokens: r.TokensIn, Cached: r.Prompt.Cached, Processed: r.Prompt.Processed, Millis: int(r.Prompt.Took.Milliseconds())}
}

// panicked contains a fault of holdfast's own while it judged a reply, which the
// client has whole: a turn that has not ended yet promotes nothing.
func (t *turn) panicked(p any, ended bool, reply wire.Reply) {
	diag.Contained(t.session.engine.log, "a reply", t.id, p)
	if !ended {
		t.closeAborted(reply, "holdfast failed while it read the reply; the cause is in its log", func() *decide.Plan { return &decide.Plan{} })
	}
}
