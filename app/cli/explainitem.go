package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"holdfast/engine/delta"
	"holdfast/engine/items"
)

// explainedItem is what `explain ITEM --json` prints.
type explainedItem struct {
	Item     delta.Item           `json:"item"`
	Replaces []string             `json:"replaces,omitempty"`
	Turns    []explainedTurn      `json:"turns"`
	Events   []explainedItemEvent `json:"events"`
}

type explainedTurn struct {
	TurnID  string    `json:"turnId"`
	Episode string    `json:"episode,omitempty"`
	Role    string    `json:"role,omitempty"`
	Turn    int       `json:"turn,omitempty"`
	Time    time.Time `json:"timestamp,omitzero"`
	Quote   string    `json:"quote,omitempty"`
}

type explainedItemEvent struct {
	Event   delta.Event `json:"event"`
	Row     int64       `json:"row"` // of the Ledger
	Source  string      `json:"source"`
	Before  string      `json:"before,omitempty"`
	Summary string      `json:"summary,omitempty"`
	Quote   string      `json:"quote,omitempty"`
	Evident []string    `json:"evident,omitempty"`
}

// explainItem explains what is no entity; otherwise is the error where it is no
// item either.
func explainItem(p *program, ctx context.Context, c *cobra.Command, e Engine, id string, asJSON bool, otherwise error) error {
	d, err := e.ItemDetail(ctx, id)
	switch {
	case errors.Is(err, items.ErrNoItem):
		return otherwise
	case err != nil:
		return err
	case asJSON:
		return printJSON(c.OutOrStdout(), itemExplained(d))
	}
	printItem(c.OutOrStdout(), d, p.Now())
	return nil
}

func itemExplained(d items.Detail) explainedItem {
	x := explainedItem{Item: d.Item, Replaces: d.Replaces, Turns: []explainedTurn{}, Events: []explainedItemEvent{}}
	for _, t := range d.Turns {
		x.Turns = append(x.Turns, explainedTurn{t.ID, t.Episode, t.Role, t.Turn, t.At, t.Quote})
	}
	for _, e := range d.Events {
		x.Events = append(x.Events, explainedItemEvent{e.Event, e.Row, e.Source, e.Before, e.Summary, e.Quote, e.Evident})
	}
	return x
}

func printItem(w io.Writer, d items.Detail, now time.Time) {
	when := func(t time.Time) string { return age(now, t) }
	fmt.Fprintln(w, clean(d.Title()))
	printTold(w, d.Facts(when))
	for _, e := range d.Events {
		fmt.Fprintln(w)
		fmt.Fprintln(w, clean(e.Title(when)))
		printTold(w, e.Facts())
	}
}

func printTold(w io.Writer, facts []items.Told) {
	t := &table{}
	for _, f := range facts {
		label := f.Label
		if label != "" {
			label = "  " + label
		}
		t.row(label, f.Text)
	}
	t.print(w)
}
