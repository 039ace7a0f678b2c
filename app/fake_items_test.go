package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"holdfast/engine"
	"holdfast/engine/canon"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// fakeTalk is what the conversations of a fake changed: a state with the real
// reconciler, and its log.
type fakeTalk struct {
	state  delta.State
	log    []items.Record
	quotes map[string]string // by turn
	seq    int64             // of the SESSION_STATE
}

// said applies deltas, as what somebody said in a turn.
func (f *fake) said(source, turn, quote string, deltas ...delta.Delta) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.talk.quotes == nil {
		f.talk.quotes = map[string]string{}
	}
	f.talk.quotes[turn] = quote
	for _, d := range deltas {
		*d.From() = delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: turn}}, Timestamp: noon.Add(time.Duration(len(f.talk.log)) * time.Second)}
		e := f.talk.state.Reconcile(d)
		f.talk.log = append(f.talk.log, items.Record{Event: e, Row: int64(100 + e.Seq), Recorded: e.Timestamp, Source: source, Episode: strings.TrimSuffix(turn, ".user")})
	}
}

func (f *fake) ItemList(context.Context) (items.List, error) {
	defer f.count("ItemList")()
	return items.List{Session: f.status.Session, Version: f.talk.state.Seq(), Items: f.talk.state.CopyItems(), State: f.talk.seq}, f.readErr
}

func (f *fake) Projection(_ context.Context, name string) (string, error) {
	defer f.count("Projection")()
	return items.ProjectionOf(name, f.talk.state.CopyItems()).Markdown(), f.readErr
}

func (f *fake) ItemDetail(_ context.Context, id string) (items.Detail, error) {
	defer f.count("ItemDetail")()
	it := f.talk.state.Item(id)
	if it == nil {
		return items.Detail{}, fmt.Errorf("%w as %q", items.ErrNoItem, id)
	}
	d := items.Detail{Item: it.Copy()}
	for _, t := range it.SourceTurns {
		turn := items.Turn{ID: t.TurnID, Role: "operator", Quote: f.talk.quotes[t.TurnID]}
		if episode, ok := strings.CutSuffix(t.TurnID, ".user"); ok {
			turn.Role, turn.Episode, turn.Turn, turn.At = "user", episode, 25, noon.Add(-150*time.Second)
		}
		d.Turns = append(d.Turns, turn)
	}
	before := ""
	for _, r := range f.talk.log {
		target := delta.Target(r.Delta.Delta)
		if r.ItemID != id && (target == nil || *target != id) {
			continue
		}
		x := items.Event{Record: r, Before: before}
		if r.Type == delta.Accepted {
			if said := delta.Says(r.Delta.Delta); before == "" || strings.HasSuffix(string(r.Delta.Kind()), "_revised") {
				before = said
			}
			x.Summary = before
		}
		d.Events = append(d.Events, x)
	}
	return d, nil
}

func (f *fake) SessionState(context.Context) (report.SessionStateView, error) {
	defer f.count("SessionState")()
	facts := canon.Facts{Seq: f.talk.seq, Updated: noon}
	for _, e := range f.entities {
		if !e.Tombstoned {
			facts.Entities = append(facts.Entities, canon.Entity{Path: e.Path, Symbol: e.Symbol, Hash: e.Hash, Grant: e.Grant, Granted: e.Updated, Stale: canon.Staleness(e.Stale)})
		}
	}
	for _, l := range f.losses {
		facts.Lost = append(facts.Lost, canon.Loss{Path: l.Key, Hash: l.Hash, Reason: l.Reason})
	}
	for _, p := range f.pending {
		facts.Proposals = append(facts.Proposals, canon.Proposal{ID: p.ID, Path: p.Path, Symbol: p.Symbol, Reason: "it waits"})
	}
	return report.SessionStateView{State: canon.Project(facts), Emitted: true}, f.readErr
}

func (f *fake) PlanItem(_ context.Context, shown items.Shown, c items.Change) (items.Plan, error) {
	defer f.count("PlanItem")()
	deltas, err := f.wanted(shown, c)
	if err != nil {
		return items.Plan{}, err
	}
	var plan items.Plan
	trial := f.talk.state.Clone()
	for _, d := range deltas {
		e := trial.Reconcile(d)
		plan.Records = append(plan.Records, items.Record{Event: e, Source: event.DeltaByOperator})
		plan.Refused = e.Reason
	}
	return plan, nil
}

