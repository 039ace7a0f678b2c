package report

import "context"

// Losses lists the entities that the last recovery of the active session could
// not bring back, in the order of its document. Tombstone lets go of one.
func (r *Reader) Losses(ctx context.Context) ([]Loss, error) {
	s, err := r.active(ctx)
	if err != nil {
		return nil, err
	}
	lost := s.Chain.Lost()
	out := make([]Loss, len(lost))
	for i, l := range lost {
		out[i] = Loss{Key: l.Entity, Hash: l.Artifact, Reason: l.Reason}
	}
	return out, nil
}
