package engine

import (
	"context"

	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// settleByDisk is the disk grant: a PROPOSED artifact that the disk comes to
// hold exactly is settled by that, as the client applied it with the user's
// consent, and so is a removal of what was there and is gone. One that was closed
// since the disk did not hold it is as well, when the client applies it late.
// What waits for a file that was removed meanwhile is closed (product 10).
func (s *session) settleByDisk(ctx context.Context, in func(path string) bool) error {
	list := s.Pending.In(in)
	waits := len(list)
	list = append(list, s.Unapplied.In(in)...)
	if len(list) == 0 || s.engine.ReadOnly() != "" {
		return nil
	}
	settled := false
	err := sessions.Retry(func() error {
		events, err := s.Ground.SettledByDisk(list, waits, s.engine.diskNow(), s.engine.stat, func(id string) (event.Artifact, error) {
			return s.engine.db.Artifact(ctx, s.ID, id)
		})
		if settled = len(events) > 0; err != nil || !settled {
			return err
		}
		return s.Commit(ctx, nil, events)
	})
	if err == nil && settled {
		s.engine.hub.Changed()
	}
	return err
}

// everywhere is every file.
func everywhere(string) bool { return true }
