package items

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/config"
	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/diag"
	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// Listener reads the words of turns that have ended, one after the other, while
// no request is served or at a small pace beside them: the milliseconds that it
// takes are not to be taken from the next answer. The Ledger is its queue: what was not read when the
// engine was closed or killed is read later, so nothing is dropped, and all that
// is kept in memory is which sessions have something new.
type Listener struct {
	book     *Book
	sessions *sessions.Sessions
	cfg      config.Delta
	now      func() time.Time
	hub      *events.Hub
	requests *events.Log
	aside    func() *aside.Runner
	second   secondReader

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu   sync.Mutex
	due  []string      // ids of sessions
	idle chan struct{} // closed when there is nothing left; nil while there is no work
	// hurry is closed when somebody waits for the work under way.
	hurry   chan struct{}
	hurried bool
}

// Ears are what a Listener works with.
type Ears struct {
	Sessions *sessions.Sessions
	Config   config.Delta
	Now      func() time.Time
	// Hub tells screens that items have changed, and that the second reader begins or
	// ends a question.
	Hub *events.Hub
	// Requests are what the work is kept out of the way of.
	Requests *events.Log
	// Aside returns whoever asks the model beside the requests, nil while nobody does.
	Aside func() *aside.Runner
}

// NewListener makes a listener that writes into a book. It does nothing until it is
// woken, and ends with Close.
func NewListener(book *Book, e Ears) *Listener {
	l := &Listener{book: book, sessions: e.Sessions, cfg: e.Config, now: e.Now, hub: e.Hub, requests: e.Requests, aside: e.Aside}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// Ended has an episode of a session read that has just ended.
func (l *Listener) Ended(session, episode string) {
	if l.AsksModel() {
		l.second.expect(episode)
	}
	l.Wake(session)
}

// Wake has a session looked at.
func (l *Listener) Wake(session string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.due, session) {
		l.due = append(l.due, session)
	}
	if l.idle == nil {
		l.idle, l.hurry, l.hurried = make(chan struct{}), make(chan struct{}), false
		l.work.Go(func() { l.listenToAll(l.hurry) })
	}
}

// hasten has the work under way done without regard to requests.
func (l *Listener) hasten() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.idle != nil && !l.hurried {
		l.hurried = true
		close(l.hurry)
	}
}

// listenToAll ends when no session is due.
func (l *Listener) listenToAll(hurry <-chan struct{}) {
	p := events.NewPace(l.requests, hurry)
	for {
		l.mu.Lock()
		if len(l.due) == 0 {
			close(l.idle)
			l.idle = nil
			l.mu.Unlock()
			return
		}
		session := l.due[0]
		l.due = l.due[1:]
		l.mu.Unlock()
		if err := l.listen(l.ctx, session, p); err != nil && l.ctx.Err() == nil {
			// The next turn has it tried again.
			l.book.log.Warn("what was said could not be read for deltas", "session", l.nameOf(session), "err", err)
		}
	}
}

// nameOf is what the operator calls a session.
func (l *Listener) nameOf(session string) string {
	if s := l.sessions.ByID(session); s != nil {
		return s.Name()
	}
	return session
}

// Await returns when the words of every turn that has ended were read, or could not
// be.
func (l *Listener) Await(ctx context.Context) error {
	l.hasten()
	l.mu.Lock()
	idle := l.idle
	l.mu.Unlock()
	if idle == nil {
		return nil
	}
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drainFor is how long a listener that is closed reads on: usually there is one
// turn left. A whole history that was never read waits for the next start.
const drainFor = 5 * time.Second

// Close ends the listening, and returns when it has ended.
func (l *Listener) Close() {
	l.hasten()
	enough := time.AfterFunc(drainFor, l.cancel)
	l.work.Wait()
	enough.Stop()
	l.cancel()
}

// listenAtOnce is how many episodes are looked up together.
const listenAtOnce = 16

// listen reads a session's turns until none is left.
func (l *Listener) listen(ctx context.Context, session string, p *events.Pace) error {
	for {
		p.Wait()
		episodes, err := l.book.of(session).unread(ctx)
		if err != nil || len(episodes) == 0 {
			return err
		}
		for _, ep := range episodes {
			p.Wait()
			if err := ctx.Err(); err != nil {
				return err
			}
			began := time.Now()
			err := l.read(ctx, session, ep)
			if errors.Is(err, event.ErrConflict) { // somebody has changed the items meanwhile
				err = l.read(ctx, session, ep)
			}
			p.Worked(time.Since(began))
			if err != nil {
				return err
			}
		}
	}
}

// unread are the next episodes whose words were not read.
func (t *talk) unread(ctx context.Context) ([]event.Episode, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return nil, err
	}
	return t.db.EpisodesEnded(ctx, t.session, t.mark, listenAtOnce)
}

