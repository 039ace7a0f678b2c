package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/app/connect"
)

// writeGuard adds the hook of a client to its settings file.
func writeGuard(p *program, c *cobra.Command, args []string, guarded, asJSON bool) error {
	if !guarded || len(args) == 0 {
		return usage(c, "--write adds the hook of one client: holdfast connect CLIENT --guard --write")
	}
	g, err := namedGuard(c, args[0])
	if err != nil {
		return err
	}
	cfg, err := p.load(c)
	if err != nil {
		return err
	}
	env := variable(p.environment())
	home := env("HOME")
	if home == "" {
		if home, err = os.UserHomeDir(); err != nil {
			return fmt.Errorf("where %s has its settings is not known: %w", g.Name, err)
		}
	}
	f := g.File(ownName(), cfg.Workspace.Root, home, env)
	added, err := f.Add()
	if err != nil {
		return &verdict{fmt.Sprintf("%s was left as it is: %v; holdfast connect %s --guard prints the hook, to be added by hand", clean(f.Path), err, g.ID)}
	}
	w := c.OutOrStdout()
	if asJSON {
		return printJSON(w, map[string]any{"id": g.ID, "file": f.Path, "added": added})
	}
	if !added {
		fmt.Fprintf(w, "The hook is in %s already.\n", clean(f.Path))
		return nil
	}
	fmt.Fprintf(w, "Added to %s. %s asks before a tool runs, from its next start on.\n", clean(f.Path), g.Name)
	undo := "remove what holds " + f.Mark + " from that file"
	if f.Alone() {
		undo = "remove that file"
	}
	for _, note := range []string{"To undo it, " + undo + ".", g.Note} {
		for _, line := range wrap(clean(note), columns) {
			fmt.Fprintln(w, line)
		}
	}
	return nil
}

// namedGuard is the guard of the client that a word names.
func namedGuard(c *cobra.Command, word string) (connect.Guard, error) {
	g, ok := connect.FindGuard(word)
	if !ok {
		return g, usage(c, "no hook before a tool is known of %q; there are those of %s", word, strings.Join(connect.GuardIDs(), ", "))
	}
	return g, nil
}

// variable finds a variable in an environment.
func variable(env []string) func(name string) string {
	return func(name string) (value string) {
		for _, pair := range env {
			if rest, ok := strings.CutPrefix(pair, name+"="); ok {
				value = rest
			}
		}
		return value
	}
}
