package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"holdfast/app/connect"
	"holdfast/engine/config"
)

func serveCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the proxy without a screen",
		Long: `Run the proxy without a screen. Log lines on standard error say what was
accepted, what waits, and why. SIGINT or SIGTERM lets running requests end and
then stops; a second one stops at once. Commands of the tool bridge that would
ask you first are refused, since nobody can be asked.`,
		Example: "  holdfast serve --upstream http://127.0.0.1:11434",
		Args:    atMost(0),
	}
	settingFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		level := slog.LevelInfo
		if cfg.Debug {
			level = slog.LevelDebug
		}
		log := slog.New(slog.NewTextHandler(p.Stderr, &slog.HandlerOptions{Level: level}))
		ctx, release := untilSignal(c.Context())
		defer release()
		feed := newFeed(log)
		defer feed.close() // after the engine has drained
		return p.serving(ctx, cfg, OpenOptions{Unattended: true, Logger: log}, func(e Engine) error {
			e.Subscribe(feed.emit)
			s := e.Status()
			fmt.Fprintf(c.OutOrStdout(), "holdfast listens. Point your client at %s\n", connect.Target{Listen: s.Listen}.Base())
			log.Info("serving", "base_url", connect.Target{Listen: s.Listen}.Base(), "upstream", s.Upstream, "workspace", s.Workspace, "session", s.Session)
			if s.Banner != "" {
				log.Warn(s.Banner)
			}
			if len(s.Tried) > 0 {
				log.Warn("start a model server, or name it with --upstream URL", "tried", strings.Join(s.Tried, "; "))
			}
			<-ctx.Done()
			release() // from here on a signal has its usual effect
			log.Info("stopping: waiting for requests in flight; a second signal stops at once")
			return nil
		})
	}
	return c
}

// serving runs do with an engine that serves, and closes it afterwards.
func (p *program) serving(ctx context.Context, cfg *config.Config, o OpenOptions, do func(Engine) error) error {
	if err := cfg.CheckServing(); err != nil {
		return err
	}
	p.tune()
	o.Serves = true
	e, err := p.Open(ctx, cfg, o)
	if err != nil {
		return err
	}
	switch err = e.Start(ctx); {
	case err == nil:
		stop := keepSmall(e)
		err = do(e)
		stop()
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		err = nil // told to stop before it served
	}
	return errors.Join(err, e.Close())
}

// untilSignal is a context that ends with SIGINT or SIGTERM, and with the terminal
// that the program runs in, unless it was told to outlive that (nohup). After
// release a signal ends the process again.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(ctx, signals...)
}