// maxSilent is after how many episodes that changed nothing a checkpoint is
// recorded all the same, so that they are not read again after a restart.
const maxSilent = 20

// read takes an episode's words in: extract, normalise, reconcile, and one
// commit (delta types, "Delta flow").
func (l *Listener) read(ctx context.Context, session string, ep event.Episode) error {
	t := l.book.of(session)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil || ep.ClosedSeq <= t.mark {
		return err
	}
	said, err := l.book.hear(ctx, t, ep)
	if err != nil {
		return err
	}
	var j judgement
	before, chars := said.before, t.chars
	for _, turn := range said.now {
		candidates := l.candidates(t.state, before, turn)
		closed, err := t.written(ctx, ep, turn)
		if err != nil {
			t.forget()
			return err
		}
		candidates = append(candidates, unsaid(closed, candidates)...)
		if err := j.judge(t.state, candidates, event.DeltaByRules, ep.ID); err != nil {
			t.forget()
			return err
		}
		before, chars = append(before, turn), chars+len([]rune(turn.Content))
	}
	turns := t.turns + len(said.now)
	if len(j.events) == 0 && t.silent+1 < maxSilent {
		t.mark, t.turns, t.chars, t.silent = ep.ClosedSeq, turns, chars, t.silent+1
		t.lately.note(ep)
		l.askSecond(ctx, t, ep, said)
		return nil
	}
	sum := t.state.Checkpoint(l.now(), turns, chars)
	j.events = append(j.events, event.DeltaCheckpoint{
		Number: int64(sum.Seq), Upto: ep.ClosedSeq, Items: sum.Items, Deltas: sum.Deltas, Turns: sum.Turns,
		ContextChars: sum.ContextChars, RawChars: sum.RawChars,
	})
	if err := commit(ctx, l.sessions, session, j.events); err != nil {
		t.forget()
		return err
	}
	t.mark, t.turns, t.chars, t.silent = ep.ClosedSeq, turns, chars, 0
	t.lately.note(ep)
	l.hub.Changed()
	l.askSecond(ctx, t, ep, said)
	return nil
}

// candidates are what a turn may change.
func (l *Listener) candidates(state *delta.State, before []acts.Turn, turn acts.Turn) (found []delta.Delta) {
	l.reading(turn, func() { found = delta.Normalise(state, acts.Read(state, before, turn)) })
	return found
}

// reading does something with a turn. Where a fault of the extractor's own meets
// what somebody has written, nothing of that turn is taken in: it would be met again
// after every start.
func (l *Listener) reading(turn acts.Turn, do func()) {
	defer func() {
		if p := recover(); p != nil {
			diag.Contained(l.book.log, "what was said", turn.ID, p)
		}
	}()
	do()
}

// judgement collects what the reconciler says of deltas, for one commit.
type judgement struct {
	events   []event.Event
	accepted int
	rejected string // the last reason
}

// judge has the state's reconciler judge deltas. The state is ahead of the
// Ledger until they are committed; an error leaves it of no use.
func (j *judgement) judge(state *delta.State, deltas []delta.Delta, source, episode string) error {
	for _, d := range deltas {
		led, kept, err := ledgerDelta(d)
		if err != nil {
			return err
		}
		e := state.Reconcile(kept)
		if e.Type == delta.Accepted {
			j.accepted++
		} else {
			j.rejected = e.Reason
		}
		j.events = append(j.events, storedDelta(e, led, source, episode))
	}
	return nil
}

// refuse notes a delta that its proposer may not propose.
func (j *judgement) refuse(state *delta.State, d delta.Delta, reason, source, episode string) error {
	led, kept, err := ledgerDelta(d)
	if err != nil {
		return err
	}
	j.events = append(j.events, storedDelta(state.Refuse(kept, reason), led, source, episode))
	return nil
}
