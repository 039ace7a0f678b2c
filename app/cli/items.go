package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"holdfast/engine/delta"
	"holdfast/engine/items"
)

func inspectCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "inspect",
		Short: "List what the conversations changed: goals, decisions, tasks",
		Long: `List what was said in the session's conversations, by kind: goals, decisions,
constraints, tasks, facts, hypotheses and open questions. Items that were
replaced or resolved are marked. holdfast explain ITEM shows where one came
from. The kinds are fact, preference, goal, decision, hypothesis,
rejected_option, open_question, task, dependency, risk, constraint, artifact.`,
	}
	kind := c.Flags().String("kind", "", "only items of this `KIND`")
	items := func(ctx context.Context, e Engine) ([]delta.Item, error) {
		if *kind != "" && !slices.Contains(delta.ItemKinds, delta.ItemKind(*kind)) {
			return nil, usage(c, "there is no kind of item %q; there are %s", *kind, kindNames())
		}
		all, err := e.Items(ctx)
		return slices.DeleteFunc(all, func(it delta.Item) bool { return *kind != "" && string(it.Kind) != *kind }), err
	}
	object := func(list []delta.Item) any { return map[string]any{"items": orEmpty(list)} }
	return viewOf(p, c, items, object, func(w io.Writer, list []delta.Item, _ time.Time) { printItems(w, list, *kind) })
}

func kindNames() string {
	names := make([]string, len(delta.ItemKinds))
	for i, k := range delta.ItemKinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}

// kindOrder is how kinds are listed: what steers the work first.
var kindOrder = []delta.ItemKind{
	delta.Goal, delta.Decision, delta.Constraint, delta.Task, delta.OpenQuestion, delta.Hypothesis, delta.Fact,
	delta.Preference, delta.Dependency, delta.Risk, delta.RejectedOption, delta.Artifact,
}

func printItems(w io.Writer, items []delta.Item, kind string) {
	if len(items) == 0 {
		if kind != "" {
			fmt.Fprintf(w, "There is no %s in this session.\n", words(kind))
			return
		}
		fmt.Fprintln(w, "No conversation has changed anything yet.")
		return
	}
	told := false
	for _, k := range kindOrder {
		t := &table{}
		for _, it := range items {
			if it.Kind == k {
				t.row("  "+it.ID, it.Line())
			}
		}
		if len(t.rows) == 0 {
			continue
		}
		if told {
			fmt.Fprintln(w)
		}
		told = true
		fmt.Fprintln(w, words(string(k))+":")
		t.print(w)
	}
}

func changedCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "changed --since SEQ|TURN|TIME",
		Short: "List what the conversations changed since a moment",
		Long: `List what the conversations changed since a moment, which is included: a number
of the log that holdfast replay prints, a turn or an episode, or a time such as
2026-03-11 or 2026-03-11T15:04:05Z (your own time zone unless it names one).`,
	}
	since := c.Flags().String("since", "", "`SEQ|TURN|TIME` to begin with")
	changes := func(ctx context.Context, e Engine) (items.Changes, error) {
		if *since == "" {
			return items.Changes{}, usage(c, "holdfast changed needs --since SEQ|TURN|TIME")
		}
		return e.DeltaChanges(ctx, *since)
	}
	object := func(found items.Changes) any {
		return map[string]any{"changes": eventsOf(found.Records), "items": orEmpty(found.Items)}
	}
	return viewOf(p, c, changes, object, func(w io.Writer, found items.Changes, now time.Time) {
		printRecords(w, found.Records, now, "Nothing has changed since then.")
	})
}

func replayCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "replay",
		Short: "Print the log of deltas: accepted, rejected, checkpoints",
		Long: `Print the log of deltas in order: the accepted ones, the rejected ones with the
reason, and the checkpoints, which say how large the session is.`,
	}
	since := c.Flags().String("since", "", "number `N` of the log to begin with")
	typ := c.Flags().String("type", "", "only events of this `TYPE`: accepted, rejected or checkpoint")
	records := func(ctx context.Context, e Engine) ([]items.Record, error) {
		if *typ != "" && !slices.Contains([]delta.EventType{delta.Accepted, delta.Rejected, delta.Checkpoint}, delta.EventType(*typ)) {
			return nil, usage(c, "there is no type of event %q; there are accepted, rejected, checkpoint", *typ)
		}
		first := 0
		if *since != "" {
			var err error
			if first, err = strconv.Atoi(*since); err != nil {
				return nil, usage(c, "--since takes a number of the log, not %q", *since)
			}
		}
		log, err := e.DeltaLog(ctx)
		return slices.DeleteFunc(log, func(r items.Record) bool {
			return r.Seq < first || *typ != "" && string(r.Type) != *typ
		}), err
	}
	object := func(log []items.Record) any { return map[string]any{"events": eventsOf(log)} }
	return viewOf(p, c, records, object, func(w io.Writer, log []items.Record, now time.Time) {
		printRecords(w, log, now, "There is no such event in the log of deltas.")
	})
}

// eventsOf are records in the form of provenance.jsonl.
func eventsOf(records []items.Record) []delta.Event {
	list := make([]delta.Event, len(records))
	for i, r := range records {
		list[i] = r.Event
	}
	return list
}

// printRecords prints events of the log, or what to say where there are none.
func printRecords(w io.Writer, records []items.Record, now time.Time, none string) {
	if len(records) == 0 {
		fmt.Fprintln(w, none)
		return
	}
	t := &table{}
	for _, r := range records {
		t.row(fmt.Sprintf("#%d", r.Seq), string(r.Type), r.Kind(), r.Words())
		note := age(now, r.Recorded)
		if r.Source != "" {
			note += ", by " + r.Source
		}
		if r.Episode != "" {
			note += ", episode " + r.Episode
		}
		t.note(note)
	}
	t.print(w)
}
