package demo

import (
	"context"
	"errors"

	"holdfast/engine"
	"holdfast/engine/events"
)

// Beside tells the story beside a screen: show runs until the operator quits,
// while the scripted client works. A failure of the story ends the screen too.
func Beside(ctx context.Context, listen string, show func(context.Context, *engine.Engine, *Tour) error) error {
	w, err := open(ctx, listen, true)
	if err != nil {
		return err
	}
	w.tour = newTour()
	ctx, cancel := context.WithCancel(ctx)
	told := make(chan error, 1)
	go func() {
		err := w.live(ctx)
		if err != nil {
			cancel()
		}
		told <- err
	}()
	err = show(ctx, w.engine, w.tour)
	cancel()
	return errors.Join(err, <-told, w.close())
}

// scene is one step of the tour: what is said while it is played, what then, and
// when it is over; where over is nil, only the spectator says so.
type scene struct {
	while, then string
	play        []func(context.Context) error
	over        func(context.Context) (bool, error)
}

// scenes are the tour, step by step.
func (w *workspace) scenes() []scene {
	return []scene{
		{
			"1/5  The client asks for a connection pool. Watch the reply: its symbols become known code when it is whole.",
			"1/5  The reply passed every check: its 6 symbols are known code now. Press 1 to see them, then n for the next step.",
			[]func(context.Context) error{w.asks(w.ask.write)}, nil,
		},
		{
			"2/5  The client asks for a change of Pool.Acquire, and the model is shown the current code.",
			"2/5  A reply lost half of a method. Press 2, then enter. Reject it: press x, type why, enter, y.",
			[]func(context.Context) error{w.asks(w.ask.truncated)}, w.decided,
		},
		{
			"3/5  The client asks again.",
			"3/5  The whole method is v2 now. Press 1, go down with j to Pool.Acquire, then enter, and v for its versions. n goes on.",
			[]func(context.Context) error{w.asks(w.ask.correct)}, nil,
		},
		{
			"4/5  The client saves the file, and someone edits it.",
			"4/5  Someone edited the file, so the model was not shown the old code. Press 3, then enter. Take the file: d, and y.",
			[]func(context.Context) error{w.save, func(context.Context) error { return w.edit() }, w.asks(look)}, w.settled,
		},
		{
			"5/5  The client asks again, and the model is shown the code of the file.",
			"5/5  Everything is on record: L lists it, D and then V prove it. ? lists the keys. q ends the demo.",
			[]func(context.Context) error{w.asks(look)}, nil,
		},
	}
}

// live plays the story against a running engine, for a screen to show, scene by
// scene. Each waits until the operator has decided what it brought up, or goes on. It
// returns when the story has ended or ctx is done.
func (w *workspace) live(ctx context.Context) error {
	changed := make(chan struct{}, 1)
	cancel := w.engine.Subscribe(func(events.Event) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer cancel()
	for _, s := range w.scenes() {
		err := w.perform(ctx, s, changed)
		if ctx.Err() != nil {
			return nil // the operator quit
		}
		if err != nil {
			return err
		}
	}
	w.tour.tell("")
	return nil
}

// perform plays one scene to its end.
func (w *workspace) perform(ctx context.Context, s scene, changed <-chan struct{}) error {
	w.tour.begin(s.while)
	for _, play := range s.play {
		if err := play(ctx); err != nil {
			return err
		}
	}
	w.tour.tell(s.then)
	for {
		if s.over != nil {
			if over, err := s.over(ctx); err != nil || over {
				return err
			}
		}
		select {
		case <-changed:
		case <-w.tour.over():
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// asks is a step that sends a prompt.
func (w *workspace) asks(prompt string) func(context.Context) error {
	return func(ctx context.Context) error { return w.client.ask(ctx, prompt, func(string) {}) }
}

// decided tells that no proposal waits any more.
func (w *workspace) decided(context.Context) (bool, error) {
	return w.engine.Status().Pending == 0, nil
}
