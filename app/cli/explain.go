package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// shown is an entity's truth as `show --json` prints it.
type shown struct {
	Entity   string       `json:"entity"`
	Path     string       `json:"path"`
	Symbol   string       `json:"symbol"`
	Language string       `json:"language"`
	Artifact string       `json:"artifact"`
	Version  int          `json:"version"`
	Grant    string       `json:"grant"`
	Origin   event.Origin `json:"origin"`
	Updated  time.Time    `json:"last_updated"`
	Stale    stale.Reason `json:"stale_reason,omitempty"`
	State    event.State  `json:"state,omitempty"` // of --version
	Content  string       `json:"content"`
}

func showCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "show ENTITY",
		Short: "Print the current code of a symbol",
		Long: `Print the current code of a symbol, as the model is shown it, or an earlier
version; --versions lists them.

ENTITY is path::symbol, or any end of it that means one symbol: "Acquire",
"pool.go::Acquire". A file without symbols is named by its path.`,
		Args: exactly("an ENTITY"),
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	number := c.Flags().Int("version", 0, "version `N` in place of the current one")
	list := c.Flags().Bool("versions", false, "list the versions, the newest first")
	c.MarkFlagsMutuallyExclusive("version", "versions")
	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("version") && *number < 1 {
			return usage(c, "versions count from 1")
		}
		return p.beside(c, func(ctx context.Context, e Engine) error {
			key, ended, err := findKnown(ctx, e, args[0])
			switch {
			case err != nil:
				return err
			case *list:
				return showVersions(p, ctx, c, e, key, *asJSON)
			case *number > 0:
				return showVersion(p, ctx, c, e, key, *number, *asJSON)
			case ended != nil:
				return &verdict{key + " was deleted; " + wayBack(ended)}
			}
			d, err := e.Detail(ctx, key)
			if err != nil {
				return err
			}
			if *asJSON {
				n := d.Entity
				return printJSON(c.OutOrStdout(), shown{
					n.Key, n.Path, n.Symbol, n.Language, n.Hash, n.Version, n.Grant, n.Origin, n.Updated, n.Stale, "", string(d.Content),
				})
			}
			if note := contradiction(d.Entity); note != "" {
				fmt.Fprintln(c.ErrOrStderr(), "holdfast: "+note)
			}
			return printCode(p, c.OutOrStdout(), d.Content)
		})
	}
	return c
}

func showVersions(p *program, ctx context.Context, c *cobra.Command, e Engine, key string, asJSON bool) error {
	d, err := e.Detail(ctx, key)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(c.OutOrStdout(), versionsOf(d))
	}
	versionsText(c.OutOrStdout(), d, p.Now())
	return nil
}

// showVersion prints a version; that it is not the current one stands on the error
// stream.
func showVersion(p *program, ctx context.Context, c *cobra.Command, e Engine, key string, number int, asJSON bool) error {
	v, err := e.VersionText(ctx, key, number)
	if err != nil {
		return err
	}
	if asJSON {
		path, symbol, _ := strings.Cut(key, "::")
		return printJSON(c.OutOrStdout(), shown{
			Entity: key, Path: path, Symbol: symbol, Language: v.Language, Artifact: v.Hash, Version: v.Number, Grant: v.Grant, Origin: v.Origin,
			Updated: v.Changed, State: v.State, Content: string(v.Content),
		})
	}
	if v.Artifact != v.Current {
		fmt.Fprintf(c.ErrOrStderr(), "holdfast: this is v%d, %s %s.\n", v.Number, versionWords(v.State), age(p.Now(), v.Changed))
	}
	return printCode(p, c.OutOrStdout(), v.Content)
}

// printCode writes code byte for byte, unless a terminal would obey what a
// model may have hidden in it.
func printCode(p *program, w io.Writer, code []byte) error {
	if isTerminal(p.Stdout) {
		code = []byte(cleanCode(string(code)))
	}
	if len(code) > 0 && !bytes.HasSuffix(code, []byte("\n")) {
		code = append(bytes.Clone(code), '\n')
	}
	_, err := w.Write(code)
	return err
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// explained is what `explain --json` prints.
type explained struct {
	Entity   string             `json:"entity"`
	Path     string             `json:"path"`
	Symbol   string             `json:"symbol"`
	Kind     string             `json:"kind"`
	Language string             `json:"language"`
	Stale    stale.Reason       `json:"stale_reason,omitempty"`
	Contest  event.AuditStatus  `json:"contested,omitempty"`
	Versions []explainedVersion `json:"versions"`
}

type explainedVersion struct {
	ID         string            `json:"id"`
	Version    int               `json:"version,omitempty"`
	Artifact   string            `json:"artifact"`
	State      event.State       `json:"state"`
	Confidence event.Confidence  `json:"confidence"`
	Origin     event.Origin      `json:"origin"`
	Convention string            `json:"convention"`
	Grant      string            `json:"grant,omitempty"`
	Reason     string            `json:"reason,omitempty"`
	Audit      event.AuditStatus `json:"audit,omitempty"`
	Episode    string            `json:"episode"`
	Turn       int               `json:"turn"`
	Created    time.Time         `json:"created"`
	Changed    time.Time         `json:"changed"`  // when it got its state
	Evidence   string            `json:"evidence"` // Vault hash of the raw block
	Gates      event.GateReport  `json:"gates"`
}

func explainCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "explain ENTITY|ID|ITEM",
		Short: "Show the history of a symbol, or where an item came from",
		Long: `Show the history of a symbol: each version, who wrote it, and which checks
passed. With the ID of a proposal, show that proposal alone. With an ITEM of
holdfast inspect, show what was said, and in which turns.`,
		Args: exactly("an ENTITY, the ID of a proposal or an ITEM"),
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, args []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			d, err := findDetail(ctx, e, args[0])
			var none *noneError
			if errors.As(err, &none) { // names go before items
				return explainItem(p, ctx, c, e, args[0], *asJSON, err)
			}
			if err != nil {
				return err
			}
			if *asJSON {
				return printJSON(c.OutOrStdout(), explain(d))
			}
			printExplain(c.OutOrStdout(), d, p.Now())
			return nil
		})
	}
	return c
}

