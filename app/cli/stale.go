package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"holdfast/engine"
	"holdfast/engine/report"
	"holdfast/engine/stale"
)

// staleItem is one STALE entity as `stale --json` prints it. Disk is "absent"
// where the file does not define the entity any more.
type staleItem struct {
	Entity   string       `json:"entity"`
	Reason   stale.Reason `json:"reason"`
	Artifact string       `json:"artifact"`
	Disk     string       `json:"disk"`
}

func staleCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "stale",
		Short: "List where your files and the State Map disagree",
		Long: `List where your files and the State Map disagree. A STALE symbol is not shown
to the model, and the model's changes to it wait, until the file agrees again
or you adopt the file's version or keep holdfast's. Deleted and unreadable
files are listed too, and code that a recovery could not restore. A deleted
folder is one line; -v lists its symbols. --json lists only what is STALE.`,
	}
	all := c.Flags().BoolP("verbose", "v", false, "list every symbol of deleted folders")
	object := func(ctx context.Context, e Engine) (any, error) {
		list, err := e.Divergences(ctx)
		items := []staleItem{}
		for _, d := range list {
			if d.Reason.Stale() {
				items = append(items, staleItem{d.Key, d.Reason, d.Hash, d.Disk})
			}
		}
		return map[string]any{"stale": items}, err
	}
	text := func(ctx context.Context, w io.Writer, e Engine) error {
		list, err := e.Divergences(ctx)
		if err != nil {
			return err
		}
		entities, err := e.Entities(ctx)
		if err != nil {
			return err
		}
		losses, err := e.Losses(ctx)
		if err != nil {
			return err
		}
		rest, gone := list, []deleted(nil)
		if !*all {
			rest, gone = gatherDeleted(list, entities)
		}
		printStale(w, rest, gone, p.Now())
		printLost(w, losses, len(list) > 0)
		printKept(w, entities, len(list)+len(losses) > 0)
		return nil
	}
	return p.view(c, object, text)
}

// divergenceKinds are how divergences are told apart, and what to do about each.
var divergenceKinds = []struct {
	reason        stale.Reason
	title, advice string
}{
	{stale.NotApplied, "STALE, not saved yet",
		"Save it to the file, and the entry disappears. Or go back to the file's version: holdfast adopt ENTITY. Or let the file differ: holdfast keep ENTITY."},
	{stale.Edited, "STALE, changed on disk",
		"Take the file's version: holdfast adopt ENTITY. Or keep holdfast's: holdfast keep ENTITY."},
	{stale.Vanished, "Deleted",
		"The model does not see this code. Remove it: holdfast adopt --gone, or holdfast tombstone PATH. Or keep it: holdfast keep PATH."},
	{stale.Unreadable, "Unreadable",
		"Make the file readable; until then the model does not see this code."},
}

// printKept tells where the disk differs with the operator's knowledge; where
// nothing is in dispute, it says what is left to say.
func printKept(w io.Writer, entities []report.Entity, disputed bool) {
	var keys []string
	for _, e := range entities {
		if e.Kept {
			keys = append(keys, clean(e.Key))
		}
	}
	switch {
	case len(keys) == 0 && !disputed:
		fmt.Fprintln(w, "Your files and the State Map agree.")
	case len(keys) > 0:
		if disputed {
			fmt.Fprintln(w)
		} else {
			fmt.Fprintln(w, "Nothing waits for a decision.")
		}
		fmt.Fprintln(w, "Kept although the file differs:")
		for _, key := range keys {
			fmt.Fprintln(w, "  "+key)
		}
		fmt.Fprintln(w, "The next edit of their files makes them STALE again.")
	}
}

// deleted is a folder or a file that is gone, with how many known symbols it had.
type deleted struct {
	name    string
	symbols int
}

// gatherDeleted takes what vanished out of a list and gives it by the highest folders
// of which nothing is left.
func gatherDeleted(list []stale.Divergence, entities []report.Entity) (rest []stale.Divergence, gone []deleted) {
	vanished := map[string]bool{}
	for _, d := range list {
		if d.Reason == stale.Vanished {
			vanished[d.Path] = true
		}
	}
	folders := stale.GoneFolders(vanished, func(yield func(string)) {
		for _, e := range entities {
			if !e.Tombstoned && !vanished[e.Path] {
				yield(e.Path)
			}
		}
	})
	at := map[string]int{}
	for _, d := range list {
		name, is := folders[d.Path]
		if !is {
			rest = append(rest, d)
			continue
		}
		if _, told := at[name]; !told {
			at[name] = len(gone)
			gone = append(gone, deleted{name: name})
		}
		gone[at[name]].symbols++
	}
	return rest, gone
}

