package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"holdfast/engine/operator"

	"github.com/spf13/cobra"

	"holdfast/engine/report"
	"holdfast/store/event"
	"holdfast/views"
)

func acceptCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "accept ID",
		Short: "Accept a proposal: its code becomes the current code",
		Long: `Accept a proposal: its code becomes the current code. ID is what holdfast
pending lists, or the beginning of it. If holdfast could not tell where the
code belongs, --path names its file, and --as the entity that it defines (a
method that came without its class, say).`,
		Args: exactly("the ID of a proposal"),
	}
	settingFlags(c, "session")
	at := c.Flags().String("path", "", "`FILE` that the code belongs to")
	as := c.Flags().String("as", "", "`ENTITY` that the code defines, path::symbol")
	c.MarkFlagsMutuallyExclusive("path", "as")
	c.RunE = func(c *cobra.Command, args []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			if c.Flags().Changed("as") {
				return acceptAs(p, ctx, c, e, args[0], *as)
			}
			if c.Flags().Changed("path") {
				return acceptAt(p, ctx, c, e, args[0], *at)
			}
			return decide(ctx, e, args[0], func(r report.Review) error {
				if err := e.Accept(ctx, r.Shown); err != nil {
					return fmt.Errorf("%s was not accepted: %w", r.Proposal.Entity, err)
				}
				done := "Accepted"
				if r.Proposal.Removes {
					done = "Removed"
				}
				fmt.Fprintf(c.OutOrStdout(), "%s %s.\n", done, clean(r.Proposal.Entity))
				return nil
			})
		})
	}
	return c
}

// acceptAs accepts code as an entity of the operator's choice: one that it may be,
// one of the State Map, or a new one that is named in full.
func acceptAs(p *program, ctx context.Context, c *cobra.Command, e Engine, id, name string) error {
	var candidates []string
	if q, err := findProposal(ctx, e, id); err == nil { // else it is code that is not linked
		id, candidates = q.ID, q.Candidates
	}
	key, err := pickEntity(candidates, name)
	if err != nil {
		if key, err = entityNamed(p, ctx, c, e, name); err != nil {
			return err
		}
	}
	r, err := e.LinkReview(ctx, id, key)
	if err != nil {
		return fmt.Errorf("%s was not accepted as %s: %w", id, key, err)
	}
	if err := e.Link(ctx, r.Shown, key); err != nil {
		return fmt.Errorf("%s was not accepted as %s: %w", id, key, err)
	}
	return tellCurrent(p, ctx, c, e, key, "Accepted %s.\n", clean(key))
}

// entityNamed is an entity of the State Map that a name means, or a new one where it
// says path::symbol.
func entityNamed(p *program, ctx context.Context, c *cobra.Command, e Engine, name string) (string, error) {
	entity, err := findEntity(ctx, e, name, living)
	var none *noneError
	file, symbol, full := strings.Cut(name, "::")
	if err == nil || !errors.As(err, &none) || !full || symbol == "" {
		return entity.Key, err
	}
	path, err := p.workspacePath(c, file)
	return path + "::" + symbol, err
}

func acceptAt(p *program, ctx context.Context, c *cobra.Command, e Engine, id, file string) error {
	path, err := p.workspacePath(c, file)
	if err != nil {
		return err
	}
	// Code that is not linked waits nowhere: only the engine knows its id.
	if q, err := findProposal(ctx, e, id); err == nil {
		id = q.ID
	}
	if err := e.AcceptAt(ctx, id, path); err != nil {
		return fmt.Errorf("%s was not accepted for %s: %w", id, path, err)
	}
	fmt.Fprintf(c.OutOrStdout(), "Accepted %s for %s.\n", clean(id), clean(path))
	return nil
}

func rejectCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "reject ID",
		Short: "Reject a proposal: the current code stays",
		Args:  exactly("the ID of a proposal"),
	}
	settingFlags(c, "session")
	reason := c.Flags().String("reason", "", "`WHY`, for the Ledger")
	c.RunE = func(c *cobra.Command, args []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			return decide(ctx, e, args[0], func(r report.Review) error {
				if err := e.Reject(ctx, r.Shown, *reason); err != nil {
					return fmt.Errorf("%s was not rejected: %w", r.Proposal.Entity, err)
				}
				fmt.Fprintf(c.OutOrStdout(), "Rejected the proposal for %s.\n", clean(r.Proposal.Entity))
				return nil
			})
		})
	}
	return c
}

// decide reviews a proposal, so that the decision carries the hashes of what it
// is about, and then does what the operator said.
func decide(ctx context.Context, e Engine, id string, do func(report.Review) error) error {
	q, err := findProposal(ctx, e, id)
	if err != nil {
		return err
	}
	r, err := e.Review(ctx, q.ID)
	if err != nil {
		return err
	}
	return do(r)
}

func tombstoneCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "tombstone PATH|ENTITY…",
		Short: "Remove symbols from the State Map",
		Long: `Remove symbols from the State Map; for a file or folder, all that it holds. No
file is written. holdfast restore brings one back until 10 more requests have
come (gates.tombstone_episodes), holdfast undo all of them at once. This also
gives up a symbol that a recovery could not restore; holdfast stale lists
those.`,
		Args: several("a PATH or an ENTITY"),
	}
	settingFlags(c, "session")
	reason := c.Flags().String("reason", "", "`WHY`, for the Ledger")
	c.RunE = func(c *cobra.Command, args []string) error {
		places, err := p.places(c, args)
		if err != nil {
			return err
		}
		return p.beside(c, func(ctx context.Context, e Engine) error {
			lost, rest, err := lostAmong(ctx, e, places)
			if err != nil {
				return err
			}
			found, err := targets(ctx, c, e, rest)
			if err != nil {
				return err
			}
			keys := keysOf(found)
			if len(keys)+len(lost) == 0 {
				return &verdict{nothingTracked(found)}
			}
			if err := e.TombstoneAll(ctx, append(slices.Clone(lost), keys...), *reason); err != nil {
				return fmt.Errorf("not removed: %w", err)
			}
			for _, key := range lost {
				fmt.Fprintf(c.OutOrStdout(), "Gave up %s. If you recover the block again, it is reported as lost again.\n", clean(key))
			}
			switch {
			case len(keys) == 1:
				fmt.Fprintf(c.OutOrStdout(), "Removed %s; holdfast restore brings it back, %s.\n", clean(keys[0]), forRequests(e.Status().Restorable))
			case len(keys) > 1:
				fmt.Fprintf(c.OutOrStdout(), "Removed %s; holdfast undo brings them back.\n", said(found, keys))
			}
			return nil
		})
	}
	return c
}

// lostAmong takes those arguments out that name what a recovery could not bring back.
func lostAmong(ctx context.Context, e Engine, places []place) (lost []string, rest []place, err error) {
	losses, err := e.Losses(ctx)
	if err != nil {
		return nil, nil, err
	}
	var keys []string
	for _, l := range losses {
		keys = append(keys, l.Key)
	}
	for _, at := range places {
		if key, err := pickEntity(keys, at.arg); err == nil {
			lost = append(lost, key)
		} else {
			rest = append(rest, at)
		}
	}
	return lost, rest, nil
}

// nothingTracked says that the State Map holds nothing of what was named.
func nothingTracked(found []target) string {
	var names []string
	for _, t := range found {
		names = append(names, t.arg)
	}
	return "the State Map holds nothing of " + strings.Join(names, ", ")
}

func forgetCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "forget PATH…",
		Short: "Take files or folders out of the State Map",
		Long: `Take files or folders out of the State Map, whatever is on disk. holdfast no
longer watches them, shows nothing of them to the model, and raises no alert.
Their proposals are closed. No file is written. holdfast adopt takes the files
in again; holdfast undo brings back what was there.`,
		Example: "  holdfast forget vendor",
		Args:    several("a PATH"),
	}
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, args []string) error {
		places, err := p.places(c, args)
		if err != nil {
			return err
		}
		return p.beside(c, func(ctx context.Context, e Engine) error {
			found, err := targets(ctx, c, e, places)
			if err != nil {
				return err
			}
			for _, t := range found {
				if t.entity != nil && t.entity.Symbol != "*" {
					return usage(c, "%q is %s, and forget takes files and folders; holdfast tombstone removes a symbol", t.arg, t.entity.Key)
				}
			}
			keys := keysOf(found)
			if len(keys) == 0 {
				return &verdict{nothingTracked(found)}
			}
			if err := e.Forget(ctx, keys); err != nil {
				return fmt.Errorf("not forgotten: %w", err)
			}
			fmt.Fprintf(c.OutOrStdout(), "Forgot %s; holdfast adopt takes the files in again.\n", said(found, keys))
			return nil
		})
	}
	return c
}

func pasteCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "paste --path FILE",
		Short: "Make code from standard input the current code",
		Long: `Make code from standard input the current code, because you wrote it. It
replaces what a model wrote. It updates the symbols that it defines and deletes
none that it leaves out.`,
		Example: "  holdfast paste --path src/pool.go < src/pool.go",
		Args:    atMost(0),
	}
	settingFlags(c, "session")
	file := c.Flags().String("path", "", "`FILE` that the code belongs to")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *file == "" {
			return usage(c, "holdfast paste needs --path FILE, the file that the code belongs to")
		}
		path, err := p.workspacePath(c, *file)
		if err != nil {
			return err
		}
		code, err := readAll(c.InOrStdin(), "standard input")
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(code)) == 0 {
			return usage(c, "standard input holds no code for %s", path)
		}
		return p.writing(c, func(ctx context.Context, e Engine) error {
			result, err := e.Paste(ctx, path, code)
			if err != nil {
				return fmt.Errorf("the paste for %s was not recorded: %w", path, err)
			}
			return printPaste(c.OutOrStdout(), result)
		})
	}
	return c
}

// printPaste tells what became of each entity; a paste that made nothing
// authoritative, nor repeats what is, is a negative verdict.
func printPaste(w io.Writer, result operator.PasteResult) error {
	t := &table{}
	held := len(result.Unchanged)
	for _, o := range result.Outcomes {
		state := stateWords(o.State, 0)
		if o.State == "" {
			state = "not linked"
		}
		t.row(cmp.Or(o.Entity, "(no symbol)"), state)
		if o.Reason != "" && o.State != event.Authoritative {
			t.note(views.Plain(o.Reason))
		}
		if o.State == event.Authoritative {
			held++
		}
	}
	for _, ref := range result.Unchanged {
		t.row(ref.Entity, "unchanged")
	}
	t.print(w)
	if held == 0 {
		return &verdict{"nothing of the paste was accepted; paste whole definitions"}
	}
	return nil
}
