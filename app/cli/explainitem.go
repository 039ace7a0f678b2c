package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"holdfast/engine"
	"holdfast/engine/delta"
)

// explainedItem is what `explain ITEM --json` prints.
type explainedItem struct {
	Item   delta.Item           `json:"item"`
	Turns  []explainedTurn      `json:"turns"`
	Events []explainedItemEvent `json:"events"`
}

type explainedTurn struct {
	TurnID  string    `json:"turnId"`
	Episode string    `json:"episode,omitempty"`
	Role    string    `json:"role,omitempty"`
	Turn    int       `json:"turn,omitempty"`
	Time    time.Time `json:"timestamp,omitzero"`
}

type explainedItemEvent struct {
	Event   delta.Event `json:"event"`
	Source  string      `json:"source"`
	Summary string      `json:"summary,omitempty"`
	Quote   string      `json:"quote,omitempty"`
}

// explainItem explains what is no entity; otherwise is the error where it is no
// item either.
func (p *program) explainItem(ctx context.Context, c *cobra.Command, e Engine, id string, asJSON bool, otherwise error) error {
	d, err := e.ItemDetail(ctx, id)
	switch {
	case errors.Is(err, engine.ErrNoItem):
		return otherwise
	case err != nil:
		return err
	case asJSON:
		return printJSON(c.OutOrStdout(), itemExplained(d))
	}
	printItem(c.OutOrStdout(), d, p.Now())
	return nil
}

func itemExplained(d engine.ItemDetail) explainedItem {
	x := explainedItem{Item: d.Item, Turns: []explainedTurn{}, Events: []explainedItemEvent{}}
	for _, t := range d.Turns {
		x.Turns = append(x.Turns, explainedTurn{t.ID, t.Episode, t.Role, t.Turn, t.At})
	}
	for _, e := range d.Events {
		x.Events = append(x.Events, explainedItemEvent{e.Event, e.Source, e.Summary, e.Quote})
	}
	return x
}

func printItem(w io.Writer, d engine.ItemDetail, now time.Time) {
	it := d.Item
	fmt.Fprintf(w, "%s, %s %s\n", clean(it.ID), it.Status, words(string(it.Kind)))
	t := &table{}
	t.row("  says", itemLine(it))
	t.row("  confidence", string(it.Confidence)+", scope "+string(it.Scope))
	t.row("  meaning", it.SemanticID)
	if it.Reason != "" {
		t.row("  because", it.Reason)
	}
	for i, turn := range d.Turns {
		label := "  from"
		if i > 0 {
			label = ""
		}
		t.row(label, turnLine(turn, now))
	}
	t.print(w)
	for _, e := range d.Events {
		fmt.Fprintln(w)
		printItemEvent(w, e, now)
	}
}

func turnLine(t engine.ItemTurn, now time.Time) string {
	switch {
	case t.Role == "operator":
		return "the operator"
	case t.Episode == "":
		return t.ID + ", which is not in this workspace"
	}
	return fmt.Sprintf("turn %s, %s, %s, episode %s", turn(t.Turn), t.Role, age(now, t.At), t.Episode)
}

func printItemEvent(w io.Writer, e engine.ItemEvent, now time.Time) {
	head := fmt.Sprintf("#%d %s", e.Seq, e.Type)
	if kind := eventKind(e.DeltaRecord); kind != "" {
		head += " " + kind
	}
	if e.Source != "" {
		head += " by " + e.Source
	}
	fmt.Fprintf(w, "%s, %s\n", clean(head), age(now, e.Recorded))
	t := &table{}
	if e.Type == delta.Rejected {
		t.row("  refused", e.Reason)
	}
	if e.Summary != "" {
		t.row("  says", e.Summary)
	}
	if e.Quote != "" {
		t.row("  quote", "“"+e.Quote+"”")
	}
	t.print(w)
}
