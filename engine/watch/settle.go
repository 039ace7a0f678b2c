package watch

import (
	"context"

	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// Settle is the disk grant: a PROPOSED artifact that the disk comes to
// hold exactly is settled by that, as the client applied it with the user's
// consent, and so is a removal of what was there and is gone. One that was closed
// since the disk did not hold it is as well, when the client applies it late.
// What waits for a file that was removed meanwhile is closed (product 10).
func (w *Watcher) Settle(ctx context.Context, s *sessions.Session, in func(path string) bool) error {
	list := s.Pending.In(in)
	waits := len(list)
	list = append(list, s.Unapplied.In(in)...)
	if len(list) == 0 || w.sessions.ReadOnly() != "" {
		return nil
	}
	settled := false
	err := sessions.Retry(func() error {
		events, err := s.Ground.SettledByDisk(list, waits, w.Reading(), w.Stat, func(id string) (event.Artifact, error) {
			return w.means.DB.Artifact(ctx, s.ID, id)
		})
		if settled = len(events) > 0; err != nil || !settled {
			return err
		}
		return s.Commit(ctx, nil, events)
	})
	if err == nil && settled {
		w.means.Hub.Changed()
	}
	return err
}
