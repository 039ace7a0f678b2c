package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"holdfast/engine/config"
	"holdfast/engine/gateway"
)

// What is put before a prompt has to fit the model's context window beside what
// the client itself sends, where the window is known: a request that is too long
// is refused, or loses its beginning without a word.

const (
	// bytesPerToken is how many bytes of a request make a token, about. The bodies
	// of agents have 4.4 to 4.9 of cl100k's, which the tokens of most local models
	// are made like; code has 3.5 to 4.6.
	bytesPerToken = 4
	// replyPart of the window is left to the reply.
	replyPart = 8
	// leastRoom, in bytes, is given however full the window is, though never more
	// than the reply's part. The length in tokens is an estimate; and a model that
	// is asked to change a function which it has not seen makes one up, which
	// costs more than a reply that has a few hundred tokens less.
	leastRoom = 2 << 10
)

// room is what may be put before one prompt, in bytes.
type room struct {
	code int // of the State Map
	all  int // of everything
	// why says what leaves less for code than the configuration does, "" where
	// nothing does.
	why string
}

// roomIn is the room beside a request of so many bytes in a window of so many
// tokens, 0 for unknown, where budget is what the configuration gives to code.
func roomIn(window, request, budget int) room {
	if window <= 0 {
		return room{code: budget, all: math.MaxInt}
	}
	whole := min(window, math.MaxInt/bytesPerToken) * bytesPerToken
	reply := whole / replyPart
	r := room{all: max(whole-reply-request, min(leastRoom, reply))}
	if r.code = budget; r.all < budget {
		r.code = r.all
		r.why = fmt.Sprintf("the model's context window of %d tokens leaves %d bytes for code beside the request", window, r.all)
	}
	return r
}

// room is the turn's.
func (t *turn) room() room {
	return roomIn(t.window(), t.req.Reads(), t.session.engine.cfg.Hydrate.BudgetKiB<<10)
}

// window is the context window that the request is answered in, in tokens, 0 where
// it is not known.
func (t *turn) window() int {
	return cmp.Or(t.req.Window, t.session.engine.modelWindow(t.req.Model))
}

// modelWindow is the context window of a model in tokens, 0 where it is not known,
// or not yet. It never waits.
func (e *Engine) modelWindow(model string) int {
	s := e.serving.Load()
	if s == nil || e.cfg.Upstream == config.UpstreamDemo {
		return 0
	}
	return s.windows.of(model, e.now())
}

// windows are the context windows that the model server has told.
type windows struct {
	wanted chan string // models to ask after
	mu     sync.Mutex
	known  map[string]learned // by model
}

type learned struct {
	tokens int // 0: the server does not tell
	at     time.Time
}

const (
	// believed is how long an answer is: a server may load the model anew, with
	// another window.
	believed = time.Minute
	// maxWindows bounds how many models are known: their names are the clients'.
	maxWindows = 64
)

func newWindows() *windows {
	return &windows{wanted: make(chan string, 4), known: map[string]learned{}}
}

// of is the window of a model as far as it is known. What is not known, or was
// learned long ago, is asked for.
func (w *windows) of(model string, now time.Time) int {
	was, fresh := w.recall(model, now)
	if !fresh {
		select {
		case w.wanted <- model:
		default: // a later request asks again
		}
	}
	return was.tokens
}

func (w *windows) recall(model string, now time.Time) (was learned, fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	was, ok := w.known[model]
	return was, ok && now.Sub(was.at) < believed
}

func (w *windows) learn(model string, tokens int, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.known) >= maxWindows {
		clear(w.known)
	}
	w.known[model] = learned{tokens, now}
}

// learnWindows asks the model server for what is wanted, beside the requests.
func (e *Engine) learnWindows(ctx context.Context, s *serving) {
	for {
		select {
		case <-ctx.Done():
			return
		case model := <-s.windows.wanted:
			base := s.server.Upstream()
			if _, fresh := s.windows.recall(model, e.now()); fresh || base == nil {
				continue
			}
			s.windows.learn(model, gateway.Window(ctx, base, model), e.now())
		}
	}
}

// leftOut is one thing that a turn kept from the model.
type leftOut struct {
	What   string `json:"what"` // an entity, or "recent context"
	Reason string `json:"reason"`
}

// leftOut lists what the insertion does not hold, and why.
func (in *insertion) leftOut() []leftOut {
	list := []leftOut{} // not null
	for _, r := range in.withheld {
		list = append(list, leftOut{r.Entity, r.Reason})
	}
	for _, r := range in.omitted {
		list = append(list, leftOut{r.Entity, cmp.Or(r.Reason, in.noRoom, "over the budget")})
	}
	if in.earlier > 0 {
		list = append(list, leftOut{"recent context", fmt.Sprintf("the model's context window has no room for %d earlier pairs of messages", in.earlier)})
	}
	return list
}
