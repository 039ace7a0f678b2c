package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"holdfast/app"
)

func demoCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "demo",
		Short: "Watch a scripted model and client at work",
		Long: `Watch a scripted model and a scripted client in a throw-away workspace. You
need no model, no client and no setup, and nothing of yours is touched.`,
		Args: atMost(0),
	}
	settingFlags(c, "listen", "theme", "ascii")
	c.Flag("listen").Usage = "address to listen on (default: a free port)"
	headless := c.Flags().Bool("headless", false, "tell the whole story in lines, without a screen")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		o := DemoOptions{Out: c.OutOrStdout(), Listen: cmp.Or(c.Flag("listen").Value.String(), "127.0.0.1:0")}
		if !*headless {
			screen, err := p.terminal(cfg, "holdfast demo --headless tells the story without one")
			if err != nil {
				return err
			}
			o.Screen = func(ctx context.Context, e Engine, tour app.Tour) error {
				screen.Tour = tour
				return p.Screen(ctx, e, screen)
			}
		}
		ctx, release := untilSignal(c.Context())
		defer release()
		p.tune()
		return p.Demo(ctx, o)
	}
	return c
}
