package cli

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdfast/engine/config"
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
			c.Flags().String(k.Name, "", doc)
		}
	}
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

// beside opens the engine next to one that may run, for as long as do takes.
func (p *program) beside(c *cobra.Command, do func(ctx context.Context, e Engine) error) (err error) {
	cfg, err := p.load(c)
	if err != nil {
		return err
	}
	ctx := c.Context()
	e, err := p.Open(ctx, cfg, OpenOptions{Beside: true, Logger: discard})
	if err != nil {
		return err
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

func (p *program) environment() []string {
	if p.Env != nil {
		return p.Env
	}
	return os.Environ()
}
