package aside

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// Talk is what one job asks the model, and how: at the end of the conversation that it
// is about where the server has that as the only prompt, else by a prompt of its own.
type Talk struct {
	*Runner
	model  string
	kind   gateway.Kind
	prefix *Prefix // nil where questions stand alone
}

// Said is what the model answered, and how long it took.
type Said struct {
	wire.Reply
	Took time.Duration
}

// habits are what was found out of a model: that it does not hear questions behind a
// conversation, or no word against reasoning.
type habits struct{ apart, loud bool }

func (r *Runner) talk(ctx context.Context, j Job) *Talk {
	t := &Talk{Runner: r, model: j.Model}
	if r.o.Kind == nil || r.o.Busy() {
		return t
	}
	base := r.o.Base()
	if base == nil {
		return t
	}
	var slots int
	t.kind, slots = r.o.Kind(ctx, base)
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.latest
	if r.o.Behind && slots == 1 && p != nil && p.Episode == j.Episode && p.Model == j.Model && !r.known[j.Model].apart {
		t.prefix = p
	}
	return t
}

// refusals are how servers answer a request with something that they do not take.
var refusals = []int{http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusNotImplemented}

// Refused reports whether an error is that the server does not take something of the
// request.
func Refused(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && slices.Contains(refusals, status.Status)
}

// way is one way to ask: what it is found out to be no good for is tried no more.
type way struct {
	ask   func() (Question, error)
	alone bool
	no    func(*habits) // notes that the server does not take it
}

// Ask asks a message. What the server refuses in one way is asked in the next.
func (t *Talk) Ask(ctx context.Context, m Message) (Said, error) {
	var failed error
	var refused []way
	for _, w := range t.ways(m) {
		q, err := w.ask()
		if err != nil {
			return Said{}, err
		}
		said, err := t.say(ctx, m, q, w.alone)
		if err == nil || !Refused(err) {
			if err == nil {
				t.found(refused)
			}
			return said, err
		}
		failed, refused = err, append(refused, w)
	}
	return Said{}, failed
}

// ways are those in which a message is tried, one of its own at the end.
func (t *Talk) ways(m Message) (all []way) {
	quiet := quietly(t.kind, m.Format)
	if t.prefix != nil {
		if q, err := t.prefix.ask(m, t.kind); err == nil {
			all = append(all, way{func() (Question, error) { return q, nil }, false, func(h *habits) { h.apart = true }})
		}
	}
	t.mu.Lock()
	loud := t.known[t.model].loud
	t.mu.Unlock()
	if quiet.member != "" && !loud {
		all = append(all, way{func() (Question, error) { return m.alone(quiet) }, true, func(h *habits) { h.loud = true }})
	}
	return append(all, way{func() (Question, error) { return m.alone(switchOff{}) }, true, nil})
}

// say asks a question and reads the answer.
func (t *Talk) say(ctx context.Context, m Message, q Question, alone bool) (Said, error) {
	if alone && t.o.Evicts != nil && !t.o.Busy() {
		t.o.Evicts(m.Model)
	}
	a, err := t.ask(ctx, q)
	if err != nil {
		return Said{}, err
	}
	t.count(alone)
	format := m.Format
	if !alone {
		format = t.prefix.Format
	}
	reply, err := a.reply(format)
	if !alone && err == nil && t.prefix.lost(reply.Prompt) {
		t.found([]way{{no: func(h *habits) { h.apart = true }}})
	}
	return Said{reply, a.Took}, err
}

// maxKnown bounds of how many models something is remembered.
const maxKnown = 64

// found notes which ways the server does not take.
func (t *Talk) found(refused []way) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || len(t.known) >= maxKnown {
		t.known = map[string]habits{}
	}
	h := t.known[t.model]
	for _, w := range refused {
		w.no(&h)
	}
	t.known[t.model] = h
}

func (r *Runner) count(alone bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if alone {
		r.alone++
	} else {
		r.behind++
	}
}

// Told says for the doctor's line how questions were asked so far, "" before any.
func (r *Runner) Told() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.alone+r.behind == 0 {
		return ""
	}
	return fmt.Sprintf("; of holdfast's own questions %d stood behind their conversation (helpers.prefix), %d alone", r.behind, r.alone)
}
