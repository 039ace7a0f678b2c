package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// view is a read-only command: jsonOf yields its object, text prints it for a
// person.
func (p *program) view(c *cobra.Command, object func(context.Context, Engine) (any, error), text func(context.Context, io.Writer, Engine) error) *cobra.Command {
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	c.Args = atMost(0)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			if !*asJSON {
				return text(ctx, c.OutOrStdout(), e)
			}
			v, err := object(ctx, e)
			if err != nil {
				return err
			}
			return printJSON(c.OutOrStdout(), v)
		})
	}
	return c
}

// viewOf is a view of what one call reads: as an object, and as text.
func viewOf[T any](p *program, c *cobra.Command, read func(context.Context, Engine) (T, error), object func(T) any, text func(io.Writer, T, time.Time)) *cobra.Command {
	return p.view(c,
		func(ctx context.Context, e Engine) (any, error) {
			v, err := read(ctx, e)
			return object(v), err
		},
		func(ctx context.Context, w io.Writer, e Engine) error {
			v, err := read(ctx, e)
			if err == nil {
				text(w, v, p.Now())
			}
			return err
		})
}

func stateCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "state",
		Short: "List the State Map: what the code is",
		Long:  "List the State Map: each entity, by what grant it stands and whether the disk agrees.",
	}
	object := func(ctx context.Context, e Engine) (any, error) { return e.State(ctx, "") }
	text := func(ctx context.Context, w io.Writer, e Engine) error {
		entities, err := e.Entities(ctx)
		if err != nil {
			return err
		}
		printState(w, e.Status(), entities, p.Now())
		return nil
	}
	return p.view(c, object, text)
}

func printState(w io.Writer, s report.Status, entities []report.Entity, now time.Time) {
	if len(entities) == 0 {
		fmt.Fprintln(w, "The State Map is empty: nothing was accepted yet.")
		return
	}
	t := &table{}
	t.row("ENTITY", "VERSION", "GRANT", "TURN", "UPDATED")
	living := 0
	for _, e := range entities {
		if e.Tombstoned {
			gone := "tombstoned"
			if e.Forgotten() {
				gone = "forgotten"
			}
			t.row(e.Key, gone, "", "", age(now, e.Updated))
			continue
		}
		living++
		t.row(e.Key, fmt.Sprintf("v%d", e.Version), words(e.Grant), turn(e.Turn), age(now, e.Updated))
		switch e.Stale {
		case "":
		case stale.Vanished, stale.Unreadable: // no verdict on what they hold
			t.note(words(string(e.Stale)) + ": see holdfast stale")
		default:
			t.note("STALE: " + words(string(e.Stale)))
		}
		if e.InReview {
			t.note("in review: a paste of it waits in holdfast pending; the model is not shown it until then")
		}
		if e.Kept {
			t.note("kept: the disk differs, which you know of")
		}
		if e.Contested != "" {
			t.note("contested: the shadow audit calls it " + string(e.Contested) + "; holdfast keep lets it stand")
		}
		if e.Pending > 0 {
			t.note(count(e.Pending, "proposal waits", "proposals wait"))
		}
	}
	t.print(w)
	line := fmt.Sprintf("\n%s in session %s", count(living, "entity", "entities"), clean(s.Session))
	if gone := len(entities) - living; gone > 0 {
		line += fmt.Sprintf("; holdfast restore brings the %d tombstoned back", gone)
	}
	fmt.Fprintln(w, line+".")
}

// turn is the number of a user turn, "-" for what happened outside of one.
func turn(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// pendingItem is one proposal as `pending --json` prints it.
type pendingItem struct {
	ID         string           `json:"id"`
	Entity     string           `json:"entity"`
	Path       string           `json:"path"`
	State      event.State      `json:"state"`
	Confidence event.Confidence `json:"confidence"`
	Reasons    []string         `json:"reasons"`
	Candidates []string         `json:"candidates,omitempty"` // one of these it is: accept ID --as ENTITY
}

func pendingCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "pending",
		Short: "List what waits for a decision, and why",
	}
	object := func(proposals []report.Proposal) any {
		items := make([]pendingItem, 0, len(proposals))
		for _, q := range proposals {
			items = append(items, pendingItem{q.ID, q.Entity, q.Path, q.State, q.Confidence, orEmpty(q.Reasons), q.Candidates})
		}
		return map[string]any{"pending": items}
	}
	read := func(ctx context.Context, e Engine) ([]report.Proposal, error) { return e.Pending(ctx) }
	return viewOf(p, c, read, object, printPending)
}

func printPending(w io.Writer, proposals []report.Proposal, now time.Time) {
	if len(proposals) == 0 {
		fmt.Fprintln(w, "Nothing waits for a decision.")
		return
	}
	ids := shortIDs(proposals)
	t := &table{}
	t.row("ID", "ENTITY", "CONFIDENCE", "CAME")
	for _, q := range proposals {
		t.row(ids[q.ID], q.Entity, string(q.Confidence), age(now, q.Created))
		if q.Removes {
			t.note("would take it out of the State Map")
		}
		for _, reason := range q.Reasons {
			t.note(reason)
		}
		if len(q.Candidates) > 0 {
			t.note("say which it is: holdfast accept " + ids[q.ID] + " --as " + strings.Join(q.Candidates, ", or --as "))
		}
	}
	t.print(w)
	fmt.Fprintln(w, "\nholdfast explain ID shows the gates; accept ID or reject ID decides.")
}

func recentCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "recent",
		Short: "List the last episodes and what became of their code",
	}
	n := c.Flags().IntP("number", "n", 20, "how many `episodes`, the newest first")
	list := func(ctx context.Context, e Engine) ([]report.RecentEpisode, error) {
		if *n < 1 || *n > 10_000 {
			return nil, usage(c, "-n takes a number from 1 to 10000, not %d", *n)
		}
		return e.Recent(ctx, "", *n)
	}
	object := func(episodes []report.RecentEpisode) any {
		for i := range episodes {
			episodes[i].Entities = orEmpty(episodes[i].Entities)
			episodes[i].Artifacts = orEmpty(episodes[i].Artifacts)
		}
		return map[string]any{"episodes": orEmpty(episodes)}
	}
	return viewOf(p, c, list, object, printRecent)
}

func printRecent(w io.Writer, episodes []report.RecentEpisode, now time.Time) {
	if len(episodes) == 0 {
		fmt.Fprintln(w, "No episode yet: no request crossed the proxy in this session.")
		return
	}
	for _, episode := range episodes {
		fmt.Fprintf(w, "%s  %s\n", clean(episode.ID), age(now, episode.Timestamp))
		t := &table{}
		if episode.Problem != "" {
			t.note(episode.Problem)
		}
		for _, m := range episode.Remarks {
			t.note(m.Detail)
		}
		named := map[string]bool{}
		for _, a := range episode.Artifacts {
			named[a.Entity] = true
			if a.Confidence == event.Unresolved { // its hash is what holdfast accept ID --path FILE takes
				t.row("  "+cmp.Or(a.Entity, "(no file)"), "not linked", short(a.Artifact))
				continue
			}
			t.row("  "+a.Entity, string(a.State), string(a.Confidence))
			if a.Ended != "" {
				t.note(a.Ended)
			}
		}
		for _, entity := range episode.Entities {
			if !named[entity] {
				t.row("  " + entity)
			}
		}
		t.print(w)
	}
}

// orEmpty makes a missing list an empty one, so that JSON says [] and not null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
