package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	_ "early.holdfast/background" // no command asks the terminal for its colours
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"
)

// fps is how often the terminal is drawn at most.
const fps = 30

// Options are what a screen is run with. The zero value is a screen on standard
// input and output.
type Options struct {
	In, Out *os.File                // os.Stdin, os.Stdout where nil
	Theme   string                  // "dark", "light", or "auto" and "": by COLORFGBG, else dark
	ASCII   bool                    // glyphs of ASCII only; also where the locale is not UTF-8
	Mouse   bool                    // the screen hears the mouse
	Tour    Tour                    // what guides a newcomer, nil for none
	Now     func() time.Time        // time.Now where nil
	Getenv  func(key string) string // os.Getenv where nil
}

// ErrNoTerminal refuses to run a screen where there is none.
var ErrNoTerminal = errors.New("the screen needs a terminal: run `holdfast serve` for the proxy alone")

// ErrDumbTerminal refuses to draw on a terminal that can only print lines.
var ErrDumbTerminal = errors.New("TERM=dumb cannot show the screen: use `holdfast serve` for the proxy alone")

// Run shows the engine on a terminal until the operator quits or ctx ends, and
// gives the terminal back as it was. It calls no method of e after it returned.
func Run(ctx context.Context, e Engine, o Options) error {
	o = o.withDefaults()
	if !term.IsTerminal(o.In.Fd()) || !term.IsTerminal(o.Out.Fd()) {
		return ErrNoTerminal
	}
	if o.Getenv("TERM") == "dumb" {
		return ErrDumbTerminal
	}
	dark, err := darkTheme(o.Theme, o.Getenv("COLORFGBG"))
	if err != nil {
		return err
	}
	in, err := openTerminal(o.In)
	if err != nil {
		return fmt.Errorf("prepare the terminal: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	out := &lockedFile{File: o.Out}
	options := modelOptions{
		Ctx: ctx, Now: o.Now, Dark: dark, Profile: profileOf(o), ASCII: o.ASCII || !utf8Locale(o.Getenv), Mouse: o.Mouse, Tour: o.Tour, Copy: copier(out, o.Getenv),
	}
	if c := editorCommand(o.Getenv); c != "" {
		options.Edit = editor{c, in, o.In, o.Out}.open
	}
	m := newModel(e, options)
	ways := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out),
		tea.WithAltScreen(), tea.WithReportFocus(), tea.WithFPS(fps)}
	if o.Mouse {
		ways = append(ways, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(m, ways...)
	in.post = p.Send
	if o.Tour != nil {
		o.Tour.Watch(func() { go p.Send(tourMsg{}) })
	}

	b := newBridge()
	unsubscribe := e.Subscribe(b.Emit)
	var pumping sync.WaitGroup
	pumping.Go(func() { b.pump(ctx, func(batch batchMsg) { p.Send(batch) }) })

	_, err = p.Run()
	unsubscribe()
	cancel()
	pumping.Wait()
	m.engine.close()
	if closeErr := in.Close(); err == nil {
		err = closeErr
	}
	if errors.Is(err, tea.ErrInterrupted) || errors.Is(err, context.Canceled) {
		return nil // SIGINT, or the caller's wish
	}
	return err
}

func (o Options) withDefaults() Options {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	return o
}

// darkTheme decides between dark and light without asking the terminal.
// COLORFGBG is "foreground;background" in the terminal's palette, where 7 and 15
// are the light ones.
func darkTheme(theme, colorfgbg string) (bool, error) {
	switch theme {
	case "dark":
		return true, nil
	case "light":
		return false, nil
	case "", "auto":
		fields := strings.Split(colorfgbg, ";")
		bg, err := strconv.Atoi(fields[len(fields)-1])
		return err != nil || bg != 7 && bg != 15, nil
	}
	return false, fmt.Errorf("unknown theme %q: use auto, dark or light", theme)
}

// utf8Locale reports whether the terminal's locale is UTF-8, as the first of the
// variables that is set says. Where none is, nothing is known, and UTF-8 is usual.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// environ gives termenv an environment.
type environ func(string) string

// Getenv implements termenv.Environ.
func (e environ) Getenv(key string) string { return e(key) }

// Environ implements termenv.Environ; the profile does not depend on it.
func (environ) Environ() []string { return nil }

// profileOf is what colours the terminal shows: none where NO_COLOR is set.
func profileOf(o Options) termenv.Profile {
	return termenv.NewOutput(o.Out, termenv.WithEnvironment(environ(o.Getenv)), termenv.WithTTY(true)).EnvColorProfile()
}

// lockedFile is a terminal that two may write to: the program draws, the
// clipboard asks.
type lockedFile struct {
	*os.File
	mu sync.Mutex
}

// Write writes p as a whole.
func (f *lockedFile) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.File.Write(p)
}
