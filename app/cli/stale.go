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
		Short: "List where the disk and the State Map disagree",
		Long: `List where the disk and the State Map disagree. A STALE entity is not shown to
the model and takes no update of its, until the disk agrees, or you adopt the
disk's version or keep the State Map's. Files that are gone or that cannot be
read are listed as well, and what a recovery could not bring back; with --json
only what is STALE.`,
	}
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
		printStale(w, list, p.Now())
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
	{stale.NotApplied, "STALE, not applied",
		"Save it to the file and this clears by itself. Or holdfast adopt ENTITY goes back to what the disk holds, holdfast keep ENTITY lets the disk differ."},
	{stale.Edited, "STALE, edited",
		"holdfast adopt ENTITY takes the disk's version, holdfast keep ENTITY keeps the State Map's."},
	{stale.Vanished, "Vanished",
		"The model does not see these entities until you decide: holdfast adopt --gone or holdfast tombstone PATH takes them out of the State Map, holdfast keep PATH keeps them there."},
	{stale.Unreadable, "Unreadable",
		"Make the file readable; until then the model does not see these entities."},
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
		fmt.Fprintln(w, "The disk agrees with the State Map.")
	case len(keys) > 0:
		if disputed {
			fmt.Fprintln(w)
		} else {
			fmt.Fprintln(w, "Nothing waits for a decision.")
		}
		fmt.Fprintln(w, "Kept, although the disk differs, which you know of:")
		for _, key := range keys {
			fmt.Fprintln(w, "  "+key)
		}
		fmt.Fprintln(w, "Any further edit of their files makes them STALE again.")
	}
}

func printStale(w io.Writer, list []stale.Divergence, now time.Time) {
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
	fmt.Fprintln(w, "Lost, no recovery could bring them back:")
	t := &table{}
	for _, l := range losses {
		t.row("  " + l.Key)
		t.note(l.Reason)
	}
	t.print(w)
	for _, line := range wrap("Each ends by itself where it becomes AUTHORITATIVE. Or holdfast tombstone ENTITY lets go of it, until the block is recovered again.", columns) {
		fmt.Fprintln(w, line)
	}
}

func keepCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "keep PATH|ENTITY…",
		Short: "Keep the State Map's version of what is STALE",
		Long: `Keep the State Map's version of what is STALE, although the disk differs: this
version of the disk is known and may be overwritten. Any further edit makes the
entity STALE again. Of a file or folder everything is kept that the disk
contradicts, deleted files too. No file is written.`,
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
				fmt.Fprintf(c.OutOrStdout(), "%s is kept as v%d; any further edit of %s makes it STALE again.\n", clean(d.Key), d.Version, clean(d.Path))
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
		return nil, &verdict{"the disk agrees with the State Map about " + said(found, keysOf(found)) + ": there is nothing to keep"}
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
		return &verdict{t.entity.Key + " is kept already: the disk differs, and any further edit makes it STALE again"}
	}
	return &verdict{"the disk agrees with the State Map about " + t.entity.Key + ": there is nothing to keep"}
}

func living(n report.Entity) bool { return !n.Tombstoned }
