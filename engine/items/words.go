package items

import (
	"fmt"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/store/event"
)

// What commands and the screen say of items and of deltas is said here, so that
// both say it in the same words.

// Told is one thing that is told: a label, "" under a row that goes on, and
// what is told.
type Told struct{ Label, Text string }

// Words tell a record of the delta log in a line.
func (r Record) Words() string {
	switch r.Type {
	case delta.Rejected:
		return r.Reason
	case delta.Checkpoint:
		return fmt.Sprintf("%s, %s, %s", Amount(r.Items, "item"), Amount(r.Deltas, "delta"), Amount(r.Turns, "message"))
	}
	is := r.ItemID + " is " + string(r.ResultingStatus)
	if said := delta.Says(r.Delta.Delta); said != "" {
		return is + ": " + said
	}
	return is
}

// Amount counts things: "1 item", "3 items".
func Amount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Kind is the kind of the record's delta, "" for a checkpoint.
func (r Record) Kind() string {
	if r.Delta.Delta == nil {
		return ""
	}
	return string(r.Delta.Kind())
}

// Title names the item: "item-3, active decision".
func (d Detail) Title() string {
	return d.Item.ID + ", " + string(d.Item.Status) + " " + d.Item.KindName()
}

// Facts tell what an item is and where it came from, without its log. when says
// how a time is told.
func (d Detail) Facts(when func(time.Time) string) []Told {
	it := d.Item
	facts := []Told{
		{"says", it.Line()},
		{"confidence", string(it.Confidence) + ", scope " + string(it.Scope)},
		{"meaning", it.SemanticID},
	}
	if it.Reason != "" {
		facts = append(facts, Told{"because", it.Reason})
	}
	if len(d.Replaces) > 0 {
		facts = append(facts, Told{"replaces", strings.Join(d.Replaces, ", ")})
	}
	label := "from"
	for _, t := range d.Turns {
		facts = append(facts, Told{label, t.Words(when)})
		label = ""
	}
	return facts
}

// Words tell who spoke, in which turn, and when.
func (t Turn) Words(when func(time.Time) string) string {
	switch {
	case t.Role == event.DeltaByOperator:
		return "the operator"
	case t.Episode == "":
		return t.ID + ", which is not in this workspace"
	}
	n := "-"
	if t.Turn > 0 {
		n = fmt.Sprint(t.Turn)
	}
	return fmt.Sprintf("turn %s, %s, %s, episode %s", n, t.Role, when(t.At), t.Episode)
}

// Title names the event, who brought it, and its row of the Ledger.
func (e Event) Title(when func(time.Time) string) string {
	title := fmt.Sprintf("#%d %s", e.Seq, e.Type)
	if kind := e.Kind(); kind != "" {
		title += " " + kind
	}
	if e.Source != "" {
		title += " by " + e.Source
	}
	return fmt.Sprintf("%s, row %d, %s", title, e.Row, when(e.Recorded))
}

// Facts tell what the event did to its item, or why it did nothing.
func (e Event) Facts() []Told {
	var facts []Told
	if e.Type == delta.Rejected {
		facts = append(facts, Told{"refused", e.Reason})
		if said := delta.Says(e.Delta.Delta); said != "" {
			facts = append(facts, Told{"wanted", said})
		}
	}
	if e.Before != "" && e.Before != e.Summary && e.Type == delta.Accepted {
		facts = append(facts, Told{"was", e.Before})
	}
	if e.Summary != "" {
		facts = append(facts, Told{"says", e.Summary})
	}
	if outcome := e.outcome(); outcome != "" {
		facts = append(facts, Told{"becomes", outcome})
	}
	if e.Quote != "" {
		facts = append(facts, Told{"quote", "“" + e.Quote + "”"})
	}
	if len(e.Evident) > 0 {
		facts = append(facts, Told{"because", strings.Join(e.Evident, ", ")})
	}
	return facts
}

// outcome is what an item is after an event that did not only give it words.
func (e Event) outcome() string {
	if e.Type != delta.Accepted {
		return ""
	}
	is := string(e.ResultingStatus)
	switch d := e.Delta.Delta.(type) {
	case *delta.TaskClosed:
		return is + ", " + string(d.Resolution)
	case *delta.ConstraintRevised:
		return string(d.Mode)
	case *delta.ItemSuperseded:
		if d.NewItemID != "" {
			is += " by " + d.NewItemID
		}
		return is + ": " + d.Reason
	}
	return ""
}
