package cli

import (
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
	"holdfast/views"
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
		Short: "List the State Map: the known code",
		Long: `List the State Map: each known symbol, why it is current, and whether its
file agrees.`,
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
		fmt.Fprintln(w, "No code is known yet. holdfast adopt . takes in the files of this folder.")
		return
	}
	t := &table{}
	t.row("ENTITY", "VERSION", "TURN", "UPDATED", "WHY")
	living := 0
	for _, e := range entities {
		if e.Tombstoned {
			gone := "removed"
			if e.Forgotten() {
				gone = "forgotten"
			}
			t.row(e.Key, gone, "", age(now, e.Updated), "")
			continue
		}
		living++
		t.row(e.Key, fmt.Sprintf("v%d", e.Version), turn(e.Turn), age(now, e.Updated), why(e.Grant, string(e.Origin)))
		switch e.Stale {
		case "":
		case stale.Vanished, stale.Unreadable: // no verdict on what they hold
			t.note(diskWords(e.Stale) + ": see holdfast stale")
		default:
			t.note("STALE: " + diskWords(e.Stale))
		}
		if e.InReview {
			t.note("in review: your paste of it waits in holdfast pending; until then the model does not see it")
		}
		if e.Kept {
			t.note("kept, although the file differs")
		}
		if e.Contested != "" {
			t.note("doubted: the model called it " + string(e.Contested) + " in an audit; holdfast keep settles it")
		}
		if e.Pending > 0 {
			t.note(count(e.Pending, "proposal waits", "proposals wait"))
		}
	}
	t.print(w)
	line := fmt.Sprintf("\n%s in session %s", count(living, "symbol", "symbols"), clean(s.Session))
	if gone := len(entities) - living; gone > 0 {
		line += fmt.Sprintf("; %d removed, holdfast restore brings them back", gone)
	}
	fmt.Fprintln(w, line+".")
}

// diskWords says in plain words how the disk disagrees.
func diskWords(r stale.Reason) string {
	switch r {
	case stale.NotApplied:
		return "not saved yet"
	case stale.Edited:
		return "changed on disk"
	case stale.Vanished:
		return "its file was deleted"
	}
	return words(string(r))
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
			t.note("would remove it from the State Map")
		}
		for _, reason := range q.Reasons {
			t.note(views.Plain(reason))
		}
		if len(q.Candidates) > 0 {
			t.note("say which it is: holdfast accept " + ids[q.ID] + " --as " + strings.Join(q.Candidates, ", or --as "))
		}
	}
	t.print(w)
	fmt.Fprintln(w, "\nholdfast explain ID shows the checks; holdfast accept ID or reject ID decides.")
}

// why is why code is current, in words that leave the row on its line.
func why(grant, origin string) string {
	if grant == "parity" {
		return "seen or new"
	}
	return views.Because(grant, origin)
}

// orEmpty makes a missing list an empty one, so that JSON says [] and not null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
