package events

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/store/event"
)

// maxActivities bounds the finished requests that a screen can look back on;
// the Ledger holds all of them.
const maxActivities = 200

// Log holds the requests in flight and the latest finished ones.
type Log struct {
	mu   sync.Mutex
	list []*Request // oldest first
	live atomic.Int32
	// begun counts all that have begun.
	begun atomic.Int64
	now   func() time.Time
	hub   *Hub
	// onBegin is called when a request has begun and is counted as live.
	onBegin func()
}

// Request is one request as it goes; safe for concurrent use.
type Request struct {
	log   *Log
	bytes atomic.Int64
	mu    sync.Mutex
	a     Activity
	// look reads the reply as far as it has come, nil where there is nothing to read.
	looking sync.Mutex
	look    func() (read func() Said)
}

// Said is a reply as far as it has come.
type Said struct {
	Text, Reasoning string
	Calls           []string // the names of the tools that it calls
}

// NewLog returns an empty log that tells the hub of each step of a request. onBegin
// is called when a request has begun and is counted as live; it must not block.
func NewLog(now func() time.Time, hub *Hub, onBegin func()) *Log {
	return &Log{now: now, hub: hub, onBegin: onBegin}
}

// Begin notes that a request has begun.
func (l *Log) Begin(a Activity) *Request {
	a.Phase, a.Started = Waiting, l.now()
	v := &Request{log: l, a: a}
	l.live.Add(1)
	l.begun.Add(1)
	l.onBegin()
	l.mu.Lock()
	l.list = append(l.list, v)
	if len(l.list) > maxActivities {
		l.list = slices.Delete(l.list, 0, len(l.list)-maxActivities)
	}
	l.mu.Unlock()
	l.hub.Emit(ofActivity(a))
	return v
}

// Note takes something in that is over, and was no request of this engine.
func (l *Log) Note(a Activity) {
	l.mu.Lock()
	l.list = append(l.list, &Request{log: l, a: a})
	if len(l.list) > maxActivities {
		l.list = slices.Delete(l.list, 0, len(l.list)-maxActivities)
	}
	l.mu.Unlock()
	l.hub.Emit(ofActivity(a))
}

// Live returns how many requests are in flight.
func (l *Log) Live() int { return int(l.live.Load()) }

// Activities lists the requests in flight and the latest finished, newest first.
func (l *Log) Activities() []Activity {
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

// Busy reports whether a request of a session is in flight.
func (l *Log) Busy(session string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.list, func(v *Request) bool {
		a := v.view()
		return a.SessionID == session && !a.Over()
	})
}

// LastModel returns the model that the newest request which was read named, "" for
// none.
func (l *Log) LastModel() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range slices.Backward(l.list) {
		if a := v.view(); a.Kind != "socket" {
			return a.Model
		}
	}
	return ""
}

func (v *Request) view() Activity {
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.a
	a.Bytes = int(v.bytes.Load())
	return a
}

// Progress counts the reply's bytes; the first marks the first chunk. Bytes that
// are passed on after the turn was settled, as all of a reply that is one
// document are, tell nothing new.
func (v *Request) Progress(bytes int) {
	before := v.bytes.Swap(int64(bytes))
	v.mu.Lock()
	over := v.a.Over()
	if !over && before == 0 && bytes > 0 {
		v.a.Phase, v.a.FirstChunk = Streaming, v.log.now()
	}
	v.mu.Unlock()
	if !over {
		v.log.hub.Emit(ofActivity(v.view()))
	}
}

// Show takes what copies the reply as far as it has come and reads that copy; nil
// ends it.
func (v *Request) Show(look func() (read func() Said)) {
	v.looking.Lock()
	defer v.looking.Unlock()
	v.look = look
}

// Said returns what the reply of a request that is under way says so far, and whether
// that can be read.
func (l *Log) Said(episode string) (Said, bool) {
	l.mu.Lock()
	i := slices.IndexFunc(l.list, func(v *Request) bool { return v.a.Episode == episode })
	var v *Request
	if i >= 0 {
		v = l.list[i]
	}
	l.mu.Unlock()
	if v == nil {
		return Said{}, false
	}
	v.looking.Lock()
	look := v.look
	var read func() Said
	if look != nil {
		read = look()
	}
	v.looking.Unlock()
	if read == nil {
		return Said{}, false
	}
	return read(), true
}

// Enter notes that the request is in another phase.
func (v *Request) Enter(p Phase) {
	v.mu.Lock()
	v.a.Phase = p
	v.mu.Unlock()
	v.log.hub.Emit(ofActivity(v.view()))
}

// AddOutcomes notes what became of some artifacts of the request.
func (v *Request) AddOutcomes(list []Outcome) {
	v.mu.Lock()
	v.a.Outcomes = append(v.a.Outcomes, list...)
	v.mu.Unlock()
}

// Remark notes what there is to say of the reply.
func (v *Request) Remark(list []event.Remark) {
	v.mu.Lock()
	v.a.Remarks = list
	v.mu.Unlock()
}

// PromptRead notes what the server said of the prompt, and where the prefix that it
// need not process ends, nil where that is not known.
func (v *Request) PromptRead(read event.PromptRead, prefix *event.PrefixEnd) {
	v.mu.Lock()
	v.a.Read, v.a.Prefix = read, prefix
	v.mu.Unlock()
}

// End notes how the request ended: Done or Failed, why, and how many tokens the
// server says that the reply has. Only the first end counts it as finished.
func (v *Request) End(p Phase, reason string, tokensOut int) {
	v.mu.Lock()
	ended := v.a.Over()
	v.a.Phase, v.a.Error, v.a.Ended, v.a.TokensOut = p, reason, v.log.now(), tokensOut
	v.mu.Unlock()
	if !ended {
		v.log.live.Add(-1)
	}
	v.log.hub.Emit(ofActivity(v.view()))
}
