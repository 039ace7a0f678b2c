package prompt

import (
	"context"
	"sync"
	"time"
)

// Windows are the context windows that the model server has told. They are safe for
// concurrent use.
type Windows struct {
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

// NewWindows returns windows of which nothing is known yet.
func NewWindows() *Windows {
	return &Windows{wanted: make(chan string, 4), known: map[string]learned{}}
}

// Of returns the window of a model in tokens as far as it is known, 0 where it is not.
// What is not known, or was learned long ago, is asked for by Learn. It never waits.
func (w *Windows) Of(model string, now time.Time) int {
	was, fresh := w.recall(model, now)
	if !fresh {
		select {
		case w.wanted <- model:
		default: // a later request asks again
		}
	}
	return was.tokens
}

func (w *Windows) recall(model string, now time.Time) (was learned, fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	was, ok := w.known[model]
	return was, ok && now.Sub(was.at) < believed
}

func (w *Windows) learn(model string, tokens int, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.known) >= maxWindows {
		clear(w.known)
	}
	w.known[model] = learned{tokens, now}
}

// Learn asks for the windows that are wanted until the context ends. ask returns that
// of a model in tokens, 0 where the server does not tell it; ok is false where there is
// no server yet.
func (w *Windows) Learn(ctx context.Context, now func() time.Time, ask func(ctx context.Context, model string) (tokens int, ok bool)) {
	for {
		select {
		case <-ctx.Done():
			return
		case model := <-w.wanted:
			if _, fresh := w.recall(model, now()); fresh {
				continue
			}
			if tokens, ok := ask(ctx, model); ok {
				w.learn(model, tokens, now())
			}
		}
	}
}
