package prompt

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// Window is the context window of a model in tokens, each 0 where it is not known.
type Window struct {
	Runs int // the one that the server runs the model with
	Most int // the largest that the model was made for
}

// Tokens returns the window as far as it is known, for what is to fit into it.
func (w Window) Tokens() int { return cmp.Or(w.Runs, w.Most) }

// Asked returns the window where a request asks for one of so many tokens, 0 for none: no
// model gets more than it was made for.
func (w Window) Asked(tokens int) Window {
	if tokens <= 0 {
		return w
	}
	return Window{min(tokens, cmp.Or(w.Most, tokens)), w.Most}
}

// Windows are the context windows that the model server has told. They are safe for
// concurrent use; nil knows none.
type Windows struct {
	wanted chan wanted
	mu     sync.Mutex
	known  map[string]learned // by model
}

// wanted is a model to ask after. loaded reports whether it has just replied.
type wanted struct {
	model  string
	loaded bool
}

type learned struct {
	Window
	at     time.Time
	loaded bool // the model had replied
	doubt  bool // something shows that it may be another
}

const (
	// believed is how long an answer is: a server may load the model anew, with
	// another window. soon is how long one is that counts contradict.
	believed, soon = time.Minute, 5 * time.Second
	// maxWindows bounds how many models are known: their names are the clients'.
	maxWindows = 64
)

// NewWindows returns windows of which nothing is known yet.
func NewWindows() *Windows {
	return &Windows{wanted: make(chan wanted, 4), known: map[string]learned{}}
}

// Of returns the window of a model as far as it is known. What is not known, or was
// learned long ago, is asked for by Learn. It never waits.
func (w *Windows) Of(model string, now time.Time) Window {
	if w == nil {
		return Window{}
	}
	was, fresh := w.recall(model, now)
	if !fresh {
		w.want(wanted{model, false})
	}
	return was.Window
}

// Replied has the window of a model asked for again where the answer may be another
// now: it has replied to a prompt of so many tokens, so that it is loaded, and the server
// told that it was not, or a smaller window. It never waits.
func (w *Windows) Replied(model string, tokens int, now time.Time) {
	if w == nil {
		return
	}
	w.mu.Lock()
	was, known := w.known[model]
	ask := known && was.Runs == 0 && !was.loaded
	if known && was.Runs > 0 && tokens > was.Runs && now.Sub(was.at) >= soon {
		ask, was.doubt = true, true
		w.known[model] = was
	}
	w.mu.Unlock()
	if ask {
		w.want(wanted{model, true})
	}
}

// Doubt has all windows asked for again with the next request: the server did not answer
// one, and may be another when it does.
func (w *Windows) Doubt() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for model, was := range w.known {
		was.doubt = true
		w.known[model] = was
	}
}

func (w *Windows) want(x wanted) {
	select {
	case w.wanted <- x:
	default: // a later request asks again
	}
}

func (w *Windows) recall(model string, now time.Time) (was learned, fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	was, ok := w.known[model]
	return was, ok && !was.doubt && now.Sub(was.at) < believed
}

func (w *Windows) learn(x wanted, found Window, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.known) >= maxWindows {
		clear(w.known)
	}
	w.known[x.model] = learned{Window: found, at: now, loaded: x.loaded}
}

// Learn asks for the windows that are wanted until the context ends. ask returns that
// of a model; ok is false where there is no server yet.
func (w *Windows) Learn(ctx context.Context, now func() time.Time, ask func(ctx context.Context, model string) (found Window, ok bool)) {
	for {
		select {
		case <-ctx.Done():
			return
		case x := <-w.wanted:
			if was, fresh := w.recall(x.model, now()); fresh && (!x.loaded || was.loaded || was.Runs > 0) {
				continue
			}
			if found, ok := ask(ctx, x.model); ok {
				w.learn(x, found, now())
			}
		}
	}
}