func (f *fake) ChangeItem(_ context.Context, shown items.Shown, c items.Change) error {
	f.count("ChangeItem")()
	deltas, err := f.wanted(shown, c)
	if err != nil {
		return err
	}
	f.decided = append(f.decided, strings.TrimSpace(fmt.Sprint(c.Verb, " ", shown.ID, " ", c.Text, " ", c.Kind, c.Resolution, c.Reason)))
	f.said(event.DeltaByOperator, "b"+fmt.Sprint(len(f.talk.log))+".operator", c.Text, deltas...)
	return nil
}

// wanted makes the simplest deltas of each verb.
func (f *fake) wanted(shown items.Shown, c items.Change) ([]delta.Delta, error) {
	it := f.talk.state.Item(shown.ID)
	if it.Print() != shown.Print {
		return nil, engine.ErrChanged
	}
	from := delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: "b.operator"}}, Timestamp: noon}
	made := delta.Creation{ID: f.talk.state.FreeID(), Summary: c.Text, Confidence: delta.Certain, Provenance: from}
	switch {
	case c.Verb == items.Close && it.Kind == delta.Task:
		return []delta.Delta{&delta.TaskClosed{TargetID: it.ID, Resolution: c.Resolution, Provenance: from}}, nil
	case c.Verb == items.Close:
		return []delta.Delta{&delta.ItemSuperseded{TargetID: it.ID, Reason: "closed by the operator", Provenance: from}}, nil
	case c.Verb == items.Undo:
		made.Summary = it.Summary
	case c.Verb == items.Correct && c.Kind == "" && it.Kind == delta.Decision:
		return []delta.Delta{&delta.DecisionRevised{TargetID: it.ID, Summary: c.Text, Confidence: delta.Certain, Provenance: from}}, nil
	case c.Verb == items.Correct && c.Text == it.Summary && c.Kind == "":
		return nil, fmt.Errorf("%s says that already", it.ID)
	}
	return []delta.Delta{&delta.FactLearned{Creation: made}, &delta.ItemSuperseded{TargetID: it.ID, NewItemID: made.ID, Reason: "corrected by the operator", Provenance: from}}, nil
}

// conversed is the story with what its conversations changed.
func conversed() *fake {
	f := story()
	c := func(says string) delta.Creation {
		return delta.Creation{ID: f.talk.state.FreeID(), Summary: says}
	}
	n := 0
	say := func(quote string, d delta.Delta) {
		n++
		f.said(event.DeltaByRules, fmt.Sprintf("t%d.user", n), quote, d)
	}
	say("I want a pool that never hands out a broken connection.", &delta.GoalSet{Creation: c("A pool that never hands out a broken connection")})
	say("We take database/sql, not pgx.", &delta.DecisionMade{Creation: c("Take database/sql"), Alternatives: []string{"pgx"}})
	say("It must stay within 20 connections, whatever the load is.", &delta.ConstraintAdded{Creation: c("Stay within 20 connections, whatever the load is and whoever asks for one while the server is being restarted"), Hard: true})
	say("Please write the retry loop.", &delta.TaskOpened{Creation: c("Write the retry loop")})
	say("Also write the metrics.", &delta.TaskOpened{Creation: c("Write the metrics, with `pool_in_use` and `pool_waiting`")})
	say("The server listens on port 5433.", &delta.FactLearned{Creation: c("The server listens on port 5433")})
	say("Either a ring or a list.", &delta.BranchCreated{Creation: c("How idle connections are kept"), Alternatives: []string{"a ring", "a list"}})
	say("Waits are capped at 5 s.", &delta.DecisionMade{Creation: c("Cap waits at 5 s")})
	f.said(event.DeltaByRules, "e2.user", "Make that 4 s.", &delta.DecisionRevised{TargetID: "item-8", Summary: "Cap waits at 4 s"})
	f.said(event.DeltaByModel, "e3.user", "", &delta.TaskClosed{TargetID: "item-8", Resolution: delta.Completed})
	f.said(event.DeltaByRules, "e1.user", "The retry loop works now.", &delta.TaskClosed{TargetID: "item-4", Resolution: delta.Completed})
	f.talk.seq = 7
	return f
}
