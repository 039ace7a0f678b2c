package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"holdfast/engine/config"
)

// screenCommand is the root: the terminal UI and the proxy.
func screenCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "holdfast",
		Short: "LLM proxy that records what your code is",
		Long: `holdfast stands between your coding client and a local model. It records what
your code is, shows the model exactly that code, and blocks changes that look
unsafe. Without a command it serves and shows its screen.`,
		Example: `  holdfast                   screen and proxy; point your client at
                             http://127.0.0.1:4141/v1
  holdfast serve             the proxy alone
  holdfast pending           changes that wait for you
  holdfast help words        the terms, explained`,
	}
	settingFlags(c)
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(c, args[0])
		}
		return nil
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		if p.Open == nil || p.Screen == nil {
			return c.Help()
		}
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		o, err := p.terminal(cfg, "holdfast serve runs the proxy without one")
		if err != nil {
			return err
		}
		log, closeLog := fileLogger(cfg)
		err = p.serving(c.Context(), cfg, OpenOptions{Logger: log}, func(e Engine) error { return p.Screen(c.Context(), e, o) })
		return errors.Join(err, closeLog())
	}
	return c
}

// terminal is where the screen is drawn; instead says what to do where there is
// none.
func (p *program) terminal(cfg *config.Config, instead string) (ScreenOptions, error) {
	in, inOK := p.Stdin.(*os.File)
	out, outOK := p.Stdout.(*os.File)
	switch {
	case !outOK || !isTerminal(out):
		return ScreenOptions{}, fmt.Errorf("standard output is not a terminal, and the screen needs one; %s", instead)
	case !inOK || !isTerminal(in):
		return ScreenOptions{}, fmt.Errorf("standard input is not a terminal, and the screen needs one; %s", instead)
	}
	return ScreenOptions{In: in, Out: out, Theme: cfg.Theme, ASCII: cfg.ASCII, Mouse: cfg.Mouse}, nil
}

// fileLogger logs into the workspace's folder, since the screen has the
// terminal.
func fileLogger(cfg *config.Config) (*slog.Logger, func() error) {
	level := slog.LevelInfo
	if cfg.Debug {
		level = slog.LevelDebug
	}
	f := &logFile{path: filepath.Join(cfg.Workspace.Folder(), "holdfast.log")}
	return slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: level})), f.Close
}
