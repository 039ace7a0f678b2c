package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"holdfast/engine/operator"

	"github.com/spf13/cobra"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// numbered is one version of an entity as `show --versions --json` prints it.
type numbered struct {
	Version  int          `json:"version"`
	ID       string       `json:"id"`
	Artifact string       `json:"artifact"`
	State    event.State  `json:"state"`
	Grant    string       `json:"grant"`
	Origin   event.Origin `json:"origin"`
	Created  time.Time    `json:"created"`
	Changed  time.Time    `json:"changed"`
	Reason   string       `json:"reason,omitempty"`
}

// findKnown resolves an argument among the entities that stand, and if none fits
// among those that have left the State Map.
func findKnown(ctx context.Context, e Engine, arg string) (key string, ended *report.Ended, err error) {
	entities, err := e.Entities(ctx)
	if err != nil {
		return "", nil, err
	}
	var keys []string
	for _, n := range entities {
		if living(n) {
			keys = append(keys, n.Key)
		}
	}
	var none *noneError
	if key, err = pickEntity(keys, arg); err == nil || !errors.As(err, &none) {
		return key, nil, err
	}
	left, err := e.Ended(ctx)
	if err != nil {
		return "", nil, err
	}
	keys = nil
	for _, n := range left {
		keys = append(keys, n.Key)
	}
	if key, err = pickEntity(keys, arg); err != nil {
		return "", nil, err
	}
	for i := range left {
		if left[i].Key == key {
			ended = &left[i]
		}
	}
	return key, ended, nil
}

// wayBack says how an entity that has left the State Map comes back.
func wayBack(n *report.Ended) string {
	if n.Expired.IsZero() {
		return "holdfast restore " + n.Key + " brings it back, " + forRequests(n.Left)
	}
	return fmt.Sprintf("it cannot be restored any more; holdfast show %s --version %d prints its last version, holdfast revert %s makes it current again", n.Key, n.Version, n.Key)
}

// forRequests says for how long something can be restored.
func forRequests(n int) string {
	if n == 1 {
		return "until one more request has come"
	}
	return fmt.Sprintf("until %d more requests have come", n)
}

// versionsText lists the versions of an entity, the newest first.
func versionsText(w io.Writer, d report.Detail, now time.Time) {
	fmt.Fprintln(w, clean(d.Entity.Key))
	t := &table{}
	for _, v := range d.Versions {
		if v.Number == 0 {
			continue
		}
		t.row(fmt.Sprintf("  v%d", v.Number), versionWords(v.State), age(now, v.Changed), views.Because(v.Grant, string(v.Origin)), short(v.Hash))
		if v.Reason != "" && v.State == event.Tombstoned {
			t.note(v.Reason)
		}
	}
	t.print(w)
}

// versionWords says in plain words what became of a version that was current.
func versionWords(state event.State) string {
	switch state {
	case event.Authoritative:
		return "current"
	case event.Superseded:
		return "replaced"
	}
	return "removed"
}

func versionsOf(d report.Detail) map[string]any {
	list := []numbered{}
	for _, v := range d.Versions {
		if v.Number > 0 {
			list = append(list, numbered{v.Number, v.Artifact, v.Hash, v.State, v.Grant, v.Origin, v.Created, v.Changed, v.Reason})
		}
	}
	return map[string]any{"entity": d.Entity.Key, "versions": list}
}

func restoreCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "restore ENTITY",
		Short: "Bring a removed symbol back",
		Long: `Bring a removed symbol back. That works until gates.tombstone_episodes more
requests have come (10, unless you set it). After that, holdfast show --version
prints its last version, and holdfast revert makes it current again.`,
		Args: exactly("an ENTITY"),
	}
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, args []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			key, _, err := findKnown(ctx, e, args[0])
			if err != nil {
				return err
			}
			if err := e.Restore(ctx, key); err != nil {
				return err
			}
			return tellCurrent(p, ctx, c, e, key, "Restored %s.\n", clean(key))
		})
	}
	return c
}

// tellCurrent says that an entity became AUTHORITATIVE, and what the disk says to that.
func tellCurrent(p *program, ctx context.Context, c *cobra.Command, e Engine, key, format string, args ...any) error {
	fmt.Fprintf(c.OutOrStdout(), format, args...)
	d, err := e.Detail(ctx, key)
	if err != nil {
		return err
	}
	if note := contradiction(d.Entity); note != "" {
		fmt.Fprintln(c.OutOrStdout(), note)
	}
	return nil
}

