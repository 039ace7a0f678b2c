package engine

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/gateway/wire"
)

// maxActivities bounds the finished requests that a screen can look back on;
// the Ledger holds all of them.
const maxActivities = 200

// activityLog holds the requests in flight and the latest finished ones.
type activityLog struct {
	mu   sync.Mutex
	list []*liveActivity // oldest first
	live atomic.Int32
	// requests counts all that have begun.
	requests atomic.Int64
	now      func() time.Time
	emit     func(Event)
	// begun is called when a request has begun and is counted as live.
	begun func()
}

// liveActivity is one request as it goes; safe for concurrent use.
type liveActivity struct {
	log    *activityLog
	bytes  atomic.Int64
	events atomic.Int64
	mu     sync.Mutex
	a      Activity
}

func (l *activityLog) begin(a Activity) *liveActivity {
	a.Phase, a.Started = Waiting, l.now()
	v := &liveActivity{log: l, a: a}
	l.live.Add(1)
	l.requests.Add(1)
	l.begun()
	l.mu.Lock()
	l.list = append(l.list, v)
	if len(l.list) > maxActivities {
		l.list = slices.Delete(l.list, 0, len(l.list)-maxActivities)
	}
	l.mu.Unlock()
	l.emit(Event{Kind: EventActivity, Activity: a})
	return v
}

// snapshot lists the activities, newest first.
func (l *activityLog) snapshot() []Activity {
	l.mu.Lock()
	list := slices.Clone(l.list)
	l.mu.Unlock()
	slices.Reverse(list)
	out := make([]Activity, len(list))
	for i, v := range list {
		out[i] = v.view()
	}
	return out
}

// busy reports whether a request of a session is in flight.
func (l *activityLog) busy(session string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.list, func(v *liveActivity) bool {
		a := v.view()
		return a.session == session && !a.over()
	})
}

// lastModel is the model that the newest request which was read named, "" for
// none.
func (l *activityLog) lastModel() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range slices.Backward(l.list) {
		if a := v.view(); a.Kind != "socket" {
			return a.Model
		}
	}
	return ""
}

func (v *liveActivity) view() Activity {
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.a
	a.Bytes = int(v.bytes.Load())
	if a.TokensOut == 0 {
		a.TokensOut = int(v.events.Load())
	}
	return a
}

// progress counts the reply's bytes; the first marks the first chunk. Bytes that
// are passed on after the turn was settled, as all of a reply that is one
// document are, tell nothing new.
func (v *liveActivity) progress(bytes, events int) {
	v.events.Store(int64(events))
	before := v.bytes.Swap(int64(bytes))
	v.mu.Lock()
	over := v.a.over()
	if !over && before == 0 && bytes > 0 {
		v.a.Phase, v.a.FirstChunk = Streaming, v.log.now()
	}
	v.mu.Unlock()
	if !over {
		v.log.emit(Event{Kind: EventActivity, Activity: v.view()})
	}
}

// over reports whether the request has ended, one way or the other.
func (a *Activity) over() bool { return a.Phase == Done || a.Phase == Failed }

func (v *liveActivity) phase(p Phase) {
	v.mu.Lock()
	v.a.Phase = p
	v.mu.Unlock()
	v.log.emit(Event{Kind: EventActivity, Activity: v.view()})
}

func (v *liveActivity) outcomes(list []Outcome) {
	v.mu.Lock()
	v.a.Outcomes = append(v.a.Outcomes, list...)
	v.mu.Unlock()
}

// end closes the activity, once.
func (v *liveActivity) end(p Phase, reason string, reply wire.Reply) {
	v.mu.Lock()
	ended := v.a.over()
	v.a.Phase, v.a.Error, v.a.Ended, v.a.TokensOut = p, reason, v.log.now(), reply.TokensOut
	v.mu.Unlock()
	if !ended {
		v.log.live.Add(-1)
	}
	v.log.emit(Event{Kind: EventActivity, Activity: v.view()})
}

func (t *turn) activity() Activity {
	return Activity{
		Episode: t.id, Session: t.session.name(), session: t.session.id, Kind: "turn", Path: t.req.Path, Model: t.req.Model, Prompt: firstLine(t.asked()),
		Hydrated: t.insert.hydrated, HydratedSize: t.insert.size, Withheld: t.insert.withheld, Omitted: t.insert.omitted, NoRoom: t.insert.noRoom,
	}
}

// asked is what a list shows of the prompt: the user's words, else whatever
// stands there.
func (t *turn) asked() string { return cmp.Or(t.authorship.Written, t.authorship.Asked, t.req.Written) }

// subscribers are told of events; a subscriber's emit must not block.
type subscribers struct {
	mu   sync.RWMutex
	next int
	all  map[int]func(Event)
}

func (s *subscribers) add(emit func(Event)) (cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[int]func(Event){}
	}
	id := s.next
	s.next++
	s.all[id] = emit
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, id)
	}
}

func (s *subscribers) emit(ev Event) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, emit := range s.all {
		emit(ev)
	}
}

// Subscribe has emit called for every event until cancel is called. Emit must
// not block: it is called from the request path.
func (e *Engine) Subscribe(emit func(Event)) (cancel func()) { return e.subscribers.add(emit) }

// Requests tells how many requests have begun since the start, and whether one of
// them is under way.
func (e *Engine) Requests() (begun int64, underWay bool) {
	return e.activity.requests.Load(), e.activity.live.Load() > 0
}

// Activities lists the requests in flight and the latest finished, newest first.
func (e *Engine) Activities() []Activity { return e.activity.snapshot() }

func (e *Engine) emitState() { e.subscribers.emit(Event{Kind: EventState}) }

// recordOutcome keeps the NOT RECORDED banner: up while commits fail, down with
// the next that succeeds.
func (e *Engine) recordOutcome(err error) {
	if err == nil {
		if e.notRecorded.Swap(nil) != nil {
			e.subscribers.emit(Event{Kind: EventAlert, Alert: "recording works again"})
			e.emitState()
		}
		return
	}
	text := "NOT RECORDED: " + err.Error()
	e.log.Error("a turn could not be recorded", "err", err)
	if old := e.notRecorded.Swap(&text); old == nil {
		e.subscribers.emit(Event{Kind: EventAlert, Alert: text})
		e.emitState()
	}
}
