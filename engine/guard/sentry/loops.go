package sentry

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
	"holdfast/engine/remark"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/store/event"
)

// loops refuses a call that was made too often in the turn under way, or that brings an
// entity back to an earlier version once more, which the newest episodes tell.
func (l *ledger) loops(ctx context.Context, actions []call.Action, c hook.Call) (guard.Verdict, error) {
	verdict := guard.Verdict{Decision: guard.Allow}
	if err := l.read(ctx); err != nil {
		return verdict, err
	}
	key, seen := remark.CallKey(c.Arguments), 0
	err := l.db.LatestOf(ctx, l.session, event.EpisodeClosed{}.Type(), guardRows, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		closed, _ := ev.(event.EpisodeClosed)
		for _, r := range closed.Remarks {
			if r.Kind != remark.Loop || r.Times <= remark.Often {
				continue
			}
			// Another call changes the entity as well, so that only the newest reply tells.
			if r.Subject == key || seen == 0 && l.changes(actions, c, r.Subject) {
				verdict = guard.Repeats(r.Detail, key)
				return errFound
			}
		}
		if seen++; seen == loopEpisodes {
			return errFound
		}
		return err
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return verdict, err
}

// loopEpisodes is how many of the newest episodes may tell of the call at hand: others
// may go on beside its turn.
const loopEpisodes = 4

// changes reports whether a call changes the file of an entity, by its key.
func (l *ledger) changes(actions []call.Action, c hook.Call, entity string) bool {
	file, _, found := strings.Cut(entity, "::")
	roots := l.cfg.Workspace.Roots()
	return found && slices.ContainsFunc(actions, func(a call.Action) bool {
		path, err := block.CleanPathIn(folderIn(roots, c.Folder), a.Path, roots...)
		return err == nil && a.Kind == call.Change && path == file
	})
}
