package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdfast/engine/config"
	"holdfast/store/event"
)

// settingFlags adds the flags of the named settings, or of all that are flags.
func settingFlags(c *cobra.Command, names ...string) {
	for _, k := range config.Keys() {
		if !k.Flag || len(names) > 0 && !slices.Contains(names, k.Name) {
			continue
		}
		doc := k.Doc
		if k.Default != "" && k.Default != false {
			doc += fmt.Sprintf(" (default %v)", k.Default)
		}
		if k.Switch {
			c.Flags().Bool(k.Name, false, doc)
		} else {
			c.Flags().Var(&value{wants: wanted[k.Name]}, k.Name, doc)
		}
	}
}

// value is a setting as it was given; config reads it. The help says what it
// wants.
type value struct{ given, wants string }

func (v *value) String() string         { return v.given }
func (v *value) Set(given string) error { v.given = given; return nil }
func (v *value) Type() string           { return v.wants }

// wanted are the words for what each flag wants.
var wanted = map[string]string{
	"listen": "HOST:PORT", "upstream": "URL", "model": "NAME", "session": "NAME", "theme": "THEME", "token": "TOKEN",
}

// load reads the configuration with the flags that were given to c.
func (p *program) load(c *cobra.Command) (*config.Config, error) {
	given := map[string]string{}
	isSetting := map[string]bool{}
	for _, k := range config.Keys() {
		isSetting[k.Name] = k.Flag
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if isSetting[f.Name] {
			given[f.Name] = f.Value.String()
		}
	})
	workspace, err := c.Flags().GetString("workspace")
	if err != nil {
		return nil, err
	}
	return config.Load(config.LoadOptions{Workspace: workspace, Flags: given, Env: p.Env, Current: p.Current})
}

// beside opens the engine of a workspace that there is, next to one that may
// run, for as long as do takes. It creates nothing: what reads or decides has
// nothing to say where nothing was ever recorded.
func (p *program) beside(c *cobra.Command, do func(ctx context.Context, e Engine) error) error {
	return p.opened(c, OpenOptions{Beside: true, Existing: true, Logger: discard}, do)
}

// writing is beside for commands that bring code: it creates a workspace that
// is new.
func (p *program) writing(c *cobra.Command, do func(ctx context.Context, e Engine) error) error {
	return p.opened(c, OpenOptions{Beside: true, Logger: discard}, do)
}

func (p *program) opened(c *cobra.Command, o OpenOptions, do func(ctx context.Context, e Engine) error) (err error) {
	cfg, err := p.load(c)
	if err != nil {
		return err
	}
	ctx := c.Context()
	p.tune()
	e, err := p.Open(ctx, cfg, o)
	if err != nil {
		return newcomer(cfg, err)
	}
	defer func() {
		if closing := e.Close(); err == nil {
			err = closing
		}
	}()
	if warning := e.Status().Banner; warning != "" {
		fmt.Fprintln(c.ErrOrStderr(), "warning: "+clean(warning))
	}
	return do(ctx, e)
}

// newcomer says what to do in a folder where holdfast has never been.
func newcomer(cfg *config.Config, err error) error {
	if !errors.Is(err, event.ErrNotFound) {
		return err
	}
	return fmt.Errorf("there is no holdfast workspace in %s yet; start holdfast there, or name another folder with --workspace", cfg.Workspace.Root)
}

func (p *program) environment() []string {
	if p.Env != nil {
		return p.Env
	}
	return os.Environ()
}
