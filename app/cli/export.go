package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"holdfast/engine/delta"
	"holdfast/engine/export"
	"holdfast/engine/items"
)

func exportCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the session's items, their log and its state as files",
		Long: `Write the session as files that people and other programs read: snapshot.json,
provenance.jsonl, the projections as Markdown, SESSION_STATE.json and
CANON_STATE_DELTA.json, from which holdfast recover restores the session. Each
file is replaced as a whole, and nothing else in the folder is touched; a file
of the same name that no export wrote is refused. A new .deltamind gets a
.gitignore; delete it to keep an export in git. In read-only mode the last two
are left out, and those of an earlier export stay.`,
		Args: atMost(0),
	}
	dir := c.Flags().String("dir", "", "`DIR` to write to (default: "+export.Folder+" in the workspace)")
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			to := filepath.Join(e.Status().Workspace, export.Folder)
			if *dir != "" {
				to = p.at(*dir)
			}
			isNew, err := export.Ready(to, e.Status().ReadOnly != "")
			if err != nil {
				return elsewhere(err)
			}
			docs, err := e.Export(ctx, p.progress())
			if err != nil {
				return err
			}
			if err := export.Write(ctx, to, docs, p.progress()); err != nil {
				return elsewhere(err)
			}
			names := make([]string, len(docs))
			for i, d := range docs {
				names[i] = d.Name
			}
			if *asJSON {
				return printJSON(c.OutOrStdout(), map[string]any{"dir": to, "files": names})
			}
			folder := clean(to)
			if isNew {
				folder += ", which is new"
			}
			fmt.Fprintf(c.OutOrStdout(), "Wrote to %s:\n", folder)
			for _, name := range names {
				fmt.Fprintln(c.OutOrStdout(), "  "+clean(name))
			}
			return nil
		})
	}
	return c
}

// elsewhere says how to export to another folder, where this one is the matter.
func elsewhere(err error) error {
	var unwritable *export.UnwritableError
	var foreign *export.ForeignError
	switch {
	case errors.As(err, &foreign):
		return &verdict{err.Error() + "; name another folder with --dir"}
	case errors.As(err, &unwritable):
		return fmt.Errorf("%w; name another folder with --dir", err)
	}
	return err
}

func importCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "import SNAPSHOT",
		Short: "Load a session's items from a snapshot.json",
		Long: `Replace the session's items with those of a snapshot.json (- for standard
input), written by holdfast export or by another DeltaMind program. A session
that has items is refused, unless you give --replace.`,
		Args: exactly("a SNAPSHOT, or - for standard input"),
	}
	replace := c.Flags().Bool("replace", false, "put the snapshot's items in place of the session's")
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, args []string) error {
		text, err := p.readArgument(c, args[0])
		if err != nil {
			return err
		}
		if _, err := delta.ParseSnapshot(text); err != nil {
			return &verdict{"nothing was imported: " + err.Error()}
		}
		return p.writing(c, func(ctx context.Context, e Engine) error {
			n, err := e.Import(ctx, text, *replace)
			if errors.Is(err, items.ErrNotEmpty) {
				return &verdict{"nothing was imported: " + err.Error()}
			}
			if err != nil {
				return err
			}
			if *asJSON {
				return printJSON(c.OutOrStdout(), map[string]any{"items": n})
			}
			fmt.Fprintf(c.OutOrStdout(), "%s imported into session %s.\n", count(n, "item was", "items were"), clean(e.Status().Session))
			return nil
		})
	}
	return c
}
