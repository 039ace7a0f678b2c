package cli

import (
	"context"

	"holdfast/app"
	"holdfast/app/bench"
	"holdfast/app/demo"
	"holdfast/app/internal/eval"
	"holdfast/engine"
	"holdfast/engine/config"
)

// production wires the commands to the rooms of the house.
func production() Deps {
	return Deps{
		Open: func(ctx context.Context, c *config.Config, o OpenOptions) (Engine, error) {
			e, err := engine.Open(ctx, c, engine.Options{Beside: o.Beside, Existing: o.Existing, Mend: o.Mend, Serves: o.Serves, Unattended: o.Unattended, Logger: o.Logger})
			if err != nil {
				return nil, err // a nil *engine.Engine is no nil Engine
			}
			return e, nil
		},
		Screen: func(ctx context.Context, e Engine, o ScreenOptions) error {
			return app.Run(ctx, e, app.Options{In: o.In, Out: o.Out, Theme: o.Theme, ASCII: o.ASCII, Mouse: o.Mouse, Tour: o.Tour})
		},
		Verify: engine.VerifyWorkspace,
		Doctor: engine.DoctorWorkspace,
		Served: engine.ServedAt,
		Demo:   tellDemo,
		Bench:  bench.Run,

		BenchFloor: bench.Floor, BenchScreen: bench.Screen, BenchScale: bench.Scale,
		Evaluate: eval.Run,
	}
}

// tellDemo tells the demonstration's story: in words, or beside a screen.
func tellDemo(ctx context.Context, o DemoOptions) error {
	if o.Screen == nil {
		return demo.Headless(ctx, o.Out, o.Listen)
	}
	return demo.Beside(ctx, o.Listen, func(ctx context.Context, e *engine.Engine, tour *demo.Tour) error { return o.Screen(ctx, e, tour) })
}
