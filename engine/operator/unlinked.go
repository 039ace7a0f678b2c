package operator

import (
	"context"

	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
)

// Unlinked lists the code of the latest replies that was linked to no file and was not
// decided about, newest first. LinkReview and Link give it its entity, DropCode drops
// it.
func (o *Desk) Unlinked(ctx context.Context) ([]unlinked.Code, error) {
	s := o.active()
	episodes, err := o.means.DB.Episodes(ctx, s.ID, looseEpisodes)
	episodes = unlinked.Latest(episodes, o.means.Config.Gates.TombstoneEpisodes)
	if err != nil || !anyLoose(episodes) {
		return nil, err
	}
	settled, err := s.settledCode(ctx, episodes[len(episodes)-1].Seq)
	if err != nil {
		return nil, err
	}
	return unlinked.Found(episodes, s.Map,
		func(hash string) ([]byte, error) { return o.means.DB.Blob(ctx, hash) },
		func(block string) bool { return settled[block] },
		func(key, hash string) bool {
			current := s.Map.Get(key)
			return current != nil && current.Hash() == hash
		})
}

func anyLoose(episodes []event.Episode) bool {
	for _, ep := range episodes {
		if len(ep.Loose) > 0 {
			return true
		}
	}
	return false
}

// settledCode are the blocks that the operator has decided about since a row of the
// Ledger.
func (s *session) settledCode(ctx context.Context, since int64) (map[string]bool, error) {
	settled := map[string]bool{}
	said, err := s.saidOfCode(ctx, since)
	for block, is := range said {
		settled[block] = !is.Waits
	}
	return settled, err
}

// saidOfCode is what the operator said last of each block since a row of the Ledger.
func (s *session) saidOfCode(ctx context.Context, since int64) (map[string]event.CodeSettled, error) {
	head, _, err := s.desk.means.DB.Head(ctx)
	if err != nil {
		return nil, err
	}
	last := map[string]event.CodeSettled{}
	err = s.desk.means.DB.LatestOf(ctx, s.ID, event.CodeSettled{}.Type(), head-since+1, func(r event.Row) error {
		ev, err := event.Decode(r.Type, r.Data)
		if said, ok := ev.(event.CodeSettled); ok {
			if _, known := last[said.Block]; !known {
				last[said.Block] = said
			}
		}
		return err
	})
	return last, err
}

// DropCode has code that was linked to no file wait no more. shown holds its hash.
func (o *Desk) DropCode(ctx context.Context, shown report.Shown, reason string) error {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return err
	}
	s := o.active()
	loose, err := s.looseCode(ctx, shown.Artifact)
	if err != nil {
		return err
	}
	settled, err := s.settledCode(ctx, 0)
	if err != nil {
		return err
	}
	if settled[loose.Block] {
		return sessions.Refused("it does not wait any more")
	}
	err = s.decided(ctx, verbReject, nil, []event.Event{event.CodeSettled{Block: loose.Block, By: "operator", Reason: because("rejected by the operator", reason)}})
	if err == nil {
		o.means.Hub.Changed()
	}
	return err
}