func printStale(w io.Writer, list []stale.Divergence, gone []deleted, now time.Time) {
	told := false
	for _, kind := range divergenceKinds {
		t := &table{}
		for _, d := range list {
			if d.Reason != kind.reason {
				continue
			}
			changed := ""
			if !d.Changed.IsZero() {
				changed = "file changed " + age(now, d.Changed)
			}
			t.row("  "+d.Key, fmt.Sprintf("v%d", d.Version), changed)
			t.note(d.Detail)
			if d.Pending > 0 {
				t.note(count(d.Pending, "proposal waits", "proposals wait"))
			}
		}
		if kind.reason == stale.Vanished {
			for _, g := range gone {
				t.row("  "+g.name, count(g.symbols, "symbol", "symbols"))
			}
		}
		if len(t.rows) == 0 {
			continue
		}
		if told {
			fmt.Fprintln(w)
		}
		told = true
		fmt.Fprintln(w, kind.title+":")
		t.print(w)
		for _, line := range wrap(kind.advice, columns) {
			fmt.Fprintln(w, line)
		}
	}
}

// printLost tells what a recovery could not bring back.
func printLost(w io.Writer, losses []report.Loss, told bool) {
	if len(losses) == 0 {
		return
	}
	if told {
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "Lost, no recovery could restore them:")
	t := &table{}
	for _, l := range losses {
		t.row("  " + l.Key)
		t.note(l.Reason)
	}
	t.print(w)
	for _, line := range wrap("An entry disappears once its code is back (adopt, paste or a reply). To give it up: holdfast tombstone ENTITY.", columns) {
		fmt.Fprintln(w, line)
	}
}

func keepCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "keep PATH|ENTITY…",
		Short: "Keep holdfast's version of code that is STALE",
		Long: `Keep holdfast's version of code that is STALE, although the file differs. You
ignore this version of the file; the next edit makes the symbol STALE again.
For a file or folder this keeps everything that differs, deleted files too. No
file is written.`,
		Args: several("a PATH or an ENTITY"),
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
			kept, err := keepAll(ctx, e, found)
			if err != nil {
				return err
			}
			for _, d := range kept {
				fmt.Fprintf(c.OutOrStdout(), "%s is kept as v%d; the next edit of %s makes it STALE again.\n", clean(d.Key), d.Version, clean(d.Path))
			}
			return nil
		})
	}
	return c
}

// keepAll keeps what the disk contradicts of several targets, as one decision.
func keepAll(ctx context.Context, e Engine, found []target) ([]report.Settlement, error) {
	disputes, err := e.Divergences(ctx)
	if err != nil {
		return nil, err
	}
	disputed := map[string]bool{}
	for _, d := range disputes {
		disputed[d.Key] = d.Reason != stale.Unreadable
	}
	var settled []report.Settlement
	var shown []report.ShownDisk
	seen := map[string]bool{}
	for _, t := range found {
		for _, key := range t.keys {
			if seen[key] || t.entity == nil && !disputed[key] {
				continue
			}
			seen[key] = true
			s, err := e.Settlement(ctx, key)
			if err != nil {
				return nil, notToKeep(t, err)
			}
			settled, shown = append(settled, s), append(shown, s.Shown)
		}
	}
	if len(shown) == 0 {
		if len(keysOf(found)) == 0 {
			return nil, &verdict{nothingTracked(found)}
		}
		return nil, &verdict{"there is nothing to keep: the file and the State Map agree about " + said(found, keysOf(found))}
	}
	if err := e.KeepAll(ctx, shown); err != nil {
		return nil, fmt.Errorf("not kept: %w", err)
	}
	return settled, nil
}

// notToKeep says why an entity that was named cannot be kept.
func notToKeep(t target, err error) error {
	switch {
	case t.entity == nil || !errors.Is(err, engine.ErrChanged):
		return err
	case t.entity.Kept:
		return &verdict{t.entity.Key + " is kept already; the next edit of its file makes it STALE again"}
	}
	return &verdict{"there is nothing to keep: the file and the State Map agree about " + t.entity.Key}
}

func living(n report.Entity) bool { return !n.Tombstoned }
