package items

import (
	"context"
	"path"
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/store"
	"holdfast/store/event"
)

// A task closes without anybody saying so when what it names was written since and passed
// its gates, and the user goes on to something else (the reader of conversations).

// written are the closures of tasks that the artifacts of a conversation's last episodes
// show to be done, as the user's turn goes on. t.mu is held.
func (t *talk) written(ctx context.Context, ep event.Episode, turn acts.Turn) ([]delta.Delta, error) {
	if turn.Role != acts.User {
		return nil, nil
	}
	episodes, err := t.lately.before(ctx, t, ep)
	if err != nil {
		return nil, err
	}
	var out []delta.Delta
	for _, it := range t.state.Last(mostOpen) {
		if it.Kind != delta.Task || !it.Open() {
			continue
		}
		asked := episodeOfTurn(it.SourceTurns[len(it.SourceTurns)-1].TurnID)
		from := slices.IndexFunc(episodes, func(e event.Episode) bool { return e.ID == asked })
		if from < 0 || !acts.GoesOn(turn, it) {
			continue
		}
		done, err := t.stands(ctx, episodes[from:], it)
		if err != nil {
			return nil, err
		}
		if done {
			out = append(out, &delta.TaskClosed{
				TargetID: it.ID, Resolution: delta.Completed, Confidence: delta.Medium,
				Provenance: delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: turn.ID}}, Timestamp: turn.At},
			})
		}
	}
	return out, nil
}

// mostOpen is among how many of the newest items open tasks are looked for.
const mostOpen = 40

// stands reports whether something that a task names came in some episodes and is, or was
// since, what the code is.
func (t *talk) stands(ctx context.Context, episodes []event.Episode, task *delta.Item) (bool, error) {
	names := acts.Names(task.Summary)
	if len(names) == 0 {
		return false, nil
	}
	for _, e := range episodes {
		found, err := t.db.Artifacts(ctx, t.session, store.Filter{Episode: e.ID, States: []event.State{event.Authoritative, event.Superseded}})
		if err != nil {
			return false, err
		}
		for i := range found {
			if a := &found[i]; a.Version > 0 && !a.WaitsForDisk && (slices.Contains(names, a.Symbol) || slices.Contains(names, a.Path) || slices.Contains(names, path.Base(a.Path))) {
				return true, nil
			}
		}
	}
	return false, nil
}

// unsaid are the closures that the turn's own words do not bring.
func unsaid(closed, said []delta.Delta) []delta.Delta {
	return slices.DeleteFunc(closed, func(c delta.Delta) bool {
		return slices.ContainsFunc(said, func(d delta.Delta) bool { t := delta.Target(d); return t != nil && *t == *delta.Target(c) })
	})
}
