package demo

import (
	"context"
	"errors"
	"time"

	"holdfast/engine"
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

// live plays the story's turns against a running engine, for a screen to show:
// it asks for the pool, then for the change that goes wrong, waits until the
// operator has decided, and asks again. It returns when the story has ended or
// ctx is done.
func (w *workspace) live(ctx context.Context) error {
	changed := make(chan struct{}, 1)
	cancel := w.engine.Subscribe(func(engine.Event) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer cancel()
	for _, step := range []struct {
		prompt string
		decide bool // the operator decides before the story goes on
	}{{w.write, false}, {w.truncated, true}, {w.correct, false}} {
		if err := wait(ctx, pause); err != nil {
			return nil
		}
		if err := w.client.ask(ctx, step.prompt, func(string) {}); err != nil {
			if ctx.Err() != nil {
				return nil // the operator quit
			}
			return err
		}
		for step.decide && w.engine.Status().Pending > 0 {
			select {
			case <-changed:
			case <-ctx.Done():
				return nil
			}
		}
	}
	return nil
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
