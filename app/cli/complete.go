package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine/delta"
	"holdfast/engine/report"
)

// offer lists what may stand in one place of a command line, each word with what
// it stands for behind a tab, where that helps.
type offer func(context.Context, Engine) ([]string, error)

// completions tells the shell what it may offer: names that the workspace holds
// where a command takes such, and files only where it reads some.
func completions(p *program, root *cobra.Command) {
	words := map[string]offer{
		"show": entities(standing), "explain": entities(func(report.Entity) bool { return true }), "tombstone": ending,
		"restore": entities(func(n report.Entity) bool { return n.Tombstoned }), "revert": entities(func(report.Entity) bool { return true }),
		"keep": disputed, "accept": proposals, "reject": proposals,
		"switch": sessions(false), "archive": sessions(false), "unarchive": sessions(true), "rename": sessions(false),
	}
	files := []string{"adopt", "forget", "symbols", "blocks", "extract", "recover", "import", "connect", "help"}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		switch find := words[c.Name()]; {
		case find != nil:
			c.ValidArgsFunction = offering(p, find, 1)
		case !slices.Contains(files, c.Name()) && !c.HasSubCommands():
			c.ValidArgsFunction = cobra.NoFileCompletions
		}
		flagCompletions(p, c)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

// flagCompletions offers the values of the flags that c has.
func flagCompletions(p *program, c *cobra.Command) {
	fixed := func(values ...string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	kinds := make([]string, len(delta.ItemKinds))
	for i, k := range delta.ItemKinds {
		kinds[i] = string(k)
	}
	for name, complete := range map[string]cobra.CompletionFunc{
		"session": offering(p, sessions(false), -1), "kind": fixed(kinds...), "theme": fixed("auto", "dark", "light"),
		"listen": fixed(), "upstream": fixed("demo"), "model": fixed(), "token": fixed(),
	} {
		if c.LocalNonPersistentFlags().Lookup(name) != nil {
			_ = c.RegisterFlagCompletionFunc(name, complete) // it fails for a flag that is not there
		}
	}
}

// offering completes up to so many words, or any number where most is negative.
// Where the workspace cannot be read, nothing is offered.
func offering(p *program, find offer, most int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var fit []cobra.Completion
		if most >= 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		_ = p.beside(c, func(ctx context.Context, e Engine) error {
			list, err := find(ctx, e)
			for _, word := range list {
				if strings.HasPrefix(word, begun) {
					fit = append(fit, word)
				}
			}
			return err
		})
		return fit, cobra.ShellCompDirectiveNoFileComp
	}
}

func standing(n report.Entity) bool { return !n.Tombstoned }

// entities offers the keys of the State Map that keep accepts.
func entities(keep func(report.Entity) bool) offer {
	return func(ctx context.Context, e Engine) ([]string, error) {
		list, err := e.Entities(ctx)
		var keys []string
		for _, n := range list {
			if keep(n) {
				keys = append(keys, clean(n.Key))
			}
		}
		return keys, err
	}
}

// ending offers what can be tombstoned: what stands, and what is lost.
func ending(ctx context.Context, e Engine) ([]string, error) {
	keys, err := entities(standing)(ctx, e)
	if err != nil {
		return keys, err
	}
	losses, err := e.Losses(ctx)
	for _, l := range losses {
		keys = append(keys, clean(l.Key)+"\tlost")
	}
	return keys, err
}

// disputed offers the entities with which the disk disagrees.
func disputed(ctx context.Context, e Engine) ([]string, error) {
	list, err := e.Divergences(ctx)
	var keys []string
	for _, d := range list {
		keys = append(keys, clean(d.Key)+"\t"+clean(string(d.Reason)))
	}
	return keys, err
}

// proposals offers the ids that holdfast pending lists, with their entities.
func proposals(ctx context.Context, e Engine) ([]string, error) {
	list, err := e.Pending(ctx)
	short := shortIDs(list)
	var ids []string
	for _, q := range list {
		ids = append(ids, short[q.ID]+"\t"+clean(q.Entity))
	}
	return ids, err
}

// sessions offers the names of the sessions that are archived, or of the others.
func sessions(archived bool) offer {
	return func(ctx context.Context, e Engine) ([]string, error) {
		list, err := e.Sessions(ctx)
		var names []string
		for _, s := range list {
			if s.Archived == archived {
				names = append(names, clean(s.Name))
			}
		}
		return names, err
	}
}
