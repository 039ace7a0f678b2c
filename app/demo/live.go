package demo

import (
	"context"
	"errors"
	"time"

	"holdfast/engine"
	"holdfast/engine/events"
)

// pause lets a person read one step before the next begins.
const pause = 2 * time.Second

// Beside tells the story beside a screen: show runs until the operator quits,
// while the scripted client works. A failure of the story ends the screen too.
func Beside(ctx context.Context, listen string, show func(context.Context, *engine.Engine) error) error {
	w, err := open(ctx, listen, true)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	told := make(chan error, 1)
	go func() {
		err := w.live(ctx)
		if err != nil {
			cancel()
		}
		told <- err
	}()
	err = show(ctx, w.engine)
	cancel()
	return errors.Join(err, <-told, w.close())
}

// live plays the story against a running engine, for a screen to show: it asks
// for the pool, then for the change that goes wrong, waits until the operator
// has decided, asks again, saves the file, has someone edit it, and asks until
// the operator has settled that. It returns when the story has ended or ctx is
// done.
func (w *workspace) live(ctx context.Context) error {
	changed := make(chan struct{}, 1)
	cancel := w.engine.Subscribe(func(events.Event) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer cancel()
	for _, step := range []struct {
		do func(context.Context) error
		// over tells that the operator has decided what the step brought up;
		// nil where there is nothing to decide.
		over func(context.Context) (bool, error)
	}{
		{do: w.asks(w.ask.write)},
		{do: w.asks(w.ask.truncated), over: w.decided},
		{do: w.asks(w.ask.correct), over: w.decided},
		{do: w.save},
		{do: func(context.Context) error { return w.edit() }},
		{do: w.asks(look), over: w.settled},
		{do: w.asks(look)},
	} {
		if err := wait(ctx, pause); err != nil {
			return nil // the operator quit
		}
		err := step.do(ctx)
		for over := step.over == nil; err == nil && !over; {
			if over, err = step.over(ctx); err != nil || over {
				break
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return nil
			}
		}
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
	return nil
}

// asks is a step that sends a prompt.
func (w *workspace) asks(prompt string) func(context.Context) error {
	return func(ctx context.Context) error { return w.client.ask(ctx, prompt, func(string) {}) }
}

// decided tells that no proposal waits any more.
func (w *workspace) decided(context.Context) (bool, error) {
	return w.engine.Status().Pending == 0, nil
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