// contradiction says how the disk contradicts an entity, "" where it does not.
func contradiction(n report.Entity) string {
	key := clean(n.Key)
	switch {
	case n.Stale == stale.NotApplied:
		return key + " is not saved yet (STALE): save it to its file, and the model sees it again."
	case n.Stale == stale.Edited:
		return key + " differs from its file (STALE): the model does not see it; see holdfast stale."
	case n.Stale == stale.Vanished:
		return "The file of " + key + " was deleted: the model does not see it. Decide with holdfast tombstone or holdfast keep."
	case n.Stale == stale.Unreadable:
		return "The file of " + key + " cannot be read: the model does not see it."
	case n.Kept:
		return key + " is kept although its file differs."
	}
	return ""
}

func revertCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "revert ENTITY [N]",
		Short: "Make an earlier version current again",
		Long: `Make version N of a symbol current again, as a new version. Without N it takes
the last version whose code differs from the current one. holdfast show ENTITY
--versions lists them. No file is written: until you save it, the symbol is
"not saved yet". This also brings back a symbol that was removed.`,
		Example: "  holdfast revert Pool.Acquire\n  holdfast revert Pool.Acquire 2",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(c, "%s needs an ENTITY", c.CommandPath())
			}
			return atMost(2)(c, args)
		},
	}
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, args []string) error {
		number := 0
		if len(args) == 2 {
			n, err := strconv.Atoi(strings.TrimPrefix(args[1], "v"))
			if err != nil || n < 1 {
				return usage(c, "%q is no number of a version", args[1])
			}
			number = n
		}
		return p.beside(c, func(ctx context.Context, e Engine) error {
			key, _, err := findKnown(ctx, e, args[0])
			if err != nil {
				return err
			}
			took, err := e.Revert(ctx, operator.ShownVersion{Entity: key, Number: number})
			if err != nil {
				return err
			}
			return tellCurrent(p, ctx, c, e, key, "%s has the code of v%d again, as a new version.\n", clean(key), took)
		})
	}
	return c
}

func undoCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "undo",
		Short: "Take your last decision back",
		Long: `Take your last decision about code back: accept, reject, adopt, keep,
tombstone, forget, restore, revert or paste, with all that it changed. It adds
rows to the Ledger, removes none, and writes no file. Undo again to redo it.
Code that changed since is not undone.`,
		Args: atMost(0),
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	dry := c.Flags().Bool("plan", false, "only say what would be taken back")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			plan, err := e.PlanUndo(ctx)
			if err == nil && !*dry {
				plan, err = e.Undo(ctx, plan)
			}
			if err != nil {
				return err
			}
			if *asJSON {
				return printJSON(c.OutOrStdout(), undoneOf(plan, !*dry))
			}
			printUndo(c.OutOrStdout(), plan, !*dry, p.Now())
			if *dry {
				return nil
			}
			return tellContradictions(ctx, c.OutOrStdout(), e, plan)
		})
	}
	return c
}

// undone is what `undo --json` prints.
type undone struct {
	Decision string       `json:"decision"`
	Verb     string       `json:"verb"`
	Time     time.Time    `json:"time"`
	Done     bool         `json:"done"`
	Entities int          `json:"entities"`
	Steps    []undoneStep `json:"steps"`
}

type undoneStep struct {
	Entity string `json:"entity"`
	Does   string `json:"does"`
}

func undoneOf(plan operator.Undo, done bool) undone {
	out := undone{plan.Decision, plan.Verb, plan.Time, done, plan.Entities, []undoneStep{}}
	for _, s := range plan.Steps {
		out.Steps = append(out.Steps, undoneStep(s))
	}
	return out
}

func printUndo(w io.Writer, plan operator.Undo, done bool, now time.Time) {
	head := "Taken back: %s, decided %s.\n"
	if !done {
		head = "holdfast undo would take back: %s, decided %s.\n"
	}
	fmt.Fprintf(w, head, plan.Words(), age(now, plan.Time))
	t := &table{}
	for _, s := range plan.Steps {
		t.row("  "+s.Entity, s.Does)
	}
	t.print(w)
	if more := plan.Entities - len(plan.Steps); more > 0 {
		fmt.Fprintf(w, "  and %s more.\n", count(more, "symbol", "symbols"))
	}
}

// tellContradictions says of what was just taken back where the disk disagrees with it.
func tellContradictions(ctx context.Context, w io.Writer, e Engine, plan operator.Undo) error {
	entities, err := e.Entities(ctx)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, s := range plan.Steps {
		named[s.Entity] = true
	}
	const most = 3
	told := 0
	for _, n := range entities {
		note := contradiction(n)
		if note == "" || !living(n) || !named[n.Key] {
			continue
		}
		if told++; told <= most {
			fmt.Fprintln(w, note)
		}
	}
	if told > most {
		fmt.Fprintln(w, "There are more of them: holdfast stale lists where your files differ.")
	}
	return nil
}