// findDetail resolves an argument among the State Map, the proposals' ids and
// the entities that only proposals name.
func findDetail(ctx context.Context, e Engine, arg string) (report.Detail, error) {
	entities, err := e.Entities(ctx)
	if err != nil {
		return report.Detail{}, err
	}
	proposals, err := e.Pending(ctx)
	if err != nil {
		return report.Detail{}, err
	}
	var keys []string
	for _, n := range entities {
		keys = append(keys, n.Key)
	}
	for _, q := range proposals {
		keys = append(keys, q.Entity)
	}
	key, err := pickEntity(keys, arg)
	// A name such as "add" may be the beginning of an id as well: names go first.
	if id, noID := pickID(proposals, arg); noID == nil && (err != nil || id == arg) {
		d, err := e.Detail(ctx, entityOf(proposals, id))
		return onlyVersion(d, id), err
	}
	if err != nil {
		return report.Detail{}, err
	}
	return e.Detail(ctx, key)
}

func entityOf(proposals []report.Proposal, id string) string {
	for _, q := range proposals {
		if q.ID == id {
			return q.Entity
		}
	}
	return ""
}

func onlyVersion(d report.Detail, id string) report.Detail {
	for _, v := range d.Versions {
		if v.Artifact == id {
			d.Versions = []report.Version{v}
			break
		}
	}
	return d
}

func explain(d report.Detail) explained {
	n := d.Entity
	x := explained{n.Key, n.Path, n.Symbol, n.Kind, n.Language, n.Stale, n.Contested, []explainedVersion{}}
	for _, v := range d.Versions {
		v.Gates.Checks = orEmpty(v.Gates.Checks)
		x.Versions = append(x.Versions, explainedVersion{
			v.Artifact, v.Number, v.Hash, v.State, v.Confidence, v.Origin, v.Convention, v.Grant, v.Reason, v.Audit,
			v.Episode, v.Turn, v.Created, v.Changed, v.Block, v.Gates,
		})
	}
	return x
}

func printExplain(w io.Writer, d report.Detail, now time.Time) {
	n := d.Entity
	fmt.Fprintln(w, clean(n.Key))
	if n.Stale != "" {
		fmt.Fprintln(w, "STALE: "+clean(words(string(n.Stale))))
	}
	if n.InReview {
		fmt.Fprintln(w, "IN REVIEW: a paste of it waits in holdfast pending; the model is not shown it until then")
	}
	if n.Contested != "" {
		fmt.Fprintln(w, "contested: the shadow audit calls it "+clean(string(n.Contested)))
	}
	for _, v := range d.Versions {
		fmt.Fprintln(w)
		printVersion(w, v, now)
	}
}

func printVersion(w io.Writer, v report.Version, now time.Time) {
	head := string(v.State)
	if v.Number > 0 {
		head = fmt.Sprintf("v%d %s", v.Number, head)
	}
	if v.State == event.Tombstoned || v.State == event.Superseded { // when it ended, and then how it began
		head += " " + age(now, v.Changed)
		if v.Grant != "" {
			head += ", before"
		}
	}
	if v.Grant != "" {
		head += " by " + words(v.Grant)
	}
	fmt.Fprintf(w, "%s, turn %s, %s\n", clean(head), turn(v.Turn), age(now, v.Created))
	t := &table{}
	t.row("  id", v.Artifact)
	t.row("  content", short(v.Hash))
	from := string(v.Origin)
	if v.Convention != "" {
		from += ", path by " + words(v.Convention)
	}
	t.row("  from", from+", "+string(v.Confidence))
	t.row("  evidence", short(v.Block))
	t.row("  episode", v.Episode)
	if v.Audit != "" {
		t.row("  audit", string(v.Audit))
	}
	if v.Reason != "" {
		t.row("  ended", v.Reason)
	}
	t.print(w)
	printGates(w, v.Gates)
}

// printGates writes a gate report, a line for each check.
func printGates(w io.Writer, g event.GateReport) {
	t := &table{}
	for _, check := range g.Checks {
		result := "pass"
		if !check.Pass {
			result = "FAIL"
		}
		t.row("  gate "+check.Gate, result, words(check.Name), views.Plain(check.Detail))
	}
	t.print(w)
}
