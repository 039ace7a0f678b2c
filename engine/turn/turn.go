package turn

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/author"
	"holdfast/engine/author/heard"
	"holdfast/engine/decide"
	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// turn is one request that travels through the engine.
type turn struct {
	*heard.Reply
	sight
	looked
	id     string
	insert *insertion
	again  bool // a request of this user turn came before
	back   bool // the conversation was in this turn already, or in a later one
	// authorship is who wrote the prompt (product 13).
	authorship author.Report
	opened     event.EpisodeOpened
	blobs      [][]byte // evidence that opens the episode
	paste      *decide.Plan
	said       []byte // what the reply said for the first time, see heard.Words
	started    time.Time
	// first is when the first bytes of the reply had come, in nanoseconds since 1970, 0
	// for not yet.
	first atomic.Int64
	// recorded is closed when the opening commit has ended; recordErr is its
	// outcome.
	opening   sync.Once
	recorded  chan struct{}
	recordErr error
	// expected are the reply's calls of which only the disk will show what they did.
	expected []expected
}

func (t *turn) activity() events.Activity {
	return events.Activity{
		Episode: t.id, Session: t.session.Name(), SessionID: t.session.ID, Kind: "turn", Path: t.req.Path, Model: t.req.Model, Prompt: events.FirstLine(t.asked()),
		Hydrated: t.insert.hydrated, HydratedSize: t.insert.size, Withheld: t.insert.withheld, Omitted: t.insert.omitted, NoRoom: t.insert.noRoom,
		Wait: t.wait,
	}
}

// asked is what a list shows of the prompt: the user's words, else whatever
// stands there.
func (t *turn) asked() string { return cmp.Or(t.authorship.Written, t.authorship.Asked, t.req.Written) }

// Sent implements gateway.Turn: the commit that opens the episode begins once
// the request is on its way, and has the time that the model takes to answer.
// Nothing of the reply is passed on before it has ended (promise 1).
func (t *turn) Sent() {
	t.opening.Do(func() { t.session.Recorder.Go(t.open) })
}

// open commits the episode beside the upstream call. The delta of what the user
// pasted comes after: the first chunk of the reply does not wait for it.
func (t *turn) open() {
	ctx := context.Background()
	t.begin(ctx)
	t.session.EmitSoon(ctx)
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
	t.session.Recorder.Outcome(t.recordErr)
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
	t.session.Disk.LookAgain(t.session.Session, statemap.Keys(t.paste.Promoted)...)
	t.conv.mu.Lock()
	for _, e := range t.paste.Promoted {
		t.conv.touch(e.Key(), e.Hash())
	}
	t.conv.mu.Unlock()
	t.live.AddOutcomes(t.paste.Outcomes)
	t.session.Hub.Changed()
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
	t.session.Recorder.Await(ctx, t.recorded)
}

// Progress implements gateway.Turn.
func (t *turn) Progress(bytes int) {
	if t.first.Load() == 0 {
		t.first.Store(t.session.Now().UnixNano())
	}
	t.looked.Progress(bytes)
}

// Progress implements gateway.Turn.
func (s looked) Progress(bytes int) { s.live.Progress(bytes) }

// looked is a request as the screen shows it, with its reply while it comes.
type looked struct{ live *events.Request }

// Show implements gateway.Shown.
func (s looked) Show(look func() func() wire.Reply) { s.live.Show(saidOf(look)) }

// saidOf has what a reply says read where its text is looked at.
func saidOf(look func() func() wire.Reply) func() func() events.Said {
	if look == nil {
		return nil
	}
	return func() func() events.Said {
		read := look()
		return func() events.Said {
			r := read()
			said := events.Said{Text: r.Text, Reasoning: r.Reasoning}
			for _, c := range r.ToolCalls {
				said.Calls = append(said.Calls, c.Name)
			}
			return said
		}
	}
}

// Finish implements gateway.Turn: the reply's effects are durable, or known
// not to be, before the client sees its end (promise 2).
func (t *turn) Finish(_ context.Context, reply wire.Reply) {
	t.Sent()
	t.live.Enter(events.Settling)
	done := make(chan struct{})
	t.session.Recorder.Go(func() {
		defer close(done)
		t.settle(reply)
	})
	t.session.Recorder.Await(context.Background(), done)
}

// Abort implements gateway.Turn: the episode closes as aborted, what had
// arrived is kept as evidence and waits where its entity is known (product 19),
// nothing is promoted (promise 4).
func (t *turn) Abort(reply wire.Reply, cause error) {
	t.Sent()
	if cause != nil && reply.Status == 0 && t.first.Load() == 0 {
		t.session.Windows().Doubt()
	}
	reason := "the reply was cut"
	if cause != nil {
		reason = cause.Error()
	}
	said := t.Said(reply) // the client has what came
	t.session.Recorder.Go(func() {
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
